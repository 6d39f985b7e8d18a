//! Calls that are retried until they get a response, as the apps retry them.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use anyhow::{Result, bail};
use reqwest::header::LOCATION;
use reqwest::{RequestBuilder, StatusCode};
use serde_json::Value;
use tokio::time::{Instant, sleep};

/// Timeout of one attempt.
const ATTEMPT_TIMEOUT: Duration = Duration::from_secs(10);
/// How long a call is retried.
const CALL_TIMEOUT: Duration = Duration::from_mins(3);
/// The pause between two attempts.
const RETRY_DELAY: Duration = Duration::from_millis(200);

/// Retries calls, and counts the retries.
#[derive(Debug, Default)]
pub struct Caller {
    calls: AtomicU64,
    repetitions: AtomicU64,
}

/// The response to a call.
#[derive(Debug)]
pub struct ApiResponse {
    /// The status.
    pub status: StatusCode,
    /// The target of a redirect; empty without one.
    pub location: String,
    /// The body; null when it is not JSON.
    pub body: Value,
}

impl ApiResponse {
    /// Returns the response unless it is a client error.
    ///
    /// # Errors
    /// The response is a client error.
    pub fn into_success(self) -> Result<Self> {
        if self.status.is_client_error() {
            bail!("refused: {} {}", self.status, self.body);
        }
        Ok(self)
    }

    /// Returns whether the call must be retried.
    fn is_temporary(&self) -> bool {
        self.status.is_server_error()
            || self.status == StatusCode::TOO_MANY_REQUESTS
            || self.status == StatusCode::REQUEST_TIMEOUT
            || self.body["code"] == "in_progress"
    }
}

impl Caller {
    /// Sends a call, built again for each attempt, until the response is anything but a temporary failure.
    ///
    /// # Errors
    /// There is no such response in time.
    pub async fn send(&self, call: impl Fn() -> Result<RequestBuilder>) -> Result<ApiResponse> {
        self.calls.fetch_add(1, Ordering::Relaxed);
        let start = Instant::now();
        loop {
            let last = match attempt(call()?).await {
                Ok(response) if !response.is_temporary() => return Ok(response),
                Ok(response) => format!("{} {}", response.status, response.body),
                Err(error) => format!("{error:#}"),
            };
            if start.elapsed() > CALL_TIMEOUT {
                bail!("no response within {} s: {last}", CALL_TIMEOUT.as_secs());
            }
            self.repetitions.fetch_add(1, Ordering::Relaxed);
            sleep(RETRY_DELAY).await;
        }
    }

    /// Returns the number of calls, and the number of retries.
    pub fn counts(&self) -> (u64, u64) {
        (self.calls.load(Ordering::Relaxed), self.repetitions.load(Ordering::Relaxed))
    }
}

/// Sends a call once.
///
/// # Errors
/// There is no whole response in time.
pub async fn attempt(call: RequestBuilder) -> Result<ApiResponse> {
    let response = call.timeout(ATTEMPT_TIMEOUT).send().await?;
    let status = response.status();
    let location = response.headers().get(LOCATION).and_then(|to| to.to_str().ok()).unwrap_or_default().to_owned();
    // a connection that breaks within the body counts as no response
    let body = response.text().await?;
    Ok(ApiResponse { status, location, body: serde_json::from_str(&body).unwrap_or(Value::Null) })
}

#[cfg(test)]
mod tests {
    use anyhow::Context as _;
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    use tokio::net::TcpListener;

    use super::*;

    /// Serves one connection after another; none closes the connection without a response.
    async fn serve(listener: TcpListener, responses: [Option<&str>; 3]) -> Result<()> {
        for response in responses {
            let (mut stream, _) = listener.accept().await?;
            anyhow::ensure!(stream.read(&mut [0; 4096]).await? > 0, "no request");
            if let Some(response) = response {
                stream.write_all(format!("HTTP/1.1 {response}\r\nconnection: close\r\n\r\n").as_bytes()).await?;
            }
        }
        Ok(())
    }

    #[tokio::test]
    async fn broken_call_is_repeated_until_answered() -> Result<()> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let url = format!("http://{}", listener.local_addr()?);
        let server = tokio::spawn(serve(listener, [None, Some("503 Unavailable"), Some("201 Created")]));
        let (caller, client) = (Caller::default(), reqwest::Client::builder().no_proxy().build()?);
        let response = caller.send(|| Ok(client.post(&url))).await?.into_success()?;
        assert_eq!((response.status, caller.counts()), (StatusCode::CREATED, (1, 2)));
        server.await.context("it ended")?
    }

    #[test]
    fn refusal_is_final_and_no_success() {
        let refused = ApiResponse { status: StatusCode::CONFLICT, location: String::new(), body: Value::Null };
        assert!(!refused.is_temporary());
        assert!(refused.into_success().is_err());
        let body = serde_json::json!({ "code": "in_progress" });
        assert!(ApiResponse { status: StatusCode::CONFLICT, location: String::new(), body }.is_temporary());
    }
}
