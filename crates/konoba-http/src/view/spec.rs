//! What the games say of themselves.

use konoba_rules::{Setup, Side, Spec};
use konoba_view::table::PieceInfo;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct GameInfo {
    /// The id with which set-up strings begin.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Who made it and when.
    pub origin: String,
    /// What to do, in one sentence.
    pub summary: String,
    /// The rules, a paragraph each.
    pub rulebook: Vec<String>,
    /// The two sides, the one that moves first before the other.
    pub sides: Vec<SideInfo>,
    /// The two kinds of piece.
    pub pieces: Vec<PieceInfo>,
    /// The smallest size.
    pub min_size: u8,
    /// The largest size.
    pub max_size: u8,
    /// The size unless another is chosen.
    pub default_size: u8,
    /// Whether the second side may swap, unless that is switched off by the option `nopie`.
    pub has_pie: bool,
    /// Whether people say which side they want before the game.
    pub has_roles: bool,
    /// The variants, the default first; empty where there are none.
    pub variants: Vec<VariantInfo>,
    /// The set-up string of the game with all its defaults.
    pub setup: String,
}

/// A side of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct SideInfo {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// What it must do, as it is told to: `connect top and bottom`.
    pub goal: String,
}

/// One of several ways to play a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct VariantInfo {
    /// The option in a set-up string.
    pub id: String,
    /// Its name.
    #[serde(default)]
    pub name: String,
    /// What it means, in one sentence.
    pub summary: String,
}

impl GameInfo {
    /// What a game says of itself.
    pub fn of(spec: &'static Spec) -> Self {
        let variant = |variant: &konoba_rules::Variant| VariantInfo {
            id: variant.id.to_owned(),
            name: variant.name.to_owned(),
            summary: variant.summary.to_owned(),
        };
        Self {
            id: spec.id.to_owned(),
            name: spec.name.to_owned(),
            origin: spec.origin.to_owned(),
            summary: spec.summary.to_owned(),
            rulebook: spec.rulebook.iter().map(|&text| text.to_owned()).collect(),
            sides: Side::BOTH.map(|side| SideInfo::of(spec, side)).into(),
            pieces: spec.pieces.iter().map(PieceInfo::of).collect(),
            min_size: spec.sizes.min,
            max_size: spec.sizes.max,
            default_size: spec.sizes.default,
            has_pie: spec.has_pie,
            has_roles: spec.has_roles,
            variants: spec.variants.iter().map(variant).collect(),
            setup: Setup::default_of(spec).to_string(),
        }
    }
}

impl SideInfo {
    fn of(spec: &Spec, side: Side) -> Self {
        let own = spec.side(side);
        Self { id: own.id.to_owned(), name: own.name.to_owned(), goal: own.goal.to_owned() }
    }
}
