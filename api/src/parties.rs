//! Clients of other companies' systems.

use domain::SocialProvider;
use partners::ServiceUnavailable;
use partners::address::{Juso, JusoConfig};
use partners::identity::{PortOne, PortOneConfig};
use partners::payment::{PaymentUrls, Payments};
use partners::social::{SocialClient, SocialConfig};
use runtime::config::{ConfigError, Env};
use strum::VariantArray as _;
use url::Url;

/// The addresses and credentials. A social provider without a client id, and the identity provider without a secret, are
/// disabled.
#[derive(Clone, Debug)]
pub struct PartiesConfig {
    /// `JUSO_URL`, `JUSO_KEY`: address search.
    pub juso: JusoConfig,
    /// `KAKAO_…`, `NAVER_…`, `GOOGLE_…`: the enabled social providers.
    pub social: Vec<SocialConfig>,
    /// `PORTONE_…`: verification of identity.
    pub identity: Option<IdentityConfig>,
    /// `TOSS_URL`, `INICIS_URL`, `INICIS_API_URL`: the payment providers. Each tenant has its own keys.
    pub payments: PaymentUrls,
}

/// Verification of identity.
#[derive(Clone, Debug)]
pub struct IdentityConfig {
    /// `PORTONE_URL`, `PORTONE_API_SECRET`: the provider's API.
    pub api: PortOneConfig,
    /// The parameters of the page that opens the provider's window.
    pub window: IdentityWindow,
}

/// The parameters of the page that opens the identity provider's window.
#[derive(Clone, Debug)]
pub struct IdentityWindow {
    /// `PORTONE_SDK_URL`: the provider's script.
    pub script: Url,
    /// `PORTONE_STORE_ID`: our store there.
    pub store_id: String,
    /// `PORTONE_CHANNEL_KEY`: the channel for identity verification.
    pub channel_key: String,
}

impl PartiesConfig {
    /// Reads and checks every variable.
    ///
    /// # Errors
    /// The first variable that is missing or invalid.
    pub fn load(env: &Env) -> Result<Self, ConfigError> {
        let mut social = Vec::new();
        for &provider in SocialProvider::VARIANTS {
            social.extend(social_config(env, provider)?);
        }
        Ok(Self {
            juso: JusoConfig { url: env.party_url("JUSO_URL")?, key: env.secret("JUSO_KEY")? },
            social,
            identity: identity(env)?,
            payments: PaymentUrls {
                toss: env.party_url("TOSS_URL")?,
                inicis: env.party_url("INICIS_URL")?,
                inicis_api: env.party_url("INICIS_API_URL")?,
            },
        })
    }
}

fn social_config(env: &Env, provider: SocialProvider) -> Result<Option<SocialConfig>, ConfigError> {
    let name = |end: &str| format!("{}_{end}", provider.as_str().to_ascii_uppercase());
    let Some(client_id) = env.optional(&name("CLIENT_ID")) else { return Ok(None) };
    let auth_url = env.party_url(&name("AUTH_URL"))?;
    let token_url =
        if provider == SocialProvider::Google { env.party_url(&name("TOKEN_URL"))? } else { auth_url.clone() };
    Ok(Some(SocialConfig {
        provider,
        auth_url,
        token_url,
        api_url: env.party_url(&name("API_URL"))?,
        client_id,
        client_secret: env.secret(&name("CLIENT_SECRET"))?,
    }))
}

fn identity(env: &Env) -> Result<Option<IdentityConfig>, ConfigError> {
    if env.optional("PORTONE_API_SECRET").is_none() {
        return Ok(None);
    }
    Ok(Some(IdentityConfig {
        api: PortOneConfig {
            url: env.party_url("PORTONE_URL")?,
            api_secret: env.secret("PORTONE_API_SECRET")?,
            channel_key: env.text("PORTONE_CHANNEL_KEY")?,
        },
        window: IdentityWindow {
            script: env.party_url("PORTONE_SDK_URL")?,
            store_id: env.text("PORTONE_STORE_ID")?,
            channel_key: env.text("PORTONE_CHANNEL_KEY")?,
        },
    }))
}

/// The clients of the parties.
#[derive(Clone, Debug)]
pub struct Parties {
    /// Address search.
    pub addresses: Juso,
    /// The enabled social providers.
    social: Vec<SocialClient>,
    /// Identity verification, if enabled.
    pub identity: Option<Identity>,
    /// The payment providers.
    pub payments: Payments,
}

/// Verification of identity.
#[derive(Clone, Debug)]
pub struct Identity {
    /// The client of the provider's API.
    pub api: PortOne,
    /// The parameters of the page that opens the provider's window.
    pub window: IdentityWindow,
}

impl Parties {
    /// Creates the clients. Nothing is sent yet.
    ///
    /// # Errors
    /// When the TLS library cannot be initialized.
    pub fn new(config: PartiesConfig) -> Result<Self, ServiceUnavailable> {
        let identity = config
            .identity
            .map(|identity| PortOne::new(identity.api).map(|api| Identity { api, window: identity.window }));
        Ok(Self {
            addresses: Juso::new(config.juso)?,
            social: config.social.into_iter().map(SocialClient::new).collect::<Result<_, _>>()?,
            identity: identity.transpose()?,
            payments: Payments::new(config.payments)?,
        })
    }

    /// Returns the client of a social provider, if enabled.
    #[must_use]
    pub fn social(&self, provider: SocialProvider) -> Option<&SocialClient> {
        self.social.iter().find(|social| social.provider() == provider)
    }

    /// Returns the names of the enabled social providers with a button, in the order of the buttons.
    #[must_use]
    pub fn social_buttons(&self) -> Vec<String> {
        let enabled = SocialProvider::VARIANTS.iter().filter(|provider| self.social(**provider).is_some());
        enabled.filter(|provider| provider.has_button()).map(|provider| provider.as_str().to_owned()).collect()
    }
}
