//! `GET /patients/identity/{verificationId}/window`

use axum::extract::{Path, State};
use axum::response::{Html, IntoResponse as _, Response};
use domain::Locale;
use http::{HeaderValue, header};
use serde_json::json;
use url::Url;

use super::{known_form, provider};
use crate::App;
use crate::guard::browser::{IDENTITY, Visitor};
use crate::guard::{Tenant, token};
use crate::http::Language;
use crate::http::html::{escape, filled};
use crate::http::site_path::with_redirect;
use crate::parties::IdentityWindow;
use crate::problem::{Catalogue, Code, Problem, ProblemBody};

/// The page, with places in braces.
const PAGE: &str = include_str!("window.html");
/// Where the provider's script calls, frames and posts to, besides its own origin.
const PARTY: &str = "https://*.portone.io https://*.iamport.co";

/// The page that loads the provider's script and opens its window. It returns to
/// `/auth/success?identityVerificationId=…`, with `code` and `message` when it failed.
#[utoipa::path(
    get, path = "/patients/identity/{verificationId}/window", tag = "identity", operation_id = "openIdentityWindow",
    params(("verificationId" = String, Path, description = "The verification that the start began")),
    responses(
        (status = 200, description = "The page", body = String, content_type = "text/html"),
        (status = 404, description = "not_found: unknown, over, or another browser's", body = ProblemBody, content_type = "application/problem+json"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    tenant: Tenant,
    visitor: Visitor,
    Language(locale): Language,
    Path(id): Path<String>,
) -> Result<Response, Problem> {
    let window = &provider(&app)?.window;
    known_form(&id)?;
    let browser = token::hash(IDENTITY.of(&visitor).ok_or(Code::NotFound)?);
    let found = db::identities::find(&mut tenant.db.acquire().await?, &id, &browser, app.clock.now()).await?;
    let redirect = found.ok_or(Code::NotFound)?.redirect;
    let back = with_redirect("/auth/success".to_owned(), redirect.as_deref());
    let back = app.web_origin.address(&visitor.host, &back).map_err(Problem::internal)?;
    let away = with_redirect("/auth/signup".to_owned(), redirect.as_deref());
    let (nonce, _) = token::issue(&app.random);
    let page = page(window, &id, &back, (locale, &away, &nonce));
    let policy = HeaderValue::try_from(policy(&window.script, &nonce)).map_err(Problem::internal)?;
    Ok(([(header::CONTENT_SECURITY_POLICY, policy)], Html(page)).into_response())
}

fn page(window: &IdentityWindow, id: &str, back: &Url, (locale, away, nonce): (Locale, &str, &str)) -> String {
    let request = json!({
        "storeId": window.store_id,
        "channelKey": window.channel_key,
        "identityVerificationId": id,
        "redirectUrl": back,
        "forceRedirect": true,
        // this page is the whole window already; a pop-up without a click would be blocked
        "windowType": { "pc": "REDIRECTION", "mobile": "REDIRECTION" },
    });
    let catalogue = Catalogue::of(locale);
    let text = |key: &str| escape(catalogue.page(key));
    // a closing tag inside the JSON would end the script
    let request = request.to_string().replace('<', "\\u003c");
    let parts = [
        ("{lang}", locale.as_str().to_owned()),
        ("{title}", text("identity.title")),
        ("{waiting}", text("identity.waiting")),
        ("{script}", text("identity.script")),
        ("{return}", text("identity.return")),
        ("{back}", escape(away)),
        ("{nonce}", nonce.to_owned()),
        ("{sdk}", escape(window.script.as_str())),
        // last: nothing of ours is looked for in it
        ("{request}", request),
    ];
    filled(PAGE, &parts)
}

/// Lets run the provider's script and our own few lines, and nothing else.
fn policy(script: &Url, nonce: &str) -> String {
    let origin = script.origin().ascii_serialization();
    format!(
        "default-src 'none'; script-src 'nonce-{nonce}' {script}; style-src 'unsafe-inline'; img-src {origin} {PARTY}; \
         connect-src {origin} {PARTY}; frame-src {origin} {PARTY}; form-action {origin} {PARTY}; base-uri 'none'; \
         frame-ancestors 'none'"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_from_outside_breaks_out_of_the_page() {
        let window = IdentityWindow {
            script: "https://cdn.portone.io/v2/browser-sdk.js".parse().expect("a URL"),
            store_id: "</script><script>alert(1)".into(),
            channel_key: "{nonce}".into(),
        };
        let back = "https://a.kr/auth/success?redirect=%2Fx".parse().expect("a URL");
        let page = page(&window, "ID", &back, (Locale::Ko, "/auth/signup?redirect=%2F%22%3E", "NONCE"));
        assert_eq!(page.matches("<script").count(), 3);
        assert_eq!(page.matches("</script>").count(), 3);
        assert_eq!(page.matches("nonce=\"NONCE\"").count(), 3);
        assert!(page.contains("src=\"https://cdn.portone.io/v2/browser-sdk.js\""));
        assert!(!page.contains("{lang}") && !page.contains("{title}") && !page.contains("{request}"));
    }
}
