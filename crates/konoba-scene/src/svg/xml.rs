//! Writing XML, with all text escaped.

use std::fmt::Display;

/// An XML text in the making. Elements that hold others are closed by the block that opens them.
#[derive(Default)]
pub(super) struct Xml(String);

/// The attributes of an element, in the order in which they are written.
pub(super) type Attributes<'a> = &'a [(&'static str, &'a dyn Display)];

impl Xml {
    /// An element that holds whatever `inside` writes.
    pub(super) fn element(
        &mut self,
        name: &str,
        attributes: Attributes<'_>,
        inside: impl FnOnce(&mut Self),
    ) {
        self.tag(name, attributes, ">\n");
        inside(self);
        self.raw(&format!("</{name}>\n"));
    }

    /// An element that holds nothing.
    pub(super) fn leaf(&mut self, name: &str, attributes: Attributes<'_>) {
        self.tag(name, attributes, "/>\n");
    }

    /// An element that holds a text.
    pub(super) fn text(&mut self, name: &str, attributes: Attributes<'_>, text: &str) {
        self.tag(name, attributes, ">");
        self.escaped(text);
        self.raw(&format!("</{name}>\n"));
    }

    /// What has been written as XML before.
    pub(super) fn raw(&mut self, xml: &str) {
        self.0.push_str(xml);
    }

    /// The whole text.
    pub(super) fn finish(self) -> String {
        self.0
    }

    fn tag(&mut self, name: &str, attributes: Attributes<'_>, end: &str) {
        self.raw("<");
        self.raw(name);
        for (attribute, value) in attributes {
            self.raw(&format!(" {attribute}=\""));
            self.escaped(&value.to_string());
            self.raw("\"");
        }
        self.raw(end);
    }

    /// XML 1.0 can express no control character but tab, line feed and carriage return, so any
    /// other is replaced.
    fn escaped(&mut self, text: &str) {
        for c in text.chars() {
            match c {
                '&' => self.raw("&amp;"),
                '<' => self.raw("&lt;"),
                '>' => self.raw("&gt;"),
                '"' => self.raw("&quot;"),
                '\'' => self.raw("&#39;"),
                '\t' | '\n' | '\r' => self.0.push(' '),
                '\u{fffe}' | '\u{ffff}' => self.0.push('\u{fffd}'),
                c if c.is_control() => self.0.push('\u{fffd}'),
                c => self.0.push(c),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_escaped() {
        let check = |text: &str, expected: &str| {
            let mut xml = Xml::default();
            xml.text("t", &[("a", &text)], text);
            assert_eq!(xml.finish(), format!("<t a=\"{expected}\">{expected}</t>\n"));
        };
        check("a1, empty", "a1, empty");
        check("<b> & \"c\" 'd'", "&lt;b&gt; &amp; &quot;c&quot; &#39;d&#39;");
        check("\u{0}\u{1b}[31m\u{ffff}\n", "\u{fffd}\u{fffd}[31m\u{fffd} ");
        check("]]>", "]]&gt;");
    }
}
