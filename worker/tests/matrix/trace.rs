//! One trace over the queue: the request, the job that it makes, and each attempt at it, exported by api and worker.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::post;
use bytes::Bytes;
use opentelemetry_proto::tonic::collector::trace::v1::ExportTraceServiceRequest;
use opentelemetry_proto::tonic::common::v1::any_value::Value;
use opentelemetry_proto::tonic::common::v1::{AnyValue, KeyValue};
use opentelemetry_proto::tonic::trace::v1::Span;
use opentelemetry_proto::tonic::trace::v1::span::SpanKind;
use opentelemetry_proto::tonic::trace::v1::status::StatusCode as SpanStatus;
use parking_lot::Mutex;
use prost::Message as _;
use sqlx::{Connection as _, PgConnection};
use testing::{Database, PrivateRedis, eventually};

use super::programs::Programs;
use super::proxy::listen;

const TRACE_TIMEOUT: Duration = Duration::from_mins(1);
const PHONE: &str = "01012345678";

/// The collector: what was posted to it, by the name of the program.
#[derive(Clone, Default)]
struct Collector(Arc<Mutex<Vec<(String, Span)>>>);

impl Collector {
    async fn serve(&self) -> String {
        let (listener, address) = listen().await;
        let router = Router::new().route("/v1/traces", post(take)).with_state(self.clone());
        tokio::spawn(axum::serve(listener, router).into_future());
        format!("http://{address}")
    }

    fn find_spans(&self, name: &str) -> Vec<(String, Span)> {
        self.0.lock().iter().filter(|(_, span)| span.name == name).cloned().collect()
    }
}

async fn take(State(collector): State<Collector>, body: Bytes) -> StatusCode {
    let Ok(posted) = ExportTraceServiceRequest::decode(body) else { return StatusCode::BAD_REQUEST };
    for resource in posted.resource_spans {
        let attributes = resource.resource.map(|resource| resource.attributes).unwrap_or_default();
        let program = attribute_text(&attributes, "service.name");
        let spans = resource.scope_spans.into_iter().flat_map(|scope| scope.spans);
        collector.0.lock().extend(spans.map(|span| (program.clone(), span)));
    }
    StatusCode::OK
}

fn attribute_text(attributes: &[KeyValue], key: &str) -> String {
    let found = attributes.iter().find(|attribute| attribute.key == key);
    match found.and_then(|attribute| attribute.value.as_ref()) {
        Some(AnyValue { value: Some(Value::StringValue(text)) }) => text.clone(),
        Some(AnyValue { value: Some(Value::IntValue(number)) }) => number.to_string(),
        _ => String::new(),
    }
}

/// An SMS provider that is away at the first call.
async fn serve_sms() -> String {
    let (listener, address) = listen().await;
    let calls = Arc::new(Mutex::new(0));
    let send_many = move || async move {
        let mut calls = calls.lock();
        *calls += 1;
        if *calls == 1 {
            return (StatusCode::SERVICE_UNAVAILABLE, r#"{"errorCode":"ServiceUnavailable"}"#);
        }
        (StatusCode::OK, r#"{"failedMessageList":[],"groupInfo":{"groupId":"G1","status":"SENDING"}}"#)
    };
    let router = Router::new().route("/messages/v4/send-many/detail", post(send_many));
    tokio::spawn(axum::serve(listener, router).into_future());
    format!("http://{address}")
}

async fn send_phone_code(programs: &Programs, host: &str) {
    let http = reqwest::Client::builder().no_proxy().build().expect("a client");
    eventually("the api takes the request", TRACE_TIMEOUT, async || {
        let url = format!("http://127.0.0.1:{}/api/v1/patients/phone-codes", programs.api_port());
        let call = http.post(url).header("host", host).json(&serde_json::json!({ "phoneNumber": PHONE }));
        call.send().await.is_ok_and(|response| response.status() == reqwest::StatusCode::ACCEPTED)
    })
    .await;
}

async fn find_traceparent(database: &Database) -> String {
    let mut conn = PgConnection::connect(&database.url).await.expect("the database answers");
    let stored = sqlx::query_scalar("select traceparent from jobs where kind = 'send_phone_code'");
    stored.fetch_one(&mut conn).await.expect("a job with a trace")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_trace_shows_request_job_and_attempts() {
    let (database, redis, collector) = (Database::create().await, PrivateRedis::start().await, Collector::default());
    let variables = vec![
        ("DATABASE_URL", database.url.clone()),
        ("REDIS_URL", redis.url()),
        ("SOLAPI_URL", serve_sms().await),
        ("OTEL_EXPORTER_OTLP_ENDPOINT", collector.serve().await),
        ("OTEL_BSP_SCHEDULE_DELAY", "100".to_owned()),
    ];
    let programs = Programs::new(database.url.clone(), variables, "trace");
    programs.start().await;
    send_phone_code(&programs, &database.first.host).await;
    let attempts = || collector.find_spans("run send_phone_code");
    eventually("both attempts are exported", TRACE_TIMEOUT, async || attempts().len() == 2).await;

    let [(api, request)] = &collector.find_spans("POST /api/v1/patients/phone-codes")[..] else {
        panic!("one request")
    };
    let [(producer, enqueued)] = &collector.find_spans("enqueue send_phone_code")[..] else { panic!("one job") };
    assert_eq!((api.as_str(), producer.as_str()), ("hyeobom-api", "hyeobom-api"));
    assert!(request.parent_span_id.is_empty(), "the trace begins with the request");
    assert_eq!((request.kind(), enqueued.kind()), (SpanKind::Server, SpanKind::Producer));
    assert_eq!(enqueued.parent_span_id, request.span_id);
    for (index, (program, attempt)) in attempts().iter().enumerate() {
        assert_eq!((program.as_str(), attempt.kind()), ("hyeobom-worker", SpanKind::Consumer));
        assert_eq!((&attempt.trace_id, &attempt.parent_span_id), (&request.trace_id, &enqueued.span_id));
        assert_eq!(attribute_text(&attempt.attributes, "job.attempt"), (index + 1).to_string());
        assert_eq!(attribute_text(&attempt.attributes, "job.outcome"), ["retried", "done"][index]);
        let is_error = attempt.status.as_ref().is_some_and(|status| status.code() == SpanStatus::Error);
        assert_eq!(is_error, index == 0);
    }
    let traceparent = format!("00-{}-{}-01", hex::encode(&request.trace_id), hex::encode(&enqueued.span_id));
    assert_eq!(find_traceparent(&database).await, traceparent);
    let exported = format!("{:?}", collector.0.lock());
    assert!(!exported.contains(PHONE), "traces hold no personal data");
}
