//! A job's fields in the database: versioned JSON.

use serde_json::{Value, json};

use crate::job::Job;
use crate::job_run::Failure;
use crate::store::JobRow;

/// The version of rows that contain one number instead of a payload.
const REF_ID_VERSION: i16 = 1;

/// Parses the job in a row.
///
/// # Errors
/// [`Failure::Unsupported`] for a version that is newer than this build; [`Failure::Fail`] for a payload that does not
/// match the job's fields.
pub(crate) fn parse<J: Job>(row: &JobRow) -> Result<J, Failure> {
    if row.version > J::VERSION {
        return Err(Failure::Unsupported(format!("payload version {} is newer than this worker", row.version)));
    }
    let payload = match (&row.payload, row.ref_id) {
        (Some(payload), _) => payload.clone(),
        (None, Some(ref_id)) if row.version == REF_ID_VERSION => from_ref_id(J::KIND, ref_id),
        (None, _) => return Err(Failure::fail("the job has no payload")),
    };
    serde_json::from_value(payload).map_err(Failure::fail)
}

/// Converts the `ref_id` of a version 1 row into a payload. It was a row's id, or a day counted from the year 1.
fn from_ref_id(kind: &str, ref_id: i64) -> Value {
    let day = || i32::try_from(ref_id).ok().and_then(chrono::NaiveDate::from_num_days_from_ce_opt);
    match kind {
        "read_picture" => json!({ "picture_id": ref_id }),
        "send_phone_code" => json!({ "phone_code_id": ref_id }),
        "send_message" => json!({ "message_id": ref_id }),
        "reconcile_order" | "refund_order" => json!({ "order_id": ref_id }),
        "export_data" => json!({ "export_id": ref_id }),
        "compare_day" | "compare_settlements" | "compare_experts" => json!({ "day": day() }),
        _ => json!({}),
    }
}

#[cfg(test)]
mod tests {
    use domain::{JobId, OrderId, TenantId};

    use super::*;
    use crate::jobs::{
        CompareDay, CompareExperts, CompareSettlements, ExportData, ReadPicture, ReconcileOrder, RefundOrder,
        SendMessage, SendPhoneCode, Sweep,
    };

    fn row(version: i16, payload: Option<Value>, ref_id: Option<i64>) -> JobRow {
        JobRow {
            id: JobId::new(1),
            tenant: TenantId::new(1),
            queue: "payments".to_owned(),
            kind: String::new(),
            ref_id,
            payload,
            version,
            attempt: 1,
            max_attempts: 5,
            request_id: None,
        }
    }

    #[test]
    fn payload_with_fields_is_parsed() {
        let job: RefundOrder = parse(&row(2, Some(json!({ "order_id": 7 })), None)).expect("a job");
        assert_eq!(job.order_id, OrderId::new(7));
        let job: CompareDay = parse(&row(2, Some(json!({ "day": "2026-11-25" })), None)).expect("a job");
        assert_eq!(job.day.to_string(), "2026-11-25");
    }

    #[test]
    fn row_of_version_1_is_parsed_by_ref_id() {
        let job: RefundOrder = parse(&row(1, None, Some(7))).expect("a job");
        assert_eq!(job.order_id, OrderId::new(7));
        let job: CompareDay = parse(&row(1, None, Some(739_580))).expect("a job");
        assert_eq!(job.day.to_string(), "2025-11-25");
        let _: Sweep = parse(&row(1, None, Some(3))).expect("a job");
    }

    #[test]
    fn row_of_version_1_has_each_kinds_fields() {
        let named = |kind: &str| from_ref_id(kind, 739_580);
        for (kind, field) in [
            (ReadPicture::KIND, "picture_id"),
            (SendPhoneCode::KIND, "phone_code_id"),
            (SendMessage::KIND, "message_id"),
            (ReconcileOrder::KIND, "order_id"),
            (RefundOrder::KIND, "order_id"),
            (ExportData::KIND, "export_id"),
        ] {
            assert_eq!(named(kind), json!({ field: 739_580 }), "{kind}");
        }
        for kind in [CompareDay::KIND, CompareSettlements::KIND, CompareExperts::KIND] {
            assert_eq!(named(kind), json!({ "day": "2025-11-25" }), "{kind}");
        }
    }

    #[test]
    fn day_that_is_none_fails_for_good() {
        for day in [i64::MAX, i64::from(i32::MAX), -1 - i64::from(i32::MAX)] {
            assert!(matches!(parse::<CompareDay>(&row(1, None, Some(day))), Err(Failure::Fail(_))), "{day}");
        }
        assert!(matches!(parse::<RefundOrder>(&row(2, None, Some(7))), Err(Failure::Fail(_))), "only version 1 has it");
    }

    #[test]
    fn newer_version_is_left_to_newer_worker() {
        let outcome = parse::<RefundOrder>(&row(3, Some(json!({ "order_id": 7 })), None));
        assert!(matches!(outcome, Err(Failure::Unsupported(_))));
    }

    #[test]
    fn payload_without_its_field_fails_for_good() {
        for payload in [Some(json!({ "order": 7 })), None] {
            assert!(matches!(parse::<RefundOrder>(&row(2, payload, None)), Err(Failure::Fail(_))));
        }
    }
}
