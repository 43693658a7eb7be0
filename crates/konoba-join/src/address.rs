//! Where a house is.

use std::str::FromStr;

/// Where a house is: `https://play.example.org`, perhaps with the page of a table and an invitation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Address {
    /// Whether it is reached over TLS.
    pub is_secure: bool,
    /// The host, as certificates name it.
    pub host: String,
    /// The port.
    pub port: u16,
    /// The table whose page it is.
    pub table: Option<String>,
    /// The secret by which a friend takes the empty seat there.
    pub invitation: Option<String>,
}

impl FromStr for Address {
    type Err = &'static str;

    fn from_str(url: &str) -> Result<Self, Self::Err> {
        let (is_secure, rest) = match (url.strip_prefix("https://"), url.strip_prefix("http://")) {
            (Some(rest), _) => (true, rest),
            (None, Some(rest)) => (false, rest),
            (None, None) => return Err("give an address that begins with https:// or http://"),
        };
        let (rest, fragment) = rest.split_once('#').unwrap_or((rest, ""));
        let (authority, path) = rest.split_once('/').unwrap_or((rest, ""));
        let table = match path.trim_end_matches('/') {
            "" => None,
            path => Some(path.strip_prefix("t/").ok_or("that is not the page of a table")?),
        };
        let usual = if is_secure { 443 } else { 80 };
        // An address of IPv6 has colons of its own, and stands in brackets.
        let bare = authority.rfind(']').map_or(0, |end| end + 1);
        let (host, port) = match authority[bare..].rsplit_once(':') {
            Some((before, port)) => {
                let port = port.parse().map_err(|_| "that is not a port")?;
                (&authority[..bare + before.len()], port)
            }
            None => (authority, usual),
        };
        let host = host.trim_start_matches('[').trim_end_matches(']');
        let is_letter = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '.' | ':' | '_');
        if host.is_empty() || !host.chars().all(is_letter) {
            return Err("that is not the name of a host");
        }
        let is_name = |text: &&str| text.chars().all(|c| c.is_ascii_alphanumeric());
        let table = match table {
            Some(table) => Some(Some(table).filter(is_name).ok_or("that is not a table")?),
            None => None,
        };
        Ok(Self {
            is_secure,
            host: host.to_owned(),
            port,
            table: table.map(str::to_owned),
            invitation: fragment.strip_prefix("join=").map(str::to_owned),
        })
    }
}

impl Address {
    /// The address of the house, without a table.
    pub fn url(&self) -> String {
        let scheme = if self.is_secure { "https" } else { "http" };
        format!("{scheme}://{}", self.authority())
    }

    /// The host and the port, as requests name them.
    pub(crate) fn authority(&self) -> String {
        let host = match self.host.contains(':') {
            true => format!("[{}]", self.host),
            false => self.host.clone(),
        };
        match (self.is_secure, self.port) {
            (true, 443) | (false, 80) => host,
            (_, port) => format!("{host}:{port}"),
        }
    }

    /// Letters, digits and signs that make a name for a file.
    pub(crate) fn file_name(&self) -> String {
        let scheme = if self.is_secure { "https" } else { "http" };
        format!("{scheme}-{}-{}", self.host.replace(':', "_"), self.port)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(url: &str) -> Option<(bool, String, u16, Option<String>)> {
        let address: Address = url.parse().ok()?;
        Some((address.is_secure, address.host, address.port, address.table))
    }

    #[test]
    fn addresses_are_read() {
        let host = |is_secure, host: &str, port| Some((is_secure, host.to_owned(), port, None));
        assert_eq!(read("https://play.example.org"), host(true, "play.example.org", 443));
        assert_eq!(read("https://play.example.org/"), host(true, "play.example.org", 443));
        assert_eq!(read("http://127.0.0.1:8080"), host(false, "127.0.0.1", 8080));
        assert_eq!(read("http://[::1]:8080"), host(false, "::1", 8080));
        assert_eq!(read("https://[::1]"), host(true, "::1", 443));
        let friend: Address = "http://a.b/t/abc#join=xyz".parse().unwrap();
        assert_eq!(
            (friend.table.as_deref(), friend.invitation.as_deref()),
            (Some("abc"), Some("xyz"))
        );
        assert_eq!("http://[::1]:8080".parse::<Address>().unwrap().authority(), "[::1]:8080");
        for wrong in [
            "",
            "play.example.org",
            "ftp://a",
            "http://",
            "http://a/api",
            "http://a:b",
            "http://a b",
            "http://a/t/../x",
        ] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }
}
