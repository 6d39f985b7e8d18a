//! A reverse proxy that loses, delays, repeats and reorders calls, and kills a program at the same time.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use bytes::Bytes;
use parking_lot::{Mutex, MutexGuard};
use reqwest::Client;
use tokio::net::TcpListener;
use tokio::sync::Notify;
use tokio::time::{sleep, timeout};

use super::programs::{KilledProcess, Programs};

/// The delay of a slow call.
const SLOW_DELAY: Duration = Duration::from_millis(1_500);
/// Longer than the timeouts of api and worker.
const TOO_SLOW_DELAY: Duration = Duration::from_millis(10_500);
/// How long a call waits to be overtaken.
const OVERTAKE_TIMEOUT: Duration = Duration::from_secs(4);
const POLL_INTERVAL: Duration = Duration::from_millis(50);
/// The number of attempts to connect to a program that is starting.
const MAX_CONNECT_ATTEMPTS: u32 = 300;
/// The number of checks for an expected call.
const MAX_CALL_CHECKS: u32 = 100;
const MAX_BODY_BYTES: usize = 1 << 20;

/// The fault of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It never arrives.
    LostRequest,
    /// The request arrives; the response does not.
    LostResponse,
    /// It arrives late.
    Slow,
    /// It arrives after its sender has given up.
    TooSlow,
    /// The request arrives at once, the response late.
    LateResponse,
    /// The proxy returns 500.
    Broken,
    /// The request arrives twice, and the second response is returned.
    Duplicate,
    /// It arrives after the next call like it.
    OutOfOrder,
}

/// Which call has which fault.
#[derive(Clone, Debug)]
pub struct Rule {
    pub method: Method,
    /// The prefix of its path.
    pub prefix: &'static str,
    /// The suffix of its path.
    pub suffix: &'static str,
    /// A text in its URL, headers or body that identifies the purchase.
    pub marker: String,
    /// Which of those calls, from 1; `None` for all.
    pub nth: Option<usize>,
    pub fault: Fault,
    pub killed: Option<KilledProcess>,
}

#[derive(Debug)]
struct ActiveRule {
    rule: Rule,
    call_count: usize,
    overtaken: Arc<Notify>,
}

/// The rules that match a call.
#[derive(Default)]
struct Match {
    /// The rule to apply, and the notification that ends the waiting of a call out of order.
    fault: Option<(Rule, Arc<Notify>)>,
    /// The waiting calls that this call overtakes.
    overtaken: Vec<Arc<Notify>>,
}

/// The target of a proxy.
#[derive(Clone, Debug)]
pub enum Upstream {
    /// The api at its current port.
    Api,
    /// A fixed URL.
    Url(String),
}

/// A running proxy. Clones share it.
#[derive(Clone)]
pub struct Proxy(Arc<Inner>);

struct Inner {
    upstream: Upstream,
    programs: Arc<Programs>,
    rules: Mutex<Vec<ActiveRule>>,
    /// The number of calls in flight.
    in_flight: AtomicUsize,
    client: Client,
}

impl Proxy {
    /// Starts a proxy on a listener.
    pub fn serve(listener: TcpListener, upstream: Upstream, programs: Arc<Programs>) -> Self {
        // a pooled connection may belong to a killed program
        let client = Client::builder().no_proxy().redirect(reqwest::redirect::Policy::none()).pool_max_idle_per_host(0);
        let client = client.timeout(Duration::from_secs(30)).build().expect("a client");
        let (rules, in_flight) = (Mutex::default(), AtomicUsize::new(0));
        let proxy = Self(Arc::new(Inner { upstream, programs, rules, in_flight, client }));
        let router = Router::new().fallback(serve).with_state(proxy.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        proxy
    }

    /// Adds a rule.
    pub fn inject(&self, rule: Rule) {
        self.rules().push(ActiveRule { rule, call_count: 0, overtaken: Arc::default() });
    }

    /// Returns the rules of one purchase that were never applied.
    pub fn unused_rules(&self, marker: &str) -> Vec<String> {
        let rules = self.rules();
        let unused = rules.iter().filter(|one| one.rule.marker == marker && one.call_count < one.rule.nth.unwrap_or(1));
        unused.map(|one| format!("{} {}…{}", one.rule.method, one.rule.prefix, one.rule.suffix)).collect()
    }

    /// Waits until the rules of one purchase were applied, for up to five seconds.
    pub async fn wait_until_called(&self, marker: &str) {
        for _ in 0..MAX_CALL_CHECKS {
            if self.unused_rules(marker).is_empty() {
                return sleep(POLL_INTERVAL).await;
            }
            sleep(POLL_INTERVAL).await;
        }
    }

    /// Returns whether no call is in flight.
    pub fn is_idle(&self) -> bool {
        self.0.in_flight.load(Ordering::SeqCst) == 0
    }

    fn rules(&self) -> MutexGuard<'_, Vec<ActiveRule>> {
        self.0.rules.lock()
    }

    /// Finds the rules that match a call, and counts the call.
    fn match_rules(&self, parts: &Parts, body: &Bytes) -> Match {
        let text = format!("{} {:?} {}", parts.uri, parts.headers, String::from_utf8_lossy(body));
        let mut found = Match::default();
        for active in self.rules().iter_mut() {
            let (rule, path) = (&active.rule, parts.uri.path());
            let is_path = path.starts_with(rule.prefix) && path.ends_with(rule.suffix);
            if parts.method != rule.method || !is_path || !text.contains(&rule.marker) {
                continue;
            }
            active.call_count += 1;
            match rule.nth {
                Some(nth) if nth < active.call_count => found.overtaken.push(active.overtaken.clone()),
                Some(nth) if nth > active.call_count => {}
                _ => found.fault = Some((rule.clone(), active.overtaken.clone())),
            }
        }
        found
    }

    async fn handle(&self, parts: &Parts, body: &Bytes) -> Response {
        let Match { fault, overtaken } = self.match_rules(parts, body);
        let response = match fault {
            None => self.forward(parts, body).await.unwrap_or_else(drop_connection),
            Some((rule, overtaken)) => self.apply(&rule, &overtaken, parts, body).await,
        };
        for waiting in overtaken {
            waiting.notify_one();
        }
        response
    }

    async fn apply(&self, rule: &Rule, overtaken: &Notify, parts: &Parts, body: &Bytes) -> Response {
        let kill = async || {
            if let Some(killed) = rule.killed {
                self.0.programs.kill(killed).await;
            }
        };
        match rule.fault {
            Fault::LostRequest => {
                kill().await;
                return drop_connection();
            }
            Fault::Broken => {
                kill().await;
                return StatusCode::INTERNAL_SERVER_ERROR.into_response();
            }
            Fault::LostResponse => {
                let _ = self.forward(parts, body).await;
                kill().await;
                return drop_connection();
            }
            Fault::LateResponse => {
                let response = self.forward(parts, body).await;
                kill().await;
                sleep(SLOW_DELAY).await;
                return response.unwrap_or_else(drop_connection);
            }
            Fault::Duplicate => {
                let _ = self.forward(parts, body).await;
                kill().await;
            }
            Fault::Slow | Fault::TooSlow => {
                kill().await;
                sleep(if rule.fault == Fault::Slow { SLOW_DELAY } else { TOO_SLOW_DELAY }).await;
            }
            Fault::OutOfOrder => {
                kill().await;
                let _ = timeout(OVERTAKE_TIMEOUT, overtaken.notified()).await;
            }
        }
        self.forward(parts, body).await.unwrap_or_else(drop_connection)
    }

    /// Forwards a call and returns the response; `None` when the connection broke. Waits for a program that is starting.
    async fn forward(&self, parts: &Parts, body: &Bytes) -> Option<Response> {
        let path = parts.uri.path_and_query().map_or("/", |path| path.as_str());
        for _ in 0..MAX_CONNECT_ATTEMPTS {
            let base = match &self.0.upstream {
                Upstream::Api => format!("http://127.0.0.1:{}", self.0.programs.api_port()),
                Upstream::Url(base) => base.trim_end_matches('/').to_owned(),
            };
            let mut headers = parts.headers.clone();
            remove_hop_by_hop_headers(&mut headers);
            let call = self.0.client.request(parts.method.clone(), format!("{base}{path}")).headers(headers);
            match call.body(body.clone()).send().await {
                Ok(response) => {
                    let (status, mut headers) = (response.status(), response.headers().clone());
                    remove_hop_by_hop_headers(&mut headers);
                    return Some((status, headers, response.bytes().await.ok()?).into_response());
                }
                Err(error) if error.is_connect() => sleep(POLL_INTERVAL).await,
                Err(_) => return None,
            }
        }
        None
    }
}

async fn serve(State(proxy): State<Proxy>, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    let Ok(body) = to_bytes(body, MAX_BODY_BYTES).await else { return drop_connection() };
    proxy.0.in_flight.fetch_add(1, Ordering::SeqCst);
    // in a task of its own, so that the call arrives even if its sender gives up
    let handled = tokio::spawn(async move {
        let response = proxy.handle(&parts, &body).await;
        proxy.0.in_flight.fetch_sub(1, Ordering::SeqCst);
        response
    });
    handled.await.unwrap_or_else(|_| drop_connection())
}

/// Returns a response that closes the connection before its first byte.
fn drop_connection() -> Response {
    let broken = futures::stream::once(async { Err::<Bytes, _>(io::Error::other("it is lost")) });
    Body::from_stream(broken).into_response()
}

/// Removes the headers that belong to one connection.
fn remove_hop_by_hop_headers(headers: &mut HeaderMap) {
    for name in [header::CONNECTION, header::TRANSFER_ENCODING, header::CONTENT_LENGTH] {
        headers.remove(name);
    }
}

/// Listens on a free port; returns the listener and its address.
pub async fn listen() -> (TcpListener, SocketAddr) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = listener.local_addr().expect("an address");
    (listener, address)
}
