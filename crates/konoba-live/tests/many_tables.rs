//! How long the lobby takes in a database with 600,000 tables that were left behind:
//! `cargo test -p konoba-live --test many_tables -- --ignored --nocapture`

#![allow(clippy::unwrap_used, reason = "the lint knows tests, but not what helps them")]
#![allow(clippy::print_stdout, reason = "the figures are what it is for")]

mod common;

use std::sync::Arc;
use std::time::{Duration, Instant};

use common::{guest, offering, setup};
use konoba_live::{Config, Credentials, House, SeatCode, With};
use konoba_store::{
    Digest, Holder, NewGuest, NewTable, Offer, Opponent, Sqlite, Store, TableId, Visibility,
};
use konoba_table::{Keyboard, Moment, Opened, Player, Seat, TimeControl};

const ABANDONED: u32 = 600_000;
/// As many as the store has room for in its queue, and some less.
const AT_ONCE: u32 = 4_000;

/// Half of them are public offers, half are games that go on without moves.
fn fill(store: &Sqlite) {
    let token = Digest::from_bytes([7; 32]);
    let name: konoba_table::Name = "Ana".parse().unwrap();
    let since = Moment::from_millis(0);
    let id = store.add_guest(NewGuest { token, name: name.clone(), since }).wait().unwrap();
    let code = SeatCode::random().digest();
    let holder = || Some(Holder { guest: id, code, name: name.clone() });
    let players = [(); 2].map(|()| Player::person(name.clone()));
    let opened = Opened { keyboard: Keyboard::Apart, ..Opened::new(setup(), players) };
    let new = |number: u32| {
        let is_played = number.is_multiple_of(2);
        let mut bytes = [0; 10];
        bytes[..4].copy_from_slice(&number.to_le_bytes());
        let since = Moment::from_millis(u64::from(number));
        NewTable {
            id: TableId::from_bytes(bytes),
            offer: Offer {
                setup: setup(),
                time: TimeControl::None,
                first: Some(Seat::One),
                opponent: Opponent::Anyone,
                visibility: Visibility::Public,
            },
            seats: [holder(), if is_played { holder() } else { None }],
            events: if is_played { opened.events(since) } else { Vec::new() },
            deadline: None,
            since,
            max_unfinished: None,
        }
    };
    for begin in (0..ABANDONED).step_by(AT_ONCE as usize) {
        let laid: Vec<_> = (begin..begin + AT_ONCE).map(|number| store.lay(new(number))).collect();
        laid.into_iter().for_each(|laid| laid.wait().unwrap());
    }
}

fn show(what: &str, mut times: Vec<Duration>) {
    times.sort_unstable();
    let of = |share: usize| times[(times.len() - 1) * share / 100];
    println!("{what}: median {:?}, p99 {:?}, most {:?}", of(50), of(99), of(100));
}

#[test]
#[ignore = "it takes minutes, and measures"]
fn the_lobby_of_a_house_with_many_abandoned_tables() {
    let folder = tempfile::tempdir().unwrap();
    let store = Sqlite::open(&folder.path().join("konoba.sqlite")).unwrap();
    let begin = Instant::now();
    fill(&store);
    println!("{ABANDONED} tables were laid in {:?}", begin.elapsed());
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let house = House::open(Arc::new(store), Config::default());
        let begin = Instant::now();
        house.lobby().await.unwrap();
        println!("the first lobby: {:?}", begin.elapsed());
        let ana = guest(&house, "Ana").await;
        let laid = house.offer(&ana, offering(With::Anyone)).await.unwrap();
        let _there = house.visit(laid.table, Credentials::guest(ana.id), None).await.unwrap();
        let mut times = Vec::new();
        for _ in 0..1000 {
            let begin = Instant::now();
            let lobby = house.lobby().await.unwrap();
            times.push(begin.elapsed());
            assert_eq!(lobby.open[0].entry.id, laid.table);
            assert_eq!((lobby.open.len(), lobby.live.len()), (100, 100));
        }
        show("every other lobby", times);
        let mut times = Vec::new();
        for _ in 0..200 {
            let begin = Instant::now();
            let laid = house.offer(&ana, offering(With::Anyone)).await.unwrap();
            times.push(begin.elapsed());
            house.withdraw(laid.table, Credentials::guest(ana.id)).await.unwrap();
        }
        show("an offer", times);
        house.close().await;
    });
}
