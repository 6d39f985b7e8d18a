//! Rooms and dispensers, and which rooms need attention.

use strum::{EnumString, IntoStaticStr, VariantArray};

use super::sensor::SensorState;
use crate::text::parse_line;
use crate::validation::{Invalid, InvalidCode};

/// The largest dispenser, in millilitres.
const MAX_DISPENSER_ML: i32 = 20_000;
/// The lowest and the highest floor.
const FLOORS: std::ops::RangeInclusive<i32> = -9..=199;
/// The longest number of a room, in characters.
const MAX_NUMBER_CHARS: usize = 10;

/// A room's number and floor, parsed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoomSpec {
    /// The number, in capital letters.
    pub number: String,
    /// The floor.
    pub floor: i32,
}

impl RoomSpec {
    /// Parses number and floor.
    ///
    /// # Errors
    /// Every invalid field.
    pub fn parse(number: &str, floor: i32) -> Result<Self, Vec<Invalid>> {
        let number = parse_line("number", number, MAX_NUMBER_CHARS).and_then(|number| {
            let number = number.to_ascii_uppercase();
            let is_number =
                number.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'-');
            if is_number { Ok(number) } else { Err(Invalid::new("number", InvalidCode::Format)) }
        });
        let floor_error = (!FLOORS.contains(&floor)).then_some(Invalid::new("floor", InvalidCode::Range));
        match (number, floor_error) {
            (Ok(number), None) => Ok(Self { number, floor }),
            (number, floor_error) => Err(number.err().into_iter().chain(floor_error).collect()),
        }
    }
}

/// A dispenser's capacity and refill threshold, parsed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DispenserSpec {
    /// The capacity, in millilitres.
    pub capacity_ml: i32,
    /// The share of the capacity below which it needs a refill, in percent.
    pub threshold_percent: i32,
}

impl DispenserSpec {
    /// Parses capacity and threshold.
    ///
    /// # Errors
    /// Every invalid field.
    pub fn parse(capacity_ml: i32, threshold_percent: i32) -> Result<Self, Vec<Invalid>> {
        let range = |field, is_valid: bool| (!is_valid).then_some(Invalid::new(field, InvalidCode::Range));
        let errors: Vec<_> = [
            range("capacityMl", (1..=MAX_DISPENSER_ML).contains(&capacity_ml)),
            range("thresholdPercent", (0..=100).contains(&threshold_percent)),
        ]
        .into_iter()
        .flatten()
        .collect();
        if errors.is_empty() { Ok(Self { capacity_ml, threshold_percent }) } else { Err(errors) }
    }
}

/// Returns how much a refill adds: the entered amount, or what is missing to the capacity.
///
/// # Errors
/// On `ml`, unless the entered amount is between 1 and the capacity.
pub fn refill_ml(poured_ml: Option<i32>, capacity_ml: i32, level_ml: i32) -> Result<i32, Invalid> {
    match poured_ml {
        Some(ml) if (1..=capacity_ml).contains(&ml) => Ok(ml),
        Some(_) => Err(Invalid::new("ml", InvalidCode::Range)),
        None => Ok((capacity_ml - level_ml).max(0)),
    }
}

/// Converts a sensor's percentage to a level in millilitres. Percentages outside 0 to 100 are clamped.
#[must_use]
pub fn level_ml(capacity_ml: i32, percent: f32) -> i32 {
    let share = f64::from(percent.clamp(0.0, 100.0)) / 100.0;
    #[expect(clippy::cast_possible_truncation, reason = "at most the capacity")]
    let level = (f64::from(capacity_ml) * share).round() as i32;
    level
}

/// Whether a room needs attention.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum RoomState {
    /// A dispenser is low, or a sensor does not work.
    Require,
    /// Nothing needs to be done.
    Stable,
}

/// Why a room needs attention.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum RequireReason {
    /// The level is below the threshold.
    Low,
    /// The sensor's battery is nearly empty.
    SensorAbnormal,
    /// The sensor is silent or due to be replaced.
    SensorNeedCheck,
}

/// The values that decide whether a dispenser needs attention.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DispenserStatus {
    /// The capacity, in millilitres.
    pub capacity_ml: i32,
    /// The level, in millilitres.
    pub level_ml: i32,
    /// The share of the capacity below which the dispenser needs a refill, in percent.
    pub threshold_percent: i32,
    /// The state of its sensor, if it has one.
    pub sensor: Option<SensorState>,
}

impl DispenserStatus {
    /// Returns the level in percent of the capacity, rounded down.
    #[must_use]
    pub fn percent(&self) -> i32 {
        if self.capacity_ml <= 0 {
            return 0;
        }
        i32::try_from(i64::from(self.level_ml) * 100 / i64::from(self.capacity_ml)).unwrap_or(i32::MAX)
    }

    /// Returns why the dispenser needs attention.
    #[must_use]
    pub fn reasons(&self) -> Vec<RequireReason> {
        let level = i64::from(self.level_ml) * 100;
        let low = level < i64::from(self.threshold_percent) * i64::from(self.capacity_ml);
        let sensor = match self.sensor {
            Some(SensorState::Abnormal) => Some(RequireReason::SensorAbnormal),
            Some(SensorState::NeedCheck) => Some(RequireReason::SensorNeedCheck),
            Some(SensorState::Normal) | None => None,
        };
        low.then_some(RequireReason::Low).into_iter().chain(sensor).collect()
    }
}

impl RoomState {
    /// Returns the state of a room with these dispensers. `db::hotel::rooms` applies the same rule in SQL.
    #[must_use]
    pub fn derive(dispensers: &[DispenserStatus]) -> Self {
        if dispensers.iter().all(|one| one.reasons().is_empty()) { Self::Stable } else { Self::Require }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dispenser(level_ml: i32, sensor: Option<SensorState>) -> DispenserStatus {
        DispenserStatus { capacity_ml: 300, level_ml, threshold_percent: 20, sensor }
    }

    #[test]
    fn room_requires_for_level_or_sensor() {
        let stable = dispenser(300, Some(SensorState::Normal));
        for (case, other, state) in [
            ("full", dispenser(300, None), RoomState::Stable),
            ("at the threshold", dispenser(60, None), RoomState::Stable),
            ("below", dispenser(59, None), RoomState::Require),
            ("sensor normal", dispenser(60, Some(SensorState::Normal)), RoomState::Stable),
            ("sensor abnormal", dispenser(300, Some(SensorState::Abnormal)), RoomState::Require),
            ("sensor silent", dispenser(300, Some(SensorState::NeedCheck)), RoomState::Require),
        ] {
            assert_eq!(RoomState::derive(&[stable, other]), state, "{case}");
        }
        assert_eq!(RoomState::derive(&[]), RoomState::Stable, "a room without dispensers");
    }

    #[test]
    fn room_and_dispenser_name_bad_fields() {
        assert_eq!(RoomSpec::parse(" 12a", 12), Ok(RoomSpec { number: "12A".to_owned(), floor: 12 }));
        let texts = |errors: Vec<Invalid>| errors.iter().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!(texts(RoomSpec::parse("", 200).expect_err("no room")), ["number: required", "floor: range"]);
        assert_eq!(texts(RoomSpec::parse("=1", 1).expect_err("no room")), ["number: format"]);
        assert!(DispenserSpec::parse(300, 0).is_ok());
        let errors = DispenserSpec::parse(0, 101).expect_err("no dispenser");
        assert_eq!(texts(errors), ["capacityMl: range", "thresholdPercent: range"]);
    }

    #[test]
    fn refill_fills_up_by_default() {
        for (poured, level, ml) in
            [(None, 100, Some(200)), (None, 300, Some(0)), (Some(50), 100, Some(50)), (Some(300), 100, Some(300))]
        {
            assert_eq!(refill_ml(poured, 300, level).ok(), ml, "{poured:?} {level}");
        }
        for poured in [0, -1, 301] {
            assert_eq!(refill_ml(Some(poured), 300, 0), Err(Invalid::new("ml", InvalidCode::Range)), "{poured}");
        }
    }

    #[test]
    fn level_is_a_share_of_the_capacity() {
        for (percent, ml) in [(0.0, 0), (33.3, 100), (99.9, 300), (100.0, 300), (120.0, 300)] {
            assert_eq!(level_ml(300, percent), ml, "{percent}");
        }
    }

    #[test]
    fn dispenser_gives_every_reason() {
        let reasons = dispenser(0, Some(SensorState::NeedCheck)).reasons();
        assert_eq!(reasons, [RequireReason::Low, RequireReason::SensorNeedCheck]);
        assert_eq!(dispenser(59, None).percent(), 19);
        assert_eq!(dispenser(300, None).percent(), 100);
    }
}
