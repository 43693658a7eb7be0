//! One house through several doors at once.

#![allow(clippy::unwrap_used, reason = "the lint knows tests, but not what helps them")]

#[path = "../../../konoba-telnet/tests/telnet/blind.rs"]
mod blind;
#[path = "../../../konoba-line/tests/common/bot.rs"]
mod bot;
#[path = "../../../konoba-telnet/tests/telnet/client.rs"]
#[allow(dead_code, reason = "the tests of that door use all of it")]
mod client;
mod loss;
mod mixed;
#[path = "../../../konoba-http/tests/web/client.rs"]
#[allow(dead_code, reason = "the tests of that door use all of it")]
mod web;
