//! Tables for tests, and scripts of what is done at them.

use konoba_rules::playout::{Dice, WyRand};
use konoba_rules::{AnyPosition, Level, Move, Side};
use konoba_table::{
    Action, Ending, Event, Keyboard, Moment, Opened, Player, Refused, Seat, Table, Wish,
};

/// Who sits at the table and whose keyboard it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Company {
    /// Two people at one keyboard.
    Shared,
    /// Two people, each at a keyboard.
    Apart,
    /// A person at seat one and an engine at seat two.
    Engine,
}

pub(crate) const COMPANIES: [Company; 3] = [Company::Shared, Company::Apart, Company::Engine];

/// A table for Ana at seat one, who plays the first side, and Luka or an engine at seat two.
pub(crate) fn opened(setup: &str, company: Company) -> Opened {
    let [ana, luka, engine] = ["Ana", "Luka", "Engine"].map(|name| name.parse().unwrap());
    let other = match company {
        Company::Shared | Company::Apart => Player::person(luka),
        Company::Engine => Player::engine(engine, Level::STRONGEST),
    };
    let keyboard = if company == Company::Shared { Keyboard::Shared } else { Keyboard::Apart };
    Opened { keyboard, ..Opened::new(setup.parse().unwrap(), [Player::person(ana), other]) }
}

/// A table together with everything that has happened at it.
pub(crate) struct Log {
    pub(crate) table: Table,
    pub(crate) events: Vec<Event>,
}

impl Log {
    pub(crate) fn new(opened: &Opened) -> Self {
        Self::of(opened.events(Moment::default()))
    }

    pub(crate) fn of(events: Vec<Event>) -> Self {
        Self { table: Table::replay(&events).unwrap(), events }
    }

    /// A game with these moves, all at one moment; the table plays the passes among them itself.
    pub(crate) fn played(opened: &Opened, moves: impl IntoIterator<Item = Move>) -> Self {
        let mut log = Self::new(opened);
        for mv in moves.into_iter().filter(|mv| *mv != Move::Pass) {
            let seat = log.table.seat_to_move().expect("the game goes on");
            log.act(seat, Action::Play(mv), 0).expect("the move is legal");
        }
        log
    }

    pub(crate) fn take(&mut self, news: Vec<Event>) {
        news.iter().for_each(|event| self.table.apply(event));
        self.events.extend(news);
    }

    /// What a seat does at a moment, given in milliseconds.
    pub(crate) fn act(&mut self, seat: Seat, action: Action, now: u64) -> Result<(), Refused> {
        let news = self.table.decide(seat, action, Moment::from_millis(now))?;
        assert!(!news.is_empty(), "what is not refused has consequences");
        self.take(news);
        Ok(())
    }

    /// Does what a script says: `1:c3 2:swap 1:undo 2:yes 2:e4@5000 1:d4!occupied`. The number is
    /// the seat, what follows `@` the moment, and what follows `!` the id of the refusal.
    pub(crate) fn run(&mut self, script: &str) {
        for step in script.split_whitespace() {
            let (step, refusal) = step.split_once('!').map_or((step, "done"), |(s, id)| (s, id));
            let (step, now) = step.split_once('@').map_or((step, "0"), |(s, at)| (s, at));
            let (seat, word) = step.split_once(':').expect("a seat and a word");
            let seat = if seat == "1" { Seat::One } else { Seat::Two };
            let done = self.act(seat, action(word, &self.table), now.parse().unwrap());
            let id = done.as_ref().map_or_else(Refused::id, |()| "done");
            assert_eq!(id, refusal, "{script}: at {seat:?} {word}");
        }
    }

    /// The moves, whose turn it is, who plays the first side, and what else there is to know.
    pub(crate) fn summary(&self) -> String {
        summary(&self.table)
    }
}

fn action(word: &str, table: &Table) -> Action {
    match word {
        "resign" => Action::Resign,
        "flag" => Action::Flag,
        "undo" => Action::Ask(Wish::Undo),
        "yes" => Action::Accept(Wish::Undo),
        "no" => Action::Decline(Wish::Undo),
        "again" => Action::Ask(Wish::Rematch),
        "again-yes" => Action::Accept(Wish::Rematch),
        "again-no" => Action::Decline(Wish::Rematch),
        mv => Action::Play(Move::read(mv, table.setup().spec).unwrap()),
    }
}

fn number(seat: Seat) -> usize {
    seat.index() + 1
}

pub(crate) fn summary(table: &Table) -> String {
    let spec = table.setup().spec;
    let moves: Vec<_> = table
        .history()
        .iter()
        .map(|moved| format!("{}:{}", number(moved.seat), moved.played.mv.written(spec)))
        .collect();
    let mut text = moves.join(" ");
    text.push_str(&format!(" | first {}", number(table.seat_of(Side::First))));
    if let Some(seat) = table.seat_to_move() {
        text.push_str(&format!(", to move {}", number(seat)));
    }
    if let Some(question) = table.open_wish() {
        text.push_str(&format!(", {:?} asked by {}", question.wish, number(question.by)));
    }
    if let Some(outcome) = table.outcome() {
        let how = match outcome.ending {
            Ending::Board => "board",
            Ending::Resignation => "resignation",
            Ending::Time => "time",
        };
        text.push_str(&format!(", won by {} ({how})", number(outcome.seat)));
    }
    if table.next().is_some() {
        text.push_str(", rematch");
    }
    text
}

/// Moves of a random game up to and with the one after which the opponent has to pass.
pub(crate) fn moves_before_forced_pass(setup: &str) -> Vec<Move> {
    let start = AnyPosition::start(setup.parse().unwrap());
    (0..100_000)
        .find_map(|seed| {
            let mut dice = WyRand::new(seed);
            let mut position = start;
            let mut moves = Vec::new();
            while position.winner().is_none() && !position.must_pass() {
                let mut legal = position.moves_of(position.to_move());
                legal.retain(|mv| *mv != Move::Swap);
                let mv = legal[dice.below(legal.len() as u32) as usize];
                position.play(mv).unwrap();
                moves.push(mv);
            }
            position.winner().is_none().then_some(moves)
        })
        .expect("such games are not that rare")
}
