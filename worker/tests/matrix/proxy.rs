//! A reverse proxy that loses, delays, repeats and reorders the calls that it is told to, and has a program killed meanwhile.

use std::io;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use bytes::Bytes;
use reqwest::Client;
use tokio::net::TcpListener;
use tokio::sync::Notify;
use tokio::time::{sleep, timeout};

use super::programs::{Programs, Victim};

/// How long a slow call takes to arrive.
const SLOW: Duration = Duration::from_millis(1_500);
/// Longer than any program waits for the provider.
const TOO_SLOW: Duration = Duration::from_millis(10_500);
/// How long a call is held for the next one to pass it.
const HOLD: Duration = Duration::from_secs(4);
/// How often, 50 ms apart, a program that is being started is tried.
const TRIES: u32 = 300;
/// The largest body.
const LARGEST: usize = 1 << 20;

/// What goes wrong with a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It never arrives.
    LostRequest,
    /// It arrives, and its answer does not.
    LostAnswer,
    /// It arrives late.
    Slow,
    /// It arrives when nobody waits for it any more.
    TooSlow,
    /// It arrives at once, and its answer late.
    LateAnswer,
    /// It is answered with 500 on the way.
    Broken,
    /// It arrives twice, and the second answer comes back.
    Duplicate,
    /// It arrives after the next call like it.
    OutOfOrder,
}

/// Which call is to go wrong, and how.
#[derive(Clone, Debug)]
pub struct Rule {
    pub method: Method,
    /// What its path begins and ends with.
    pub path: (&'static str, &'static str),
    /// A text that its address, headers or body must hold: what only one purchase's calls have.
    pub about: String,
    /// Which of those calls, from 1; none for each of them.
    pub nth: Option<usize>,
    pub fault: Fault,
    pub victim: Option<Victim>,
}

#[derive(Debug)]
struct Armed {
    rule: Rule,
    seen: usize,
    passed: Arc<Notify>,
}

/// What goes wrong with a call, with how its waiting ends; and the waiting calls that it passes.
type Judgement = (Option<(Rule, Arc<Notify>)>, Vec<Arc<Notify>>);

/// Where a proxy leads.
#[derive(Clone, Debug)]
pub enum Upstream {
    /// To the api, wherever it serves now.
    Api,
    /// To an address.
    At(String),
}

/// A running proxy. Clones share it.
#[derive(Clone)]
pub struct Proxy(Arc<Inner>);

struct Inner {
    upstream: Upstream,
    programs: Arc<Programs>,
    rules: Mutex<Vec<Armed>>,
    /// Calls that are on their way.
    under_way: AtomicUsize,
    client: Client,
}

impl Proxy {
    /// Serves on a listener.
    pub fn serve(listener: TcpListener, upstream: Upstream, programs: Arc<Programs>) -> Self {
        // a kept connection may be a killed program's
        let client = Client::builder().no_proxy().redirect(reqwest::redirect::Policy::none()).pool_max_idle_per_host(0);
        let client = client.timeout(Duration::from_secs(30)).build().expect("a client");
        let (rules, under_way) = (Mutex::default(), AtomicUsize::new(0));
        let proxy = Self(Arc::new(Inner { upstream, programs, rules, under_way, client }));
        let router = Router::new().fallback(pass).with_state(proxy.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        proxy
    }

    /// Lets a call go wrong.
    pub fn arm(&self, rule: Rule) {
        self.rules().push(Armed { rule, seen: 0, passed: Arc::default() });
    }

    /// The rules about one purchase whose call never came.
    pub fn unmet(&self, about: &str) -> Vec<String> {
        let rules = self.rules();
        let unmet = rules.iter().filter(|one| one.rule.about == about && one.seen < one.rule.nth.unwrap_or(1));
        unmet.map(|one| format!("{} {}…{}", one.rule.method, one.rule.path.0, one.rule.path.1)).collect()
    }

    /// Waits a moment for the calls of the rules about one purchase.
    pub async fn met(&self, about: &str) {
        for _ in 0..100 {
            if self.unmet(about).is_empty() {
                return sleep(Duration::from_millis(50)).await;
            }
            sleep(Duration::from_millis(50)).await;
        }
    }

    /// Whether nothing is on its way.
    pub fn is_idle(&self) -> bool {
        self.0.under_way.load(Ordering::SeqCst) == 0
    }

    fn rules(&self) -> std::sync::MutexGuard<'_, Vec<Armed>> {
        self.0.rules.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What is to go wrong with a call, and which held calls it passes.
    fn judge(&self, parts: &Parts, body: &Bytes) -> Judgement {
        let text = format!("{} {:?} {}", parts.uri, parts.headers, String::from_utf8_lossy(body));
        let (mut fault, mut overtaken) = (None, Vec::new());
        for armed in self.rules().iter_mut() {
            let (begins, ends) = armed.rule.path;
            let path = parts.uri.path();
            let meant = parts.method == armed.rule.method && path.starts_with(begins) && path.ends_with(ends);
            if !meant || !text.contains(&armed.rule.about) {
                continue;
            }
            armed.seen += 1;
            if armed.rule.nth.is_none_or(|nth| nth == armed.seen) {
                fault = Some((armed.rule.clone(), armed.passed.clone()));
            } else if armed.rule.nth.is_some_and(|nth| nth < armed.seen) {
                overtaken.push(armed.passed.clone());
            }
        }
        (fault, overtaken)
    }

    async fn carry(&self, parts: &Parts, body: Bytes) -> Response {
        let (fault, overtaken) = self.judge(parts, &body);
        let answer = match fault {
            None => self.forward(parts, &body).await.unwrap_or_else(dropped),
            Some((rule, passed)) => self.fail(&rule, &passed, (parts, &body)).await,
        };
        for held in overtaken {
            held.notify_one();
        }
        answer
    }

    async fn fail(&self, rule: &Rule, passed: &Notify, (parts, body): (&Parts, &Bytes)) -> Response {
        let kill = async || {
            if let Some(victim) = rule.victim {
                self.0.programs.kill(victim).await;
            }
        };
        match rule.fault {
            Fault::LostRequest => {
                kill().await;
                return dropped();
            }
            Fault::Broken => {
                kill().await;
                return StatusCode::INTERNAL_SERVER_ERROR.into_response();
            }
            Fault::LostAnswer => {
                let _ = self.forward(parts, body).await;
                kill().await;
                return dropped();
            }
            Fault::LateAnswer => {
                let answer = self.forward(parts, body).await;
                kill().await;
                sleep(SLOW).await;
                return answer.unwrap_or_else(dropped);
            }
            Fault::Duplicate => {
                let _ = self.forward(parts, body).await;
                kill().await;
            }
            Fault::Slow | Fault::TooSlow => {
                kill().await;
                sleep(if rule.fault == Fault::Slow { SLOW } else { TOO_SLOW }).await;
            }
            Fault::OutOfOrder => {
                kill().await;
                let _ = timeout(HOLD, passed.notified()).await;
            }
        }
        self.forward(parts, body).await.unwrap_or_else(dropped)
    }

    /// The upstream's answer; none when its connection broke. Waits for a program that is being started.
    async fn forward(&self, parts: &Parts, body: &Bytes) -> Option<Response> {
        let path = parts.uri.path_and_query().map_or("/", |path| path.as_str());
        for _ in 0..TRIES {
            let base = match &self.0.upstream {
                Upstream::Api => format!("http://127.0.0.1:{}", self.0.programs.api_port()),
                Upstream::At(base) => base.trim_end_matches('/').to_owned(),
            };
            let mut headers = parts.headers.clone();
            strip(&mut headers);
            let call = self.0.client.request(parts.method.clone(), format!("{base}{path}")).headers(headers);
            match call.body(body.clone()).send().await {
                Ok(answer) => {
                    let (status, mut headers) = (answer.status(), answer.headers().clone());
                    strip(&mut headers);
                    return Some((status, headers, answer.bytes().await.ok()?).into_response());
                }
                Err(error) if error.is_connect() => sleep(Duration::from_millis(50)).await,
                Err(_) => return None,
            }
        }
        None
    }
}

async fn pass(State(proxy): State<Proxy>, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    let Ok(body) = to_bytes(body, LARGEST).await else { return dropped() };
    proxy.0.under_way.fetch_add(1, Ordering::SeqCst);
    // what is under way arrives, whether or not its sender still waits
    let carried = tokio::spawn(async move {
        let answer = proxy.carry(&parts, body).await;
        proxy.0.under_way.fetch_sub(1, Ordering::SeqCst);
        answer
    });
    carried.await.unwrap_or_else(|_| dropped())
}

/// An answer that ends its connection before its first byte.
fn dropped() -> Response {
    let broken = futures::stream::once(async { Err::<Bytes, _>(io::Error::other("it is lost")) });
    Body::from_stream(broken).into_response()
}

/// Takes away what belongs to one connection.
fn strip(headers: &mut HeaderMap) {
    for name in [header::CONNECTION, header::TRANSFER_ENCODING, header::CONTENT_LENGTH] {
        headers.remove(name);
    }
}

/// A listener on a free port, and its address.
pub async fn listen() -> (TcpListener, SocketAddr) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = listener.local_addr().expect("an address");
    (listener, address)
}
