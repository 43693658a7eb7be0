//! Which games are listed, and about which games the engine gives no advice.

#![allow(clippy::unwrap_used, reason = "the lint knows tests, but not what helps them")]

mod common;

use common::{guest, offering, open, play, setup};
use konoba_live::{Credentials, House, Offering, Order, Visibility, With, fingerprints_of_record};
use konoba_rules::{Move, Record, Symmetry};
use konoba_store::TableId;
use konoba_table::{Action, Seat, Wish};

/// A game by link between two guests, and who they are.
async fn by_link(house: &House, visibility: Visibility) -> (TableId, [Credentials; 2]) {
    let (ana, luka) = (guest(house, "Ana").await, guest(house, "Luka").await);
    let offering = Offering { visibility, ..offering(With::Friend) };
    let laid = house.offer(&ana, offering).await.unwrap();
    house.sit(&luka, laid.table, laid.invitation.as_ref()).await.unwrap();
    (laid.table, [ana, luka].map(|guest| Credentials::guest(guest.id)))
}

async fn listed(house: &House) -> Vec<TableId> {
    let lobby = house.lobby().await.unwrap();
    lobby.open.iter().chain(&lobby.live).map(|listed| listed.entry.id).collect()
}

#[tokio::test]
async fn a_game_by_link_is_listed_nowhere_unless_that_was_chosen() {
    let folder = tempfile::tempdir().unwrap();
    let house = open(folder.path());
    let (private, who) = by_link(&house, Visibility::Private).await;
    assert_eq!(listed(&house).await, []);
    // Its link is enough to watch it.
    house.visit(private, Credentials::default(), None).await.unwrap();
    // The next game of the same people is as private.
    house.order(private, who[0], Order::new(Action::Resign)).await.unwrap();
    for who in who {
        house.order(private, who, Order::new(Action::Ask(Wish::Rematch))).await.unwrap();
    }
    let next = house.look(private).await.unwrap().entry.next.unwrap();
    assert_eq!(house.look(next).await.unwrap().entry.offer.visibility, Visibility::Private);
    assert_eq!(listed(&house).await, []);
    let (public, _) = by_link(&house, Visibility::Public).await;
    assert_eq!(listed(&house).await, [public]);
    house.close().await;
}

#[tokio::test]
async fn an_open_game_is_public() {
    let folder = tempfile::tempdir().unwrap();
    let house = open(folder.path());
    let ana = guest(&house, "Ana").await;
    let hidden = Offering { visibility: Visibility::Private, ..offering(With::Anyone) };
    assert_eq!(house.offer(&ana, hidden).await.unwrap_err().id(), "open-is-public");
    let laid = house.offer(&ana, Offering::new(setup(), With::Anyone)).await.unwrap();
    assert_eq!(listed(&house).await, [laid.table]);
    house.sit(&guest(&house, "Luka").await, laid.table, None).await.unwrap();
    assert_eq!(listed(&house).await, [laid.table]);
    for with in [With::Friend, With::SameScreen("Iva".parse().unwrap())] {
        let offering = Offering::new(setup(), with);
        assert_eq!(offering.visibility, Visibility::Private, "{:?}", offering.with);
    }
    house.close().await;
}

/// A record of these moves, as a symmetry shows them.
fn record(moves: &[&str], symmetry: Symmetry) -> Record {
    let mut record = Record::new(setup());
    let mut cursor = record.cursor_at(konoba_rules::record::NodeId::ROOT);
    for text in moves {
        let mv = symmetry.mv(Move::read(text, setup().spec).unwrap(), setup().size);
        record.play_on(&mut cursor, mv).unwrap();
    }
    record
}

async fn refusal(house: &House, record: &Record) -> Option<&'static str> {
    let last = record.main_line().last().unwrap();
    let positions = fingerprints_of_record(record, last);
    house.check_fair_play(positions).await.err().map(|error| error.id())
}

#[tokio::test]
async fn no_engine_is_asked_about_a_game_between_people_that_goes_on() {
    const MOVES: [&str; 4] = ["c3", "b2", "c4", "d1"];
    let folder = tempfile::tempdir().unwrap();
    let house = open(folder.path());
    let (table, who) = by_link(&house, Visibility::Private).await;
    for (number, mv) in MOVES.into_iter().enumerate() {
        let own = record(&MOVES[..=number], Symmetry::IDENTITY);
        assert_eq!(refusal(&house, &own).await, None, "the game has not come to {mv}");
        house.order(table, who[number % 2], play(mv)).await.unwrap();
    }
    let unchanged = Symmetry::IDENTITY;
    let mirrored = Symmetry { mirrors_columns: true, ..unchanged };
    let turned = Symmetry { mirrors_rows: true, ..mirrored };
    for symmetry in [unchanged, mirrored, turned] {
        assert_eq!(refusal(&house, &record(&MOVES, symmetry)).await, Some("fair-play"));
    }
    // What may come next, the same by another order of moves, and the same without a swap.
    let next = [&MOVES[..], &["e5", "a5"]].concat();
    assert_eq!(refusal(&house, &record(&next, unchanged)).await, Some("fair-play"));
    let otherwise = ["c4", "d1", "c3", "b2"];
    assert_eq!(refusal(&house, &record(&otherwise, unchanged)).await, Some("fair-play"));
    // Where the game began, and another game.
    assert_eq!(refusal(&house, &record(&MOVES[..3], unchanged)).await, None);
    assert_eq!(refusal(&house, &record(&["c3", "b2", "c4", "e1"], unchanged)).await, None);
    // After the end it is free; so is a game at one screen.
    house.order(table, who[0], Order::new(Action::Resign)).await.unwrap();
    assert_eq!(refusal(&house, &record(&MOVES, unchanged)).await, None);
    let ana = guest(&house, "Ana").await;
    let together = offering(With::SameScreen("Iva".parse().unwrap()));
    let laid = house.offer(&ana, Offering { first: Some(Seat::One), ..together }).await.unwrap();
    for mv in MOVES {
        house.order(laid.table, Credentials::guest(ana.id), play(mv)).await.unwrap();
    }
    assert_eq!(refusal(&house, &record(&MOVES, unchanged)).await, None);
    house.close().await;
}
