//! Social sign-in by the OAuth 2 code flow: one adapter for all providers, and a mapper of each one's profile.
//!
//! Written on plain HTTP: the crate `oauth2` refuses two things that Naver does, a lifetime that is a string and a
//! failure that comes with status 200. Of a token answer only the token or the failure is read, so neither matters here.

mod profiles;

use std::fmt;
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::NaiveDate;
use domain::{SocialProfile, SocialProvider};
use reqwest::Client;
use secrecy::{ExposeSecret as _, SecretString};
use serde::Deserialize;
use sha2::{Digest as _, Sha256};
use url::Url;

use crate::outside::{Outage, at, client, read};

/// How long one of the two calls of a sign-in may take; a browser waits for both.
const CALL_LIMIT: Duration = Duration::from_secs(4);

/// Where a provider is and how to be let in.
#[derive(Clone, Debug)]
pub struct SocialConfig {
    /// Which provider.
    pub provider: SocialProvider,
    /// Where people agree: `https://kauth.kakao.com`, `https://nid.naver.com`, `https://accounts.google.com`.
    pub auth_url: Url,
    /// Where codes become tokens; the same, but for Google's `https://oauth2.googleapis.com`.
    pub token_url: Url,
    /// Where profiles are: `https://kapi.kakao.com`, `https://openapi.naver.com`, `https://openidconnect.googleapis.com`.
    pub api_url: Url,
    /// Our name there.
    pub client_id: String,
    /// Our secret there.
    pub client_secret: SecretString,
}

/// A person at a provider.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Person {
    /// The person's id there; it never changes.
    pub subject: String,
    /// What the provider told.
    pub profile: SocialProfile,
}

/// A code that came back, and what it was asked for with.
#[derive(Clone, Copy)]
pub struct Grant<'a> {
    /// The code.
    pub code: &'a str,
    /// The state that came with it.
    pub state: &'a str,
    /// The PKCE verifier.
    pub verifier: &'a str,
    /// The address that the person was to come back to.
    pub redirect_uri: &'a str,
}

impl fmt::Debug for Grant<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Grant").field("redirect_uri", &self.redirect_uri).finish_non_exhaustive()
    }
}

/// Why nobody is known. No text holds a code, a token or a word about the person.
#[derive(Debug, thiserror::Error)]
pub enum SocialError {
    /// The provider does not take the code, or ours is not let in.
    #[error("the provider refuses: {0}")]
    Refused(String),
    /// The provider cannot be reached, is slow, or answers what it should not.
    #[error(transparent)]
    Unavailable(#[from] Outage),
}

/// A client of one provider; clones share its connections.
#[derive(Clone, Debug)]
pub struct Social {
    http: Client,
    provider: SocialProvider,
    authorize: Url,
    token: Url,
    profile: Url,
    client_id: String,
    client_secret: SecretString,
}

#[derive(Deserialize)]
struct TokenAnswer {
    access_token: Option<SecretString>,
    error: Option<String>,
}

impl Social {
    /// A client; nothing is sent yet.
    ///
    /// # Errors
    /// When an address cannot be used or the TLS library does not start.
    pub fn new(config: SocialConfig) -> Result<Self, Outage> {
        let (authorize, token, profile) = match config.provider {
            SocialProvider::Kakao => ("/oauth/authorize", "/oauth/token", "/v2/user/me"),
            SocialProvider::Naver => ("/oauth2.0/authorize", "/oauth2.0/token", "/v1/nid/me"),
            SocialProvider::Google => ("/o/oauth2/v2/auth", "/token", "/v1/userinfo"),
        };
        Ok(Self {
            http: client(CALL_LIMIT)?,
            provider: config.provider,
            authorize: at(&config.auth_url, authorize)?,
            token: at(&config.token_url, token)?,
            profile: at(&config.api_url, profile)?,
            client_id: config.client_id,
            client_secret: config.client_secret,
        })
    }

    /// Whose client this is.
    #[must_use]
    pub const fn provider(&self) -> SocialProvider {
        self.provider
    }

    /// Naver's classic endpoint does not document PKCE; the others take it.
    const fn takes_pkce(&self) -> bool {
        !matches!(self.provider, SocialProvider::Naver)
    }

    /// Where a person is sent to agree.
    #[must_use]
    pub fn authorize_url(&self, redirect_uri: &str, state: &str, verifier: &str) -> Url {
        let mut url = self.authorize.clone();
        let mut query = url.query_pairs_mut();
        query
            .append_pair("response_type", "code")
            .append_pair("client_id", &self.client_id)
            .append_pair("redirect_uri", redirect_uri)
            .append_pair("state", state);
        // Kakao's and Naver's items are chosen in their consoles; asking for one that is not there is an error
        if self.provider == SocialProvider::Google {
            query.append_pair("scope", "openid email profile");
        }
        if self.takes_pkce() {
            let challenge = URL_SAFE_NO_PAD.encode(Sha256::digest(verifier));
            query.append_pair("code_challenge", &challenge).append_pair("code_challenge_method", "S256");
        }
        drop(query);
        url
    }

    /// Who came back with a code. Birth dates after `today` count as not told.
    ///
    /// # Errors
    /// [`SocialError`].
    pub async fn person(&self, grant: Grant<'_>, today: NaiveDate) -> Result<Person, SocialError> {
        let token = self.token(grant).await?;
        let call = self.http.get(self.profile.clone()).bearer_auth(token.expose_secret());
        let answer = call.send().await.map_err(Outage::from)?;
        let (status, body): (_, serde_json::Value) = read(answer).await?;
        if status.is_server_error() {
            return Err(Outage(status.to_string()).into());
        }
        if !status.is_success() {
            return Err(SocialError::Refused(status.to_string()));
        }
        profiles::person(self.provider, body, today)
    }

    async fn token(&self, grant: Grant<'_>) -> Result<SecretString, SocialError> {
        let mut form = vec![
            ("grant_type", "authorization_code"),
            ("client_id", &self.client_id),
            ("client_secret", self.client_secret.expose_secret()),
            ("code", grant.code),
        ];
        if self.provider == SocialProvider::Naver {
            form.push(("state", grant.state));
        } else {
            form.push(("redirect_uri", grant.redirect_uri));
        }
        if self.takes_pkce() {
            form.push(("code_verifier", grant.verifier));
        }
        let answer = self.http.post(self.token.clone()).form(&form).send().await.map_err(Outage::from)?;
        let (status, answer): (_, TokenAnswer) = read(answer).await?;
        if status.is_server_error() {
            return Err(Outage(status.to_string()).into());
        }
        // Naver refuses with 200
        if let Some(error) = answer.error {
            return Err(SocialError::Refused(code(&error)));
        }
        match answer.access_token {
            Some(token) if status.is_success() => Ok(token),
            _ => Err(Outage(format!("{status} without a token")).into()),
        }
    }
}

/// A failure's code for the log: whatever else stands there is not ours to repeat.
fn code(error: &str) -> String {
    error.chars().filter(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-')).take(40).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outside::tests::Party;

    const TOKEN: &str = r#"{"access_token":"TOKEN","token_type":"bearer","expires_in":21599,"refresh_token":"R"}"#;
    const NAVER_TOKEN: &str =
        r#"{"access_token":"TOKEN","refresh_token":"R","token_type":"bearer","expires_in":"3600"}"#;
    const GRANT: Grant<'_> =
        Grant { code: "CODE", state: "STATE", verifier: "VERIFIER", redirect_uri: "https://a.kr/back" };

    fn today() -> NaiveDate {
        NaiveDate::from_ymd_opt(2026, 1, 2).expect("a day")
    }

    fn social(provider: SocialProvider, url: &Url) -> Social {
        let (auth_url, token_url, api_url) = (url.clone(), url.clone(), url.clone());
        let (client_id, client_secret) = ("ID".to_owned(), "SECRET".into());
        Social::new(SocialConfig { provider, auth_url, token_url, api_url, client_id, client_secret })
            .expect("a client")
    }

    #[test]
    fn people_are_sent_away_as_each_provider_wants_it() {
        let url = "https://auth.kr".parse().expect("a URL");
        let sent = |provider| social(provider, &url).authorize_url("https://a.kr/x?y", "S", "VERIFIER").to_string();
        let query = "response_type=code&client_id=ID&redirect_uri=https%3A%2F%2Fa.kr%2Fx%3Fy&state=S";
        let pkce = "&code_challenge=dGthqq6xrs9Nm83s4skgT94ovnjnJ5jDUaJYyeIKQCQ&code_challenge_method=S256";
        let challenge = URL_SAFE_NO_PAD.encode(Sha256::digest("VERIFIER"));
        let pkce = pkce.replace("dGthqq6xrs9Nm83s4skgT94ovnjnJ5jDUaJYyeIKQCQ", &challenge);
        assert_eq!(sent(SocialProvider::Kakao), format!("https://auth.kr/oauth/authorize?{query}{pkce}"));
        assert_eq!(sent(SocialProvider::Naver), format!("https://auth.kr/oauth2.0/authorize?{query}"));
        let google = format!("https://auth.kr/o/oauth2/v2/auth?{query}&scope=openid+email+profile{pkce}");
        assert_eq!(sent(SocialProvider::Google), google);
    }

    #[test]
    fn a_code_and_what_belongs_to_it_are_not_shown() {
        assert_eq!(format!("{GRANT:?}"), r#"Grant { redirect_uri: "https://a.kr/back", .. }"#);
    }

    #[tokio::test]
    async fn a_code_becomes_a_person() {
        let kakao = r#"{"id":4242,"kakao_account":{}}"#;
        let party = Party::answering(&[("200 OK", Some(TOKEN)), ("200 OK", Some(kakao))]).await;
        let person = social(SocialProvider::Kakao, &party.url).person(GRANT, today()).await.expect("a person");
        assert_eq!(person, Person { subject: "4242".into(), profile: SocialProfile::default() });
        let asked = party.asked();
        assert!(asked[0].starts_with("POST /base/oauth/token HTTP/1.1"), "{}", asked[0]);
        let form = "grant_type=authorization_code&client_id=ID&client_secret=SECRET&code=CODE\
                    &redirect_uri=https%3A%2F%2Fa.kr%2Fback&code_verifier=VERIFIER";
        assert!(asked[0].ends_with(&format!("\r\n\r\n{form}")), "{}", asked[0]);
        assert!(asked[1].starts_with("GET /base/v2/user/me HTTP/1.1"), "{}", asked[1]);
        assert!(asked[1].contains("authorization: Bearer TOKEN\r\n"), "{}", asked[1]);

        let naver = r#"{"resultcode":"00","message":"success","response":{"id":"abc"}}"#;
        let party = Party::answering(&[("200 OK", Some(NAVER_TOKEN)), ("200 OK", Some(naver))]).await;
        let person = social(SocialProvider::Naver, &party.url).person(GRANT, today()).await.expect("a person");
        assert_eq!(person.subject, "abc");
        let form = "grant_type=authorization_code&client_id=ID&client_secret=SECRET&code=CODE&state=STATE";
        assert!(party.asked()[0].ends_with(&format!("\r\n\r\n{form}")), "{}", party.asked()[0]);
    }

    #[tokio::test]
    async fn refusals_are_told_from_outages_also_with_status_200() {
        let token_refused = [
            ("200 OK", r#"{"error":"invalid_request","error_description":"no valid data in session"}"#),
            ("400 Bad Request", r#"{"error":"invalid_grant","error_code":"KOE320"}"#),
            ("401 Unauthorized", r#"{"error":"invalid_client"}"#),
        ];
        for (status, body) in token_refused {
            let party = Party::answering(&[(status, Some(body))]).await;
            let error = social(SocialProvider::Naver, &party.url).person(GRANT, today()).await.expect_err("refused");
            assert!(matches!(error, SocialError::Refused(_)), "{status}: {error:?}");
        }
        let down = [
            ("500 Internal Server Error", Some(r#"{"error":"server_error"}"#)),
            ("200 OK", Some("{}")),
            ("200 OK", Some("<html>")),
            ("200 OK", None),
        ];
        for (status, body) in down {
            let party = Party::answering(&[(status, body)]).await;
            let error = social(SocialProvider::Kakao, &party.url).person(GRANT, today()).await.expect_err("nobody");
            assert!(matches!(error, SocialError::Unavailable(_)), "{status} {body:?}: {error:?}");
            let told = format!("{error:?} {error}");
            assert!(!told.contains("SECRET") && !told.contains("CODE"), "{told}");
        }
        let profile_refused = [
            ("401 Unauthorized", r#"{"msg":"this access token does not exist","code":-401}"#),
            ("200 OK", r#"{"resultcode":"024","message":"Authentication failed"}"#),
        ];
        for (status, body) in profile_refused {
            let party = Party::answering(&[("200 OK", Some(NAVER_TOKEN)), (status, Some(body))]).await;
            let error = social(SocialProvider::Naver, &party.url).person(GRANT, today()).await.expect_err("refused");
            assert!(matches!(error, SocialError::Refused(_)), "{status}: {error:?}");
        }
    }
}
