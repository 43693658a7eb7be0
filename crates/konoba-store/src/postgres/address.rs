//! The address of a database, with the settings that tokio-postgres does not read: which certificates
//! are trusted.

use std::path::PathBuf;

use percent_encoding::percent_decode_str;
use tokio_postgres::Config;

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
}
