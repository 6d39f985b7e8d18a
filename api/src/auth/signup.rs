//! `POST /patients/auth/signup`

use axum::extract::State;
use axum::response::{IntoResponse as _, Json, Response};
use db::TenantTx;
use db::consents::NewConsent;
use db::patients::{InsertError, NewPatient};
use domain::calendar::korean_day;
use domain::{ConsentKind, LoginUserId, PasswordHash, PasswordOwner, Patient, PatientId, TokenHash};
use http::StatusCode;
use secrecy::SecretString;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::rules::{Identification, ValidSignup};
use super::session::SignIn;
use super::shape::{PatientBody, PatientResponse};
use crate::consents::current_edition;
use crate::extract::browser::{TICKET, Visitor};
use crate::extract::idempotency::{Account, EarlierResponse};
use crate::extract::{RequestContext, Tenant};
use crate::http::JsonBody;
use crate::problem::{Code, IdempotencyProblems, JsonProblems, Problem, PublicProblems, RateLimitProblem};
use crate::services::limiter::SIGNUP_ADDRESS;
use crate::services::token;
use crate::{App, identity};

/// A new patient. With `verificationId` and `ci` the verified name, number and birth date replace the typed ones.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SignupRequest {
    /// The fields that must be equal in a repeated request with the same Idempotency-Key.
    #[serde(flatten)]
    pub(super) person: Person,
    /// 8 to 64 characters with letters, digits and a special character. Not one of the most used, and without the login ID, the
    /// name and the number.
    #[serde(default)]
    #[schema(required, min_length = 8, max_length = 64, value_type = String, format = Password)]
    pub(super) password: SecretString,
}

/// The person who signs up.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Person {
    /// 4 to 20 letters or digits.
    #[serde(default)]
    #[schema(required, pattern = "^[A-Za-z0-9]{4,20}$")]
    pub(super) login_user_id: String,
    /// The name.
    #[serde(default)]
    #[schema(required, max_length = 50)]
    pub(super) name: String,
    /// Mobile number, digits only.
    #[serde(default)]
    #[schema(required, example = "01012345678", pattern = "^01[0-9]{8,9}$")]
    pub(super) phone_number: String,
    /// Date of birth: YYYYMMDD, YYYY-MM-DD or YYYY.MM.DD.
    #[serde(default)]
    #[schema(required, example = "19900131")]
    pub(super) birth: String,
    /// 0 man, 1 woman.
    #[schema(minimum = 0, maximum = 1)]
    pub(super) gender: Option<i16>,
    /// E-mail address, for recovering the ID.
    #[schema(max_length = 254)]
    pub(super) email: Option<String>,
    /// Postcode.
    #[schema(max_length = 200)]
    pub(super) zipcode: Option<String>,
    /// Road address.
    #[schema(max_length = 200)]
    pub(super) address: Option<String>,
    /// The rest of the address.
    #[schema(max_length = 200)]
    pub(super) address_detail: Option<String>,
    /// The proof that the phone number was verified.
    pub(super) phone_token: Option<String>,
    /// The one-time ticket of a verified identity.
    pub(super) ci: Option<String>,
    /// The verification that issued the ticket.
    pub(super) verification_id: Option<String>,
    /// The social sign-in that this sign-up completes: the account is linked.
    pub(super) social_token: Option<String>,
    /// The agreements. All must be true.
    #[serde(default)]
    #[schema(required)]
    pub(super) agreements: Agreements,
}

impl Person {
    /// Returns whether the request claims a verified identity.
    pub(super) fn is_identified(&self) -> bool {
        [&self.verification_id, &self.ci].into_iter().flatten().any(|text| !text.trim().is_empty())
    }
}

/// The agreements.
#[derive(Clone, Copy, Debug, Default, Deserialize, Serialize, ToSchema)]
#[serde(default)]
#[expect(clippy::struct_excessive_bools, reason = "four independent checkboxes of a form")]
pub struct Agreements {
    /// The box that ticks all others.
    pub(super) all: bool,
    /// Being 14 or older.
    pub(super) age14: bool,
    /// The terms of service.
    pub(super) terms: bool,
    /// The privacy policy.
    pub(super) privacy: bool,
}

impl Agreements {
    /// Returns whether everything was agreed to.
    pub(super) fn are_all(self) -> bool {
        self.all && self.age14 && self.terms && self.privacy
    }
}

/// Signs up and signs in.
#[utoipa::path(
    post, path = "/patients/auth/signup", tag = "auth", operation_id = "signup", request_body = SignupRequest,
    params(("idempotency-key" = Option<String>, Header, description = "Repeats the first response for the same key")),
    responses(
        (status = 201, body = PatientResponse, headers(("set-cookie" = String, description = "authorization={token}, one day; knownDevice, one year"))),
        PublicProblems, JsonProblems, RateLimitProblem, IdempotencyProblems,
        (status = 403, description = "under_age, tenant_disabled"),
        (status = 409, description = "already_registered: the person, or the social account; in_progress"),
        (status = 422, description = "validation, identity_required, idempotency_mismatch"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    tenant: Tenant,
    context: RequestContext,
    visitor: Visitor,
    JsonBody(request): JsonBody<SignupRequest>,
) -> Result<Response, Problem> {
    if tenant.row.identity_required && !request.person.is_identified() {
        return Err(Code::IdentityRequired.into());
    }
    let today = korean_day(app.clock.now());
    let valid = ValidSignup::parse(&request, today, TICKET.read(&visitor))?;
    app.limiter.count(SIGNUP_ADDRESS, &context.address.network()).await?;

    // the password is not part of the compared request, because its hash could be attacked; a repetition must sign in with it
    let call = context.key.clone().bind(Account::Nobody, "POST /patients/auth/signup", &request.person)?;
    let password_hash = app.passwords.hash(valid.password.clone()).await?;
    let mut tx = tenant.db.begin().await?;
    if let Some(earlier) = call.begin(&mut tx, app.clock.now()).await? {
        drop(tx);
        let sign_in = SignIn { app: &app, tenant: &tenant, visitor: &visitor };
        return replay(&sign_in, earlier, request).await;
    }
    let patient = create_patient(&app, &mut tx, &context, valid, password_hash).await?;
    let body = PatientResponse { patient: PatientBody::from(&patient) };
    call.finish(&mut tx, StatusCode::CREATED, &body).await?;
    let sign_in = SignIn { app: &app, tenant: &tenant, visitor: &visitor };
    let session = sign_in.begin_new(&mut tx, &patient).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, session.cookies(&visitor.host), Json(body)).into_response())
}

/// Writes the patient, the identity, the social link and the consents, and consumes the proofs.
async fn create_patient(
    app: &App,
    tx: &mut TenantTx,
    context: &RequestContext,
    valid: ValidSignup,
    password_hash: PasswordHash,
) -> Result<Patient, Problem> {
    let now = app.clock.now();
    let (name, phone_number, birth, identity) = match valid.identification {
        Identification::Typed { name, phone, birth, phone_token } => {
            if !db::phone_codes::consume(tx, &token::hash(&phone_token), &phone, now).await? {
                return Err(Problem::field("phoneToken", domain::InvalidCode::Unknown));
            }
            (name, phone, birth, None)
        }
        Identification::Verified { id, ticket } => {
            let person = identity::person::consume(app, tx, &id, &ticket).await?;
            let owner =
                PasswordOwner { login_id: &valid.login_user_id, name: &person.name, phone: Some(&person.phone) };
            valid.password.check_personal(&owner)?;
            (person.name, person.phone, person.birth, Some(person.identity))
        }
    };
    let new = NewPatient {
        login_user_id: valid.login_user_id,
        password_hash,
        name,
        birth: Some(birth),
        gender: valid.gender,
        phone_number,
        email: valid.email,
        zipcode: valid.zipcode,
        address: valid.address,
        address_detail: valid.address_detail,
    };
    let patient = db::patients::insert(tx, &new, now).await.map_err(|error| match error {
        InsertError::LoginUserIdTaken => Problem::field("loginUserId", domain::InvalidCode::Taken),
        InsertError::Db(error) => error.into(),
    })?;
    if let Some(identity) = identity {
        db::identities::set_identity(tx, patient.id, &identity).await?;
    }
    if let Some(ticket) = valid.social {
        link_social_account(app, tx, patient.id, &ticket).await?;
    }
    for kind in [ConsentKind::Terms, ConsentKind::Privacy, ConsentKind::Age14] {
        let consent = NewConsent {
            patient_id: patient.id,
            kind,
            recipient: None,
            version: current_edition(app.editions, kind, korean_day(now)),
            client_address: Some(context.address.0),
        };
        db::consents::insert(tx, &consent, now).await?;
    }
    Ok(patient)
}

/// Links the social account of a ticket, and consumes the ticket.
async fn link_social_account(
    app: &App,
    tx: &mut TenantTx,
    patient: PatientId,
    ticket: &TokenHash,
) -> Result<(), Problem> {
    let now = app.clock.now();
    let ticket = db::social::consume_ticket(tx, ticket, now).await?;
    let ticket = ticket.ok_or_else(|| Problem::field("socialToken", domain::InvalidCode::Unknown))?;
    Ok(db::social::link(tx, patient, ticket.provider, &ticket.subject, now).await?)
}

/// Replays the response of an earlier sign-up, with a new session: the token of the first is not stored.
async fn replay(sign_in: &SignIn<'_>, earlier: EarlierResponse, request: SignupRequest) -> Result<Response, Problem> {
    let SignIn { app, tenant, visitor, .. } = sign_in;
    let id = LoginUserId::parse(&request.person.login_user_id)?;
    let found = db::patients::find_credentials(&mut tenant.db.acquire().await?, &id).await?;
    let stored = found.as_ref().map(|found| &found.password_hash);
    let right = app.passwords.verify(request.password, stored).await?;
    let checked = found.filter(|_| right).ok_or(Code::IdempotencyMismatch)?;
    let mut tx = tenant.db.begin().await?;
    if !db::patients::lock_credentials(&mut tx, &checked).await? {
        return Err(Code::IdempotencyMismatch.into());
    }
    let session = sign_in.begin_new(&mut tx, &checked.patient).await?;
    tx.commit().await?;
    Ok((session.cookies(&visitor.host), earlier.into_response()).into_response())
}
