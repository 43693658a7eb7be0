//! The address by which people reach the house, and the addresses that pages say they come from.

use std::fmt;
use std::str::FromStr;

use axum::http::Uri;

/// An address as browsers write where a page comes from: a scheme, a name and a port.
///
/// ```
/// use konoba_http::PublicUrl;
/// let url: PublicUrl = "https://Play.Example.org:443/".parse().unwrap();
/// assert_eq!(url.to_string(), "https://play.example.org");
/// assert!("play.example.org".parse::<PublicUrl>().is_err());
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PublicUrl {
    is_secure: bool,
    host: String,
    /// Only where it is not the scheme's default.
    port: Option<u16>,
}

impl PublicUrl {
    /// Whether it is reached over TLS.
    pub const fn is_secure(&self) -> bool {
        self.is_secure
    }

    /// The name, or the number.
    pub fn host(&self) -> &str {
        &self.host
    }
}

impl FromStr for PublicUrl {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let Some((scheme, rest)) = text.split_once("://") else {
            return Err("it has no scheme; write it like https://play.example.org".to_owned());
        };
        let is_secure = match scheme.to_ascii_lowercase().as_str() {
            "https" => true,
            "http" => false,
            _ => return Err("its scheme is neither http nor https".to_owned()),
        };
        let uri = text.parse::<Uri>().ok();
        let authority = uri.as_ref().and_then(Uri::authority);
        let Some(authority) = authority.filter(|own| !own.as_str().contains('@')) else {
            return Err("it names no machine; write it like https://play.example.org".to_owned());
        };
        let after = rest.get(authority.as_str().len()..).unwrap_or_default();
        if !matches!(after, "" | "/") {
            let reason = "it goes on after the name; Konoba is served at the top of an address, \
                          without a path";
            return Err(reason.to_owned());
        }
        let host = authority.host().to_ascii_lowercase();
        let port = authority.port_u16();
        // A colon that no port follows, or one that is out of range.
        if host.is_empty() || port.is_none() && authority.as_str().len() > host.len() {
            return Err("its name or its port is not one".to_owned());
        }
        let usual = if is_secure { 443 } else { 80 };
        Ok(Self { is_secure, host, port: port.filter(|port| *port != usual) })
    }
}

impl fmt::Display for PublicUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scheme = if self.is_secure { "https" } else { "http" };
        write!(f, "{scheme}://{}", self.host)?;
        self.port.map_or(Ok(()), |port| write!(f, ":{port}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_whole_addresses_are_taken() {
        for (text, expected) in [
            ("https://play.example", "https://play.example"),
            ("HTTPS://Play.Example:443/", "https://play.example"),
            ("http://machine.local:8080", "http://machine.local:8080"),
            ("http://machine.local:80", "http://machine.local"),
            ("https://machine.local:80", "https://machine.local:80"),
            ("http://[::1]:8080", "http://[::1]:8080"),
        ] {
            let url = text.parse::<PublicUrl>().map(|url| url.to_string());
            assert_eq!(url.as_deref(), Ok(expected), "{text}");
        }
        for text in [
            "",
            "nonsense",
            "play.example",
            "play.example:8080",
            "//play.example",
            "ftp://play.example",
            "https://",
            "https:///path",
            "https://play.example/games",
            "https://play.example?x",
            "https://me@play.example",
            "https://play.example:",
            "https://play.example:99999",
            "https://two words",
            "null",
        ] {
            assert!(text.parse::<PublicUrl>().is_err(), "{text}");
        }
    }
}
