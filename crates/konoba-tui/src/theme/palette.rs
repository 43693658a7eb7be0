//! The colours of each theme.

use ratatui::style::Color;

/// A colour, and which of the sixteen stands for it.
#[derive(Clone, Copy)]
pub(super) struct Paint {
    rgb: u32,
    pub(super) ansi: Color,
}

impl Paint {
    const fn new(rgb: u32, ansi: Color) -> Self {
        Self { rgb, ansi }
    }

    pub(super) fn full(self) -> Color {
        let [_, red, green, blue] = self.rgb.to_be_bytes();
        Color::Rgb(red, green, blue)
    }

    /// This colour with so many of so many parts of the other mixed into it.
    pub(super) fn towards(self, other: Self, parts: u8, whole: u8) -> Self {
        let mixed = |from: u8, to: u8| {
            let [from, to, parts, whole] =
                [from, to, parts.min(whole), whole.max(1)].map(u32::from);
            ((from * (whole - parts) + to * parts) / whole) as u8
        };
        let [_, red, green, blue] = self.rgb.to_be_bytes();
        let [_, to_red, to_green, to_blue] = other.rgb.to_be_bytes();
        let [red, green, blue] = [mixed(red, to_red), mixed(green, to_green), mixed(blue, to_blue)];
        Self { rgb: u32::from_be_bytes([0, red, green, blue]), ..self }
    }

    /// The nearest of the 6x6x6 colours from 16 on, or of the 24 greys from 232 on. It is asked for every cell of every
    /// frame, so it is reckoned and not searched for.
    pub(super) fn in_cube(self) -> u8 {
        let [_, red, green, blue] = self.rgb.to_be_bytes();
        let wanted = [red, green, blue];
        let distance = |levels: [u8; 3]| -> u32 {
            let pairs = levels.into_iter().zip(wanted);
            pairs.map(|(level, wanted)| u32::from(level.abs_diff(wanted)).pow(2)).sum()
        };
        // In the cube each part has its nearest level by itself.
        let [r, g, b] = wanted.map(nearest_level);
        let cube = [r, g, b].map(|digit| LEVELS[usize::from(digit)]);
        // The nearest grey is the one nearest to the mean; of two, the darker.
        let sum: u16 = wanted.into_iter().map(u16::from).sum();
        let step = (sum.saturating_sub(10) / 30).min(23) as u8;
        match distance([8 + 10 * step; 3]) < distance(cube) {
            true => 232 + step,
            false => 16 + 36 * r + 6 * g + b,
        }
    }
}

/// The levels of each part in the cube of 256 colours.
const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];

/// The number of the level that is nearest to a part of a colour; of two, the darker.
const fn nearest_level(part: u8) -> u8 {
    match part {
        0..=47 => 0,
        48..=115 => 1,
        116..=155 => 2,
        156..=195 => 3,
        196..=235 => 4,
        236..=255 => 5,
    }
}

/// The colours of a theme.
pub(super) struct Palette {
    pub(super) screen: Paint,
    pub(super) text: Paint,
    pub(super) dim: Paint,
    pub(super) accent: Paint,
    pub(super) warning: Paint,
    pub(super) board: Paint,
    pub(super) line: Paint,
    pub(super) pieces: [Paint; 2],
    pub(super) cursor: Paint,
    pub(super) sign: Paint,
    pub(super) last: Paint,
    pub(super) blamed: Paint,
    pub(super) filled: Paint,
    pub(super) winning: Paint,
    pub(super) legal: Paint,
    pub(super) open: Paint,
    /// The point that an engine looked at most; the others are between it and the board.
    pub(super) heat: Paint,
}

pub(super) const DARK: Palette = Palette {
    screen: Paint::new(0x16181d, Color::Reset),
    text: Paint::new(0xd8dee9, Color::Reset),
    dim: Paint::new(0x828b9b, Color::DarkGray),
    accent: Paint::new(0xe8b968, Color::Yellow),
    warning: Paint::new(0xff8f7e, Color::LightRed),
    board: Paint::new(0xc3975a, Color::Reset),
    line: Paint::new(0x84622f, Color::DarkGray),
    pieces: [Paint::new(0x14110d, Color::LightCyan), Paint::new(0xfffdf6, Color::White)],
    cursor: Paint::new(0x3f7fb5, Color::Blue),
    sign: Paint::new(0x3b1d08, Color::LightYellow),
    last: Paint::new(0xdcb16f, Color::Reset),
    blamed: Paint::new(0xd9573f, Color::Red),
    filled: Paint::new(0xa98fc6, Color::Blue),
    winning: Paint::new(0x79a860, Color::Green),
    legal: Paint::new(0x2c4d1c, Color::LightGreen),
    open: Paint::new(0xb6a06a, Color::Reset),
    heat: Paint::new(0x4fc1c9, Color::Reset),
};

pub(super) const LIGHT: Palette = Palette {
    screen: Paint::new(0xfbf8f1, Color::Reset),
    text: Paint::new(0x2b2a28, Color::Reset),
    dim: Paint::new(0x7d776a, Color::DarkGray),
    accent: Paint::new(0x8a5200, Color::Blue),
    warning: Paint::new(0xb3261e, Color::Red),
    board: Paint::new(0xe3bd7f, Color::Reset),
    line: Paint::new(0xa57d42, Color::DarkGray),
    pieces: [Paint::new(0x141210, Color::Black), Paint::new(0xffffff, Color::Magenta)],
    cursor: Paint::new(0x5b9bd0, Color::LightYellow),
    sign: Paint::new(0x4a2408, Color::Blue),
    last: Paint::new(0xf2d7a4, Color::Reset),
    blamed: Paint::new(0xe8705a, Color::LightRed),
    filled: Paint::new(0xc0a6d8, Color::LightCyan),
    winning: Paint::new(0x93c47a, Color::LightGreen),
    legal: Paint::new(0x2f6a1c, Color::Green),
    open: Paint::new(0xd0c48a, Color::Reset),
    heat: Paint::new(0x4fc1c9, Color::Reset),
};

pub(super) const HIGH_CONTRAST: Palette = Palette {
    screen: Paint::new(0x000000, Color::Black),
    text: Paint::new(0xffffff, Color::White),
    dim: Paint::new(0xd8d8d8, Color::Gray),
    accent: Paint::new(0xffff40, Color::LightYellow),
    warning: Paint::new(0xff9a9a, Color::LightRed),
    board: Paint::new(0x848484, Color::Black),
    line: Paint::new(0x3c3c3c, Color::Gray),
    pieces: [Paint::new(0x000000, Color::LightCyan), Paint::new(0xffffff, Color::White)],
    cursor: Paint::new(0x2f6fff, Color::Blue),
    sign: Paint::new(0x000000, Color::LightYellow),
    last: Paint::new(0xb4b4b4, Color::Black),
    blamed: Paint::new(0xff5050, Color::Red),
    filled: Paint::new(0xc080ff, Color::Blue),
    winning: Paint::new(0x50d050, Color::Green),
    legal: Paint::new(0x000000, Color::LightGreen),
    open: Paint::new(0x9c9c70, Color::Black),
    heat: Paint::new(0xffd700, Color::Reset),
};

/// Blue, vermilion, reddish purple and bluish green of Okabe and Ito on a neutral board.
pub(super) const COLOUR_BLIND: Palette = Palette {
    screen: Paint::new(0x14161b, Color::Reset),
    text: Paint::new(0xe6e6e6, Color::Reset),
    dim: Paint::new(0x9a9a9a, Color::DarkGray),
    accent: Paint::new(0x56b4e9, Color::LightBlue),
    warning: Paint::new(0xe69f00, Color::LightYellow),
    board: Paint::new(0xb9a98a, Color::Reset),
    line: Paint::new(0x6f6450, Color::DarkGray),
    pieces: [Paint::new(0x0c0c0c, Color::LightCyan), Paint::new(0xffffff, Color::White)],
    cursor: Paint::new(0x0072b2, Color::Blue),
    sign: Paint::new(0x1c1408, Color::LightYellow),
    last: Paint::new(0xd8cbb0, Color::Reset),
    blamed: Paint::new(0xd55e00, Color::Red),
    filled: Paint::new(0xcc79a7, Color::Blue),
    winning: Paint::new(0x009e73, Color::Cyan),
    legal: Paint::new(0x00364f, Color::LightBlue),
    open: Paint::new(0xc9bf90, Color::Reset),
    heat: Paint::new(0x56b4e9, Color::Reset),
};

#[cfg(test)]
mod tests {
    use super::*;

    /// What is reckoned is what a search through all 240 colours finds.
    #[test]
    fn the_nearest_colour_is_the_one_that_a_search_finds() {
        let greys = (0..24).map(|step| (232 + step, [8 + 10 * step; 3]));
        let cube = (0..216).map(|place: u8| {
            let level = |digit: u8| LEVELS[usize::from(digit % 6)];
            (16 + place, [level(place / 36), level(place / 6), level(place)])
        });
        let all: Vec<(u8, [u8; 3])> = cube.chain(greys).collect();
        let parts = || (0..=255).step_by(5);
        let colours =
            parts().flat_map(|r| parts().flat_map(move |g| parts().map(move |b| [r, g, b])));
        for [r, g, b] in colours {
            let distance = |levels: [u8; 3]| -> u32 {
                let pairs = levels.into_iter().zip([r, g, b]);
                pairs.map(|(level, wanted)| u32::from(level.abs_diff(wanted)).pow(2)).sum()
            };
            let found = all.iter().min_by_key(|(_, levels)| distance(*levels)).unwrap().0;
            let paint = Paint::new(u32::from_be_bytes([0, r, g, b]), Color::Reset);
            assert_eq!(paint.in_cube(), found, "{r} {g} {b}");
        }
    }
}
