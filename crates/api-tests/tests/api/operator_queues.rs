//! Queues and jobs as operators see and change them. `crates/queue` tests the workers' side.

use axum::http::Method;
use db::TenantDb;
use domain::OperatorRole;
use serde_json::{Value, json};

use crate::operators::OperatorClient;
use crate::test_app::TestApp;

impl TestApp {
    /// Inserts dead jobs of the first tenant and returns their ids.
    async fn insert_dead_jobs(&self, count: i32) -> Vec<i64> {
        self.insert_dead_jobs_of(&self.one, count).await
    }

    /// Inserts dead jobs of a tenant and returns their ids.
    async fn insert_dead_jobs_of(&self, tenant: &TenantDb, count: i32) -> Vec<i64> {
        sqlx::query_scalar(
            "with made as (
                insert into jobs (tenant_id, queue, kind, version, payload, state, attempts, finished_at, request_id,
                    last_error, error_group)
                select $2, 'notifications', 'send_message', 2, jsonb_build_object('message_id', n),
                    'dead', 5, now(), 'req-' || n, 'the carrier refused ' || n, 'the carrier refused #'
                from generate_series(1, $1) as n returning id, tenant_id
            ), event as (
                insert into job_events (job_id, tenant_id, event, attempt, detail)
                select id, tenant_id, event, 5, detail from made, (values ('started', 'host/1'), ('dead', E'refused\\nno credit'))
                    as what (event, detail)
            )
            select id from made order by id",
        )
        .bind(count)
        .bind(tenant.tenant().get())
        .fetch_all(&mut self.superuser().await)
        .await
        .expect("jobs")
    }
}

impl OperatorClient {
    async fn post_action(&self, path: &str) -> crate::client::TestResponse {
        self.send(Method::POST, path, &json!({"reason": "통신사 복구"})).await
    }
}

fn ids(jobs: &Value) -> Vec<i64> {
    jobs["items"].as_array().expect("jobs").iter().map(|job| job["id"].as_i64().expect("an id")).collect()
}

#[tokio::test]
async fn paused_queue_is_shown_with_its_reason() {
    let app = TestApp::new().await;
    let operator = app.operator(OperatorRole::Operator).await;
    let empty = operator.send(Method::POST, "/ops/queues/payments/pause", &json!({"reason": " "})).await;
    assert_eq!(empty.invalid_fields(), ["reason.required"]);
    assert_eq!(operator.post_action("/ops/queues/letters/pause").await.problem(404), "not_found");
    let paused = operator.post_action("/ops/queues/payments/pause").await.expect(200);
    assert_eq!((&paused["queue"]["name"], &paused["queue"]["paused"]), (&json!("payments"), &json!(true)));
    assert_eq!(paused["queue"]["pause"]["reason"], json!("통신사 복구"));
    assert_eq!(operator.post_action("/ops/queues/payments/pause").await.problem(409), "illegal_transition");
    let queues = operator.get("/ops/queues").send().await.expect(200);
    let states = queues["queues"].as_array().expect("queues");
    assert_eq!(states.iter().filter(|queue| queue["paused"] == json!(true)).count(), 1);
    let resumed = operator.post_action("/ops/queues/payments/resume").await.expect(200);
    assert_eq!((&resumed["queue"]["paused"], &resumed["queue"]["pause"]), (&json!(false), &Value::Null));
    assert_eq!(operator.post_action("/ops/queues/payments/resume").await.problem(409), "illegal_transition");
    let rows = "operator_actions where action in ('queue_paused', 'queue_resumed') and subject = 'payments'
        and reason = '통신사 복구'";
    assert_eq!(app.count(rows).await, 2);
}

#[tokio::test]
async fn dead_job_is_found_retried_and_deleted() {
    let app = TestApp::new().await;
    let operator = app.operator(OperatorRole::Operator).await;
    let made = app.insert_dead_jobs(3).await;
    for query in
        ["state=dead", "q=req-2", "q=2", "kind=send_message&queue=notifications", "error=the carrier refused %23"]
    {
        let jobs = operator.get(&format!("/ops/jobs?{}", query.replace(' ', "%20"))).send().await.expect(200);
        assert!(ids(&jobs).contains(&made[1]), "{query}: {jobs}");
        assert_eq!(jobs["count"]["isEstimate"], json!(false));
    }
    let first = operator.get("/ops/jobs?state=dead&limit=2").send().await.expect(200);
    let second = operator.get(&format!("/ops/jobs?state=dead&limit=2&cursor={}", first["nextCursor"])).send().await;
    let second = second.expect(200);
    assert_eq!((ids(&first), ids(&second)), (vec![made[2], made[1]], vec![made[0]]));
    assert_eq!((&second["nextCursor"], &second["count"]["jobs"]), (&Value::Null, &json!(3)));
    let groups = operator.get("/ops/dead-letters").send().await.expect(200);
    assert_eq!((&groups["groups"][0]["count"], &groups["groups"][0]["sampleId"]), (&json!(3), &json!(made[2])));

    let path = format!("/ops/jobs/{}", made[0]);
    let job = operator.get(&path).send().await.expect(200);
    assert_eq!(job["attempts"][0]["errors"], json!(["refused", "no credit"]));
    assert_eq!(job["attempts"][0]["outcome"], json!("failed"));
    assert_eq!((&job["attempts"][0]["worker"], &job["actions"]), (&json!("host/1"), &json!(["retry", "delete"])));
    assert_eq!(operator.post_action(&format!("{path}/run-now")).await.problem(409), "illegal_transition");
    let retried = operator.post_action(&format!("{path}/retry")).await.expect(200);
    assert_eq!((&retried["job"]["state"], &retried["actions"]), (&json!("queued"), &json!(["cancel"])));
    let canceled = operator.post_action(&format!("{path}/cancel")).await.expect(200);
    assert_eq!(canceled["job"]["state"], json!("canceled"));
    let reason = json!({"reason": "시험"});
    // no worker has called its `on_dead` yet
    assert_eq!(operator.call(Method::DELETE, &path).json(&reason).send().await.problem(409), "illegal_transition");
    sqlx::query("update jobs set on_dead_pending = false").execute(&mut app.superuser().await).await.expect("written");
    operator.call(Method::DELETE, &path).json(&reason).send().await.expect(200);
    assert_eq!(operator.get(&path).send().await.problem(404), "not_found");
    for action in ["job_read", "job_retried", "job_canceled", "job_deleted"] {
        let rows = format!("operator_actions where action = '{action}' and tenant_id is not null");
        assert_eq!(app.count(&rows).await, 1, "{action}");
    }
    assert_eq!(app.count("access_log where action = 'operator_changed' and reason like 'job_%'").await, 3);
}

/// A client that calls its first read a refresh is logged like any other.
#[tokio::test]
async fn refreshed_read_is_logged_once() {
    let app = TestApp::new().await;
    let operator = app.operator(OperatorRole::Viewer).await;
    let made = app.insert_dead_jobs(2).await;
    for _ in 0..2 {
        operator.get(&format!("/ops/jobs/{}", made[0])).header("x-poll", "1").send().await.expect(200);
        operator.get(&format!("/ops/jobs?state=dead&cursor={}", made[1])).send().await.expect(200);
    }
    assert_eq!(app.count("operator_actions where action = 'job_read'").await, 1);
    assert_eq!(app.count("operator_actions where action = 'jobs_listed'").await, 1);
}

#[tokio::test]
async fn job_links_to_its_sampled_trace() {
    let app = TestApp::new().await;
    let operator = app.operator(OperatorRole::Viewer).await;
    let made = app.insert_dead_jobs(3).await;
    let id = "4bf92f3577b34da6a3ce929d0e0e4736";
    for (job, flags) in made.iter().zip(["01", "00"]) {
        let statement = "update jobs set traceparent = '00-' || $2 || '-00f067aa0ba902b7-' || $3 where id = $1";
        let update = sqlx::query(statement).bind(job).bind(id).bind(flags);
        update.execute(&mut app.superuser().await).await.expect("a job of a trace");
    }
    let read = async |job: i64| operator.get(&format!("/ops/jobs/{job}")).send().await.expect(200);
    let sampled = read(made[0]).await;
    assert_eq!(sampled["traceId"], json!(id));
    assert_eq!(sampled["traceUrl"], json!(format!("https://traces.example/{id}")));
    for job in &made[1..] {
        let other = read(*job).await;
        assert_eq!((&other["traceId"], &other["traceUrl"]), (&Value::Null, &Value::Null), "nobody exported it");
    }
}

#[tokio::test]
async fn job_query_rejects_unknown_values() {
    let app = TestApp::new().await;
    let viewer = app.operator(OperatorRole::Viewer).await;
    let fields = async |query: &str| viewer.get(&format!("/ops/{query}")).send().await.invalid_fields();
    assert_eq!(fields("jobs?queue=letters").await, ["queue.unknown"]);
    assert_eq!(fields("jobs?state=failed").await, ["state.unknown"]);
    assert_eq!(fields("jobs?limit=0").await, ["limit.range"]);
    assert_eq!(fields("queues/history?minutes=0").await, ["minutes.range"]);
    let points = viewer.get("/ops/queues/history").send().await.expect(200);
    assert!(points["points"].as_array().is_some_and(|points| points.len() >= 4 * 59), "{points}");
    let workers = viewer.get("/ops/workers").send().await.expect(200);
    assert_eq!(workers, json!({"workers": []}));
}

#[tokio::test]
async fn bulk_action_is_ordered_and_stopped() {
    let app = TestApp::new().await;
    let operator = app.operator(OperatorRole::Operator).await;
    app.insert_dead_jobs(2).await;
    let order = async |body: Value| operator.send(Method::POST, "/ops/bulk", &body).await;
    let filter = json!({"state": "dead", "kind": "send_message"});
    assert_eq!(order(json!({"action": "burn", "filter": filter})).await.invalid_fields(), ["action.unknown"]);
    assert_eq!(order(json!({"action": "retry", "filter": filter})).await.invalid_fields(), ["reason.required"]);
    let all = json!({"action": "delete", "filter": {"kind": ""}, "reason": "정리"});
    assert_eq!(order(all).await.invalid_fields(), ["filter.required"], "not everything by mistake");
    let bulk = order(json!({"action": "retry", "filter": filter, "reason": "복구"})).await.expect(202);
    assert_eq!((&bulk["state"], &bulk["filter"], &bulk["total"]), (&json!("queued"), &filter, &Value::Null));
    let path = format!("/ops/bulk/{}", bulk["id"]);
    let stopped = operator.post_action(&format!("{path}/cancel")).await.expect(200);
    assert_eq!((&stopped["state"], &stopped["operator"]), (&json!("canceled"), &json!(operator.login)));
    assert_eq!(operator.post_action(&format!("{path}/cancel")).await.problem(409), "illegal_transition");
    assert_eq!(operator.get(&path).send().await.expect(200), stopped);
    let list = operator.get("/ops/bulk").send().await.expect(200);
    assert_eq!(list["bulks"], json!([stopped]));
    assert_eq!(app.count("operator_actions where action in ('bulk_started', 'bulk_canceled')").await, 2);
}

#[tokio::test]
async fn bulk_action_is_logged_in_its_tenants() {
    let app = TestApp::new().await;
    let operator = app.operator(OperatorRole::Operator).await;
    app.insert_dead_jobs(2).await;
    let start = async |action: &str, filter: Value| {
        let body = json!({"action": action, "filter": filter, "reason": "복구"});
        let bulk = operator.send(Method::POST, "/ops/bulk", &body).await.expect(202);
        bulk["id"].as_i64().expect("an id")
    };
    let rows = async || {
        let rows: Vec<(i64, String)> = sqlx::query_as(
            "select tenant_id, reason from access_log where action = 'operator_changed' order by tenant_id, seq",
        )
        .fetch_all(&mut app.superuser().await)
        .await
        .expect("the rows");
        rows
    };
    let (one, two) = (app.one.tenant().get(), app.two.tenant().get());
    // nobody's jobs: none that match, none that the action may change, and those of no tenant
    start("retry", json!({"kind": "sweep"})).await;
    start("cancel", json!({"kind": "send_message"})).await;
    start("retry", json!({"tenantId": 999_999})).await;
    assert!(rows().await.is_empty(), "{:?}", rows().await);

    let first = start("retry", json!({"state": "dead"})).await;
    let started = (one, format!("bulk_started {first}: retry: 복구"));
    assert_eq!(rows().await, std::slice::from_ref(&started));
    app.insert_dead_jobs_of(&app.two, 1).await;
    let second = start("delete", json!({"kind": "send_message"})).await;
    operator.post_action(&format!("/ops/bulk/{second}/cancel")).await.expect(200);
    let more = [format!("bulk_started {second}: delete: 복구"), format!("bulk_canceled {second}: delete: 통신사 복구")];
    let of = |tenant: i64| more.clone().map(|text| (tenant, text));
    assert_eq!(rows().await, [vec![started], of(one).to_vec(), of(two).to_vec()].concat());
    let of_one = "operator_actions where action = 'bulk_started' and tenant_id is not null";
    assert_eq!(app.count(of_one).await, 1, "the others concern no tenant or two");
}

#[tokio::test]
async fn schedule_runs_once_for_each_tenant() {
    let app = TestApp::new().await;
    let operator = app.operator(OperatorRole::Operator).await;
    let schedules = operator.get("/ops/schedules").send().await.expect(200);
    let words = |name: &str| {
        let all = schedules["schedules"].as_array().expect("schedules");
        all.iter().find(|schedule| schedule["name"] == json!(name)).expect("the schedule")["words"].clone()
    };
    assert_eq!(words("compare_day"), json!({"key": "daily", "time": "00:30"}));
    assert_eq!(words("sweep_orders"), json!({"key": "every_minutes", "minutes": 5}));
    assert_eq!(words("sweep"), json!({"key": "hourly"}));
    let tenants = app.count("tenants").await;
    let run = operator.post_action("/ops/schedules/sweep/run").await.expect(200);
    assert_eq!(run["jobs"], json!(tenants));
    assert_eq!(operator.post_action("/ops/schedules/sweep/run").await.expect(200)["jobs"], json!(0));
    assert_eq!(operator.post_action("/ops/schedules/tidy/run").await.problem(404), "not_found");
}
