//! Opaque tokens: the client gets 32 random bytes, the database their SHA-256.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use domain::TokenHash;
use runtime::Random;

/// A token's length in characters.
pub const LENGTH: usize = 43;

/// Generates a token and its hash.
#[must_use]
pub fn issue(random: &Random) -> (String, TokenHash) {
    let token = URL_SAFE_NO_PAD.encode(random.bytes::<32>());
    let hash = hash(&token);
    (token, hash)
}

/// Returns the hash of a token as a client sent it.
#[must_use]
pub fn hash(token: &str) -> TokenHash {
    TokenHash::from_token(token)
}

/// Returns the hash of a ticket that is valid only in the browser with a cookie. The ticket is part of a URL, which one
/// person may send to another: without the cookie, a sign-up there would link the sender's social account to the new
/// account.
#[must_use]
pub fn hash_for_browser(ticket: &str, browser: Option<&str>) -> TokenHash {
    hash(&format!("{ticket}.{}", browser.unwrap_or_default()))
}
