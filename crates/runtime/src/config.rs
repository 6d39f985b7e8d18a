//! Configuration: environment variables, read once at the start, typed, and refused with the variable's name.
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

/// A configuration that the program refuses to start with.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// A variable that must be given is not.
    #[error("{0} is not set")]
    Missing(String),
    /// A variable's value cannot be used. The value itself is not repeated: it may be a secret.
    #[error("{name} cannot be used: {why}")]
    Invalid {
        /// The variable.
        name: String,
        /// What is wrong with it.
        why: String,
    },
}

impl ConfigError {
    /// A value that cannot be used, and why.
    pub fn invalid(name: impl Into<String>, why: impl Display) -> Self {
        Self::Invalid { name: name.into(), why: why.to_string() }
    }
}

/// Where the program runs.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Environment {
    /// A developer's machine, or a test: outside parties are the sandbox's.
    Local,
    /// The rehearsal of production.
    Staging,
    /// The real thing.
    Production,
}

impl Environment {
    /// The name, as it stands in object keys and logs.
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

/// The environment variables of the process and what they say about where it runs.
#[derive(Clone)]
pub struct Env {
    values: HashMap<String, String>,
    environment: Environment,
}

impl Debug for Env {
    /// Names only: values may be secrets.
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Env").field("environment", &self.environment).finish_non_exhaustive()
    }
}

impl Env {
    /// Reads the process's variables.
    ///
    /// # Errors
    /// When `HYEOBOM_ENVIRONMENT` is missing or not one of its three values.
    pub fn from_process() -> Result<Self, ConfigError> {
        let text =
            std::env::vars_os().filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)));
        Self::from_pairs(text)
    }

    /// Takes the given variables instead of the process's.
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

    /// Where the program runs.
    #[must_use]
    pub fn environment(&self) -> Environment {
        self.environment
    }

    /// A variable's value; an empty one counts as not set.
    #[must_use]
    pub fn optional(&self, name: &str) -> Option<String> {
        self.values.get(name).map(|value| value.trim()).filter(|value| !value.is_empty()).map(ToOwned::to_owned)
    }

    /// A variable that must be set.
    ///
    /// # Errors
    /// When it is not.
    pub fn text(&self, name: &str) -> Result<String, ConfigError> {
        self.optional(name).ok_or_else(|| ConfigError::Missing(name.to_owned()))
    }

    /// A variable that must be set and must not be shown.
    ///
    /// # Errors
    /// When it is not set.
    pub fn secret(&self, name: &str) -> Result<SecretString, ConfigError> {
        self.text(name).map(SecretString::from)
    }

    /// A variable of a type that has a text form: a number, a socket address, a path.
    ///
    /// # Errors
    /// When it is not set or not of that form.
    pub fn parse<T: FromStr<Err: Display>>(&self, name: &str) -> Result<T, ConfigError> {
        self.text(name)?.parse().map_err(|error| ConfigError::invalid(name, error))
    }

    /// The same, with a value for when it is not set.
    ///
    /// # Errors
    /// When it is set and not of that form.
    pub fn parse_or<T: FromStr<Err: Display>>(&self, name: &str, default: T) -> Result<T, ConfigError> {
        if self.optional(name).is_some() { self.parse(name) } else { Ok(default) }
    }

    /// The address of an outside party. Outside a local environment an address that only a sandbox can have is refused.
    ///
    /// # Errors
    /// When it is not set, not a URL with a host, or a sandbox's where none may be.
    pub fn party_url(&self, name: &str) -> Result<Url, ConfigError> {
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

/// Where people open the web app: the scheme and port that all tenants share; the host is the tenant's own.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct WebOrigin(Url);

impl WebOrigin {
    /// The address of `path` (it starts with `/` and may bring a query) on a tenant's host.
    ///
    /// # Errors
    /// When `host` is no host's name.
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

/// Whether only a program on the same machine, or a name reserved for tests, can stand behind a host.
fn is_sandbox(host: &Host<&str>) -> bool {
    match host {
        // an address of a scheme that is not the web's, such as smtp://, keeps its host as text
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
    fn messages_name_the_variable_and_never_the_value() {
        let env = env("local", &[("API_LISTEN", "hunter2"), ("EMPTY", "  ")]);
        let bad = env.parse::<std::net::SocketAddr>("API_LISTEN").expect_err("not an address").to_string();
        assert!(bad.starts_with("API_LISTEN cannot be used") && !bad.contains("hunter2"), "{bad}");
        assert_eq!(env.text("EMPTY").expect_err("empty").to_string(), "EMPTY is not set");
        assert_eq!(env.text("S3_BUCKET").expect_err("missing").to_string(), "S3_BUCKET is not set");
    }

    #[test]
    fn the_environment_must_be_named() {
        let missing = Env::from_pairs::<&str, &str>([]).expect_err("missing").to_string();
        assert_eq!(missing, "HYEOBOM_ENVIRONMENT is not set");
        let unknown = Env::from_pairs([("HYEOBOM_ENVIRONMENT", "dev")]).expect_err("unknown").to_string();
        assert_eq!(unknown, "HYEOBOM_ENVIRONMENT cannot be used: it must be local, staging or production");
    }

    #[test]
    fn a_sandbox_is_refused_outside_a_local_environment() {
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
            assert!(env("local", &pairs).party_url("S3_ENDPOINT").is_ok(), "{url}");
            for environment in ["staging", "production"] {
                let refused = env(environment, &pairs).party_url("S3_ENDPOINT").expect_err(url).to_string();
                assert!(refused.starts_with("S3_ENDPOINT cannot be used"), "{refused}");
            }
        }
        let real = [("S3_ENDPOINT", "https://s3.ap-northeast-2.amazonaws.com")];
        assert!(env("production", &real).party_url("S3_ENDPOINT").is_ok());
    }

    #[test]
    fn a_tenants_address_has_the_products_scheme_and_port() {
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
    fn secrets_do_not_show() {
        let env = env("local", &[("OPS_TOKEN", "hunter2")]);
        let shown = format!("{:?} {env:?}", env.secret("OPS_TOKEN").expect("set"));
        assert!(!shown.contains("hunter2"), "{shown}");
    }
}
