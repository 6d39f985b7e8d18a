//! The access log for a clinic's admins: search, monthly counts and reviews.

use axum::http::Method;
use chrono::{NaiveDate, TimeDelta};
use db::access_log::checks;
use domain::StaffRole;
use domain::calendar::first_of_month;
use runtime::Clock as _;
use serde_json::{Value, json};
use sqlx::AssertSqlSafe;

use crate::clinics::Member;
use crate::test_app::TestApp;

const PATH: &str = "/institutions/access-log";

impl TestApp {
    /// Searches the log as an admin.
    pub async fn search_log(&self, admin: &Member, query: &str) -> Vec<Value> {
        let response =
            self.staff_call(admin, Method::GET, &format!("{PATH}?limit=100&{query}")).send().await.expect(200);
        response["entries"].as_array().expect("a list").clone()
    }

    async fn actions(&self, admin: &Member, query: &str) -> Vec<String> {
        let rows = self.search_log(admin, query).await;
        rows.iter().map(|row| row["action"].as_str().expect("an action").to_owned()).collect()
    }

    async fn month(&self, admin: &Member) -> Value {
        let months = self.staff_call(admin, Method::GET, &format!("{PATH}/months")).send().await.expect(200);
        months["months"][0].clone()
    }

    /// Changes the log with its triggers switched off.
    pub async fn tamper(&self, statement: &str) {
        let tampering = format!("begin; set local session_replication_role = replica; {statement}; commit");
        sqlx::raw_sql(AssertSqlSafe(tampering)).execute(&mut self.superuser().await).await.expect("a superuser may");
    }
}

/// A clinic whose log has an application that an expert listed, read and changed, and two failed sign-ins.
struct AccessLogCase {
    app: TestApp,
    admin: Member,
    doctor: Member,
    application: i64,
}

impl AccessLogCase {
    async fn new() -> Self {
        let app = TestApp::new().await;
        let patient = app.consenting_patient().await;
        let (admin, doctor) = (app.staff(StaffRole::ClinicAdmin).await, app.staff(StaffRole::AnalysisExpert).await);
        let application = app.new_application(&patient).await;
        app.staff_call(&doctor, Method::GET, "/institutions/tcis").send().await.expect(200);
        app.staff_call(&doctor, Method::GET, &format!("/institutions/tcis/{application}")).send().await.expect(200);
        app.set_status(&doctor, application, 1).await.expect(200);
        // the search ignores case
        app.staff_login(&doctor.login.to_uppercase(), "wrong").await.problem(401);
        app.staff_login("nobody99", "wrong").await.problem(401);
        Self { app, admin, doctor, application }
    }
}

#[tokio::test]
async fn access_log_shows_reads_and_changes() {
    let AccessLogCase { app, admin, doctor, application } = AccessLogCase::new().await;
    let rows = app.search_log(&admin, "").await;
    let actions: Vec<_> = rows.iter().map(|row| row["action"].as_str().expect("an action")).collect();
    assert_eq!(actions, ["sign_in_failed", "application_changed", "application_read"], "lists are asked for by name");
    let mut read = rows[2].clone();
    for field in ["id", "at", "address"] {
        assert!(
            read.as_object_mut().expect("an object").remove(field).is_some_and(|value| !value.is_null()),
            "{field}"
        );
    }
    let whose = TestApp::person()["name"].clone();
    let who = json!({"id": doctor.id, "loginId": doctor.login, "name": "박두리"});
    let expected = json!({
        "action": "application_read", "kind": "read", "actor": "staff", "staff": who,
        "applications": [{"id": application, "name": whose}], "applicationCount": 1, "insurances": [], "insuranceCount": 0,
        "reason": null,
    });
    assert_eq!(read, expected);
    assert_eq!(rows[0]["staff"], who, "a failed sign-in is logged for the account that it named");
}

/// The row of a listing names the people listed. A search of the log that shows that row names them too. A search that
/// shows only rows of searches names nobody.
#[tokio::test]
async fn access_log_of_lists_names_their_people() {
    let AccessLogCase { app, admin, application, .. } = AccessLogCase::new().await;
    app.search_log(&admin, "").await;
    app.search_log(&admin, "kind=list").await;
    let lists = app.search_log(&admin, "kind=list").await;
    let listed: Vec<_> = lists
        .iter()
        .map(|row| (row["action"].clone(), row["applicationCount"].clone(), row["applications"][0]["id"].clone()))
        .collect();
    let read = json!("access_log_read");
    assert_eq!(
        listed,
        [
            (read.clone(), json!(1), Value::Null),
            (read, json!(1), Value::Null),
            (json!("applications_listed"), json!(1), json!(application))
        ]
    );
}

#[tokio::test]
async fn access_log_is_searchable_by_admins() {
    let AccessLogCase { app, admin, doctor, .. } = AccessLogCase::new().await;
    for (query, expected) in [
        ("kind=read", 1),
        ("kind=change", 1),
        ("kind=account", 1),
        ("kind=download", 0),
        (&*format!("staffId={}", doctor.id), 3),
        (&*format!("staffId={}", admin.id), 0),
        ("q=%EA%B9%80%ED%95%98", 2),
        ("q=%EB%B0%95%EC%97%86", 0),
        (&*format!("q={}", TestApp::person()["phoneNumber"].as_str().expect("a number")), 2),
    ] {
        assert_eq!(app.actions(&admin, query).await.len(), expected, "{query}");
    }
    let today = app.today();
    let tomorrow = today + TimeDelta::days(1);
    assert_eq!(app.actions(&admin, &format!("startAt={today}&endAt={today}")).await.len(), 3);
    assert_eq!(app.actions(&admin, &format!("startAt={tomorrow}")).await.len(), 0);
    for (query, wrong) in
        [("kind=x", "kind.range"), ("startAt=x", "startAt.format"), (&*format!("q={}", "a".repeat(101)), "q.too_long")]
    {
        let refused = app.staff_call(&admin, Method::GET, &format!("{PATH}?{query}")).send().await;
        assert_eq!(refused.invalid_fields(), [wrong]);
    }
}

#[tokio::test]
async fn access_log_pages_and_shows_download_reasons() {
    let app = TestApp::new().await;
    app.patient().await;
    let admin = app.staff(StaffRole::ClinicAdmin).await;
    let claim = app.paid_claim(&app.one, admin.clinic).await;
    let (claims, now) = ([claim], app.clock.now());
    let mut conn = app.one.acquire().await.expect("a connection");
    for (staff_id, reason) in [(Some(admin.id.into()), Some("등기우편 발송")), (None, None)] {
        let entry = db::access_log::Entry {
            staff_id,
            claim_ids: &claims,
            reason,
            ..db::access_log::Entry::new(db::access_log::Action::DocumentDownloaded)
        };
        db::access_log::insert(&mut conn, &entry, now).await.expect("written");
    }
    drop(conn);
    let first = app.staff_call(&admin, Method::GET, &format!("{PATH}?kind=download&limit=1")).send().await.expect(200);
    let row = &first["entries"][0];
    assert_eq!((&row["actor"], &row["staff"], &row["reason"]), (&json!("patient"), &Value::Null, &Value::Null));
    let next = format!("{PATH}?kind=download&limit=1&before={}", first["next"]);
    let second = app.staff_call(&admin, Method::GET, &next).send().await.expect(200);
    let row = &second["entries"][0];
    assert_eq!((&row["staff"]["id"], &row["reason"]), (&json!(admin.id), &json!("등기우편 발송")));
    assert_eq!(row["insurances"][0]["id"], claim.get());
    assert!(row["insurances"][0]["name"].is_string() && second["next"].is_null());
    assert_eq!(app.actions(&admin, "kind=download&q=%EC%97%86%EB%8A%94").await.len(), 0);
}

#[tokio::test]
async fn month_is_reviewable_once_after_its_end() {
    let app = TestApp::new().await;
    let patient = app.consenting_patient().await;
    let (admin, doctor) = (app.staff(StaffRole::ClinicAdmin).await, app.staff(StaffRole::AnalysisExpert).await);
    let application = app.new_application(&patient).await;
    app.staff_call(&doctor, Method::GET, "/institutions/tcis").send().await.expect(200);
    let read = || app.staff_call(&doctor, Method::GET, &format!("/institutions/tcis/{application}")).send();
    read().await.expect(200);
    read().await.expect(200);
    // from 17:53 in Korea to 22:53
    app.advance_in_use(TimeDelta::hours(5)).await;
    read().await.expect(200);
    app.set_status(&doctor, application, 1).await.expect(200);
    app.staff_login(&doctor.login, "wrong").await.problem(401);

    let month = app.month(&admin).await;
    let name = month["month"].as_str().expect("a month").to_owned();
    assert_eq!(
        (name.as_str(), &month["isOver"], &month["review"]),
        (&app.today().format("%Y-%m").to_string()[..], &json!(false), &Value::Null)
    );
    let path = format!("{PATH}/months/{name}");
    let report = app.staff_call(&admin, Method::GET, &path).send().await.expect(200);
    assert_eq!((&report["month"], &report["sound"]), (&month, &json!(true)));
    let own = report["members"].as_array().expect("a list").iter().find(|one| one["staff"]["id"] == doctor.id);
    let expected = json!({
        "staff": {"id": doctor.id, "loginId": doctor.login, "name": "박두리"}, "active": true, "signIns": 0,
        "failedSignIns": 1, "addresses": 1, "lists": 1, "reads": 1, "changes": 1, "downloads": 0, "records": 1,
        "atNight": 2,
    });
    assert_eq!(own, Some(&expected));

    let put = |note: &str| app.staff_call(&admin, Method::PUT, &path).json(&json!({"note": note})).send();
    assert_eq!(put("").await.problem(409), "illegal_transition", "it is not over");
    app.clock.advance(TimeDelta::days(31));
    let admin_again = app.staff(StaffRole::ClinicAdmin).await;
    let call = |note: &str| app.staff_call(&admin_again, Method::PUT, &path).json(&json!({"note": note})).send();
    for (note, wrong) in [("가".repeat(501), "note.too_long"), ("a\0b".to_owned(), "note.format")] {
        assert_eq!(call(&note).await.invalid_fields(), [wrong]);
    }
    let done = call(" 이상 없어요 ").await.expect(200);
    let review = &done["month"]["review"];
    assert_eq!((&review["note"], &review["reviewer"]), (&json!("이상 없어요"), &json!("박두리")));
    assert_eq!(call("again").await.problem(409), "already_reviewed", "it stays as it was said");
    let listed = app.staff_call(&admin_again, Method::GET, &format!("{PATH}/months")).send().await.expect(200);
    let listed = listed["months"].as_array().expect("a list").clone();
    assert_eq!(listed.iter().find(|one| one["month"] == name), Some(&done["month"]));
    assert_eq!(listed.iter().filter(|one| one["review"].is_object()).count(), 1);
    assert_eq!(app.actions(&admin_again, "kind=change").await[0], "access_reviewed");
    for wrong in ["2020-01", "2999-01", "x"] {
        let refused = app.staff_call(&admin_again, Method::GET, &format!("{PATH}/months/{wrong}")).send().await;
        assert_eq!(refused.problem(404), "not_found", "{wrong}");
    }
}

/// The log is not hashed for the view: a tampered row shows once a check has found it.
#[tokio::test]
async fn month_shows_result_of_the_checks() {
    let app = TestApp::new().await;
    let admin = app.staff(StaffRole::ClinicAdmin).await;
    let month = async |day: NaiveDate| {
        let path = format!("{PATH}/months/{}", day.format("%Y-%m"));
        let report = app.staff_call(&admin, Method::GET, &path).send().await.expect(200);
        (report["sound"].clone(), report["checkedUntil"].clone())
    };
    let today = app.today();
    let first = first_of_month(today);
    assert_eq!(month(today).await, (json!(true), Value::Null), "nothing was checked");
    let record = async |day, broken_at| {
        let mut conn = app.one.acquire().await.expect("a connection");
        checks::upsert(&mut conn, day, broken_at).await.expect("recorded");
    };
    record(first, None).await;
    assert_eq!(month(today).await, (json!(true), json!(first)));
    app.tamper("update access_log set reason = 'another' where seq = 1").await;
    assert_eq!(month(today).await.0, true, "it was not checked since");
    record(first + TimeDelta::days(1), Some(1)).await;
    assert_eq!(month(today).await.0, false);

    app.clock.advance(TimeDelta::days(31));
    let admin_again = app.staff(StaffRole::ClinicAdmin).await;
    let path = format!("{PATH}/months/{}", first.format("%Y-%m"));
    let reviewed = app.staff_call(&admin_again, Method::PUT, &path).json(&json!({})).send().await.expect(200);
    assert_eq!(reviewed["sound"], false, "also to the reviewer");
    for statement in ["update access_reviews set note = 'x'", "delete from access_reviews"] {
        let refused = sqlx::raw_sql(statement).execute(&mut app.superuser().await).await;
        assert!(refused.is_err_and(|error| error.to_string().contains("only added to")), "{statement}");
    }
}

#[tokio::test]
async fn access_log_is_limited_to_the_clinics_admins() {
    let app = TestApp::new().await;
    let patient = app.consenting_patient().await;
    let (admin, other, two) =
        (app.staff(StaffRole::ClinicAdmin).await, app.other_staff().await, app.other_tenant_staff().await);
    let application = app.new_application(&patient).await;
    app.staff_call(&admin, Method::GET, &format!("/institutions/tcis/{application}")).send().await.expect(200);
    let month = format!("{PATH}/months/{}", app.today().format("%Y-%m"));
    for stranger in [&other, &two] {
        assert_eq!(app.search_log(stranger, "").await, Vec::<Value>::new());
        assert_eq!(app.search_log(stranger, "q=%EA%B9%80%ED%95%98").await, Vec::<Value>::new());
        assert_eq!(app.search_log(stranger, &format!("staffId={}", admin.id)).await, Vec::<Value>::new());
        let report = app.staff_call(stranger, Method::GET, &month).send().await.expect(200);
        let members = report["members"].as_array().expect("a list");
        assert!(members.iter().all(|one| one["staff"]["id"] == stranger.id), "{members:?}");
    }
    for role in [StaffRole::ShootingExpert, StaffRole::AnalysisExpert] {
        let member = app.staff(role).await;
        for path in [PATH, &format!("{PATH}/months"), &month] {
            assert_eq!(app.staff_call(&member, Method::GET, path).send().await.problem(403), "forbidden", "{path}");
        }
        assert_eq!(
            app.staff_call(&member, Method::PUT, &month).json(&json!({})).send().await.problem(403),
            "forbidden"
        );
    }
    assert_eq!(app.get(PATH).token(&patient.token).send().await.problem(401), "unauthorized");
}
