//! The worker behind a pooler that shares its connections.

use std::process::Stdio;
use std::time::Duration;

use testing::{PrivatePgBouncer, PrivatePostgres};
use tokio::process::Command;
use tokio::time::timeout;

/// The timeout of the refusal on a busy machine.
const START_TIMEOUT: Duration = Duration::from_secs(30);
const POOLER_SETTINGS: [(&str, &str); 2] = [("pool_mode", "transaction"), ("ignore_startup_parameters", "options")];

#[tokio::test]
async fn worker_behind_shared_pooler_does_not_start() {
    let postgres = PrivatePostgres::start_migrated().await;
    let url = postgres.url();
    let password = url.split(['@', ':']).nth(2).expect("a password");
    let pooler = PrivatePgBouncer::start(postgres.port(), &[("hyeobom", password)], &POOLER_SETTINGS).await;
    let address = url.replace(&format!(":{}/", postgres.port()), &format!(":{}/", pooler.port()));
    assert_ne!(address, url);
    let mut command = Command::new(env!("CARGO_BIN_EXE_worker"));
    command
        .arg("run")
        .env("DATABASE_URL", address)
        .env("WORKER_OPS_LISTEN", "127.0.0.1:0")
        .env("WORKER_THREADS", "1")
        .env("NO_COLOR", "1")
        .stdin(Stdio::null())
        .kill_on_drop(true);
    let output = timeout(START_TIMEOUT, command.output()).await.expect("it ends").expect("it can be run");
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success() && text.contains("use session mode"), "{text}");
}
