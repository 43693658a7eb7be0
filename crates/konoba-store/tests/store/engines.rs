//! Tables at which the move of an engine is awaited.

use konoba_store::{Asker, Job};

use crate::suite::Storage;
use crate::tables::table;

pub(crate) fn finds_awaited_engines(storage: &dyn Storage) {
    let store = storage.open();
    let ids = [1, 2, 3, 4, 5, 6].map(|number| table(store.as_ref(), number).0);
    for (id, (opponent, standing, to_move, deadline)) in ids.into_iter().zip([
        ("engine", "playing", 2, 900),
        ("engine", "playing", 1, 100),
        ("friend", "playing", 2, 100),
        ("engine", "over", 2, 100),
        ("engine", "playing", 2, 500),
        ("engine", "playing", 2, 700),
    ]) {
        storage.execute(&format!(
            "update tables set opponent = '{opponent}', standing = '{standing}', level = 1,
                to_move = {to_move}, deadline = {deadline} where id = '{id}'"
        ));
    }
    let found = |skipped, limit| store.awaiting_engines(skipped, limit).wait().unwrap();
    assert_eq!(found(0, 9), [ids[4], ids[5], ids[0]]);
    assert_eq!((found(0, 2), found(2, 2)), (vec![ids[4], ids[5]], vec![ids[0]]));
    let entry = |id| store.read(id, 0).wait().unwrap().unwrap().entry;
    assert!(entry(ids[0]).awaits_engine() && !entry(ids[1]).awaits_engine());
    if let Some(leases) = store.leases() {
        // A node that has time finds it there.
        leases.want(Job { table: ids[5], version: 1 }, Asker::default()).wait().unwrap();
        assert_eq!(found(0, 9), [ids[4], ids[0]]);
    }
}
