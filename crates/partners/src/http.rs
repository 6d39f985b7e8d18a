//! HTTP calls that a page waits for: short timeouts, limited responses, no personal data in errors.

use std::time::Duration;

use reqwest::{Client, Response, StatusCode};
use serde::de::DeserializeOwned;
use url::Url;

/// How long connecting may take.
const CONNECT_TIMEOUT: Duration = Duration::from_millis(1_500);
/// The longest response body.
const MAX_RESPONSE_BYTES: usize = 512 * 1024;

/// A party cannot be reached, is too slow, or sends an unexpected response. The text is for logs and contains neither
/// the request nor the response.
#[derive(Debug, thiserror::Error)]
#[error("the party is unavailable: {0}")]
pub struct ServiceUnavailable(pub String);

impl From<reqwest::Error> for ServiceUnavailable {
    fn from(error: reqwest::Error) -> Self {
        // the URL may contain a person's search terms
        Self(error.without_url().to_string())
    }
}

/// Builds a client with this timeout. It follows no redirect: another host is not the configured party.
pub(crate) fn build_client(timeout: Duration) -> Result<Client, ServiceUnavailable> {
    let client = Client::builder().connect_timeout(CONNECT_TIMEOUT).timeout(timeout);
    Ok(client.redirect(reqwest::redirect::Policy::none()).build()?)
}

/// Appends `path` to a base URL, which may have a path of its own.
pub(crate) fn join_url(base: &Url, path: &str) -> Result<Url, ServiceUnavailable> {
    let text = format!("{}{path}", base.as_str().trim_end_matches('/'));
    text.parse().map_err(|error| ServiceUnavailable(format!("its URL is invalid: {error}")))
}

/// Returns the status of a response and its body of at most `max_bytes`.
pub(crate) async fn read_bytes(
    mut response: Response,
    max_bytes: usize,
) -> Result<(StatusCode, Vec<u8>), ServiceUnavailable> {
    let status = response.status();
    let mut body = Vec::new();
    while let Some(part) = response.chunk().await? {
        if body.len() + part.len() > max_bytes {
            return Err(ServiceUnavailable(format!("{status} with a response that is too long")));
        }
        body.extend_from_slice(&part);
    }
    Ok((status, body))
}

/// Returns the status of a response and its JSON body.
pub(crate) async fn read_json<T: DeserializeOwned>(response: Response) -> Result<(StatusCode, T), ServiceUnavailable> {
    read_long_json(response, MAX_RESPONSE_BYTES).await
}

/// Returns the status of a response and its JSON body of at most `max_bytes`.
pub(crate) async fn read_long_json<T: DeserializeOwned>(
    response: Response,
    max_bytes: usize,
) -> Result<(StatusCode, T), ServiceUnavailable> {
    let (status, body) = read_bytes(response, max_bytes).await?;
    // serde's message could quote the response
    let parsed = serde_json::from_slice(&body);
    parsed
        .map(|value| (status, value))
        .map_err(|_| ServiceUnavailable(format!("{status} with a response in an unexpected format")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stub::{Party, closed_url};

    async fn get(url: Url) -> Result<Response, ServiceUnavailable> {
        Ok(build_client(Duration::from_millis(300)).expect("a client").get(url).send().await?)
    }

    #[test]
    fn joined_url_keeps_path_of_base() {
        let joined = |base: &str| join_url(&base.parse().expect("a URL"), "/v1/x").expect("a URL").to_string();
        assert_eq!(joined("https://a.example"), "https://a.example/v1/x");
        assert_eq!(joined("http://127.0.0.1:9/party/"), "http://127.0.0.1:9/party/v1/x");
    }

    #[tokio::test]
    async fn too_long_response_is_unavailable() {
        let body = |length| format!("\"{}\"", "a".repeat(length));
        let (fitting, too_long) = (body(MAX_RESPONSE_BYTES - 2), body(MAX_RESPONSE_BYTES - 1));
        let party = Party::with_responses(&[(200, &fitting), (200, &too_long)]).await;
        let read = async || read_json::<String>(get(party.url.clone()).await.expect("a response")).await;
        assert_eq!(read().await.expect("a result").1.len(), MAX_RESPONSE_BYTES - 2);
        let error = read().await.expect_err("too long").to_string();
        assert!(error.contains("too long"), "{error}");
    }

    #[tokio::test]
    async fn redirect_is_not_followed() {
        let party = Party::with_templates(vec![
            wiremock::ResponseTemplate::new(302).insert_header("location", "http://127.0.0.1:9/elsewhere"),
        ])
        .await;
        assert_eq!(get(party.url.clone()).await.expect("a response").status(), StatusCode::FOUND);
        assert_eq!(party.requests().await.len(), 1);
    }

    #[tokio::test]
    async fn invalid_json_is_not_quoted() {
        let party = Party::with_responses(&[(200, r#"{"name":"김하늘"}"#)]).await;
        let response = get(party.url.clone()).await.expect("a response");
        let error = read_json::<Vec<u8>>(response).await.expect_err("another form").to_string();
        assert_eq!(error, "the party is unavailable: 200 OK with a response in an unexpected format");
    }

    #[tokio::test]
    async fn timeout_and_closed_port_hide_the_url() {
        let unresponsive = Party::unresponsive().await;
        for base in [unresponsive.url.clone(), closed_url()] {
            let mut url = base.clone();
            url.set_query(Some("keyword=secret"));
            let error = get(url).await.expect_err("no response").to_string();
            assert!(!error.contains("secret") && !error.contains("127.0.0.1"), "{error}");
        }
    }
}
