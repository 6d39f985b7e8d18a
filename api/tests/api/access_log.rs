//! The access log as a clinic's admins read it: searched, counted by month, and a month looked over.

use axum::http::Method;
use chrono::TimeDelta;
use domain::StaffRole;
use runtime::Clock as _;
use serde_json::{Value, json};
use sqlx::AssertSqlSafe;

use crate::clinics::Member;
use crate::world::World;

const PATH: &str = "/institutions/access-log";

impl World {
    /// Rows that an admin finds.
    pub async fn log_of(&self, admin: &Member, query: &str) -> Vec<Value> {
        let answer = self.by(admin, Method::GET, &format!("{PATH}?limit=100&{query}")).send().await.expect(200);
        answer["entries"].as_array().expect("a list").clone()
    }

    async fn actions(&self, admin: &Member, query: &str) -> Vec<String> {
        let rows = self.log_of(admin, query).await;
        rows.iter().map(|row| row["action"].as_str().expect("an action").to_owned()).collect()
    }

    async fn month(&self, admin: &Member) -> Value {
        let months = self.by(admin, Method::GET, &format!("{PATH}/months")).send().await.expect(200);
        months["months"][0].clone()
    }

    /// Something that only who switches the triggers off can do.
    pub async fn tamper(&self, statement: &str) {
        let tampering = format!("begin; set local session_replication_role = replica; {statement}; commit");
        sqlx::raw_sql(AssertSqlSafe(tampering)).execute(&mut self.superuser().await).await.expect("a superuser may");
    }
}

#[tokio::test]
async fn an_admin_finds_who_did_what_with_whose_data() {
    let world = World::new().await;
    let patient = world.consenting_patient().await;
    let (admin, doctor) = (world.staff(StaffRole::ClinicAdmin).await, world.staff(StaffRole::AnalysisExpert).await);
    let application = world.applied(&patient).await;
    world.by(&doctor, Method::GET, "/institutions/tcis").send().await.expect(200);
    world.by(&doctor, Method::GET, &format!("/institutions/tcis/{application}")).send().await.expect(200);
    world.move_to(&doctor, application, 1).await.expect(200);
    // in small letters: the name is found however it is written
    world.staff_login(&doctor.login.to_uppercase(), "wrong").await.problem(401);
    world.staff_login("nobody99", "wrong").await.problem(401);

    let rows = world.log_of(&admin, "").await;
    let actions: Vec<_> = rows.iter().map(|row| row["action"].as_str().expect("an action")).collect();
    assert_eq!(actions, ["sign_in_failed", "application_changed", "application_read"], "lists are asked for by name");
    let mut read = rows[2].clone();
    for field in ["id", "at", "address"] {
        assert!(
            read.as_object_mut().expect("an object").remove(field).is_some_and(|value| !value.is_null()),
            "{field}"
        );
    }
    let whose = World::person()["name"].clone();
    let who = json!({"id": doctor.id, "loginId": doctor.login, "name": "박두리"});
    let expected = json!({
        "action": "application_read", "kind": "read", "actor": "staff", "staff": who,
        "applications": [{"id": application, "name": whose}], "applicationCount": 1, "insurances": [], "insuranceCount": 0,
        "reason": null,
    });
    assert_eq!(read, expected);
    assert_eq!(rows[0]["staff"], who, "a sign-in that failed is told by the account in whose name it was tried");

    // a list names who is on it, and so does the reading of a list; the reading of readings names nobody again
    world.log_of(&admin, "kind=list").await;
    let lists = world.log_of(&admin, "kind=list").await;
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
    for (query, expected) in [
        ("kind=read", 1),
        ("kind=change", 1),
        ("kind=account", 1),
        ("kind=download", 0),
        (&*format!("staffId={}", doctor.id), 3),
        (&*format!("staffId={}", admin.id), 0),
        ("q=%EA%B9%80%ED%95%98", 2),
        ("q=%EB%B0%95%EC%97%86", 0),
        (&*format!("q={}", World::person()["phoneNumber"].as_str().expect("a number")), 2),
    ] {
        assert_eq!(world.actions(&admin, query).await.len(), expected, "{query}");
    }
    let today = world.today();
    let tomorrow = today + TimeDelta::days(1);
    assert_eq!(world.actions(&admin, &format!("startAt={today}&endAt={today}")).await.len(), 3);
    assert_eq!(world.actions(&admin, &format!("startAt={tomorrow}")).await.len(), 0);
    for (query, wrong) in
        [("kind=x", "kind.range"), ("startAt=x", "startAt.format"), (&*format!("q={}", "a".repeat(101)), "q.too_long")]
    {
        let refused = world.by(&admin, Method::GET, &format!("{PATH}?{query}")).send().await;
        assert_eq!(refused.wrong_fields(), [wrong]);
    }
}

#[tokio::test]
async fn the_log_comes_page_by_page_and_tells_why_a_copy_was_taken() {
    let world = World::new().await;
    world.patient().await;
    let admin = world.staff(StaffRole::ClinicAdmin).await;
    let claim = world.claim_at(&world.one, admin.clinic).await;
    let (claims, now) = ([claim], world.clock.now());
    let mut conn = world.one.acquire().await.expect("a connection");
    for (staff_id, reason) in [(Some(admin.id.into()), Some("등기우편 발송")), (None, None)] {
        let entry = db::access_log::Entry {
            staff_id,
            login_id: None,
            client_address: None,
            action: db::access_log::Action::DocumentDownloaded,
            patient_ids: &[],
            application_ids: &[],
            request_id: None,
        };
        db::access_log::insert_of_claims(&mut conn, &entry, (&claims, reason), now).await.expect("written");
    }
    drop(conn);
    let first = world.by(&admin, Method::GET, &format!("{PATH}?kind=download&limit=1")).send().await.expect(200);
    let row = &first["entries"][0];
    assert_eq!((&row["actor"], &row["staff"], &row["reason"]), (&json!("patient"), &Value::Null, &Value::Null));
    let next = format!("{PATH}?kind=download&limit=1&before={}", first["next"]);
    let second = world.by(&admin, Method::GET, &next).send().await.expect(200);
    let row = &second["entries"][0];
    assert_eq!((&row["staff"]["id"], &row["reason"]), (&json!(admin.id), &json!("등기우편 발송")));
    assert_eq!(row["insurances"][0]["id"], claim.get());
    assert!(row["insurances"][0]["name"].is_string() && second["next"].is_null());
    assert_eq!(world.actions(&admin, "kind=download&q=%EC%97%86%EB%8A%94").await.len(), 0);
}

#[tokio::test]
async fn a_month_is_counted_by_person_and_looked_over_once_it_is_over() {
    let world = World::new().await;
    let patient = world.consenting_patient().await;
    let (admin, doctor) = (world.staff(StaffRole::ClinicAdmin).await, world.staff(StaffRole::AnalysisExpert).await);
    let application = world.applied(&patient).await;
    world.by(&doctor, Method::GET, "/institutions/tcis").send().await.expect(200);
    let read = || world.by(&doctor, Method::GET, &format!("/institutions/tcis/{application}")).send();
    read().await.expect(200);
    // from 17:53 in Korea to 22:53
    world.clock.advance(TimeDelta::hours(5));
    read().await.expect(200);
    world.move_to(&doctor, application, 1).await.expect(200);
    world.staff_login(&doctor.login, "wrong").await.problem(401);

    let month = world.month(&admin).await;
    let name = month["month"].as_str().expect("a month").to_owned();
    assert_eq!(
        (name.as_str(), &month["isOver"], &month["review"]),
        (&world.today().format("%Y-%m").to_string()[..], &json!(false), &Value::Null)
    );
    let path = format!("{PATH}/months/{name}");
    let report = world.by(&admin, Method::GET, &path).send().await.expect(200);
    assert_eq!((&report["month"], &report["sound"]), (&month, &json!(true)));
    let own = report["members"].as_array().expect("a list").iter().find(|one| one["staff"]["id"] == doctor.id);
    let expected = json!({
        "staff": {"id": doctor.id, "loginId": doctor.login, "name": "박두리"}, "active": true, "signIns": 0,
        "failedSignIns": 1, "addresses": 1, "lists": 1, "reads": 2, "changes": 1, "downloads": 0, "records": 1,
        "atNight": 3,
    });
    assert_eq!(own, Some(&expected));

    let put = |note: &str| world.by(&admin, Method::PUT, &path).json(&json!({"note": note})).send();
    assert_eq!(put("").await.problem(409), "illegal_transition", "it is not over");
    world.clock.advance(TimeDelta::days(31));
    let admin_again = world.staff(StaffRole::ClinicAdmin).await;
    let call = |note: &str| world.by(&admin_again, Method::PUT, &path).json(&json!({"note": note})).send();
    for (note, wrong) in [("가".repeat(501), "note.too_long"), ("a\0b".to_owned(), "note.format")] {
        assert_eq!(call(&note).await.wrong_fields(), [wrong]);
    }
    let done = call(" 이상 없어요 ").await.expect(200);
    let review = &done["month"]["review"];
    assert_eq!((&review["note"], &review["reviewer"]), (&json!("이상 없어요"), &json!("박두리")));
    assert_eq!(call("again").await.problem(409), "already_reviewed", "it stays as it was said");
    let listed = world.by(&admin_again, Method::GET, &format!("{PATH}/months")).send().await.expect(200);
    let listed = listed["months"].as_array().expect("a list").clone();
    assert_eq!(listed.iter().find(|one| one["month"] == name), Some(&done["month"]));
    assert_eq!(listed.iter().filter(|one| one["review"].is_object()).count(), 1);
    assert_eq!(world.actions(&admin_again, "kind=change").await[0], "access_reviewed");
    for wrong in ["2020-01", "2999-01", "x"] {
        let refused = world.by(&admin_again, Method::GET, &format!("{PATH}/months/{wrong}")).send().await;
        assert_eq!(refused.problem(404), "not_found", "{wrong}");
    }
}

#[tokio::test]
async fn what_is_changed_or_cut_off_behind_the_logs_back_is_seen() {
    let world = World::new().await;
    let admin = world.staff(StaffRole::ClinicAdmin).await;
    let name = world.today().format("%Y-%m").to_string();
    for _ in 0..3 {
        world.log_of(&admin, "").await;
    }
    let sound = |admin: &Member, month: &str| {
        let call = world.by(admin, Method::GET, &format!("{PATH}/months/{month}"));
        async move { call.send().await.expect(200)["sound"].clone() }
    };
    assert_eq!(sound(&admin, &name).await, true);
    world.tamper("update access_log set reason = 'another' where seq = 2").await;
    assert_eq!(sound(&admin, &name).await, false);
    world.tamper("update access_log set reason = null where seq = 2").await;
    assert_eq!(sound(&admin, &name).await, true);

    // a review holds on to the last row there was: the log's end cannot be taken off without a trace
    world.clock.advance(TimeDelta::days(31));
    let admin = world.staff(StaffRole::ClinicAdmin).await;
    let reviewed = world.by(&admin, Method::PUT, &format!("{PATH}/months/{name}")).json(&json!({})).send().await;
    reviewed.expect(200);
    let now = world.today().format("%Y-%m").to_string();
    assert_eq!(sound(&admin, &now).await, true);
    let (last,): (i64,) = sqlx::query_as("select max(last_seq) from access_reviews")
        .fetch_one(&mut world.superuser().await)
        .await
        .expect("the review");
    world.tamper(&format!("delete from access_log where seq >= {last}")).await;
    world.log_of(&admin, "").await;
    assert_eq!(sound(&admin, &now).await, false);
    for statement in ["update access_reviews set note = 'x'", "delete from access_reviews"] {
        let refused = sqlx::raw_sql(statement).execute(&mut world.superuser().await).await;
        assert!(refused.is_err_and(|error| error.to_string().contains("only added to")), "{statement}");
    }
}

#[tokio::test]
async fn nobody_else_reads_a_clinics_log() {
    let world = World::new().await;
    let patient = world.consenting_patient().await;
    let (admin, other, two) =
        (world.staff(StaffRole::ClinicAdmin).await, world.other_staff().await, world.staff_of_two().await);
    let application = world.applied(&patient).await;
    world.by(&admin, Method::GET, &format!("/institutions/tcis/{application}")).send().await.expect(200);
    let month = format!("{PATH}/months/{}", world.today().format("%Y-%m"));
    for stranger in [&other, &two] {
        assert_eq!(world.log_of(stranger, "").await, Vec::<Value>::new());
        assert_eq!(world.log_of(stranger, "q=%EA%B9%80%ED%95%98").await, Vec::<Value>::new());
        assert_eq!(world.log_of(stranger, &format!("staffId={}", admin.id)).await, Vec::<Value>::new());
        let report = world.by(stranger, Method::GET, &month).send().await.expect(200);
        let members = report["members"].as_array().expect("a list");
        assert!(members.iter().all(|one| one["staff"]["id"] == stranger.id), "{members:?}");
    }
    for role in [StaffRole::ShootingExpert, StaffRole::AnalysisExpert] {
        let member = world.staff(role).await;
        for path in [PATH, &format!("{PATH}/months"), &month] {
            assert_eq!(world.by(&member, Method::GET, path).send().await.problem(403), "forbidden", "{path}");
        }
        assert_eq!(world.by(&member, Method::PUT, &month).json(&json!({})).send().await.problem(403), "forbidden");
    }
    assert_eq!(world.get(PATH).token(&patient.token).send().await.problem(401), "unauthorized");
}
