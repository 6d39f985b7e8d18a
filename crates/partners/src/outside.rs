//! What the clients of parties that a page waits for share: short limits, no surprises in size, no personal data in errors.

use std::time::Duration;

use reqwest::{Client, Response, StatusCode};
use serde::de::DeserializeOwned;
use url::Url;

/// How long a party may take to be reached.
const CONNECT_LIMIT: Duration = Duration::from_millis(1_500);
/// The longest answer that is read, in bytes.
const LONGEST: usize = 512 * 1024;

/// A party cannot be reached, is too slow, or answers what it should not. The text is for the log and never holds what
/// was asked or answered.
#[derive(Debug, thiserror::Error)]
#[error("the party is unavailable: {0}")]
pub struct Outage(pub String);

impl From<reqwest::Error> for Outage {
    fn from(error: reqwest::Error) -> Self {
        // the address may carry what a person searched for
        Self(error.without_url().to_string())
    }
}

/// A client whose calls take no longer than `limit`. It follows no redirect: an API that sends elsewhere is not the
/// party that was configured.
pub(crate) fn client(limit: Duration) -> Result<Client, Outage> {
    let client = Client::builder().connect_timeout(CONNECT_LIMIT).timeout(limit);
    Ok(client.redirect(reqwest::redirect::Policy::none()).build()?)
}

/// The address of `path` below a base, which may have a path of its own.
pub(crate) fn at(base: &Url, path: &str) -> Result<Url, Outage> {
    let text = format!("{}{path}", base.as_str().trim_end_matches('/'));
    text.parse().map_err(|error| Outage(format!("its address cannot be used: {error}")))
}

/// The status of an answer and its body of at most `longest` bytes.
pub(crate) async fn bytes(mut answer: Response, longest: usize) -> Result<(StatusCode, Vec<u8>), Outage> {
    let status = answer.status();
    let mut body = Vec::new();
    while let Some(part) = answer.chunk().await? {
        if body.len() + part.len() > longest {
            return Err(Outage(format!("{status} with too long an answer")));
        }
        body.extend_from_slice(&part);
    }
    Ok((status, body))
}

/// The status of an answer and its body as JSON.
pub(crate) async fn read<T: DeserializeOwned>(answer: Response) -> Result<(StatusCode, T), Outage> {
    read_long(answer, LONGEST).await
}

/// The same for an answer of at most `longest` bytes.
pub(crate) async fn read_long<T: DeserializeOwned>(
    answer: Response,
    longest: usize,
) -> Result<(StatusCode, T), Outage> {
    let (status, body) = bytes(answer, longest).await?;
    // serde's own message could quote the answer
    let read = serde_json::from_slice(&body);
    read.map(|value| (status, value)).map_err(|_| Outage(format!("{status} with an answer of another form")))
}

#[cfg(test)]
pub(crate) mod tests {
    use std::collections::VecDeque;
    use std::sync::{Arc, Mutex};

    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    use tokio::net::TcpListener;

    use super::*;

    /// A party that gives the answers in turn and remembers what it was asked.
    pub(crate) struct Party {
        pub(crate) url: Url,
        asked: Arc<Mutex<Vec<String>>>,
    }

    impl Party {
        /// Answers each call with the next `(status, body)`; a body of none is never sent.
        pub(crate) async fn answering(answers: &[(&str, Option<&str>)]) -> Self {
            let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
            let url = format!("http://{}/base/", listener.local_addr().expect("an address")).parse().expect("a URL");
            let mut answers: VecDeque<(String, Option<String>)> =
                answers.iter().map(|(status, body)| ((*status).to_owned(), body.map(ToOwned::to_owned))).collect();
            let asked = Arc::new(Mutex::new(Vec::new()));
            let heard = asked.clone();
            tokio::spawn(async move {
                while let Some((status, body)) = answers.pop_front() {
                    let (mut stream, _) = listener.accept().await.expect("a call");
                    let request = request(&mut stream).await;
                    heard.lock().expect("nobody panicked").push(request);
                    let Some(body) = body else {
                        std::future::pending::<()>().await;
                        return;
                    };
                    let answer = format!(
                        "HTTP/1.1 {status}\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{body}",
                        body.len()
                    );
                    stream.write_all(answer.as_bytes()).await.expect("answered");
                }
            });
            Self { url, asked }
        }

        /// The calls so far, head and body.
        pub(crate) fn asked(&self) -> Vec<String> {
            self.asked.lock().expect("nobody panicked").clone()
        }
    }

    async fn request(stream: &mut tokio::net::TcpStream) -> String {
        let mut text = String::new();
        loop {
            let mut part = [0; 4_096];
            let count = stream.read(&mut part).await.expect("a request");
            text.push_str(std::str::from_utf8(&part[..count]).expect("text"));
            let Some((head, body)) = text.split_once("\r\n\r\n") else { continue };
            let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")).unwrap_or("0");
            if body.len() >= length.parse().expect("a length") {
                return text;
            }
        }
    }

    #[test]
    fn a_base_keeps_its_path() {
        let joined = |base: &str| at(&base.parse().expect("a URL"), "/v1/x").expect("an address").to_string();
        assert_eq!(joined("https://a.example"), "https://a.example/v1/x");
        assert_eq!(joined("http://127.0.0.1:9/party/"), "http://127.0.0.1:9/party/v1/x");
    }

    #[tokio::test]
    async fn an_answer_that_never_ends_is_not_read() {
        let endless = format!("\"{}\"", "a".repeat(LONGEST));
        let party = Party::answering(&[("200 OK", Some(&endless)), ("302 Found", Some("{}"))]).await;
        let http = client(Duration::from_secs(5)).expect("a client");
        let answer = http.get(party.url.clone()).send().await.expect("an answer");
        let refused = read::<String>(answer).await.expect_err("too long").to_string();
        assert!(refused.contains("too long"), "{refused}");
        let moved = http.get(party.url.clone()).send().await.expect("an answer");
        assert_eq!(moved.status(), StatusCode::FOUND);
    }
}
