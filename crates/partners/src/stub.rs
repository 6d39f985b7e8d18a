//! A stub of an outside party for tests: it returns prepared responses and records the requests.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use url::Url;
use wiremock::matchers::any;
use wiremock::{Mock, MockServer, Request, Respond, ResponseTemplate};

/// The delay of a response that arrives after every client's timeout.
pub(crate) const NEVER: Duration = Duration::from_mins(1);

pub(crate) struct Party {
    server: MockServer,
    /// A base URL that includes a path.
    pub(crate) url: Url,
}

/// Returns the responses in turn, then repeats the last one.
struct InTurn {
    answers: Vec<ResponseTemplate>,
    next: AtomicUsize,
}

impl Respond for InTurn {
    fn respond(&self, _: &Request) -> ResponseTemplate {
        let next = self.next.fetch_add(1, Ordering::Relaxed).min(self.answers.len() - 1);
        self.answers[next].clone()
    }
}

impl Party {
    /// Starts a stub that returns these statuses and bodies in turn.
    pub(crate) async fn answering(answers: &[(u16, &str)]) -> Self {
        let answer = |(status, body): &(u16, &str)| ResponseTemplate::new(*status).set_body_string(*body);
        Self::responding(answers.iter().map(answer).collect()).await
    }

    /// Starts a stub that accepts requests and never responds.
    pub(crate) async fn hanging() -> Self {
        Self::responding(vec![ResponseTemplate::new(200).set_delay(NEVER)]).await
    }

    /// Starts a stub that returns these responses in turn.
    pub(crate) async fn responding(answers: Vec<ResponseTemplate>) -> Self {
        let server = MockServer::start().await;
        Mock::given(any()).respond_with(InTurn { answers, next: AtomicUsize::new(0) }).mount(&server).await;
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
