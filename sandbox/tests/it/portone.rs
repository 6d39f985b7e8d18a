//! Identity verification over HTTP: the window as a browser uses it, the lookup as a server does.

use std::io::Write as _;
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result};
use reqwest::redirect::Policy;
use reqwest::{Client, Url};
use sandbox::parties::faults::Faults;
use sandbox::parties::portone::{Store, router};
use serde_json::{Value, json};
use tokio::net::TcpListener;

const RETURN_URL: &str = "http://bom.localhost:8400/auth/success";

/// Runs the script in a simulated browser.
const SDK_TEST: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/portone_sdk.mjs");

struct PortOne {
    client: Client,
    base: String,
}

impl PortOne {
    async fn start() -> Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let base = format!("http://{}", listener.local_addr()?);
        let store = Store { id: "store".into(), channel: "channel".into(), secret: "SECRET".into() };
        let app = router(store, Faults::default());
        tokio::spawn(async move { axum::serve(listener, app).await });
        Ok(Self { client: Client::builder().no_proxy().redirect(Policy::none()).build()?, base })
    }

    async fn get_verification(&self, id: &str) -> Result<(u16, Value)> {
        let url = format!("{}/identity-verifications/{id}?storeId=store", self.base);
        let response = self.client.get(url).header("authorization", "PortOne SECRET").send().await?;
        Ok((response.status().as_u16(), response.json().await?))
    }

    /// Opens the window, and returns the fields that its buttons send along.
    async fn open(&self, id: &str, way: (&str, &str)) -> Result<Vec<(String, String)>> {
        let query = [("storeId", "store"), ("channelKey", "channel"), ("identityVerificationId", id), way];
        let page = self.client.get(format!("{}/window", self.base)).query(&query).send().await?;
        assert_eq!(page.status(), 200);
        let html = page.text().await?;
        let (form, _) = html.split_once("</form>").context("a form")?;
        let mut fields = Vec::new();
        for input in form.split("<input type=\"hidden\" name=\"").skip(1) {
            let (name, rest) = input.split_once("\" value=\"").context("a value")?;
            fields.push((name.to_owned(), rest.split_once('"').context("its end")?.0.to_owned()));
        }
        assert_eq!(fields.len(), query.len() + 1);
        Ok(fields)
    }

    async fn choose(&self, id: &str, person: &[(&str, &str)]) -> Result<Url> {
        let mut fields = self.open(id, ("redirectUrl", RETURN_URL)).await?;
        fields.extend(person.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())));
        let response = self.client.post(format!("{}/window", self.base)).form(&fields).send().await?;
        assert_eq!(response.status(), 302);
        Ok(response.headers().get("location").context("a way back")?.to_str()?.parse()?)
    }
}

fn query(url: &Url, name: &str) -> String {
    url.query_pairs().find(|(key, _)| key == name).map(|(_, value)| value.into_owned()).unwrap_or_default()
}

#[tokio::test]
async fn verification_becomes_ready_then_verified() -> Result<()> {
    let portone = PortOne::start().await?;
    let (status, body) = portone.get_verification("v-1").await?;
    assert_eq!((status, &body["type"]), (404, &json!("IDENTITY_VERIFICATION_NOT_FOUND")));
    portone.open("v-1", ("redirectUrl", RETURN_URL)).await?;
    let (status, body) = portone.get_verification("v-1").await?;
    assert_eq!((status, &body["status"], &body["verifiedCustomer"]), (200, &json!("READY"), &Value::Null));
    let back = portone.choose("v-1", &[("person", "adult")]).await?;
    assert!(back.as_str().starts_with(RETURN_URL));
    assert_eq!((query(&back, "identityVerificationId").as_str(), query(&back, "code").as_str()), ("v-1", ""));
    let (_, body) = portone.get_verification("v-1").await?;
    assert_eq!(
        (&body["status"], &body["id"], &body["channel"]["key"]),
        (&json!("VERIFIED"), &json!("v-1"), &json!("channel"))
    );
    let mut person = body["verifiedCustomer"].clone();
    assert_eq!((person["ci"].as_str().map(str::len), person["di"].as_str().map(str::len)), (Some(88), Some(64)));
    person["ci"].take();
    person["di"].take();
    assert_eq!(
        person,
        json!({
            "name": "김하늘", "operator": "SKT", "phoneNumber": "01034567801", "birthDate": "1990-05-14", "gender": "FEMALE",
            "isForeigner": false, "ci": null, "di": null,
        })
    );
    Ok(())
}

#[tokio::test]
async fn only_a_failed_verification_can_be_retried() -> Result<()> {
    let portone = PortOne::start().await?;
    for person in ["failure", "cancel"] {
        let back = portone.choose("v-2", &[("person", person)]).await?;
        assert_eq!(query(&back, "code"), "FAILURE_TYPE_PG");
        assert!(!query(&back, "message").is_empty());
        let (_, body) = portone.get_verification("v-2").await?;
        assert_eq!((&body["status"], &body["failure"]["reason"]), (&json!("FAILED"), &json!(query(&back, "message"))));
    }
    let stale = portone.open("v-2", ("redirectUrl", RETURN_URL)).await?;
    portone.choose("v-2", &[("person", "adult")]).await?;
    let (_, done) = portone.get_verification("v-2").await?;
    let mut late = stale.clone();
    late.push(("person".into(), "failure".into()));
    let response = portone.client.post(format!("{}/window", portone.base)).form(&late).send().await?;
    assert_eq!(response.status(), 400);
    let again = [
        ("storeId", "store"),
        ("channelKey", "channel"),
        ("identityVerificationId", "v-2"),
        ("redirectUrl", RETURN_URL),
    ];
    let response = portone.client.get(format!("{}/window", portone.base)).query(&again).send().await?;
    let back: Url = response.headers().get("location").context("a way back")?.to_str()?.parse()?;
    assert_eq!(query(&back, "code"), "ALREADY_VERIFIED");
    assert_eq!(portone.get_verification("v-2").await?.1, done);
    Ok(())
}

#[tokio::test]
async fn ci_is_independent_of_the_phone_number() -> Result<()> {
    let portone = PortOne::start().await?;
    let mut people = Vec::new();
    let typed = [
        ("person", "typed"),
        ("name", "김하늘"),
        ("phone", "010-1111-2222"),
        ("birth", "1990-05-14"),
        ("gender", "female"),
    ];
    let choices: [&[(&str, &str)]; 5] = [
        &[("person", "adult")],
        &[("person", "adult-moved")],
        &typed,
        &[("person", "child")],
        &[("person", "foreigner")],
    ];
    for (number, choice) in choices.into_iter().enumerate() {
        let id = format!("v-{number}");
        portone.choose(&id, choice).await?;
        people.push(portone.get_verification(&id).await?.1["verifiedCustomer"].clone());
    }
    assert_eq!((&people[0]["ci"], &people[0]["ci"]), (&people[1]["ci"], &people[2]["ci"]));
    assert_ne!(people[0]["phoneNumber"], people[1]["phoneNumber"]);
    assert_eq!(people[2]["phoneNumber"], "01011112222");
    assert_eq!(people[4]["isForeigner"], true);
    let born: chrono::NaiveDate = people[3]["birthDate"].as_str().context("a birthday")?.parse()?;
    assert_eq!(sandbox::clock::now().date_naive().years_since(born), Some(13));
    Ok(())
}

#[tokio::test]
async fn lookup_requires_the_secret_and_the_store() -> Result<()> {
    let portone = PortOne::start().await?;
    portone.open("v-1", ("redirectUrl", RETURN_URL)).await?;
    let url = format!("{}/identity-verifications/v-1", portone.base);
    for (header, query, status, kind) in [
        ("PortOne WRONG", "", 401, "UNAUTHORIZED"),
        ("Bearer SECRET", "", 401, "UNAUTHORIZED"),
        ("PortOne SECRET", "?storeId=other", 403, "FORBIDDEN"),
    ] {
        let response = portone.client.get(format!("{url}{query}")).header("authorization", header).send().await?;
        assert_eq!(response.status(), status, "{header}");
        assert_eq!(response.json::<Value>().await?["type"], kind);
    }
    Ok(())
}

#[tokio::test]
async fn popup_posts_only_to_its_opener() -> Result<()> {
    let portone = PortOne::start().await?;
    let mut fields = portone.open("</script>", ("openerOrigin", "http://bom.localhost:8400")).await?;
    for (name, value) in &mut fields {
        if name == "identityVerificationId" {
            *value = "</script>".into();
        }
    }
    fields.push(("person".into(), "adult".into()));
    let response = portone.client.post(format!("{}/window", portone.base)).form(&fields).send().await?;
    assert_eq!(response.status(), 200);
    let html = response.text().await?;
    assert!(html.contains(r#""origin":"http://bom.localhost:8400""#), "{html}");
    assert_eq!(html.matches("</script>").count(), 1, "{html}");
    Ok(())
}

#[tokio::test]
async fn foreign_urls_and_stores_are_refused() -> Result<()> {
    let portone = PortOne::start().await?;
    for (name, value) in [("redirectUrl", "https://evil.example/"), ("storeId", "other"), ("channelKey", "other")] {
        let mut query = vec![
            ("storeId", "store"),
            ("channelKey", "channel"),
            ("identityVerificationId", "v"),
            ("redirectUrl", RETURN_URL),
        ];
        query.retain(|(key, _)| *key != name);
        query.push((name, value));
        let response = portone.client.get(format!("{}/window", portone.base)).query(&query).send().await?;
        assert_eq!(response.status(), 400, "{name}");
    }
    assert_eq!(portone.get_verification("v").await?.0, 404);
    Ok(())
}

#[tokio::test]
async fn script_opens_the_window_and_resolves() -> Result<()> {
    let portone = PortOne::start().await?;
    let response = portone.client.get(format!("{}/v2/browser-sdk.js", portone.base)).send().await?;
    assert_eq!(response.headers()["content-type"], "text/javascript; charset=utf-8");
    let script = response.text().await?;
    assert!(script.contains(&format!("const base = \"{}\";", portone.base)) && !script.contains("{{"), "{script}");
    let mut node = Command::new("node").arg(SDK_TEST).stdin(Stdio::piped()).spawn().context("node is needed")?;
    node.stdin.take().context("its input")?.write_all(script.as_bytes())?;
    assert!(node.wait()?.success(), "{SDK_TEST}");
    Ok(())
}
