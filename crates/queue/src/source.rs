//! The location of Redis: an address, or the primary that sentinels name.

use std::time::Duration;

use redis::sentinel::{SentinelClient, SentinelNodeConnectionInfo, SentinelServerType};
use redis::{Client, ErrorKind, IntoConnectionInfo as _, RedisError, RedisResult, TlsMode};
use tokio::sync::Mutex;
use tokio::time::timeout;

/// The port of a sentinel whose address has none.
const SENTINEL_PORT: u16 = 26379;
/// Timeout for the sentinels to name the primary and for the primary to confirm its role.
const FIND_TIMEOUT: Duration = Duration::from_secs(2);

/// The location of Redis.
pub(crate) enum Source {
    Address(Client),
    Sentinels(Mutex<SentinelClient>),
}

impl Source {
    /// Parses `redis://…` or, with TLS, `rediss://…`; and `redis+sentinel://[user:password@]HOST[:PORT],…/SERVICE[/DATABASE]`,
    /// whose hosts are sentinels (`rediss+sentinel://…` with TLS to them and to Redis). The credentials are those of Redis;
    /// `?sentinel_password=…` is that of the sentinels.
    ///
    /// # Errors
    /// When the URL has none of these forms.
    pub(crate) fn parse(url: &str) -> RedisResult<Self> {
        let with_tls = url.strip_prefix("rediss+sentinel://").map(|rest| ("rediss", rest));
        match with_tls.or_else(|| url.strip_prefix("redis+sentinel://").map(|rest| ("redis", rest))) {
            Some((scheme, rest)) => Ok(Self::Sentinels(Mutex::new(parse_sentinels(scheme, rest)?))),
            None => Ok(Self::Address(Client::open(url)?)),
        }
    }

    /// Returns a client of the primary.
    pub(crate) async fn find_primary(&self) -> RedisResult<Client> {
        match self {
            Self::Address(client) => Ok(client.clone()),
            Self::Sentinels(sentinels) => {
                let found = async { sentinels.lock().await.async_get_client().await };
                let late = |_| RedisError::from((ErrorKind::Io, "the sentinels name no primary in time"));
                timeout(FIND_TIMEOUT, found).await.map_err(late)?
            }
        }
    }
}

fn parse_sentinels(scheme: &str, rest: &str) -> RedisResult<SentinelClient> {
    let invalid = |why: &'static str| RedisError::from((ErrorKind::InvalidClientConfig, why));
    let (rest, query) = rest.split_once('?').unwrap_or((rest, ""));
    let (credentials, rest) = rest.rsplit_once('@').map_or(("", rest), |(before, after)| (before, after));
    let (hosts, path) = rest.split_once('/').ok_or_else(|| invalid("the address has no service"))?;
    let (service, database) = path.split_once('/').unwrap_or((path, "0"));
    if service.is_empty() || hosts.split(',').any(str::is_empty) {
        return Err(invalid("the address needs sentinels and a service"));
    }
    let password = match query.split_once('=') {
        None if query.is_empty() => String::new(),
        Some(("sentinel_password", password)) => format!(":{password}@"),
        _ => return Err(invalid("the address has an unknown option")),
    };
    let sentinel = |host: &str| {
        let port = if host.contains(':') { String::new() } else { format!(":{SENTINEL_PORT}") };
        format!("{scheme}://{password}{host}{port}").into_connection_info()
    };
    let sentinels = hosts.split(',').map(sentinel).collect::<RedisResult<Vec<_>>>()?;
    let at = if credentials.is_empty() { "" } else { "@" };
    let redis = format!("{scheme}://{credentials}{at}primary/{database}").into_connection_info()?;
    let mut node = SentinelNodeConnectionInfo::default().set_redis_connection_info(redis.redis_settings().clone());
    if scheme == "rediss" {
        node = node.set_tls_mode(TlsMode::Secure);
    }
    SentinelClient::build(sentinels, service, Some(node), SentinelServerType::Master)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentinel_address_needs_hosts_and_service() {
        for url in [
            "redis+sentinel://one,two:26380,three/main",
            "rediss+sentinel://user:p%40ss@one/main/2?sentinel_password=secret",
        ] {
            assert!(matches!(Source::parse(url), Ok(Source::Sentinels(_))), "{url}");
        }
        for url in [
            "redis+sentinel://one",
            "redis+sentinel://one,/main",
            "redis+sentinel://one/main?x=1",
            "sentinel://one/main",
        ] {
            assert!(Source::parse(url).is_err(), "{url}");
        }
        assert!(matches!(Source::parse("redis://:secret@one:6379/1"), Ok(Source::Address(_))));
    }
}
