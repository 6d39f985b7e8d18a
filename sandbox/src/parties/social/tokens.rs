//! Authorization codes and access tokens. A code is valid once, for ten minutes.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest as _, Sha256};

use super::people::Person;
use crate::machine::random;

const CODE_LIFETIME: Duration = Duration::from_mins(10);

/// Why a code was not exchanged for a token.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum TokenError {
    /// The client is unknown or its secret is wrong.
    Client,
    /// `grant_type` is not `authorization_code`.
    GrantType,
    /// The code is unknown, used or expired.
    Code,
    /// The code was issued for another `redirect_uri`.
    Redirect,
    /// The verifier does not match the challenge.
    Verifier,
    /// The operating system provides no randomness.
    Failed,
}

/// A person's consent.
#[derive(Debug)]
pub(super) struct Grant {
    pub person: Person,
    pub redirect_uri: String,
    /// `code_challenge` of method S256.
    pub challenge: Option<String>,
    /// The requested scopes, separated by spaces.
    pub scope: String,
}

impl Grant {
    /// Verifies the code verifier (RFC 7636) if there was a challenge.
    pub(super) fn verify(&self, verifier: &str) -> Result<(), TokenError> {
        let Some(challenge) = &self.challenge else { return Ok(()) };
        let is_allowed = |c: char| c.is_ascii_alphanumeric() || "-._~".contains(c);
        let is_well_formed = (43..=128).contains(&verifier.len()) && verifier.chars().all(is_allowed);
        let is_proven = is_well_formed && URL_SAFE_NO_PAD.encode(Sha256::digest(verifier)) == *challenge;
        if is_proven { Ok(()) } else { Err(TokenError::Verifier) }
    }
}

/// The issued codes and tokens.
#[derive(Debug, Default)]
pub(super) struct TokenStore {
    codes: HashMap<String, (Grant, Instant)>,
    tokens: HashMap<String, (Arc<Grant>, Instant)>,
}

impl TokenStore {
    /// Issues a code.
    pub(super) fn issue_code(&mut self, grant: Grant, now: Instant) -> Result<String, TokenError> {
        self.codes.retain(|_, (_, end)| *end > now);
        let code = random::hex(24).map_err(|_| TokenError::Failed)?;
        self.codes.insert(code.clone(), (grant, now + CODE_LIFETIME));
        Ok(code)
    }

    /// Redeems a code, which is consumed even if the exchange fails afterwards.
    pub(super) fn redeem_code(&mut self, code: &str, now: Instant) -> Option<Grant> {
        self.codes.remove(code).filter(|(_, end)| *end > now).map(|(grant, _)| grant)
    }

    /// Issues a token that is valid until `end`.
    pub(super) fn issue_token(&mut self, grant: Arc<Grant>, end: Instant) -> Result<String, TokenError> {
        let token = random::hex(32).map_err(|_| TokenError::Failed)?;
        self.tokens.insert(token.clone(), (grant, end));
        Ok(token)
    }

    /// Finds the grant of a token.
    pub(super) fn find_grant(&mut self, token: &str, now: Instant) -> Option<Arc<Grant>> {
        self.tokens.retain(|_, (_, end)| *end > now);
        self.tokens.get(token).map(|(grant, _)| grant.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grant(challenge: Option<&str>) -> Grant {
        let person = super::super::people::demo_people().swap_remove(0).1;
        Grant { person, redirect_uri: String::new(), challenge: challenge.map(str::to_owned), scope: String::new() }
    }

    #[test]
    fn code_is_valid_once_and_expires() {
        let (mut tokens, now) = (TokenStore::default(), Instant::now());
        let code = tokens.issue_code(grant(None), now).expect("a code");
        assert!(tokens.redeem_code(&code, now).is_some());
        assert!(tokens.redeem_code(&code, now).is_none());
        let code = tokens.issue_code(grant(None), now).expect("a code");
        assert!(tokens.redeem_code(&code, now + CODE_LIFETIME).is_none());
    }

    #[test]
    fn token_expires() {
        let (mut tokens, now) = (TokenStore::default(), Instant::now());
        let end = now + Duration::from_secs(10);
        let token = tokens.issue_token(Arc::new(grant(None)), end).expect("a token");
        assert!(tokens.find_grant(&token, now).is_some() && tokens.find_grant(&token, end).is_none());
    }

    #[test]
    fn only_the_matching_verifier_is_accepted() {
        let challenged = grant(Some("E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"));
        assert_eq!(challenged.verify("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"), Ok(()));
        assert_eq!(challenged.verify("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXl"), Err(TokenError::Verifier));
        assert_eq!(challenged.verify(""), Err(TokenError::Verifier));
    }
}
