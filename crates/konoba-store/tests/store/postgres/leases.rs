//! What nodes let one another know, and for how long it is believed.

use std::collections::BTreeSet;

use konoba_store::{
    Asker, Backlog, Claimed, GuestId, Job, Leases, Notice, Presence, Question, QuestionId,
    Questions, Store, TableId,
};

use super::heard;
use crate::database::Database;

const TABLE: TableId = TableId::from_bytes([1; 10]);
const OTHER: TableId = TableId::from_bytes([2; 10]);

fn there(seats: [bool; 2], watchers: u32) -> Presence {
    Presence { seats, watchers }
}

fn elsewhere(leases: &dyn Leases) -> Vec<(TableId, Presence)> {
    let mut found = leases.elsewhere(vec![TABLE, OTHER]).wait().unwrap();
    found.sort_by_key(|(table, _)| *table);
    found
}

#[test]
fn presence_is_known_at_every_node_until_the_clients_node_is_silent() {
    let Some(database) = Database::create() else { return };
    let [one, two, three] = [database.store(), database.store(), database.store()];
    assert_eq!(elsewhere(&one), []);
    one.attend(vec![(TABLE, there([true, false], 1)), (OTHER, there([false, true], 0))])
        .wait()
        .unwrap();
    two.attend(vec![(TABLE, there([false, true], 2))]).wait().unwrap();
    assert_eq!(
        elsewhere(&three),
        [(TABLE, there([true, true], 3)), (OTHER, there([false, true], 0))]
    );
    assert_eq!(elsewhere(&one), [(TABLE, there([false, true], 2))], "its own are not elsewhere");
    assert_eq!(three.elsewhere(vec![OTHER]).wait().unwrap().len(), 1);
    // A client leaves one table, and a client comes to watch at the other.
    one.attend(vec![(OTHER, there([false, true], 1))]).wait().unwrap();
    assert_eq!(
        elsewhere(&three),
        [(TABLE, there([false, true], 2)), (OTHER, there([false, true], 1))]
    );
    // All are silent until one says again who is there.
    database.execute("update nodes set until = now() - interval '1 second'");
    assert_eq!(elsewhere(&three), []);
    two.attend(vec![(TABLE, there([false, true], 2))]).wait().unwrap();
    assert_eq!(elsewhere(&three), [(TABLE, there([false, true], 2))]);
    // A node has no clients left.
    two.attend(Vec::new()).wait().unwrap();
    assert_eq!(elsewhere(&three), []);
    // The rows of a node that died are deleted by another.
    database.execute("update nodes set until = now() - interval '1 hour'");
    three.attend(vec![(TABLE, there([true, false], 0))]).wait().unwrap();
    database.execute(
        "do $$ begin assert (select count(*) from nodes) = 1; end $$;
        do $$ begin assert (select count(*) from presence) = 1; end $$",
    );
}

#[test]
fn a_job_is_held_by_one_node_until_it_is_silent() {
    let Some(database) = Database::create() else { return };
    let [one, two] = [database.store(), database.store()];
    let mut notices = two.notices().unwrap();
    heard(&mut notices, Notice::Missed);
    let job = Job { table: TABLE, version: 2 };
    let claim = |leases: &dyn Leases, held: &[Job]| leases.claim(held.to_vec(), 5).wait().unwrap();
    let nothing = |held| Claimed { held, ..Claimed::default() };
    one.want(job, Asker::default()).wait().unwrap();
    two.want(job, Asker::default()).wait().unwrap();
    heard(&mut notices, Notice::JobsWaiting);
    database.execute("update jobs set asked = asked - interval '1 minute'");
    let waits = one.backlog().wait().unwrap();
    assert_eq!((waits.held, waits.waiting), (0, 1));
    assert!((60..90).contains(&waits.longest.as_secs()), "{waits:?}");
    assert_eq!(claim(&one, &[]), Claimed { jobs: vec![job], held: 1, waiting: 0 });
    assert_eq!(claim(&two, &[]), nothing(1));
    assert_eq!(two.backlog().wait().unwrap(), Backlog { held: 1, ..Backlog::default() });
    // One that is held on to stays held, one that is not is taken over.
    let age = "update jobs set until = until - interval '4 seconds'";
    for _ in 0..3 {
        database.execute(age);
        assert_eq!(claim(&one, &[job]), nothing(1));
    }
    database.execute(age);
    assert_eq!(claim(&one, &[]), nothing(1));
    database.execute(age);
    assert_eq!(claim(&two, &[]).jobs, [job]);
    // A node that renews too late no longer holds the job.
    database.execute(age);
    assert_eq!(claim(&one, &[job]), nothing(1));
    // A job that is given back is announced, and claimed at once.
    two.release().wait().unwrap();
    heard(&mut notices, Notice::JobsWaiting);
    assert_eq!(claim(&one, &[]).jobs, [job]);
    // A node cannot give back what another node holds.
    two.give_back(job).wait().unwrap();
    assert_eq!(claim(&two, &[]).jobs, []);
    one.give_back(job).wait().unwrap();
    heard(&mut notices, Notice::JobsWaiting);
    assert_eq!(claim(&one, &[]).jobs, [job]);
    // A later version is another job, and an earlier one is none.
    let later = Job { version: 4, ..job };
    two.want(later, Asker::default()).wait().unwrap();
    two.want(job, Asker::default()).wait().unwrap();
    one.finish(job).wait().unwrap();
    assert_eq!(claim(&two, &[]).jobs, [later]);
    two.finish(later).wait().unwrap();
    database.execute(age);
    database.execute(age);
    assert_eq!(claim(&one, &[]), nothing(0));
}

/// Nodes that take at the same time take different jobs, and all of them.
#[test]
fn nodes_that_claim_jobs_at_once_skip_each_others() {
    let Some(database) = Database::create() else { return };
    let nodes = [database.store(), database.store(), database.store()];
    let jobs = (0..60).map(|number| Job { table: TableId::from_bytes([number; 10]), version: 1 });
    let wanted: Vec<_> = jobs.map(|job| nodes[0].want(job, Asker::default())).collect();
    wanted.into_iter().for_each(|wanted| wanted.wait().unwrap());
    let mut taken = Vec::new();
    while taken.len() < 60 {
        let claims = nodes.each_ref().map(|node| node.claim(Vec::new(), 7));
        let claims = claims.map(|claim| claim.wait().unwrap());
        let before = taken.len();
        taken.extend(claims.into_iter().flat_map(|claim| claim.jobs));
        assert!(taken.len() > before, "some are left, and no node claims them");
    }
    let different: BTreeSet<TableId> = taken.iter().map(|job| job.table).collect();
    assert_eq!((taken.len(), different.len()), (60, 60));
}

/// One guest waits for fifty moves of the engine, another of the same address for two, and a third of
/// another address for one. No guest waits for all that another has asked for.
#[test]
fn those_who_wait_for_engines_take_turns_at_all_nodes_together() {
    let Some(database) = Database::create() else { return };
    let [one, two] = [database.store(), database.store()];
    let asker = |address, guest| Asker { address: Some(address), guest: Some(GuestId(guest)) };
    let mut number = 0;
    let mut want = |count: u8, by: Asker| -> Vec<Job> {
        let jobs = (0..count).map(|_| {
            number += 1;
            let job = Job { table: TableId::from_bytes([number; 10]), version: 1 };
            one.want(job, by).wait().unwrap();
            job
        });
        jobs.collect()
    };
    let many = want(50, asker(1, 1));
    let next = |node: &dyn Leases| node.claim(Vec::new(), 1).wait().unwrap().jobs[0];
    assert_eq!(next(&one), many[0]);
    let few = want(2, asker(1, 2));
    let other = want(2, asker(2, 3));
    // The other address has none yet, then the other guest of the first address, and so on.
    assert_eq!(next(&two), other[0]);
    assert_eq!(next(&two), few[0]);
    assert_eq!(next(&one), other[1]);
    assert_eq!(next(&two), many[1]);
    // What is done is not counted any more.
    for done in [many[0], many[1]] {
        one.finish(done).wait().unwrap();
    }
    // A new address comes, and then the first one is next again, whose other guest waits for one more.
    let last = want(1, asker(3, 4));
    assert_eq!(next(&one), last[0]);
    assert_eq!(next(&one), many[2]);
}

/// A question is answered by one node and fetched by the other, once; a question for whose answer no
/// client waits any more is deleted.
#[test]
fn what_one_node_asks_another_answers() {
    let Some(database) = Database::create() else { return };
    let [asks, answers] = [database.store(), database.store()];
    let ask = |number: u8| {
        let id = QuestionId::from_bytes([number; 10]);
        let question = Question { id, text: format!("question {number}") };
        asks.ask(question.clone()).wait().unwrap();
        question
    };
    let [first, second] = [ask(1), ask(2)];
    assert_eq!(answers.take(1).wait().unwrap(), std::slice::from_ref(&first));
    assert_eq!(answers.take(9).wait().unwrap(), std::slice::from_ref(&second));
    assert_eq!(answers.take(9).wait().unwrap(), []);
    assert_eq!(asks.fetch(first.id).wait().unwrap(), None);
    answers.answer(first.id, "so".to_owned()).wait().unwrap();
    assert_eq!(asks.fetch(first.id).wait().unwrap().as_deref(), Some("so"));
    assert_eq!(asks.fetch(first.id).wait().unwrap(), None);
    // The node that took the second one has died.
    database.execute("update questions set until = now()");
    assert_eq!(answers.take(9).wait().unwrap(), std::slice::from_ref(&second));
    // A question for whose answer no client waits is not given out, whether it is too old or was taken back.
    database.execute("update questions set until = null, asked = now() - interval '21 seconds'");
    assert_eq!(answers.take(9).wait().unwrap(), []);
    database.execute("update questions set asked = now()");
    asks.forget(second.id).wait().unwrap();
    assert_eq!(answers.take(9).wait().unwrap(), []);
    answers.answer(second.id, "late".to_owned()).wait().unwrap();
    assert_eq!(asks.fetch(second.id).wait().unwrap(), None);
    // What a node that died has left behind goes with the next question, taken or not.
    ask(3);
    database.execute("update questions set asked = now() - interval '2 minutes'");
    ask(4);
    database.execute("do $$ begin assert (select count(*) from questions) = 1; end $$");
}
