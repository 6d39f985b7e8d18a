//! `GET /patients/social/{provider}` and `GET /patients/social/{provider}/tci`

use axum::extract::State;
use axum::response::{IntoResponse as _, Response};
use db::TenantTx;
use db::social::State as StartedSignIn;
use domain::Patient;
use domain::calendar::korean_day;
use http::{HeaderMap, HeaderValue, StatusCode, header};
use partners::social::{Grant, SocialClient, SocialError};
use serde::Deserialize;
use utoipa::IntoParams;

use super::{callback_path, provider, shape};
use crate::App;
use crate::auth::session::{NewSession, SignIn};
use crate::extract::Tenant;
use crate::extract::browser::{SOCIAL, TICKET, Visitor};
use crate::http::site_path::with_redirect;
use crate::http::{PathParams, Query};
use crate::problem::{Problem, PublicProblems};
use crate::services::token;

/// The query of a provider's redirect.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct CallbackQuery {
    /// The authorization code, if the person agreed.
    code: Option<String>,
    /// The state of the start.
    state: Option<String>,
    /// The error, if there is no code.
    error: Option<String>,
}

/// The result of a successful sign-in.
enum Outcome {
    /// The person has an account.
    SignedIn(NewSession),
    /// The person has yet to sign up, with this ticket, in the browser that receives this token.
    New { ticket: String, browser: String },
}

/// Why a sign-in failed.
enum Failure {
    /// This browser started no sign-in with this state.
    State,
    /// The person did not agree.
    Denied,
    /// Something failed. The reason is for the log.
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

/// The request of a browser that the provider redirected here.
struct Callback<'a> {
    app: &'a App,
    tenant: &'a Tenant,
    social: &'a SocialClient,
    visitor: &'a Visitor,
    query: CallbackQuery,
    tci: bool,
}

/// Handles the redirect back from a provider. Known people are signed in; new ones go to the sign-up form. The state is
/// valid once, for ten minutes, in the browser that started.
#[utoipa::path(
    get, path = "/patients/social/{provider}", tag = "social", operation_id = "finishSocial",
    params(("provider" = String, Path, description = "kakao, naver or google"), CallbackQuery),
    responses(
        (status = 303, description = "To the redirect of the start with the session's cookie; to /auth/signup/form?social=; or to /auth/signin?error=social_denied, social_failed or social_state", headers(("location" = String), ("set-cookie" = String))),
        PublicProblems,
        (status = 404, description = "not_found: no such provider, or not configured; unknown_tenant"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    tenant: Tenant,
    visitor: Visitor,
    PathParams(name): PathParams<String>,
    query: Result<Query<CallbackQuery>, Problem>,
) -> Result<Response, Problem> {
    let social = provider(&app, &name)?;
    let query = query.map(|Query(query)| query).unwrap_or_default();
    let callback = Callback { app: &app, tenant: &tenant, social, visitor: &visitor, query, tci: false };
    Ok(callback.respond().await)
}

/// The same, for a sign-in on the way to the application for an analysis.
#[utoipa::path(
    get, path = "/patients/social/{provider}/tci", tag = "social", operation_id = "finishSocialForTci",
    params(("provider" = String, Path, description = "kakao, naver or google"), CallbackQuery),
    responses(
        (status = 303, description = "As without /tci", headers(("location" = String), ("set-cookie" = String))),
        PublicProblems,
        (status = 404, description = "not_found: no such provider, or not configured; unknown_tenant"),
    )
)]
pub async fn handle_tci(
    State(app): State<App>,
    tenant: Tenant,
    visitor: Visitor,
    PathParams(name): PathParams<String>,
    query: Result<Query<CallbackQuery>, Problem>,
) -> Result<Response, Problem> {
    let social = provider(&app, &name)?;
    let query = query.map(|Query(query)| query).unwrap_or_default();
    let callback = Callback { app: &app, tenant: &tenant, social, visitor: &visitor, query, tci: true };
    Ok(callback.respond().await)
}

impl Callback<'_> {
    /// Always redirects: a person in a browser can do nothing with a problem document.
    async fn respond(self) -> Response {
        let started = self.take_state().await;
        let redirect = started.as_ref().ok().and_then(|started| started.redirect.clone());
        let redirect = redirect.as_deref();
        let outcome = match started {
            Ok(started) => self.finish_logged(&started).await,
            Err(failure) => Err(failure),
        };
        let mut headers = HeaderMap::new();
        let host = &self.visitor.host;
        headers.append(header::SET_COOKIE, SOCIAL.clear(host));
        let location = match outcome {
            Ok(Outcome::SignedIn(session)) => {
                headers.extend(session.cookies(host).0);
                redirect.unwrap_or("/").to_owned()
            }
            Ok(Outcome::New { ticket, browser }) => {
                headers.append(header::SET_COOKIE, TICKET.set(&browser, host));
                with_redirect(format!("/auth/signup/form?social={ticket}"), redirect)
            }
            Err(failure) => {
                if let Failure::Failed(why) = &failure {
                    tracing::warn!(provider = self.social.provider().as_str(), why, "a social sign-in failed");
                }
                with_redirect(format!("/auth/signin?error={}", failure.code()), redirect)
            }
        };
        // a redirect target is stored resolved: ASCII, percent-encoded
        let location = HeaderValue::try_from(location).unwrap_or_else(|_| HeaderValue::from_static("/"));
        headers.insert(header::LOCATION, location);
        (StatusCode::SEE_OTHER, headers).into_response()
    }

    async fn take_state(&self) -> Result<StartedSignIn, Failure> {
        let (Some(state), Some(browser)) = (self.query.state.as_deref(), SOCIAL.read(self.visitor)) else {
            return Err(Failure::State);
        };
        let (state, browser) = (token::hash(state), token::hash(browser));
        let mut conn = self.tenant.db.acquire().await?;
        let now = self.app.clock.now();
        let started = db::social::consume_state(&mut conn, self.social.provider(), &state, &browser, now).await?;
        started.ok_or(Failure::State)
    }

    /// Finishes a sign-in that this browser started. A failure is logged in the access log; a person who does not agree
    /// is not a failure.
    async fn finish_logged(&self, started: &StartedSignIn) -> Result<Outcome, Failure> {
        let outcome = self.finish(started).await;
        if let Err(Failure::Failed(_)) = &outcome {
            self.sign_in().log_failure(None).await?;
        }
        outcome
    }

    fn sign_in(&self) -> SignIn<'_> {
        SignIn { app: self.app, tenant: self.tenant, visitor: self.visitor }
    }

    async fn finish(&self, started: &StartedSignIn) -> Result<Outcome, Failure> {
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
        let back = app
            .web_origin
            .address(&self.visitor.host, &callback_path(provider, self.tci))
            .map_err(Problem::internal)?;
        let grant = Grant {
            code,
            state: self.query.state.as_deref().unwrap_or_default(),
            verifier: &started.verifier,
            redirect_uri: back.as_str(),
        };
        // no connection is held during the calls to the provider
        let person = self.social.fetch_account(grant, korean_day(app.clock.now())).await?;

        let mut tx = self.tenant.db.begin().await?;
        let outcome = if let Some(patient) = self.find_patient(&mut tx, &person.subject).await? {
            Outcome::SignedIn(self.sign_in().begin(&mut tx, &patient).await?)
        } else {
            let ((ticket, _), (browser, _)) = (token::issue(&app.random), token::issue(&app.random));
            let hash = token::hash_for_browser(&ticket, Some(&browser));
            let sealed = shape::seal(app, self.tenant.row.id, provider, person)?;
            db::social::insert_ticket(&mut tx, &sealed, &hash, app.clock.now()).await?;
            Outcome::New { ticket, browser }
        };
        tx.commit().await?;
        Ok(outcome)
    }

    /// Finds and locks the account of a person at the provider.
    async fn find_patient(&self, tx: &mut TenantTx, subject: &str) -> Result<Option<Patient>, Failure> {
        let Some(id) = db::social::find_patient(tx, self.social.provider(), subject).await? else { return Ok(None) };
        Ok(db::patients::find(tx, id).await?)
    }
}
