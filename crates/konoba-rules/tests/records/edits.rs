//! Changing a record after the fact: taking out, putting first, and notes.

use konoba_rules::record::{Full, MAX_TEXT_BYTES, NodeId, Outcome};
use konoba_rules::{Move, Record, Side};

fn place(text: &str) -> Move {
    Move::Place(text.parse().unwrap())
}

/// A game that Black wins by `a3`, with `c3` beside it, and the two nodes.
fn won() -> (Record, [NodeId; 2]) {
    let mut record = Record::new("konobi:3,nopie".parse().unwrap());
    let mut at = NodeId::ROOT;
    for mv in ["a1", "b1", "a2", "b2"] {
        at = record.play(at, place(mv)).unwrap();
    }
    let ends = ["a3", "c3"].map(|mv| record.play(at, place(mv)).unwrap());
    (record, ends)
}

fn read_back(record: &Record) -> Record {
    Record::from_sgf(record.to_sgf().as_bytes()).unwrap()
}

#[test]
fn what_is_taken_out_is_gone_with_all_that_follows() {
    let (mut record, [win, other]) = won();
    let first = record.main_line().next().unwrap();
    assert!(record.remove(win));
    assert!(!record.contains(win) && record.contains(other));
    assert_eq!(record.last(), other);
    assert_eq!(read_back(&record), record);
    assert!(!record.remove(win), "it is gone already");
    assert!(record.remove(first));
    assert!(!record.contains(other));
    assert_eq!(record.walk().count(), 1);
    assert_eq!(record, Record::new(record.setup()));
    assert!(!record.remove(NodeId::ROOT), "the root stays");
    // What was there can be played again.
    let again = record.play(NodeId::ROOT, place("a1")).unwrap();
    assert!(record.contains(again) && again != first);
}

#[test]
fn the_main_line_and_its_outcome_follow_the_first_variation() {
    let (mut record, [win, other]) = won();
    assert!(!record.promote(win), "it is first already");
    assert!(!record.promote(NodeId::ROOT));
    assert!(record.promote(other));
    assert_eq!((record.last(), record.outcome()), (other, None));
    assert_eq!(read_back(&record), record);
    assert!(record.promote(win));
    assert_eq!(record.outcome(), Some(&Outcome::on_board(Side::First)));
    assert_eq!(record, won().0);
    record.remove(win);
    assert_eq!(record.outcome(), None);
    // An end that the board knows nothing of is not forgotten.
    let resigned = Outcome::read("W+R").unwrap();
    record.conclude(resigned.clone()).unwrap();
    record.remove(other);
    assert_eq!(record.outcome(), Some(&resigned));
}

#[test]
fn the_order_of_the_other_variations_is_kept() {
    let mut record = Record::new("konobi:3".parse().unwrap());
    let nodes = ["a1", "b1", "c1", "a2"].map(|mv| record.play(NodeId::ROOT, place(mv)).unwrap());
    record.promote(nodes[2]);
    let expected = [nodes[2], nodes[0], nodes[1], nodes[3]];
    assert_eq!(record.node(NodeId::ROOT).children(), expected);
}

#[test]
fn notes_are_replaced_and_come_back_from_a_file() {
    let mut record = Record::new("konobi:3".parse().unwrap());
    let plain = record.clone();
    let text = "c4 [d5] \\ e6\nf7";
    record.note(NodeId::ROOT, "PV", Some("first")).unwrap();
    record.note(NodeId::ROOT, "XYZ", Some("")).unwrap();
    record.note(NodeId::ROOT, "PV", Some(text)).unwrap();
    let read = read_back(&record);
    assert_eq!(read, record);
    assert_eq!(read.noted(NodeId::ROOT, "PV").as_deref(), Some(text));
    assert_eq!(read.noted(NodeId::ROOT, "XYZ").as_deref(), Some(""));
    assert_eq!(read.noted(NodeId::ROOT, "ABC"), None);
    record.note(NodeId::ROOT, "PV", None).unwrap();
    record.note(NodeId::ROOT, "XYZ", None).unwrap();
    assert_eq!(record, plain);
}

#[test]
fn notes_have_bounds_and_give_their_room_back() {
    let mut record = Record::new("konobi:3".parse().unwrap());
    let node = record.play(NodeId::ROOT, place("a1")).unwrap();
    let most = "x".repeat(MAX_TEXT_BYTES - "PV[]".len());
    for _ in 0..3 {
        record.note(node, "PV", Some(&most)).unwrap();
    }
    assert_eq!(record.annotate(NodeId::ROOT, "y"), Err(Full));
    assert_eq!(record.note(node, "PV", Some(&format!("{most}x"))), Err(Full));
    assert_eq!(record.noted(node, "PV").as_ref(), Some(&most), "a refused note changes nothing");
    record.remove(node);
    record.annotate(NodeId::ROOT, &"y".repeat(MAX_TEXT_BYTES)).unwrap();
    assert_eq!(record.note(NodeId::ROOT, "PV", Some("")), Err(Full));
}

#[test]
fn a_program_may_not_write_in_our_place() {
    for id in ["B", "WL", "PB", "SU", "RE", "C", "", "pv", "A1"] {
        let mut record = Record::new("konobi:3".parse().unwrap());
        let note = std::panic::AssertUnwindSafe(|| record.note(NodeId::ROOT, id, Some("text")));
        assert!(std::panic::catch_unwind(note).is_err(), "{id:?} is not free");
    }
}
