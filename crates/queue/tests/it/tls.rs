//! Redis behind TLS.

use std::io::Read as _;
use std::io::Write as _;
use std::process::{Command, Stdio};

use queue::{Settings, Transport};
use testing::TlsRedis;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tls_connection_needs_known_authority() {
    let redis = TlsRedis::start().await;
    let client = redis::Client::open(redis.url()).expect("an address");
    let refused =
        client.get_multiplexed_async_connection().await.map(drop).expect_err("an unknown authority").to_string();
    assert!(refused.contains("UnknownIssuer"), "{refused}");
    let url = redis.url();
    // in a separate process, whose environment can be set
    let mut process = Command::new(std::env::current_exe().expect("this program"))
        .args(["tls::tls_client", "--exact", "--ignored", "--quiet"])
        .env("SSL_CERT_FILE", redis.authority())
        .stdin(Stdio::piped())
        .spawn()
        .expect("a client");
    process.stdin.take().expect("its input").write_all(url.as_bytes()).expect("it reads");
    assert!(process.wait().expect("a status").success(), "a client that knows the authority connects");
}

/// Not a test: the client of [`tls_connection_needs_known_authority`].
#[tokio::test]
#[ignore = "it is the client of another test"]
async fn tls_client() {
    let mut url = String::new();
    std::io::stdin().read_to_string(&mut url).expect("an address");
    let mut transport = Transport::connect(&url, Settings::default()).await.expect("a connection");
    transport.check().await.expect("it takes writes");
}
