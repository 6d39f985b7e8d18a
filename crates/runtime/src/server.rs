//! The HTTP server: every listener of the product has the same kinds of limits.

use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::{Request, Response, StatusCode, Version, header};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_util::sync::CancellationToken;
use tower::ServiceExt as _;

/// The pause after the operating system refused a connection, for lack of file descriptors for instance.
const ACCEPT_RETRY_DELAY: Duration = Duration::from_secs(1);

/// The limits of a listener.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The maximum number of open connections. More wait in the operating system's queue.
    pub max_connections: u32,
    /// How long a new connection may take to send the head of its first request.
    pub first_head_timeout: Duration,
    /// How long a connection may be idle, and how long the head of a later request may take. It exceeds the idle
    /// timeout of proxies (60 s at nginx and AWS), which would otherwise send into a connection that is being closed.
    pub head_timeout: Duration,
    /// How long open requests may take after the stop.
    pub drain_timeout: Duration,
}

impl Limits {
    /// For clients.
    pub const CLIENTS: Self = Self {
        max_connections: 4_096,
        first_head_timeout: Duration::from_secs(15),
        head_timeout: Duration::from_secs(75),
        drain_timeout: Duration::from_secs(20),
    };

    /// For operations: monitoring and people.
    pub const OPERATIONS: Self = Self { max_connections: 64, drain_timeout: Duration::from_secs(5), ..Self::CLIENTS };
}

/// Serves a router until `stop` is cancelled, then lets open requests finish. Handlers find the peer's address in
/// [`ConnectInfo`]. Requests without exactly one `Host` header are refused.
pub async fn serve(listener: TcpListener, router: Router, limits: Limits, stop: CancellationToken) {
    let slots = Arc::new(Semaphore::new(usize::try_from(limits.max_connections).unwrap_or(Semaphore::MAX_PERMITS)));
    while let Some(Ok(slot)) = stop.run_until_cancelled(Arc::clone(&slots).acquire_owned()).await {
        let Some(accepted) = stop.run_until_cancelled(listener.accept()).await else { break };
        match accepted {
            Ok((stream, peer)) => {
                let connection = Connection { peer, router: router.clone(), limits, stop: stop.clone() };
                tokio::spawn(connection.serve(stream, slot));
            }
            Err(error) if is_of_connection(&error) => {}
            Err(error) => {
                tracing::error!(%error, "no connection can be accepted");
                tokio::time::sleep(ACCEPT_RETRY_DELAY).await;
            }
        }
    }
    drop(listener);
    let _ = tokio::time::timeout(limits.drain_timeout, slots.acquire_many(limits.max_connections)).await;
}

/// Returns whether a failed accept concerns only one connection, which its client aborted.
fn is_of_connection(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}

struct Connection {
    peer: SocketAddr,
    router: Router,
    limits: Limits,
    stop: CancellationToken,
}

impl Connection {
    async fn serve(self, stream: TcpStream, _slot: OwnedSemaphorePermit) {
        let _ = stream.set_nodelay(true);
        let has_request = AtomicBool::new(false);
        let service = service_fn(|request: Request<Incoming>| {
            has_request.store(true, Ordering::Relaxed);
            handle(self.router.clone(), self.peer, request)
        });
        let mut http = http1::Builder::new();
        http.timer(TokioTimer::new()).header_read_timeout(self.limits.head_timeout);
        let mut connection = std::pin::pin!(http.serve_connection(TokioIo::new(stream), service));
        let first_head = tokio::time::sleep(self.limits.first_head_timeout);
        // an error here means that the client went away, which needs no log line
        tokio::select! {
            _ = connection.as_mut() => return,
            () = first_head => if !has_request.load(Ordering::Relaxed) { return },
            () = self.stop.cancelled() => {}
        }
        tokio::select! {
            _ = connection.as_mut() => return,
            () = self.stop.cancelled() => {}
        }
        connection.as_mut().graceful_shutdown();
        let _ = tokio::time::timeout(self.limits.drain_timeout, connection).await;
    }
}

async fn handle(
    router: Router,
    peer: SocketAddr,
    mut request: Request<Incoming>,
) -> Result<Response<Body>, Infallible> {
    // RFC 9112, 3.2: with two hosts, proxies and servers may disagree on which one is valid
    let hosts = request.headers().get_all(header::HOST).iter().count();
    if hosts > 1 || (hosts == 0 && request.version() == Version::HTTP_11) {
        let mut refusal = Response::new(Body::empty());
        *refusal.status_mut() = StatusCode::BAD_REQUEST;
        return Ok(refusal);
    }
    request.extensions_mut().insert(ConnectInfo(peer));
    router.oneshot(request.map(Body::new)).await
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use axum::routing::get;
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

    use super::*;

    const SHORT: Duration = Duration::from_millis(200);
    const GET: &str = "GET / HTTP/1.1\r\nhost: a.kr\r\n\r\n";

    async fn start(limits: Limits) -> (SocketAddr, CancellationToken, tokio::task::JoinHandle<()>) {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("an address");
        let router = Router::new()
            .route("/", get(|ConnectInfo(peer): ConnectInfo<SocketAddr>| async move { peer.ip().to_string() }))
            .route("/slow", get(|| tokio::time::sleep(SHORT)));
        let stop = CancellationToken::new();
        (address, stop.clone(), tokio::spawn(serve(listener, router, limits, stop)))
    }

    /// Sends a text and returns what arrives within five seconds or until the connection ends.
    async fn send(stream: &mut TcpStream, text: &str) -> String {
        stream.write_all(text.as_bytes()).await.expect("sent");
        let mut response = Vec::new();
        let _ = tokio::time::timeout(Duration::from_secs(5), stream.read_to_end(&mut response)).await;
        String::from_utf8(response).expect("text")
    }

    async fn connect(address: SocketAddr) -> TcpStream {
        TcpStream::connect(address).await.expect("a connection")
    }

    #[tokio::test]
    async fn half_head_is_closed_in_time() {
        let limits = Limits { first_head_timeout: SHORT, head_timeout: SHORT * 2, ..Limits::CLIENTS };
        let (address, _stop, _serving) = start(limits).await;
        for sent in ["", "GET / HTTP/1.1\r\nhost:", &format!("{GET}GET / HTTP/1.1\r\nhost:"), GET] {
            let start = Instant::now();
            let response = send(&mut connect(address).await, sent).await;
            assert!(start.elapsed() < Duration::from_secs(4), "{sent:?} was still open");
            assert_eq!(response.contains("200 OK"), sent.starts_with(GET), "{sent:?}: {response:?}");
        }
    }

    #[tokio::test]
    async fn request_needs_one_host_header() {
        let (address, _stop, _serving) = start(Limits::CLIENTS).await;
        for (head, status) in [
            ("GET / HTTP/1.1\r\nhost: a.kr\r\nhost: b.kr\r\nconnection: close\r\n\r\n", "400"),
            ("GET / HTTP/1.1\r\nhost: a.kr\r\nhost: a.kr\r\nconnection: close\r\n\r\n", "400"),
            ("GET / HTTP/1.1\r\nconnection: close\r\n\r\n", "400"),
            ("GET / HTTP/1.1\r\nhost: a.kr\r\nconnection: close\r\n\r\n", "200"),
            ("GET / HTTP/1.0\r\n\r\n", "200"),
        ] {
            let response = send(&mut connect(address).await, head).await;
            assert_eq!(response.split_whitespace().nth(1), Some(status), "{head:?}: {response:?}");
        }
    }

    #[tokio::test]
    async fn full_listener_serves_next_when_one_ends() {
        let (address, _stop, _serving) = start(Limits { max_connections: 1, ..Limits::CLIENTS }).await;
        let mut first = connect(address).await;
        first.write_all(GET.as_bytes()).await.expect("sent");
        let mut start_of_response = [0; 12];
        first.read_exact(&mut start_of_response).await.expect("a response");
        let mut second = connect(address).await;
        second.write_all(GET.as_bytes()).await.expect("sent");
        let waiting = tokio::time::timeout(SHORT, second.read_exact(&mut start_of_response)).await;
        assert!(waiting.is_err(), "the only place is taken");
        drop(first);
        let served = tokio::time::timeout(Duration::from_secs(5), second.read_exact(&mut start_of_response)).await;
        served.expect("in time").expect("a response");
        assert_eq!(&start_of_response, b"HTTP/1.1 200");
    }

    #[tokio::test]
    async fn stop_lets_open_request_finish() {
        let (address, stop, serving) = start(Limits::CLIENTS).await;
        let mut idle = connect(address).await;
        let mut slow = connect(address).await;
        slow.write_all(b"GET /slow HTTP/1.1\r\nhost: a.kr\r\n\r\n").await.expect("sent");
        tokio::time::sleep(SHORT / 4).await;
        stop.cancel();
        assert!(send(&mut slow, "").await.contains("200 OK"), "the open request is completed");
        assert_eq!(send(&mut idle, "").await, "", "the idle connection is closed");
        tokio::time::timeout(Duration::from_secs(5), serving).await.expect("in time").expect("no panic");
    }
}
