//! `GET /patients/social/{provider}` and `GET /patients/social/{provider}/tci`

use axum::extract::{Path, State};
use axum::response::{IntoResponse as _, Response};
use db::social::State as Left;
use domain::number::korean_day;
use http::{HeaderMap, HeaderValue, StatusCode, header};
use partners::social::{Grant, Social, SocialError};
use serde::Deserialize;
use utoipa::IntoParams;

use super::{provider, shape, ticket_hash, way_back};
use crate::App;
use crate::auth::session::NewSession;
use crate::guard::browser::{SOCIAL, TICKET, Visitor};
use crate::guard::{Tenant, token};
use crate::http::Query;
use crate::http::site_path::with_redirect;
use crate::problem::{Problem, ProblemBody};

/// What a provider brings back.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct CallbackQuery {
    /// The code, if the person agreed.
    code: Option<String>,
    /// The state of the start.
    state: Option<String>,
    /// Why there is no code.
    error: Option<String>,
}

/// Where a sign-in ends well.
enum End {
    /// The person is known.
    SignedIn(NewSession),
    /// The person has yet to sign up, with this ticket, in the browser that gets this token.
    New { ticket: String, browser: String },
}

/// Why a sign-in ends badly.
enum Failure {
    /// No sign-in of this browser is under way by this state.
    State,
    /// The person did not agree.
    Denied,
    /// Something did not work; why is for the log.
    Failed(String),
}

impl Failure {
    fn code(&self) -> &'static str {
        match self {
            Self::State => "social_state",
            Self::Denied => "social_denied",
            Self::Failed(_) => "social_failed",
        }
    }
}

impl From<SocialError> for Failure {
    fn from(error: SocialError) -> Self {
        Self::Failed(error.to_string())
    }
}

impl From<Problem> for Failure {
    fn from(problem: Problem) -> Self {
        let cause = problem.cause.map(|cause| cause.to_string()).unwrap_or_default();
        Self::Failed(format!("{}: {cause}", problem.code.as_str()))
    }
}

impl From<db::Error> for Failure {
    fn from(error: db::Error) -> Self {
        Self::from(Problem::from(error))
    }
}

/// A request of a browser that comes back.
struct Return<'a> {
    app: &'a App,
    tenant: &'a Tenant,
    social: &'a Social,
    host: &'a str,
    /// Of the cookie of the browser.
    browser: Option<&'a str>,
    query: CallbackQuery,
    tci: bool,
}

/// Takes a person back from a provider: who is known is signed in and goes on, who is new goes to the sign-up form. The
/// state is for one use, ten minutes, and the browser that began.
#[utoipa::path(
    get, path = "/patients/social/{provider}", tag = "social", operation_id = "finishSocial",
    params(("provider" = String, Path, description = "kakao, naver or google"), CallbackQuery),
    responses(
        (status = 303, description = "To the redirect of the start with the session's cookie; to /auth/signup/form?social=; or to /auth/signin?error=social_denied, social_failed or social_state", headers(("location" = String), ("set-cookie" = String))),
        (status = 404, description = "not_found: no such provider, or not configured", body = ProblemBody, content_type = "application/problem+json"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    tenant: Tenant,
    visitor: Visitor,
    Path(name): Path<String>,
    query: Result<Query<CallbackQuery>, Problem>,
) -> Result<Response, Problem> {
    let social = provider(&app, &name)?;
    let query = query.map(|Query(query)| query).unwrap_or_default();
    let browser = SOCIAL.of(&visitor);
    let back = Return { app: &app, tenant: &tenant, social, host: &visitor.host, browser, query, tci: false };
    Ok(back.answer().await)
}

/// The same, for a sign-in on the way to the application for an analysis.
#[utoipa::path(
    get, path = "/patients/social/{provider}/tci", tag = "social", operation_id = "finishSocialForTci",
    params(("provider" = String, Path, description = "kakao, naver or google"), CallbackQuery),
    responses(
        (status = 303, description = "As without /tci", headers(("location" = String), ("set-cookie" = String))),
        (status = 404, description = "not_found: no such provider, or not configured", body = ProblemBody, content_type = "application/problem+json"),
    )
)]
pub async fn handle_tci(
    State(app): State<App>,
    tenant: Tenant,
    visitor: Visitor,
    Path(name): Path<String>,
    query: Result<Query<CallbackQuery>, Problem>,
) -> Result<Response, Problem> {
    let social = provider(&app, &name)?;
    let query = query.map(|Query(query)| query).unwrap_or_default();
    let browser = SOCIAL.of(&visitor);
    let back = Return { app: &app, tenant: &tenant, social, host: &visitor.host, browser, query, tci: true };
    Ok(back.answer().await)
}

impl Return<'_> {
    /// Always a way on: a person in a browser can do nothing with a problem.
    async fn answer(self) -> Response {
        let left = self.take_state().await;
        let redirect = left.as_ref().ok().and_then(|left| left.redirect.clone());
        let redirect = redirect.as_deref();
        let end = match left {
            Ok(left) => self.finish(&left).await,
            Err(failure) => Err(failure),
        };
        let mut headers = HeaderMap::new();
        headers.append(header::SET_COOKIE, SOCIAL.clear(self.host));
        let location = match end {
            Ok(End::SignedIn(session)) => {
                headers.extend(session.cookie(self.host));
                redirect.unwrap_or("/").to_owned()
            }
            Ok(End::New { ticket, browser }) => {
                headers.append(header::SET_COOKIE, TICKET.set(&browser, self.host));
                with_redirect(format!("/auth/signup/form?social={ticket}"), redirect)
            }
            Err(failure) => {
                if let Failure::Failed(why) = &failure {
                    tracing::warn!(provider = self.social.provider().as_str(), why, "a social sign-in failed");
                }
                with_redirect(format!("/auth/signin?error={}", failure.code()), redirect)
            }
        };
        // a way back is kept as it was resolved: ASCII, percent-encoded
        let location = HeaderValue::try_from(location).unwrap_or_else(|_| HeaderValue::from_static("/"));
        headers.insert(header::LOCATION, location);
        (StatusCode::SEE_OTHER, headers).into_response()
    }

    async fn take_state(&self) -> Result<Left, Failure> {
        let (Some(state), Some(browser)) = (self.query.state.as_deref(), self.browser) else {
            return Err(Failure::State);
        };
        let (state, browser) = (token::hash(state), token::hash(browser));
        let mut conn = self.tenant.db.acquire().await?;
        let now = self.app.clock.now();
        let left = db::social::take_state(&mut conn, self.social.provider(), &state, &browser, now).await?;
        left.ok_or(Failure::State)
    }

    async fn finish(&self, left: &Left) -> Result<End, Failure> {
        if let Some(error) = &self.query.error {
            let denied = error == "access_denied";
            return Err(if denied {
                Failure::Denied
            } else {
                Failure::Failed("the provider sent an error".to_owned())
            });
        }
        let code = self.query.code.as_deref().ok_or_else(|| Failure::Failed("no code".to_owned()))?;
        let (app, provider) = (self.app, self.social.provider());
        let back = app.web_origin.address(self.host, &way_back(provider, self.tci)).map_err(Problem::internal)?;
        let grant = Grant {
            code,
            state: self.query.state.as_deref().unwrap_or_default(),
            verifier: &left.verifier,
            redirect_uri: back.as_str(),
        };
        // no connection is held meanwhile
        let person = self.social.person(grant, korean_day(app.clock.now())).await?;

        let mut tx = self.tenant.db.begin().await?;
        let end = if let Some(patient) = db::social::find_patient(&mut tx, provider, &person.subject).await? {
            End::SignedIn(NewSession::begin(app, &mut tx, patient).await?)
        } else {
            let ((ticket, _), (browser, _)) = (token::issue(&app.random), token::issue(&app.random));
            let hash = ticket_hash(&ticket, Some(&browser));
            let sealed = shape::seal(app, self.tenant.row.id, provider, person)?;
            db::social::insert_ticket(&mut tx, &sealed, &hash, app.clock.now()).await?;
            End::New { ticket, browser }
        };
        tx.commit().await?;
        Ok(end)
    }
}
