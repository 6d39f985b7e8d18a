//! Configuration: environment variables, read once at the start and typed. Errors name the variable.
//!
//! ```
//! use runtime::config::Env;
//! let env = Env::from_pairs([("HYEOBOM_ENVIRONMENT", "local"), ("API_LISTEN", "127.0.0.1:8080")])?;
//! let listen: std::net::SocketAddr = env.parse("API_LISTEN")?;
//! assert_eq!(listen.port(), 8080);
//! # Ok::<(), runtime::config::ConfigError>(())
//! ```

use std::collections::HashMap;
use std::fmt::{Debug, Display, Formatter};
use std::net::Ipv4Addr;
use std::str::FromStr;

use secrecy::SecretString;
use url::{Host, Url};

/// An invalid configuration.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// A required variable is not set.
    #[error("{0} is not set")]
    Missing(String),
    /// A variable's value is invalid. The error does not repeat it: it may be a secret.
    #[error("{name} cannot be used: {why}")]
    Invalid {
        /// The variable.
        name: String,
        /// The reason.
        why: String,
    },
}

impl ConfigError {
    /// Returns the error of a variable with an invalid value.
    pub fn invalid(name: impl Into<String>, why: impl Display) -> Self {
        Self::Invalid { name: name.into(), why: why.to_string() }
    }
}

/// Where the program runs.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Environment {
    /// A developer's machine or a test. The sandbox stands in for outside parties.
    Local,
    /// Staging.
    Staging,
    /// Production.
    Production,
}

impl Environment {
    /// Returns the name in object keys and logs.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Local => "local",
            Self::Staging => "staging",
            Self::Production => "production",
        }
    }
}

impl FromStr for Environment {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "local" => Ok(Self::Local),
            "staging" => Ok(Self::Staging),
            "production" => Ok(Self::Production),
            _ => Err("it must be local, staging or production"),
        }
    }
}

/// The process's environment variables.
#[derive(Clone)]
pub struct Env {
    values: HashMap<String, String>,
    environment: Environment,
}

impl Debug for Env {
    /// Hides the values, which may be secrets.
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Env").field("environment", &self.environment).finish_non_exhaustive()
    }
}

impl Env {
    /// Reads the process's variables.
    ///
    /// # Errors
    /// [`ConfigError`] when `HYEOBOM_ENVIRONMENT` is missing or invalid.
    pub fn from_process() -> Result<Self, ConfigError> {
        let text =
            std::env::vars_os().filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)));
        Self::from_pairs(text)
    }

    /// Uses these variables instead of the process's.
    ///
    /// # Errors
    /// As [`Env::from_process`].
    pub fn from_pairs<N: Into<String>, V: Into<String>>(
        pairs: impl IntoIterator<Item = (N, V)>,
    ) -> Result<Self, ConfigError> {
        let values = pairs.into_iter().map(|(name, value)| (name.into(), value.into())).collect();
        let mut env = Self { values, environment: Environment::Production };
        env.environment = env.parse("HYEOBOM_ENVIRONMENT")?;
        Ok(env)
    }

    /// Returns where the program runs.
    #[must_use]
    pub fn environment(&self) -> Environment {
        self.environment
    }

    /// Returns a variable's value. An empty value counts as not set.
    #[must_use]
    pub fn optional(&self, name: &str) -> Option<String> {
        self.values.get(name).map(|value| value.trim()).filter(|value| !value.is_empty()).map(ToOwned::to_owned)
    }

    /// Returns the value of a required variable.
    ///
    /// # Errors
    /// [`ConfigError::Missing`].
    pub fn text(&self, name: &str) -> Result<String, ConfigError> {
        self.optional(name).ok_or_else(|| ConfigError::Missing(name.to_owned()))
    }

    /// Returns the value of a required variable as a secret.
    ///
    /// # Errors
    /// [`ConfigError::Missing`].
    pub fn secret(&self, name: &str) -> Result<SecretString, ConfigError> {
        self.text(name).map(SecretString::from)
    }

    /// Parses a required variable: a number, a socket address, a path.
    ///
    /// # Errors
    /// [`ConfigError`] when it is missing or invalid.
    pub fn parse<T: FromStr<Err: Display>>(&self, name: &str) -> Result<T, ConfigError> {
        self.text(name)?.parse().map_err(|error| ConfigError::invalid(name, error))
    }

    /// Parses a variable, or returns the default when it is not set.
    ///
    /// # Errors
    /// [`ConfigError::Invalid`].
    pub fn parse_or<T: FromStr<Err: Display>>(&self, name: &str, default: T) -> Result<T, ConfigError> {
        if self.optional(name).is_some() { self.parse(name) } else { Ok(default) }
    }

    /// Parses the address of an outside party or of object storage: `https://…`, in a local environment `http://…` too.
    ///
    /// # Errors
    /// [`ConfigError`] as [`Env::party_address`], and when it is of another scheme.
    pub fn party_url(&self, name: &str) -> Result<Url, ConfigError> {
        let url = self.party_address(name)?;
        match url.scheme() {
            "https" => Ok(url),
            "http" if self.environment == Environment::Local => Ok(url),
            "http" => Err(ConfigError::invalid(name, "http:// is for HYEOBOM_ENVIRONMENT=local only; use https://")),
            _ => Err(ConfigError::invalid(name, "it must begin with https://")),
        }
    }

    /// Parses `WEB_ORIGIN`, the web app's origin: `https://…`, in a local environment `http://…` too.
    ///
    /// # Errors
    /// [`ConfigError`] when it is missing, is no origin, or sends people to an address in clear.
    pub fn web_origin(&self) -> Result<WebOrigin, ConfigError> {
        let origin: WebOrigin = self.parse("WEB_ORIGIN")?;
        if self.environment != Environment::Local && origin.0.scheme() != "https" {
            let why = "http:// is for HYEOBOM_ENVIRONMENT=local only; use https://";
            return Err(ConfigError::invalid("WEB_ORIGIN", why));
        }
        Ok(origin)
    }

    /// Parses the address of an outside party, of any scheme. Those of a sandbox are valid in a local environment only.
    ///
    /// # Errors
    /// [`ConfigError`] when it is missing, not a URL with a host, or a sandbox's in another environment.
    pub fn party_address(&self, name: &str) -> Result<Url, ConfigError> {
        let url: Url = self.parse(name)?;
        let Some(host) = url.host() else {
            return Err(ConfigError::invalid(name, "it has no host"));
        };
        if self.environment != Environment::Local && is_sandbox(&host) {
            let why = format!("{host} is a sandbox's address; those are for HYEOBOM_ENVIRONMENT=local only");
            return Err(ConfigError::invalid(name, why));
        }
        Ok(url)
    }
}

/// The scheme and port of the web app. All tenants share them; the host is the tenant's.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct WebOrigin(Url);

impl WebOrigin {
    /// Returns the URL of `path`, which starts with `/` and may have a query, on a tenant's host.
    ///
    /// # Errors
    /// When `host` is not a host name.
    pub fn address(&self, host: &str, path: &str) -> Result<Url, url::ParseError> {
        let mut url = self.0.join(path)?;
        url.set_host(Some(host))?;
        Ok(url)
    }
}

impl FromStr for WebOrigin {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let url: Url = text.parse().map_err(|_| "it must be an address such as https://example.com")?;
        if !matches!(url.scheme(), "http" | "https") || url.path() != "/" || url.query().is_some() {
            return Err("it must be a scheme and a host, without a path");
        }
        Ok(Self(url))
    }
}

/// Returns whether a host is the local machine or a name that is reserved for tests.
fn is_sandbox(host: &Host<&str>) -> bool {
    match host {
        // URLs of other schemes, such as smtp://, keep an IP address as a name
        Host::Domain(name) if name.parse::<Ipv4Addr>().is_ok_and(|a| a.is_loopback() || a.is_unspecified()) => true,
        Host::Domain(name) => {
            let name = name.trim_end_matches('.').to_ascii_lowercase();
            ["localhost", "test", "invalid", "example"].iter().any(|reserved| {
                name == *reserved || name.strip_suffix(reserved).is_some_and(|rest| rest.ends_with('.'))
            })
        }
        Host::Ipv4(address) => address.is_loopback() || address.is_unspecified(),
        Host::Ipv6(address) => {
            address.is_loopback()
                || address.is_unspecified()
                || address.to_ipv4_mapped().is_some_and(|address| address.is_loopback())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn env(environment: &str, pairs: &[(&str, &str)]) -> Env {
        let all = pairs.iter().copied().chain([("HYEOBOM_ENVIRONMENT", environment)]);
        Env::from_pairs(all).expect("a known environment")
    }

    #[test]
    fn error_names_variable_and_hides_value() {
        let env = env("local", &[("API_LISTEN", "hunter2"), ("EMPTY", "  ")]);
        let bad = env.parse::<std::net::SocketAddr>("API_LISTEN").expect_err("not an address").to_string();
        assert!(bad.starts_with("API_LISTEN cannot be used") && !bad.contains("hunter2"), "{bad}");
        assert_eq!(env.text("EMPTY").expect_err("empty").to_string(), "EMPTY is not set");
        assert_eq!(env.text("S3_BUCKET").expect_err("missing").to_string(), "S3_BUCKET is not set");
    }

    #[test]
    fn environment_is_required() {
        let missing = Env::from_pairs::<&str, &str>([]).expect_err("missing").to_string();
        assert_eq!(missing, "HYEOBOM_ENVIRONMENT is not set");
        let unknown = Env::from_pairs([("HYEOBOM_ENVIRONMENT", "dev")]).expect_err("unknown").to_string();
        assert_eq!(unknown, "HYEOBOM_ENVIRONMENT cannot be used: it must be local, staging or production");
    }

    #[test]
    fn sandbox_url_is_local_only() {
        for url in [
            "http://localhost:9000",
            "http://s3.localhost",
            "http://127.0.0.1:1",
            "http://127.9.9.9",
            "http://[::1]:80",
            "http://[::ffff:127.0.0.1]",
            "http://0.0.0.0",
            "https://sms.test",
            "smtp://127.0.0.1:25",
        ] {
            let pairs = [("S3_ENDPOINT", url)];
            assert!(env("local", &pairs).party_address("S3_ENDPOINT").is_ok(), "{url}");
            for environment in ["staging", "production"] {
                let refused = env(environment, &pairs).party_address("S3_ENDPOINT").expect_err(url).to_string();
                assert!(refused.contains("is a sandbox's address"), "{refused}");
            }
        }
        let real = [("S3_ENDPOINT", "https://s3.ap-northeast-2.amazonaws.com")];
        assert!(env("production", &real).party_url("S3_ENDPOINT").is_ok());
    }

    #[test]
    fn plain_http_is_local_only() {
        let pairs = [("TOSS_URL", "http://api.tosspayments.com"), ("WEB_ORIGIN", "http://hyeobom.kr")];
        assert!(env("local", &pairs).party_url("TOSS_URL").is_ok() && env("local", &pairs).web_origin().is_ok());
        for environment in ["staging", "production"] {
            let refused = env(environment, &pairs).party_url("TOSS_URL").expect_err("in clear").to_string();
            assert!(refused.starts_with("TOSS_URL cannot be used: http:// is for"), "{refused}");
            let refused = env(environment, &pairs).web_origin().expect_err("in clear").to_string();
            assert!(refused.starts_with("WEB_ORIGIN cannot be used: http:// is for"), "{refused}");
        }
        for environment in ["local", "production"] {
            assert!(env(environment, &[("TOSS_URL", "ftp://api.tosspayments.com")]).party_url("TOSS_URL").is_err());
        }
    }

    #[test]
    fn tenant_url_has_shared_scheme_and_port() {
        let origin = |text: &str| text.parse::<WebOrigin>();
        let local = origin("http://localhost:8400").expect("an origin");
        let url = local.address("bom.localhost", "/reset-password/abc?x=1").expect("an address");
        assert_eq!(url.as_str(), "http://bom.localhost:8400/reset-password/abc?x=1");
        let real = origin("https://hyeobom.kr").expect("an origin").address("haneul.kr", "/").expect("an address");
        assert_eq!(real.as_str(), "https://haneul.kr/");
        assert!(local.address("two words", "/").is_err());
        for bad in ["localhost:8400", "ftp://a.kr", "https://a.kr/app", "https://a.kr/?q", ""] {
            assert!(origin(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn secrets_are_hidden() {
        let env = env("local", &[("OPS_TOKEN", "hunter2")]);
        let shown = format!("{:?} {env:?}", env.secret("OPS_TOKEN").expect("set"));
        assert!(!shown.contains("hunter2"), "{shown}");
    }

    #[test]
    fn values_are_trimmed_and_parsed() {
        let env = env("local", &[("POOL_SIZE", " 8 "), ("EMPTY", ""), ("WORD", "eight")]);
        assert_eq!(env.parse::<u8>("POOL_SIZE").expect("a number"), 8);
        assert_eq!(env.parse_or("POOL_SIZE", 1_u8).expect("a number"), 8);
        for missing in ["EMPTY", "MISSING"] {
            assert_eq!(env.parse_or(missing, 1_u8).expect("the default"), 1);
            assert_eq!(env.optional(missing), None);
        }
        assert!(matches!(env.parse_or("WORD", 1_u8), Err(ConfigError::Invalid { .. })));
    }

    #[test]
    fn environment_name_parses() {
        for environment in [Environment::Local, Environment::Staging, Environment::Production] {
            assert_eq!(environment.as_str().parse(), Ok(environment));
            assert_eq!(env(environment.as_str(), &[]).environment(), environment);
        }
    }

    #[test]
    fn party_url_needs_a_host() {
        let env =
            env("production", &[("A", "mailto:kim@example.com"), ("B", "no URL"), ("C", "https://127.0.0.1.evil.kr")]);
        assert!(matches!(env.party_url("A"), Err(ConfigError::Invalid { .. })));
        assert!(matches!(env.party_url("B"), Err(ConfigError::Invalid { .. })));
        assert!(matches!(env.party_url("MISSING"), Err(ConfigError::Missing(_))));
        assert!(env.party_url("C").is_ok());
    }
}
