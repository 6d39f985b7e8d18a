//! The web app's texts of codes that come from the server. A code without a text is shown as it is.

use std::path::Path;

use db::payment_discrepancies::DiscrepancyKind;
use db::{access_log, operator_actions, retention};
use domain::NotificationKind;
use domain::operator::OperatorRole;
use queue::Queue;
use serde_json::Value;
use strum::VariantArray as _;

/// Fails if a group of texts lacks one of these codes, in either language.
fn assert_texts<'a>(file: &str, group: &str, codes: impl IntoIterator<Item = &'a str>) {
    let codes: Vec<_> = codes.into_iter().collect();
    for language in ["ko", "en"] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../web/app/locales/{language}/{file}.json"));
        let texts: Value = serde_json::from_slice(&std::fs::read(path).expect("the texts")).expect("JSON");
        let missing: Vec<_> = codes.iter().filter(|code| texts[group].get(code).is_none()).collect();
        assert!(missing.is_empty(), "{language}/{file}.json lacks {group}.{missing:?}");
    }
}

#[test]
fn console_has_a_text_for_every_code() {
    assert_texts("accessLog", "action", access_log::Action::ALL.iter().map(|action| action.as_str()));
    assert_texts("opsRecords", "did", operator_actions::Action::ALL.iter().map(|action| action.as_str()));
    assert_texts("opsRecords", "class", retention::Class::ALL.iter().map(|class| class.as_str()));
    assert_texts("opsQueues", "kind", queue::jobs::KINDS);
    assert_texts("opsQueues", "queue", Queue::ALL.map(Queue::as_str));
    assert_texts("opsDirectory", "notice", NotificationKind::VARIANTS.iter().map(Into::into));
    assert_texts("payments", "kind", DiscrepancyKind::ALL.map(DiscrepancyKind::as_str));
    assert_texts("ops", "role", OperatorRole::VARIANTS.iter().map(|role| role.as_str()));
}
