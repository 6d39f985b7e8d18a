//! Opaque tokens: 32 random bytes for the client, their SHA-256 for us.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use domain::TokenHash;
use runtime::Random;

/// A token's length in characters.
pub const LENGTH: usize = 43;

/// A new token and its hash.
#[must_use]
pub fn issue(random: &Random) -> (String, TokenHash) {
    let token = URL_SAFE_NO_PAD.encode(random.bytes::<32>());
    let hash = hash(&token);
    (token, hash)
}

/// The hash of a token as a client sent it.
#[must_use]
pub fn hash(token: &str) -> TokenHash {
    TokenHash::of(token)
}
