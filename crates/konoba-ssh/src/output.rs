//! The person's terminal, as far as it is written to: frames become bytes here, and nothing of this machine's own
//! terminal is asked.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

use konoba_tui::HouseApp;
use ratatui::backend::CrosstermBackend;
use ratatui::layout::Rect;
use ratatui::{Terminal, TerminalOptions, Viewport};

/// The alternate screen, no cursor, clicks and the wheel, marked pastes.
const TAKE: &[u8] = b"\x1b[?1049h\x1b[?25l\x1b[?1000h\x1b[?1006h\x1b[?2004h\x1b[2J";
/// All of it back.
const GIVE_BACK: &[u8] = b"\x1b[?2004l\x1b[?1006l\x1b[?1000l\x1b[0m\x1b[?1049l\x1b[?25h";

/// Bytes that are to be sent.
#[derive(Clone, Default)]
struct Bytes(Arc<Mutex<Vec<u8>>>);

impl Bytes {
    fn take(&self) -> Vec<u8> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Write for Bytes {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The person's terminal.
pub(super) struct Output {
    terminal: Terminal<CrosstermBackend<Bytes>>,
    bytes: Bytes,
}

impl Output {
    /// A terminal with so many columns and rows, taken for the screens.
    pub(super) fn new(size: (u16, u16)) -> io::Result<Self> {
        let bytes = Bytes::default();
        let terminal = terminal(&bytes, size)?;
        bytes.clone().write_all(TAKE)?;
        Ok(Self { terminal, bytes })
    }

    /// The terminal has another size now, or something else was written on it.
    pub(super) fn begin_anew(&mut self, size: (u16, u16)) -> io::Result<()> {
        self.terminal = terminal(&self.bytes, size)?;
        self.bytes.write_all(b"\x1b[0m\x1b[2J")
    }

    /// What has to be sent to show the screens as they are now; nothing where nothing has changed.
    pub(super) fn show(&mut self, app: &HouseApp) -> io::Result<Vec<u8>> {
        self.terminal.draw(|frame| app.draw(frame))?;
        Ok(self.bytes.take())
    }

    /// What puts text on the person's clipboard.
    pub(super) fn copy(&mut self, text: String) -> io::Result<()> {
        crossterm::queue!(
            self.bytes,
            crossterm::clipboard::CopyToClipboard::to_clipboard_from(text)
        )
    }

    /// What gives the terminal back, and the last words.
    pub(super) fn give_back(&self, words: &str) -> Vec<u8> {
        [GIVE_BACK, words.replace('\n', "\r\n").as_bytes()].concat()
    }
}

/// A fixed area, because the size of this machine's own terminal, if it has one, means nothing here.
fn terminal(
    bytes: &Bytes,
    (width, height): (u16, u16),
) -> io::Result<Terminal<CrosstermBackend<Bytes>>> {
    let viewport = Viewport::Fixed(Rect::new(0, 0, width, height));
    Terminal::with_options(CrosstermBackend::new(bytes.clone()), TerminalOptions { viewport })
}
