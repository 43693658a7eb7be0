//! The blind bots over telnet: two that play and one that watches hear only text, and each must
//! know the real board at every ply. The drawn board must show the same.

use fastrand::Rng;
use konoba_rules::text;
use konoba_table::{Seat, Table};

use crate::bot::{Bot, Heard, drawn};
use crate::client::{Client, Door};

/// How often a bot listens before it is wrong about what has been played.
const MOST_LISTENING: usize = 100_000;

/// A bot with a connection.
pub(crate) struct Blind {
    pub(crate) client: Client,
    pub(crate) bot: Bot,
    /// What it was last asked or told.
    pub(crate) last: String,
}

impl Blind {
    /// A bot that entered under this name.
    pub(crate) fn new(client: Client, name: &str) -> Self {
        let bot = Bot { name: name.to_owned(), ..Bot::default() };
        Self { client, bot, last: String::new() }
    }

    /// Listens to all that has been said so far.
    pub(crate) fn listen(&mut self) -> String {
        let told = self.client.hear_to_here();
        self.bot.hear(&told);
        if let Some(last) = told.lines().last() {
            self.last = last.to_owned();
        }
        told
    }

    /// Listens until it knows as much as there is to know, and looks whether that is right.
    pub(crate) fn compare(&mut self, table: &Table) {
        let mut told = self.listen();
        // What happens at a table, also that moves are taken back, is on its way to all who are there when one of them hears
        // of it.
        for _ in 0..MOST_LISTENING {
            if self.bot.boards.len() == table.history().len() + 1 {
                break;
            }
            told += &self.listen();
        }
        let spec = table.setup().spec;
        let truth = text::write(table.position());
        let (rows, _) = truth.split_once(' ').expect("a position has a side to move");
        assert_eq!(self.bot.rows(), rows, "{told}");
        if let Some(drawn) = drawn(&told, self.bot.size) {
            assert_eq!(drawn, rows, "{told}");
        }
        let named = |seat| {
            let side = spec.side(table.side_of(seat)).name;
            (table.player(seat).name.to_string(), side.to_owned())
        };
        assert_eq!(self.bot.boards.len() - 1, table.history().len(), "{told}");
        assert_eq!(self.bot.to_move, table.seat_to_move().map(named), "{told}");
        assert_eq!(self.bot.winner, table.outcome().map(|outcome| named(outcome.seat)), "{told}");
        for (name, side) in Seat::BOTH.map(named) {
            assert_eq!(self.bot.sides.get(&name), Some(&side), "{told}");
        }
    }
}

/// Plays a game to its end.
fn play(door: &Door, setup: &str, seed: u64) -> Heard {
    let mut dice = Rng::with_seed(seed);
    let mut players = ["Ana", "Luka"].map(|name| Blind::new(door.enter(name), name));
    let [ana, luka] = &mut players;
    ana.client.say(&format!("seek {setup}"));
    ana.listen();
    luka.client.say(&format!("seek {setup}"));
    luka.listen();
    let (id, _) = door.truth();
    let mut watcher = Blind::new(door.enter("Mara"), "Mara");
    watcher.client.say(&format!("observe {id}"));
    loop {
        let table = door.runtime.block_on(door.table(id));
        players.iter_mut().for_each(|player| player.compare(&table));
        watcher.compare(&table);
        let asked = match table.open_wish() {
            Some(question) => question.by.other(),
            None => match table.seat_to_move() {
                Some(seat) => seat,
                None => {
                    let mut heard = watcher.bot.heard;
                    players.iter().for_each(|player| heard += player.bot.heard);
                    return heard;
                }
            },
        };
        let Blind { client, bot, last } = &mut players[asked.index()];
        let answer = match last.as_str() {
            "Do you agree? (y/n)" => ["y", "n", "yes"][dice.usize(..3)].to_owned(),
            question => bot.answer(question, &mut dice),
        };
        client.say(&answer);
        players[asked.index()].listen();
    }
}

#[test]
fn the_blind_bots_know_the_board() {
    let door = Door::open();
    let mut sum = Heard::default();
    for (setup, games) in [("konobi:4", 4), ("quentin:4", 4), ("order-and-chaos", 1)] {
        for seed in 0..games {
            sum += play(&door, setup, seed);
        }
    }
    let each = [sum.fills, sum.swaps, sum.undone, sum.refused];
    assert!(each.iter().all(|count| *count > 0), "something was never heard: {sum:?}");
}
