//! Rows and months of the access log in responses.

use chrono::{DateTime, NaiveDate, Utc};
use db::access_log::Action;
use db::access_log::review::{Member, Month};
use db::access_log::search::ClinicRow;
use serde::Serialize;
use utoipa::ToSchema;

use crate::http::days;

/// The account.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AccessLogStaff {
    /// Its id.
    id: i64,
    /// The sign-in name.
    login_id: String,
    /// The person's name.
    name: String,
}

/// An application or a claim that a row is about.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct AccessLogRecord {
    /// Its id.
    id: i64,
    /// The name in it; null when it was erased.
    #[schema(required)]
    name: Option<String>,
}

/// An action: who, what, when, from where, and whose data.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AccessLogEntry {
    /// Its number in the log.
    id: i64,
    /// The time.
    at: DateTime<Utc>,
    /// The action, such as `application_read` or `document_downloaded`.
    action: &'static str,
    /// `account`, `list`, `read`, `change` or `download`.
    kind: &'static str,
    /// `staff`; `patient`: a download of a document; `operator`: the creation of a clinic's account.
    actor: &'static str,
    /// The staff account, also of a failed sign-in; null for patients and operators.
    #[schema(required)]
    staff: Option<AccessLogStaff>,
    /// The client's address.
    #[schema(required)]
    address: Option<String>,
    /// The first three applications. Empty for reads of this log.
    applications: Vec<AccessLogRecord>,
    /// The number of all applications and claims.
    application_count: i32,
    /// The first three claims, likewise.
    insurances: Vec<AccessLogRecord>,
    /// The number of all applications and claims.
    insurance_count: i32,
    /// The reason of a download.
    #[schema(required)]
    reason: Option<String>,
}

/// A page of rows, newest first.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct AccessLogResponse {
    /// The rows.
    pub entries: Vec<AccessLogEntry>,
    /// The `before` of the next page; null on the last one.
    #[schema(required)]
    pub next: Option<i64>,
}

/// The review of a month.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct AccessLogReview {
    /// The time.
    at: DateTime<Utc>,
    /// The reviewer.
    reviewer: String,
    /// The findings and the measures; may be empty.
    note: String,
}

/// A month of the log.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AccessLogMonth {
    /// YYYY-MM in Korea.
    month: String,
    /// Whether the month is over. Only past months can be reviewed.
    is_over: bool,
    /// Who reviewed it; null until then.
    #[schema(required)]
    review: Option<AccessLogReview>,
}

/// The months.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct AccessLogMonthsResponse {
    /// Newest first.
    pub months: Vec<AccessLogMonth>,
}

/// The actions of a staff member in a month.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AccessLogMember {
    /// The account.
    staff: AccessLogStaff,
    /// Whether the account may sign in today.
    active: bool,
    /// Sign-ins.
    sign_ins: i64,
    /// Failed sign-ins with the account's name.
    failed_sign_ins: i64,
    /// The number of addresses.
    addresses: i64,
    /// Lists read, automatic refreshes included.
    lists: i64,
    /// Reads of records.
    reads: i64,
    /// Creations and changes of records.
    changes: i64,
    /// Downloads.
    downloads: i64,
    /// The number of applications and claims concerned, lists excluded.
    records: i64,
    /// Actions between 22:00 and 06:00, lists excluded.
    at_night: i64,
}

/// A summary of a month.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AccessLogMonthResponse {
    /// The month and its review.
    pub month: AccessLogMonth,
    /// By name, without those who did nothing.
    pub members: Vec<AccessLogMember>,
    /// False when a nightly check found that rows of the month were changed or deleted outside the application. The
    /// operators must be informed then.
    pub sound: bool,
    /// The rows of the days up to this one were checked. Null before the first check.
    #[schema(required)]
    pub checked_until: Option<NaiveDate>,
}

impl From<ClinicRow> for AccessLogEntry {
    fn from(row: ClinicRow) -> Self {
        let record = |id, name| AccessLogRecord { id, name };
        let actor = match (&row.staff, row.action) {
            (Some(_), _) => "staff",
            (None, Action::DocumentDownloaded) => "patient",
            (None, _) => "operator",
        };
        Self {
            id: row.seq,
            at: row.at,
            action: row.action.as_str(),
            kind: row.action.kind().as_str(),
            actor,
            staff: row.staff.map(|staff| AccessLogStaff {
                id: staff.id.get(),
                login_id: staff.login_id,
                name: staff.name,
            }),
            address: row.client_address,
            applications: row.applications.into_iter().map(|(id, name)| record(id.get(), name)).collect(),
            application_count: row.application_count,
            insurances: row.claims.into_iter().map(|(id, name)| record(id.get(), name)).collect(),
            insurance_count: row.claim_count,
            reason: row.reason,
        }
    }
}

impl AccessLogMonth {
    /// Creates the body of a month at `now`.
    #[must_use]
    pub fn new(Month { month, review }: Month, now: DateTime<Utc>) -> Self {
        Self {
            month: named(month),
            is_over: days::month_range(month).1 <= now,
            review: review.map(|one| AccessLogReview { at: one.at, reviewer: one.reviewer, note: one.note }),
        }
    }

    /// Returns whether the month is over.
    #[must_use]
    pub const fn is_over(&self) -> bool {
        self.is_over
    }
}

fn named(month: NaiveDate) -> String {
    month.format("%Y-%m").to_string()
}

impl From<Member> for AccessLogMember {
    fn from(row: Member) -> Self {
        Self {
            staff: AccessLogStaff { id: row.id.get(), login_id: row.login_id, name: row.name },
            active: row.active,
            sign_ins: row.sign_ins,
            failed_sign_ins: row.failed_sign_ins,
            addresses: row.addresses,
            lists: row.lists,
            reads: row.reads,
            changes: row.changes,
            downloads: row.downloads,
            records: row.records,
            at_night: row.at_night,
        }
    }
}
