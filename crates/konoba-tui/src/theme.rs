//! Themes: which colour each part of the screen has, and what is left of it on terminals with few
//! colours or none. Every mark has a sign of its own too, so nothing is told by colour alone.

mod palette;

use konoba_rules::{Piece, Side};
use konoba_scene::{Candidate, Mark};
use ratatui::style::{Color, Modifier, Style};

use self::palette::{Paint, Palette};

/// The themes that people can choose from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Theme {
    /// A wooden board on a dark screen.
    #[default]
    Dark,
    /// A wooden board on a light screen.
    Light,
    /// Black, white and as much contrast as there can be.
    HighContrast,
    /// Marks in colours that are told apart with any kind of eyes (Okabe and Ito, 2008).
    ColourBlind,
}

impl Theme {
    /// Every theme.
    pub const ALL: [Self; 4] = [Self::Dark, Self::Light, Self::HighContrast, Self::ColourBlind];

    /// What people call it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Dark => "dark",
            Self::Light => "light",
            Self::HighContrast => "high contrast",
            Self::ColourBlind => "colour-blind safe",
        }
    }

    /// The theme with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|theme| theme.name() == name)
    }

    /// The one after it, and after the last one the first.
    pub fn next(self) -> Self {
        let place = Self::ALL.iter().position(|theme| *theme == self).unwrap_or_default();
        Self::ALL[(place + 1) % Self::ALL.len()]
    }

    const fn palette(self) -> &'static Palette {
        match self {
            Self::Dark => &palette::DARK,
            Self::Light => &palette::LIGHT,
            Self::HighContrast => &palette::HIGH_CONTRAST,
            Self::ColourBlind => &palette::COLOUR_BLIND,
        }
    }
}

/// How many colours the terminal has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Depth {
    /// None, or the person wants none: bold, dim, underlined and reversed have to do.
    None,
    /// The sixteen that every terminal has, in whichever shades its owner likes.
    Sixteen,
    /// The 256 of most terminals.
    Cube,
    /// Whatever there is.
    #[default]
    Full,
}

/// What the parts of the screen look like: a theme on a terminal.
#[derive(Clone, Copy, Debug, Default)]
pub struct Colours {
    /// The theme.
    pub theme: Theme,
    /// How many colours there are for it.
    pub depth: Depth,
}

impl Colours {
    /// Ordinary text on the screen.
    pub fn text(self) -> Style {
        let palette = self.theme.palette();
        self.over(self.on(Style::new(), palette.screen), palette.text)
    }

    /// Text that can be overlooked.
    pub fn dim(self) -> Style {
        match self.depth {
            Depth::None => Style::new().add_modifier(Modifier::DIM),
            _ => self.over(self.text(), self.theme.palette().dim),
        }
    }

    /// Titles, and the names of keys.
    pub fn accent(self) -> Style {
        self.over(self.text(), self.theme.palette().accent).add_modifier(Modifier::BOLD)
    }

    /// Refusals.
    pub fn warning(self) -> Style {
        self.over(self.text(), self.theme.palette().warning).add_modifier(Modifier::BOLD)
    }

    /// The chosen one of several things.
    pub fn chosen(self) -> Style {
        let palette = self.theme.palette();
        match self.depth {
            Depth::None => Style::new().add_modifier(Modifier::REVERSED),
            Depth::Sixteen => Style::new().fg(Color::Black).bg(palette.accent.ansi),
            _ => self.over(self.on(Style::new(), palette.accent), palette.screen),
        }
        .add_modifier(Modifier::BOLD)
    }

    /// The board, and the lines on it.
    pub fn board(self) -> Style {
        let palette = self.theme.palette();
        self.over(self.on(Style::new(), palette.board), palette.line)
    }

    /// A piece on the board.
    pub fn piece(self, piece: Piece) -> Style {
        self.over(self.board(), self.theme.palette().pieces[piece.index()])
            .add_modifier(Modifier::BOLD)
    }

    /// The edge of a side, on the board.
    pub fn edge(self, side: Side) -> Style {
        self.piece(side.piece())
    }

    /// What a mark adds to a point.
    pub fn mark(self, mark: Mark) -> Style {
        let palette = self.theme.palette();
        let paint = match mark {
            Mark::Tried | Mark::Blamed => palette.blamed,
            Mark::Considered | Mark::Hinted | Mark::WouldFill | Mark::Filled => palette.filled,
            Mark::Last => palette.last,
            Mark::Winning => palette.winning,
            Mark::Legal => return self.over(Style::new(), palette.legal),
            Mark::OpenLine => palette.open,
        };
        match self.depth {
            Depth::None => Style::new().add_modifier(Modifier::BOLD),
            _ => self.on(Style::new(), paint),
        }
    }

    /// A point that an engine looked at: its chances stand out the more, the more it did.
    pub fn heat(self, heat: u8) -> Style {
        let Palette { board, heat: hot, sign, .. } = self.theme.palette();
        let is_hot = 2 * heat > Candidate::MAX_HEAT;
        match self.depth {
            Depth::None | Depth::Sixteen if is_hot => Style::new().add_modifier(Modifier::REVERSED),
            Depth::None | Depth::Sixteen => Style::new().add_modifier(Modifier::BOLD),
            _ => {
                let ground = board.towards(*hot, heat, Candidate::MAX_HEAT);
                self.over(self.on(Style::new(), ground), *sign).add_modifier(Modifier::BOLD)
            }
        }
    }

    /// The sign of a mark.
    pub fn sign(self) -> Style {
        self.over(Style::new(), self.theme.palette().sign).add_modifier(Modifier::BOLD)
    }

    /// The point under the cursor.
    pub fn cursor(self) -> Style {
        match self.depth {
            Depth::None => Style::new().add_modifier(Modifier::REVERSED),
            _ => self.on(Style::new(), self.theme.palette().cursor),
        }
    }

    /// The brackets around it.
    pub fn bracket(self) -> Style {
        match self.depth {
            Depth::None => Style::new().add_modifier(Modifier::BOLD),
            _ => Style::new().fg(Color::White).add_modifier(Modifier::BOLD),
        }
    }

    /// Whether colour is rich enough to draw the stones of both sides as filled discs.
    pub const fn fills_stones(self) -> bool {
        matches!(self.depth, Depth::Cube | Depth::Full)
    }

    fn over(self, style: Style, paint: Paint) -> Style {
        self.colour(paint).map_or(style, |colour| style.fg(colour))
    }

    fn on(self, style: Style, paint: Paint) -> Style {
        self.colour(paint).map_or(style, |colour| style.bg(colour))
    }

    fn colour(self, paint: Paint) -> Option<Color> {
        match self.depth {
            Depth::None => None,
            Depth::Sixteen => Some(paint.ansi),
            Depth::Cube => Some(Color::Indexed(paint.in_cube())),
            Depth::Full => Some(paint.full()),
        }
    }
}
