//! What the program rejects at its start and on its ports.

use std::net::SocketAddr;
use std::time::Duration;

use testing::{PrivatePgBouncer, PrivateRedis, eventually};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::program::{self, Program};
use crate::raw_http;
use crate::test_app::TestApp;

/// Longer than the timeout for the head of a connection's first request.
const HEAD_TIMEOUT: Duration = Duration::from_secs(25);

/// Waits until a connection that sent an incomplete request is closed.
async fn wait_for_close(address: SocketAddr) {
    let mut stream = TcpStream::connect(address).await.expect("a connection");
    stream.write_all(b"GET /health HTTP/1.1\r\nhost:").await.expect("sent");
    let mut response = Vec::new();
    let closed = tokio::time::timeout(HEAD_TIMEOUT, stream.read_to_end(&mut response)).await;
    assert!(closed.is_ok() && response.is_empty(), "half a head is still open on {address}");
}

#[tokio::test]
async fn ports_refuse_two_hosts_and_half_heads() {
    let app = TestApp::new().await;
    let program = Program::serve(&app).await;
    for (port, path) in [(program.api, "/api/v1/tenant"), (program.ops, "/health")] {
        let start = format!("GET {path}");
        let response =
            raw_http::send_request(port, &start, &[("host", "one.example"), ("host", "two.example")], b"").await;
        assert_eq!(response.expect("a result").status, 400, "{path}");
    }
    tokio::join!(wait_for_close(program.api), wait_for_close(program.ops));
}

fn pooler_settings(mode: &str) -> [(&str, &str); 2] {
    [("pool_mode", mode), ("ignore_startup_parameters", "options")]
}

/// A session pooler passes, one that shares connections between clients makes the program unready and does not let it
/// start.
#[tokio::test]
async fn program_refuses_a_pooler_that_shares() {
    let app = TestApp::with_own_database().await;
    let url: url::Url = app.url.parse().expect("a URL");
    let logins = [(url.username(), url.password().expect("a password"))];
    let port = url.port().expect("a port");
    let mut pooler = PrivatePgBouncer::start(port, &logins, &pooler_settings("session")).await;
    let mut address = url.clone();
    address.set_port(Some(pooler.port())).expect("a host");
    let command = || {
        let mut command = program::command(&app, "serve");
        command.env("DATABASE_URL", address.as_str());
        command
    };
    let program = Program::start(command()).await;
    assert_eq!(program.ops("GET /ready").await.status, 200, "session mode");
    pooler.restart(&logins, &pooler_settings("transaction")).await;
    eventually("the program is unready and says why", Duration::from_secs(20), async || {
        let refused = program.ops("GET /ready").await;
        refused.status == 503
            && refused.json()["database"].as_str().is_some_and(|text| text.contains("use session mode"))
    })
    .await;
    let output = program::output(command()).await;
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success() && text.contains("use session mode"), "{text}");
}

#[tokio::test]
async fn ready_names_redis_that_refuses_writes() {
    let app = TestApp::new().await;
    let (redis, primary) = tokio::join!(PrivateRedis::start(), PrivateRedis::start());
    let mut command = program::command(&app, "serve");
    command.env("REDIS_URL", redis.url());
    let program = Program::start(command).await;
    assert_eq!(program.ops("GET /ready").await.status, 200);
    redis.replicate_from(&primary).await;
    let refused = program.ops("GET /ready").await;
    assert_eq!((refused.status, refused.json()["database"].as_str()), (503, Some("ok")));
    assert!(
        refused.json()["redis"].as_str().is_some_and(|text| text.contains("read only replica")),
        "{}",
        refused.text()
    );
    redis.command(&["REPLICAOF", "NO", "ONE"]).await.expect("a result");
    assert_eq!(program.ops("GET /ready").await.status, 200, "writes are taken again");
}
