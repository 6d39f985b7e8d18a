//! HTTP over a socket, for the program's ports and the object store.

use std::net::SocketAddr;
use std::time::Duration;

use serde_json::Value;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

/// A response.
#[derive(Debug)]
pub struct RawResponse {
    pub status: u16,
    /// The header lines in lower case.
    pub head: String,
    pub body: Vec<u8>,
}

impl RawResponse {
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    #[track_caller]
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).expect("JSON")
    }
}

/// Sends a request on a separate connection. Returns none without a response.
pub async fn send_request(
    address: SocketAddr,
    start: &str,
    headers: &[(&str, &str)],
    body: &[u8],
) -> Option<RawResponse> {
    let mut lines =
        vec![format!("{start} HTTP/1.1"), "connection: close".to_owned(), format!("content-length: {}", body.len())];
    if !headers.iter().any(|(name, _)| *name == "host") {
        lines.push(format!("host: {address}"));
    }
    lines.extend(headers.iter().map(|(name, value)| format!("{name}: {value}")));
    let head = lines.join("\r\n") + "\r\n\r\n";
    let exchange = async {
        let mut stream = TcpStream::connect(address).await.ok()?;
        stream.write_all(head.as_bytes()).await.ok()?;
        // a server may stop reading early, but its response is still read
        let _ = stream.write_all(body).await;
        let mut response = Vec::new();
        let _ = stream.read_to_end(&mut response).await;
        (!response.is_empty()).then_some(response)
    };
    let response = tokio::time::timeout(Duration::from_secs(20), exchange).await.ok()??;
    let end = response.windows(4).position(|four| four == b"\r\n\r\n").expect("an end of the headers");
    let head = String::from_utf8_lossy(&response[..end]).to_ascii_lowercase();
    let status = head.split_whitespace().nth(1).and_then(|status| status.parse().ok()).expect("a status");
    Some(RawResponse { status, head, body: response[end + 4..].to_vec() })
}

/// Returns the content type and body of a multipart form with text fields and a last field `file`.
pub fn form(fields: &[(String, String)], file: &[u8]) -> (String, Vec<u8>) {
    const BOUNDARY: &str = "----form-of-a-test";
    let mut body = Vec::new();
    for (name, value) in fields {
        let part = format!("--{BOUNDARY}\r\ncontent-disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n");
        body.extend_from_slice(part.as_bytes());
    }
    let disposition = "content-disposition: form-data; name=\"file\"; filename=\"tongue.jpg\"";
    body.extend_from_slice(format!("--{BOUNDARY}\r\n{disposition}\r\ncontent-type: image/jpeg\r\n\r\n").as_bytes());
    body.extend_from_slice(file);
    body.extend_from_slice(format!("\r\n--{BOUNDARY}--\r\n").as_bytes());
    (format!("multipart/form-data; boundary={BOUNDARY}"), body)
}
