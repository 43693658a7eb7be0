//! Whether the server knows its clients behind a proxy: each by their own address, whatever they claim. One address may
//! have so many offers open, so an offer shows under which address it was counted.

use std::path::Path;

use anyhow::{Context, Result, ensure};

use crate::workspace::answer;

/// How many offers the server takes from a guest and from an address (`Config` in `konoba-live`).
const OF_GUEST: usize = 10;
const OF_ADDRESS: usize = 60;

/// A public name, and the proxy that answers for it.
pub(super) struct Front<'a> {
    /// The address that browsers are given.
    pub(super) url: &'a str,
    pub(super) port: u16,
    /// Where cookies are kept.
    pub(super) folder: &'a Path,
}

/// Two clients with these addresses of this machine make offers through the proxy.
pub(super) fn check(front: &Front<'_>, clients: [&str; 2]) -> Result<()> {
    let [first, second] = clients;
    for guest in 0..OF_ADDRESS / OF_GUEST {
        let taken = front.offers(&format!("{first}-{guest}"), first, &[], OF_GUEST)?;
        ensure!(taken == OF_GUEST, "{taken} offers of {OF_GUEST} were taken from {first}");
    }
    let last = format!("{first}-last");
    let taken = front.offers(&last, first, &[], 1)?;
    ensure!(taken == 0, "offers are not counted by the address of the client");
    let forged = format!("X-Forwarded-For: {second}");
    let taken = front.offers(&last, first, &["--header", &forged], 1)?;
    ensure!(taken == 0, "the server believes the address that a client claims to have");
    let taken = front.offers(&last, second, &[], 1)?;
    ensure!(taken == 1, "the offers of {first} are held against {second}");
    Ok(())
}

impl Front<'_> {
    /// How many offers of a new guest are taken.
    fn offers(&self, guest: &str, from: &str, more: &[&str], count: usize) -> Result<usize> {
        let Self { url, port, folder } = self;
        let cookies = folder.join(format!("cookies-{guest}")).display().to_string();
        let resolve = format!("play.example.org:{port}:127.0.0.1");
        let post = |body: &str, target: &str| {
            let known = ["--silent", "--insecure", "--max-time", "60", "--resolve", &resolve];
            let own = ["--interface", from, "--cookie", &cookies, "--cookie-jar", &cookies];
            let sent = ["--header", "Content-Type: application/json", "--data", body];
            let form = ["--output", "/dev/null", "--write-out", "%{http_code}\n", target];
            answer("curl", &[&known[..], &own, &sent, more, &form].concat())
        };
        let named = post(r#"{"name": "Ana"}"#, &format!("{url}/api/me"));
        let is_named = named.as_deref().is_some_and(|code| code.starts_with('2'));
        ensure!(is_named, "no guest from {from}: {named:?}");
        let body = r#"{"setup": "konobi:5,nopie", "time": "none", "with": "anyone"}"#;
        // The number is for the client alone, which then sends that many requests.
        let said = post(body, &format!("{url}/api/tables?number=[1-{count}]"));
        let said = said.with_context(|| format!("no answer to an offer from {from}"))?;
        let codes: Vec<_> = said.lines().collect();
        ensure!(codes.len() == count, "{count} offers were answered by {codes:?}");
        let refused = codes.iter().filter(|code| **code != "201");
        ensure!(refused.clone().all(|code| *code == "429"), "offers were answered by {codes:?}");
        Ok(count - refused.count())
    }
}
