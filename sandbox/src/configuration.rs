//! The product's configuration: the variables that api and worker read.

use std::collections::BTreeMap;

use anyhow::Result;

use crate::machine::ports::loopback;
use crate::machine::random;

/// The ports on which the product itself listens.
#[derive(Clone, Copy, Debug)]
pub struct ListenPorts {
    /// The web app.
    pub web: u16,
    /// The api.
    pub api: u16,
    /// The api's operations port.
    pub api_ops: u16,
    /// The worker's operations port.
    pub worker_ops: u16,
}

/// The host of the operators' pages on a developer's machine.
pub const OPS_HOST: &str = "ops.localhost";
/// The host of the demo hotels.
pub const HOTEL_HOST: &str = "hotel.localhost";

/// All variables of the product's configuration; `docs/operations/settings.md` describes each.
pub const VARIABLES: [&str; 48] = [
    "HYEOBOM_ENVIRONMENT",
    "DATABASE_URL",
    "REDIS_URL",
    "S3_ENDPOINT",
    "S3_PUBLIC_URL",
    "S3_REGION",
    "S3_BUCKET",
    "S3_ACCESS_KEY_ID",
    "S3_SECRET_ACCESS_KEY",
    "SMTP_URL",
    "SOLAPI_URL",
    "SOLAPI_API_KEY",
    "SOLAPI_API_SECRET",
    "PORTONE_URL",
    "PORTONE_SDK_URL",
    "PORTONE_API_SECRET",
    "PORTONE_STORE_ID",
    "PORTONE_CHANNEL_KEY",
    "KAKAO_AUTH_URL",
    "KAKAO_API_URL",
    "KAKAO_CLIENT_ID",
    "KAKAO_CLIENT_SECRET",
    "NAVER_AUTH_URL",
    "NAVER_API_URL",
    "NAVER_CLIENT_ID",
    "NAVER_CLIENT_SECRET",
    "GOOGLE_AUTH_URL",
    "GOOGLE_TOKEN_URL",
    "GOOGLE_API_URL",
    "GOOGLE_CLIENT_ID",
    "GOOGLE_CLIENT_SECRET",
    "JUSO_URL",
    "JUSO_KEY",
    "TOSS_URL",
    "INICIS_URL",
    "INICIS_API_URL",
    "SEAL_KEYS",
    "CI_PEPPER",
    "API_LISTEN",
    "API_OPS_LISTEN",
    "WORKER_OPS_LISTEN",
    "OPS_TOKEN",
    "WEB_ORIGIN",
    "OPS_HOST",
    "TRUSTED_PROXIES",
    "RAYON_NUM_THREADS",
    "CANDLE_NUM_THREADS",
    "INBOX_URL",
];

/// Optional variables that the containers pass on; `docs/operations/settings.md` describes each.
pub const OPTIONAL_VARIABLES: [&str; 3] = ["API_MAX_CONCURRENT_REQUESTS", "OTEL_EXPORTER_OTLP_ENDPOINT", "TRACE_URL"];

/// Returns the variables that depend on the product's ports, with a new token for the operations ports.
///
/// # Errors
/// The operating system provides no randomness.
pub fn product_variables(listen: ListenPorts) -> Result<BTreeMap<&'static str, String>> {
    Ok(BTreeMap::from([
        ("HYEOBOM_ENVIRONMENT", "local".to_owned()),
        ("API_LISTEN", loopback(listen.api).to_string()),
        ("API_OPS_LISTEN", loopback(listen.api_ops).to_string()),
        ("WORKER_OPS_LISTEN", loopback(listen.worker_ops).to_string()),
        ("OPS_TOKEN", random::hex(24)?),
        ("WEB_ORIGIN", format!("http://localhost:{}", listen.web)),
        ("OPS_HOST", OPS_HOST.to_owned()),
        // the web server is on this machine
        ("TRUSTED_PROXIES", "127.0.0.0/8,::1".to_owned()),
        // one photo is processed on one core; larger pools would only compete for the cores
        ("RAYON_NUM_THREADS", "1".to_owned()),
        ("CANDLE_NUM_THREADS", "1".to_owned()),
    ]))
}
