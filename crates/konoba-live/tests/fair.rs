//! Work that costs processor time: in turn, bounded, and given up with its client.

#![allow(clippy::unwrap_used, reason = "the lint knows tests, but not what helps them")]

mod common;

use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::time::Duration;

use common::{guest, offering, open, open_with, play};
use konoba_advice::{Budget, Thinker};
use konoba_live::{
    Config, Credentials, House, HouseError, Interrupt, Overload, Requester, Scope, WorkFigures,
    WorkKind,
};
use konoba_rules::{AnyPosition, Level};
use konoba_scene::Advice;
use konoba_table::{Action, Table};

fn address(last: u8) -> Option<IpAddr> {
    Some([127, 0, 0, last].into())
}

fn from(last: u8) -> Requester {
    Requester::new(address(last), None)
}

fn figures(house: &House, kind: WorkKind) -> WorkFigures {
    house.work_figures().into_iter().find(|of| of.kind == kind).unwrap()
}

async fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let wait = async {
        while !is_so() {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(60), wait).await.expect(what);
}

/// Keeps both threads for short work busy until this is dropped.
struct Kept {
    until_dropped: [mpsc::Sender<()>; 2],
}

impl Kept {
    async fn busy(house: &House) -> Self {
        // One address never has all of them.
        let releases = [101, 102].map(|last| {
            let (release, released) = mpsc::channel::<()>();
            let running = house.clone();
            tokio::spawn(async move {
                let wait = move |_: &Interrupt| released.recv().is_ok();
                running.work(from(last), WorkKind::Proof, wait).await
            });
            release
        });
        until("both are busy", || figures(house, WorkKind::Proof).running == 2).await;
        Self { until_dropped: releases }
    }

    /// Lets one thread go. The other stays busy until what this returns is dropped.
    fn but_one(self) -> mpsc::Sender<()> {
        let [_released, kept] = self.until_dropped;
        kept
    }
}

#[tokio::test]
async fn two_addresses_take_turns_however_much_one_asks_for() {
    let folder = tempfile::tempdir().unwrap();
    let house = open(folder.path());
    let busy = Kept::busy(&house).await;
    let done = Arc::<Mutex<Vec<u8>>>::default();
    let mut asked = Vec::new();
    for (place, who) in [1, 1, 1, 1, 1, 1, 2, 2].into_iter().enumerate() {
        let (asking, done) = (house.clone(), done.clone());
        asked.push(tokio::spawn(async move {
            let note = move |_: &Interrupt| done.lock().unwrap().push(who);
            asking.work(from(who), WorkKind::Study, note).await
        }));
        until("it waits", || figures(&house, WorkKind::Study).waiting == place + 1).await;
    }
    // One thread does all of it: what two begin in turn may end in another order.
    let _other = busy.but_one();
    for asked in asked {
        asked.await.unwrap().unwrap();
    }
    let done = done.lock().unwrap().clone();
    assert_eq!(done[..2], [1, 2], "the address that came last is next, of {done:?}");
    // A result is there a moment before its work is counted.
    until("all are counted", || figures(&house, WorkKind::Study).done == 8).await;
    let of = figures(&house, WorkKind::Study);
    assert_eq!((of.waiting, of.cancelled), (0, 0));
}

/// One address has nothing but long work done, as much as it can; another is not held up by it.
#[tokio::test]
async fn there_is_always_a_thread_for_another_address() {
    let folder = tempfile::tempdir().unwrap();
    let house = open(folder.path());
    let (release, released) = mpsc::channel::<()>();
    let released = Arc::new(Mutex::new(released));
    for _ in 0..4 {
        let (asking, released) = (house.clone(), released.clone());
        tokio::spawn(async move {
            let wait = move |_: &Interrupt| released.lock().unwrap().recv().is_ok();
            asking.work(from(1), WorkKind::Study, wait).await
        });
    }
    until("they have come", || {
        let of = figures(&house, WorkKind::Study);
        (of.waiting, of.running) == (3, 1)
    })
    .await;
    house.work(from(2), WorkKind::Picture, |_| ()).await.unwrap();
    drop(release);
}

#[tokio::test]
async fn a_client_that_leaves_is_out_of_the_queue_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let house = open(folder.path());
    let busy = Kept::busy(&house).await;
    let has_begun = Arc::<AtomicBool>::default();
    {
        let begun = has_begun.clone();
        let note = move |_: &Interrupt| begun.store(true, Ordering::SeqCst);
        let mut asked = Box::pin(house.work(from(1), WorkKind::Study, note));
        tokio::select! {
            biased;
            _ = &mut asked => unreachable!("the thread is busy"),
            () = tokio::task::yield_now() => {}
        }
        assert_eq!(figures(&house, WorkKind::Study).waiting, 1);
        drop(asked);
    }
    let of = figures(&house, WorkKind::Study);
    assert_eq!((of.waiting, of.cancelled), (0, 1));
    drop(busy);
    house.work(from(2), WorkKind::Study, |_| ()).await.unwrap();
    assert!(!has_begun.load(Ordering::SeqCst));
}

#[tokio::test]
async fn work_that_runs_hears_that_its_client_has_left() {
    let folder = tempfile::tempdir().unwrap();
    let house = open(folder.path());
    let long = |interrupt: &Interrupt| {
        while !interrupt.is_cancelled() {
            std::thread::yield_now();
        }
    };
    let asking = house.clone();
    let asked =
        tokio::spawn(async move { asking.work(from(1), WorkKind::Study, long).await.is_ok() });
    until("it runs", || figures(&house, WorkKind::Study).running == 1).await;
    asked.abort();
    until("it has ended", || figures(&house, WorkKind::Study).running == 0).await;
    assert_eq!(figures(&house, WorkKind::Study).cancelled, 1);
}

#[tokio::test]
async fn a_client_that_asks_for_too_much_is_refused_and_others_are_not() {
    let folder = tempfile::tempdir().unwrap();
    let house = open(folder.path());
    let busy = Kept::busy(&house).await;
    let ask = |who| {
        let house = house.clone();
        tokio::spawn(async move { house.work(who, WorkKind::Picture, |_| ()).await })
    };
    let asked: Vec<_> = (0..50).map(|_| ask(from(1))).collect();
    until("the rest is refused", || figures(&house, WorkKind::Picture).refused_own > 0).await;
    let other = ask(from(2));
    until("the other waits", || {
        let of = figures(&house, WorkKind::Picture);
        of.refused_own + of.waiting as u64 == 51
    })
    .await;
    drop(busy);
    other.await.unwrap().unwrap();
    let mut refused = 0;
    for asked in asked {
        match asked.await.unwrap() {
            Ok(()) => {}
            Err(HouseError::Overload(Overload { scope, retry_after })) => {
                refused += 1;
                assert_eq!(scope, Scope::Address);
                assert!(retry_after >= Duration::from_secs(1));
            }
            Err(other) => panic!("{other}"),
        }
    }
    assert_eq!(refused, figures(&house, WorkKind::Picture).refused_own);
}

#[tokio::test]
async fn work_that_goes_wrong_is_answered_and_the_thread_lives() {
    let folder = tempfile::tempdir().unwrap();
    let house = open(folder.path());
    let wrong = house.work(from(1), WorkKind::Study, |_| panic!("it goes wrong")).await;
    assert_eq!(wrong.unwrap_err().id(), "failed");
    assert_eq!(house.work(from(1), WorkKind::Study, |_| 7).await.unwrap(), 7);
}

/// An engine that thinks for as long as it may.
#[derive(Default)]
struct Thorough {
    begun: Arc<AtomicUsize>,
}

impl Thinker for Thorough {
    fn choose(&self, table: &Table, budget: Budget<'_>) -> Action {
        self.begun.fetch_add(1, Ordering::SeqCst);
        while !budget.must_stop() {
            std::thread::yield_now();
        }
        let position = table.position();
        Action::Play(position.moves_of(position.to_move())[0])
    }

    fn advise(&self, position: &AnyPosition, budget: Budget<'_>) -> Advice {
        while !budget.must_stop() {
            std::thread::yield_now();
        }
        Advice::only(position.moves_of(position.to_move())[0])
    }
}

/// The one thread that thinks is taken, and what is short is done all the same.
#[tokio::test]
async fn short_work_does_not_wait_for_thoughts() {
    let folder = tempfile::tempdir().unwrap();
    let begun = Arc::<AtomicUsize>::default();
    let thinker = Some(Arc::new(Thorough { begun: begun.clone() }) as Arc<dyn Thinker>);
    let house = open_with(folder.path(), Config { thinker, ..Config::default() });
    let ana = guest(&house, "Ana").await;
    let with = konoba_live::With::Engine { level: Level::STRONGEST };
    let laid = house.offer(&ana, offering(with.clone())).await.unwrap();
    let who = Credentials { address: address(1), ..Credentials::guest(ana.id) };
    house.order(laid.table, who, play("c3")).await.unwrap();
    until("it thinks", || begun.load(Ordering::SeqCst) == 1).await;
    house.work(from(1), WorkKind::Study, |_| ()).await.unwrap();
    assert_eq!(figures(&house, WorkKind::Move).running, 1, "the engine still thinks");
    // The figures of jobs say the same, and count those that wait.
    assert_eq!((house.backlog().held, house.backlog().waiting), (1, 0));
    let other = house.offer(&ana, offering(with)).await.unwrap();
    house.order(other.table, who, play("c3")).await.unwrap();
    until("it waits", || (house.backlog().held, house.backlog().waiting) == (1, 1)).await;
}

/// However many games one guest has with the engine, another's move is thought about next.
#[tokio::test]
async fn many_games_of_one_guest_delay_no_other() {
    let folder = tempfile::tempdir().unwrap();
    let thinker = Some(Arc::<Thorough>::default() as Arc<dyn Thinker>);
    let house = open_with(folder.path(), Config { thinker, ..Config::default() });
    let (ana, luka) = (guest(&house, "Ana").await, guest(&house, "Luka").await);
    let with = || offering(konoba_live::With::Engine { level: Level::STRONGEST });
    let mut laid = Vec::new();
    for _ in 0..40 {
        laid.push(house.offer(&ana, with()).await.unwrap().table);
    }
    let own = house.offer(&luka, with()).await.unwrap().table;
    let from = |last, guest| Credentials { address: address(last), ..Credentials::guest(guest) };
    for table in &laid {
        house.order(*table, from(1, ana.id), play("c3")).await.unwrap();
    }
    let answered = || figures(&house, WorkKind::Move).done;
    let before = answered();
    let mut visit = house.visit(own, from(2, luka.id), None).await.unwrap();
    house.order(own, from(2, luka.id), play("c3")).await.unwrap();
    while visit.next().await.unwrap().table.clone().unwrap().history().len() < 2 {}
    // Some of the others may have come before it, since they were first, but not most of them.
    assert!(answered() - before < 20, "{} moves came before it", answered() - before);
}
