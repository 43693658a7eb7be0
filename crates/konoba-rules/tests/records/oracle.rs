//! A reader by other people finds the same tree in what is written here.

use konoba_rules::record::NodeId;
use konoba_rules::{Record, Side};
use sgf_parse::unknown_game::Prop;
use sgf_parse::{GameTree, SgfNode};

use crate::odd::{self, Dice};

#[test]
fn sgf_parse_reads_the_same_tree() {
    let mut dice = Dice::new(4);
    for setup in odd::setups() {
        let record = odd::record(&mut dice, setup, 50);
        let sgf = record.to_sgf();
        match &sgf_parse::parse(&sgf).unwrap_or_else(|error| panic!("{error}\n{sgf}"))[..] {
            [GameTree::Unknown(root)] => check(&record, NodeId::ROOT, root),
            other => panic!("{} games\n{sgf}", other.len()),
        }
    }
}

fn check(record: &Record, id: NodeId, theirs: &SgfNode<Prop>) {
    let ours = record.node(id);
    let written = ours.mv().map(|mv| mv.written(record.setup().spec).to_string());
    for (side, property) in Side::BOTH.into_iter().zip(["B", "W"]) {
        let expected = written.as_ref().filter(|_| ours.side() == Some(side));
        let found = match theirs.get_property(property) {
            Some(Prop::B(mv) | Prop::W(mv)) => Some(mv),
            _ => None,
        };
        assert_eq!(found, expected);
    }
    assert_eq!(theirs.get_property("C").is_some(), !ours.comment().is_empty());
    assert_eq!(theirs.children().count(), ours.children().len());
    for (child, their_child) in ours.children().iter().zip(theirs.children()) {
        check(record, *child, their_child);
    }
}
