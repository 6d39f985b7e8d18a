//! The worker's configuration, all from environment variables.

use std::net::SocketAddr;
use std::path::PathBuf;

use blob::S3Config;
use model::WeightsSource;
use partners::mail::SmtpConfig;
use partners::payment::PaymentUrls;
use partners::sms::SolapiConfig;
use runtime::config::{ConfigError, Env, Environment, WebOrigin};
use runtime::seal::Sealer;
use secrecy::SecretString;

/// The configuration of `worker run`.
#[derive(Clone, Debug)]
pub struct Config {
    /// `WORKER_OPS_LISTEN`: the address of the operations port.
    pub ops_listen: SocketAddr,
    /// `DATABASE_URL`: PostgreSQL, with a login that may assume the product's roles.
    pub database_url: SecretString,
    /// `REDIS_URL`: Redis.
    pub redis_url: SecretString,
    /// `S3_ENDPOINT`, `S3_PUBLIC_URL`, `S3_REGION`, `S3_BUCKET`, `S3_ACCESS_KEY_ID`, `S3_SECRET_ACCESS_KEY`.
    pub s3: S3Config,
    /// `SOLAPI_URL`, `SOLAPI_API_KEY`, `SOLAPI_API_SECRET`.
    pub solapi: SolapiConfig,
    /// `SMTP_URL`: the mail server.
    pub smtp: SmtpConfig,
    /// `TOSS_URL`, `INICIS_URL`, `INICIS_API_URL`: the payment providers.
    pub payments: PaymentUrls,
    /// `SEAL_KEYS`, `CI_PEPPER`: decrypt the secrets of the tenants' payment accounts.
    pub sealer: Sealer,
    /// `WEB_ORIGIN`: the origin of links in messages.
    pub web: WebOrigin,
    /// `MODEL_DIR`: a folder of weights that may be replaced at any time. Defaults to the built-in weights.
    pub weights: WeightsSource,
    /// `WORKER_THREADS`: the number of photos read at a time. Defaults to the number of cores.
    pub threads: usize,
}

impl Config {
    /// Reads and checks every variable. A sandbox's address outside a local environment is refused.
    ///
    /// # Errors
    /// The first variable that is missing or invalid.
    pub fn load(env: &Env) -> Result<Self, ConfigError> {
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let threads = env.parse_or("WORKER_THREADS", cores)?;
        if threads == 0 {
            return Err(ConfigError::invalid("WORKER_THREADS", "it must be at least 1"));
        }
        Ok(Self {
            ops_listen: env.parse("WORKER_OPS_LISTEN")?,
            database_url: env.secret("DATABASE_URL")?,
            redis_url: env.secret("REDIS_URL")?,
            s3: S3Config {
                endpoint: env.party_url("S3_ENDPOINT")?,
                public_url: env.party_url("S3_PUBLIC_URL")?,
                region: env.text("S3_REGION")?,
                bucket: env.text("S3_BUCKET")?,
                access_key_id: env.text("S3_ACCESS_KEY_ID")?,
                secret_access_key: env.secret("S3_SECRET_ACCESS_KEY")?,
            },
            solapi: SolapiConfig {
                url: env.party_url("SOLAPI_URL")?,
                api_key: env.text("SOLAPI_API_KEY")?,
                api_secret: env.secret("SOLAPI_API_SECRET")?,
            },
            smtp: smtp(env)?,
            payments: PaymentUrls {
                toss: env.party_url("TOSS_URL")?,
                inicis: env.party_url("INICIS_URL")?,
                inicis_api: env.party_url("INICIS_API_URL")?,
            },
            sealer: Sealer::load(env)?,
            web: env.web_origin()?,
            weights: env
                .optional("MODEL_DIR")
                .map_or(WeightsSource::Embedded, |dir| WeightsSource::Directory(PathBuf::from(dir))),
            threads,
        })
    }
}

/// Reads the mail server's URL. Outside a local environment the connection must be encrypted, because mails contain
/// links that give access to accounts.
fn smtp(env: &Env) -> Result<SmtpConfig, ConfigError> {
    let url = env.party_address("SMTP_URL")?;
    let sealed = match url.scheme() {
        "smtps" => true,
        "smtp" => url.query_pairs().any(|(name, value)| name == "tls" && value == "required"),
        _ => return Err(ConfigError::invalid("SMTP_URL", "it must begin with smtp:// or smtps://")),
    };
    if !sealed && env.environment() != Environment::Local {
        return Err(ConfigError::invalid("SMTP_URL", "it must be smtps://, or smtp:// with ?tls=required"));
    }
    Ok(SmtpConfig { url: env.secret("SMTP_URL")? })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn env(environment: &str, changed: (&str, &str)) -> Env {
        let mut pairs = vec![
            ("HYEOBOM_ENVIRONMENT", environment),
            ("WORKER_OPS_LISTEN", "0.0.0.0:9081"),
            ("DATABASE_URL", "postgres://db/hyeobom"),
            ("REDIS_URL", "redis://redis"),
            ("S3_ENDPOINT", "https://s3.ap-northeast-2.amazonaws.com"),
            ("S3_PUBLIC_URL", "https://assets.hyeobom.kr"),
            ("S3_REGION", "ap-northeast-2"),
            ("S3_BUCKET", "hyeobom"),
            ("S3_ACCESS_KEY_ID", "id"),
            ("S3_SECRET_ACCESS_KEY", "secret"),
            ("SOLAPI_URL", "https://api.solapi.com"),
            ("SOLAPI_API_KEY", "key"),
            ("SOLAPI_API_SECRET", "secret"),
            ("SMTP_URL", "smtps://user:password@mail.hyeobom.kr"),
            ("WEB_ORIGIN", "https://hyeobom.kr"),
            ("TOSS_URL", "https://api.tosspayments.com"),
            ("INICIS_URL", "https://mobile.inicis.com"),
            ("INICIS_API_URL", "https://iniapi.inicis.com"),
            ("SEAL_KEYS", "1:AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE="),
            ("CI_PEPPER", "AwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwM="),
        ];
        pairs.retain(|(name, _)| *name != changed.0);
        pairs.push(changed);
        Env::from_pairs(pairs).expect("a known environment")
    }

    #[test]
    fn sandbox_is_refused_outside_local() {
        for name in ["SOLAPI_URL", "S3_ENDPOINT", "S3_PUBLIC_URL", "TOSS_URL", "INICIS_API_URL"] {
            let sandbox = (name, "http://127.0.0.1:9000");
            assert!(Config::load(&env("local", sandbox)).is_ok());
            let refused = Config::load(&env("production", sandbox)).expect_err("refused").to_string();
            assert!(refused.starts_with(&format!("{name} cannot be used")), "{refused}");
        }
    }

    #[test]
    fn plain_http_is_refused_outside_local() {
        for name in
            ["SOLAPI_URL", "S3_ENDPOINT", "S3_PUBLIC_URL", "TOSS_URL", "INICIS_URL", "INICIS_API_URL", "WEB_ORIGIN"]
        {
            let plain = (name, "http://party.hyeobom.kr");
            assert!(Config::load(&env("local", plain)).is_ok());
            let refused = Config::load(&env("staging", plain)).expect_err("refused").to_string();
            assert!(refused.starts_with(&format!("{name} cannot be used: http://")), "{refused}");
        }
    }

    #[test]
    fn mail_needs_tls_outside_local() {
        let load = |environment, url| Config::load(&env(environment, ("SMTP_URL", url))).map(|_| ());
        assert!(load("local", "smtp://127.0.0.1:8406").is_ok());
        assert!(load("production", "smtp://mail.hyeobom.kr:587?tls=required").is_ok());
        for url in [
            "smtp://mail.hyeobom.kr",
            "smtp://mail.hyeobom.kr?tls=opportunistic",
            "https://mail.hyeobom.kr",
            "smtps://localhost",
        ] {
            let refused = load("production", url).expect_err(url).to_string();
            assert!(refused.starts_with("SMTP_URL cannot be used"), "{refused}");
        }
    }

    #[test]
    fn a_bad_configuration_is_refused_by_name() {
        let config = Config::load(&env("production", ("MODEL_DIR", ""))).expect("a configuration");
        assert!(config.threads >= 1 && matches!(config.weights, WeightsSource::Embedded));
        let refused = |changed| Config::load(&env("production", changed)).expect_err("refused").to_string();
        assert_eq!(refused(("SOLAPI_API_SECRET", "")), "SOLAPI_API_SECRET is not set");
        assert_eq!(refused(("WORKER_THREADS", "0")), "WORKER_THREADS cannot be used: it must be at least 1");
    }
}
