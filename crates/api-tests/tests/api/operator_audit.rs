//! The traces of operators' actions: the audit, the tenants' access logs, and the runs of the retention rules.

use axum::http::Method;
use chrono::TimeDelta;
use db::TenantDb;
use db::access_log::{Action, Entry, checks};
use db::retention::MAX_COUNT;
use domain::calendar::first_of_month;
use domain::{LoginUserId, OperatorRole};
use runtime::Clock as _;
use serde_json::{Value, json};
use sqlx::AssertSqlSafe;

use crate::program;
use crate::test_app::TestApp;

/// Returns the texts of a column; empty for null.
fn column<'a>(rows: &'a Value, name: &str) -> Vec<&'a str> {
    rows["items"].as_array().expect("rows").iter().map(|row| row[name].as_str().unwrap_or_default()).collect()
}

/// Returns a tenant's part of a response.
fn tenant_part<'a>(response: &'a Value, tenant: &str) -> &'a Value {
    let tenants = response["tenants"].as_array().expect("tenants").iter();
    tenants.into_iter().find(|one| one["tenant"] == tenant).expect("the tenant")
}

#[tokio::test]
async fn audit_lists_reads_and_changes() {
    let app = TestApp::new().await;
    let admin = app.operator(OperatorRole::Admin).await;
    let new = json!({"loginId": "night01", "name": "한밤중", "role": "viewer"});
    let made = admin.send(Method::POST, "/ops/operators", &new).await.expect(201);
    let reset = format!("/ops/operators/{}/reset", made["operator"]["id"]);
    admin.send(Method::POST, &reset, &json!({"reason": "분실"})).await.expect(200);
    admin.get("/ops/retention").send().await.expect(200);

    let audit = admin.get("/ops/audit").send().await.expect(200);
    assert_eq!(column(&audit, "action"), ["retention_read", "operator_reset", "operator_added"]);
    let row = &audit["items"][1];
    assert_eq!((&row["reason"], &row["subject"]), (&json!("분실"), &json!("night01")));
    assert_eq!((&row["operatorId"], &row["name"]), (&json!(admin.id), &json!("최운영")));
    assert!(row["clientAddress"].is_string() && row["requestId"].is_string(), "{row}");

    let list_actions = async |query: &str| admin.get(&format!("/ops/audit?{query}")).send().await;
    let days = format!("from=2025-10-09&to=2025-10-09&operatorId={}", admin.id);
    list_actions(&days).await.expect(200);
    let read = list_actions("action=audit_read").await.expect(200);
    let named = format!("from 2025-10-09, to 2025-10-09, operator {}", admin.id);
    assert_eq!(column(&read, "subject"), [named.as_str(), "without a filter"]);
    assert_eq!(column(&list_actions("action=operator_reset").await.expect(200), "action"), ["operator_reset"]);
    assert_eq!(column(&list_actions("operatorId=999999").await.expect(200), "action"), [""; 0]);
    assert_eq!(column(&list_actions("from=2001-01-01&to=2001-01-02").await.expect(200), "action"), [""; 0]);
    assert_eq!(list_actions("action=jumped").await.invalid_fields(), ["action.unknown"]);
    assert_eq!(list_actions("from=2026-13-01").await.invalid_fields(), ["from.format"]);
    for _ in 0..100 {
        admin.get("/ops/audit/check").send().await.expect(200);
    }
    let first = list_actions("").await.expect(200);
    let second = list_actions(&format!("cursor={}", first["nextCursor"])).await.expect(200);
    assert_eq!(column(&first, "action").len(), 100);
    assert_eq!(
        (second["nextCursor"].clone(), column(&second, "action").last()),
        (Value::Null, Some(&"operator_added"))
    );
}

#[tokio::test]
async fn broken_audit_is_found() {
    let app = TestApp::new().await;
    let admin = app.operator(OperatorRole::Admin).await;
    for _ in 0..3 {
        admin.get("/ops/audit/check").send().await.expect(200);
    }
    let check = admin.get("/ops/audit/check").send().await.expect(200);
    assert_eq!(check, json!({"ok": true, "brokenAt": null, "rows": 3, "nextCursor": null}));
    for statement in
        ["update operator_actions set subject = 'x'", "delete from operator_actions", "truncate operator_actions"]
    {
        let refused = sqlx::raw_sql(statement).execute(&mut app.superuser().await).await;
        assert!(refused.expect_err("only added to").to_string().contains("only added to"), "{statement}");
    }
    app.tamper("update operator_actions set operator_id = null where seq = 3").await;
    let check = admin.get("/ops/audit/check").send().await.expect(200);
    assert_eq!(check, json!({"ok": false, "brokenAt": 3, "rows": 4, "nextCursor": null}));
    app.tamper("delete from operator_actions where seq = 1").await;
    assert_eq!(admin.get("/ops/audit/check").send().await.expect(200)["brokenAt"], 2);
}

/// A call checks a bounded number of rows, however long the audit is.
#[tokio::test]
async fn audit_check_begins_at_its_cursor() {
    let app = TestApp::new().await;
    let admin = app.operator(OperatorRole::Admin).await;
    let check_after = async |cursor: &str| admin.get(&format!("/ops/audit/check?cursor={cursor}")).send().await;
    for _ in 0..3 {
        admin.get("/ops/audit/check").send().await.expect(200);
    }
    let last = json!({"ok": true, "brokenAt": null, "rows": 1, "nextCursor": null});
    assert_eq!(check_after("2").await.expect(200), last);
    assert_eq!(check_after(&i64::MAX.to_string()).await.expect(200)["rows"], 0);
    assert_eq!(check_after("x").await.problem(400), "malformed");
    assert_eq!(app.count("operator_actions").await, 3, "the parts of a check are one row");
    app.tamper("update operator_actions set subject = 'x' where seq = 1").await;
    assert_eq!(check_after("2").await.expect(200), last, "the rows before were checked by other parts");
    assert_eq!(check_after("0").await.expect(200)["brokenAt"], 1);
}

#[tokio::test]
async fn tenant_log_names_the_operator() {
    let app = TestApp::new().await;
    let admin = app.operator(OperatorRole::Admin).await;
    let run = async |body: Value| admin.send(Method::POST, "/ops/retention/run", &body).await;
    assert_eq!(run(json!({})).await.invalid_fields(), ["reason.required"]);
    assert_eq!(run(json!({"reason": "가".repeat(201)})).await.invalid_fields(), ["reason.too_long"]);
    assert_eq!(app.count("operator_actions").await, 0);
    let started = run(json!({"reason": "감사 요청"})).await.expect(202);
    let tenants = app.count("tenants").await;
    assert_eq!(started["runs"].as_array().map(Vec::len), usize::try_from(tenants).ok());
    let row = format!("access_log where action = 'operator_changed' and login_id = '{}'", admin.login);
    assert_eq!(app.count(&format!("{row} and reason = 'retention_run all tenants: 감사 요청'")).await, tenants);
    assert_eq!(app.count("operator_actions where action = 'retention_run' and reason = '감사 요청'").await, 1);
    assert_eq!(app.count("jobs where kind = 'sweep' and payload ? 'run'").await, tenants);
    assert_eq!(run(json!({"reason": "또"})).await.problem(409), "in_progress");
    let runs = admin.get("/ops/retention/runs").send().await.expect(200);
    assert_eq!((&runs["runs"][0]["askedBy"], &runs["runs"][0]["finishedAt"]), (&json!(admin.login), &Value::Null));

    let found = admin.get("/ops/access-log?action=operator_changed").send().await.expect(200);
    let logins = column(&found, "loginId");
    assert!(!logins.is_empty() && logins.iter().all(|login| *login == admin.login), "{logins:?}");
}

#[tokio::test]
async fn retention_lists_classes_with_oldest() {
    let app = TestApp::new().await;
    let viewer = app.operator(OperatorRole::Viewer).await;
    let patient = app.patient().await;
    let left = app.clock.now() - TimeDelta::days(40);
    let statement = format!("update patients set left_at = '{left}' where login_user_id = '{}'", patient.login);
    sqlx::raw_sql(AssertSqlSafe(statement)).execute(&mut app.superuser().await).await.expect("left");
    let listed = viewer.get("/ops/retention").send().await.expect(200);
    let due = &tenant_part(&listed, "one")["classes"][0];
    assert_eq!((&due["class"], &due["count"]), (&json!("service_accounts"), &json!(1)));
    assert!(due["oldest"].as_str().is_some_and(|oldest| left.to_rfc3339().starts_with(&oldest[..19])), "{due}");
    assert_eq!(tenant_part(&listed, "two")["classes"], json!([]));
    assert_eq!(app.count("patients where service_erased_at is not null").await, 0);

    let printed = program::output(program::command(&app, "retention")).await;
    assert!(printed.status.success(), "{}", String::from_utf8_lossy(&printed.stderr));
    let text = String::from_utf8(printed.stdout).expect("text");
    assert!(text.lines().any(|line| line.split_whitespace().take(3).eq(["one", "service_accounts", "1"])), "{text}");
}

#[tokio::test]
async fn retention_counts_at_most_ten_thousand() {
    let app = TestApp::new().await;
    let viewer = app.operator(OperatorRole::Viewer).await;
    let statement = format!(
        "insert into phone_codes (tenant_id, phone_number, code, created_at, expires_at)
         select {}, '01012345678', '123456', '2025-01-01', '2025-01-01' from generate_series(0, {MAX_COUNT})",
        app.one.tenant()
    );
    sqlx::raw_sql(AssertSqlSafe(statement)).execute(&mut app.superuser().await).await.expect("written");
    let listed = viewer.get("/ops/retention").send().await.expect(200);
    let due = &tenant_part(&listed, "one")["classes"][0];
    assert_eq!((&due["class"], &due["count"], &due["hasMore"]), (&json!("expired"), &json!(10_000), &json!(true)));

    let printed = program::output(program::command(&app, "retention")).await;
    let text = String::from_utf8(printed.stdout).expect("text");
    assert!(text.lines().any(|line| line.split_whitespace().take(3).eq(["one", "expired", "10000+"])), "{text}");
    let machine = program::Program::serve(&app).await.operator("GET /retention").await.json();
    let own = tenant_part(&machine, "one");
    assert_eq!((&own["expired"], &own["more"]), (&json!(10_000), &json!(["expired"])));
}

#[tokio::test]
async fn access_logs_are_searched_over_tenants() {
    let app = TestApp::new().await;
    let operator = app.operator(OperatorRole::Operator).await;
    let now = app.clock.now();
    let login = LoginUserId::parse("doctor9").expect("a name");
    for (tenant, rows) in [(&app.one, 130), (&app.two, 70)] {
        let mut conn = tenant.acquire().await.expect("a connection");
        for row in 0..rows {
            let entry = Entry { login_id: Some(&login), ..Entry::new(Action::SignInFailed) };
            // two rows at each time, in both tenants
            let at = now - TimeDelta::minutes(row / 2);
            db::access_log::insert(&mut conn, &entry, at).await.expect("written");
        }
    }
    let search = async |query: &str| operator.get(&format!("/ops/access-log?{query}")).send().await;
    let (mut seen, mut cursor) = (Vec::new(), String::new());
    loop {
        let page = search(&format!("account=DOCTOR9{cursor}")).await.expect(200);
        for row in page["items"].as_array().expect("rows") {
            seen.push((row["at"].as_str().expect("a time").to_owned(), row["tenant"].clone(), row["seq"].clone()));
        }
        match page["nextCursor"].as_str() {
            Some(next) => cursor = format!("&cursor={next}"),
            None => break,
        }
    }
    assert_eq!(seen.len(), 200);
    assert!(seen.is_sorted_by(|before, after| before.0 >= after.0), "the newest first");
    let unique: std::collections::BTreeSet<String> = seen.iter().map(|row| format!("{row:?}")).collect();
    assert_eq!(unique.len(), 200);
    // one search, regardless of its pages, in the audit and in both tenants
    assert_eq!(app.count("operator_actions where action = 'access_log_searched'").await, 1);
    assert_eq!(app.count("access_log where action = 'operator_read'").await, 2);

    let of_one = search(&format!("account=doctor9&tenantId={}", app.two.tenant())).await.expect(200);
    assert_eq!(column(&of_one, "tenant"), ["two"; 70]);
    assert_eq!(column(&search("account=nobody99").await.expect(200), "tenant"), [""; 0]);
    assert_eq!(search("tenantId=999999").await.invalid_fields(), ["tenantId.unknown"]);
    assert_eq!(search("action=jumped").await.invalid_fields(), ["action.unknown"]);
    assert_eq!(search("cursor=x").await.problem(400), "malformed");
}

#[tokio::test]
async fn access_logs_are_searched_by_person() {
    let app = TestApp::new().await;
    let operator = app.operator(OperatorRole::Operator).await;
    let (patient, other) = (app.patient().await, app.patient().await);
    for login in [&patient.login, &other.login] {
        app.login(login, crate::test_app::PASSWORD).await.expect(200);
    }
    let search = async |person: &str| {
        let query = format!("/ops/access-log?action=patient_sign_in&person={person}");
        operator.get(&query).send().await.expect(200)
    };
    let found = search(&patient.login.to_uppercase()).await;
    assert_eq!(found["items"].as_array().map(Vec::len), Some(1));
    assert_eq!(found["items"][0]["patients"][0]["name"], "김하늘");
    assert_eq!(search("%EA%B9%80%ED%95%98%EB%8A%98").await["items"].as_array().map(Vec::len), Some(2), "by name");
    // the audit outlives patients' data and does not contain the searched person
    assert_eq!(app.count("operator_actions where subject like '%by person%'").await, 2);
    let named = format!("operator_actions where subject like '%{}%' or subject like '%김하늘%'", patient.login);
    assert_eq!(app.count(&named).await, 0);
}

#[tokio::test]
async fn broken_access_log_is_found_by_tenant() {
    let app = TestApp::new().await;
    let operator = app.operator(OperatorRole::Operator).await;
    for tenant in [&app.one, &app.two] {
        let mut conn = tenant.acquire().await.expect("a connection");
        for _ in 0..3 {
            db::access_log::insert(&mut conn, &Entry::new(Action::PatientSignIn), app.clock.now())
                .await
                .expect("written");
        }
    }
    let month = app.clock.now().format("%Y-%m").to_string();
    let check = async || operator.get(&format!("/ops/access-log/check?month={month}")).send().await.expect(200);
    assert_eq!(check().await["ok"], true);
    let tampering = format!(
        "update access_log set at = at - interval '1 second' where tenant_id = {} and seq = 2",
        app.two.tenant()
    );
    app.tamper(&tampering).await;
    let found = check().await;
    assert_eq!((&found["ok"], &tenant_part(&found, "one")["brokenAt"]), (&json!(false), &Value::Null));
    assert_eq!(tenant_part(&found, "two")["brokenAt"], 2);

    let report = operator.get(&format!("/ops/access-log/report?month={month}")).send().await.expect(200);
    assert_eq!(tenant_part(&report, "one")["actions"], json!([{"action": "patient_sign_in", "count": 3}]));
    let two = tenant_part(&report, "two");
    assert_eq!((&two["brokenAt"], &two["checkedUntil"]), (&Value::Null, &Value::Null), "the report checks nothing");
    let first = first_of_month(app.today());
    let mut conn = app.two.acquire().await.expect("a connection");
    checks::upsert(&mut conn, first, Some(2)).await.expect("recorded");
    drop(conn);
    let again = operator.get(&format!("/ops/access-log/report?month={month}")).send().await.expect(200);
    assert_eq!(tenant_part(&again, "one")["operators"][0]["loginId"], operator.login);
    let two = tenant_part(&again, "two");
    assert_eq!((&two["brokenAt"], &two["checkedUntil"]), (&json!(2), &json!(first)), "the nightly check found it");
    assert_eq!(operator.get("/ops/access-log/check?month=2026").send().await.invalid_fields(), ["month.format"]);
}

/// A call checks for some seconds; the next one continues with the tenant and the day that it reached.
#[tokio::test]
async fn access_log_check_begins_at_its_cursor() {
    let app = TestApp::new().await;
    let operator = app.operator(OperatorRole::Operator).await;
    // on 7, 8 and 9 October in Korea
    for tenant in [&app.one, &app.two] {
        let mut conn = tenant.acquire().await.expect("a connection");
        for days in [2, 1, 0] {
            let at = app.clock.now() - TimeDelta::days(days);
            db::access_log::insert(&mut conn, &Entry::new(Action::PatientSignIn), at).await.expect("written");
        }
        app.tamper(&format!(
            "update access_log set at = at + interval '1 second' where tenant_id = {} and seq = 2",
            tenant.tenant()
        ))
        .await;
    }
    let check_from = async |tenant: &TenantDb, day: &str| {
        let query = format!("month=2025-10&cursor={}.{day}", tenant.tenant());
        operator.get(&format!("/ops/access-log/check?{query}")).send().await
    };
    let whole = operator.get("/ops/access-log/check?month=2025-10").send().await.expect(200);
    assert_eq!((tenant_part(&whole, "one")["brokenAt"].clone(), &whole["nextCursor"]), (json!(2), &Value::Null));
    let rest = check_from(&app.two, "2025-10-08").await.expect(200);
    assert_eq!(rest["tenants"].as_array().map(Vec::len), Some(1), "the first tenant was checked: {rest}");
    assert_eq!((&rest["ok"], &tenant_part(&rest, "two")["brokenAt"]), (&json!(false), &json!(2)));
    let rest = check_from(&app.one, "2025-10-09").await.expect(200);
    assert_eq!(tenant_part(&rest, "one")["brokenAt"], Value::Null, "its days before were checked");
    assert_eq!(tenant_part(&rest, "two")["brokenAt"], 2, "from the first day");
    assert_eq!(check_from(&app.one, "2025-11-01").await.problem(400), "malformed", "no day of the month");
    assert_eq!(app.count("operator_actions where action = 'access_log_checked'").await, 1);
}
