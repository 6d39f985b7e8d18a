//! The access log against the database: a deleted row shows in its month, and each row keeps the clinic that it was
//! written for.

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use db::TenantConn;
use db::access_log::checks::{self, MonthCheck};
use db::access_log::review::{self, NewReview};
use db::access_log::seal::{self, OldestMonth};
use db::access_log::search::{self, ClinicRow, Filter};
use db::access_log::{self, Action, Entry, Kind};
use db::staff::{self, NewStaff};
use domain::retention::{ACCESS_LOG_MONTHS, months_before};
use domain::{ApplicationId, ClaimId, InstitutionId, LoginUserId, Name, PasswordHash, StaffId, StaffRole};
use sqlx::{AssertSqlSafe, PgConnection};
use testing::{Clinic, Database, factory};

struct Log {
    database: Database,
    conn: TenantConn,
    superuser: PgConnection,
    clinic: InstitutionId,
    staff: StaffId,
    /// By the database's clock, which decides what is old enough to be deleted.
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

    /// Inserts rows of the member of staff, one for each number of days ago.
    async fn read(&mut self, days: impl IntoIterator<Item = i64>) {
        let entry = Entry { staff_id: Some(self.staff), ..Entry::new(Action::ApplicationRead) };
        for days in days {
            self.write(&entry, self.now - TimeDelta::days(days)).await;
        }
    }

    /// Runs a statement with the triggers switched off, as only a superuser can.
    async fn tamper(&mut self, statement: &str) {
        let tampering = format!("begin; set local session_replication_role = replica; {statement}; commit");
        sqlx::raw_sql(AssertSqlSafe(tampering)).execute(&mut self.superuser).await.expect("a superuser may");
    }

    /// Returns the broken row between two numbers of days ago, if any.
    async fn find_broken(&mut self, from: i64, to: i64) -> Option<i64> {
        let time = self.now - TimeDelta::days(from)..self.now - TimeDelta::days(to);
        access_log::find_broken(&mut self.conn, time).await.expect("a result")
    }

    async fn review(&mut self, month: &str, days: i64) {
        let mut tx = self.database.tenant().begin().await.expect("a transaction");
        let (month, at) = (month.parse().expect("a day"), self.now - TimeDelta::days(days));
        let new = NewReview { institution_id: self.clinic, month, staff_id: self.staff, note: "" };
        review::insert(&mut tx, &new, at).await.expect("kept");
        tx.commit().await.expect("committed");
    }

    async fn search(&mut self, clinic: InstitutionId, kind: Option<Kind>) -> Vec<ClinicRow> {
        let filter = Filter { time: factory::always(), kind, staff: None, text: String::new() };
        search::list_at(&mut self.conn, clinic, &filter, None, 100).await.expect("a list")
    }

    async fn count_unknown_sign_ins(&mut self) -> i64 {
        review::count_unknown_sign_ins(&mut self.conn, factory::always()).await.expect("a count")
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
async fn chain_without_last_rows_breaks_their_month() {
    let mut log = Log::new().await;
    // three months of two rows each, the last a few days old
    log.read([90, 80, 60, 50, 30, 5]).await;
    assert_eq!(
        (log.find_broken(95, 65).await, log.find_broken(65, 35).await, log.find_broken(35, 0).await),
        (None, None, None)
    );
    log.tamper("delete from access_log where seq = 4").await;
    assert_eq!(log.find_broken(65, 35).await, Some(5), "its last row");
    assert_eq!(log.find_broken(95, 65).await, None, "of the month before nothing is gone");
    log.tamper("delete from access_log where seq = 3").await;
    assert_eq!((log.find_broken(65, 35).await, log.find_broken(35, 0).await), (Some(5), Some(5)), "all its rows");

    // the writers' clocks differ, so the next row is the one with the lowest number, not the earliest
    let mut log = Log::new().await;
    log.read([60, 50, 30, 29]).await;
    log.tamper(
        "update access_log set at = (select at from access_log where seq = 3) - interval '1 second' where seq = 4;
                update access_log l set hash = access_log_hash(l) where seq = 4",
    )
    .await;
    assert_eq!((log.find_broken(65, 35).await, log.find_broken(35, 0).await), (None, None));
    log.tamper("delete from access_log where seq = 2").await;
    assert_eq!(log.find_broken(65, 35).await, Some(3));
}

#[tokio::test]
async fn chain_cut_off_after_review_breaks_its_month() {
    let mut log = Log::new().await;
    log.read([90, 80]).await;
    log.review("2026-01-01", 64).await;
    log.read([60, 50]).await;
    log.review("2026-02-01", 34).await;
    log.tamper("delete from access_log where seq >= 4").await;
    // the log continues as if nothing had happened
    log.read([20, 10]).await;
    assert_eq!(log.find_broken(65, 35).await, Some(4), "the month that the hole is in");
    assert_eq!(log.find_broken(95, 65).await, None, "the review before found its row, so what is older is whole");
    log.tamper("delete from access_log where seq >= 2").await;
    log.read([2]).await;
    assert_eq!((log.find_broken(95, 65).await, log.find_broken(65, 35).await), (Some(2), Some(2)));
}

#[tokio::test]
async fn checks_of_a_month_add_up() {
    let mut log = Log::new().await;
    let day = |day| NaiveDate::from_ymd_opt(2026, 10, day).expect("a day");
    for (checked, found, until, broken_at) in [
        (3, None, None, None),
        (1, None, Some(1), None),
        (2, Some(9), Some(2), Some(9)),
        (4, Some(5), Some(2), Some(5)),
        (3, None, Some(3), Some(5)),
        (1, Some(7), Some(3), Some(5)),
    ] {
        checks::upsert(&mut log.conn, day(checked), found).await.expect("recorded");
        let check = checks::find(&mut log.conn, day(1)).await.expect("a result");
        assert_eq!(check, MonthCheck { checked_until: until.map(day), broken_at }, "{checked}");
    }
    let november = checks::find(&mut log.conn, day(31) + TimeDelta::days(1)).await.expect("a result");
    assert_eq!(november, MonthCheck::default());
}

/// Seals and deletes the rows that are two years old, and returns the outcome for each month.
async fn close_months(log: &mut Log) -> Vec<OldestMonth> {
    let before = months_before(log.now, ACCESS_LOG_MONTHS);
    let mut ended = Vec::new();
    loop {
        let mut tx = log.database.tenant().begin().await.expect("a transaction");
        let month = seal::close_oldest_month(&mut tx, before, log.now).await.expect("a result");
        tx.commit().await.expect("committed");
        ended.push(month);
        if !matches!(month, OldestMonth::Ended { .. }) {
            return ended;
        }
    }
}

fn rows(ended: &[OldestMonth]) -> u64 {
    ended.iter().map(|one| if let OldestMonth::Ended { rows, .. } = one { *rows } else { 0 }).sum()
}

#[tokio::test]
async fn sealed_months_leave_a_whole_chain() {
    let mut log = Log::new().await;
    log.read([900, 899, 860, 800, 400, 10]).await;
    let ended = close_months(&mut log).await;
    assert_eq!((rows(&ended), ended.last()), (4, Some(&OldestMonth::Kept)));
    assert_eq!((log.find_broken(1000, 0).await, log.find_broken(450, 300).await), (None, None));
    log.read([1]).await;
    assert_eq!(log.find_broken(1000, 0).await, None, "the chain goes on");
    log.tamper("update access_log set previous_hash = sha256('x') where seq = 5").await;
    assert_eq!(log.find_broken(1000, 0).await, Some(5), "its link is not the seal's");

    // without its seal the start counts as missing
    let mut log = Log::new().await;
    log.read([900, 400, 10]).await;
    close_months(&mut log).await;
    log.tamper("delete from access_log_seals").await;
    assert_eq!(log.find_broken(1000, 0).await, Some(2));
}

#[tokio::test]
async fn tampered_month_is_kept_as_evidence() {
    let mut log = Log::new().await;
    log.read([900, 899, 898, 400]).await;
    log.tamper("delete from access_log where seq = 2").await;
    assert_eq!(close_months(&mut log).await, [OldestMonth::Broken(3)]);
    assert_eq!(log.find_broken(1000, 0).await, Some(3));
}

#[tokio::test]
async fn newest_row_of_a_log_is_kept() {
    let mut log = Log::new().await;
    log.read([900, 899]).await;
    assert_eq!(rows(&close_months(&mut log).await), 1);
    log.read([5]).await;
    assert_eq!(rows(&close_months(&mut log).await), 1, "once there is a newer one");
    assert_eq!(log.find_broken(1000, 0).await, None);
}

#[tokio::test]
async fn log_start_may_be_deleted_after_two_years() {
    let mut log = Log::new().await;
    log.read([830, 795, 720, 400, 10]).await;
    let mut owner = log.database.superuser().await;
    let early = sqlx::raw_sql("delete from access_log where seq = 3").execute(&mut owner).await;
    assert!(early.is_err_and(|error| error.to_string().contains("only added to")), "younger than two years");
    let unsealed = sqlx::raw_sql("delete from access_log where seq <= 2").execute(&mut owner).await;
    assert!(unsealed.is_err_and(|error| error.to_string().contains("only added to")), "without a seal");
    assert_eq!(rows(&close_months(&mut log).await), 2);
    assert_eq!((log.find_broken(900, 0).await, log.find_broken(900, 760).await), (None, None));
    // a review does not miss its row when both are that old
    log.review("2026-01-01", 720).await;
    log.tamper("update access_reviews set last_seq = 2").await;
    assert_eq!(log.find_broken(900, 0).await, None);
    log.tamper("update access_reviews set last_seq = 9").await;
    assert_eq!(log.find_broken(900, 0).await, Some(9), "no seal covers it");
    log.tamper("delete from access_reviews; delete from access_log where seq = 3").await;
    assert_eq!(log.find_broken(900, 0).await, Some(4), "the seal is of the row before");
    assert_eq!((log.find_broken(730, 600).await, log.find_broken(300, 0).await), (Some(4), None));
}

#[tokio::test]
async fn old_rows_without_clinic_keep_their_hash() {
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
    assert_eq!(log.find_broken(30, 0).await, None);
    let (clinic, staff) = (log.clinic, log.staff);
    let rows = log.search(clinic, Some(Kind::Account)).await;
    assert_eq!(rows.len(), 1);
    assert_eq!(rows[0].staff.as_ref().map(|actor| actor.id), Some(staff), "it is the clinic's all the same");
    // the hash covers the row's clinic
    log.tamper("update access_log set institution_id = institution_id + 1 where seq = 3").await;
    assert_eq!(log.find_broken(30, 0).await, Some(3));
}

#[tokio::test]
async fn failed_sign_in_before_account_is_not_listed() {
    let mut log = Log::new().await;
    let (clinic, other) = (log.clinic, log.database.first.institutions[1]);
    let tried = name("Later1");
    let failed = Entry { login_id: Some(&tried), ..Entry::new(Action::SignInFailed) };
    let made = factory::now() + TimeDelta::days(1);
    log.write(&failed, factory::now()).await;
    let id = account(&mut log.conn, other, "later1", made).await;
    assert_eq!((log.search(other, None).await.len(), log.count_unknown_sign_ins().await), (0, 1));
    log.write(&failed, made).await;
    let rows = log.search(other, None).await;
    assert_eq!(rows.len(), 1);
    assert_eq!(rows[0].staff.as_ref().map(|staff| (staff.id, staff.login_id.as_str())), Some((id, "later1")));
    assert_eq!((log.search(clinic, None).await.len(), log.count_unknown_sign_ins().await), (0, 1));
}

#[tokio::test]
async fn account_made_by_operators_has_no_actor() {
    let mut log = Log::new().await;
    let clinic = log.clinic;
    let tried = name("doctor1");
    let made = Entry { login_id: Some(&tried), ..Entry::new(Action::StaffMade) };
    log.write(&made, factory::now()).await;
    log.write(&made, factory::now()).await;
    // like rows from before they stored their clinic
    log.tamper("update access_log set institution_id = null where seq = 2").await;
    let rows = log.search(clinic, Some(Kind::Account)).await;
    assert_eq!(rows.iter().map(|row| row.staff.is_none()).collect::<Vec<_>>(), [true, true]);
    let members = review::list_members_at(&mut log.conn, clinic, factory::always()).await.expect("a list");
    assert!(members.is_empty(), "{members:?}");
}

#[tokio::test]
async fn row_names_three_records_and_counts_all() {
    let mut log = Log::new().await;
    let clinic = log.clinic;
    let ids: Vec<_> = (1..=100).map(ApplicationId::new).collect();
    let claims: Vec<_> = (1..=7).map(ClaimId::new).collect();
    for action in [Action::ApplicationsListed, Action::AccessLogRead] {
        let entry =
            Entry { staff_id: Some(log.staff), application_ids: &ids, claim_ids: &claims, ..Entry::new(action) };
        access_log::insert(&mut log.conn, &entry, factory::now()).await.expect("written");
    }
    let rows = log.search(clinic, Some(Kind::List)).await;
    let counted = |row: &ClinicRow| (row.applications.len(), row.application_count, row.claims.len(), row.claim_count);
    assert_eq!(rows.iter().map(counted).collect::<Vec<_>>(), [(0, 100, 0, 7), (3, 100, 3, 7)]);
}

/// The index, the search and [`Kind::List`] agree on which actions are lists.
#[tokio::test]
async fn search_by_kind_finds_its_actions() {
    let mut log = Log::new().await;
    for action in Action::ALL {
        let entry = Entry { staff_id: Some(log.staff), ..Entry::new(*action) };
        log.write(&entry, factory::now()).await;
    }
    let clinic = log.clinic;
    for wanted in Kind::ALL.map(Some).into_iter().chain([None]) {
        let found: Vec<_> = log.search(clinic, wanted).await.iter().rev().map(|row| row.action).collect();
        let is_wanted = |action: &Action| wanted.map_or(action.kind() != Kind::List, |kind| action.kind() == kind);
        let expected: Vec<_> = Action::ALL.iter().copied().filter(is_wanted).collect();
        assert_eq!(found, expected, "{wanted:?}");
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
async fn months_go_back_two_years_in_korean_time() {
    let mut log = Log::new().await;
    log.tamper("update staff set created_at = '2020-01-01'").await;
    // 31 May in Korea; 23 months before it is 30 June
    let now = "2026-05-30T16:00:00Z".parse().expect("a moment");
    let clinic = log.clinic;
    let months = review::list_months_at(&mut log.conn, clinic, now).await.expect("a list");
    let ends: Vec<_> = [months.first(), months.last()].iter().flatten().map(|one| one.month.to_string()).collect();
    assert_eq!((months.len(), ends), (24, vec!["2026-05-01".to_owned(), "2024-06-01".to_owned()]));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn access_log_chain_detects_tampering() {
    let clinic = Clinic::new().await;
    let tasks: Vec<_> = (0..20)
        .map(|number| {
            let (db, staff, patient) = (clinic.db.clone(), clinic.staff, clinic.database.first.patient);
            tokio::spawn(async move {
                let entry = Entry {
                    staff_id: Some(staff),
                    client_address: "198.51.100.7".parse().ok(),
                    patient_ids: &[patient],
                    application_ids: &[ApplicationId::new(number)],
                    request_id: Some("r"),
                    ..Entry::new(Action::ApplicationRead)
                };
                let mut conn = db.acquire().await.expect("a connection");
                access_log::insert(&mut conn, &entry, factory::now()).await.expect("written");
            })
        })
        .collect();
    for task in tasks {
        task.await.expect("the task ends");
    }
    let mut conn = clinic.db.acquire().await.expect("a connection");
    for statement in ["update access_log set action = 'sign_in'", "delete from access_log", "truncate access_log"] {
        assert!(sqlx::raw_sql(statement).execute(conn.connection()).await.is_err(), "{statement}");
        let owner = sqlx::raw_sql(statement).execute(&mut clinic.database.superuser().await).await;
        assert!(owner.is_err_and(|error| error.to_string().contains("only added to")), "{statement}");
    }
    assert_eq!(access_log::find_broken(&mut conn, factory::always()).await.expect("a result"), None);
    let mut superuser = clinic.database.superuser().await;
    let (rows, last): (i64, i64) =
        sqlx::query_as("select count(*), max(seq) from access_log").fetch_one(&mut superuser).await.expect("a count");
    assert_eq!((rows, last), (20, 20));
    // tampering with switched off triggers is detected
    for (statement, seq) in [
        ("update access_log set application_ids = '{999}' where seq = 7", 7),
        ("delete from access_log where seq = 5", 6),
    ] {
        let tampering = format!("begin; set local session_replication_role = replica; {statement}; commit");
        sqlx::raw_sql(AssertSqlSafe(tampering)).execute(&mut superuser).await.expect("a superuser may");
        assert_eq!(
            access_log::find_broken(&mut conn, factory::always()).await.expect("a result"),
            Some(seq),
            "{statement}"
        );
    }
    assert!(Action::ALL.iter().all(|action| !action.as_str().is_empty()));
}
