//! The access log against the database: what is taken out is seen in the month that it was taken out of, and each row is the
//! clinic's that it was when it was written.

use chrono::{DateTime, TimeDelta, Utc};
use db::TenantConn;
use db::access_log::search::{self, Filter, Found};
use db::access_log::{self, Action, Entry, Kind, review};
use db::staff::{self, NewStaff};
use domain::{ApplicationId, ClaimId, InstitutionId, LoginUserId, Name, PasswordHash, StaffId, StaffRole};
use sqlx::{AssertSqlSafe, PgConnection};
use testing::{Database, factory};

struct Log {
    database: Database,
    conn: TenantConn,
    superuser: PgConnection,
    clinic: InstitutionId,
    staff: StaffId,
    /// By the database's clock: it decides what is old enough to be gone.
    now: DateTime<Utc>,
}

impl Log {
    async fn new() -> Self {
        let database = Database::create().await;
        let mut conn = database.tenant().acquire().await.expect("a connection");
        let mut superuser = database.superuser().await;
        let now = sqlx::query_scalar("select now()").fetch_one(&mut superuser).await.expect("the time");
        let clinic = database.first.institutions[0];
        let staff = account(&mut conn, clinic, "doctor1", factory::now()).await;
        Self { database, conn, superuser, clinic, staff, now }
    }

    async fn write(&mut self, entry: &Entry<'_>, at: DateTime<Utc>) {
        access_log::insert(&mut self.conn, entry, at).await.expect("written");
    }

    /// Rows of the staff, so many days ago.
    async fn read(&mut self, days: impl IntoIterator<Item = i64>) {
        let entry = Entry { staff_id: Some(self.staff), ..entry(Action::ApplicationRead) };
        for days in days {
            self.write(&entry, self.now - TimeDelta::days(days)).await;
        }
    }

    /// What only who switches the triggers off can do.
    async fn tamper(&mut self, statement: &str) {
        let tampering = format!("begin; set local session_replication_role = replica; {statement}; commit");
        sqlx::raw_sql(AssertSqlSafe(tampering)).execute(&mut self.superuser).await.expect("a superuser may");
    }

    /// What is broken from so many days ago to so many.
    async fn broken(&mut self, from: i64, to: i64) -> Option<i64> {
        let time = (self.now - TimeDelta::days(from), self.now - TimeDelta::days(to));
        access_log::find_broken(&mut self.conn, time).await.expect("an answer")
    }

    async fn review(&mut self, month: &str, days: i64) {
        let mut tx = self.database.tenant().begin().await.expect("a transaction");
        let (month, at) = (month.parse().expect("a day"), self.now - TimeDelta::days(days));
        review::insert(&mut tx, (self.clinic, month), (self.staff, ""), at).await.expect("kept");
        tx.commit().await.expect("committed");
    }

    async fn found(&mut self, clinic: InstitutionId, kind: Option<Kind>) -> Vec<Found> {
        let (from, to) = factory::always();
        let filter = Filter { from, to, kind, staff: None, text: String::new() };
        search::list_at(&mut self.conn, clinic, &filter, (None, 100)).await.expect("a list")
    }

    async fn unknown(&mut self) -> i64 {
        review::count_unknown_sign_ins(&mut self.conn, factory::always()).await.expect("a count")
    }
}

const fn entry(action: Action) -> Entry<'static> {
    Entry {
        staff_id: None,
        login_id: None,
        client_address: None,
        action,
        patient_ids: &[],
        application_ids: &[],
        request_id: None,
    }
}

async fn account(conn: &mut TenantConn, clinic: InstitutionId, login: &str, now: DateTime<Utc>) -> StaffId {
    let new = NewStaff {
        institution_id: clinic,
        login_id: name(login),
        password_hash: PasswordHash::new("x".to_owned()),
        name: Name::parse("의사").expect("a name"),
        role: StaffRole::ClinicAdmin,
    };
    staff::insert(conn, &new, now).await.expect("the account is written")
}

fn name(login: &str) -> LoginUserId {
    LoginUserId::parse(login).expect("a name")
}

#[tokio::test]
async fn a_months_last_rows_are_missed_in_that_month() {
    let mut log = Log::new().await;
    // three months of two rows each, the last a few days old
    log.read([90, 80, 60, 50, 30, 5]).await;
    assert_eq!((log.broken(95, 65).await, log.broken(65, 35).await, log.broken(35, 0).await), (None, None, None));
    log.tamper("delete from access_log where seq = 4").await;
    assert_eq!(log.broken(65, 35).await, Some(5), "its last row");
    assert_eq!(log.broken(95, 65).await, None, "of the month before nothing is gone");
    log.tamper("delete from access_log where seq = 3").await;
    assert_eq!((log.broken(65, 35).await, log.broken(35, 0).await), (Some(5), Some(5)), "all its rows");

    // servers' clocks differ: the row after is the lowest number, not the earliest
    let mut log = Log::new().await;
    log.read([60, 50, 30, 29]).await;
    log.tamper(
        "update access_log set at = (select at from access_log where seq = 3) - interval '1 second' where seq = 4;
                update access_log l set hash = access_log_hash(l) where seq = 4",
    )
    .await;
    assert_eq!((log.broken(65, 35).await, log.broken(35, 0).await), (None, None));
    log.tamper("delete from access_log where seq = 2").await;
    assert_eq!(log.broken(65, 35).await, Some(3));
}

#[tokio::test]
async fn a_review_misses_what_it_saw_in_the_month_that_it_was_cut_off_from() {
    let mut log = Log::new().await;
    log.read([90, 80]).await;
    log.review("2026-01-01", 64).await;
    log.read([60, 50]).await;
    log.review("2026-02-01", 34).await;
    log.tamper("delete from access_log where seq >= 4").await;
    // the log goes on as if nothing had been
    log.read([20, 10]).await;
    assert_eq!(log.broken(65, 35).await, Some(4), "the month that the hole is in");
    assert_eq!(log.broken(95, 65).await, None, "the review before found its row, so what is older is whole");
    log.tamper("delete from access_log where seq >= 2").await;
    log.read([2]).await;
    assert_eq!((log.broken(95, 65).await, log.broken(65, 35).await), (Some(2), Some(2)));
}

#[tokio::test]
async fn the_logs_beginning_ends_after_two_years_and_not_before() {
    let mut log = Log::new().await;
    log.read([800, 740, 720, 400, 10]).await;
    let mut owner = log.database.superuser().await;
    let early = sqlx::raw_sql("delete from access_log where seq = 3").execute(&mut owner).await;
    assert!(early.is_err_and(|error| error.to_string().contains("only added to")), "younger than two years");
    sqlx::raw_sql("delete from access_log where seq <= 2").execute(&mut owner).await.expect("older than two years");
    assert_eq!((log.broken(900, 0).await, log.broken(900, 760).await), (None, None));
    // nor does a review miss its row when both are that old
    log.review("2026-01-01", 720).await;
    log.tamper("update access_reviews set last_seq = 2").await;
    assert_eq!(log.broken(900, 0).await, None);
    log.tamper("update access_reviews set at = at + interval '1 year'").await;
    assert_eq!(log.broken(900, 0).await, Some(2));
    log.tamper("delete from access_reviews; delete from access_log where seq = 3").await;
    assert_eq!(log.broken(900, 0).await, Some(4), "what is left begins long after what may have ended");
    assert_eq!((log.broken(730, 600).await, log.broken(300, 0).await), (Some(4), None));
}

#[tokio::test]
async fn rows_from_before_clinics_were_kept_hash_as_they_did() {
    let mut log = Log::new().await;
    log.read([9]).await;
    let old = "insert into access_log (tenant_id, seq, at, login_id, action, previous_hash, hash)
               select tenant_id, seq + 1, at, 'DOCTOR1', 'sign_in_failed', hash,
                      sha256(hash || convert_to(jsonb_build_array(tenant_id, seq + 1, extract(epoch from at), null::bigint,
                          'DOCTOR1'::text, null::text, 'sign_in_failed'::text, '{}'::bigint[], '{}'::bigint[],
                          null::text)::text, 'utf8'))
               from access_log where seq = 1";
    log.tamper(old).await;
    log.read([8]).await;
    assert_eq!(log.broken(30, 0).await, None);
    let (clinic, staff) = (log.clinic, log.staff);
    let rows = log.found(clinic, Some(Kind::Account)).await;
    assert_eq!(rows.len(), 1);
    assert_eq!(rows[0].staff.as_ref().map(|(id, ..)| *id), Some(staff), "it is the clinic's all the same");
    // whose row it is, is a part of what was written
    log.tamper("update access_log set institution_id = institution_id + 1 where seq = 3").await;
    assert_eq!(log.broken(30, 0).await, Some(3));
}

#[tokio::test]
async fn a_name_that_is_taken_later_brings_no_sign_ins_of_before() {
    let mut log = Log::new().await;
    let (clinic, other) = (log.clinic, log.database.first.institutions[1]);
    let tried = name("Later1");
    let failed = Entry { login_id: Some(&tried), ..entry(Action::SignInFailed) };
    let made = factory::now() + TimeDelta::days(1);
    log.write(&failed, factory::now()).await;
    let id = account(&mut log.conn, other, "later1", made).await;
    assert_eq!((log.found(other, None).await.len(), log.unknown().await), (0, 1));
    log.write(&failed, made).await;
    let rows = log.found(other, None).await;
    assert_eq!(rows.len(), 1);
    assert_eq!(rows[0].staff.as_ref().map(|(id, login, _)| (*id, login.as_str())), Some((id, "later1")));
    assert_eq!((log.found(clinic, None).await.len(), log.unknown().await), (0, 1));
}

#[tokio::test]
async fn an_account_that_operators_make_is_not_its_own_doing() {
    let mut log = Log::new().await;
    let clinic = log.clinic;
    let tried = name("doctor1");
    let made = Entry { login_id: Some(&tried), ..entry(Action::StaffMade) };
    log.write(&made, factory::now()).await;
    log.write(&made, factory::now()).await;
    // as rows were before they kept their clinic
    log.tamper("update access_log set institution_id = null where seq = 2").await;
    let rows = log.found(clinic, Some(Kind::Account)).await;
    assert_eq!(rows.iter().map(|row| row.staff.is_none()).collect::<Vec<_>>(), [true, true]);
    let members = review::members_at(&mut log.conn, clinic, factory::always()).await.expect("a list");
    assert!(members.is_empty(), "{members:?}");
}

#[tokio::test]
async fn a_row_names_a_few_and_counts_all() {
    let mut log = Log::new().await;
    let clinic = log.clinic;
    let ids: Vec<_> = (1..=100).map(ApplicationId::new).collect();
    let claims: Vec<_> = (1..=7).map(ClaimId::new).collect();
    for action in [Action::ApplicationsListed, Action::AccessLogRead] {
        let entry = Entry { staff_id: Some(log.staff), application_ids: &ids, ..entry(action) };
        access_log::insert_of_claims(&mut log.conn, &entry, (&claims, None), factory::now()).await.expect("written");
    }
    let rows = log.found(clinic, Some(Kind::List)).await;
    let counted = |row: &Found| (row.applications.len(), row.application_count, row.claims.len(), row.claim_count);
    assert_eq!(rows.iter().map(counted).collect::<Vec<_>>(), [(0, 100, 0, 7), (3, 100, 3, 7)]);
}

/// The index and the search part lists from all else as [`Kind::List`] does.
#[tokio::test]
async fn every_action_is_found_by_its_kind() {
    let mut log = Log::new().await;
    for action in Action::ALL {
        let entry = Entry { staff_id: Some(log.staff), ..entry(*action) };
        log.write(&entry, factory::now()).await;
    }
    let clinic = log.clinic;
    for asked in Kind::ALL.map(Some).into_iter().chain([None]) {
        let found: Vec<_> = log.found(clinic, asked).await.iter().rev().map(|row| row.action).collect();
        let is_asked = |action: &Action| asked.map_or(action.kind() != Kind::List, |kind| action.kind() == kind);
        let expected: Vec<_> = Action::ALL.iter().copied().filter(is_asked).collect();
        assert_eq!(found, expected, "{asked:?}");
    }
    let index: String = sqlx::query_scalar("select pg_get_indexdef('access_log_institution'::regclass)")
        .fetch_one(&mut log.superuser)
        .await
        .expect("the index is there");
    for action in Action::ALL {
        assert_eq!(index.contains(&format!("'{}'", action.as_str())), action.kind() == Kind::List, "{action:?}");
    }
}

#[tokio::test]
async fn the_months_go_two_years_back_in_korea() {
    let mut log = Log::new().await;
    log.tamper("update staff set created_at = '2020-01-01'").await;
    // in Korea it is the 31st of May, and 23 months before that the 30th of June
    let now = "2026-05-30T16:00:00Z".parse().expect("a moment");
    let clinic = log.clinic;
    let months = review::months_at(&mut log.conn, clinic, now).await.expect("a list");
    let ends: Vec<_> = [months.first(), months.last()].iter().flatten().map(|one| one.month.to_string()).collect();
    assert_eq!((months.len(), ends), (24, vec!["2026-05-01".to_owned(), "2024-06-01".to_owned()]));
}
