//! Accounts at payment providers as operators enter them. The secret is separate: it is stored encrypted and never
//! shown again.

use super::{FieldErrors, Fields};
use crate::payment::ProviderName;
use crate::validation::{Invalid, InvalidCode};

/// The longest public id, in characters.
const MAX_CLIENT_ID_CHARS: usize = 100;
/// The longest secret, in characters.
const MAX_SECRET_CHARS: usize = 300;

/// An account as it was entered, without its secret.
#[derive(Clone, Debug, Default)]
pub struct AccountInput {
    /// `toss` or `inicis`.
    pub provider: String,
    /// The public id at the provider.
    pub client_id: String,
    /// Whether new payments use it.
    pub active: bool,
}

/// An account's settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccountSettings {
    /// The provider.
    pub provider: ProviderName,
    /// The public id at the provider.
    pub client_id: String,
    /// Whether new payments use it.
    pub active: bool,
}

impl AccountInput {
    /// Parses the settings.
    ///
    /// # Errors
    /// Every refused field.
    pub fn parse(&self) -> Result<AccountSettings, Vec<Invalid>> {
        let mut errors = FieldErrors::default();
        let unknown = |_| Invalid::new("provider", InvalidCode::Unknown);
        let provider = errors.check(self.provider.parse::<ProviderName>().map_err(unknown));
        let client_id = errors.check(parse_printable("clientId", &self.client_id, MAX_CLIENT_ID_CHARS));
        match (provider, client_id) {
            (Some(provider), Some(client_id)) => Ok(AccountSettings { provider, client_id, active: self.active }),
            _ => Err(errors.0),
        }
    }
}

/// Checks the secret of an account and returns it without the spaces around it.
///
/// # Errors
/// [`InvalidCode::Required`], [`InvalidCode::TooLong`] or [`InvalidCode::Format`], on `secret`.
pub fn parse_secret(text: &str) -> Result<&str, Invalid> {
    check_printable("secret", text, MAX_SECRET_CHARS)
}

fn parse_printable(field: &'static str, text: &str, max_chars: usize) -> Result<String, Invalid> {
    check_printable(field, text, max_chars).map(str::to_owned)
}

fn check_printable<'a>(field: &'static str, text: &'a str, max_chars: usize) -> Result<&'a str, Invalid> {
    let text = text.trim();
    let refused = |code| Err(Invalid::new(field, code));
    match text.len() {
        0 => refused(InvalidCode::Required),
        length if length > max_chars => refused(InvalidCode::TooLong),
        _ if !text.bytes().all(|byte| byte.is_ascii_graphic()) => refused(InvalidCode::Format),
        _ => Ok(text),
    }
}

impl Fields for AccountSettings {
    fn fields(&self) -> Vec<(&'static str, String)> {
        vec![
            ("provider", self.provider.as_str().to_owned()),
            ("clientId", self.client_id.clone()),
            ("active", self.active.to_string()),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn account_refuses_unknown_providers() {
        let input = AccountInput { provider: "paypal".to_owned(), ..AccountInput::default() };
        let refused: Vec<_> = input.parse().expect_err("refused").into_iter().map(|i| (i.field, i.code)).collect();
        assert_eq!(refused, [("provider", InvalidCode::Unknown), ("clientId", InvalidCode::Required)]);
    }

    #[test]
    fn secret_has_no_spaces_inside() {
        assert_eq!(parse_secret(" test_sk_1 "), Ok("test_sk_1"));
        for (text, code) in [
            ("", InvalidCode::Required),
            ("test sk", InvalidCode::Format),
            ("비밀", InvalidCode::Format),
            (&"a".repeat(301), InvalidCode::TooLong),
        ] {
            assert_eq!(parse_secret(text), Err(Invalid::new("secret", code)));
        }
    }
}
