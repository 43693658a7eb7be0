//! The screens at the tables of a house: it decides, and they ask.

use std::time::Duration;

use crossterm::event::{Event as TerminalEvent, KeyCode, KeyEvent, KeyModifiers};
use konoba_advice::{Budget, missed_wins};
use konoba_engine::Unwatched;
use konoba_puzzles::PuzzleName;
use konoba_rules::{GAMES, Level, Move};
use konoba_scene::{Advice, Candidate, TextStyle};
use konoba_table::{Action, Keyboard, Moment, Opened, Player, Seat, Table, Wish};
use konoba_tui::{
    Depth, HouseApp, HouseEffect, HouseInput, HouseNews, HouseRequest, LobbyBoard, RemarkLine,
    ScreenOrder, TableKind, TableLine,
};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::layout::Size;

use crate::person::look;

/// A person in front of the screens of a house.
pub(crate) struct Visitor {
    app: HouseApp,
    asked: Vec<HouseEffect>,
}

impl Visitor {
    pub(crate) fn new() -> Self {
        let look = look(Depth::None, TextStyle::Unicode);
        let app = HouseApp::new(look, &"Ana".parse().unwrap(), Size::new(80, 24));
        Self { app, asked: Vec::new() }
    }

    fn input(&mut self, input: HouseInput) -> &mut Self {
        self.asked.extend(self.app.handle(input, Moment::default()));
        self
    }

    pub(crate) fn hear(&mut self, news: HouseNews) -> &mut Self {
        self.input(HouseInput::House(news))
    }

    pub(crate) fn press(&mut self, keys: &str) -> &mut Self {
        for key in keys.chars() {
            let code = match key {
                '\n' => KeyCode::Enter,
                '\x1b' => KeyCode::Esc,
                '>' => KeyCode::Right,
                'v' => KeyCode::Down,
                letter => KeyCode::Char(letter),
            };
            let key = KeyEvent::new(code, KeyModifiers::NONE);
            self.input(HouseInput::Terminal(TerminalEvent::Key(key)));
        }
        self
    }

    /// What was asked of the house since the last time.
    pub(crate) fn requests(&mut self) -> Vec<HouseRequest> {
        let asked = std::mem::take(&mut self.asked).into_iter();
        asked
            .filter_map(|effect| match effect {
                HouseEffect::Ask(request) => Some(request),
                _ => None,
            })
            .collect()
    }

    pub(crate) fn screen(&self) -> String {
        let mut terminal = Terminal::new(TestBackend::new(80, 24)).unwrap();
        terminal.draw(|frame| self.app.draw(frame)).unwrap();
        let screen = terminal.backend().to_string();
        screen.lines().map(|line| line.trim_matches('"').trim_end()).collect::<Vec<_>>().join("\n")
    }

    pub(crate) fn sees(&self, text: &str) -> bool {
        let screen = self.screen().replace('│', " ");
        screen.split_whitespace().collect::<Vec<_>>().join(" ").contains(text)
    }
}

/// Ana and Luka at a table.
pub(crate) fn table(game: &str) -> Table {
    let players = ["Ana", "Luka"].map(|name| Player::person(name.parse().unwrap()));
    let opened = Opened::new(game.parse().unwrap(), players);
    Table::opened(&Opened { keyboard: Keyboard::Apart, ..opened }, Moment::default())
}

/// The house does something at a table, and tells.
pub(crate) fn done(table: &mut Table, seat: Seat, action: Action) -> HouseNews {
    let events = table.decide(seat, action, Moment::default()).unwrap();
    events.iter().for_each(|event| table.apply(event));
    HouseNews::Happened { table: Box::new(table.clone()), events }
}

pub(crate) fn at(point: &str) -> Action {
    Action::Play(Move::Place(point.parse().unwrap()))
}

/// What is asked of the house by a person who sees this table.
pub(crate) fn order(table: &Table, seat: Seat, action: Action) -> HouseRequest {
    let (seen, latest) = (table.version(), table.latest());
    HouseRequest::Order(ScreenOrder { seat, action, seen, latest })
}

pub(crate) fn seated(table: &Table, own: [bool; 2]) -> HouseNews {
    HouseNews::Seated { table: Box::new(table.clone()), own }
}

fn line(id: &str, kind: TableKind, setup: &str, players: &str, time: Option<&str>) -> TableLine {
    TableLine::new(id.to_owned(), kind, setup.parse().unwrap(), players, time)
}

#[test]
fn the_home_screen_at_a_house() {
    let mut ana = Visitor::new();
    ana.hear(HouseNews::Tables(vec![
        line("one", TableKind::Yours, "konobi:9", "Ana - Luka", None),
        line("two", TableKind::Join, "quentin:9", "Iva", Some("5+3")),
    ]));
    insta::assert_snapshot!(ana.screen());
    // The own game is on top; the list has both.
    ana.press("\n");
    let name = || "Ana".parse().unwrap();
    assert_eq!(ana.requests(), [HouseRequest::Visit("one".to_owned(), name())]);
}

#[test]
fn a_game_is_asked_for_and_waited_for() {
    let mut ana = Visitor::new();
    // Down to the opponent: the computer at its weakest is the next choice.
    ana.press("vvvv>\n\n");
    let offered = ana.requests();
    let [HouseRequest::Offer { name, level, .. }] = &offered[..] else { panic!("{offered:?}") };
    assert_eq!((name.as_str(), *level), ("Ana", Some(Level::WEAKEST)), "{}", ana.screen());
    ana.hear(HouseNews::Waiting("Waiting for an opponent.".to_owned()));
    assert!(ana.sees("Waiting for an opponent."), "{}", ana.screen());
    ana.press("\x1b");
    assert_eq!(ana.requests(), [HouseRequest::Leave]);
    assert!(!ana.sees("Waiting"), "{}", ana.screen());
}

#[test]
fn a_learner_goes_on_waiting_and_learning() {
    let waiting = || HouseNews::Waiting("Waiting for an opponent.".to_owned());
    let mut ana = Visitor::new();
    ana.hear(waiting());
    while !ana.sees("Enter learn") {
        ana.press("v");
    }
    ana.press("\n");
    assert!(!ana.sees("Start the game"), "{}", ana.screen());
    ana.hear(waiting());
    assert!(!ana.sees("Start the game"), "{}", ana.screen());
    ana.press("\x1b");
    assert!(ana.sees("Waiting for an opponent."), "{}", ana.screen());
    assert_eq!(ana.requests(), []);
    ana.press("\x1b");
    assert_eq!(ana.requests(), [HouseRequest::Leave]);
}

/// A person who waits stays on the same line, and reads why nothing happens.
#[test]
fn the_home_screen_while_waiting() {
    let mut ana = Visitor::new();
    let yours = line("one", TableKind::Yours, "konobi:9", "Ana - Luka", None);
    let open = |id: &str| line(id, TableKind::Join, "quentin:9", "Iva", None);
    ana.hear(HouseNews::Tables(vec![yours.clone()]));
    ana.press(&"v".repeat(7)).press("\n");
    let waiting = || HouseNews::Waiting("Waiting for an opponent.".to_owned());
    ana.hear(waiting()).hear(waiting()).requests();
    ana.press("\n");
    assert!(matches!(ana.requests()[..], [HouseRequest::Offer { .. }]), "{}", ana.screen());
    ana.hear(HouseNews::Noted("No connection. Reconnecting…".to_owned()));
    let says = "No connection. Reconnecting… Waiting for an opponent.";
    assert!(ana.sees(says), "{}", ana.screen());
    ana.hear(HouseNews::Left("Nobody came.".to_owned()));
    assert!(ana.sees("Nobody came.") && !ana.sees("Waiting"), "{}", ana.screen());
    // In the list the first table is chosen, and stays it when another one comes.
    ana.press("v\nv");
    ana.hear(HouseNews::Tables(vec![yours.clone(), open("two")])).press("v");
    ana.hear(HouseNews::Tables(vec![yours, open("three"), open("two")])).press("\n");
    let visit = HouseRequest::Visit("two".to_owned(), "Ana".parse().unwrap());
    assert_eq!(ana.requests(), [visit]);
}

#[test]
fn the_first_table_of_the_list_is_chosen() {
    let mut ana = Visitor::new();
    let open = line("two", TableKind::Join, "quentin:9", "Iva", None);
    ana.hear(HouseNews::Tables(vec![open]));
    ana.press(&"v".repeat(7)).press("\n\n");
    let visit = HouseRequest::Visit("two".to_owned(), "Ana".parse().unwrap());
    assert_eq!(ana.requests(), [visit]);
    // A code that is pasted is one wherever the person is in the list.
    ana.input(HouseInput::Terminal(TerminalEvent::Paste("ABCD".to_owned()))).press("\n");
    assert_eq!(ana.requests(), [HouseRequest::Code("ABCD".to_owned())]);
}

/// A move is an order, and stands on the board only once the house says so.
#[test]
fn the_house_decides() {
    let mut own = table("konobi:5,nopie");
    let mut ana = Visitor::new();
    ana.hear(seated(&own, [true, false]));
    assert!(ana.sees("Your turn."), "{}", ana.screen());
    ana.press("c3\n");
    assert_eq!(ana.requests(), [order(&own, Seat::One, at("c3"))]);
    assert!(!ana.sees("1 c3"), "{}", ana.screen());
    let played = done(&mut own, Seat::One, at("c3"));
    ana.hear(played);
    assert!(ana.sees("1 c3") && !ana.sees("Your turn."), "{}", ana.screen());
    let refused = HouseNews::Said(Err("It is not your turn.".to_owned()));
    assert!(ana.hear(refused).sees("It is not your turn."), "{}", ana.screen());
    // Leaving keeps the seat, and the house stores the game: nothing else is asked for.
    ana.press("w");
    assert!(ana.sees("Every game is saved on the server."), "{}", ana.screen());
    ana.press("\x1b");
    assert_eq!(ana.requests(), [HouseRequest::Leave]);
}

#[test]
fn what_the_other_asks_for_is_a_question() {
    let mut own = table("konobi:5");
    let mut luka = Visitor::new();
    let first = done(&mut own, Seat::One, at("c3"));
    luka.hear(seated(&own, [false, true])).hear(first);
    assert!(luka.sees("swap"), "{}", luka.screen());
    luka.press("n").press("b2\n");
    assert_eq!(luka.requests(), [order(&own, Seat::Two, at("b2"))]);
    let second = done(&mut own, Seat::Two, at("b2"));
    let undo = done(&mut own, Seat::One, Action::Ask(Wish::Undo));
    luka.hear(second).hear(undo);
    // Luka's own move goes too, which has to be known before agreeing.
    let asks = "Ana asks for an undo of moves 1 and 2. Agree?";
    assert!(luka.sees(asks), "{}", luka.screen());
    luka.press("y");
    let accepted = Action::Accept(Wish::Undo);
    assert_eq!(luka.requests(), [order(&own, Seat::Two, accepted)]);
}

/// A question may lie over the line where it would stand.
#[test]
fn what_is_noted_is_read_in_a_question_too() {
    let mut own = table("konobi:5");
    let mut luka = Visitor::new();
    let first = done(&mut own, Seat::One, at("c3"));
    luka.hear(seated(&own, [false, true])).hear(first);
    luka.hear(HouseNews::Noted("No connection. Reconnecting…".to_owned()));
    assert!(luka.sees("swap") && luka.sees("No connection."), "{}", luka.screen());
    assert!(!luka.sees("undo"), "{}", luka.screen());
}

#[test]
fn watchers_can_do_nothing() {
    let mut own = table("konobi:5");
    let mut guest = Visitor::new();
    let first = done(&mut own, Seat::One, at("c3"));
    guest.hear(seated(&own, [false, false])).hear(first);
    assert!(guest.sees("Ana (Black) plays c3.") && !guest.sees("n play on"), "{}", guest.screen());
    guest.hear(HouseNews::Remarks(vec![RemarkLine { id: "hi".into(), words: "Hi".into() }]));
    guest.hear(seated(&own, [false, false]));
    assert!(!guest.sees("Space play") && !guest.sees("u undo"), "{}", guest.screen());
    let watching = "You are watching this game";
    for keys in ["b2\n", "u", "R", "S"] {
        guest.hear(HouseNews::Said(Ok("Quiet.".to_owned())));
        assert!(guest.press(keys).sees(watching), "{keys}: {}", guest.screen());
        assert!(!guest.sees("y yes") && !guest.sees("Esc cancel"), "{keys}: {}", guest.screen());
    }
    // Looking back, anybody can try moves out.
    assert!(guest.press("[").sees("Space try u undo"), "{}", guest.screen());
    guest.press("}");
    let resigned = done(&mut own, Seat::Two, Action::Resign);
    guest.hear(resigned).hear(HouseNews::Said(Ok("Quiet.".to_owned()))).press(" ");
    assert!(guest.sees(watching) && !guest.sees("play again"), "{}", guest.screen());
    assert_eq!(guest.requests(), []);
}

/// A player who is gone after the end keeps no seat, and the answer that the rematch has got is still read.
#[test]
fn that_the_other_has_gone_is_told_as_it_is() {
    let mut game = table("konobi:5,nopie");
    let luka = || "Luka".parse().unwrap();
    let mut ana = Visitor::new();
    ana.hear(seated(&game, [true, false]));
    ana.hear(HouseNews::of_presence(&game, &luka(), true));
    assert!(ana.sees("Luka is not at the table now. The seat is kept."), "{}", ana.screen());
    ana.hear(HouseNews::of_presence(&game, &luka(), false));
    assert!(ana.sees("Luka is back."), "{}", ana.screen());
    let resigned = done(&mut game, Seat::One, Action::Resign);
    let asked = done(&mut game, Seat::One, Action::Ask(Wish::Rematch));
    let declined = done(&mut game, Seat::Two, Action::Decline(Wish::Rematch));
    ana.hear(resigned).hear(asked).hear(declined);
    ana.hear(HouseNews::of_presence(&game, &luka(), true));
    assert!(ana.sees("Luka has left the table."), "{}", ana.screen());
    assert!(ana.sees("Luka declined the rematch."), "{}", ana.screen());
}

/// In a terminal in which the game is not seen, a key does nothing to it.
#[test]
fn what_is_not_seen_is_not_answered() {
    let mut game = table("konobi:5,nopie");
    let moved = done(&mut game, Seat::One, at("c3"));
    let mut ana = Visitor::new();
    let resize = |width, height| HouseInput::Terminal(TerminalEvent::Resize(width, height));
    ana.hear(seated(&game, [true, false])).hear(moved);
    ana.input(resize(16, 9)).press("b2\nuRy").input(resize(80, 24));
    assert!(!ana.sees("y yes"), "{}", ana.screen());
    ana.press("R").input(resize(16, 9)).press("y");
    ana.input(HouseInput::Terminal(TerminalEvent::Paste("y".to_owned())));
    assert_eq!(ana.requests(), []);
    // The way out is open.
    ana.press("\x1b\x1b");
    assert_eq!(ana.requests(), [HouseRequest::Leave]);
    ana.press("\n\n");
    assert_eq!(ana.requests(), []);
    ana.press("Q");
    assert_eq!(ana.asked, [HouseEffect::Quit]);
}

#[test]
fn players_say_something_to_each_other_and_hide_what_they_do_not_want_to_read() {
    let mut ana = Visitor::new();
    let remark = |id: &str, words: &str| RemarkLine { id: id.to_owned(), words: words.to_owned() };
    let remarks = vec![remark("hello", "Hello"), remark("good-game", "Good game")];
    ana.hear(HouseNews::Remarks(remarks));
    let mut game = table("konobi:5");
    ana.hear(seated(&game, [true, false])).press("S");
    assert!(ana.sees("Say: a Hello, b Good game"), "{}", ana.screen());
    // A move of the opponent does not take the list away.
    let moved = done(&mut game, Seat::One, at("c3"));
    ana.hear(moved).press("zb");
    assert_eq!(ana.requests(), [HouseRequest::Say("good-game".to_owned())]);
    assert!(!ana.sees("Say: a Hello"));
    let said = |seat, words: &str| HouseNews::Remarked { seat, words: words.to_owned() };
    ana.hear(said(Seat::One, "Good game")).hear(said(Seat::Two, "Thanks"));
    assert!(ana.sees("You say: Good game"), "{}", ana.screen());
    assert!(ana.sees("Luka says: Thanks"), "{}", ana.screen());
    ana.press("M");
    assert!(ana.sees("Remarks are hidden."));
    ana.hear(said(Seat::Two, "Oops")).hear(said(Seat::One, "Hello"));
    assert!(!ana.sees("Oops") && ana.sees("You say: Hello"));
    ana.press("S\x1b");
    assert!(ana.requests().is_empty());
    ana.press("M").hear(said(Seat::Two, "Oops"));
    assert!(ana.sees("Luka says: Oops"));
}

/// The board of the chosen line stands beside the list, and follows the game.
#[test]
fn the_list_of_tables_has_boards() {
    let mut ana = Visitor::new();
    let live = |table: &Table| TableLine {
        board: Some(Box::new(LobbyBoard {
            position: *table.position(),
            status: table.words().status(),
        })),
        ..line("one", TableKind::Watch, "konobi:5", "Iva - Luka", None)
    };
    let mut table = table("konobi:5,nopie");
    let plain = line("one", TableKind::Join, "quentin:9", "Iva", None);
    ana.hear(HouseNews::Tables(vec![live(&table), plain.clone()]));
    ana.press(&"v".repeat(7)).press("\n");
    assert!(ana.app.shows_boards() && ana.sees("Ana (Black) is to move."), "{}", ana.screen());
    done(&mut table, Seat::One, at("c3"));
    ana.hear(HouseNews::Tables(vec![live(&table), plain]));
    assert!(ana.sees("Luka (White) is to move.") && ana.sees("●"), "{}", ana.screen());
    insta::assert_snapshot!(ana.screen());
    // A line without a board shows none.
    ana.press("v");
    assert!(!ana.sees("is to move."), "{}", ana.screen());
}

fn advice(best: &str) -> Advice {
    let best = Move::Place(best.parse().unwrap());
    let candidates = vec![Candidate::new(best, Some(57), (9, 9))];
    Advice { chances: Some(57), candidates, ..Advice::only(best) }
}

/// Where the game goes on, the engine of the house gives hints, which are marked on the board like those at home. Leafing
/// back in it asks for nothing.
#[test]
fn a_hint_at_a_house_is_marked_on_the_board() {
    let name = |name: &str| name.parse().unwrap();
    let players = [Player::engine(name("Engine"), Level::WEAKEST), Player::person(name("Ana"))];
    let opened = Opened::new("konobi:5".parse().unwrap(), players);
    let mut own = Table::opened(&opened, Moment::default());
    let mut ana = Visitor::new();
    let first = done(&mut own, Seat::One, at("c3"));
    ana.hear(seated(&own, [false, true])).hear(first);
    // The question of the swap is on the screen, and the hint is read there.
    ana.press("H");
    assert_eq!(ana.requests(), [HouseRequest::Hint]);
    assert!(ana.sees("The computer is thinking."), "{}", ana.screen());
    ana.hear(HouseNews::Advice(Box::new(*own.position()), advice("d2")));
    assert!(ana.sees("Hint: d2, 57 %.") && ana.sees("n play on"), "{}", ana.screen());
    ana.press("n");
    assert!(ana.sees("[9]"), "{}", ana.screen());
    ana.press("E[E");
    assert!(ana.sees("Analysis is for finished games here."), "{}", ana.screen());
    ana.press("H");
    assert!(ana.sees("Analysis is for finished games here."), "{}", ana.screen());
    assert_eq!(ana.requests(), []);
    // A refusal ends the waiting, and another try asks again.
    ana.press("]H");
    ana.hear(HouseNews::NoAdvice("The computer is busy.".to_owned()));
    assert!(ana.sees("The computer is busy."), "{}", ana.screen());
    let second = done(&mut own, Seat::Two, at("d2"));
    ana.press("}").hear(second).requests();
    ana.press("H");
    assert!(ana.sees("Hints are for your own turn."), "{}", ana.screen());
    assert_eq!(ana.requests(), []);
}

/// A finished game is analysed by the engine of the house, position by position, with its variations.
#[test]
fn a_finished_game_is_analysed_at_a_house() {
    let mut own = table("konobi:5,nopie");
    done(&mut own, Seat::One, at("c3"));
    done(&mut own, Seat::Two, at("b2"));
    done(&mut own, Seat::One, Action::Resign);
    let mut ana = Visitor::new();
    ana.hear(seated(&own, [true, false])).press("E");
    assert!(ana.sees("[ goes to the previous move"), "{}", ana.screen());
    assert_eq!(ana.requests(), []);
    ana.press("[");
    let asked = ana.requests();
    let [HouseRequest::Analyse { record, at: node }] = &asked[..] else { panic!("{asked:?}") };
    assert!(ana.sees("is thinking"), "{}", ana.screen());
    let position = record.position_at(*node);
    assert_eq!((position.ply(), record.moves().count()), (1, 2));
    ana.hear(HouseNews::Advice(Box::new(position), advice("d2")));
    assert!(ana.sees("White 57 %: d2"), "{}", ana.screen());
    // Advice for a position that is no longer looked at is not shown.
    ana.press("d4\n");
    let asked = ana.requests();
    let [HouseRequest::Analyse { record, at: node }] = &asked[..] else { panic!("{asked:?}") };
    assert_eq!(record.moves_to(*node).len(), 2);
    ana.hear(HouseNews::Advice(Box::new(position), advice("a1")));
    assert!(ana.sees("is thinking"), "{}", ana.screen());
    ana.hear(HouseNews::NoAdvice("The computer is busy.".to_owned()));
    assert!(ana.sees("The computer is busy.") && !ana.sees("Computer:"), "{}", ana.screen());
}

/// What a house says at home is read whole, however long it is.
#[test]
fn long_words_fit_the_home_screen() {
    let mut ana = Visitor::new();
    let says = "This sentence is longer than a line of the usual screen, because it says what happened, whether \
                anything is lost, and what to do.";
    ana.hear(HouseNews::Said(Err(says.to_owned())));
    assert!(ana.sees(says), "{}", ana.screen());
}

/// Missed wins of a finished game are looked for by the house. What is tried again goes back to the table, also if something
/// happened there meanwhile.
#[test]
fn missed_wins_are_asked_of_the_house() {
    let puzzle = PuzzleName { spec: GAMES[0], number: 1 }.find().unwrap();
    let refutation = &puzzle.steps[0].refutations[0];
    let lost = [refutation.wrong[0]].into_iter().chain(refutation.line.iter().copied());
    let mut own = table(&puzzle.setup.to_string());
    for mv in puzzle.moves.iter().copied().chain(lost).filter(|mv| *mv != Move::Pass) {
        let seat = own.seat_to_move().unwrap();
        done(&mut own, seat, Action::Play(mv));
    }
    assert!(own.is_over());
    let mut ana = Visitor::new();
    ana.hear(seated(&own, [true, false])).press("P");
    let asked = ana.requests();
    let [HouseRequest::MissedWins(record)] = &asked[..] else { panic!("{asked:?}") };
    assert!(ana.sees("Looking for missed wins."), "{}", ana.screen());
    // A refusal ends the waiting, and another try asks again.
    ana.hear(HouseNews::NoAdvice("The computer is busy.".to_owned()));
    assert!(ana.sees("The computer is busy."), "{}", ana.screen());
    ana.press("P");
    assert_eq!(ana.requests(), [HouseRequest::MissedWins(record.clone())]);
    let found = missed_wins(record, None, Budget::new(Duration::MAX, &Unwatched));
    let first = found[0].clone();
    ana.hear(HouseNews::MissedWins(found));
    assert!(ana.sees(&first.says()), "{}", ana.screen());
    ana.press("T");
    assert!(ana.sees(&first.called()), "{}", ana.screen());
    let rematch = done(&mut own, Seat::Two, Action::Ask(Wish::Rematch));
    ana.hear(rematch).press("\x1b");
    assert!(ana.sees("Luka wants to play again."), "{}", ana.screen());
    ana.press("\x1b");
    assert!(ana.sees(&first.says()), "{}", ana.screen());
    ana.press("\x1b");
    assert!(ana.sees("Luka wants to play again."), "{}", ana.screen());
}
