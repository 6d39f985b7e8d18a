//! Rows and months of the access log in responses.

use chrono::{DateTime, NaiveDate, Utc};
use db::access_log::Action;
use db::access_log::review::{Member, Month};
use db::access_log::search::ClinicRow;
use serde::Serialize;
use utoipa::ToSchema;

use crate::http::days;

/// Whose account.
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
    /// The name in it; null when it is no more.
    #[schema(required)]
    name: Option<String>,
}

/// A row: who did what, when, from where, with whose data.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AccessLogEntry {
    /// Its number in the log.
    id: i64,
    /// When.
    at: DateTime<Utc>,
    /// What, as `application_read` or `document_downloaded`.
    action: &'static str,
    /// `account`, `list`, `read`, `change` or `download`.
    kind: &'static str,
    /// `staff`; `patient`, who downloaded a document; `operator`, who made the clinic an account.
    actor: &'static str,
    /// Whose account, in whose name for a sign-in that failed; null for patients and operators.
    #[schema(required)]
    staff: Option<AccessLogStaff>,
    /// From which address.
    #[schema(required)]
    address: Option<String>,
    /// About which applications: the first three. A reading of this log names none.
    applications: Vec<AccessLogRecord>,
    /// About how many in all.
    application_count: i32,
    /// About which claims, the same.
    insurances: Vec<AccessLogRecord>,
    /// About how many in all.
    insurance_count: i32,
    /// Why a copy was taken.
    #[schema(required)]
    reason: Option<String>,
}

/// A page of rows, newest first.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct AccessLogAnswer {
    /// The rows.
    pub entries: Vec<AccessLogEntry>,
    /// The `before` of the next page; null on the last one.
    #[schema(required)]
    pub next: Option<i64>,
}

/// That somebody looked a month over.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct AccessLogReview {
    /// When.
    at: DateTime<Utc>,
    /// Who.
    reviewer: String,
    /// What was found and done about it; may be empty.
    note: String,
}

/// A month of the log.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AccessLogMonth {
    /// YYYY-MM in Korea.
    month: String,
    /// Whether the month is over. Only then can it be reviewed.
    is_over: bool,
    /// Who looked it over; null while nobody did.
    #[schema(required)]
    review: Option<AccessLogReview>,
}

/// The months.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct AccessLogMonthsAnswer {
    /// Newest first.
    pub months: Vec<AccessLogMonth>,
}

/// What one of the staff did in a month.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AccessLogMember {
    /// Whose account.
    staff: AccessLogStaff,
    /// Whether the account may sign in today.
    active: bool,
    /// Sign-ins.
    sign_ins: i64,
    /// Sign-ins that failed under the account's name.
    failed_sign_ins: i64,
    /// From how many addresses.
    addresses: i64,
    /// Lists that were read, those included that looked themselves up again.
    lists: i64,
    /// Records that were opened, each time counted.
    reads: i64,
    /// Records that were made or changed, each time counted.
    changes: i64,
    /// Copies that were taken.
    downloads: i64,
    /// How many applications and claims all this but the lists was about.
    records: i64,
    /// Of what was done but for the lists: between ten in the evening and six in the morning.
    at_night: i64,
}

/// A month at a glance.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct AccessLogMonthAnswer {
    /// Which, and who looked it over.
    pub month: AccessLogMonth,
    /// By name; nobody who did nothing.
    pub members: Vec<AccessLogMember>,
    /// False when rows of the month were changed or deleted outside the application. The operators must be informed then.
    pub sound: bool,
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
