//! Where a webhook may lead. Its address comes from people, so that it must not reach what only this machine
//! can reach: databases, other services, the addresses by which clouds tell secrets.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use axum::http::Uri;

/// How far webhooks may reach.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Webhooks {
    /// Nowhere: there are none.
    Off,
    /// To addresses of the public internet alone.
    #[default]
    Public,
    /// Anywhere, also to private addresses and to this machine.
    Any,
}

/// The longest address that is taken.
const LONGEST: usize = 300;

/// The parts of an address to which is posted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Target {
    pub(super) is_tls: bool,
    /// A name, or a number without brackets.
    pub(super) host: String,
    pub(super) port: u16,
    /// As it stands in the head of the request.
    pub(super) authority: String,
    pub(super) path: String,
}

impl Target {
    /// Reads an address: `https://example.org/hook`, with http or https and without a name and password.
    pub(crate) fn read(text: &str) -> Option<Self> {
        let uri: Uri = Some(text).filter(|text| text.len() <= LONGEST)?.parse().ok()?;
        let is_tls = match uri.scheme_str()? {
            "https" => true,
            "http" => false,
            _ => return None,
        };
        let authority = uri.authority().filter(|own| !own.as_str().contains('@'))?;
        let host = authority.host().trim_start_matches('[').trim_end_matches(']').to_owned();
        let port = match authority.port() {
            Some(port) => port.as_u16(),
            // After the host there is something that is not a port.
            None if authority.as_str() != authority.host() => return None,
            None if is_tls => 443,
            None => 80,
        };
        let path = uri.path_and_query().map_or("/", |path| path.as_str());
        let is_whole = !host.is_empty() && port != 0 && path.starts_with('/');
        let (authority, path) = (authority.to_string(), path.to_owned());
        is_whole.then_some(Self { is_tls, host, port, authority, path })
    }

    /// Whether such an address may be kept: a number that will never be reached is refused at once. A name can
    /// lead elsewhere later, so that it is judged when it is looked up.
    pub(crate) fn may_be_named(&self, reach: Webhooks) -> bool {
        self.host.parse().map_or(true, |own| may_be_reached(own, reach))
    }

    /// The addresses of the machine that may be reached, as they are now. They are the ones to connect to: a
    /// name that is looked up again could lead elsewhere.
    pub(super) async fn addresses(&self, reach: Webhooks) -> std::io::Result<Vec<SocketAddr>> {
        let found = tokio::net::lookup_host((self.host.as_str(), self.port)).await?;
        Ok(found.filter(|address| may_be_reached(address.ip(), reach)).collect())
    }
}

fn may_be_reached(address: IpAddr, reach: Webhooks) -> bool {
    match reach {
        Webhooks::Off => false,
        Webhooks::Any => true,
        Webhooks::Public => match address.to_canonical() {
            IpAddr::V4(own) => is_public_v4(own),
            IpAddr::V6(own) => is_public_v6(own),
        },
    }
}

/// Whether an address is one of the public internet, after the registries of special addresses (RFC 6890).
fn is_public_v4(own: Ipv4Addr) -> bool {
    let [a, b, c, _] = own.octets();
    let is_special = own.is_private()
        || own.is_loopback()
        || own.is_link_local()
        || own.is_multicast()
        || own.is_documentation()
        // This network.
        || a == 0
        // Shared by the customers of a carrier.
        || a == 100 && b & 0xc0 == 64
        // Protocols, and relays to version 6.
        || (a, b, c) == (192, 0, 0)
        || (a, b, c) == (192, 88, 99)
        // Benchmarks.
        || a == 198 && b & 0xfe == 18
        // Reserved, and the address that means all.
        || a >= 240;
    !is_special
}

/// Whether an address of version 6 is one of the public internet. Only 2000::/3 is given out; what in it is for documentation
/// or leads to addresses of version 4 belongs to no machine.
fn is_public_v6(own: Ipv6Addr) -> bool {
    let [a, b, ..] = own.segments();
    a & 0xe000 == 0x2000
        && (a, b) != (0x2001, 0xdb8)
        && a != 0x2002
        && !(a == 0x2001 && b < 0x200)
        && a != 0x3fff
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_whole_addresses_of_http_are_read() {
        let check = |text: &str, expected: Option<(bool, &str, u16, &str)>| {
            let target = Target::read(text);
            let found =
                target.as_ref().map(|t| (t.is_tls, t.host.as_str(), t.port, t.path.as_str()));
            assert_eq!(found, expected, "{text}");
        };
        check("https://example.org/hook?a=b", Some((true, "example.org", 443, "/hook?a=b")));
        check("http://example.org", Some((false, "example.org", 80, "/")));
        check("http://example.org:8080/x", Some((false, "example.org", 8080, "/x")));
        check("https://[2001:db8::1]:8443/", Some((true, "2001:db8::1", 8443, "/")));
        for wrong in [
            "",
            "example.org",
            "/hook",
            "ftp://example.org/",
            "file:///etc/passwd",
            "gopher://a/",
            "http://me:secret@example.org/",
            "http://:80/",
            "http://example.org:/",
            "http://a:0/",
            "http://a:99999/",
            "http://a b/",
            "javascript:alert(1)",
            "http://example.org/\r\nHost: x",
        ] {
            check(wrong, None);
        }
        check(&format!("http://example.org/{}", "a".repeat(300)), None);
    }

    #[test]
    fn only_public_addresses_are_reached_unless_that_is_allowed() {
        let reached = |text: &str, reach| may_be_reached(text.parse().unwrap(), reach);
        for public in ["1.1.1.1", "93.184.216.34", "100.128.0.1", "2606:4700::1111", "2a00::1"] {
            assert!(reached(public, Webhooks::Public), "{public}");
            assert!(!reached(public, Webhooks::Off), "{public}");
        }
        for special in [
            "127.0.0.1",
            "127.8.8.8",
            "0.0.0.0",
            "10.1.2.3",
            "172.16.0.1",
            "192.168.1.1",
            "169.254.169.254",
            "100.64.0.1",
            "192.0.0.8",
            "198.18.0.1",
            "192.0.2.1",
            "192.88.99.1",
            "224.0.0.1",
            "240.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
            "fe80::1",
            "fc00::1",
            "fd12::1",
            "ff02::1",
            "64:ff9b::7f00:1",
            "2002:7f00:1::",
            "2001:db8::1",
            "2001::1",
            "100::1",
        ] {
            assert!(!reached(special, Webhooks::Public), "{special}");
            assert!(reached(special, Webhooks::Any), "{special}");
        }
    }
}
