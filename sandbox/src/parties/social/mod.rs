//! Social login: Kakao, Naver and Google, with their own paths, fields and errors over a shared authorization code flow.

mod consent;
pub mod google;
pub mod kakao;
pub mod naver;
mod people;
mod tokens;

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::http::HeaderMap;
use parking_lot::Mutex;
use sha2::{Digest as _, Sha256};

use super::wire::{FormFields, credentials, field};
use people::Person;
use tokens::{Grant, TokenError, TokenStore};

/// The product as a client of a provider.
#[derive(Clone, Debug)]
pub struct App {
    /// `client_id`.
    pub id: String,
    /// `client_secret`.
    pub secret: String,
}

/// The differences between the providers.
#[derive(Debug)]
struct ProviderSpec {
    /// The provider's name.
    name: &'static str,
    /// The title of its page.
    title: &'static str,
    /// Whether it supports `code_challenge`.
    pkce: bool,
    /// Whether `state` is required.
    needs_state: bool,
    /// `error_description` if the person declines.
    denied: &'static str,
    /// How long a token is valid.
    token_lifetime: Duration,
}

/// A running provider.
#[derive(Debug)]
struct Provider {
    spec: &'static ProviderSpec,
    app: App,
    tokens: Mutex<TokenStore>,
}

impl Provider {
    fn new(spec: &'static ProviderSpec, app: App) -> Arc<Self> {
        Arc::new(Self { spec, app, tokens: Mutex::default() })
    }

    /// Exchanges a code for a token, once.
    fn redeem(&self, fields: &FormFields, client: (&str, &str)) -> Result<(String, Arc<Grant>), TokenError> {
        if client != (&self.app.id, &self.app.secret) {
            return Err(TokenError::Client);
        }
        if field(fields, "grant_type") != "authorization_code" {
            return Err(TokenError::GrantType);
        }
        let mut tokens = self.tokens.lock();
        let grant = Arc::new(tokens.redeem_code(field(fields, "code"), Instant::now()).ok_or(TokenError::Code)?);
        if !field(fields, "redirect_uri").is_empty() && field(fields, "redirect_uri") != grant.redirect_uri {
            return Err(TokenError::Redirect);
        }
        grant.verify(field(fields, "code_verifier"))?;
        let token = tokens.issue_token(grant.clone(), Instant::now() + self.spec.token_lifetime)?;
        Ok((token, grant))
    }

    /// Finds the grant of a valid bearer token.
    fn find_grant(&self, headers: &HeaderMap) -> Option<Arc<Grant>> {
        let token = credentials(headers, "Bearer")?;
        self.tokens.lock().find_grant(token, Instant::now())
    }

    /// Returns 32 bytes that identify the person at this provider.
    fn subject(&self, person: &Person) -> [u8; 32] {
        Sha256::digest(format!("{}\n{}", self.spec.name, person.key)).into()
    }

    /// Returns a number of up to `digits` digits that identifies the person at this provider.
    fn number(&self, person: &Person, digits: u32) -> u64 {
        let number = self.subject(person).iter().fold(0_u64, |sum, byte| sum.rotate_left(8) ^ u64::from(*byte));
        number % 10_u64.pow(digits)
    }
}
