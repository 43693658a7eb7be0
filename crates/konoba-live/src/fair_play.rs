//! Fair play: no engine of the house speaks about a game between people that is going on.
//!
//! The store keeps a fingerprint of the position of every such game. A record is not analysed if one of the
//! positions on the way to the place in question has a fingerprint that is kept: it is that game, or goes
//! on from it. Mirrored and turned boards, and boards with exchanged colours where the game does not mind,
//! have one fingerprint. Positions with few pieces are common to many games and have none.

use konoba_rules::record::NodeId;
use konoba_rules::{AnyPosition, Grid, MAX_SIZE, Points, Record, Symmetry};
use konoba_store::{Entry, Fingerprint, Opponent, PositionsQuery};
use konoba_table::Table;
use sha2::Digest as _;

/// Positions with fewer pieces than this are common to many games.
const FEWEST_PIECES: u32 = 4;

/// Whether two people play a table against each other, each from a place of their own.
pub const fn is_between_people(entry: &Entry) -> bool {
    match entry.offer.opponent {
        Opponent::Friend(_) | Opponent::Anyone => true,
        Opponent::Engine { .. } | Opponent::SameScreen => false,
    }
}

/// The fingerprint of a game between two people that is going on, far enough to be known by its position.
pub fn fingerprint_of_game(entry: &Entry, table: &Table) -> Option<Fingerprint> {
    table.seat_to_move().filter(|_| is_between_people(entry))?;
    fingerprint(table.position())
}

/// The fingerprints of the positions on the way to a move of a record, that move included.
pub fn fingerprints_of_record(record: &Record, at: NodeId) -> PositionsQuery {
    let mut path: Vec<NodeId> =
        std::iter::successors(Some(at), |id| record.node(*id).parent()).collect();
    path.reverse();
    let mut position: AnyPosition = *record.start();
    let fingerprints = path.into_iter().filter_map(|id| {
        // A record holds legal moves only.
        record.node(id).mv().map(|mv| position.play(mv).ok());
        fingerprint(&position)
    });
    PositionsQuery { setup: record.start().setup(), fingerprints: fingerprints.collect() }
}

/// The same for all positions that a symmetry of the game turns into one another, and another for all others.
/// Whether there is a swap does not matter: it is over by then.
fn fingerprint(position: &AnyPosition) -> Option<Fingerprint> {
    let pieces = position.pieces();
    if pieces[0].count() + pieces[1].count() < FEWEST_PIECES {
        return None;
    }
    let setup = position.setup();
    let seen = |symmetry: &Symmetry| {
        let side = symmetry.side(position.to_move());
        written(symmetry.pieces(pieces, setup.size), side.index(), setup.size)
    };
    let (length, least) = setup.spec.symmetries.iter().map(seen).min()?;
    let hash = sha2::Sha256::new_with_prefix(setup.spec.id)
        .chain_update([0, setup.size, setup.variant])
        .chain_update(&least[..length])
        .finalize();
    let (first, _) = hash.split_first_chunk().expect("a digest has 32 bytes");
    Some(Fingerprint(i64::from_be_bytes(*first)))
}

/// The longest board as bytes.
const MOST_BYTES: usize = 1 + 2 * (MAX_SIZE as usize * MAX_SIZE as usize).div_ceil(8);

/// A board as bytes, and how many there are: the side to move, then a bit for each point of each kind of piece.
fn written(pieces: [Points; 2], to_move: usize, size: u8) -> (usize, [u8; MOST_BYTES]) {
    let (size, mut bytes) = (usize::from(size), [0; MOST_BYTES]);
    let set_length = (size * size).div_ceil(8);
    bytes[0] = to_move as u8;
    for (set, from) in pieces.into_iter().zip([1, 1 + set_length]) {
        for at in set.iter() {
            let number = usize::from(at.y) * size + usize::from(at.x);
            bytes[from + number / 8] |= 1 << (number % 8);
        }
    }
    (1 + 2 * set_length, bytes)
}
