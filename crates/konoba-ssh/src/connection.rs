//! One ssh connection: who it is, and the one conversation that it may have.

use std::net::IpAddr;
use std::sync::Arc;

use konoba_live::{House, KeyId};
use konoba_session::{Config, Session as Conversation, Visitor};
use konoba_tui::Look;
use russh::keys::{Algorithm, HashAlg};
use russh::server::{
    Auth, ChannelOpenHandle, Handler, Msg, PublicKeyOffer, Response, Session, VerifiedPublicKey,
};
use russh::{Channel, ChannelId, Pty};
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::client::{ChannelClient, split};
use crate::line::Line;
use crate::screen::{FullScreen, Screen, size_of};

/// The longest command that is heard: longer than any that means something.
const MAX_COMMAND: usize = 256;
/// How many frames may be on their way to a client; it gets newer ones once it has taken them.
const FRAMES: usize = 2;
/// The variables that tell how the screen looks.
const LOOKS: [&str; 6] = ["LC_ALL", "LC_CTYPE", "LANG", "COLORTERM", "NO_COLOR", WORDS];
/// Set by people who do not see the board: they get the line dialogue, which says everything in words.
const WORDS: &str = "KONOBA_WORDS";
/// The longest value of one that is remembered.
const MAX_VALUE: usize = 64;

/// Said to people who have come without a key because theirs is of a kind that the library cannot verify.
const NO_RSA: &str = "RSA keys do not work here, so you will not be known again by yours. Each seat has a code that \
                      leads back to it. For a key that works, run: ssh-keygen -t ed25519";

/// How far a connection has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Stage {
    /// It has not begun to talk.
    Arriving,
    /// It talks.
    Talking,
    /// It has said goodbye.
    Done,
}

/// One connection.
pub(super) struct Connection {
    house: House,
    config: Arc<Config>,
    from: IpAddr,
    stage: watch::Sender<Stage>,
    /// The key that the client has proved to have.
    key: Option<KeyId>,
    /// Whether it has offered one that cannot be verified here.
    has_rsa_key: bool,
    /// The channel, until the client says what it is for.
    channel: Option<Channel<Msg>>,
    has_channel: bool,
    line: Line,
    /// The kind of the terminal, where there is one.
    term: Option<String>,
    /// Its size, where it can be filled.
    size: Option<(u16, u16)>,
    /// What the client has said of its environment that matters for the look.
    variables: Vec<(String, String)>,
}

impl Connection {
    pub(super) fn new(
        house: House,
        config: Arc<Config>,
        from: IpAddr,
        stage: watch::Sender<Stage>,
    ) -> Self {
        Self {
            house,
            config,
            from,
            stage,
            key: None,
            has_rsa_key: false,
            channel: None,
            has_channel: false,
            line: Line::default(),
            term: None,
            size: None,
            variables: Vec::new(),
        }
    }

    /// How the screen looks on a terminal of this kind.
    fn look(&self, term: &str) -> Look {
        let said = |name: &str| self.variables.iter().find(|(known, _)| known == name);
        Look::of(|name| match name {
            "TERM" => Some(term.to_owned()),
            name => said(name).map(|(_, value)| value.clone()),
        })
    }

    /// Whether the client is one of a person who does not see the board.
    fn speaks_words(&self) -> bool {
        let is_set = |value: &str| !value.is_empty() && value != "0";
        self.variables.iter().any(|(name, value)| name == WORDS && is_set(value))
    }

    /// Begins the conversation, with what is said first.
    fn talk(&mut self, command: Option<String>) -> bool {
        let Some(channel) = self.channel.take() else { return false };
        let line = std::mem::take(&mut self.line);
        let notice = (self.has_rsa_key && self.key.is_none()).then_some(NO_RSA);
        let (house, config) = (self.house.clone(), self.config.clone());
        let stage = self.stage.clone();
        stage.send_replace(Stage::Talking);
        // OpenSSH tells of its environment after it has told of its terminal.
        let (term, speaks_words) = (self.term.take().unwrap_or_default(), self.speaks_words());
        let look = self.look(&term);
        let visitor = Visitor {
            from: self.from,
            key: self.key,
            command,
            notice,
            style: look.style,
            hears_words: speaks_words,
        };
        let is_filled = visitor.command.is_none() && !speaks_words;
        let size = self.size.take().filter(|_| is_filled);
        let screen = size.map(|size| Screen { size, look });
        tokio::spawn(async move {
            let sender = match screen {
                Some(screen) => fill_screen(house, config, visitor, screen, channel).await,
                None => {
                    let (client, sender) = ChannelClient::new(channel, line, &config);
                    Conversation::new(house, client, visitor, config).run().await;
                    sender
                }
            };
            // What the client was told last is still on its way.
            let _ = sender.await;
            stage.send_replace(Stage::Done);
        });
        true
    }
}

/// The full screen, until the person leaves; returns the task that sends the rest.
async fn fill_screen(
    house: House,
    config: Arc<Config>,
    visitor: Visitor,
    screen: Screen,
    channel: Channel<Msg>,
) -> JoinHandle<()> {
    let (reading, sending, sender) = split(channel, FRAMES, config.slowness);
    match FullScreen::open(house, config, visitor, screen, (reading, sending)).await {
        Ok(screen) => screen.run().await,
        Err(error) => tracing::warn!(%error, "a screen could not be drawn"),
    }
    sender
}

impl Handler for Connection {
    type Error = russh::Error;

    /// RSA keys cannot be verified, so no passphrase is asked for in vain: the client goes on to its next key or to none.
    async fn auth_publickey_offered(
        &mut self,
        _user: &str,
        offer: PublicKeyOffer<'_>,
    ) -> Result<Auth, Self::Error> {
        let is_rsa = matches!(offer.public_key.algorithm(), Algorithm::Rsa { .. });
        self.has_rsa_key |= is_rsa;
        Ok(if is_rsa { Auth::reject() } else { Auth::Accept })
    }

    /// A key is proved to be the client's before this is called. Whose it is does not matter: the person is known
    /// again by it.
    async fn auth_publickey(
        &mut self,
        _user: &str,
        key: VerifiedPublicKey<'_>,
    ) -> Result<Auth, Self::Error> {
        let fingerprint = key.public_key.fingerprint(HashAlg::Sha256).sha256();
        self.key = fingerprint.map(|fingerprint| KeyId::of(&fingerprint));
        Ok(Auth::Accept)
    }

    /// People without a key are let in without a question.
    async fn auth_keyboard_interactive<'a>(
        &'a mut self,
        _user: &str,
        _submethods: &str,
        _response: Option<Response<'a>>,
    ) -> Result<Auth, Self::Error> {
        self.key = None;
        Ok(Auth::Accept)
    }

    /// A connection has one conversation.
    async fn channel_open_session(
        &mut self,
        channel: Channel<Msg>,
        reply: ChannelOpenHandle,
        _session: &mut Session,
    ) -> Result<(), Self::Error> {
        if !std::mem::replace(&mut self.has_channel, true) {
            self.channel = Some(channel);
            reply.accept().await;
        }
        Ok(())
    }

    async fn pty_request(
        &mut self,
        channel: ChannelId,
        term: &str,
        col_width: u32,
        row_height: u32,
        _pix_width: u32,
        _pix_height: u32,
        _modes: &[(Pty, u32)],
        session: &mut Session,
    ) -> Result<(), Self::Error> {
        self.line = Line::on_terminal(col_width);
        // A dumb terminal can do nothing but show lines.
        self.size = (term != "dumb").then(|| size_of(col_width, row_height));
        self.term = Some(term.to_owned());
        session.channel_success(channel)
    }

    /// What tells how the terminal looks is remembered, as far as it is short; the rest is not.
    async fn env_request(
        &mut self,
        _channel: ChannelId,
        name: &str,
        value: &str,
        _session: &mut Session,
    ) -> Result<(), Self::Error> {
        if LOOKS.contains(&name) && value.len() <= MAX_VALUE {
            self.variables.retain(|(known, _)| known != name);
            self.variables.push((name.to_owned(), value.to_owned()));
        }
        Ok(())
    }

    async fn shell_request(
        &mut self,
        channel: ChannelId,
        session: &mut Session,
    ) -> Result<(), Self::Error> {
        match self.talk(None) {
            true => session.channel_success(channel),
            false => session.channel_failure(channel),
        }
    }

    /// A command is what is said first: nothing is ever executed.
    async fn exec_request(
        &mut self,
        channel: ChannelId,
        data: &[u8],
        session: &mut Session,
    ) -> Result<(), Self::Error> {
        let command = std::str::from_utf8(data).ok().filter(|text| text.len() <= MAX_COMMAND);
        match command.map(str::to_owned).is_some_and(|command| self.talk(Some(command))) {
            true => session.channel_success(channel),
            false => session.channel_failure(channel),
        }
    }

    async fn subsystem_request(
        &mut self,
        channel: ChannelId,
        _name: &str,
        session: &mut Session,
    ) -> Result<(), Self::Error> {
        session.channel_failure(channel)
    }

    async fn x11_request(
        &mut self,
        channel: ChannelId,
        _single_connection: bool,
        _protocol: &str,
        _cookie: &str,
        _screen: u32,
        session: &mut Session,
    ) -> Result<(), Self::Error> {
        session.channel_failure(channel)
    }
}
