//! A stub of an outside party for tests: it returns prepared responses and records the requests.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use url::Url;
use wiremock::matchers::any;
use wiremock::{Mock, MockServer, Request, Respond, ResponseTemplate};

/// The delay of a response that arrives after every client's timeout.
pub(crate) const UNRESPONSIVE_DELAY: Duration = Duration::from_mins(1);

pub(crate) struct Party {
    server: MockServer,
    /// A base URL that includes a path.
    pub(crate) url: Url,
}

/// Returns the responses in turn, then repeats the last one.
struct SequentialResponder {
    responses: Vec<ResponseTemplate>,
    next: AtomicUsize,
}

impl Respond for SequentialResponder {
    fn respond(&self, _: &Request) -> ResponseTemplate {
        let next = self.next.fetch_add(1, Ordering::Relaxed).min(self.responses.len() - 1);
        self.responses[next].clone()
    }
}

impl Party {
    /// Starts a stub that returns these statuses and bodies in turn.
    pub(crate) async fn with_responses(responses: &[(u16, &str)]) -> Self {
        let response = |(status, body): &(u16, &str)| ResponseTemplate::new(*status).set_body_string(*body);
        Self::with_templates(responses.iter().map(response).collect()).await
    }

    /// Starts a stub that accepts requests and never responds.
    pub(crate) async fn unresponsive() -> Self {
        Self::with_templates(vec![ResponseTemplate::new(200).set_delay(UNRESPONSIVE_DELAY)]).await
    }

    /// Starts a stub that returns these responses in turn.
    pub(crate) async fn with_templates(responses: Vec<ResponseTemplate>) -> Self {
        let server = MockServer::start().await;
        Mock::given(any())
            .respond_with(SequentialResponder { responses, next: AtomicUsize::new(0) })
            .mount(&server)
            .await;
        let url = format!("{}/base/", server.uri()).parse().expect("a URL");
        Self { server, url }
    }

    /// Returns the requests so far.
    pub(crate) async fn requests(&self) -> Vec<Request> {
        self.server.received_requests().await.expect("requests are recorded")
    }

    /// Returns the method and the path with its query of each request.
    pub(crate) async fn calls(&self) -> Vec<String> {
        let target = |url: &Url| url[url::Position::BeforePath..url::Position::AfterQuery].to_owned();
        self.requests().await.iter().map(|request| format!("{} {}", request.method, target(&request.url))).collect()
    }
}

/// Returns the value of a header.
pub(crate) fn header<'a>(request: &'a Request, name: &str) -> &'a str {
    request.headers.get(name).expect("the header").to_str().expect("text")
}

/// Returns the body as text.
pub(crate) fn body(request: &Request) -> &str {
    std::str::from_utf8(&request.body).expect("text")
}

/// Returns the URL of a port on which nothing listens.
pub(crate) fn closed_url() -> Url {
    "http://127.0.0.1:9".parse().expect("a URL")
}
