//! Values that no statement is needed for: the kinds of the access log, and what `Debug` hides.

use db::access_log::{Action, Kind};
use db::exports::{PatientData, StoredPicture};
use db::social::{NewState, State};
use domain::{ObjectKey, SocialProvider, TokenHash};

#[test]
fn kinds_cover_every_action_once() {
    let mut all: Vec<String> = Kind::ALL.into_iter().flat_map(|kind| Kind::actions(&[kind])).collect();
    let mut named: Vec<_> = Action::ALL.iter().map(|action| action.as_str()).collect();
    all.sort_unstable();
    named.sort_unstable();
    assert_eq!(all, named);
    assert_eq!(
        Kind::actions(&[Kind::Download]),
        ["payout_opened", "document_downloaded", "report_downloaded", "training_exported"]
    );
    assert_eq!(Kind::ALL.map(|kind| Kind::from_code(kind.as_str())), Kind::ALL.map(Some));
    assert_eq!(Kind::from_code("sign_in"), None);
}

#[test]
fn debug_output_hides_file_contents() {
    let files = vec![("profile.json", serde_json::json!({"name": "secret"}))];
    let key = ObjectKey::parse("tongue/test/secret.jpg").expect("a key");
    let shown = format!("{:?}", PatientData { files, pictures: vec![StoredPicture { key, hash: None }] });
    assert_eq!(shown, r#"PatientData { files: ["profile.json"], pictures: 1 }"#);
}

#[test]
fn debug_output_hides_verifier() {
    let hash = TokenHash::new([1; 32]);
    let new = NewState {
        state: hash,
        browser: hash,
        provider: SocialProvider::Kakao,
        verifier: "secret",
        redirect: Some("/self-check"),
    };
    assert_eq!(format!("{new:?}"), "NewState { provider: Kakao, .. }");
    let state = State { verifier: "secret".to_owned(), redirect: None };
    assert_eq!(format!("{state:?}"), "State { redirect: None, .. }");
}
