//! Configuration: environment variables, read once at startup and typed. Errors name the variable.
//!
//! ```
//! use runtime::config::Env;
//! let env = Env::from_pairs([("HYEOBOM_ENVIRONMENT", "local"), ("API_LISTEN", "127.0.0.1:8080")])?;
//! let listen: std::net::SocketAddr = env.parse("API_LISTEN")?;
//! assert_eq!(listen.port(), 8080);
//! # Ok::<(), runtime::config::ConfigError>(())
//! ```

#[cfg(test)]
mod tests;

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

    /// Parses the address of an outside party or of object storage: `https://…`, or `http://…` in a local environment.
    ///
    /// # Errors
    /// [`ConfigError`] as [`Env::party_address`], and for another scheme.
    pub fn party_url(&self, name: &str) -> Result<Url, ConfigError> {
        let url = self.party_address(name)?;
        match url.scheme() {
            "https" => Ok(url),
            "http" if self.environment == Environment::Local => Ok(url),
            "http" => Err(ConfigError::invalid(name, "http:// is for HYEOBOM_ENVIRONMENT=local only; use https://")),
            _ => Err(ConfigError::invalid(name, "it must begin with https://")),
        }
    }

    /// Parses `WEB_ORIGIN`, the web app's origin: `https://…`, or `http://…` in a local environment.
    ///
    /// # Errors
    /// [`ConfigError`] when it is missing, is not an origin, or is not encrypted outside a local environment.
    pub fn web_origin(&self) -> Result<WebOrigin, ConfigError> {
        let origin: WebOrigin = self.parse("WEB_ORIGIN")?;
        if self.environment != Environment::Local && origin.0.scheme() != "https" {
            let why = "http:// is for HYEOBOM_ENVIRONMENT=local only; use https://";
            return Err(ConfigError::invalid("WEB_ORIGIN", why));
        }
        Ok(origin)
    }

    /// Parses the address of an outside party, of any scheme. A sandbox's address is valid in a local environment only.
    ///
    /// # Errors
    /// [`ConfigError`] when it is missing, not a URL with a host, or a sandbox's outside a local environment.
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
