use super::*;
use crate::stub::{Party, body, closed_url, header};

const TOKEN: &str = r#"{"access_token":"TOKEN","token_type":"bearer","expires_in":21599,"refresh_token":"R"}"#;
const NAVER_TOKEN: &str = r#"{"access_token":"TOKEN","refresh_token":"R","token_type":"bearer","expires_in":"3600"}"#;
const GRANT: Grant<'_> =
    Grant { code: "CODE", state: "STATE", verifier: "VERIFIER", redirect_uri: "https://a.kr/back" };

fn client(provider: SocialProvider, url: &Url) -> SocialClient {
    let (auth_url, token_url, api_url) = (url.clone(), url.clone(), url.clone());
    let (client_id, client_secret) = ("ID".to_owned(), "SECRET".into());
    SocialClient::new(SocialConfig { provider, auth_url, token_url, api_url, client_id, client_secret })
        .expect("a client")
}

async fn fetch(provider: SocialProvider, url: &Url) -> Result<SocialAccount, SocialError> {
    let today = NaiveDate::from_ymd_opt(2026, 1, 2).expect("a day");
    client(provider, url).fetch_account(GRANT, today).await
}

#[test]
fn authorize_url_fits_each_provider() {
    let base = "https://auth.kr".parse().expect("a URL");
    let url = |provider| client(provider, &base).authorize_url("https://a.kr/x?y", "S", "VERIFIER").to_string();
    let query = "response_type=code&client_id=ID&redirect_uri=https%3A%2F%2Fa.kr%2Fx%3Fy&state=S";
    let challenge = URL_SAFE_NO_PAD.encode(Sha256::digest("VERIFIER"));
    let pkce = format!("&code_challenge={challenge}&code_challenge_method=S256");
    assert_eq!(url(SocialProvider::Kakao), format!("https://auth.kr/oauth/authorize?{query}{pkce}"));
    assert_eq!(url(SocialProvider::Naver), format!("https://auth.kr/oauth2.0/authorize?{query}"));
    let google = format!("https://auth.kr/o/oauth2/v2/auth?{query}&scope=openid+email+profile{pkce}");
    assert_eq!(url(SocialProvider::Google), google);
}

#[test]
fn debug_hides_grant_and_secret() {
    assert_eq!(format!("{GRANT:?}"), r#"Grant { redirect_uri: "https://a.kr/back", .. }"#);
    let shown = format!("{:?}", client(SocialProvider::Kakao, &closed_url()));
    assert!(!shown.contains("SECRET"), "{shown}");
}

#[tokio::test]
async fn kakao_code_becomes_an_account() {
    let party = Party::with_responses(&[(200, TOKEN), (200, r#"{"id":4242,"kakao_account":{}}"#)]).await;
    let account = fetch(SocialProvider::Kakao, &party.url).await.expect("an account");
    assert_eq!(account, SocialAccount { subject: "4242".into(), profile: SocialProfile::default() });
    assert_eq!(party.calls().await, ["POST /base/oauth/token", "GET /base/v2/user/me"]);
    let requests = party.requests().await;
    let form = "grant_type=authorization_code&client_id=ID&client_secret=SECRET&code=CODE\
                &redirect_uri=https%3A%2F%2Fa.kr%2Fback&code_verifier=VERIFIER";
    assert_eq!(body(&requests[0]), form);
    assert_eq!(header(&requests[1], "authorization"), "Bearer TOKEN");
}

#[tokio::test]
async fn naver_token_request_has_state_and_no_pkce() {
    let profile = r#"{"resultcode":"00","message":"success","response":{"id":"abc"}}"#;
    let party = Party::with_responses(&[(200, NAVER_TOKEN), (200, profile)]).await;
    assert_eq!(fetch(SocialProvider::Naver, &party.url).await.expect("an account").subject, "abc");
    assert_eq!(party.calls().await, ["POST /base/oauth2.0/token", "GET /base/v1/nid/me"]);
    let form = "grant_type=authorization_code&client_id=ID&client_secret=SECRET&code=CODE&state=STATE";
    assert_eq!(body(&party.requests().await[0]), form);
}

#[tokio::test]
async fn google_code_becomes_an_account() {
    let party = Party::with_responses(&[(200, TOKEN), (200, r#"{"sub":"1087"}"#)]).await;
    assert_eq!(fetch(SocialProvider::Google, &party.url).await.expect("an account").subject, "1087");
    assert_eq!(party.calls().await, ["POST /base/token", "GET /base/v1/userinfo"]);
}

#[tokio::test]
async fn refused_code_is_refused() {
    for (status, response, code) in [
        (200, r#"{"error":"invalid_request","error_description":"no valid data in session"}"#, "invalid_request"),
        (400, r#"{"error":"invalid_grant","error_code":"KOE320"}"#, "invalid_grant"),
        (401, r#"{"error":"invalid_client"}"#, "invalid_client"),
        (400, r#"{"error":"<b>김하늘 CODE_1"}"#, "bCODE_1"),
        (200, r#"{"error":"invalid_request","access_token":"TOKEN"}"#, "invalid_request"),
    ] {
        let party = Party::with_responses(&[(status, response)]).await;
        let result = fetch(SocialProvider::Naver, &party.url).await;
        assert!(
            matches!(&result, Err(SocialError::Refused(actual)) if actual == code),
            "{status} {response}: {result:?}"
        );
        assert_eq!(party.requests().await.len(), 1);
    }
}

#[tokio::test]
async fn unexpected_token_response_is_unavailable() {
    for (status, response) in [
        (500, r#"{"error":"server_error"}"#),
        (503, TOKEN),
        (302, TOKEN),
        (429, "{}"),
        (400, "{}"),
        (200, "{}"),
        (200, r#"{"access_token":null}"#),
        (200, r#"{"access_token":{}}"#),
        (200, "[]"),
        (200, "<html>"),
        (200, ""),
    ] {
        let party = Party::with_responses(&[(status, response)]).await;
        let error = fetch(SocialProvider::Kakao, &party.url).await.expect_err("no account");
        assert!(matches!(error, SocialError::Unavailable(_)), "{status} {response}: {error:?}");
        assert_eq!(party.requests().await.len(), 1);
    }
}

#[tokio::test]
async fn refused_profile_is_refused() {
    for (status, response) in [
        (401, r#"{"msg":"this access token does not exist","code":-401}"#),
        (403, "{}"),
        (429, "{}"),
        (200, r#"{"resultcode":"024","message":"Authentication failed"}"#),
    ] {
        let party = Party::with_responses(&[(200, NAVER_TOKEN), (status, response)]).await;
        let error = fetch(SocialProvider::Naver, &party.url).await.expect_err("refused");
        assert!(matches!(error, SocialError::Refused(_)), "{status}: {error:?}");
    }
}

#[tokio::test]
async fn unexpected_profile_is_unavailable() {
    for (status, response) in [
        (500, "{}"),
        (502, "<html>"),
        (200, "{}"),
        (200, "[]"),
        (200, r#"{"resultcode":"00"}"#),
        (200, r#"{"resultcode":"00","response":{}}"#),
        (200, r#"{"resultcode":0,"response":{"id":"abc"}}"#),
    ] {
        let party = Party::with_responses(&[(200, NAVER_TOKEN), (status, response)]).await;
        let error = fetch(SocialProvider::Naver, &party.url).await.expect_err("no account");
        assert!(matches!(error, SocialError::Unavailable(_)), "{status} {response}: {error:?}");
    }
}

#[tokio::test]
async fn outage_hides_code_and_secret() {
    let unresponsive = Party::unresponsive().await;
    for url in [unresponsive.url.clone(), closed_url()] {
        let error = fetch(SocialProvider::Kakao, &url).await.expect_err("no account");
        assert!(matches!(error, SocialError::Unavailable(_)), "{error:?}");
        let shown = format!("{error:?} {error}");
        assert!(!shown.contains("SECRET") && !shown.contains("CODE"), "{shown}");
    }
}
