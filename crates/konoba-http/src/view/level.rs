//! The level of an engine as clients see it.

use konoba_rules::Level;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use utoipa::ToSchema;

/// The level of an engine: a number from 1 to 10, with two between neighbours: 4, 4.3, 4.7, 5. A whole one is written without a point.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ToSchema)]
#[schema(value_type = f32, minimum = 1, maximum = 10, example = 4.3)]
pub struct LevelView(pub Level);

impl Serialize for LevelView {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let number = self.0.number();
        if number.fract() == 0.0 {
            serializer.serialize_u8(self.0.code())
        } else {
            serializer.serialize_f32(number)
        }
    }
}

impl<'de> Deserialize<'de> for LevelView {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = f32::deserialize(deserializer)?;
        Level::from_number(number).map(Self).ok_or_else(|| de::Error::custom("no such level"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_plain_numbers() {
        let views: Vec<_> = Level::all().map(LevelView).collect();
        let written = serde_json::to_string(&views).unwrap();
        assert!(written.starts_with("[1,1.3,1.7,2,") && written.ends_with(",9.7,10]"), "{written}");
        assert_eq!(serde_json::from_str::<Vec<LevelView>>(&written).unwrap(), views);
        assert!(serde_json::from_str::<LevelView>("4.2").is_err());
    }
}
