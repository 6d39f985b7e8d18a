//! Social login: Kakao, Naver and Google, each with its own addresses, fields and errors over one authorisation code flow.

mod consent;
pub mod google;
mod grants;
pub mod kakao;
pub mod naver;
mod people;

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::http::HeaderMap;
use sha2::{Digest as _, Sha256};

use super::wire::{Fields, credential, field};
use grants::{Claim, Grants, Wrong};
use people::Person;

/// The product as a provider knows it.
#[derive(Clone, Debug)]
pub struct App {
    /// `client_id`.
    pub id: String,
    /// `client_secret`.
    pub secret: String,
}

/// What differs between the providers before a code is given.
#[derive(Debug)]
struct Rules {
    /// The provider's name in its ids.
    name: &'static str,
    /// The title of its page.
    title: &'static str,
    /// Whether it looks at `code_challenge` at all.
    pkce: bool,
    /// Whether it refuses a request without `state`.
    needs_state: bool,
    /// `error_description` when the person refuses.
    denied: &'static str,
    /// How long a token is good for.
    token_life: Duration,
}

/// A provider at work.
#[derive(Debug)]
struct Desk {
    rules: &'static Rules,
    app: App,
    grants: Mutex<Grants>,
}

impl Desk {
    fn new(rules: &'static Rules, app: App) -> Arc<Self> {
        Arc::new(Self { rules, app, grants: Mutex::default() })
    }

    /// Exchanges a code for a token, once.
    fn redeem(&self, fields: &Fields, client: (&str, &str)) -> Result<(String, Arc<Claim>), Wrong> {
        if client != (&self.app.id, &self.app.secret) {
            return Err(Wrong::Client);
        }
        if field(fields, "grant_type") != "authorization_code" {
            return Err(Wrong::GrantType);
        }
        let mut grants = self.grants.lock().unwrap_or_else(PoisonError::into_inner);
        let claim = Arc::new(grants.take_code(field(fields, "code"), Instant::now()).ok_or(Wrong::Code)?);
        if !field(fields, "redirect_uri").is_empty() && field(fields, "redirect_uri") != claim.redirect_uri {
            return Err(Wrong::Redirect);
        }
        claim.verify(field(fields, "code_verifier"))?;
        let token = grants.give_token(claim.clone(), Instant::now() + self.rules.token_life)?;
        Ok((token, claim))
    }

    /// Whose bearer token it is, while it is good.
    fn holder(&self, headers: &HeaderMap) -> Option<Arc<Claim>> {
        let token = credential(headers, "Bearer")?;
        self.grants.lock().unwrap_or_else(PoisonError::into_inner).holder(token, Instant::now())
    }

    /// 32 bytes that stand for this person at this provider.
    fn subject(&self, person: &Person) -> [u8; 32] {
        Sha256::digest(format!("{}\n{}", self.rules.name, person.key)).into()
    }

    /// The same as a number of up to `digits` digits.
    fn number(&self, person: &Person, digits: u32) -> u64 {
        let number = self.subject(person).iter().fold(0_u64, |sum, byte| sum.rotate_left(8) ^ u64::from(*byte));
        number % 10_u64.pow(digits)
    }
}
