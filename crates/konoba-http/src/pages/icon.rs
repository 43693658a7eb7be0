//! Small drawings for buttons, each beside a word that says the same.

use maud::{Markup, PreEscaped, html};

/// What can be drawn.
#[derive(Clone, Copy)]
pub(super) enum Icon {
    Konoba,
    Computer,
    Friend,
    Online,
    Together,
    Undo,
    Flag,
    Lines,
    Points,
    Review,
    Save,
    Link,
    Keys,
    Eye,
    First,
    Back,
    Forward,
    Last,
    Up,
    Bin,
    Hint,
    Say,
}

/// A drawing that is only seen.
pub(super) fn icon(icon: Icon) -> Markup {
    let drawing = match icon {
        Icon::Konoba => {
            r#"<circle cx="8.5" cy="8.5" r="5.5" fill="currentColor"/><circle cx="15.5" cy="15.5" r="5.5" class="hollow"/>"#
        }
        Icon::Computer => {
            r#"<rect x="3" y="4" width="18" height="12" rx="2"/><path d="M8 20h8M12 16v4"/>"#
        }
        Icon::Friend => {
            r#"<path d="M10 14a5 5 0 0 0 7 0l3-3a5 5 0 0 0-7-7l-1 1M14 10a5 5 0 0 0-7 0l-3 3a5 5 0 0 0 7 7l1-1"/>"#
        }
        Icon::Online => {
            r#"<circle cx="12" cy="12" r="9"/><path d="M3 12h18M12 3c3 3 3 15 0 18M12 3c-3 3-3 15 0 18"/>"#
        }
        Icon::Together => {
            r#"<circle cx="8" cy="8" r="3.2"/><circle cx="16" cy="8" r="3.2"/><path d="M2.5 20c0-4 2.5-6 5.5-6s4 1.5 4 1.5 1-1.5 4-1.5 5.5 2 5.5 6"/>"#
        }
        Icon::Undo => r#"<path d="M9 14 4 9l5-5"/><path d="M4 9h10a6 6 0 0 1 0 12h-3"/>"#,
        Icon::Flag => r#"<path d="M5 21V4h12l-2 4 2 4H5"/>"#,
        Icon::Lines => r#"<path d="M4 20 20 4M4 12h16M12 4v16"/>"#,
        Icon::Points => {
            r#"<circle cx="6" cy="6" r="1.5"/><circle cx="18" cy="6" r="1.5"/><circle cx="12" cy="12" r="1.5"/><circle cx="6" cy="18" r="1.5"/><circle cx="18" cy="18" r="1.5"/>"#
        }
        Icon::Review => {
            r#"<path d="M4 5h11M4 10h7M4 15h5"/><circle cx="16" cy="15" r="4.5"/><path d="m19.5 18.5 2 2"/>"#
        }
        Icon::Save => r#"<path d="M12 4v11M7 11l5 5 5-5M4 20h16"/>"#,
        Icon::Link => r#"<path d="M12 16V4M7 8l5-5 5 5M5 13v7h14v-7"/>"#,
        Icon::Keys => {
            r#"<rect x="2.5" y="6" width="19" height="12" rx="2"/><path d="M6 10h.01M10 10h.01M14 10h.01M18 10h.01M8 14h8"/>"#
        }
        Icon::Eye => {
            r#"<path d="M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12Z"/><circle cx="12" cy="12" r="3"/>"#
        }
        Icon::First => r#"<path d="M6 5v14M19 5l-9 7 9 7"/>"#,
        Icon::Back => r#"<path d="m15 5-8 7 8 7"/>"#,
        Icon::Forward => r#"<path d="m9 5 8 7-8 7"/>"#,
        Icon::Last => r#"<path d="M18 5v14M5 5l9 7-9 7"/>"#,
        Icon::Up => r#"<path d="M12 20V5M6 10l6-6 6 6"/>"#,
        Icon::Bin => r#"<path d="M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13"/>"#,
        Icon::Say => r#"<path d="M4 5h16v11H11l-5 4v-4H4Z"/>"#,
        Icon::Hint => {
            r#"<path d="M9 18h6M10 21h4M12 3a6 6 0 0 0-4 10.5c.8.8 1 1.5 1 2.5h6c0-1 .2-1.7 1-2.5A6 6 0 0 0 12 3Z"/>"#
        }
    };
    html! {
        svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false" {
            (PreEscaped(drawing))
        }
    }
}
