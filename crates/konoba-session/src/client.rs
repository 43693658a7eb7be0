//! The client of a session, as a door implements it over its connection.

use std::io;

use konoba_line::Unreadable;
use konoba_scene::TextStyle;

/// Something that a client has said.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Heard {
    /// A line, or why it cannot be read.
    Line(Result<String, Unreadable>),
    /// The client asks whether the server is there.
    AreYouThere,
    /// The client reads the text aloud to a person who does not see it.
    ScreenReader,
    /// In which characters boards can be drawn there.
    Style(TextStyle),
    /// That it will say nothing more.
    End,
}

/// A client at the other end of a connection: lines in, text out, and neither without bounds.
pub trait Client: Send {
    /// What the client says next. Nothing is lost if this is given up while it waits.
    fn next(&mut self) -> impl Future<Output = io::Result<Heard>> + Send;

    /// Tells the client something, which has to be received before long. Lines end with a line feed here.
    fn say(&mut self, text: &str) -> impl Future<Output = io::Result<()>> + Send;

    /// Whether the client's program wants to know what happens as data, beside the text.
    fn wants_data(&self) -> bool {
        false
    }

    /// Tells the client's program something by name, as JSON.
    fn tell_data(&mut self, name: &str, json: &str) -> impl Future<Output = io::Result<()>> + Send {
        let _ = (name, json);
        async { Ok(()) }
    }
}
