//! The texts of responses, one file for each language.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use domain::{FailureCode, Locale, NotificationKind};
use serde::Deserialize;

use super::Code;

/// The texts in one language.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Catalogue {
    problems: BTreeMap<String, Text>,
    fields: BTreeMap<String, String>,
    failures: BTreeMap<String, String>,
    notifications: BTreeMap<String, Text>,
    pages: BTreeMap<String, String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Text {
    title: String,
    text: String,
}

static KO: LazyLock<Catalogue> = LazyLock::new(|| parse(include_str!("../../messages/ko.json")));
static EN: LazyLock<Catalogue> = LazyLock::new(|| parse(include_str!("../../messages/en.json")));

fn parse(text: &str) -> Catalogue {
    serde_json::from_str(text).expect("the catalogues are part of the program and tested")
}

impl Catalogue {
    /// Returns the texts of a language.
    #[must_use]
    pub fn for_locale(locale: Locale) -> &'static Self {
        match locale {
            Locale::Ko => &KO,
            Locale::En => &EN,
        }
    }

    /// Returns the title and the detail of a kind of problem.
    #[must_use]
    pub fn problem(&self, code: Code) -> (&str, &str) {
        self.problems.get(code.as_str()).map_or(("", ""), |text| (&text.title, &text.text))
    }

    /// Returns what is wrong with a field: the field's own text for the code, or else the code's general one.
    #[must_use]
    pub fn field(&self, field: &str, code: &str) -> &str {
        self.fields.get(&format!("{field}.{code}")).or_else(|| self.fields.get(code)).map_or("", String::as_str)
    }

    /// Returns a text of a page that the API shows itself.
    #[must_use]
    pub fn page(&self, key: &str) -> &str {
        self.pages.get(key).map_or("", String::as_str)
    }

    /// Returns why a photo could not be read, in words that the patient can act on.
    #[must_use]
    pub fn failure(&self, code: FailureCode) -> &str {
        self.failures.get(code.as_str()).map_or("", String::as_str)
    }

    /// Returns the title and the text of a kind of notification.
    #[must_use]
    pub fn notification(&self, kind: NotificationKind) -> (&str, &str) {
        self.notifications.get(kind.as_str()).map_or(("", ""), |text| (&text.title, &text.text))
    }
}
