//! A house elsewhere, as the screens know it.

use std::io;
use std::path::Path;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

use konoba_http::MeView;
use konoba_table::{Moment, Name};
use konoba_tui::{FarHouse, HouseNews, HouseRequest, run_at_house};

use crate::Address;
use crate::agent::Agent;
use crate::clock::HouseClock;
use crate::heard::Heard;
use crate::http::{self, Proof, Trouble};
use crate::open_orders::OpenOrders;
use crate::stream::Connector;
use crate::token::TokenFile;

/// How long the house has to take an offer back when the person leaves.
const LEAVING: Duration = Duration::from_secs(3);

/// A house elsewhere, as the screens know it.
pub struct JoinedHouse {
    agent: Sender<Heard>,
    news: Receiver<HouseNews>,
    clock: HouseClock,
    name: Name,
    orders: OpenOrders,
}

impl JoinedHouse {
    /// Connects to a house. The token by which it knows the person again is kept in a folder.
    pub fn open(address: Address, folder: &Path, name: Option<Name>) -> io::Result<Self> {
        let file = TokenFile::of(&address, folder);
        let proof = Proof { cookie: file.read(), code: None };
        let connector = Connector::new(address)?;
        let me = http::ask(&connector, &proof, "GET", "/api/me", None);
        let me: MeView = me.and_then(|answer| answer.read()).map_err(|trouble| match trouble {
            Trouble::Offline(why) => io::Error::other(why),
            Trouble::Refused { says, .. } => io::Error::other(says),
        })?;
        let known = me.name.and_then(|name| name.parse().ok());
        let name = name.or(known).unwrap_or_else(made_up);
        let clock = HouseClock::default();
        let ((agent, heard), (told, news)) = (channel(), channel());
        let worker = Agent::new((connector, proof, file), clock.clone(), agent.clone(), told);
        let own = name.clone();
        thread::spawn(move || worker.run(&own, &heard));
        Ok(Self { agent, news, clock, name, orders: OpenOrders::default() })
    }

    /// Leaves the house, and tells whether it has answered everything that the person wanted done.
    fn close(self) -> bool {
        let (done, is_done) = channel();
        let _ = self.agent.send(Heard::Quit(done));
        is_done.recv_timeout(LEAVING).unwrap_or_else(|_| self.orders.is_empty())
    }
}

impl FarHouse for JoinedHouse {
    fn ask(&mut self, request: HouseRequest) {
        let heard = match request {
            HouseRequest::Order(seat, action) => Heard::Ordered(seat, action, self.orders.add()),
            request => Heard::Asked(request),
        };
        // The agent receives until this house is dropped.
        let _ = self.agent.send(heard);
    }

    fn told(&mut self) -> Vec<HouseNews> {
        self.news.try_iter().collect()
    }

    fn now(&self) -> Moment {
        if self.clock.may_have_slept() {
            let _ = self.agent.send(Heard::Woken);
        }
        self.clock.now()
    }
}

/// Fills the terminal with the screens at a house, until the person leaves.
pub fn run(address: Address, folder: &Path, name: Option<Name>, ascii: bool) -> io::Result<()> {
    let mut house = JoinedHouse::open(address, folder, name)?;
    let name = house.name.clone();
    run_at_house(&mut house, &name, ascii)?;
    match house.close() {
        true => Ok(()),
        false => Err(io::Error::other("the server has not confirmed your last move")),
    }
}

/// A name for a person who has not said one.
fn made_up() -> Name {
    let mut bytes = [0_u8; 2];
    let _ = getrandom::fill(&mut bytes);
    let number = u16::from_le_bytes(bytes) % 900 + 100;
    format!("Guest {number}").parse().expect("a word and a number are a name")
}
