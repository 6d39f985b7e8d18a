//! Social sign-in with the OAuth 2 code flow: one client for all providers, and a profile mapper for each.
//!
//! It uses plain HTTP because the crate `oauth2` rejects two peculiarities of Naver: a lifetime that is a string, and
//! an error with status 200. This client reads only the token or the error of a token response.

mod profiles;

use std::fmt;
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::NaiveDate;
use domain::{SocialProfile, SocialProvider};
use reqwest::Client;
use secrecy::{ExposeSecret as _, SecretString};
use serde::Deserialize;
use sha2::{Digest as _, Sha256};
use url::Url;

use crate::http::{ServiceUnavailable, build_client, join_url, read_json};

/// How long each of the two calls of a sign-in may take. A browser waits for both.
const CALL_TIMEOUT: Duration = Duration::from_secs(4);

/// A provider's URLs and our credentials.
#[derive(Clone, Debug)]
pub struct SocialConfig {
    /// The provider.
    pub provider: SocialProvider,
    /// The base URL of the consent page: `https://kauth.kakao.com`, `https://nid.naver.com`,
    /// `https://accounts.google.com`.
    pub auth_url: Url,
    /// The base URL of the token endpoint; the same, except Google's `https://oauth2.googleapis.com`.
    pub token_url: Url,
    /// The base URL of the profile endpoint: `https://kapi.kakao.com`, `https://openapi.naver.com`, `https://openidconnect.googleapis.com`.
    pub api_url: Url,
    /// Our client id.
    pub client_id: String,
    /// Our client secret.
    pub client_secret: SecretString,
}

/// A person's account at a provider.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SocialAccount {
    /// The account's id, which never changes.
    pub subject: String,
    /// The profile.
    pub profile: SocialProfile,
}

/// An authorization code and the parameters of its request.
#[derive(Clone, Copy)]
pub struct Grant<'a> {
    /// The code.
    pub code: &'a str,
    /// The state.
    pub state: &'a str,
    /// The PKCE verifier.
    pub verifier: &'a str,
    /// The URL to which the browser returned.
    pub redirect_uri: &'a str,
}

impl fmt::Debug for Grant<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Grant").field("redirect_uri", &self.redirect_uri).finish_non_exhaustive()
    }
}

/// Why a sign-in failed. The texts contain neither codes and tokens nor personal data.
#[derive(Debug, thiserror::Error)]
pub enum SocialError {
    /// The provider refuses the code or our credentials.
    #[error("the provider refuses: {0}")]
    Refused(String),
    /// The provider cannot be reached, is slow, or sends an unexpected response.
    #[error(transparent)]
    Unavailable(#[from] ServiceUnavailable),
}

/// A client of a provider. Clones share its connections.
#[derive(Clone, Debug)]
pub struct SocialClient {
    http: Client,
    provider: SocialProvider,
    authorize_url: Url,
    token_url: Url,
    profile_url: Url,
    client_id: String,
    client_secret: SecretString,
}

#[derive(Deserialize)]
struct TokenResponse {
    access_token: Option<SecretString>,
    error: Option<String>,
}

impl SocialClient {
    /// Builds a client without connecting.
    ///
    /// # Errors
    /// [`ServiceUnavailable`] for an invalid URL, or when the TLS library does not start.
    pub fn new(config: SocialConfig) -> Result<Self, ServiceUnavailable> {
        let (authorize, token, profile) = match config.provider {
            SocialProvider::Kakao => ("/oauth/authorize", "/oauth/token", "/v2/user/me"),
            SocialProvider::Naver => ("/oauth2.0/authorize", "/oauth2.0/token", "/v1/nid/me"),
            SocialProvider::Google => ("/o/oauth2/v2/auth", "/token", "/v1/userinfo"),
        };
        Ok(Self {
            http: build_client(CALL_TIMEOUT)?,
            provider: config.provider,
            authorize_url: join_url(&config.auth_url, authorize)?,
            token_url: join_url(&config.token_url, token)?,
            profile_url: join_url(&config.api_url, profile)?,
            client_id: config.client_id,
            client_secret: config.client_secret,
        })
    }

    /// Returns the provider.
    #[must_use]
    pub const fn provider(&self) -> SocialProvider {
        self.provider
    }

    /// Returns whether the provider supports PKCE. Naver's classic endpoint does not document it.
    const fn supports_pkce(&self) -> bool {
        !matches!(self.provider, SocialProvider::Naver)
    }

    /// Returns the URL of the consent page.
    #[must_use]
    pub fn authorize_url(&self, redirect_uri: &str, state: &str, verifier: &str) -> Url {
        let mut url = self.authorize_url.clone();
        let mut query = url.query_pairs_mut();
        query
            .append_pair("response_type", "code")
            .append_pair("client_id", &self.client_id)
            .append_pair("redirect_uri", redirect_uri)
            .append_pair("state", state);
        // the scopes of Kakao and Naver are configured in their consoles; any other scope is an error
        if self.provider == SocialProvider::Google {
            query.append_pair("scope", "openid email profile");
        }
        if self.supports_pkce() {
            let challenge = URL_SAFE_NO_PAD.encode(Sha256::digest(verifier));
            query.append_pair("code_challenge", &challenge).append_pair("code_challenge_method", "S256");
        }
        drop(query);
        url
    }

    /// Exchanges a code for the person's account. Birth dates after `today` count as missing.
    ///
    /// # Errors
    /// Any [`SocialError`].
    pub async fn fetch_account(&self, grant: Grant<'_>, today: NaiveDate) -> Result<SocialAccount, SocialError> {
        let token = self.fetch_token(grant).await?;
        let call = self.http.get(self.profile_url.clone()).bearer_auth(token.expose_secret());
        let response = call.send().await.map_err(ServiceUnavailable::from)?;
        let (status, body): (_, serde_json::Value) = read_json(response).await?;
        if status.is_server_error() {
            return Err(ServiceUnavailable(status.to_string()).into());
        }
        if !status.is_success() {
            return Err(SocialError::Refused(status.to_string()));
        }
        profiles::parse_account(self.provider, body, today)
    }

    async fn fetch_token(&self, grant: Grant<'_>) -> Result<SecretString, SocialError> {
        let mut form = vec![
            ("grant_type", "authorization_code"),
            ("client_id", &self.client_id),
            ("client_secret", self.client_secret.expose_secret()),
            ("code", grant.code),
        ];
        if self.provider == SocialProvider::Naver {
            form.push(("state", grant.state));
        } else {
            form.push(("redirect_uri", grant.redirect_uri));
        }
        if self.supports_pkce() {
            form.push(("code_verifier", grant.verifier));
        }
        let response =
            self.http.post(self.token_url.clone()).form(&form).send().await.map_err(ServiceUnavailable::from)?;
        let (status, response): (_, TokenResponse) = read_json(response).await?;
        if status.is_server_error() {
            return Err(ServiceUnavailable(status.to_string()).into());
        }
        // Naver sends errors with status 200
        if let Some(error) = response.error {
            return Err(SocialError::Refused(sanitize_code(&error)));
        }
        match response.access_token {
            Some(token) if status.is_success() => Ok(token),
            _ => Err(ServiceUnavailable(format!("{status} without a token")).into()),
        }
    }
}

/// Returns an error code that is safe to log.
fn sanitize_code(error: &str) -> String {
    error.chars().filter(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-')).take(40).collect()
}

#[cfg(test)]
mod tests;
