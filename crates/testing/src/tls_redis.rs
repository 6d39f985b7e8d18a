//! A Redis for one test that only accepts TLS.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use sandbox::machine::child::{Child, StopPolicy, command};
use sandbox::machine::{ports, programs};
use tempfile::TempDir;
use tokio::net::TcpStream;

use crate::eventually;

const START_TIMEOUT: Duration = Duration::from_secs(15);

/// A Redis server for one test that only accepts TLS, with a certificate of its own authority. It is killed when
/// dropped.
#[derive(Debug)]
pub struct TlsRedis {
    // before the directory, so that the server is dropped first
    server: Child,
    dir: TempDir,
    port: u16,
}

impl TlsRedis {
    /// Starts a server.
    ///
    /// # Panics
    /// Redis or openssl is not installed, or Redis does not start.
    pub async fn start() -> Self {
        let dir = tempfile::tempdir().expect("a temporary directory");
        let port = ports::find_free().expect("a free port");
        create_certificates(dir.path());
        let program = programs::find("redis-server").expect("Redis is installed");
        let mut server = command(program, None, StopPolicy::default());
        server.current_dir(dir.path()).args(["--port", "0", "--tls-port", &port.to_string(), "--bind", "127.0.0.1"]);
        server.args(["--tls-cert-file", "server.pem", "--tls-key-file", "server.key"]);
        server.args(["--tls-ca-cert-file", "ca.pem", "--tls-auth-clients", "no", "--save", ""]);
        let log = dir.path().join("redis.log");
        let server = Child::start("redis", &mut server, &log, StopPolicy::default()).expect("Redis starts");
        let listens = async || TcpStream::connect(("127.0.0.1", port)).await.is_ok();
        eventually("Redis with TLS", START_TIMEOUT, listens).await;
        Self { server, dir, port }
    }

    /// Returns the URL with the host name of the certificate.
    #[must_use]
    pub fn url(&self) -> String {
        format!("rediss://localhost:{}", self.port)
    }

    /// Returns the file with the certificate of the authority.
    #[must_use]
    pub fn authority(&self) -> PathBuf {
        self.dir.path().join("ca.pem")
    }
}

impl Drop for TlsRedis {
    fn drop(&mut self) {
        self.server.kill_and_wait();
    }
}

/// Writes `ca.pem`, and `server.pem` with its `server.key`.
fn create_certificates(dir: &Path) {
    std::fs::write(dir.join("server.ext"), "subjectAltName = DNS:localhost\n").expect("written");
    let key = "-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout";
    for arguments in [
        format!("req -x509 {key} ca.key -out ca.pem -days 2 -subj /CN=test"),
        format!("req {key} server.key -out server.csr -subj /CN=localhost"),
        "x509 -req -in server.csr -CA ca.pem -CAkey ca.key -CAcreateserial -out server.pem -days 2 -extfile server.ext"
            .to_owned(),
    ] {
        let output = Command::new("openssl").args(arguments.split(' ')).current_dir(dir).output();
        let output = output.expect("openssl is installed");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
}
