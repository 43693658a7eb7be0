//! Further devices of a guest, each by a code that is good once.

use std::collections::HashSet;

use konoba_store::{
    DeviceLink, Digest, GuestId, Listing, NewDevice, NewGuest, Secrets, Store, StoreError, TableId,
};

use crate::suite::Storage;
use crate::tables::{at, guest, holder, waiting};

fn secret(number: u8) -> Digest {
    Digest::from_bytes([number; 32])
}

fn link(store: &dyn Store, guest: GuestId, code: u8) {
    store.link_device(DeviceLink { code: secret(code), guest, until: at(100) }).wait().unwrap();
}

fn add(store: &dyn Store, code: u8, token: u8, when: u64) -> Option<GuestId> {
    let (code, token) = (secret(code), Some(secret(token)));
    let device = NewDevice { code, token, before: None, at: at(when) };
    store.add_device(device).wait().unwrap().map(|guest| guest.id)
}

fn known(store: &dyn Store, token: u8) -> Option<GuestId> {
    store.guest(secret(token)).wait().unwrap().map(|guest| guest.id)
}

pub(crate) fn knows_devices(storage: &dyn Storage) {
    let store = storage.open();
    let store = store.as_ref();
    let (ana, luka) = (guest(store, 1), guest(store, 2));
    link(store, ana, 101);
    link(store, luka, 102);
    // Asking whose code it is does not use the code up.
    let whose = |code: u8, when: u64| store.device_guest(secret(code), at(when)).wait().unwrap();
    assert_eq!((whose(101, 100), whose(101, 101), whose(99, 1)), (Some(ana), None, None));
    // A code is good once, and the device that shows it is known afterwards like the first device.
    assert_eq!(add(store, 101, 11, 100), Some(ana));
    assert_eq!((add(store, 101, 12, 100), whose(101, 100)), (None, None));
    assert_eq!(
        [1, 2, 11, 12].map(|token| known(store, token)),
        [Some(ana), Some(luka), Some(ana), None]
    );
    // It is good for a while, then worthless, also where it is tried again with an earlier clock.
    assert_eq!(add(store, 102, 21, 101), None);
    assert_eq!(add(store, 102, 21, 50), None);
    // A new one takes the place of the one before.
    link(store, luka, 103);
    link(store, luka, 104);
    assert_eq!((add(store, 103, 22, 1), add(store, 104, 22, 1)), (None, Some(luka)));
    // One device logs out, and the others stay; this goes for the first one too.
    for (gone, replaced) in [(11, 91), (1, 92)] {
        link(store, ana, 105);
        assert_eq!(add(store, 105, 13 + gone, 1), Some(ana));
        let (token, device) = (secret(replaced), Some(secret(gone)));
        store.renew(Secrets { guest: ana, token, code: None, device }).wait().unwrap();
        assert_eq!((known(store, gone), known(store, 13 + gone)), (None, Some(ana)));
    }
    // All of them do at once, and codes that were not used yet are worthless.
    link(store, ana, 106);
    store
        .renew(Secrets { guest: ana, token: secret(93), code: None, device: None })
        .wait()
        .unwrap();
    assert_eq!([14, 24, 93].map(|token| known(store, token)), [None, None, Some(ana)]);
    assert_eq!(add(store, 106, 15, 1), None);
    // There is an end to the number of devices: the oldest is forgotten.
    for number in 0..12 {
        link(store, luka, 150 + number);
        assert_eq!(add(store, 150 + number, 200 + number, u64::from(number)), Some(luka));
    }
    assert_eq!(
        [200, 201, 202, 211].map(|token| known(store, token).is_some()),
        [false, false, true, true]
    );
}

/// All that one of two guests has is the other's, by all secrets of both; a code that is good for nothing changes nothing.
pub(crate) fn joins_guests(storage: &dyn Storage) {
    let store = storage.open();
    let store = store.as_ref();
    let (ana, key) = (guest(store, 1), guest(store, 2));
    link(store, key, 101);
    assert_eq!(add(store, 101, 21, 1), Some(key));
    let laid = |guest, number| {
        let id = TableId::from_bytes([number; 10]);
        store.lay(waiting(id, [Some(holder(guest)), None])).wait().unwrap();
        id
    };
    let (of_ana, of_key) = (laid(ana, 1), laid(key, 2));
    let tables = |guest| {
        let entries = store.list(Listing::UnfinishedOf(guest), 10).wait().unwrap();
        let mut ids: Vec<_> = entries.into_iter().map(|entry| entry.id).collect();
        ids.sort();
        ids
    };
    let join = |code, token: Option<u8>, before| {
        let (code, token) = (secret(code), token.map(secret));
        let device = NewDevice { code, token, before: Some(before), at: at(1) };
        store.add_device(device).wait().unwrap()
    };
    assert_eq!(join(102, Some(2), key), None);
    assert_eq!((tables(ana), tables(key)), (vec![of_ana], vec![of_key]));
    link(store, ana, 102);
    link(store, key, 103);
    let joined = join(102, Some(2), key).unwrap();
    assert_eq!((joined.id, joined.name.as_str()), (ana, "Guest 1"));
    let mut both = [of_ana, of_key];
    both.sort();
    assert_eq!((tables(ana), tables(key)), (both.to_vec(), vec![]));
    assert_eq!([1, 2, 21].map(|token| known(store, token)), [Some(ana); 3]);
    // A code of the one who is gone is good for nothing.
    assert_eq!(add(store, 103, 22, 1), None);
    // The same once more, and without a secret: nothing is lost.
    link(store, ana, 104);
    assert_eq!(join(104, Some(2), ana).map(|guest| guest.id), Some(ana));
    link(store, ana, 105);
    assert_eq!(join(105, None, ana).map(|guest| guest.id), Some(ana));
    assert_eq!([1, 2, 21].map(|token| known(store, token)), [Some(ana); 3]);
    assert_eq!(tables(ana), both);
    // Ana shows her own code at her first device: it is known as before, and takes no other's place.
    link(store, ana, 106);
    assert_eq!(join(106, Some(1), ana).map(|guest| guest.id), Some(ana));
    assert_eq!([1, 2, 21].map(|token| known(store, token)), [Some(ana); 3]);
    // An older program has written it twice.
    storage
        .execute("insert into devices (token, guest, since) select token, id, since from guests");
    assert_eq!(known(store, 1), Some(ana));
}

pub(crate) fn numbers_guests_once(storage: &dyn Storage) {
    let store = storage.open();
    let (ana, luka) = (guest(store.as_ref(), 1), guest(store.as_ref(), 2));
    link(store.as_ref(), ana, 101);
    let device = NewDevice { code: secret(101), token: None, before: Some(luka), at: at(1) };
    assert_eq!(store.add_device(device).wait().unwrap().map(|guest| guest.id), Some(ana));
    let mia = guest(store.as_ref(), 3);
    assert_ne!(mia, luka, "a conversation may still hold the number of a guest who is gone");
    drop(store);
    // Nor does a program that was started again give it to another guest.
    let nina = guest(storage.open().as_ref(), 4);
    assert_eq!([ana, luka, mia, nina].into_iter().collect::<HashSet<_>>().len(), 4);
}

/// What the database itself refuses for one piece breaks no other: not for a guest who is gone, and not for a secret that is taken.
pub(crate) fn refuses_alone(storage: &dyn Storage) {
    let store = storage.open();
    let store = store.as_ref();
    let ana = guest(store, 1);
    let gone = GuestId(1000);
    let until = at(100);
    for _ in 0..50 {
        let refused = store.link_device(DeviceLink { code: secret(101), guest: gone, until });
        let new = NewGuest { token: secret(1), name: "Mia".parse().unwrap(), since: at(0) };
        let taken = store.add_guest(new);
        let written = store.rename(ana, "Ana".parse().unwrap());
        assert_eq!(refused.wait(), Err(StoreError::Conflict));
        assert_eq!(taken.wait(), Err(StoreError::Conflict));
        assert_eq!(written.wait(), Ok(()));
    }
}

pub(crate) fn keeps_alerts(storage: &dyn Storage) {
    let store = storage.open();
    let store = store.as_ref();
    let (ana, luka) = (guest(store, 1), guest(store, 2));
    assert_eq!(store.alerts(ana).wait().unwrap(), None);
    store.set_webhook(ana, Some("https://example.org/".to_owned())).wait().unwrap();
    store.set_feed(ana, Some(secret(50))).wait().unwrap();
    store.set_feed(luka, Some(secret(51))).wait().unwrap();
    let alerts = store.alerts(ana).wait().unwrap().unwrap();
    assert_eq!(alerts.feed, Some(secret(50)));
    assert_eq!(alerts.webhook.as_deref(), Some("https://example.org/"));
    let with_webhooks = || store.with_webhooks(vec![luka, ana]).wait().unwrap();
    assert_eq!(with_webhooks(), [ana]);
    let whose = |feed: u8| store.guest_of_feed(secret(feed)).wait().unwrap().map(|guest| guest.id);
    assert_eq!((whose(50), whose(51), whose(52)), (Some(ana), Some(luka), None));
    // A new secret takes the place of the one before, and leaves the rest alone.
    store.set_feed(ana, Some(secret(52))).wait().unwrap();
    assert_eq!((whose(50), whose(52)), (None, Some(ana)));
    assert!(store.alerts(ana).wait().unwrap().unwrap().webhook.is_some());
    store.set_webhook(ana, None).wait().unwrap();
    assert_eq!(store.alerts(ana).wait().unwrap().unwrap().webhook, None);
    assert_eq!(with_webhooks(), []);
    // A guest who logs out, at one device or at all of them, is told nothing more.
    for (own, feed, device) in [(ana, 52, Some(secret(1))), (luka, 51, None)] {
        let secrets = Secrets { guest: own, token: secret(feed + 100), code: None, device };
        store.renew(secrets).wait().unwrap();
        assert_eq!((whose(feed), store.alerts(own).wait().unwrap()), (None, None));
    }
    // One of two who become one brings a feed along, unless the other has its own.
    let feeds = [(3, None, 63), (5, Some(65), 65)];
    for (number, own, expected) in feeds {
        let (stays, goes) = (guest(store, number), guest(store, number + 1));
        store.set_feed(goes, Some(secret(number + 60))).wait().unwrap();
        if let Some(own) = own {
            store.set_feed(goes, Some(secret(own + 10))).wait().unwrap();
            store.set_feed(stays, Some(secret(own))).wait().unwrap();
        }
        link(store, stays, number + 100);
        let code = secret(number + 100);
        let device = NewDevice { code, token: None, before: Some(goes), at: at(1) };
        assert_eq!(store.add_device(device).wait().unwrap().map(|own| own.id), Some(stays));
        assert_eq!(whose(expected), Some(stays));
        assert_eq!((whose(75), store.alerts(goes).wait().unwrap()), (None, None));
    }
}
