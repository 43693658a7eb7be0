//! One ssh connection: who it is, and the one conversation that it may have.

use std::net::IpAddr;
use std::sync::Arc;

use konoba_live::{House, KeyId};
use konoba_session::{Config, Session as Conversation, Visitor};
use russh::keys::HashAlg;
use russh::server::{Auth, ChannelOpenHandle, Handler, Msg, Response, Session, VerifiedPublicKey};
use russh::{Channel, ChannelId, Pty};
use tokio::sync::watch;

use crate::client::ChannelClient;
use crate::line::Line;

/// The longest command that is heard: longer than any that means something.
const MAX_COMMAND: usize = 256;

/// How far a connection has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Progress {
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
    progress: watch::Sender<Progress>,
    /// The key that the client has proved to have.
    key: Option<KeyId>,
    /// The channel, until the client says what it is for.
    channel: Option<Channel<Msg>>,
    has_channel: bool,
    line: Line,
}

impl Connection {
    pub(super) fn new(
        house: House,
        config: Arc<Config>,
        from: IpAddr,
        progress: watch::Sender<Progress>,
    ) -> Self {
        let line = Line::default();
        Self { house, config, from, progress, key: None, channel: None, has_channel: false, line }
    }

    /// Begins the conversation, with what is said first.
    fn talk(&mut self, command: Option<String>) -> bool {
        let Some(channel) = self.channel.take() else { return false };
        let line = std::mem::take(&mut self.line);
        let (client, sender) = ChannelClient::new(channel, line, &self.config);
        let visitor = Visitor { from: self.from, key: self.key, command };
        let talk = Conversation::new(self.house.clone(), client, visitor, self.config.clone());
        let progress = self.progress.clone();
        progress.send_replace(Progress::Talking);
        tokio::spawn(async move {
            talk.run().await;
            // The client was dropped with the conversation; what it was told last is still on its way.
            let _ = sender.await;
            progress.send_replace(Progress::Done);
        });
        true
    }
}

impl Handler for Connection {
    type Error = russh::Error;

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
        _term: &str,
        col_width: u32,
        _row_height: u32,
        _pix_width: u32,
        _pix_height: u32,
        _modes: &[(Pty, u32)],
        session: &mut Session,
    ) -> Result<(), Self::Error> {
        self.line = Line::on_terminal(col_width);
        session.channel_success(channel)
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
