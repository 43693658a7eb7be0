//! Houses that share a store: presence is seen everywhere, and an engine thinks at one of them.

#![allow(clippy::unwrap_used, reason = "the lint knows tests, but not what helps them")]

mod common;

use std::ops::RangeInclusive;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use common::double::{Double, Shared};
use common::{guest, offering, play, setup};
use konoba_advice::{Budget, Thinker};
use konoba_live::{
    Analysis, Config, Credentials, House, Offering, Presence, Requester, With, WorkKind,
};
use konoba_rules::{AnyPosition, Level, Record};
use konoba_scene::Advice;
use konoba_store::{Notice, Sqlite};
use konoba_table::{Action, Name, Seat, Table};

/// An engine that plays the first legal move and counts how often it has thought and analysed. The
/// disk is full when it has thought for the first time, and no more when it thinks again, if it is
/// told to see to that.
#[derive(Default)]
struct Counting {
    thoughts: AtomicUsize,
    analyses: AtomicUsize,
    fills: Option<Arc<AtomicBool>>,
}

impl Thinker for Counting {
    fn levels(&self) -> RangeInclusive<Level> {
        Level::WEAKEST..=Level::WEAKEST
    }

    fn name(&self, _: Level) -> Name {
        "Rex".parse().unwrap()
    }

    fn choose(&self, table: &Table, _: Budget<'_>) -> Action {
        let is_first = self.thoughts.fetch_add(1, Ordering::SeqCst) == 0;
        if let Some(disk) = &self.fills {
            disk.store(is_first, Ordering::SeqCst);
        }
        let position = table.position();
        Action::Play(position.moves_of(position.to_move())[0])
    }

    fn advise(&self, position: &AnyPosition, _: Budget<'_>) -> Advice {
        self.analyses.fetch_add(1, Ordering::SeqCst);
        Advice::only(position.moves_of(position.to_move())[0])
    }
}

async fn until(what: &str, mut is_so: impl AsyncFnMut() -> bool) {
    for _ in 0..1000 {
        if is_so().await {
            return;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("{what}");
}

/// Two houses on the same store, with so many threads each.
fn two(
    sqlite: &Arc<Sqlite>,
    shared: &Shared,
    thinker: &Arc<Counting>,
    threads: [usize; 2],
) -> [House; 2] {
    [0, 1].map(|node| {
        let shared = Some(shared.of(node));
        let store = Double::of(sqlite.clone(), shared);
        let thinker = Some(thinker.clone() as Arc<dyn Thinker>);
        let config = Config { thinker, thinking_threads: threads[node], ..Config::default() };
        House::open(Arc::new(store), config)
    })
}

#[tokio::test]
async fn people_at_one_house_are_seen_at_the_other() {
    let folder = tempfile::tempdir().unwrap();
    let sqlite = Arc::new(Sqlite::open(&folder.path().join("konoba.sqlite")).unwrap());
    let [here, there] = two(&sqlite, &Shared::default(), &Arc::default(), [0, 0]);
    let ana = guest(&here, "Ana").await;
    let laid = here.offer(&ana, offering(With::Anyone)).await.unwrap();
    let sits = here.visit(laid.table, Credentials::guest(ana.id), None).await.unwrap();
    let watches = here.visit(laid.table, Credentials::default(), None).await.unwrap();
    let mut told = there.visit(laid.table, Credentials::default(), None).await.unwrap();
    let all = Presence { seats: [true, false], watchers: 2 };
    while told.next().await.unwrap().presence != all {}
    let open = there.lobby().await.unwrap().open.clone();
    assert_eq!(open[0].presence, all, "those who are awake here are not counted twice");
    drop((sits, watches));
    while told.next().await.unwrap().presence != (Presence { watchers: 1, ..Presence::default() }) {
    }
    // When a node shuts down, its clients count as gone.
    let sits = here.visit(laid.table, Credentials::guest(ana.id), None).await.unwrap();
    while !told.next().await.unwrap().presence.seats[0] {}
    here.close().await;
    drop(sits);
    assert!(!there.lobby().await.unwrap().open[0].presence.seats[0]);
}

#[tokio::test]
async fn an_engine_thinks_at_one_house() {
    let folder = tempfile::tempdir().unwrap();
    let sqlite = Arc::new(Sqlite::open(&folder.path().join("konoba.sqlite")).unwrap());
    let (shared, thinker) = (Shared::default(), Arc::<Counting>::default());
    let [serves, works] = two(&sqlite, &shared, &thinker, [0, 1]);
    let ana = guest(&serves, "Ana").await;
    let laid =
        serves.offer(&ana, offering(With::Engine { level: Level::new(1).unwrap() })).await.unwrap();
    serves.order(laid.table, Credentials::guest(ana.id), play("c3")).await.unwrap();
    // No notices are delivered here, and so the other node has to look by itself.
    until("the engine has moved", async || {
        works.look(laid.table).await.unwrap().table.unwrap().history().len() == 2
    })
    .await;
    assert_eq!(thinker.thoughts.load(Ordering::SeqCst), 1);
    until("the job is done", async || shared.jobs() == 0).await;
}

#[tokio::test]
async fn an_engine_begins_at_another_house_where_no_client_comes() {
    let folder = tempfile::tempdir().unwrap();
    let sqlite = Arc::new(Sqlite::open(&folder.path().join("konoba.sqlite")).unwrap());
    let [serves, _works] = two(&sqlite, &Shared::default(), &Arc::default(), [0, 1]);
    let ana = guest(&serves, "Ana").await;
    let offering = offering(With::Engine { level: Level::WEAKEST });
    let offering = Offering { first: Some(Seat::Two), ..offering };
    let table = serves.offer(&ana, offering).await.unwrap().table;
    until("the engine has moved", async || {
        serves.events(table, None).await.unwrap().events.len() == 2
    })
    .await;
}

/// An offer that was accepted at another house no longer counts as open at the house where it was made.
#[tokio::test]
async fn an_offer_accepted_elsewhere_makes_room_for_another() {
    let folder = tempfile::tempdir().unwrap();
    let sqlite = Arc::new(Sqlite::open(&folder.path().join("konoba.sqlite")).unwrap());
    let shared = Shared::default();
    let [here, there] = [0, 1].map(|node| {
        let store = Double::of(sqlite.clone(), Some(shared.of(node)));
        let config = Config { max_offers_of_guest: 1, ..Config::default() };
        House::open(Arc::new(store), config)
    });
    let (ana, luka) = (guest(&here, "Ana").await, guest(&there, "Luka").await);
    let laid = here.offer(&ana, offering(With::Anyone)).await.unwrap();
    let second = here.offer(&ana, offering(With::Anyone)).await;
    assert_eq!(second.unwrap_err().id(), "too-many-offers");
    there.sit(&luka, laid.table, None).await.unwrap();
    until("another offer can be made", async || {
        here.offer(&ana, offering(With::Anyone)).await.is_ok()
    })
    .await;
}

/// What is done at other houses reaches a table here, and does not keep it awake.
#[tokio::test]
async fn a_table_sleeps_while_it_is_played_at_elsewhere() {
    let folder = tempfile::tempdir().unwrap();
    let sqlite = Arc::new(Sqlite::open(&folder.path().join("konoba.sqlite")).unwrap());
    let shared = Shared::default();
    let store = Double::of(sqlite, Some(shared.clone()));
    let config = Config { linger: Duration::from_millis(300), ..Config::default() };
    let house = House::open(Arc::new(store), config);
    let ana = guest(&house, "Ana").await;
    let laid = house.offer(&ana, offering(With::Anyone)).await.unwrap();
    house.look(laid.table).await.unwrap();
    assert_eq!(house.awake(), 1);
    until("it sleeps", async || {
        shared.tell(Notice::Written(laid.table, 1));
        house.awake() == 0
    })
    .await;
}

/// No node thinks, and every node can see that a job waits.
#[tokio::test]
async fn a_job_that_no_node_claims_is_counted() {
    let folder = tempfile::tempdir().unwrap();
    let sqlite = Arc::new(Sqlite::open(&folder.path().join("konoba.sqlite")).unwrap());
    let [serves, other] = two(&sqlite, &Shared::default(), &Arc::default(), [0, 0]);
    let ana = guest(&serves, "Ana").await;
    let laid =
        serves.offer(&ana, offering(With::Engine { level: Level::new(1).unwrap() })).await.unwrap();
    serves.order(laid.table, Credentials::guest(ana.id), play("c3")).await.unwrap();
    until("it is seen", async || other.backlog().waiting == 1).await;
    assert_eq!(other.backlog().held, 0);
}

#[tokio::test]
async fn a_move_of_the_engine_that_cannot_be_kept_is_found_again() {
    // With leases the job is given back, and taken again.
    for shared in [None, Some(Shared::default())] {
        a_move_is_found_again(shared).await;
    }
}

async fn a_move_is_found_again(shared: Option<Shared>) {
    let folder = tempfile::tempdir().unwrap();
    let sqlite = Arc::new(Sqlite::open(&folder.path().join("konoba.sqlite")).unwrap());
    let is_full = Arc::<AtomicBool>::default();
    let thinker = Arc::new(Counting { fills: Some(is_full.clone()), ..Counting::default() });
    let store = Double { is_full, ..Double::of(sqlite, shared) };
    let config = Config { thinker: Some(thinker.clone()), ..Config::default() };
    let house = House::open(Arc::new(store), config);
    let ana = guest(&house, "Ana").await;
    let laid =
        house.offer(&ana, offering(With::Engine { level: Level::new(1).unwrap() })).await.unwrap();
    house.order(laid.table, Credentials::guest(ana.id), play("c3")).await.unwrap();
    until("the engine has moved", async || {
        house.look(laid.table).await.unwrap().table.unwrap().history().len() == 2
    })
    .await;
    assert_eq!(thinker.thoughts.load(Ordering::SeqCst), 2);
}

/// A record of which a position is to be analysed.
fn record() -> String {
    Record::new(setup()).to_sgf()
}

async fn analyse(house: &House) -> Option<Analysis> {
    house.analyse(Requester::house(), &record(), 0).await.unwrap()
}

/// No node thinks, and every client that asks leaves. Nothing is left of their questions, and there is
/// room for the next one.
#[tokio::test]
async fn a_question_does_not_outlive_its_client() {
    let folder = tempfile::tempdir().unwrap();
    let sqlite = Arc::new(Sqlite::open(&folder.path().join("konoba.sqlite")).unwrap());
    let shared = Shared::default();
    let [serves, _] = two(&sqlite, &shared, &Arc::default(), [0, 0]);
    // In the second round there is room again.
    for _ in 0..2 {
        let asks = (0..12).map(|_| {
            let house = serves.clone();
            tokio::spawn(async move { analyse(&house).await.is_some() })
        });
        let asks: Vec<_> = asks.collect();
        let waiting = || {
            let all = serves.work_figures().into_iter();
            all.filter(|of| of.kind == WorkKind::Analysis).map(|of| of.waiting).sum::<usize>()
        };
        until("eight have asked, four wait", async || (shared.questions(), waiting()) == (8, 4))
            .await;
        asks.iter().for_each(tokio::task::JoinHandle::abort);
        until("their questions are forgotten", async || (shared.questions(), waiting()) == (0, 0))
            .await;
    }
}

/// The same question is answered by the engine of a node that thinks.
#[tokio::test]
async fn a_question_is_answered_by_another_house() {
    let folder = tempfile::tempdir().unwrap();
    let sqlite = Arc::new(Sqlite::open(&folder.path().join("konoba.sqlite")).unwrap());
    let (shared, thinker) = (Shared::default(), Arc::<Counting>::default());
    let [serves, _works] = two(&sqlite, &shared, &thinker, [0, 1]);
    assert!(analyse(&serves).await.is_some());
    assert_eq!((thinker.analyses.load(Ordering::SeqCst), shared.questions()), (1, 0));
}

/// What is asked for in a game is counted apart from what is asked about a record.
#[tokio::test]
async fn a_hint_is_counted_as_a_hint() {
    let folder = tempfile::tempdir().unwrap();
    let sqlite = Arc::new(Sqlite::open(&folder.path().join("konoba.sqlite")).unwrap());
    let (shared, thinker) = (Shared::default(), Arc::<Counting>::default());
    let [serves, works] = two(&sqlite, &shared, &thinker, [0, 1]);
    let done = |house: &House, kind| {
        let mut all = house.work_figures().into_iter();
        all.find(|of| of.kind == kind).map_or(0, |of| of.done)
    };
    // The one asks the other, which thinks itself where it is asked directly.
    for house in [&serves, &works] {
        assert!(house.analyse_for_hint(Requester::house(), &record(), 0).await.unwrap().is_some());
    }
    until("both are counted", async || done(&works, WorkKind::Hint) == 2).await;
    until("and so is the question", async || done(&serves, WorkKind::Hint) == 1).await;
    assert_eq!([&serves, &works].map(|house| done(house, WorkKind::Analysis)), [0, 0]);
}

/// A node without threads to think with does not analyse either, where no other node does.
#[tokio::test]
async fn a_house_without_thinkers_analyses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let sqlite = Arc::new(Sqlite::open(&folder.path().join("konoba.sqlite")).unwrap());
    let store = Double::of(sqlite, None);
    let thinker = Arc::<Counting>::default();
    let own = Some(thinker.clone() as Arc<dyn Thinker>);
    let config = Config { thinker: own, thinking_threads: 0, ..Config::default() };
    let house = House::open(Arc::new(store), config);
    assert!(analyse(&house).await.is_none());
    assert_eq!(thinker.analyses.load(Ordering::SeqCst), 0);
}

/// A house whose store takes everything and shows nothing is of no use to players.
#[tokio::test]
async fn a_house_that_can_write_and_not_read_is_not_well() {
    let folder = tempfile::tempdir().unwrap();
    let sqlite = Arc::new(Sqlite::open(&folder.path().join("konoba.sqlite")).unwrap());
    let is_unreadable = Arc::<AtomicBool>::default();
    let store = Double { is_unreadable: is_unreadable.clone(), ..Double::of(sqlite, None) };
    let house = House::open(Arc::new(store), Config::default());
    house.check().await.unwrap();
    is_unreadable.store(true, Ordering::SeqCst);
    assert_eq!(house.check().await.unwrap_err().id(), "store-gone");
}

/// A change of the lobby that cannot be read at once is told when it can be.
#[tokio::test]
async fn a_lobby_that_could_not_be_read_is_told_later() {
    let folder = tempfile::tempdir().unwrap();
    let sqlite = Arc::new(Sqlite::open(&folder.path().join("konoba.sqlite")).unwrap());
    let unreadable_lists = Arc::<AtomicUsize>::default();
    let shared = Some(Shared::default());
    let store = Double { unreadable_lists: unreadable_lists.clone(), ..Double::of(sqlite, shared) };
    let house = House::open(Arc::new(store), Config::default());
    let ana = guest(&house, "Ana").await;
    let mut lobby = house.follow_lobby();
    assert!(lobby.next().await.open.is_empty());
    house.offer(&ana, offering(With::Anyone)).await.unwrap();
    unreadable_lists.store(1, Ordering::SeqCst);
    let told = tokio::time::timeout(Duration::from_secs(20), lobby.next()).await;
    assert_eq!(told.expect("the change is not lost").open.len(), 1);
}

/// The lobby is read once for all clients that follow it, and told to all of them.
#[tokio::test]
async fn the_lobby_is_read_once_for_all_clients() {
    let folder = tempfile::tempdir().unwrap();
    let sqlite = Arc::new(Sqlite::open(&folder.path().join("konoba.sqlite")).unwrap());
    let lists = Arc::<AtomicUsize>::default();
    let shared = Some(Shared::default());
    let store = Double { lists: lists.clone(), ..Double::of(sqlite, shared) };
    let house = House::open(Arc::new(store), Config::default());
    let ana = guest(&house, "Ana").await;
    let mut feeds: Vec<_> = (0..50).map(|_| house.follow_lobby()).collect();
    for feed in &mut feeds {
        assert!(feed.next().await.open.is_empty());
    }
    let before = lists.load(Ordering::SeqCst);
    house.offer(&ana, offering(With::Anyone)).await.unwrap();
    let mut told = Vec::new();
    for feed in &mut feeds {
        let lobby = feed.next().await;
        assert_eq!(lobby.open.len(), 1);
        told.push(lobby.text(|| format!("made for {}", told.len()).into()));
    }
    // A slow machine may need more than one reading, but never one for each.
    let read = lists.load(Ordering::SeqCst) - before;
    assert!(read < 20, "{read} lists were read for {} feeds", feeds.len());
    assert!(told.windows(2).filter(|two| two[0] != two[1]).count() < 10);
}
