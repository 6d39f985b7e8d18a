//! Versions in a real object store: published once, deployed by a pointer, refused when damaged.
#![expect(clippy::unwrap_used, reason = "helpers of tests fail the test that calls them")]

use std::fs;
use std::path::Path;

use bytes::Bytes;
use chrono::{DateTime, Utc};
use registry::{Error, InvalidRelease, ModelRegistry, Release, Shadow};
use tempfile::TempDir;
use testing::store;

fn at(minute: i64) -> DateTime<Utc> {
    DateTime::from_timestamp(minute * 60, 0).unwrap()
}

/// Returns the built-in weights under another name.
fn weights(version: &str) -> TempDir {
    let (from, dir) = (Path::new(env!("CARGO_MANIFEST_DIR")).join("../../model/weights"), TempDir::new().unwrap());
    for name in ["config.json", "model.safetensors"] {
        fs::copy(from.join(name), dir.path().join(name)).unwrap();
    }
    let mut manifest: serde_json::Value =
        serde_json::from_slice(&fs::read(from.join("manifest.json")).unwrap()).unwrap();
    manifest["version"] = version.into();
    fs::write(dir.path().join("manifest.json"), manifest.to_string()).unwrap();
    dir
}

/// Changes a part of a manifest.
fn alter(dir: &Path, part: &str, change: impl FnOnce(&mut serde_json::Value)) {
    let file = dir.join("manifest.json");
    let mut manifest: serde_json::Value = serde_json::from_slice(&fs::read(&file).unwrap()).unwrap();
    change(&mut manifest[part]);
    fs::write(file, manifest.to_string()).unwrap();
}

#[tokio::test]
async fn versions_are_published_and_rolled_back() {
    let registry = ModelRegistry::with_prefix(store(), &format!("{}/", testing::key_prefix()));
    assert!(registry.versions().await.unwrap().is_empty());
    assert_eq!(registry.pointer().await.unwrap().version, None);
    assert!(matches!(registry.roll_back(at(0)).await, Err(Error::Nothing)));
    let (one, two) = (weights("one"), weights("two"));
    let first = Release::from_dir(one.path()).unwrap();
    assert_eq!(registry.publish(&first).await.unwrap(), "one");
    assert_eq!(registry.publish(&first).await.unwrap(), "one", "again changes nothing");
    registry.publish(&Release::from_dir(two.path()).unwrap()).await.unwrap();
    assert_eq!(registry.versions().await.unwrap(), ["one", "two"]);
    assert!(matches!(registry.promote("three", at(1)).await, Err(Error::Unknown(name)) if name == "three"));
    registry.promote("one", at(1)).await.unwrap();
    registry.shadow(Some(Shadow { version: "two".into(), share: 0.5 })).await.unwrap();
    assert!(registry.shadow(Some(Shadow { version: "three".into(), share: 0.5 })).await.is_err());
    let pointer = registry.promote("two", at(2)).await.unwrap();
    assert_eq!((pointer.version.as_deref(), &pointer.shadow), (Some("two"), &None));
    assert_eq!(registry.pointer().await.unwrap(), pointer);
    assert_eq!(registry.roll_back(at(3)).await.unwrap().version.as_deref(), Some("one"));
    assert_eq!(registry.roll_back(at(4)).await.unwrap().version, None, "the program's own");
    assert_eq!(registry.fetch("one").await.unwrap().open().unwrap().version(), "one");
}

#[tokio::test]
async fn broken_version_is_refused_everywhere() {
    let (store, prefix) = (store(), format!("{}/", testing::key_prefix()));
    let registry = ModelRegistry::with_prefix(store.clone(), &prefix);
    let dir = weights("sound");
    registry.publish(&Release::from_dir(dir.path()).unwrap()).await.unwrap();
    registry.promote("sound", at(1)).await.unwrap();
    // a version's name stays bound to the content that was published first
    alter(dir.path(), "seed", |seed| *seed = 9.into());
    let other = Release::from_dir(dir.path()).unwrap();
    assert!(matches!(registry.publish(&other).await, Err(Error::Taken(name)) if name == "sound"));
    // truncated before it is published
    let cut = weights("cut");
    let weights_of = cut.path().join("model.safetensors");
    let bytes = fs::read(&weights_of).unwrap();
    fs::write(&weights_of, &bytes[..bytes.len() / 2]).unwrap();
    let refused = Release::from_dir(cut.path()).err().unwrap();
    assert!(matches!(refused, InvalidRelease::Weights(_)), "{refused}");
    let causes = std::iter::successors(Some(&refused as &dyn std::error::Error), |error| error.source());
    let messages: Vec<String> = causes.map(ToString::to_string).collect();
    assert!(messages.len() > 1 && !messages[0].contains(&messages[1]), "each cause once: {messages:?}");
    // damaged in the store, or with results that differ from the golden outputs
    let late = weights("late");
    registry.publish(&Release::from_dir(late.path()).unwrap()).await.unwrap();
    let golden = format!("{prefix}versions/late/golden.json");
    let promised = String::from_utf8(store.get(&golden, 1 << 20).await.unwrap().to_vec()).unwrap();
    let mut altered: serde_json::Value = serde_json::from_str(&promised).unwrap();
    for known in altered.as_array_mut().unwrap() {
        known["reading"][1] = serde_json::json!([0, 2, 0, 2, 0, 2, 0, 2, 0]);
    }
    store.put(&golden, "application/json", Bytes::from(altered.to_string())).await.unwrap();
    let refused = registry.promote("late", at(2)).await.unwrap_err();
    assert!(matches!(refused, Error::Invalid(InvalidRelease::Differs(_))), "{refused}");
    store.put(&golden, "application/json", Bytes::from(promised)).await.unwrap();
    let key = format!("{prefix}versions/late/model.safetensors");
    store.put(&key, "application/octet-stream", Bytes::from_static(b"damaged")).await.unwrap();
    let refused = registry.promote("late", at(2)).await.unwrap_err();
    assert!(matches!(refused, Error::Invalid(InvalidRelease::Weights(_))), "{refused}");
    assert_eq!(registry.pointer().await.unwrap().version.as_deref(), Some("sound"), "the pointer did not move");
}

#[tokio::test]
async fn evaluation_can_be_published_later() {
    let registry = ModelRegistry::with_prefix(store(), &format!("{}/", testing::key_prefix()));
    let dir = weights("one");
    registry.publish(&Release::from_dir(dir.path()).unwrap()).await.unwrap();
    assert_eq!(registry.fetch("one").await.unwrap().card(), None);
    let recorded = model::release::Bundle::embedded().unwrap().manifest.evaluation.unwrap();
    alter(dir.path(), "evaluation", |evaluation| {
        *evaluation =
            serde_json::to_value(model::evaluation::Evaluation { version: "one".into(), ..recorded }).unwrap();
    });
    fs::write(dir.path().join("README.md"), "Two readers.").unwrap();
    registry.publish(&Release::from_dir(dir.path()).unwrap()).await.unwrap();
    let there = registry.fetch("one").await.unwrap();
    assert_eq!(registry.manifest("one").await.unwrap().evaluation.unwrap().version, "one");
    assert_eq!(there.card().as_deref(), Some("Two readers."));
}

#[tokio::test]
async fn concurrent_replace_succeeds_once() {
    let (store, key) = (store(), format!("{}/object", testing::key_prefix()));
    let mut before = None;
    for round in 0..10 {
        let each = (0..8).map(|i| {
            let (store, key, before) = (store.clone(), key.clone(), before.clone());
            let bytes = Bytes::from(format!("{round} {i}"));
            tokio::spawn(async move { store.replace(&key, "text/plain", bytes, before.as_ref()).await.unwrap() })
        });
        let (mut done, each) = (0, each.collect::<Vec<_>>());
        for one in each {
            done += usize::from(one.await.unwrap());
        }
        assert_eq!(done, 1, "round {round}");
        before = Some(store.get_with_etag(&key, 100).await.unwrap().1);
    }
}

#[tokio::test]
async fn concurrent_pointer_changes_are_kept() {
    let registry = ModelRegistry::with_prefix(store(), &format!("{}/", testing::key_prefix()));
    for version in ["one", "two"] {
        registry.publish(&Release::from_dir(weights(version).path()).unwrap()).await.unwrap();
    }
    let shadow = Some(Shadow { version: "two".into(), share: 0.5 });
    let (promoted, shadowed) = tokio::join!(registry.promote("one", at(1)), registry.shadow(shadow.clone()));
    promoted.unwrap();
    shadowed.unwrap();
    let pointer = registry.pointer().await.unwrap();
    assert_eq!((pointer.version.as_deref(), pointer.shadow), (Some("one"), shadow));
}

#[tokio::test]
async fn rollback_to_broken_version_is_refused() {
    let (store, prefix) = (store(), format!("{}/", testing::key_prefix()));
    let registry = ModelRegistry::with_prefix(store.clone(), &prefix);
    for (minute, version) in (1..).zip(["one", "two"]) {
        registry.publish(&Release::from_dir(weights(version).path()).unwrap()).await.unwrap();
        registry.promote(version, at(minute)).await.unwrap();
    }
    let key = format!("{prefix}versions/one/model.safetensors");
    store.put(&key, "application/octet-stream", Bytes::from_static(b"damaged")).await.unwrap();
    let refused = registry.roll_back(at(3)).await.unwrap_err();
    assert!(matches!(refused, Error::Invalid(InvalidRelease::Weights(_))), "{refused}");
    assert_eq!(registry.pointer().await.unwrap().version.as_deref(), Some("two"), "the pointer did not move");
}
