//! The pages that lead a browser to another company.

use api::identity::window::{render_page, verification_request};
use api::parties::IdentityWindow;
use api::payments::checkout::send_to_provider;
use axum::body::to_bytes;
use axum::http::header;
use axum::response::Response;
use domain::Locale;
use partners::payment::Checkout;

async fn text(response: Response) -> String {
    let body = to_bytes(response.into_body(), usize::MAX).await.expect("a body");
    String::from_utf8(body.to_vec()).expect("text")
}

#[tokio::test]
async fn identity_page_escapes_foreign_values() {
    let window = IdentityWindow {
        script: "https://cdn.portone.io/v2/browser-sdk.js".parse().expect("a URL"),
        store_id: "</script><script>alert(1)".into(),
        channel_key: "{{ nonce }}".into(),
    };
    let redirect_url = "https://a.kr/auth/success?redirect=%2Fx".parse().expect("a URL");
    let request = verification_request(&window, "ID", &redirect_url);
    let page = render_page(&window, &request, "NONCE", Locale::Ko, "/auth/signup?redirect=\"><script>");
    let page = text(page.expect("a page")).await;
    assert_eq!(page.matches("<script").count(), 3);
    assert_eq!(page.matches("</script>").count(), 3);
    assert_eq!(page.matches("nonce=\"NONCE\"").count(), 3);
    assert!(page.contains("src=\"https://cdn.portone.io/v2/browser-sdk.js\""));
}

#[tokio::test]
async fn checkout_page_escapes_foreign_values() {
    let action = "https://mobile.inicis.com/smart/payment/?a=\"b".parse().expect("a URL");
    let fields = vec![("P_UNAME".to_owned(), "\"><script>alert(1)</script>{{ nonce }}".to_owned())];
    let checkout = Checkout::FormPost { action, fields, charset: "euc-kr" };
    let response = send_to_provider(checkout, "NONCE", Locale::Ko).expect("a page");
    let policy = response.headers()[header::CONTENT_SECURITY_POLICY].to_str().expect("text").to_owned();
    assert!(policy.contains("form-action https://mobile.inicis.com;"), "{policy}");
    let page = text(response).await;
    assert_eq!(page.matches("<script").count(), 1);
    assert_eq!(page.matches("nonce=\"NONCE\"").count(), 1);
    assert!(page.contains("accept-charset=\"euc-kr\"") && page.contains("name=\"P_UNAME\""));
}
