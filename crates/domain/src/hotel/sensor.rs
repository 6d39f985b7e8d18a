//! Sensors in dispensers: their states, and the rules for readings.

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use strum::{EnumString, IntoStaticStr, VariantArray};

use crate::calendar::korean_day;
use crate::text::parse_line;
use crate::validation::{Invalid, InvalidCode};

/// A sensor that sent nothing for this long needs a check.
pub const MAX_SILENCE: TimeDelta = TimeDelta::hours(24);
/// Older readings are refused. Gateways buffer readings for this long, and a day is aggregated once it has passed.
pub const MAX_READING_AGE: TimeDelta = TimeDelta::hours(48);
/// How long single readings are kept. Daily aggregates are kept longer.
pub const READINGS_PERIOD: TimeDelta = TimeDelta::days(31);
/// How far the clock of a gateway may be ahead.
pub const MAX_CLOCK_SKEW: TimeDelta = TimeDelta::minutes(5);
/// Below this charge a sensor is abnormal, in percent.
pub const MIN_BATTERY_PERCENT: f64 = 10.0;
/// The maximum number of readings in a batch.
pub const MAX_BATCH: usize = 1_000;

/// What a sensor measures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum SensorType {
    /// The level in a dispenser by ultrasound.
    Level,
    /// The level in a dispenser by weight.
    Weight,
}

/// The state of a sensor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum SensorState {
    /// It sends, and its battery is good.
    Normal,
    /// Its battery is nearly empty.
    Abnormal,
    /// It is silent, or due to be replaced.
    NeedCheck,
}

/// The values that decide a sensor's state.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SensorStatus {
    /// When it was installed or somebody checked it last.
    pub checked_at: DateTime<Utc>,
    /// The time of the newest reading.
    pub last_reading_at: Option<DateTime<Utc>>,
    /// The battery's charge in the newest reading that has one, in percent.
    pub battery_percent: Option<f64>,
    /// The day on which it is to be replaced.
    pub replace_date: Option<NaiveDate>,
}

impl SensorState {
    /// Returns the state of a sensor. `today` is the hotel's day.
    #[must_use]
    pub fn derive(status: &SensorStatus, now: DateTime<Utc>, today: NaiveDate) -> Self {
        let heard_at = status.last_reading_at.map_or(status.checked_at, |at| at.max(status.checked_at));
        if now - heard_at >= MAX_SILENCE || status.replace_date.is_some_and(|date| date <= today) {
            Self::NeedCheck
        } else if status.battery_percent.is_some_and(|percent| percent < MIN_BATTERY_PERCENT) {
            Self::Abnormal
        } else {
            Self::Normal
        }
    }
}

/// Returns the last day in Korea for which no more readings are accepted.
#[must_use]
pub fn last_complete_day(now: DateTime<Utc>) -> NaiveDate {
    korean_day(now - MAX_READING_AGE) - TimeDelta::days(1)
}

/// Parses a serial number: letters, digits and hyphens, in capital letters.
///
/// # Errors
/// `serial` is missing, too long or of another form.
pub fn parse_serial(text: &str) -> Result<String, Invalid> {
    let serial = parse_line("serial", text, 40)?.to_ascii_uppercase();
    let is_serial = serial.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'-');
    if is_serial { Ok(serial) } else { Err(Invalid::new("serial", InvalidCode::Format)) }
}

/// Why a reading is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum ReadingRefusal {
    /// No sensor has the serial number.
    UnknownSerial,
    /// The level or the battery charge is not a percentage.
    OutOfRange,
    /// The time is in the future.
    FutureTime,
    /// The time is longer ago than [`MAX_READING_AGE`].
    TooOld,
    /// The sensor is in a hotel of another partner.
    OtherPartner,
}

/// A reading as a gateway sent it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ReadingInput {
    /// When it was measured.
    pub at: DateTime<Utc>,
    /// The level, in percent.
    pub level_percent: f64,
    /// The battery's charge, in percent.
    pub battery_percent: Option<f64>,
}

/// Checks the time and the values of a reading.
///
/// # Errors
/// [`ReadingRefusal::OutOfRange`], [`ReadingRefusal::FutureTime`] or [`ReadingRefusal::TooOld`].
pub fn check_reading(reading: &ReadingInput, now: DateTime<Utc>) -> Result<(), ReadingRefusal> {
    let is_percent = |value: f64| (0.0..=100.0).contains(&value);
    if !is_percent(reading.level_percent) || !reading.battery_percent.is_none_or(is_percent) {
        return Err(ReadingRefusal::OutOfRange);
    }
    if reading.at > now + MAX_CLOCK_SKEW {
        return Err(ReadingRefusal::FutureTime);
    }
    if reading.at < now - MAX_READING_AGE {
        return Err(ReadingRefusal::TooOld);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn now() -> DateTime<Utc> {
        DateTime::from_timestamp(1_760_000_000, 0).expect("a time")
    }

    fn status() -> SensorStatus {
        SensorStatus {
            checked_at: now() - TimeDelta::days(30),
            last_reading_at: Some(now()),
            battery_percent: Some(80.0),
            replace_date: None,
        }
    }

    #[test]
    fn sensor_state_follows_its_facts() {
        let today = now().date_naive();
        let ago = |hours| Some(now() - TimeDelta::hours(hours));
        let silent = SensorStatus { last_reading_at: ago(24), ..status() };
        for (case, status, state) in [
            ("sends", status(), SensorState::Normal),
            ("a day less a little", SensorStatus { last_reading_at: ago(23), ..status() }, SensorState::Normal),
            ("a day", silent, SensorState::NeedCheck),
            ("never sent", SensorStatus { last_reading_at: None, ..status() }, SensorState::NeedCheck),
            ("checked since", SensorStatus { checked_at: now(), ..silent }, SensorState::Normal),
            ("new", SensorStatus { checked_at: now(), last_reading_at: None, ..status() }, SensorState::Normal),
            ("battery", SensorStatus { battery_percent: Some(9.9), ..status() }, SensorState::Abnormal),
            ("battery is enough", SensorStatus { battery_percent: Some(10.0), ..status() }, SensorState::Normal),
            ("battery unknown", SensorStatus { battery_percent: None, ..status() }, SensorState::Normal),
            ("to be replaced", SensorStatus { replace_date: Some(today), ..status() }, SensorState::NeedCheck),
            ("replaced later", SensorStatus { replace_date: today.succ_opt(), ..status() }, SensorState::Normal),
        ] {
            assert_eq!(SensorState::derive(&status, now(), today), state, "{case}");
        }
    }

    #[test]
    fn reading_needs_percentages_and_a_past_time() {
        let reading = ReadingInput { at: now(), level_percent: 50.0, battery_percent: None };
        let at = |at| ReadingInput { at, ..reading };
        for (case, reading, checked) in [
            ("valid", reading, Ok(())),
            ("empty", ReadingInput { level_percent: 0.0, ..reading }, Ok(())),
            ("full", ReadingInput { level_percent: 100.0, battery_percent: Some(0.0), ..reading }, Ok(())),
            ("below", ReadingInput { level_percent: -0.1, ..reading }, Err(ReadingRefusal::OutOfRange)),
            ("above", ReadingInput { level_percent: 100.1, ..reading }, Err(ReadingRefusal::OutOfRange)),
            ("no number", ReadingInput { level_percent: f64::NAN, ..reading }, Err(ReadingRefusal::OutOfRange)),
            ("battery", ReadingInput { battery_percent: Some(101.0), ..reading }, Err(ReadingRefusal::OutOfRange)),
            ("a clock ahead", at(now() + MAX_CLOCK_SKEW), Ok(())),
            ("tomorrow", at(now() + TimeDelta::days(1)), Err(ReadingRefusal::FutureTime)),
            ("two days", at(now() - MAX_READING_AGE), Ok(())),
            ("older", at(now() - MAX_READING_AGE - TimeDelta::seconds(1)), Err(ReadingRefusal::TooOld)),
        ] {
            assert_eq!(check_reading(&reading, now()), checked, "{case}");
        }
    }

    #[test]
    fn complete_day_gets_no_more_readings() {
        let day = last_complete_day(now());
        // 9 October in Korea: readings of the 8th and the 7th are still accepted
        assert_eq!(day.to_string(), "2025-10-06");
        let its_end = crate::calendar::korean_time(day, chrono::NaiveTime::MIN) + TimeDelta::days(1);
        let last = ReadingInput { at: its_end - TimeDelta::seconds(1), level_percent: 1.0, battery_percent: None };
        assert_eq!(check_reading(&last, now()), Err(ReadingRefusal::TooOld));
    }

    #[test]
    fn serial_is_capital_letters() {
        assert_eq!(parse_serial(" hb-001a ").as_deref(), Ok("HB-001A"));
        assert_eq!(parse_serial("=1+1"), Err(Invalid::new("serial", InvalidCode::Format)));
        assert_eq!(parse_serial(""), Err(Invalid::new("serial", InvalidCode::Required)));
    }
}
