//! Social login over HTTP, as a client and a browser go through it.

use anyhow::{Context as _, Result};
use axum::Router;
use reqwest::redirect::Policy;
use reqwest::{Client, Url};
use sandbox::parties::faults::Faults;
use sandbox::parties::social::{App, google, kakao, naver};
use serde_json::{Value, json};
use tokio::net::TcpListener;

const RETURN_URL: &str = "http://bom.localhost:8400/api/v1/patients/social/x";
const VERIFIER: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
const CHALLENGE: &str = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

/// The changed fields, and the expected status, error and code.
type Case<'a> = (&'a [(&'a str, &'a str)], u16, &'a str, &'a str);

struct Provider {
    client: Client,
    base: String,
    authorize: &'static str,
    token: &'static str,
    me: &'static str,
}

impl Provider {
    async fn start(router: Router, paths: [&'static str; 3]) -> Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let base = format!("http://{}", listener.local_addr()?);
        tokio::spawn(async move { axum::serve(listener, router).await });
        let client = Client::builder().no_proxy().redirect(Policy::none()).build()?;
        let [authorize, token, me] = paths;
        Ok(Self { client, base, authorize, token, me })
    }

    async fn kakao() -> Result<Self> {
        Self::start(kakao::router(app(), Faults::default()), ["/oauth/authorize", "/oauth/token", "/v2/user/me"]).await
    }

    async fn naver() -> Result<Self> {
        let paths = ["/oauth2.0/authorize", "/oauth2.0/token", "/v1/nid/me"];
        Self::start(naver::router(app(), Faults::default()), paths).await
    }

    async fn google() -> Result<Self> {
        Self::start(google::router(app(), Faults::default()), ["/o/oauth2/v2/auth", "/token", "/v1/userinfo"]).await
    }

    /// Loads the page and submits it like a browser: all hidden fields, and the button of `person`.
    async fn choose(&self, extra: &[(&str, &str)], person: &[(&str, &str)]) -> Result<Url> {
        let mut query =
            vec![("response_type", "code"), ("client_id", "ID"), ("redirect_uri", RETURN_URL), ("state", "s t")];
        query.extend(extra);
        let url = format!("{}{}", self.base, self.authorize);
        let page = self.client.get(&url).query(&query).send().await?;
        assert_eq!(page.status(), 200);
        let html = page.text().await?;
        let (form, _) = html.split_once("</form>").context("a form")?;
        let mut fields = Vec::new();
        for input in form.split("<input type=\"hidden\" name=\"").skip(1) {
            let (name, rest) = input.split_once("\" value=\"").context("a value")?;
            fields.push((name.to_owned(), rest.split_once('"').context("its end")?.0.to_owned()));
        }
        assert_eq!(fields.len(), query.len());
        fields.extend(person.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())));
        let response = self.client.post(&url).form(&fields).send().await?;
        assert_eq!(response.status(), 302);
        let to = response.headers().get("location").context("a way back")?.to_str()?.parse::<Url>()?;
        assert!(to.as_str().starts_with(RETURN_URL), "{to}");
        Ok(to)
    }

    async fn exchange(&self, fields: &[(&str, &str)]) -> Result<(u16, Value)> {
        let response = self.client.post(format!("{}{}", self.base, self.token)).form(fields).send().await?;
        Ok((response.status().as_u16(), response.json().await?))
    }

    async fn userinfo(&self, token: &str) -> Result<(u16, Value)> {
        let response = self.client.get(format!("{}{}", self.base, self.me)).bearer_auth(token).send().await?;
        Ok((response.status().as_u16(), response.json().await?))
    }

    /// Signs in as `person` and returns the profile.
    async fn profile(&self, person: &[(&str, &str)]) -> Result<Value> {
        let back = self.choose(&[("scope", "openid email profile")], person).await?;
        let (status, body) = self.exchange(&exchange(&query(&back, "code"))).await?;
        assert_eq!(status, 200, "{body}");
        let (status, body) = self.userinfo(body["access_token"].as_str().context("a token")?).await?;
        assert_eq!(status, 200, "{body}");
        Ok(body)
    }
}

fn app() -> App {
    App { id: "ID".into(), secret: "SECRET".into() }
}

fn query(url: &Url, name: &str) -> String {
    url.query_pairs().find(|(key, _)| key == name).map(|(_, value)| value.into_owned()).unwrap_or_default()
}

fn exchange(code: &str) -> [(&str, &str); 5] {
    [
        ("grant_type", "authorization_code"),
        ("client_id", "ID"),
        ("client_secret", "SECRET"),
        ("redirect_uri", RETURN_URL),
        ("code", code),
    ]
}

#[tokio::test]
async fn kakao_returns_its_profile_fields() -> Result<()> {
    let kakao = Provider::kakao().await?;
    let body = kakao.profile(&[("person", "adult")]).await?;
    assert!(body["id"].is_i64() && body["connected_at"].is_string(), "{body}");
    let account = &body["kakao_account"];
    let fields = ["name", "email", "is_email_verified", "phone_number", "birthyear", "birthday", "gender"];
    assert_eq!(
        fields.map(|name| account[name].clone()),
        ["김하늘".into(), "haneul.kim@example.com".into(), true.into(), "+82 10-2345-6701".into()]
            .into_iter()
            .chain(["1990", "0514", "female"].map(Value::from))
            .collect::<Vec<Value>>()[..]
    );
    assert_eq!(kakao.profile(&[("person", "adult")]).await?["id"], body["id"]);
    let other = kakao.profile(&[("person", "no-email")]).await?;
    assert_ne!(other["id"], body["id"]);
    assert_eq!((&other["kakao_account"]["has_email"], &other["kakao_account"]["email"]), (&json!(false), &Value::Null));
    let other = kakao.profile(&[("person", "unverified")]).await?;
    assert_eq!(other["kakao_account"]["is_email_verified"], json!(false));
    Ok(())
}

#[tokio::test]
async fn naver_returns_its_profile_and_errors() -> Result<()> {
    let naver = Provider::naver().await?;
    let back = naver.choose(&[], &[("person", "adult")]).await?;
    let code = query(&back, "code");
    let (status, body) = naver.exchange(&exchange(&code)).await?;
    assert_eq!((status, &body["expires_in"], &body["token_type"]), (200, &json!("3600"), &json!("bearer")));
    let (status, again) = naver.exchange(&exchange(&code)).await?;
    assert_eq!((status, &again["error"], &again["access_token"]), (200, &json!("invalid_request"), &Value::Null));
    let (_, me) = naver.userinfo(body["access_token"].as_str().context("a token")?).await?;
    assert_eq!((&me["resultcode"], &me["message"]), (&json!("00"), &json!("success")));
    let mut person = me["response"].clone();
    assert!(person["id"].as_str().is_some_and(|id| (40..=64).contains(&id.len())), "{person}");
    person["id"].take();
    person["age"].take();
    assert_eq!(
        person,
        json!({
            "id": null, "age": null, "nickname": "김하늘", "name": "김하늘", "gender": "F", "email": "haneul.kim@example.com",
            "mobile": "010-2345-6701", "mobile_e164": "+821023456701", "birthyear": "1990", "birthday": "05-14",
        })
    );
    assert_eq!(
        naver.userinfo("other").await?,
        (401, json!({ "resultcode": "024", "message": "Authentication failed" }))
    );
    let page = naver
        .client
        .get(format!("{}/oauth2.0/authorize?response_type=code&client_id=ID&redirect_uri={RETURN_URL}", naver.base));
    assert_eq!(page.send().await?.status(), 400, "state is compulsory");
    Ok(())
}

#[tokio::test]
async fn google_returns_only_requested_scopes() -> Result<()> {
    let google = Provider::google().await?;
    let body = google.profile(&[("person", "unverified")]).await?;
    assert_eq!(
        (&body["email_verified"], &body["name"], &body["phone"]),
        (&json!(false), &json!("정누리"), &Value::Null)
    );
    assert_eq!(body["sub"].as_str().map(str::len), Some(21));
    let back = google.choose(&[("scope", "openid")], &[("person", "adult")]).await?;
    let code = query(&back, "code");
    let url = format!("{}/token", google.base);
    let response = google.client.post(url).basic_auth("ID", Some("SECRET"));
    let fields = [("grant_type", "authorization_code"), ("code", &code), ("redirect_uri", RETURN_URL)];
    let body: Value = response.form(&fields).send().await?.json().await?;
    let (_, me) = google.userinfo(body["access_token"].as_str().context("a token")?).await?;
    assert_eq!(me.as_object().map(serde_json::Map::len), Some(1), "{me}");
    assert_eq!(google.userinfo("other").await?.0, 401);
    Ok(())
}

#[tokio::test]
async fn code_requires_client_redirect_and_verifier() -> Result<()> {
    for (provider, codes) in
        [(Provider::kakao().await?, ["KOE010", "KOE303", "KOE320"]), (Provider::google().await?, ["", "", ""])]
    {
        let challenge = [("code_challenge", CHALLENGE), ("code_challenge_method", "S256")];
        let cases: [Case; 4] = [
            (&[("client_secret", "WRONG")], 401, "invalid_client", codes[0]),
            (&[("redirect_uri", "http://bom.localhost:8400/other")], 400, "", codes[1]),
            (&[("code_verifier", "wrong")], 400, "invalid_grant", codes[2]),
            (&[], 400, "invalid_grant", codes[2]),
        ];
        for (change, status, error, code) in cases {
            let back = provider.choose(&challenge, &[("person", "second")]).await?;
            let granted = query(&back, "code");
            let mut fields = exchange(&granted).to_vec();
            fields.extend(change);
            let (found, body) = provider.exchange(&fields).await?;
            assert_eq!(found, status, "{change:?}: {body}");
            assert!(error.is_empty() || body["error"] == error, "{change:?}: {body}");
            assert!(code.is_empty() || body["error_code"] == code, "{change:?}: {body}");
        }
        let back = provider.choose(&challenge, &[("person", "second")]).await?;
        let granted = query(&back, "code");
        let mut fields = exchange(&granted).to_vec();
        fields.push(("code_verifier", VERIFIER));
        assert_eq!(provider.exchange(&fields).await?.0, 200);
        assert_eq!(provider.exchange(&fields).await?.0, 400, "a code is good once");
    }
    Ok(())
}

#[tokio::test]
async fn declined_consent_returns_the_state() -> Result<()> {
    for provider in [Provider::kakao().await?, Provider::naver().await?, Provider::google().await?] {
        let back = provider.choose(&[], &[("person", "")]).await?;
        assert_eq!((query(&back, "error").as_str(), query(&back, "state").as_str()), ("access_denied", "s t"));
        assert_eq!(query(&back, "code"), "");
    }
    Ok(())
}

#[tokio::test]
async fn person_can_be_typed() -> Result<()> {
    let kakao = Provider::kakao().await?;
    let typed = [("person", "typed"), ("name", "한<b>별"), ("phone", "010-9999-0001"), ("birth", "1999-12-31")];
    let body = kakao.profile(&typed).await?;
    let account = &body["kakao_account"];
    assert_eq!((&account["name"], &account["phone_number"]), (&json!("한<b>별"), &json!("+82 10-9999-0001")));
    assert_eq!((&account["birthyear"], &account["has_gender"]), (&json!("1999"), &json!(false)));
    Ok(())
}

#[tokio::test]
async fn foreign_redirects_are_refused() -> Result<()> {
    let kakao = Provider::kakao().await?;
    for (name, value) in [("redirect_uri", "https://evil.example/"), ("client_id", "OTHER"), ("response_type", "token")]
    {
        let mut query =
            vec![("response_type", "code"), ("client_id", "ID"), ("redirect_uri", RETURN_URL), ("person", "adult")];
        query.retain(|(key, _)| *key != name);
        query.push((name, value));
        let url = format!("{}/oauth/authorize", kakao.base);
        assert_eq!(kakao.client.get(&url).query(&query).send().await?.status(), 400, "{name}");
        assert_eq!(kakao.client.post(&url).form(&query).send().await?.status(), 400, "{name}");
    }
    Ok(())
}
