//! What to draw and to say of a position, as plain data.

use konoba_rules::grid::Edge;
use konoba_rules::{
    AnyPosition, Grid, Illegal, Lattice, Move, Piece, Played, Point, Points, Setup, Side, Symmetry,
};

use crate::{Advice, Candidate, Letters, Mark, Marks, Refusal, Sentences};

/// What is shown of a position beside its pieces.
#[derive(Clone, Copy, Default, Debug)]
pub struct View {
    /// The move that led to the position.
    pub last: Option<Played<Points>>,
    /// A move in this position that was refused, with the cells to blame.
    pub refusal: Option<Refusal>,
    /// A move in this position that is being considered, and what it would do.
    pub preview: Option<Played<Points>>,
    /// The points to which a hint points.
    pub hinted: Option<Points>,
    /// Whether the points are marked where the side to move may place.
    pub shows_legal_points: bool,
    /// Whether the lines are marked that are still open.
    pub shows_open_lines: bool,
    /// Points on lines or squares; `None` for what is customary in the game.
    pub lattice: Option<Lattice>,
    /// How the columns are lettered.
    pub letters: Letters,
}

/// A position as painters see it. Two scenes of one game differ in their spots and captions alone,
/// so that an interface can patch what has changed.
///
/// ```
/// use konoba_rules::{AnyPosition, GAMES, Move, Setup};
/// use konoba_scene::{Scene, TextStyle, View, paint_text};
/// let setup = Setup::default_of(GAMES[0]).with_size(5).unwrap();
/// let mut position = AnyPosition::start(setup);
/// let played = position.play(Move::Place("b2".parse().unwrap())).unwrap();
/// let scene = Scene::viewed(&position, &View { last: Some(played), ..View::default() });
/// assert_eq!(scene.spot("b2".parse().unwrap()).unwrap().spoken, "b2, black stone, last move");
/// assert!(paint_text(&scene, TextStyle::Ascii).contains("2 | .(B). . . | 2"));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scene {
    /// How the game was set up.
    pub setup: Setup,
    /// Points on lines or squares.
    pub lattice: Lattice,
    /// How the columns are lettered.
    pub letters: Letters,
    /// Every point of the board, row by row from a1.
    pub spots: Vec<Spot>,
    /// The lines that are still open, if they are shown.
    pub open_lines: Vec<Points>,
    /// Which game it is, in a sentence.
    pub title: String,
    /// What the last move did, in a sentence.
    pub last_move: Option<String>,
    /// Why a move was refused, in a sentence.
    pub refusal: Option<String>,
    /// What a move that is considered would do, in a sentence.
    pub preview: Option<String>,
    /// Whose turn it is or who has won, in a sentence.
    pub status: String,
}

/// A point of the board as painters see it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spot {
    /// Which point.
    pub at: Point,
    /// What is on it.
    pub piece: Option<Piece>,
    /// What a move that is considered, or was refused, would put on it.
    pub ghost: Option<Piece>,
    /// What else is to be seen of it.
    pub marks: Marks,
    /// What an engine thinks of a move here, if that is shown and it looked at one.
    pub weighed: Option<Candidate>,
    /// All of that in words: `c4, black stone, last move`.
    pub spoken: String,
}

impl Scene {
    /// The position alone.
    pub fn of(position: &AnyPosition) -> Self {
        Self::viewed(position, &View::default())
    }

    /// The position with whatever else is to be shown.
    pub fn viewed(position: &AnyPosition, view: &View) -> Self {
        let setup = position.setup();
        let sentences = Sentences { setup, letters: view.letters };
        let open_lines = if view.shows_open_lines { position.open_lines() } else { Vec::new() };
        let mut scene = Self {
            setup,
            lattice: view.lattice.unwrap_or(setup.spec.lattice),
            letters: view.letters,
            spots: vacant_spots(setup.size),
            open_lines,
            title: sentences.setup(),
            last_move: view.last.map(|played| sentences.played(&played)),
            refusal: view.refusal.map(|refusal| sentences.refusal(position, &refusal)),
            preview: view.preview.map(|played| sentences.considered(&played)),
            status: sentences.status(position),
        };
        scene.put_pieces(position);
        scene.mark_position(position, view.shows_legal_points);
        scene.mark(view.hinted.into_iter().flat_map(Grid::iter), Mark::Hinted);
        if let Some(played) = view.last {
            scene.mark_last(&played);
        }
        if let Some(refusal) = view.refusal {
            scene.mark_refusal(&refusal);
        }
        if let Some(played) = view.preview {
            scene.mark_preview(&played);
        }
        scene.spots.iter_mut().for_each(|spot| spot.spoken = sentences.spot(spot));
        scene
    }

    /// The same with what an engine thinks of the points: of two moves at one the better. Of first moves that are
    /// the same but for a symmetry an engine looks at one, and all of them are shown.
    pub fn weighed(mut self, advice: &Advice) -> Self {
        let sentences = Sentences { setup: self.setup, letters: self.letters };
        let is_empty = self.spots.iter().all(|spot| spot.piece.is_none());
        let mirrors = self.setup.spec.symmetries.iter().copied();
        let mirrors = mirrors.filter(|symmetry| is_empty && !symmetry.exchanges_sides);
        let symmetries: Vec<_> = mirrors.chain([Symmetry::IDENTITY]).collect();
        let own: Vec<_> = advice.candidates.iter().filter_map(|own| own.mv.point()).collect();
        for candidate in advice.candidates.iter().rev() {
            for symmetry in &symmetries {
                let mv = symmetry.mv(candidate.mv, self.setup.size);
                // What the engine thinks of a point itself counts for more than what it thinks of a mirror of it.
                if mv != candidate.mv && mv.point().is_some_and(|at| own.contains(&at)) {
                    continue;
                }
                self.each_of(mv.point(), |spot| {
                    spot.weighed = Some(Candidate { mv, ..*candidate });
                    spot.spoken = sentences.spot(spot);
                });
            }
        }
        self
    }

    /// The size of the board.
    pub const fn size(&self) -> u8 {
        self.setup.size
    }

    /// What is at a point, if the board has it.
    pub fn spot(&self, at: Point) -> Option<&Spot> {
        self.index(at).map(|index| &self.spots[index])
    }

    /// Whose an edge of the board is, where edges belong to sides.
    pub const fn owner(&self, edge: Edge) -> Option<Side> {
        if !self.setup.spec.has_edges {
            return None;
        }
        match edge {
            Edge::Top | Edge::Bottom => Some(Side::First),
            Edge::Left | Edge::Right => Some(Side::Second),
        }
    }

    /// What there is to say of the position: the last move, a move that was refused or is
    /// considered, whose turn it is.
    pub fn captions(&self) -> impl Iterator<Item = &str> {
        let news = self.last_move.iter().chain(&self.refusal).chain(&self.preview);
        let news = news.chain([&self.status]);
        news.map(String::as_str)
    }

    fn index(&self, at: Point) -> Option<usize> {
        let size = self.size();
        at.is_on(size).then(|| usize::from(at.y) * usize::from(size) + usize::from(at.x))
    }

    fn put_pieces(&mut self, position: &AnyPosition) {
        let pieces = position.pieces();
        for piece in Piece::BOTH {
            self.each_of(pieces[piece.index()].iter(), |spot| spot.piece = Some(piece));
        }
    }

    fn mark_position(&mut self, position: &AnyPosition, shows_legal_points: bool) {
        self.mark(position.witness().iter(), Mark::Winning);
        if shows_legal_points {
            self.mark(position.legal_points(position.to_move()).iter(), Mark::Legal);
        }
        for line in self.open_lines.clone() {
            self.mark(line.iter(), Mark::OpenLine);
        }
    }

    fn mark_last(&mut self, played: &Played<Points>) {
        self.mark(played.mv.point(), Mark::Last);
        let [first, second] = played.fills;
        self.mark((first | second).iter(), Mark::Filled);
    }

    fn mark_refusal(&mut self, refusal: &Refusal) {
        self.mark(refusal.mv.point(), Mark::Tried);
        self.mark(refusal.why.cells(), Mark::Blamed);
        let Illegal::Rule(at, broken) = refusal.why else { return };
        let tried = refusal.piece(self.setup.spec.choice);
        self.each_of([at], |spot| spot.ghost = tried);
        self.mark_would_fill(broken.fills);
    }

    fn mark_preview(&mut self, played: &Played<Points>) {
        self.mark(played.mv.point(), Mark::Considered);
        let placed = match played.mv {
            Move::PlacePiece(piece, _) => piece,
            _ => played.side.piece(),
        };
        self.each_of(played.mv.point(), |spot| spot.ghost = Some(placed));
        self.mark_would_fill(played.fills);
    }

    fn mark_would_fill(&mut self, fills: [Points; 2]) {
        for (piece, fills) in Piece::BOTH.into_iter().zip(fills) {
            self.mark(fills.iter(), Mark::WouldFill);
            self.each_of(fills.iter(), |spot| spot.ghost = Some(piece));
        }
    }

    fn mark(&mut self, points: impl IntoIterator<Item = Point>, mark: Mark) {
        self.each_of(points, |spot| spot.marks.insert(mark));
    }

    /// Points off the board, which a refused move may name, have no spot.
    fn each_of(
        &mut self,
        points: impl IntoIterator<Item = Point>,
        mut change: impl FnMut(&mut Spot),
    ) {
        for at in points {
            if let Some(index) = self.index(at) {
                change(&mut self.spots[index]);
            }
        }
    }
}

fn vacant_spots(size: u8) -> Vec<Spot> {
    let marks = Marks::default();
    let vacant =
        |at| Spot { at, piece: None, ghost: None, marks, weighed: None, spoken: String::new() };
    Point::all(size).map(vacant).collect()
}
