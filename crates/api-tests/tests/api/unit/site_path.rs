//! Paths of our own site, to which a browser is led back.

use api::http::site_path::{site_path, with_redirect};
use api::payments::return_url_base::ReturnUrlBase;

#[test]
fn site_path_rejects_other_sites() {
    for path in ["/", "/self-check", "/self-check/3?x=1#top", "/invites?code=a%2Fb"] {
        assert_eq!(site_path(path).as_deref(), Some(path));
    }
    assert_eq!(site_path("/a/../b").as_deref(), Some("/b"));
    assert_eq!(site_path("/혀").as_deref(), Some("/%ED%98%80"));
    for other in [
        "",
        "self-check",
        "//evil.example",
        "///evil.example",
        "/\\evil.example",
        "\\\\evil.example",
        "/\t/evil.example",
        "https://evil.example/",
        "javascript:alert(1)",
        " /home",
        "/a/..//evil.example",
        "/.//evil.example",
        "/a\r\nset-cookie: x",
        "/\0",
        "@evil.example",
        "?x",
    ] {
        assert_eq!(site_path(other), None, "{other:?}");
    }
    assert_eq!(site_path(&format!("/{}", "a".repeat(500))), None);
}

#[test]
fn with_redirect_encodes_the_path() {
    assert_eq!(with_redirect("/x?a=1".into(), Some("/b?c=d&e#f")), "/x?a=1&redirect=%2Fb%3Fc%3Dd%26e%23f");
    assert_eq!(with_redirect("/x".into(), Some("/b")), "/x?redirect=%2Fb");
    assert_eq!(with_redirect("/x".into(), None), "/x");
}

#[test]
fn page_keeps_the_tenant_override() {
    let base = |tenant_override: Option<&str>| ReturnUrlBase {
        host: "localhost".into(),
        tenant_override: tenant_override.map(ToOwned::to_owned),
    };
    let pairs = [("oid", "clm_1"), ("msg", "한도 초과&x")];
    assert_eq!(
        base(None).page("/payment/close", &pairs),
        "/payment/close?oid=clm_1&msg=%ED%95%9C%EB%8F%84+%EC%B4%88%EA%B3%BC%26x"
    );
    assert_eq!(base(Some("two")).page("/payment/complete", &pairs[..1]), "/payment/complete?oid=clm_1&subDomain=two");
}
