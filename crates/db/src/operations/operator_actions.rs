//! The audit of operators: their reads and changes, over all tenants. It is append-only, and the database chains its
//! rows by hashes.

use std::net::IpAddr;
use std::ops::Range;

use chrono::{DateTime, Datelike as _, TimeDelta, Utc};
use domain::calendar::korean_day;
use domain::{LoginUserId, OperatorId, TenantId};

use crate::{Error, Result, SystemConn, column};

/// The effect of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Reads.
    Read,
    /// Changes something.
    Change,
    /// Changes something, and requires a reason.
    Destructive,
}

macro_rules! actions {
    ($($effect:ident $name:ident = $text:literal,)+) => {
        /// An action of an operator.
        #[expect(missing_docs, reason = "a name says what its text says to the reader of the audit")]
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Action {
            $($name,)+
        }

        impl Action {
            /// Every action.
            pub const ALL: &[Self] = &[$(Self::$name,)+];

            /// Returns the action's name in the database and the API.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$name => $text,)+ }
            }

            /// Returns the effect of the action.
            #[must_use]
            pub const fn effect(self) -> Effect {
                match self { $(Self::$name => Effect::$effect,)+ }
            }

            /// Returns the action with this name.
            #[must_use]
            pub fn from_code(code: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|action| action.as_str() == code)
            }
        }
    };
}

actions! {
    Change SignedIn = "signed_in",
    Change SignInFailed = "sign_in_failed",
    Change SignedOut = "signed_out",
    Change PasswordChanged = "password_changed",
    Change SecondFactorSet = "second_factor_set",
    Change SecondFactorFailed = "second_factor_failed",
    Change RecoveryCodeUsed = "recovery_code_used",
    Change AccessDenied = "access_denied",
    Read OperatorsListed = "operators_listed",
    Change OperatorAdded = "operator_added",
    Change OperatorChanged = "operator_changed",
    Destructive OperatorReset = "operator_reset",
    Read AuditRead = "audit_read",
    Read AuditChecked = "audit_checked",
    Read AccessLogSearched = "access_log_searched",
    Read AccessLogChecked = "access_log_checked",
    Read AccessLogReported = "access_log_reported",
    Read RetentionRead = "retention_read",
    Destructive RetentionRun = "retention_run",
    Read JobsListed = "jobs_listed",
    Read JobRead = "job_read",
    Destructive JobRetried = "job_retried",
    Destructive JobRun = "job_run",
    Destructive JobCanceled = "job_canceled",
    Destructive JobDeleted = "job_deleted",
    Destructive BulkStarted = "bulk_started",
    Destructive BulkCanceled = "bulk_canceled",
    Destructive QueuePaused = "queue_paused",
    Destructive QueueResumed = "queue_resumed",
    Destructive ScheduleRun = "schedule_run",
    Read PaymentsRead = "payments_read",
    Read SettlementsRead = "settlements_read",
    Change FindingResolved = "finding_resolved",
    Destructive ModelPromoted = "model_promoted",
    Destructive ModelShadowed = "model_shadowed",
    Destructive ModelRolledBack = "model_rolled_back",
    Change TenantAdded = "tenant_added",
    Change TenantChanged = "tenant_changed",
    Destructive TenantDisabled = "tenant_disabled",
    Change TenantEnabled = "tenant_enabled",
    Change ClinicAdded = "clinic_added",
    Change ClinicChanged = "clinic_changed",
    Change ClinicAdminAdded = "clinic_admin_added",
    Change InsurerAdded = "insurer_added",
    Change InsurerChanged = "insurer_changed",
    Change PaymentAccountAdded = "payment_account_added",
    Change PaymentAccountChanged = "payment_account_changed",
    Change PaymentAccountTested = "payment_account_tested",
    Change ChannelChanged = "channel_changed",
    Change ValuesResealed = "values_resealed",
}

/// A new row.
#[derive(Clone, Copy, Debug)]
pub struct Entry<'a> {
    /// The account. None for a sign-in with an unknown name and for a command on the server.
    pub operator: Option<OperatorId>,
    /// The sign-in name of the account, or the one that a failed sign-in used.
    pub login_id: Option<&'a LoginUserId>,
    /// The client's address.
    pub client_address: Option<IpAddr>,
    /// The action.
    pub action: Action,
    /// The subject: an id, a name or a filter, without patients' data. It is truncated to 300 characters.
    pub subject: Option<&'a str>,
    /// The reason that the operator gave.
    pub reason: Option<&'a str>,
    /// The affected tenant.
    pub tenant: Option<TenantId>,
    /// The id of the request, to correlate the logs.
    pub request_id: Option<&'a str>,
}

impl Entry<'static> {
    /// Creates a row with only an action.
    #[must_use]
    pub const fn new(action: Action) -> Self {
        Self {
            operator: None,
            login_id: None,
            client_address: None,
            action,
            subject: None,
            reason: None,
            tenant: None,
            request_id: None,
        }
    }
}

/// The maximum length of a subject, in characters.
const MAX_SUBJECT_CHARS: usize = 300;

/// Inserts a row and returns its number.
///
/// The rows are chained, so a transaction that inserted one blocks other inserts until it ends. Insert it last.
pub async fn insert(conn: &mut SystemConn, entry: &Entry<'_>, now: DateTime<Utc>) -> Result<i64> {
    let subject = entry.subject.map(|text| text.chars().take(MAX_SUBJECT_CHARS).collect::<String>());
    let seq = sqlx::query_scalar!(
        "insert into operator_actions (at, operator_id, login_id, client_address, action, subject, reason, tenant_id,
                                       request_id)
         values ($1, $2, $3, $4::text::inet, $5, nullif($6, ''), $7, $8, $9) returning seq",
        now,
        entry.operator.map(OperatorId::get),
        entry.login_id.map(LoginUserId::as_str),
        entry.client_address.map(|address| address.to_string()),
        entry.action.as_str(),
        subject,
        entry.reason,
        entry.tenant.map(TenantId::get),
        entry.request_id
    )
    .fetch_one(conn.connection())
    .await?;
    Ok(seq)
}

/// How many of an account's last rows [`is_recent`] reads.
const RECENT_ROWS: i64 = 200;

/// Returns whether one of the account's last rows has this action and subject and is not older than `since`.
pub async fn is_recent(
    conn: &mut SystemConn,
    operator: OperatorId,
    action: Action,
    subject: &str,
    since: DateTime<Utc>,
) -> Result<bool> {
    let subject: String = subject.chars().take(MAX_SUBJECT_CHARS).collect();
    Ok(sqlx::query_scalar!(
        r#"select exists(
               select from (select at, action, subject from operator_actions where operator_id = $1
                            order by seq desc limit $5) recent
               where at >= $4 and action = $2 and coalesce(subject, '') = $3) as "exists!""#,
        operator.get(),
        action.as_str(),
        subject,
        since,
        RECENT_ROWS
    )
    .fetch_one(conn.connection())
    .await?)
}

/// The year that ends a range without an end.
const MAX_YEAR: i32 = 9999;

/// Selects the rows of a list.
#[derive(Clone, Debug)]
pub struct Filter {
    /// Of this account.
    pub operator: Option<OperatorId>,
    /// Of this action.
    pub action: Option<Action>,
    /// In this time range.
    pub time: Range<DateTime<Utc>>,
    /// Before this row.
    pub before: Option<i64>,
}

impl std::fmt::Display for Filter {
    /// Formats the filter as in the audit.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (first, last) = (korean_day(self.time.start), korean_day(self.time.end - TimeDelta::seconds(1)));
        let parts = [
            (self.time.start > DateTime::UNIX_EPOCH).then(|| format!("from {first}")),
            (last.year() < MAX_YEAR).then(|| format!("to {last}")),
            self.operator.map(|operator| format!("operator {operator}")),
            self.action.map(|action| action.as_str().to_owned()),
        ];
        let parts: Vec<_> = parts.into_iter().flatten().collect();
        f.write_str(if parts.is_empty() { "without a filter" } else { "" })?;
        f.write_str(&parts.join(", "))
    }
}

/// A row.
#[derive(Clone, Debug)]
pub struct OperatorAction {
    /// Its number.
    pub seq: i64,
    /// When it happened.
    pub at: DateTime<Utc>,
    /// The account.
    pub operator: Option<OperatorId>,
    /// The sign-in name of the account, or the one that a failed sign-in used.
    pub login_id: Option<String>,
    /// The person's current name.
    pub name: Option<String>,
    /// The client's address.
    pub client_address: Option<String>,
    /// The action.
    pub action: Action,
    /// The subject.
    pub subject: Option<String>,
    /// The reason that the operator gave.
    pub reason: Option<String>,
    /// The key of the affected tenant.
    pub tenant: Option<String>,
    /// The id of the request.
    pub request_id: Option<String>,
}

/// Lists rows, the newest first, at most `limit`.
pub async fn list(conn: &mut SystemConn, filter: &Filter, limit: i64) -> Result<Vec<OperatorAction>> {
    let rows = sqlx::query!(
        r#"select a.seq, a.at, a.operator_id, a.login_id, o.name as "name?", host(a.client_address) as client_address,
                  a.action, a.subject, a.reason, t.key as "tenant?", a.request_id
           from operator_actions a left join operators o on o.id = a.operator_id left join tenants t on t.id = a.tenant_id
           where ($1::bigint is null or a.operator_id = $1) and ($2::text is null or a.action = $2)
                 and a.at >= $3 and a.at < $4 and ($5::bigint is null or a.seq < $5)
           order by a.seq desc limit $6"#,
        filter.operator.map(OperatorId::get),
        filter.action.map(Action::as_str),
        filter.time.start,
        filter.time.end,
        filter.before,
        limit
    )
    .fetch_all(conn.connection())
    .await?;
    rows.into_iter()
        .map(|row| {
            let action = column("operator_actions", "action", row.seq).require(Action::from_code(&row.action))?;
            Ok::<_, Error>(OperatorAction {
                seq: row.seq,
                at: row.at,
                operator: row.operator_id.map(OperatorId::new),
                login_id: row.login_id,
                name: row.name,
                client_address: row.client_address,
                action,
                subject: row.subject,
                reason: row.reason,
                tenant: row.tenant,
                request_id: row.request_id,
            })
        })
        .collect()
}

/// The result of a check of a part of the chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChainCheck {
    /// The number of rows in the part.
    pub rows: i64,
    /// The first row which shows that it, or a row before it, was changed or deleted.
    pub broken_at: Option<i64>,
    /// The number of the audit's newest row. 0 without rows.
    pub newest: i64,
}

/// Checks the part of the chain that begins after the row `after` (0 for the first part): `limit` numbers.
pub async fn check_chain(conn: &mut SystemConn, after: i64, limit: i64) -> Result<ChainCheck> {
    let check = sqlx::query_as!(
        ChainCheck,
        r#"select count(*) as "rows!",
                  min(seq) filter (where seq <> place or hash <> own or previous_hash <> before) as broken_at,
                  (select coalesce(max(seq), 0) from operator_actions) as "newest!"
           from (select a.seq, $1::bigint + row_number() over (order by a.seq) as place, a.hash,
                        operator_actions_hash(a) as own, a.previous_hash,
                        lag(a.hash, 1, coalesce((select p.hash from operator_actions p where p.seq = $1),
                                                sha256('operator_actions'))) over (order by a.seq) as before
                 from operator_actions a where a.seq > $1 and a.seq <= $1 + $2::bigint) rows"#,
        after,
        limit
    )
    .fetch_one(conn.connection())
    .await?;
    Ok(check)
}
