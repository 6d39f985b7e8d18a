//! A tenant's `KakaoTalk` channel as operators enter it.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::{FieldErrors, Fields};
use crate::notification::NotificationKind;
use crate::validation::{Invalid, InvalidCode};

/// The longest id at the carrier, in characters.
const MAX_ID_CHARS: usize = 64;

/// A channel as it was entered.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct KakaoInput {
    /// The channel's id at the carrier.
    pub pf_id: String,
    /// The id of each template at the carrier, keyed by the notification's kind.
    pub templates: BTreeMap<String, String>,
}

/// A channel and its approved templates. A notification without a template is sent as a text message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KakaoSettings {
    /// The channel's id at the carrier.
    pub pf_id: String,
    /// The id of each template at the carrier, in the order of the notifications.
    pub templates: Vec<(NotificationKind, String)>,
}

impl KakaoInput {
    /// Parses the settings.
    ///
    /// # Errors
    /// Every refused field.
    pub fn parse(&self) -> Result<KakaoSettings, Vec<Invalid>> {
        let mut errors = FieldErrors::default();
        let pf_id = errors.check(parse_id("pfId", &self.pf_id));
        let mut templates = Vec::new();
        for (kind, id) in &self.templates {
            let unknown = |_| Invalid::new("templates", InvalidCode::Unknown);
            let kind = errors.check(kind.parse::<NotificationKind>().map_err(unknown));
            let id = errors.check(parse_id("templates", id));
            templates.extend(kind.zip(id));
        }
        templates.sort_by_key(|(kind, _)| kind.as_str());
        match pf_id {
            Some(pf_id) if errors.0.is_empty() => Ok(KakaoSettings { pf_id, templates }),
            _ => Err(errors.0),
        }
    }
}

fn parse_id(field: &'static str, text: &str) -> Result<String, Invalid> {
    let text = text.trim();
    match text.len() {
        0 => Err(Invalid::new(field, InvalidCode::Required)),
        MAX_ID_CHARS.. if text.len() > MAX_ID_CHARS => Err(Invalid::new(field, InvalidCode::TooLong)),
        _ if !text.bytes().all(|byte| byte.is_ascii_alphanumeric()) => Err(Invalid::new(field, InvalidCode::Format)),
        _ => Ok(text.to_owned()),
    }
}

impl Fields for KakaoSettings {
    fn fields(&self) -> Vec<(&'static str, String)> {
        let templates = self.templates.iter().map(|(kind, id)| format!("{}={id}", kind.as_str()));
        vec![("pfId", self.pf_id.clone()), ("templates", templates.collect::<Vec<_>>().join(" "))]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn channel_refuses_unknown_notifications() {
        let templates = [("result_ready", "KA01TP1"), ("birthday", "KA01TP2")];
        let templates = templates.map(|(kind, id)| (kind.to_owned(), id.to_owned())).into();
        let refused = KakaoInput { pf_id: "KA 01".to_owned(), templates }.parse().expect_err("refused");
        let refused: Vec<_> = refused.into_iter().map(|invalid| (invalid.field, invalid.code)).collect();
        assert_eq!(refused, [("pfId", InvalidCode::Format), ("templates", InvalidCode::Unknown)]);
    }
}
