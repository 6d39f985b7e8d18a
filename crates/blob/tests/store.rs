//! The client against a real object store.

use std::io::{Seek as _, SeekFrom, Write as _};
use std::time::Duration;

use blob::{Error, Object, S3Config, Store};
use bytes::Bytes;
use futures::TryStreamExt as _;
use sha2::{Digest as _, Sha256};
use testing::store;
use wiremock::matchers::method;
use wiremock::{Mock, MockServer, ResponseTemplate};

/// Returns a key that no other test has.
fn key(name: &str) -> String {
    format!("{}/{name}", testing::key_prefix())
}

/// Returns a client of a store that is not the tests'.
fn store_at(endpoint: &str) -> Store {
    Store::connect(&S3Config {
        endpoint: endpoint.parse().expect("a URL"),
        public_url: endpoint.parse().expect("a URL"),
        region: "ap-northeast-2".to_owned(),
        bucket: "hyeobom".to_owned(),
        access_key_id: "id".to_owned(),
        secret_access_key: "secret".into(),
    })
}

async fn put(store: &Store, key: &str, content: &'static [u8]) {
    store.put(key, "image/jpeg", Bytes::from_static(content)).await.expect("stored");
}

#[tokio::test]
async fn stored_object_is_read_back() {
    let (store, key) = (store(), key("a.jpg"));
    assert!(matches!(store.head(&key).await, Err(Error::NotFound)));
    assert!(matches!(store.get(&key, 10).await, Err(Error::NotFound)));
    assert!(matches!(store.open(&key).await, Err(Error::NotFound)));
    put(&store, &key, b"a photo").await;
    let head = store.head(&key).await.expect("it is there");
    assert_eq!(head, Object { size: 7, content_type: Some("image/jpeg".to_owned()) });
    assert_eq!(store.get(&key, 7).await.expect("it fits"), "a photo");
    let (size, parts) = store.open(&key).await.expect("it is there");
    let parts: Vec<Bytes> = parts.try_collect().await.expect("read");
    assert_eq!((size, parts.concat().as_slice()), (7, b"a photo".as_slice()));
    put(&store, &key, b"another").await;
    assert_eq!(store.get(&key, 7).await.expect("it is there"), "another", "it was replaced");
}

#[tokio::test]
async fn object_above_the_limit_is_refused() {
    let (store, key) = (store(), key("large.jpg"));
    put(&store, &key, b"0123456789").await;
    assert!(matches!(store.get(&key, 9).await, Err(Error::TooLarge(9))));
    assert!(matches!(store.get_verified(&key, 9, None).await, Err(Error::TooLarge(9))));
    assert_eq!(store.get(&key, 10).await.expect("it fits"), "0123456789");
}

#[tokio::test]
async fn start_of_an_object_is_read() {
    let (store, key) = (store(), key("start.jpg"));
    put(&store, &key, b"0123456789").await;
    for (count, expected) in [(1, "0"), (4, "0123"), (10, "0123456789"), (99, "0123456789")] {
        assert_eq!(store.get_start(&key, count).await.expect("it is there"), expected, "{count}");
    }
    assert!(matches!(store.get_start(&format!("{key}x"), 4).await, Err(Error::NotFound)));
    put(&store, &key, b"").await;
    assert_eq!(store.get_start(&key, 4).await.expect("it is there"), "");
}

#[tokio::test]
async fn copy_stays_when_the_original_changes() {
    let (store, from, to) = (store(), key("form/a.jpg"), key("kept/a.jpg"));
    assert!(matches!(store.copy(&from, &to, "image/png").await, Err(Error::NotFound)));
    put(&store, &from, b"a photo").await;
    store.copy(&from, &to, "image/png").await.expect("copied");
    put(&store, &from, b"MZ").await;
    store.delete(&from).await.expect("deleted");
    assert_eq!(store.get(&to, 99).await.expect("the copy"), "a photo");
    let head = store.head(&to).await.expect("the copy");
    assert_eq!(head.content_type.as_deref(), Some("image/png"), "the checked type and not the form's");
}

#[tokio::test]
async fn object_with_another_hash_is_refused() {
    let (store, key) = (store(), key("hash.jpg"));
    put(&store, &key, b"a photo").await;
    let hash: [u8; 32] = Sha256::digest(b"a photo").into();
    assert_eq!(store.get_verified(&key, 99, Some(&hash)).await.expect("unchanged"), "a photo");
    put(&store, &key, b"a phot0").await;
    assert!(matches!(store.get_verified(&key, 99, Some(&hash)).await, Err(Error::Changed)));
    assert_eq!(store.get_verified(&key, 99, None).await.expect("nothing to compare with"), "a phot0");
}

#[tokio::test]
async fn of_concurrent_replacements_one_succeeds() {
    let (store, key) = (store(), key("pointer.json"));
    let replace = |content: &'static str, etag| {
        let (store, key) = (store.clone(), key.clone());
        async move { store.replace(&key, "application/json", content.into(), etag).await.expect("a response") }
    };
    assert_eq!(futures::join!(replace("1", None), replace("2", None)).0, store.get(&key, 1).await.expect("one") == "1");
    assert!(!replace("3", None).await, "it exists");
    let (_, etag) = store.get_with_etag(&key, 9).await.expect("it is there");
    let (one, two) = futures::join!(replace("4", Some(&etag)), replace("5", Some(&etag)));
    assert!(one != two, "{one} {two}");
    assert!(!replace("6", Some(&etag)).await, "the content is another");
    store.delete(&key).await.expect("deleted");
    assert!(!replace("7", Some(&etag)).await, "it is gone");
}

#[tokio::test]
async fn keys_are_listed_in_order_and_deleted() {
    let (store, prefix) = (store(), key("list/"));
    for name in ["c", "a", "b/d"] {
        put(&store, &format!("{prefix}{name}"), b"x").await;
    }
    let expected = ["a", "b/d", "c"].map(|name| format!("{prefix}{name}"));
    assert_eq!(store.list(&prefix).await.expect("a list"), expected);
    for _ in 0..2 {
        store.delete(&expected[0]).await.expect("a missing object is no error");
    }
    assert_eq!(store.list(&prefix).await.expect("a list"), expected[1..]);
    assert!(store.list(&key("nothing/")).await.expect("a list").is_empty());
}

#[tokio::test]
async fn file_is_stored_from_its_position() {
    let (store, key) = (store(), key("file.zip"));
    let mut file = tempfile::tempfile().expect("a file");
    file.write_all(b"0123456789").expect("written");
    file.seek(SeekFrom::Start(0)).expect("rewound");
    store.put_file(&key, "application/zip", file).await.expect("stored");
    assert_eq!(store.get(&key, 10).await.expect("it is there"), "0123456789");
}

#[tokio::test]
async fn large_object_may_take_longer() {
    let slow = MockServer::start().await;
    Mock::given(method("PUT"))
        .respond_with(ResponseTemplate::new(200).set_delay(Duration::from_secs(4)))
        .mount(&slow)
        .await;
    let slow = store_at(&slow.uri());
    let put = async |size: usize| slow.put("a", "application/pdf", Bytes::from(vec![0; size])).await;
    let (small, large) = tokio::join!(put(1 << 10), put(1 << 20));
    assert!(matches!(small, Err(Error::Unavailable(_))), "{small:?}");
    assert!(large.is_ok(), "{large:?}");
}

#[tokio::test]
async fn unreachable_store_is_unavailable() {
    let nobody = store_at("http://127.0.0.1:9");
    assert!(matches!(nobody.check().await, Err(Error::Unavailable(_))));
    assert!(matches!(nobody.get("a", 1).await, Err(Error::Unavailable(_))));
    assert!(matches!(nobody.copy("a", "b", "image/png").await, Err(Error::Unavailable(_))));
    assert!(store().check().await.is_ok());
}
