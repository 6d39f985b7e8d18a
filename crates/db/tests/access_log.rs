//! The access log against the database: what is taken out is seen in the month that it was taken out of.

use chrono::{DateTime, TimeDelta, Utc};
use db::TenantConn;
use db::access_log::{self, Action, Entry, review};
use db::staff::{self, NewStaff};
use domain::{InstitutionId, LoginUserId, Name, PasswordHash, StaffId, StaffRole};
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
