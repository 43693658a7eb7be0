//! What the columns of the tables mean.

use konoba_rules::Setup;
use konoba_table::{Moment, Seat};
use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ToSql, ToSqlOutput, ValueRef};

use crate::written::{seat_number, seat_numbered};
use crate::{Digest, GuestId, MoveId, Opponent, Standing, TableId};

/// A value of the house on its way into a column or out of it.
pub(super) struct Column<T>(pub(super) T);

/// The numbers of the store have 63 bits, which is enough for moments and versions.
pub(super) fn integer(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

pub(super) fn moment(at: Moment) -> i64 {
    integer(at.as_millis())
}

macro_rules! as_text {
    ($($of:ty),*) => {$(
        impl ToSql for Column<&$of> {
            fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
                Ok(self.0.to_string().into())
            }
        }
        impl FromSql for Column<$of> {
            fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
                value.as_str()?.parse().map(Self).map_err(|_| FromSqlError::InvalidType)
            }
        }
    )*};
}
as_text!(TableId, Setup, konoba_table::Name);

impl ToSql for Column<&MoveId> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(self.0.as_str().into())
    }
}

impl FromSql for Column<MoveId> {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        value.as_str()?.parse().map(Self).map_err(|_| FromSqlError::InvalidType)
    }
}

impl ToSql for Column<&Digest> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(self.0.as_bytes().as_slice().into())
    }
}

impl FromSql for Column<Digest> {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        let bytes = value.as_blob()?.try_into().map_err(|_| FromSqlError::InvalidType)?;
        Ok(Self(Digest::from_bytes(bytes)))
    }
}

impl ToSql for Column<GuestId> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(self.0.0.into())
    }
}

impl FromSql for Column<GuestId> {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        value.as_i64().map(|id| Self(GuestId(id)))
    }
}

impl ToSql for Column<Seat> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(seat_number(self.0).into())
    }
}

impl FromSql for Column<Seat> {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        let number = u8::try_from(value.as_i64()?).map_err(|_| FromSqlError::InvalidType)?;
        seat_numbered(number).map(Self).map_err(|_| FromSqlError::InvalidType)
    }
}

impl FromSql for Column<Moment> {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        let millis = u64::try_from(value.as_i64()?).map_err(|_| FromSqlError::InvalidType)?;
        Ok(Self(Moment::from_millis(millis)))
    }
}

const STANDINGS: [(Standing, &str); 4] = [
    (Standing::Waiting, "waiting"),
    (Standing::Playing, "playing"),
    (Standing::Over, "over"),
    (Standing::Withdrawn, "withdrawn"),
];

impl ToSql for Column<Standing> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        let found = STANDINGS.iter().find(|(standing, _)| *standing == self.0);
        Ok(found.expect("every standing has its word").1.into())
    }
}

impl FromSql for Column<Standing> {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        let word = value.as_str()?;
        let found = STANDINGS.iter().find(|(_, own)| *own == word);
        found.map(|(standing, _)| Self(*standing)).ok_or(FromSqlError::InvalidType)
    }
}

/// An opponent takes three columns: the word, the invitation and the level.
pub(super) fn opponent_columns(opponent: &Opponent) -> (&'static str, Option<&Digest>, Option<u8>) {
    match opponent {
        Opponent::Friend(invitation) => ("friend", Some(invitation), None),
        Opponent::Anyone => ("anyone", None, None),
        Opponent::Engine { level } => ("engine", None, Some(*level)),
        Opponent::SameScreen => ("same-screen", None, None),
    }
}

pub(super) fn opponent(
    word: &str,
    invitation: Option<Digest>,
    level: Option<u8>,
) -> Option<Opponent> {
    match (word, invitation, level) {
        ("friend", Some(invitation), _) => Some(Opponent::Friend(invitation)),
        ("anyone", ..) => Some(Opponent::Anyone),
        ("engine", _, Some(level)) => Some(Opponent::Engine { level }),
        ("same-screen", ..) => Some(Opponent::SameScreen),
        _ => None,
    }
}
