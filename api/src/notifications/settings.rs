//! `GET` and `PUT /patients/me/notification-settings`

use axum::extract::State;
use axum::response::Json;
use domain::{DeliverySettings, InvalidCode};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::App;
use crate::extract::{Language, Patient};
use crate::http::JsonBody;
use crate::problem::{FieldErrors, JsonProblems, Problem, SignedInProblems, ValidationProblem};

/// How notifications reach the patient outside the app.
#[derive(Debug, Serialize, ToSchema)]
pub struct NotificationSettings {
    /// Whether `KakaoTalk` business messages (알림톡) are sent.
    alimtalk: bool,
    /// Whether text messages are sent.
    sms: bool,
}

impl From<DeliverySettings> for NotificationSettings {
    fn from(settings: DeliverySettings) -> Self {
        Self { alimtalk: settings.alimtalk, sms: settings.sms }
    }
}

/// The new settings.
#[derive(Debug, Deserialize, ToSchema)]
pub struct PutNotificationSettings {
    /// Whether `KakaoTalk` business messages may be sent.
    #[schema(required)]
    alimtalk: Option<bool>,
    /// Whether text messages may be sent, also where `KakaoTalk` does not reach the number.
    #[schema(required)]
    sms: Option<bool>,
}

/// What the patient allows: both, until it is changed. Codes, links and notices about the account are sent in any case.
#[utoipa::path(
    get, path = "/patients/me/notification-settings", tag = "notifications", operation_id = "getNotificationSettings",
    security(("session" = [])),
    responses(
        (status = 200, body = NotificationSettings),
        SignedInProblems,
    )
)]
pub async fn get(patient: Patient) -> Result<Json<NotificationSettings>, Problem> {
    let mut conn = patient.tenant.db.acquire().await?;
    Ok(Json(db::deliveries::find_settings(&mut conn, patient.row.id).await?.into()))
}

/// Sets what the patient allows. The messages are then in the language of this call; 알림톡 exists in Korean only.
#[utoipa::path(
    put, path = "/patients/me/notification-settings", tag = "notifications", operation_id = "putNotificationSettings",
    request_body = PutNotificationSettings, security(("session" = [])),
    responses(
        (status = 200, body = NotificationSettings),
        SignedInProblems, JsonProblems, ValidationProblem,
    )
)]
pub async fn put(
    State(app): State<App>,
    patient: Patient,
    Language(locale): Language,
    JsonBody(request): JsonBody<PutNotificationSettings>,
) -> Result<Json<NotificationSettings>, Problem> {
    let mut errors = FieldErrors::default();
    for (field, value) in [("alimtalk", request.alimtalk), ("sms", request.sms)] {
        if value.is_none() {
            errors.push(field, InvalidCode::Required);
        }
    }
    errors.finish()?;
    let settings = DeliverySettings {
        alimtalk: request.alimtalk.unwrap_or_default(),
        sms: request.sms.unwrap_or_default(),
        locale: Some(locale),
    };
    let mut conn = patient.tenant.db.acquire().await?;
    db::deliveries::set_settings(&mut conn, patient.row.id, settings, app.clock.now()).await?;
    Ok(Json(settings.into()))
}
