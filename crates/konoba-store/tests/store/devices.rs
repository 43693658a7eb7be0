//! Further devices of a guest, each by a code that is good once.

use konoba_store::{DeviceLink, Digest, GuestId, NewDevice, Secrets, Store};

use crate::suite::Place;
use crate::tables::{at, guest};

fn secret(number: u8) -> Digest {
    Digest::from_bytes([number; 32])
}

fn link(store: &dyn Store, guest: GuestId, code: u8) {
    store.link_device(DeviceLink { code: secret(code), guest, until: at(100) }).wait().unwrap();
}

fn add(store: &dyn Store, code: u8, token: u8, when: u64) -> Option<GuestId> {
    let device = NewDevice { code: secret(code), token: secret(token), at: at(when) };
    store.add_device(device).wait().unwrap()
}

fn known(store: &dyn Store, token: u8) -> Option<GuestId> {
    store.guest(secret(token)).wait().unwrap().map(|guest| guest.id)
}

pub(crate) fn knows_devices(place: &dyn Place) {
    let store = place.open();
    let store = store.as_ref();
    let (ana, luka) = (guest(store, 1), guest(store, 2));
    link(store, ana, 101);
    link(store, luka, 102);
    // To ask whose code it is takes nothing away.
    let whose = |code: u8, when: u64| store.device_guest(secret(code), at(when)).wait().unwrap();
    assert_eq!((whose(101, 100), whose(101, 101), whose(99, 1)), (Some(ana), None, None));
    // A code is good once, and whoever shows it is known afterwards like the first device.
    assert_eq!(add(store, 101, 11, 100), Some(ana));
    assert_eq!((add(store, 101, 12, 100), whose(101, 100)), (None, None));
    assert_eq!(
        [1, 2, 11, 12].map(|token| known(store, token)),
        [Some(ana), Some(luka), Some(ana), None]
    );
    // It is good for a while, then for nothing, also where somebody tries it again with an earlier clock.
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
    // All of them do at once, and codes that were not used yet are good for nothing.
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
