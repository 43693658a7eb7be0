//! Carrying lines in and answers out, over anything that reads and writes bytes.

use std::io::{self, Write};

use super::analysis::analyse;
use super::response::{cleaned, split_id};
use super::{Failure, Files, Response, Session};
use crate::lines::{Line, Unreadable};
use crate::{Heard, Source};

/// Answers every line of the input until it ends or the session is told to quit. Each answer is
/// out before the next line is read, but for analyses, which go on until the next line comes: the
/// source should not make them wait. A writer whose other end is closed is a clean end.
pub fn converse<F: Files>(
    session: &mut Session<F>,
    mut source: impl Source + Send,
    mut output: impl Write + Send,
) -> io::Result<()> {
    match hold(session, &mut source, &mut output) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        held => held,
    }
}

fn hold<F: Files>(
    session: &mut Session<F>,
    source: &mut (impl Source + Send),
    output: &mut (impl Write + Send),
) -> io::Result<()> {
    let mut heard = source.next(None)?;
    loop {
        let line = match heard {
            Heard::Line(line) => line,
            Heard::Silence => Line::default(),
            Heard::End => return Ok(()),
        };
        let answer = match readable(&line) {
            Ok(text) => session.answer(text),
            Err(refused) => Some(refused),
        };
        let text = answer.map_or_else(String::new, |answer| answer.to_string());
        let analysis = session.player.analysis.take();
        heard = match analysis {
            Some(analysis) => {
                // The blank line that ends the answer comes after what the analysis tells.
                let begun = text.strip_suffix('\n').unwrap_or(&text);
                output.write_all(begun.as_bytes())?;
                output.flush()?;
                let heard = analyse(session, analysis, source, output)?;
                writeln!(output)?;
                output.flush()?;
                heard
            }
            None => {
                output.write_all(text.as_bytes())?;
                output.flush()?;
                match session.has_quit() {
                    true => return Ok(()),
                    false => source.next(None)?,
                }
            }
        };
    }
}

/// The text, or the answer to a line that cannot be one.
fn readable(line: &Line) -> Result<&str, Response> {
    line.text().map_err(|unreadable| {
        let (id, _) = split_id(&cleaned(line.start()));
        let failure = match unreadable {
            Unreadable::TooLong => Failure::LineTooLong,
            Unreadable::NotText | Unreadable::OnlyKeys => Failure::NotText,
        };
        Response { id, result: Err(failure) }
    })
}

#[cfg(test)]
mod tests {
    use std::io::{BufReader, Read};

    use super::super::NoFiles;
    use super::*;
    use crate::lines::{Lines, MAX_LINE};

    fn session() -> Session<NoFiles> {
        Session::new(konoba_rules::Setup::default_of(konoba_rules::GAMES[0]), NoFiles)
    }

    fn answers(input: impl Read + Send) -> String {
        let mut output = Vec::new();
        // A small buffer, so that lines are met in pieces.
        let input = Lines::without_comments(BufReader::with_capacity(7, input), b'#');
        converse(&mut session(), input, &mut output).expect("memory does not fail");
        String::from_utf8(output).expect("answers are text")
    }

    #[test]
    fn lines_are_answered_one_by_one() {
        let check = |input: &[u8], expected: &str| assert_eq!(answers(input), expected);
        check(b"", "");
        check(b"\n\r\n  \n# comment\n", "");
        check(b"1 protocol_version\r\n2 name\n", "=1 2\n\n=2 Konoba\n\n");
        check(b"1 name", "=1 Konoba\n\n");
        check(b"1 quit\n2 name\n", "=1\n\n");
        check(b"1 na\0me # \xff is no text, but is not read\n", "=1 Konoba\n\n");
        check(
            b"1 name\n\xff\n3 name \xc3\n4 name\n",
            "=1 Konoba\n\n? line is not UTF-8\n\n?3 line is not UTF-8\n\n=4 Konoba\n\n",
        );
    }

    #[test]
    fn long_lines_are_refused_unkept() {
        let long = || b"8 ".chain(io::repeat(b'x').take(10 << 20));
        let input = long().chain(&b"\n9 name\n"[..]);
        assert_eq!(answers(input), "?8 line too long\n\n=9 Konoba\n\n");
        // Comments do not count towards the length of a line.
        let input = b"8 name #".chain(io::repeat(b'x').take(10 << 20)).chain(&b"\n9 name\n"[..]);
        assert_eq!(answers(input), "=8 Konoba\n\n=9 Konoba\n\n");
        let fits = [&[b' '; MAX_LINE - 4][..], b"name\n"].concat();
        assert_eq!(answers(&fits[..]), "= Konoba\n\n");
    }

    struct Broken(io::ErrorKind);

    impl Write for Broken {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(self.0.into())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_closed_output_is_a_clean_end() {
        let converse_with = |kind| {
            let input = Lines::without_comments(&b"name\nname\n"[..], b'#');
            converse(&mut session(), input, Broken(kind))
        };
        assert!(converse_with(io::ErrorKind::BrokenPipe).is_ok());
        assert!(converse_with(io::ErrorKind::StorageFull).is_err());
    }
}
