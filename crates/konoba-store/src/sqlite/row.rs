//! What the columns of the tables mean.

use konoba_rules::Setup;
use konoba_table::{Moment, Seat};
use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ToSql, ToSqlOutput, ValueRef};

use crate::columns::{is_newer, standing, standing_word};
use crate::written::{seat_number, seat_numbered};
use crate::{Digest, GuestId, MoveId, Standing, StoreError, TableId};

/// A value of the house on its way into a column or out of it.
pub(super) struct Column<T>(pub(super) T);

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
as_text!(TableId, konoba_table::Name);

impl ToSql for Column<&Setup> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(self.0.to_string().into())
    }
}

impl FromSql for Column<Setup> {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        value.as_str()?.parse().map(Self).map_err(|error| match is_newer(&error) {
            true => FromSqlError::Other(Box::new(StoreError::Newer)),
            false => FromSqlError::InvalidType,
        })
    }
}

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

impl ToSql for Column<Standing> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(standing_word(self.0).into())
    }
}

impl FromSql for Column<Standing> {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        standing(value.as_str()?).map(Self).ok_or(FromSqlError::InvalidType)
    }
}
