//! The program: operations port, startup and shutdown.

use std::time::Duration;

use db::agreements::{self, Agreement};
use db::payment_discrepancies::{self, DiscrepancyKind, NewDiscrepancy};
use domain::{InstitutionId, StaffRole};
use runtime::{Clock as _, SystemClock};
use serde_json::{Value, json};
use testing::eventually;
use tokio::time::Instant;

use crate::program::{self, Program};
use crate::raw_http;
use crate::test_app::{HOST, JPEG, PHONE, TestApp};

#[tokio::test]
async fn ops_port_serves_health_and_metrics() {
    let app = TestApp::new().await;
    let program = Program::serve(&app).await;
    let health = program.ops("GET /health").await;
    assert_eq!((health.status, health.text().as_str()), (200, "ok"));
    let ready = program.ops("GET /ready").await;
    assert_eq!((ready.status, ready.json()), (200, json!({"database": "ok", "redis": "ok", "tenants": "ok"})));

    let shown =
        raw_http::send_request(program.api, "GET /api/v1/tenant", &[("host", HOST)], b"").await.expect("a response");
    assert_eq!(shown.json()["tenant"]["key"], "one");
    let refused = raw_http::send_request(program.api, "GET /api/v1/patients/me", &[("host", HOST)], b"")
        .await
        .expect("a response");
    assert_eq!(refused.status, 401);
    let metrics = program.ops("GET /metrics").await;
    assert_well_described(&metrics.text());
    assert!(metrics.head.contains("content-type: text/plain"));
    for counted in [
        r#"hyeobom_http_requests_total{method="GET",route="/tenant"} 1"#,
        r#"hyeobom_http_requests_total{method="GET",route="/patients/me"} 1"#,
        r#"hyeobom_http_responses_total{area="patients",status="4xx"} 1"#,
    ] {
        assert!(metrics.text().contains(counted), "{counted} is not in {}", metrics.text());
    }
    // the two ports serve different routes
    assert_eq!(program.ops("GET /api/v1/tenant").await.status, 401);
    assert_eq!(program.operator("GET /api/v1/tenant").await.status, 404);
    let inside = raw_http::send_request(program.api, "GET /metrics", &[("host", HOST)], b"").await.expect("a response");
    assert_eq!(inside.status, 404);
}

/// Checks that each metric has a help text and one of our names, or a process metric that Prometheus expects, and that
/// the page is small.
fn assert_well_described(page: &str) {
    let mut before = "";
    for line in page.lines().filter(|line| !line.is_empty()) {
        if let Some(kind) = line.strip_prefix("# TYPE ") {
            let name = kind.split(' ').next().expect("a name");
            assert!(before.starts_with(&format!("# HELP {name} ")), "{name} has no help text");
            assert!(name.starts_with("hyeobom_") || name.starts_with("process_"), "{name}");
            let is_total = name.ends_with("_total");
            assert_eq!(kind.ends_with(" counter"), is_total, "{kind}");
            let unit = ["_seconds", "_ratio"].iter().any(|unit| name.ends_with(unit));
            assert!(unit || !kind.ends_with(" histogram"), "{name} has no unit");
        }
        before = line;
    }
    assert!(page.len() <= 60_000, "{} bytes", page.len());
}

#[tokio::test]
async fn installation_page_shows_missing_workers() {
    let app = TestApp::new().await;
    let program = Program::serve(&app).await;
    let page = program.ops("GET /metrics/installation").await;
    assert_eq!(page.status, 200);
    let text = page.text();
    assert_well_described(&text);
    for line in [
        r#"hyeobom_jobs_workers{queue="inference"} 0"#,
        r#"hyeobom_jobs_ready{queue="payments"} 0"#,
        r#"hyeobom_payment_findings_open{kind="amount_mismatch"} 0"#,
        "hyeobom_orders_unsettled 0",
    ] {
        assert!(text.contains(line), "{line} is not in {text}");
    }
    // a process's own counters are on the other page, from the start
    let own = program.ops("GET /metrics").await.text();
    assert!(own.contains(r#"hyeobom_jobs_push_failures_total{queue="inference"} 0"#), "{own}");
    assert!(own.contains(r#"hyeobom_build_info{program="api""#), "{own}");
    assert!(!own.contains("hyeobom_jobs_ready"), "{own}");
}

#[tokio::test]
async fn ops_queues_require_the_token() {
    let app = TestApp::new().await;
    let patient = app.consenting_patient().await;
    let key = app.stored_upload(&patient, JPEG).await;
    app.submit_photo(&patient, &key).header("x-request-id", "board-test-1").send().await.expect(201);
    let id = app.newest_job().await.id;
    let program = Program::serve(&app).await;
    for path in ["/queues", "/queues/inference/jobs", "/jobs/1"] {
        assert_eq!(program.ops(&format!("GET {path}")).await.status, 401, "{path}");
    }
    let wrong = raw_http::send_request(program.ops, "GET /queues", &[("authorization", "Bearer wrong")], b"")
        .await
        .expect("a response");
    assert_eq!(wrong.status, 401);

    let queues = program.operator("GET /queues").await.json();
    let names: Vec<_> =
        queues["queues"].as_array().expect("a list").iter().map(|queue| queue["queue"].clone()).collect();
    assert_eq!(names, ["inference", "notifications", "payments", "maintenance"]);
    assert_eq!(queues["queues"][0]["ready"], 1);
    let waiting = program.operator("GET /queues/inference/jobs?state=queued").await.json();
    assert_eq!(waiting["jobs"][0]["id"], id);
    assert_eq!(program.operator("GET /queues/inference/jobs").await.json(), json!({"jobs": []}));

    let events = |job: &Value| -> Vec<String> {
        let events = job["events"].as_array().expect("a list").iter();
        events.map(|event| event["event"].as_str().expect("text").to_owned()).collect()
    };
    let job = program.operator(&format!("GET /jobs/{id}")).await.json();
    assert_eq!((&job["job"]["state"], &job["job"]["request_id"]), (&json!("queued"), &json!("board-test-1")));
    assert_eq!(events(&job)[0], "queued");
    for nothing in ["GET /jobs/999999", "GET /queues/letters/jobs"] {
        assert_eq!(program.operator(nothing).await.status, 404, "{nothing}");
    }
    // the token is read-only
    for write in [format!("POST /jobs/{id}/cancel"), format!("POST /jobs/{id}/retry"), format!("DELETE /jobs/{id}")] {
        let status = program.operator(&write).await.status;
        assert!([404, 405].contains(&status), "{write}: {status}");
    }
    assert_eq!(app.newest_job().await.state, "queued");
}

#[tokio::test]
async fn database_outage_fails_readiness_only() {
    let mut app = TestApp::with_own_database().await;
    let program = Program::serve(&app).await;
    assert_eq!(program.ops("GET /ready").await.status, 200);
    app.postgres().stop().await;
    let ready = program.ops("GET /ready").await;
    assert_eq!(ready.status, 503);
    assert_ne!(ready.json()["database"], "ok");
    assert!(!ready.text().contains("127.0.0.1"), "{}", ready.text());
    assert_eq!(program.ops("GET /health").await.status, 200);
    assert_eq!(program.ops("GET /ready?exclude=database").await.status, 200, "it serves what it can");
    assert_eq!(program.operator("GET /queues").await.status, 503);

    // one that starts now waits for the database, and does not take an unread tenant for an unknown one
    let started = Program::serve(&app).await;
    let ready = started.ops("GET /ready?exclude=database&exclude=redis").await;
    assert_eq!((ready.status, ready.json()), (503, json!({"tenants": "not read since the start"})));
    let tenant = async || {
        raw_http::send_request(started.api, "GET /api/v1/tenant", &[("host", HOST)], b"").await.expect("a response")
    };
    assert_eq!(tenant().await.json()["code"], "unavailable");
    app.postgres().restart().await;
    for program in [&program, &started] {
        eventually("ready again", Duration::from_secs(20), async || program.ops("GET /ready").await.status == 200)
            .await;
    }
    assert_eq!(tenant().await.status, 200);
}

#[tokio::test]
async fn shutdown_finishes_open_requests() {
    let app = TestApp::new().await;
    // the program uses the system clock
    app.clock.set(SystemClock.now());
    let patient = app.consenting_patient().await;
    let key = app.stored_upload(&patient, JPEG).await;
    let mut program = Program::serve(&app).await;

    let (api, body, bearer) = (program.api, json!({"url": key}).to_string(), format!("Bearer {}", patient.token));
    let waiting = tokio::spawn(async move {
        let headers = [
            ("host", HOST),
            ("authorization", bearer.as_str()),
            ("content-type", "application/json"),
            ("prefer", "wait=15"),
        ];
        raw_http::send_request(api, "POST /api/v1/patients/tcis/self-check", &headers, body.as_bytes()).await
    });
    app.wait_for_jobs(1).await;
    let started = Instant::now();
    program.terminate().await;
    let response = waiting.await.expect("no panic").expect("a result");
    assert_eq!((response.status, &response.json()["tci"]["status"]), (201, &json!(0)));
    assert!(program.wait_for_exit().await.success());
    assert!(started.elapsed() < Duration::from_secs(10), "the wait of 15 s was cut short");
    assert!(raw_http::send_request(api, "GET /api/v1/tenant", &[("host", HOST)], b"").await.is_none());
    // the job is in the database, so a worker reads the photo later
    assert_eq!(app.newest_job().await.state, "queued");
}

#[tokio::test]
async fn log_contains_no_personal_data() {
    let app = TestApp::new().await;
    app.clock.set(SystemClock.now());
    let (patient, nurse) = (app.patient().await, app.staff(StaffRole::ShootingExpert).await);
    let mut program = Program::serve(&app).await;
    let bearer = format!("Bearer {}", patient.token);
    let staff_login = json!({"loginId": nurse.login, "password": "wrong-secret1!"});
    let login = json!({"loginUserId": patient.login, "password": "wrong-secret1!"});
    let code = json!({"phoneNumber": PHONE});
    let name = json!({"name": "김하늘", "email": "kim@example.com", "birth": "19900131"});
    for (path, body) in [
        ("/patients/auth/login", login),
        ("/institutions/auth/login", staff_login),
        ("/patients/phone-codes", code),
        ("/patients/auth/signup?userId=kimhaneul", name),
        ("/patients/tcis/self-check", json!({"url": "self-check/local/secret.jpg"})),
    ] {
        let headers = [
            ("host", HOST),
            ("authorization", bearer.as_str()),
            ("content-type", "application/json"),
            ("x-request-id", "log-test-1"),
            ("x-forwarded-for", "203.0.113.77"),
        ];
        let start = format!("POST /api/v1{path}");
        raw_http::send_request(program.api, &start, &headers, body.to_string().as_bytes()).await.expect("a response");
    }
    program.terminate().await;
    assert!(program.wait_for_exit().await.success());
    let log = program.full_log().await;
    // which account somebody guesses at is found without its ID
    let account = format!("account_id={}", nurse.id);
    for entry in [
        account.as_str(),
        "log-test-1",
        "/api/v1/patients/auth/login",
        "status=401",
        "status=202",
        "status=409",
        "stopped",
    ] {
        assert!(log.contains(entry), "{entry} in {log}");
    }
    let code = app.find_code(PHONE).await;
    for secret in [
        &patient.login,
        &patient.token,
        &nurse.login,
        PHONE,
        "wrong-secret1!",
        "김하늘",
        "kim@",
        "19900131",
        "203.0.113.77",
    ] {
        assert!(!log.contains(secret), "{secret} in {log}");
    }
    assert!(!log.contains("kimhaneul") && !log.contains("secret.jpg"), "{log}");
    // compared as a word, because a time may contain six digits
    assert!(!log.split(|letter: char| !letter.is_alphanumeric()).any(|word| word == code), "{code} in {log}");
}

#[tokio::test]
async fn commands_exit() {
    let app = TestApp::new().await;
    let migrated = program::output(program::command(&app, "migrate")).await;
    assert!(migrated.status.success(), "{}", String::from_utf8_lossy(&migrated.stderr));
    let printed = program::output(program::command(&app, "openapi")).await;
    let document: Value = serde_json::from_slice(&printed.stdout).expect("JSON");
    assert_eq!(document["info"]["title"], "Hyeobom API");

    let program = Program::serve(&app).await;
    let check = |address: String| {
        let mut command = program::command(&app, "healthcheck");
        command.env("API_OPS_LISTEN", address);
        program::output(command)
    };
    assert!(check(program.ops.to_string()).await.status.success());
    assert!(check(format!("0.0.0.0:{}", program.ops.port())).await.status.success());
    assert!(!check("127.0.0.1:9".to_owned()).await.status.success());
}

#[tokio::test]
async fn missing_configuration_fails_at_startup() {
    let app = TestApp::new().await;
    let refused = async |name: &str, value: &str| {
        let mut command = program::command(&app, "serve");
        command.env(name, value);
        let output = program::output(command).await;
        assert!(!output.status.success(), "{name}={value}");
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    assert!(refused("REDIS_URL", "").await.contains("REDIS_URL is not set"));
    assert!(refused("API_LISTEN", "8080").await.contains("API_LISTEN cannot be used"));
    assert!(refused("DATABASE_URL", "none").await.contains("DATABASE_URL"));
}

#[tokio::test]
async fn unreachable_database_shows_no_password() {
    let app = TestApp::new().await;
    let mut command = program::command(&app, "serve");
    command.env("DATABASE_URL", "postgres://nobody:hunter2@127.0.0.1:9/none");
    let mut program = Program::start(command).await;
    let ready = program.ops("GET /ready").await;
    assert_eq!(ready.status, 503);
    program.terminate().await;
    assert!(program.wait_for_exit().await.success());
    let log = program.full_log().await;
    assert!(log.contains("the database is not ready"), "{log}");
    assert!(!(log + &ready.text()).contains("hunter2"));
}

#[tokio::test]
async fn ops_discrepancies_are_listed_until_resolved() {
    let app = TestApp::new().await;
    let new = NewDiscrepancy {
        kind: DiscrepancyKind::Unrecorded,
        order: None,
        transaction_key: "tx-of-nobody",
        our_amount: None,
        provider_amount: Some(domain::Krw::new(500)),
    };
    let mut conn = app.one.acquire().await.expect("a connection");
    assert!(payment_discrepancies::insert(&mut conn, &new, app.clock.now()).await.expect("noted"));
    drop(conn);
    let program = Program::serve(&app).await;
    assert_eq!(program.ops("GET /payments").await.status, 401);
    let open = program.operator("GET /payments").await.json();
    let found = &open["findings"][0];
    assert_eq!(
        (&found["tenant"], &found["kind"], &found["theirAmount"]),
        (&json!("one"), &json!("unrecorded"), &json!(500))
    );
    assert_eq!((open["findings"].as_array().map(Vec::len), &open["unsettled"]), (Some(1), &json!(0)));
    let resolve = format!("POST /payments/one/findings/{}/resolve", found["id"]);
    assert_eq!(program.operator(&resolve).await.status, 404, "the token is read-only");
}

#[tokio::test]
async fn ops_settlements_are_sums_of_a_month() {
    let app = TestApp::new().await;
    app.patient().await;
    let clinic = app.clinic().await;
    let claim = app.paid_claim(&app.one, clinic).await;
    app.insert_settlement(claim, "2026-10-31", 21_560).await;
    let program = Program::serve(&app).await;
    assert_eq!(program.ops("GET /settlements").await.status, 401);
    assert_eq!(program.operator("GET /settlements?month=soon").await.status, 404);
    let october = program.operator("GET /settlements?month=2026-10").await.json();
    let tenant = |all: &Value| {
        let tenants = all["tenants"].as_array().expect("a list");
        tenants.iter().find(|one| one["tenant"] == "one").expect("the tenant")["settlements"].clone()
    };
    let day = json!({"day": "2026-10-31", "count": 1, "amount": 21_560, "fee": 660, "paidOut": 20_900});
    assert_eq!((&october["month"], tenant(&october)), (&json!("2026-10"), json!([day])));
    assert_eq!(tenant(&program.operator("GET /settlements?month=2026-11").await.json()), json!([]));
}

#[tokio::test]
async fn ops_agreement_requires_the_token() {
    let app = TestApp::new().await;
    let program = Program::serve(&app).await;
    assert_eq!(program.ops("GET /agreement").await.status, 401);
    let agreement = async || {
        let agreement = program.operator("GET /agreement").await;
        assert_eq!(agreement.status, 200);
        let agreement = agreement.json();
        let tenants = agreement["tenants"].as_array().expect("a list");
        tenants.iter().find(|one| one["tenant"] == "one").expect("the tenant").clone()
    };
    assert_eq!(
        agreement().await,
        json!({"tenant": "one", "agreements": [], "candidates": []}),
        "nothing was released yet"
    );
    let clinic = app.clinic().await;
    let measured = Agreement {
        institution_id: InstitutionId::new(clinic),
        model_version: "b".to_owned(),
        day: app.clock.now().date_naive(),
        photos: 2,
        exact: 0.5,
        kappa: 0.25,
        kappa_interval: [-0.5, 0.75],
        from_ai: 1,
        kappa_unaided: Some(0.125),
        index_error: 12.5,
        model_cells: [0, 18, 0],
        expert_cells: [0, 0, 18],
        confidence: 0.875,
        tongue_share: 0.25,
        shorter_side: 768.0,
        brightness: Some(118.5),
        sharpness: Some(42.25),
    };
    let mut conn = app.one.acquire().await.expect("a connection");
    agreements::upsert(&mut conn, &measured, app.clock.now()).await.expect("written");
    drop(conn);
    let day = measured.day;
    assert_eq!(
        agreement().await["agreements"],
        json!([{
            "institutionId": clinic, "modelVersion": "b", "day": day, "photos": 2, "exact": 0.5, "kappa": 0.25,
            "kappaInterval": [-0.5, 0.75], "fromAi": 1, "kappaUnaided": 0.125, "indexError": 12.5, "modelCells": [0, 18, 0], "expertCells": [0, 0, 18],
            "confidence": 0.875, "tongueShare": 0.25, "shorterSide": 768.0, "brightness": 118.5, "sharpness": 42.25
        }])
    );
}

#[tokio::test]
async fn ops_access_log_reports_open_reviews() {
    let app = TestApp::new().await;
    let admin = app.staff(domain::StaffRole::ClinicAdmin).await;
    app.staff_login("nobody99", "wrong").await.problem(401);
    app.staff_login(&admin.login, "wrong").await.problem(401);
    let month = app.today().format("%Y-%m").to_string();
    let program = Program::serve(&app).await;
    assert_eq!(program.ops("GET /access-log").await.status, 401);
    let log = program.operator(&format!("GET /access-log?month={month}")).await.json();
    assert_eq!(log["month"], month);
    let tenant_part = |log: &Value, key: &str| {
        let tenants = log["tenants"].as_array().expect("a list");
        tenants.iter().find(|one| one["tenant"] == key).expect("the tenant").clone()
    };
    let own = json!({
        "tenant": "one", "brokenAt": null, "checkedUntil": null, "unknownSignIns": 1, "unreviewed": [admin.clinic],
        "operators": []
    });
    assert_eq!(tenant_part(&log, "one"), own);
    assert_eq!(tenant_part(&log, "two")["unreviewed"], json!([]));
    let first = domain::calendar::first_of_month(app.today());
    let mut conn = app.one.acquire().await.expect("a connection");
    db::access_log::checks::upsert(&mut conn, first, Some(1)).await.expect("recorded");
    drop(conn);
    let log = program.operator(&format!("GET /access-log?month={month}")).await.json();
    let own = tenant_part(&log, "one");
    assert_eq!((&own["brokenAt"], &own["checkedUntil"]), (&json!(1), &json!(first)));
    // the default is the previous month by the program's clock
    let last = program.operator("GET /access-log").await.json();
    assert!(last["month"].as_str().is_some_and(|last| *last > *month), "{last}");
    assert_eq!(tenant_part(&last, "one")["unreviewed"], json!([admin.clinic]));
    let first = program.operator("GET /access-log?month=2000-01").await.json();
    assert_eq!(tenant_part(&first, "one")["unreviewed"], json!([]), "there were no accounts");
    assert_eq!(program.operator("GET /access-log?month=x").await.status, 404);
}

#[tokio::test]
async fn reads_with_the_token_are_logged() {
    let app = TestApp::new().await;
    // the program uses the system clock
    app.clock.set(SystemClock.now());
    let patient = app.consenting_patient().await;
    let key = app.stored_upload(&patient, JPEG).await;
    app.submit_photo(&patient, &key).send().await.expect(201);
    let id = app.newest_job().await.id;
    let program = Program::serve(&app).await;
    for call in
        ["GET /payments".to_owned(), "GET /queues/inference/jobs?state=queued".to_owned(), format!("GET /jobs/{id}")]
    {
        assert_eq!(program.operator(&call).await.status, 200, "{call}");
    }
    assert_eq!(program.operator("GET /jobs/999999").await.status, 404);
    let month = app.today().format("%Y-%m").to_string();
    let log = program.operator(&format!("GET /access-log?month={month}")).await.json();
    let own = log["tenants"].as_array().expect("a list").iter().find(|one| one["tenant"] == "one");
    let rows = own.expect("the tenant")["operators"].as_array().expect("a list").clone();
    let logged: Vec<_> = rows.iter().map(|row| (row["action"].clone(), row["what"].clone())).collect();
    assert_eq!(
        logged,
        [
            (json!("operator_read"), json!(format!("GET /jobs {id} (read_picture)"))),
            (json!("operator_read"), json!("GET /queues/{queue}/jobs")),
            (json!("operator_read"), json!("GET /payments")),
        ]
    );
    let tenants = app.count("tenants").await;
    assert_eq!(app.count("access_log where reason = 'GET /access-log'").await, tenants);
}

#[tokio::test]
async fn retention_dry_run_counts_each_tenant() {
    let app = TestApp::new().await;
    let program = Program::serve(&app).await;
    assert_eq!(program.ops("GET /retention").await.status, 401);
    let response = program.operator("GET /retention").await;
    assert_eq!(response.status, 200);
    let tenants = response.json()["tenants"].as_array().expect("a list").clone();
    let all = app.count("tenants").await;
    assert_eq!(i64::try_from(tenants.len()), Ok(all));
    for tenant in &tenants {
        assert_eq!(
            (&tenant["walkIns"], &tenant["accessLog"], &tenant["brokenAt"]),
            (&json!(0), &json!(0), &Value::Null)
        );
    }
    assert_eq!(app.count("access_log where reason = 'GET /retention'").await, all, "in each tenant");
}
