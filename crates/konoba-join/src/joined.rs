//! A house elsewhere, as the screens know it.

use std::io::{self, Write};
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
use crate::orders::called;
use crate::stream::Connector;
use crate::token::TokenFile;
use crate::unanswered::Unanswered;

/// How long the house has to take an offer back when the person leaves.
const LEAVING: Duration = Duration::from_secs(3);

/// A house elsewhere, as the screens know it.
pub struct JoinedHouse {
    agent: Sender<Heard>,
    news: Receiver<HouseNews>,
    clock: HouseClock,
    name: Name,
    orders: OpenOrders,
    /// The last order, until its answer is seen.
    unanswered: Option<Unanswered>,
    /// What is told without the agent, which may wait for the house.
    own_news: Vec<HouseNews>,
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
        let (orders, unanswered, own_news) = (OpenOrders::default(), None, Vec::new());
        Ok(Self { agent, news, clock, name, orders, unanswered, own_news })
    }

    /// Leaves the house. Fails with what the person wanted done if that is not answered.
    fn close(self) -> Result<(), &'static str> {
        let (done, is_done) = channel();
        let _ = self.agent.send(Heard::Quit(done));
        let is_done = is_done.recv_timeout(LEAVING).unwrap_or_else(|_| self.orders.is_empty());
        match self.unanswered {
            Some(Unanswered { what, .. }) if !is_done => Err(what),
            _ => Ok(()),
        }
    }
}

impl FarHouse for JoinedHouse {
    fn ask(&mut self, request: HouseRequest) {
        let heard = match (request, &mut self.unanswered) {
            // The agent may be waiting for the answer: it would do later what was meant for the board as it is now.
            (HouseRequest::Order(_), Some(unanswered)) if !self.orders.is_empty() => {
                unanswered.know();
                self.own_news.push(HouseNews::Said(Err(unanswered.refusal())));
                return;
            }
            (HouseRequest::Order(order), unanswered) => {
                *unanswered = Some(Unanswered::new(called(order.action)));
                Heard::Ordered(order, self.orders.add())
            }
            (request, _) => Heard::Asked(request),
        };
        // The agent receives until this house is dropped.
        let _ = self.agent.send(heard);
    }

    fn told(&mut self) -> Vec<HouseNews> {
        // What was refused here came before its answer.
        let mut news: Vec<_> = self.own_news.drain(..).chain(self.news.try_iter()).collect();
        if self.orders.is_empty() {
            self.unanswered = None;
        }
        if let Some(unanswered) = &mut self.unanswered {
            if news.iter().any(|news| matches!(news, HouseNews::Said(_))) {
                unanswered.know();
            }
            news.extend(unanswered.note().map(HouseNews::Noted));
        }
        news
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
    // A slow server must not leave the person before an empty terminal.
    writeln!(io::stderr(), "Connecting to {}...", address.host)?;
    let mut house = JoinedHouse::open(address, folder, name)?;
    let name = house.name.clone();
    run_at_house(&mut house, &name, ascii)?;
    house
        .close()
        .map_err(|what| io::Error::other(format!("the server has not confirmed your last {what}")))
}

/// A name for a person who has not said one.
fn made_up() -> Name {
    let mut bytes = [0_u8; 2];
    let _ = getrandom::fill(&mut bytes);
    let number = u16::from_le_bytes(bytes) % 900 + 100;
    format!("Guest {number}").parse().expect("a word and a number are a name")
}
