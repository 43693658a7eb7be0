//! Playing the pairs of a match, several at once.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

use anyhow::{anyhow, bail, ensure};
use konoba_engine::Config;
use konoba_engine::arena::{self, Ending, Fault, Game, Verdict};
use konoba_rules::Record;
use konoba_rules::record::{How, NodeId, Outcome};

use super::plan::{Outcomes, Plan};
use super::report;
use crate::audience::Audience;
use crate::records;

/// After so many games in a row in which a program has not answered it will not answer in the next one either.
const TRIES: u32 = 3;

/// Plays all pairs, or as many as the test needs, or until something goes wrong. What came of them is in the outcomes in each case.
pub(super) fn run(
    plan: &Plan,
    jobs: usize,
    audience: Audience,
    outcomes: &Mutex<Outcomes>,
) -> anyhow::Result<()> {
    let next = AtomicU32::new(0);
    let played = thread::scope(|scope| {
        let work = || {
            let done = work(plan, &next, outcomes, audience);
            if done.is_err() {
                // The others begin no further pair.
                next.store(plan.pairs, Ordering::Relaxed);
            }
            done
        };
        let workers = (0..jobs.min(plan.pairs as usize)).map(|_| scope.spawn(work));
        let workers: Vec<_> = workers.collect();
        workers.into_iter().try_for_each(|worker| {
            worker.join().unwrap_or_else(|_| Err(anyhow!("a player of ours broke down")))
        })
    });
    report::end_line(audience);
    played
}

/// Plays pair after pair as long as there are any.
fn work(
    plan: &Plan,
    next: &AtomicU32,
    outcomes: &Mutex<Outcomes>,
    audience: Audience,
) -> anyhow::Result<()> {
    loop {
        let number = next.fetch_add(1, Ordering::Relaxed);
        if number >= plan.pairs {
            return Ok(());
        }
        let seed = plan.seed.wrapping_mul(1_000_003).wrapping_add(u64::from(number));
        let [mut a, mut b] = [0, 1].map(|place: usize| {
            let seed = seed.wrapping_mul(2) + place as u64;
            let config = Config { seed, ..plan.configs[place].clone() };
            plan.entries[place].contestant(plan.pace, config)
        });
        let opening = arena::opening(plan.setup, seed, plan.opening);
        let first = arena::play(plan.setup, &opening, [&mut *a, &mut *b]);
        let second = arena::play(plan.setup, &opening, [&mut *b, &mut *a]);
        let mut won = 0;
        let mut faults = [0; 2];
        let mut is_silent = [[false; 2]; 2];
        for (number, (game, seats)) in [(&first, [0, 1]), (&second, [1, 0])].into_iter().enumerate()
        {
            let winner = seats[game.winner];
            won += u32::from(winner == 0);
            if let Some(fault) = game.fault() {
                faults[1 - winner] += 1;
                is_silent[number][1 - winner] = matches!(fault, Fault::Silent(_));
                report::make_room(audience);
                eprintln!("{} {fault}", plan.entries[1 - winner].name);
            }
        }
        save(plan, 2 * number, &first, [0, 1])?;
        save(plan, 2 * number + 1, &second, [1, 0])?;
        let mut all = outcomes.lock().map_err(|_| anyhow!("another worker broke down"))?;
        all.tally.add(won);
        let by_first = |game: &Game| u32::from(game.side.index() == 0);
        all.first_side += by_first(&first) + by_first(&second);
        (0..2).for_each(|place| all.faults[place] += faults[place]);
        for (game, place) in (0..2).flat_map(|game| (0..2).map(move |place| (game, place))) {
            let silent = &mut all.silent[place];
            *silent = if is_silent[game][place] { *silent + 1 } else { 0 };
            if *silent >= TRIES {
                let name = &plan.entries[place].name;
                bail!("{name} did not answer in {TRIES} games in a row; the match is given up");
            }
        }
        report::tell(audience, plan, &all);
        if plan.sprt.is_some_and(|sprt| sprt.verdict(&all.tally) != Verdict::GoesOn) {
            next.store(plan.pairs, Ordering::Relaxed);
        }
    }
}

/// Saves a game in which the players sat like this.
fn save(plan: &Plan, number: u32, game: &Game, seats: [usize; 2]) -> anyhow::Result<()> {
    let Some(folder) = &plan.save else { return Ok(()) };
    let names = seats.map(|place| plan.entries[place].name.as_str());
    let mut record = Record::new(plan.setup).with_players(names).with_event("konoba match");
    let mut cursor = record.cursor_at(NodeId::ROOT);
    for mv in &game.moves {
        record.play_on(&mut cursor, *mv)?;
    }
    let how = match &game.ending {
        Ending::Board => None,
        Ending::Resignation => Some(How::Resignation),
        Ending::Fault(fault) => {
            let loser = names[1 - game.winner];
            record.annotate(cursor.node(), &format!("{loser} {fault}"))?;
            Some(How::Other("Forfeit".to_owned()))
        }
    };
    if let Some(how) = how {
        record.conclude(Outcome::Won { winner: game.side, how })?;
    }
    let path = folder.join(format!("{:05}.sgf", number + 1));
    // At the start the folder held no games: another match saves there too, and would lose its own.
    ensure!(!path.exists(), "{}: another match has saved a game there meanwhile", path.display());
    records::write_record(&path, &record)
}
