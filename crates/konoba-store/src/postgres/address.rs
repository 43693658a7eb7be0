//! The address of a database, with the settings that tokio-postgres does not read: which certificates
//! are trusted.

use std::path::PathBuf;

use percent_encoding::percent_decode_str;
use tokio_postgres::Config;
use tokio_postgres::config::Host;

use super::tls::Trust;

/// The address of a database.
#[derive(Debug)]
pub(super) struct Address {
    pub(super) config: Config,
    pub(super) trust: Trust,
    /// The file with the certificates of the authorities; those of the system unless given.
    pub(super) authorities: Option<PathBuf>,
}

impl Address {
    /// Reads an address such as `postgres://user@host/name?sslmode=verify-full&sslrootcert=/etc/ca.pem`,
    /// or the same as `host=... sslmode=...`. The reason of a refusal holds nothing of the address, in
    /// which there may be a password.
    pub(super) fn read(text: &str) -> Result<Self, String> {
        let is_url = text.contains("://");
        let (place, settings) = match is_url {
            true => text.split_once('?').unwrap_or((text, "")),
            false => ("", text),
        };
        let mut address =
            Self { config: Config::new(), trust: Trust::default(), authorities: None };
        let mut rest = Vec::new();
        for setting in settings.split(if is_url { '&' } else { ' ' }) {
            match setting.split_once('=') {
                Some(("sslmode", mode)) => {
                    let known = "disable, allow, prefer, require, verify-ca or verify-full";
                    let unknown = || format!("sslmode is {known}");
                    address.trust = Trust::read(mode).ok_or_else(unknown)?;
                }
                // As libpq has it, this word is no file.
                Some(("sslrootcert", "system")) => {}
                Some(("sslrootcert", file)) if is_url => {
                    let file = percent_decode_str(file).decode_utf8();
                    let file = file.map_err(|_| "sslrootcert is not text".to_owned())?;
                    address.authorities = Some(PathBuf::from(file.as_ref()));
                }
                Some(("sslrootcert", file)) => address.authorities = Some(PathBuf::from(file)),
                _ => rest.push(setting),
            }
        }
        let text = match (is_url, rest.is_empty()) {
            (true, true) => place.to_owned(),
            (true, false) => format!("{place}?{}", rest.join("&")),
            (false, _) => rest.join(" "),
        };
        address.config = text.parse().map_err(|error: tokio_postgres::Error| error.to_string())?;
        Ok(address)
    }

    /// The address without its password, and without settings that go beyond where the database is. None where a part of it has
    /// characters that belong between the parts: a password that is not encoded, such as `a@b`, reaches into the host.
    pub(super) fn shown(&self) -> Option<String> {
        let config = &self.config;
        let (user, name) = (config.get_user().unwrap_or_default(), config.get_dbname());
        let mut hosts: Vec<String> = config.get_hosts().iter().map(name_of).collect();
        if hosts.is_empty() {
            hosts = config
                .get_hostaddrs()
                .iter()
                .map(|address| name_of_tcp(&address.to_string()))
                .collect();
        }
        let is_plain = |part: &str| !part.contains(['@', '?', '&', '=', '\'', ' ']);
        let has_slash = user.contains('/') || name.is_some_and(|name| name.contains('/'));
        if has_slash || !hosts.iter().map(String::as_str).chain([user]).chain(name).all(is_plain) {
            return None;
        }
        let ports = config.get_ports();
        for (index, host) in hosts.iter_mut().enumerate() {
            if let Some(port) = ports.get(index).or_else(|| ports.first()) {
                host.push_str(&format!(":{port}"));
            }
        }
        let user = match (user, config.get_password()) {
            ("", None) => String::new(),
            (user, None) => format!("{user}@"),
            (user, Some(_)) => format!("{user}:...@"),
        };
        let name = name.map(|name| format!("/{name}")).unwrap_or_default();
        Some(format!("postgres://{user}{}{name}", hosts.join(",")))
    }
}

fn name_of(host: &Host) -> String {
    match host {
        Host::Tcp(name) => name_of_tcp(name),
        #[cfg(unix)]
        Host::Unix(folder) => folder.display().to_string(),
    }
}

/// Numbers of the sixth version have colons of their own.
fn name_of_tcp(name: &str) -> String {
    match name.contains(':') {
        true => format!("[{name}]"),
        false => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_concerns_certificates_is_read_and_the_rest_left() {
        let url = "postgres://konoba@db/games?sslmode=verify-full&options=-c%20a%3Db\
            &sslrootcert=%2Fetc%2Fca%20one.pem";
        let pairs = "host=db user=konoba sslmode=verify-full sslrootcert=/etc/ca.pem dbname=games";
        for (text, file) in [(url, "/etc/ca one.pem"), (pairs, "/etc/ca.pem")] {
            let address = Address::read(text).unwrap();
            assert_eq!(
                (address.trust, address.config.get_user()),
                (Trust::VerifyFull, Some("konoba"))
            );
            assert_eq!(address.authorities, Some(PathBuf::from(file)));
            assert_eq!(address.config.get_dbname(), Some("games"));
        }
        let plain = Address::read("postgres://konoba@db/games").unwrap();
        assert_eq!((plain.trust, plain.authorities), (Trust::Prefer, None));
        let system =
            Address::read("postgres://db/games?sslrootcert=system&sslmode=require").unwrap();
        assert_eq!((system.trust, system.authorities), (Trust::Require, None));
        for wrong in ["postgres://db/games?sslmode=verify", "postgres://db/games?nonsense=1", "no"]
        {
            Address::read(wrong).unwrap_err();
        }
    }
    #[test]
    fn a_password_is_not_shown() {
        let rows = [
            (
                "postgres://ana:secret@one,two/games?sslmode=require",
                Some("ana:...@one:5432,two:5432/games"),
            ),
            ("postgres://ana:sec/ret@one:1/games", Some("ana:...@one:1/games")),
            ("postgres://ana@one:5433,[::1]:5434/games", Some("ana@one:5433,[::1]:5434/games")),
            ("postgres://one/games?password=secret", Some(":...@one:5432/games")),
            ("postgres:///games?host=%2Frun%2Fpostgresql", Some("/run/postgresql/games")),
            ("host=one password=secret user=ana", Some("ana:...@one")),
            ("host=one password='top secret' user=ana", Some("ana:...@one")),
            ("host=one password = secret port=1 dbname=games", Some(":...@one:1/games")),
            ("hostaddr=127.0.0.1 user=ana", Some("ana@127.0.0.1")),
            // These are read, and not as they were meant.
            ("postgres://ana:se@cret@one/games", None),
            ("postgres://one/games?password=se@cret", None),
            ("postgres://ana:secret/@games", Some("ana:...@games:5432")),
        ];
        for (text, expected) in rows {
            let shown = Address::read(text).unwrap().shown();
            assert_eq!(shown, expected.map(|expected| format!("postgres://{expected}")), "{text}");
        }
        Address::read("secret").unwrap_err();
    }
}
