//! `POST /hotel/readings`

use std::collections::HashMap;

use axum::extract::State;
use axum::response::{IntoResponse as _, Json, Response};
use chrono::{DateTime, Utc};
use db::hotel::readings::{self, KnownSensor, NewReading};
use domain::hotel::sensor::{MAX_BATCH, ReadingInput, ReadingRefusal, check_reading, parse_serial};
use domain::{HotelClientId, InvalidCode};
use http::StatusCode;
use queue::jobs::FoldReadings;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::App;
use crate::extract::PartnerKey;
use crate::hotel::codes::ReadingRefusalCode;
use crate::http::JsonBody;
use crate::problem::{JsonProblems, PartnerKeyProblems, Problem, RateLimitProblem, ValidationProblem};
use crate::services::limiter::READINGS_KEY;

/// Readings of sensors.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(default)]
#[schema(as = HotelReadingsRequest)]
pub struct ReadingsRequest {
    /// The readings, in any order.
    #[schema(required, min_items = 1, max_items = 1_000)]
    readings: Vec<ReadingRequest>,
}

/// A reading of a sensor.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = HotelReadingRequest)]
pub struct ReadingRequest {
    /// The sensor's serial number.
    #[schema(example = "HB-00017")]
    serial: String,
    /// When it was measured: at most 48 hours ago, and at most five minutes ahead.
    at: DateTime<Utc>,
    /// The level, in percent.
    #[schema(minimum = 0, maximum = 100)]
    level_percent: f64,
    /// The battery's charge, in percent.
    #[schema(minimum = 0, maximum = 100)]
    battery_percent: Option<f64>,
}

/// The result for the readings.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = HotelReadingsResponse)]
pub struct ReadingsResponse {
    /// The number of new readings.
    accepted: u64,
    /// The number of readings that were stored before: the same sensor and time.
    duplicates: u64,
    /// The readings that were not stored.
    rejected: Vec<RejectedReading>,
}

/// A reading that was not stored.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = HotelRejectedReading)]
pub struct RejectedReading {
    /// Its index in the request, from 0.
    index: usize,
    /// Why.
    #[schema(value_type = ReadingRefusalCode)]
    code: &'static str,
}

/// Stores readings of sensors, up to 1,000 at a time, with an API key. Repeated readings are counted once. Invalid ones
/// are listed, the others are stored.
#[utoipa::path(
    post, path = "/hotel/readings", tag = "hotel-rooms", operation_id = "createHotelReadings",
    request_body = ReadingsRequest, security(("partnerKey" = [])),
    responses(
        (status = 202, body = ReadingsResponse),
        PartnerKeyProblems, JsonProblems, ValidationProblem, RateLimitProblem,
    )
)]
pub async fn handle(
    State(app): State<App>,
    key: PartnerKey,
    JsonBody(request): JsonBody<ReadingsRequest>,
) -> Result<Response, Problem> {
    let now = app.clock.now();
    app.limiter.count(READINGS_KEY, &key.id.to_string()).await?;
    if request.readings.is_empty() {
        return Err(Problem::field("readings", InvalidCode::Required));
    }
    if request.readings.len() > MAX_BATCH {
        return Err(Problem::field("readings", InvalidCode::TooLong));
    }
    let mut tx = key.tenant.db.begin().await?;
    // no sensor has a serial number of another form, and the database rejects some characters
    let serials: Vec<String> =
        request.readings.iter().map(|reading| parse_serial(&reading.serial).unwrap_or_default()).collect();
    let known = readings::list_known(&mut tx, &serials).await?;
    let known: HashMap<&str, &KnownSensor> = known.iter().map(|sensor| (sensor.serial.as_str(), sensor)).collect();
    let (mut valid, mut rejected) = (Vec::new(), Vec::new());
    for (index, (reading, serial)) in request.readings.iter().zip(&serials).enumerate() {
        match reading.check(known.get(serial.as_str()).copied(), key.partner, now) {
            Ok(new) => valid.push(new),
            Err(refusal) => rejected.push(RejectedReading { index, code: refusal.as_str() }),
        }
    }
    let inserted = readings::insert_batch(&mut tx, key.id, &valid, now).await?;
    let job = match inserted.batch {
        Some(batch_id) => Some(queue::enqueue(&mut tx, FoldReadings { batch_id }).await?),
        None => None,
    };
    tx.commit().await?;
    if let Some(job) = job {
        app.producer.push(job).await;
    }
    let duplicates = valid.len() as u64 - inserted.count;
    let response = ReadingsResponse { accepted: inserted.count, duplicates, rejected };
    Ok((StatusCode::ACCEPTED, Json(response)).into_response())
}

impl ReadingRequest {
    /// Checks a reading of a sensor of the partner's hotels.
    fn check(
        &self,
        sensor: Option<&KnownSensor>,
        partner: HotelClientId,
        now: DateTime<Utc>,
    ) -> Result<NewReading, ReadingRefusal> {
        let sensor = sensor.ok_or(ReadingRefusal::UnknownSerial)?;
        if sensor.partner != Some(partner) {
            return Err(ReadingRefusal::OtherPartner);
        }
        let input =
            ReadingInput { at: self.at, level_percent: self.level_percent, battery_percent: self.battery_percent };
        check_reading(&input, now)?;
        #[expect(clippy::cast_possible_truncation, reason = "a percentage needs no more than seven digits")]
        let short = |percent: f64| percent as f32;
        Ok(NewReading {
            sensor: sensor.id,
            at: self.at,
            level_percent: short(self.level_percent),
            battery_percent: self.battery_percent.map(short),
        })
    }
}
