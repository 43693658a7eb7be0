//! A guest who logs out, replaces the secrets or is deleted holds no seat any more, at once and at
//! every table.

#![allow(clippy::unwrap_used, reason = "the lint knows tests, but not what helps them")]

mod common;

use common::double::{Double, Shared};
use common::{Game, guest, offering, open, play};
use konoba_live::{Config, Credentials, House, KeyId, Order, SeatCode, Token, With};
use konoba_store::{Notice, Sqlite};
use konoba_table::{Action, Seat, Table, TimeControl};
use std::sync::Arc;
use std::sync::atomic::Ordering;

fn by_code(code: &SeatCode) -> Credentials {
    Credentials { code: Some(code.digest()), ..Credentials::default() }
}

#[tokio::test]
async fn a_guest_who_logs_out_loses_the_seat_at_once_and_comes_back_by_the_code() {
    let folder = tempfile::tempdir().unwrap();
    let house = open(folder.path());
    let game = Game::begin(&house, TimeControl::None).await;
    let (table, code) = (game.laid.table, by_code(&game.laid.code));
    let since = Some(house.sign_in_time());
    let recognised = Credentials { since, ..game.who(Seat::One) };
    let mut by_cookie = house.visit(table, recognised, None).await.unwrap();
    let with_code = house.visit(table, code, None).await.unwrap();
    let luka = house.visit(table, game.who(Seat::Two), None).await.unwrap();
    let watcher = house.visit(table, Credentials::default(), None).await.unwrap();
    assert!(!by_cookie.is_signed_out());
    house.sign_out(game.ana.id, &Token::random()).await.unwrap();
    assert!(by_cookie.is_signed_out() && with_code.is_signed_out());
    while by_cookie.next().await.is_some() {}
    assert!(!luka.is_signed_out() && !watcher.is_signed_out());
    // A request that was recognised before that is refused, however late it comes.
    let late = house.visit(table, recognised, None).await.unwrap_err();
    assert_eq!(late.id(), "signed-out");
    let back = house.visit(table, code, None).await.unwrap();
    assert!(back.seats.contains(Seat::One) && !back.is_signed_out());
    house.order(table, code, play("c3")).await.unwrap();
}

/// A visitor who watches as a guest who logs out does not act for that guest later, at a seat that is taken meanwhile.
#[tokio::test]
async fn a_watcher_is_the_guest_until_the_log_out() {
    let folder = tempfile::tempdir().unwrap();
    let house = open(folder.path());
    let (ana, luka) = (guest(&house, "Ana").await, guest(&house, "Luka").await);
    let laid = house.offer(&ana, offering(With::Anyone)).await.unwrap();
    let since = Some(house.sign_in_time());
    let mut stolen = Credentials { since, ..Credentials::guest(luka.id) };
    let mut visit = house.visit(laid.table, stolen, None).await.unwrap();
    assert!(visit.seats.is_empty());
    house.revoke(luka.id).await.unwrap();
    while visit.next().await.is_some() {}
    assert!(visit.is_signed_out());
    house.sit(&luka, laid.table, None).await.unwrap();
    let again = house.visit_again(&mut visit, laid.table, &mut stolen, None).await;
    assert_eq!(again.unwrap_err().id(), "signed-out");
}

/// A device that has not logged out is recognised again, and so is the code of a seat. The device that has is not, although
/// it has shown a code too; and after everything was replaced nothing is.
#[tokio::test]
async fn other_devices_stay_logged_in() {
    let folder = tempfile::tempdir().unwrap();
    let house = open(folder.path());
    let (ana, phone) = house.welcome("Ana".parse().unwrap()).await.unwrap();
    let code = house.link_device(ana.id).await.unwrap();
    let (_, desk) = house.continue_here(&code).await.unwrap().unwrap();
    let laid = house.offer(&ana, offering(With::Friend)).await.unwrap();
    let since = Some(house.sign_in_time());
    let at = |device: &Token| Credentials {
        device: Some(device.digest()),
        since,
        ..Credentials::guest(ana.id)
    };
    let with_code = by_code(&laid.code);
    let gone = Credentials { code: with_code.code, ..at(&phone) };
    let mut visits = Vec::new();
    for who in [at(&desk), with_code, gone] {
        visits.push((house.visit(laid.table, who, None).await.unwrap(), who));
    }
    house.sign_out(ana.id, &phone).await.unwrap();
    let mut again = Vec::new();
    for (visit, who) in &mut visits {
        assert!(visit.is_signed_out());
        let visited = house.visit_again(visit, laid.table, who, None).await;
        again.push(visited.map_err(|why| why.id()));
    }
    assert_eq!(again, [Ok(()), Ok(()), Err("signed-out")]);
    // From then on the device is as good as one that comes now.
    house.visit(laid.table, visits[0].1, None).await.unwrap();
    house.revoke(ana.id).await.unwrap();
    for (visit, who) in &mut visits {
        let refused = house.visit_again(visit, laid.table, who, None).await.unwrap_err();
        assert_eq!(refused.id(), "signed-out");
    }
}

/// Codes are worthless afterwards, also at a table that is much older than many others.
#[tokio::test]
async fn every_table_hears_that_the_codes_were_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let house = open(folder.path());
    let first = Game::begin(&house, TimeControl::None).await;
    for _ in 0..30 {
        house.offer(&first.ana, offering(With::Friend)).await.unwrap();
    }
    let stolen = by_code(&first.laid.code);
    let visit = house.visit(first.laid.table, stolen, None).await.unwrap();
    let (_, code) = house.revoke(first.ana.id).await.unwrap();
    assert!(visit.is_signed_out());
    let refused = house.order(first.laid.table, stolen, play("c3")).await.unwrap_err();
    assert_eq!(refused.id(), "not-seated");
    house.order(first.laid.table, by_code(&code), play("c3")).await.unwrap();
    // A name is gone everywhere too.
    let mut watcher = house.visit(first.laid.table, Credentials::default(), None).await.unwrap();
    house.forget(first.ana.id).await.unwrap();
    let name = |table: &Table| table.player(Seat::One).name.to_string();
    while watcher.next().await.unwrap().table.as_deref().map(name).as_deref() != Some("Guest") {}
}

/// The database may have written the new secrets although its answer was lost: they are not replaced by others then.
#[tokio::test]
async fn an_answer_of_the_database_that_is_lost_does_not_lose_the_guest() {
    let folder = tempfile::tempdir().unwrap();
    let sqlite = Arc::new(Sqlite::open(&folder.path().join("konoba.sqlite")).unwrap());
    let store = Double::of(sqlite, None);
    let unsure = store.unsure_renewals.clone();
    let house = House::open(Arc::new(store), Config::default());
    let ana = guest(&house, "Ana").await;
    unsure.store(1, Ordering::SeqCst);
    let (token, _) = house.revoke(ana.id).await.unwrap();
    assert_eq!(house.guest(&token).await.unwrap(), Some(ana));
}

/// A client may leave before its request is answered. What was written counts at once all the same, also for connections that
/// are open.
#[tokio::test]
async fn a_log_out_whose_client_has_gone_holds() {
    let folder = tempfile::tempdir().unwrap();
    let house = open(folder.path());
    let mara = guest(&house, "Mara").await;
    let code = house.link_device(mara.id).await.unwrap();
    for leaves in 0..4 {
        let game = Game::begin(&house, TimeControl::None).await;
        let ana = game.ana.id;
        let mut visit = house.visit(game.laid.table, game.who(Seat::One), None).await.unwrap();
        match leaves {
            0 => begin(house.sign_out(ana, &Token::random())).await,
            1 => begin(house.revoke(ana)).await,
            2 => begin(house.forget(ana)).await,
            _ => begin(house.link_person(&code, None, Some(ana))).await,
        }
        while visit.next().await.is_some() {}
        assert!(visit.is_signed_out());
    }
}

/// Begins something and drops it before it is done.
async fn begin<T>(request: impl Future<Output = T>) {
    tokio::select! {
        biased;
        _ = request => {}
        () = std::future::ready(()) => {}
    }
}

/// An opponent may sit down in the moment in which the one who waits is deleted: the game is over then, not waited in for ever.
#[tokio::test]
async fn who_is_deleted_while_an_opponent_sits_down_leaves_no_game_behind() {
    let folder = tempfile::tempdir().unwrap();
    let house = open(folder.path());
    let luka = guest(&house, "Luka").await;
    let mut begun = 0;
    for _ in 0..20 {
        let ana = guest(&house, "Ana").await;
        let laid = house.offer(&ana, offering(With::Anyone)).await.unwrap();
        let (forgotten, seated) =
            tokio::join!(house.forget(ana.id), house.sit(&luka, laid.table, None));
        forgotten.unwrap();
        if seated.is_ok() {
            begun += 1;
            let update = house.look(laid.table).await.unwrap();
            assert!(update.table.as_ref().is_some_and(|table| table.is_over()), "the game goes on");
        }
    }
    assert!(begun > 0, "no opponent was fast enough");
}

/// Two guests become one by a code: those who spoke for the first do not any more, and the other holds all seats, also at
/// a table that is awake.
#[tokio::test]
async fn two_guests_become_one() {
    let folder = tempfile::tempdir().unwrap();
    let house = open(folder.path());
    let game = Game::begin(&house, TimeControl::None).await;
    let (table, key) = (game.laid.table, KeyId::of(&[7; 32]));
    let visit = house.visit(table, game.who(Seat::One), None).await.unwrap();
    let browser = guest(&house, "Mara").await;
    let code = house.link_device(browser.id).await.unwrap();
    let linked = house.link_person(&code, Some(key), Some(game.ana.id)).await.unwrap();
    assert_eq!(linked.as_ref(), Some(&browser));
    assert!(visit.is_signed_out());
    assert_eq!(house.guest_with_key(key).await.unwrap().as_ref(), Some(&browser));
    house.order(table, Credentials::guest(browser.id), play("c3")).await.unwrap();
    let refused = house.order(table, game.who(Seat::One), play("a1")).await.unwrap_err();
    assert_eq!(refused.id(), "not-seated");
    // The code was good once. A wrong one signs out no one.
    let luka = house.visit(table, game.who(Seat::Two), None).await.unwrap();
    assert_eq!(house.link_person(&code, None, Some(game.luka.id)).await.unwrap(), None);
    assert!(!luka.is_signed_out());
    // The table hears of what becomes of its new holder.
    let mara = house.visit(table, Credentials::guest(browser.id), None).await.unwrap();
    let (_, code) = house.revoke(browser.id).await.unwrap();
    assert!(mara.is_signed_out());
    house.order(table, by_code(&code), Order::new(Action::Resign)).await.unwrap();
}

/// Another machine has replaced the secrets. Its notice may come twice.
#[tokio::test]
async fn a_guest_who_logs_out_at_another_node_loses_the_seat_here() {
    let folder = tempfile::tempdir().unwrap();
    let sqlite = Arc::new(Sqlite::open(&folder.path().join("konoba.sqlite")).unwrap());
    let shared = Shared::default();
    let store = Double::of(sqlite, Some(shared.clone()));
    let house = House::open(Arc::new(store), Config::default());
    let ana = guest(&house, "Ana").await;
    let laid = house.offer(&ana, offering(With::Friend)).await.unwrap();
    let who = Credentials::guest(ana.id);
    let mut visit = house.visit(laid.table, who, None).await.unwrap();
    shared.tell(Notice::Renewed(ana.id, 1));
    while visit.next().await.is_some() {}
    assert!(visit.is_signed_out());
    let mut again = house.visit(laid.table, who, None).await.unwrap();
    shared.tell(Notice::Renewed(ana.id, 1));
    shared.tell(Notice::Written(laid.table, 0));
    let _other = house.visit(laid.table, Credentials::default(), None).await.unwrap();
    assert!(again.next().await.is_some(), "the update that another client has come");
    assert!(!again.is_signed_out());
}
