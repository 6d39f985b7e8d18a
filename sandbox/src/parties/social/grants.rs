//! Codes and tokens: a code is good once and for ten minutes.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest as _, Sha256};

use super::people::Person;
use crate::machine::random;

const CODE_LIFE: Duration = Duration::from_mins(10);

/// Why a code is not exchanged.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Wrong {
    /// The client is unknown or showed another secret.
    Client,
    /// `grant_type` is not `authorization_code`.
    GrantType,
    /// The code is unknown, used or too old.
    Code,
    /// It was asked for with another `redirect_uri`.
    Redirect,
    /// The verifier does not belong to the challenge.
    Verifier,
    /// No randomness.
    Failed,
}

/// What a person agreed to.
#[derive(Debug)]
pub(super) struct Claim {
    pub person: Person,
    pub redirect_uri: String,
    /// `code_challenge` of method S256.
    pub challenge: Option<String>,
    /// What was asked for, with spaces between.
    pub scope: String,
}

impl Claim {
    /// Checks RFC 7636's verifier, if there was a challenge.
    pub(super) fn verify(&self, verifier: &str) -> Result<(), Wrong> {
        let Some(challenge) = &self.challenge else { return Ok(()) };
        let allowed = |c: char| c.is_ascii_alphanumeric() || "-._~".contains(c);
        let formed = (43..=128).contains(&verifier.len()) && verifier.chars().all(allowed);
        let proven = formed && URL_SAFE_NO_PAD.encode(Sha256::digest(verifier)) == *challenge;
        if proven { Ok(()) } else { Err(Wrong::Verifier) }
    }
}

/// Codes and tokens that were given out.
#[derive(Debug, Default)]
pub(super) struct Grants {
    codes: HashMap<String, (Claim, Instant)>,
    tokens: HashMap<String, (Arc<Claim>, Instant)>,
}

impl Grants {
    /// A new code.
    pub(super) fn give_code(&mut self, claim: Claim, now: Instant) -> Result<String, Wrong> {
        self.codes.retain(|_, (_, end)| *end > now);
        let code = random::hex(24).map_err(|_| Wrong::Failed)?;
        self.codes.insert(code.clone(), (claim, now + CODE_LIFE));
        Ok(code)
    }

    /// What the code stands for. It is used up, also when what follows fails.
    pub(super) fn take_code(&mut self, code: &str, now: Instant) -> Option<Claim> {
        self.codes.remove(code).filter(|(_, end)| *end > now).map(|(claim, _)| claim)
    }

    /// A new token, good until `end`.
    pub(super) fn give_token(&mut self, claim: Arc<Claim>, end: Instant) -> Result<String, Wrong> {
        let token = random::hex(32).map_err(|_| Wrong::Failed)?;
        self.tokens.insert(token.clone(), (claim, end));
        Ok(token)
    }

    /// Who holds the token.
    pub(super) fn holder(&mut self, token: &str, now: Instant) -> Option<Arc<Claim>> {
        self.tokens.retain(|_, (_, end)| *end > now);
        self.tokens.get(token).map(|(claim, _)| claim.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn claim(challenge: Option<&str>) -> Claim {
        let person = super::super::people::known().swap_remove(0).1;
        Claim { person, redirect_uri: String::new(), challenge: challenge.map(str::to_owned), scope: String::new() }
    }

    #[test]
    fn a_code_is_good_once_and_not_for_long() {
        let (mut grants, now) = (Grants::default(), Instant::now());
        let code = grants.give_code(claim(None), now).expect("a code");
        assert!(grants.take_code(&code, now).is_some());
        assert!(grants.take_code(&code, now).is_none());
        let code = grants.give_code(claim(None), now).expect("a code");
        assert!(grants.take_code(&code, now + CODE_LIFE).is_none());
    }

    #[test]
    fn a_token_ends() {
        let (mut grants, now) = (Grants::default(), Instant::now());
        let end = now + Duration::from_secs(10);
        let token = grants.give_token(Arc::new(claim(None)), end).expect("a token");
        assert!(grants.holder(&token, now).is_some() && grants.holder(&token, end).is_none());
    }

    #[test]
    fn the_verifier_of_rfc_7636_is_accepted_and_no_other() {
        let challenged = claim(Some("E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"));
        assert_eq!(challenged.verify("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"), Ok(()));
        assert_eq!(challenged.verify("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXl"), Err(Wrong::Verifier));
        assert_eq!(challenged.verify(""), Err(Wrong::Verifier));
    }
}
