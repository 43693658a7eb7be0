//! Being told outside of this page that a move is awaited, as a part of the settings.

use konoba_store::Alerts;
use maud::{Markup, html};

use crate::webhook::Webhooks;

/// What can be had, for a visitor who may have some of it already.
pub(super) fn section(alerts: Option<&Alerts>, webhooks: Webhooks) -> Markup {
    let has_feed = alerts.is_some_and(|alerts| alerts.feed.is_some());
    let webhook = alerts.and_then(|alerts| alerts.webhook.as_deref());
    html! {
        section class="sheet" id="alerts" {
            h2 { "“Your turn” elsewhere" }
            p { "For games with days for each move or without a clock, so that a closed page is not a lost game. Logging out, here or everywhere else, ends both." }
            h3 { "Feed" }
            p { "A private Atom feed of the games that await your move, for any feed reader. All who have its address can read it." }
            div class="buttons" {
                button class="button" type="button" data-alert="feed" data-again="Make a new address" { @if has_feed { "Make a new address" } @else { "Make a feed" } }
                button class="button" type="button" data-alert="no-feed" hidden[!has_feed] { "End the feed" }
            }
            div class="buttons" data-feed hidden {
                label { span { "Address, shown only now" } input readonly; }
                button class="button" type="button" data-alert="copy" { "Copy" }
                @if webhooks != Webhooks::Off {
                    label { span { "Key that signs messages to your webhook, shown only now" } input data-key readonly; }
                }
            }
            @if webhooks != Webhooks::Off {
                h3 { "Webhook" }
                p { "A short message in JSON, posted to an address of yours whenever your move is awaited. If you have a feed, each message is signed with its key, which shows you that it comes from here." }
                form class="buttons" data-webhook {
                    label { span { "Address" } input name="url" type="url" maxlength="300" placeholder="https://example.org/konoba" value=[webhook] required; }
                    button class="button" { "Save" }
                    button class="button" type="button" data-alert="no-webhook" hidden[webhook.is_none()] { "End" }
                }
            }
            p class="message" role="status" data-says data-no-guest="You have no games yet. Start one first."
                data-saved="Saved." data-ended="Ended." {}
        }
    }
}
