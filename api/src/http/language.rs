//! The language of an answer's texts.

use std::convert::Infallible;

use axum::extract::FromRequestParts;
use domain::Locale;
use http::header;
use http::request::Parts;

use super::host;
use crate::App;

/// The language that the reader asked for, or the tenant's own.
#[derive(Clone, Copy, Debug)]
pub struct Language(pub Locale);

impl FromRequestParts<App> for Language {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Infallible> {
        let host = host::of(&parts.uri, &parts.headers).unwrap_or_default();
        let default = app.directory.of_request(host, &parts.uri).map_or(Locale::Ko, |tenant| tenant.default_locale);
        let asked = parts.headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
        Ok(Self(Locale::from_accept_language(asked, default)))
    }
}
