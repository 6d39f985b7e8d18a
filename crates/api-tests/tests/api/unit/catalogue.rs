//! The texts of responses, in both languages.

use std::collections::BTreeMap;
use std::path::Path;

use api::problem::{Catalogue, Code};
use domain::{FailureCode, Locale, NotificationKind};
use serde_json::Value;
use strum::VariantArray as _;

/// The entries of a file by section and key.
type Texts = BTreeMap<String, BTreeMap<String, Value>>;

/// Reads the file of a language, which the program has compiled in.
fn read(locale: Locale) -> Texts {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../api/messages/{}.json", locale.as_str()));
    let file = std::fs::read_to_string(path).expect("the texts");
    serde_json::from_str(&file).expect("sections with texts")
}

fn keys(texts: &Texts) -> Vec<(&str, &str)> {
    let sections = texts.iter();
    sections.flat_map(|(name, entries)| entries.keys().map(move |key| (name.as_str(), key.as_str()))).collect()
}

fn keys_of<'a>(texts: &'a Texts, section: &str) -> Vec<&'a str> {
    texts[section].keys().map(String::as_str).collect()
}

/// Returns the text of an entry, or its title and its text.
fn texts_of(entry: &Value) -> Vec<&str> {
    match entry {
        Value::String(text) => vec![text.as_str()],
        _ => ["title", "text"].map(|part| entry[part].as_str().expect("a text")).to_vec(),
    }
}

#[test]
fn catalogues_have_same_keys_and_no_empty_text() {
    let (korean, english) = (read(Locale::Ko), read(Locale::En));
    assert_eq!(keys(&korean), keys(&english));
    for texts in [&korean, &english] {
        let mut all = texts.values().flat_map(BTreeMap::values).flat_map(texts_of);
        assert!(all.all(|text| !text.trim().is_empty()));
    }
}

#[test]
fn catalogue_covers_every_problem() {
    let mut codes: Vec<_> = Code::VARIANTS.iter().map(|code| code.as_str()).collect();
    codes.sort_unstable();
    assert_eq!(codes, keys_of(&read(Locale::Ko), "problems"));
    // what the program shows is what the files have
    for locale in [Locale::Ko, Locale::En] {
        let texts = read(locale);
        for code in Code::VARIANTS {
            let (title, text) = Catalogue::for_locale(locale).problem(*code);
            assert_eq!(texts_of(&texts["problems"][code.as_str()]), [title, text]);
        }
    }
}

#[test]
fn catalogue_covers_failures_and_notifications() {
    let texts = read(Locale::Ko);
    let mut failures: Vec<_> = FailureCode::VARIANTS.iter().map(|code| code.as_str()).collect();
    failures.sort_unstable();
    assert_eq!(failures, keys_of(&texts, "failures"));
    let mut kinds: Vec<_> = NotificationKind::VARIANTS.iter().map(|kind| kind.as_str()).collect();
    kinds.sort_unstable();
    assert_eq!(kinds, keys_of(&texts, "notifications"));
}
