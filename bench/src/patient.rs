//! A signed-in demo patient.

use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, Result, bail, ensure};
use reqwest::header::{AUTHORIZATION, HOST, SET_COOKIE};
use reqwest::multipart::{Form, Part};
use reqwest::{Client, Method, RequestBuilder, Response};
use serde_json::{Value, json};
use tokio::time::{Instant, sleep};

use crate::product::{Account, Product};

/// How often the result is polled.
const POLL_INTERVAL: Duration = Duration::from_millis(5);
/// Timeout for a result.
const RESULT_TIMEOUT: Duration = Duration::from_mins(1);

/// A signed-in patient. Clones are the same patient.
#[derive(Clone, Debug)]
pub struct Patient {
    /// Sends the calls.
    pub client: Client,
    /// The base URL of the api.
    pub base: Arc<str>,
    /// The tenant's host.
    pub host: Arc<str>,
    /// The session token.
    pub token: Arc<str>,
}

impl Patient {
    /// Signs in as the first demo patient.
    ///
    /// # Errors
    /// The product rejects the sign-in.
    pub async fn sign_in(product: &Product) -> Result<Self> {
        let mut patient = Self::unauthenticated(product)?;
        let account = product.patients.first().context("no demo patient")?;
        patient.token = patient.open_session(account, "127.0.0.1").await?.into();
        Ok(patient)
    }

    /// Returns a patient of the first demo patient's tenant without a session.
    ///
    /// # Errors
    /// There is no demo patient.
    pub fn unauthenticated(product: &Product) -> Result<Self> {
        let host = &product.patients.first().context("no demo patient")?.host;
        let client = Client::builder().no_proxy().timeout(RESULT_TIMEOUT).build()?;
        let base = format!("{}/api/v1", product.api).into();
        Ok(Self { client, base, host: host.as_str().into(), token: "".into() })
    }

    /// Returns another patient of the same tenant, with a session's token. Both share their connections.
    #[must_use]
    pub fn with_token(&self, token: &str) -> Self {
        Self { token: token.into(), ..self.clone() }
    }

    /// Signs in to an account as a client with this address, and returns the session's token.
    ///
    /// # Errors
    /// The product rejects the sign-in.
    pub async fn open_session(&self, account: &Account, address: &str) -> Result<String> {
        let body = json!({ "loginUserId": account.login_user_id, "password": account.password });
        let call = self.client.post(format!("{}/patients/auth/login", self.base)).header(HOST, &account.host);
        let response = call.header("x-forwarded-for", address).json(&body).send().await?;
        ensure!(response.status().is_success(), "sign-in returned {}", response.status());
        let cookies = response.headers().get_all(SET_COOKIE).iter().filter_map(|value| value.to_str().ok());
        let token = cookies
            .filter_map(|cookie| cookie.strip_prefix("authorization="))
            .find_map(|rest| rest.split(';').next())
            .context("no session came")?;
        Ok(token.to_owned())
    }

    /// Gives the consents that a self-check needs.
    ///
    /// # Errors
    /// The product rejects a consent.
    pub async fn give_consents(&self) -> Result<()> {
        for kind in ["health", "privacy"] {
            let consent = json!({ "kind": kind, "given": true });
            send(self.call(Method::PUT, "/patients/consents").json(&consent)).await?;
        }
        Ok(())
    }

    /// Creates a request as this patient.
    pub fn call(&self, method: Method, path: &str) -> RequestBuilder {
        self.client
            .request(method, format!("{}{path}", self.base))
            .header(HOST, &*self.host)
            .header(AUTHORIZATION, format!("Bearer {}", self.token))
    }

    /// Uploads a photo with the presigned form and returns its key.
    ///
    /// # Errors
    /// The api or the object store rejects the upload.
    pub async fn upload(&self, photo: &[u8]) -> Result<String> {
        let wanted = json!({ "filename": "tongue.jpg", "contentType": "image/jpeg", "size": photo.len() });
        let upload: Value = send(self.call(Method::POST, "/patients/uploads").json(&wanted)).await?.json().await?;
        let url = upload["url"].as_str().context("no address came")?;
        send(self.client.post(url).multipart(upload_form(&upload, photo)?)).await?;
        Ok(upload["key"].as_str().context("no key came")?.to_owned())
    }

    /// Submits a photo and polls until it has a result. Returns the milliseconds that this took.
    ///
    /// # Errors
    /// The api rejects the photo, or there is no result in time.
    pub async fn check(&self, key: &str) -> Result<f64> {
        let start = Instant::now();
        let body = json!({ "url": key });
        let response = send(self.call(Method::POST, "/patients/tcis/self-check").json(&body)).await?;
        let mut tci: Value = response.json().await?;
        let path = format!("/patients/tcis/self-check/{}", tci["tci"]["id"]);
        while !is_read(&tci)? {
            ensure!(start.elapsed() < RESULT_TIMEOUT, "no result within {} s", RESULT_TIMEOUT.as_secs());
            sleep(POLL_INTERVAL).await;
            tci = send(self.call(Method::GET, &path)).await?.json().await?;
        }
        Ok(start.elapsed().as_secs_f64() * 1000.)
    }

    /// Submits a photo and waits for the result in the same request.
    ///
    /// # Errors
    /// The api rejects the photo, or there is no result in time.
    pub async fn check_with_wait(&self, key: &str) -> Result<()> {
        let call = self.call(Method::POST, "/patients/tcis/self-check").header("prefer", "wait=15");
        let tci: Value = send(call.json(&json!({ "url": key }))).await?.json().await?;
        ensure!(is_read(&tci)?, "no result within 15 s");
        Ok(())
    }
}

impl Patient {
    /// Searches clinics as a client with this address. Returns the milliseconds that this took.
    ///
    /// # Errors
    /// The api rejects the search.
    pub async fn search_clinics(&self, word: &str, address: &str) -> Result<f64> {
        let start = Instant::now();
        let call = self.call(Method::GET, "/patients/institutions").query(&[("q", word)]);
        send(call.header("x-forwarded-for", address)).await?.bytes().await?;
        Ok(start.elapsed().as_secs_f64() * 1000.)
    }

    /// Reads a page of the patient's applications. Returns the milliseconds that this took, and the start of the next
    /// page.
    ///
    /// # Errors
    /// The api rejects the call.
    pub async fn history(&self, before: Option<i64>) -> Result<(f64, Option<i64>)> {
        let start = Instant::now();
        let path =
            before.map_or_else(|| "/patients/tcis".to_owned(), |before| format!("/patients/tcis?before={before}"));
        let page: Value = send(self.call(Method::GET, &path)).await?.json().await?;
        let took = start.elapsed().as_secs_f64() * 1000.;
        ensure!(page["clinics"].as_array().is_some_and(|list| list.len() == 20), "the page is not full");
        Ok((took, page["next"].as_i64()))
    }
}

/// Returns the presigned form filled with a photo.
///
/// # Errors
/// The response contains no form.
pub fn upload_form(upload: &Value, photo: &[u8]) -> Result<Form> {
    let mut form = Form::new();
    for (name, value) in upload["fields"].as_object().context("no form came")? {
        form = form.text(name.clone(), value.as_str().unwrap_or_default().to_owned());
    }
    Ok(form.part("file", Part::bytes(photo.to_vec()).file_name("tongue.jpg").mime_str("image/jpeg")?))
}

/// Returns whether the analysis has a result.
fn is_read(tci: &Value) -> Result<bool> {
    let tci = &tci["tci"];
    if let Some(code) = tci["failure"]["code"].as_str() {
        bail!("the photo was refused: {code}");
    }
    Ok(!tci["tciPicture"]["aiResult"].is_null())
}

/// Sends a request that must succeed.
///
/// # Errors
/// The response, if it is an error.
pub async fn send(call: RequestBuilder) -> Result<Response> {
    let response = call.send().await?;
    let (status, url) = (response.status(), response.url().path().to_owned());
    if status.is_success() {
        return Ok(response);
    }
    bail!("{url} returned {status}: {}", response.text().await.unwrap_or_default())
}
