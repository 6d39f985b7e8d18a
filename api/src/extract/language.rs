//! The language of a response's texts.

use std::convert::Infallible;

use axum::extract::FromRequestParts;
use domain::Locale;
use http::header;
use http::request::Parts;

use crate::App;
use crate::http::host;

/// The language that the client accepts, or the tenant's default.
#[derive(Clone, Copy, Debug)]
pub struct Language(pub Locale);

impl FromRequestParts<App> for Language {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Infallible> {
        let host = host::from_request(&parts.uri, &parts.headers).unwrap_or_default();
        let tenant = app.directory.find_for_request(host, &parts.uri);
        let default = tenant.map_or(Locale::Ko, |tenant| tenant.default_locale);
        let accepted = parts.headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
        Ok(Self(Locale::from_accept_language(accepted, default)))
    }
}
