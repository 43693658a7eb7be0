//! `prune` removes what is old and unfinished, and nothing else.

use crate::data::{Data, killed, table};

#[test]
fn what_is_old_and_unfinished_goes_and_finished_games_stay() {
    let data = Data::with(8);
    data.connection()
        .execute(
            "update tables set next = ?1 where id = ?2",
            [table(2).to_string(), table(1).to_string()],
        )
        .unwrap();
    let whole = data.content();
    let said = data.done(&["prune"]);
    assert!(said.contains("2 offers, 4 games and 1 guest; nothing was changed"), "{said}");
    assert_eq!(data.content(), whole);
    assert!(
        data.done(&[
            "prune", "--games", "100000", "--offers", "100000", "--guests", "100000", "--write"
        ])
        .contains("0 offers, 0 games and 0 guests removed")
    );
    assert_eq!(data.content(), whole);
    data.done(&["prune", "--write"]);
    assert_eq!(data.count("tables where standing = 'over'"), 2);
    assert_eq!(data.count("tables"), 2);
    assert_eq!(data.count("tables where next is not null"), 0);
    assert_eq!(data.count("guests"), 2, "those who hold a seat stay");
    data.done(&["check"]);
}

#[test]
fn killed_it_leaves_the_data_as_before_or_as_after() {
    let data = Data::with(400);
    let before = data.content();
    let after = {
        let twin = Data::with(400);
        twin.done(&["prune", "--write"]);
        twin.content()
    };
    killed(
        || data.command(&["prune", "--write"]),
        || {
            let now = data.content();
            assert!(now == before || now == after, "a part of it");
        },
    );
}
