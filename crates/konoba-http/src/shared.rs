//! What the handlers of all requests share.

use crate::health::Health;
use crate::metrics::Metrics;
use crate::previews::Previews;
use crate::url::PublicUrl;
use crate::webhook::Webhooks;
use konoba_live::{House, Limits, Rates};

/// The settings of the door.
#[derive(Clone, Debug, Default)]
pub struct HttpConfig {
    /// How much a client may ask.
    pub limits: Limits,
    /// The address by which people reach the house, if that is not a number or `localhost`:
    /// `https://play.example.org`. With `https` cookies are sent over it alone.
    pub url: Option<PublicUrl>,
    /// How far webhooks may reach.
    pub webhooks: Webhooks,
}

/// What the handlers of all requests share.
pub(crate) struct Shared {
    pub(crate) house: House,
    pub(crate) config: HttpConfig,
    /// Orders, questions and sockets, by address.
    pub(crate) requests: Rates,
    /// Pages and what belongs to them, by address.
    pub(crate) pages: Rates,
    pub(crate) metrics: Metrics,
    pub(crate) health: Health,
    pub(crate) previews: Previews,
    pub(crate) openapi: String,
    pub(crate) policy: String,
}

impl HttpConfig {
    /// The address by which people reach the house, where it was told.
    pub(crate) fn address(&self) -> Option<String> {
        self.url.as_ref().map(PublicUrl::to_string)
    }

    pub(crate) fn is_secure(&self) -> bool {
        self.url.as_ref().is_some_and(PublicUrl::is_secure)
    }
}
