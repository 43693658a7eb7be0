//! What other sites show of a link to a page: a sentence, and the address of a picture.

use konoba_rules::{Spec, games};
use konoba_scene::CARD;
use maud::{Markup, html};

use crate::shared::Shared;

/// What this place is, in a sentence.
const DESCRIPTION: &str = "Board games for two, free and without an account: play the computer, a friend or an online \
                           opponent, learn in two minutes, review your games.";

/// What is shown of a link.
pub(super) struct Preview {
    description: String,
    /// The address of the picture. Most sites want it whole, which it is where the house knows its own.
    picture: String,
}

impl Preview {
    /// Of a page that is about no game in particular.
    pub(super) fn of_house(shared: &Shared) -> Self {
        Self::new(shared, DESCRIPTION.to_owned(), &format!("game={}", games()[0].id))
    }

    /// Of a page about a game.
    pub(super) fn of_game(shared: &Shared, spec: &Spec) -> Self {
        Self::new(shared, spec.summary.to_owned(), &format!("game={}", spec.id))
    }

    /// Of a page with this description and a picture as a query names it.
    pub(super) fn new(shared: &Shared, description: String, query: &str) -> Self {
        let base = shared.config.address().unwrap_or_default();
        Self { description, picture: format!("{base}/preview.png?{query}") }
    }

    /// The same as a part of the head of a page.
    pub(super) fn head(&self, title: &str) -> Markup {
        let [across, down] = CARD;
        html! {
            meta name="description" content=(self.description);
            meta property="og:site_name" content="Konoba";
            meta property="og:title" content=(title);
            meta property="og:description" content=(self.description);
            meta property="og:type" content="website";
            meta property="og:image" content=(self.picture);
            meta property="og:image:type" content="image/png";
            meta property="og:image:width" content=(across);
            meta property="og:image:height" content=(down);
            meta name="twitter:card" content="summary_large_image";
        }
    }
}
