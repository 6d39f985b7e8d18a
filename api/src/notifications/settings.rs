//! `GET` and `PUT /patients/me/notification-settings`

use axum::extract::State;
use axum::response::Json;
use domain::{DeliverySettings, DeliveryTopics, InvalidCode, Locale};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::App;
use crate::extract::{Language, Patient};
use crate::http::JsonBody;
use crate::problem::{FieldErrors, JsonProblems, Problem, SignedInProblems, ValidationProblem};

/// The notification channels outside the app.
#[derive(Debug, Serialize, ToSchema)]
pub struct NotificationSettings {
    /// Whether `KakaoTalk` business messages (알림톡) are sent.
    alimtalk: bool,
    /// Whether text messages are sent.
    sms: bool,
    /// The topics.
    topics: NotificationTopics,
}

/// The topics that are also sent outside the app. Canceled claims, refunds and changes of the terms are always sent.
#[derive(Debug, Serialize, ToSchema)]
pub struct NotificationTopics {
    /// Results of self-checks and of analyses at clinics.
    results: bool,
    /// The progress of applications.
    applications: bool,
    /// The progress of claims and of their payments.
    claims: bool,
}

impl From<DeliverySettings> for NotificationSettings {
    fn from(DeliverySettings { alimtalk, sms, topics, .. }: DeliverySettings) -> Self {
        let DeliveryTopics { results, applications, claims } = topics;
        Self { alimtalk, sms, topics: NotificationTopics { results, applications, claims } }
    }
}

/// The new notification settings.
#[derive(Debug, Deserialize, ToSchema)]
pub struct PutNotificationSettings {
    /// Whether `KakaoTalk` business messages may be sent.
    #[schema(required)]
    alimtalk: Option<bool>,
    /// Whether text messages may be sent, also where `KakaoTalk` does not reach the number.
    #[schema(required)]
    sms: Option<bool>,
    /// The topics that may be sent.
    #[schema(required, value_type = PutNotificationTopics)]
    #[serde(default)]
    topics: PutNotificationTopics,
}

/// The topics that may also be sent outside the app.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub struct PutNotificationTopics {
    /// Whether results may be sent.
    #[schema(required)]
    results: Option<bool>,
    /// Whether the progress of applications may be sent.
    #[schema(required)]
    applications: Option<bool>,
    /// Whether the progress of claims and of their payments may be sent.
    #[schema(required)]
    claims: Option<bool>,
}

impl PutNotificationSettings {
    fn parse(&self, locale: Locale) -> Result<DeliverySettings, Problem> {
        let mut errors = FieldErrors::default();
        let mut require = |field, value: Option<bool>| {
            if value.is_none() {
                errors.push(field, InvalidCode::Required);
            }
            value.unwrap_or_default()
        };
        let settings = DeliverySettings {
            alimtalk: require("alimtalk", self.alimtalk),
            sms: require("sms", self.sms),
            topics: DeliveryTopics {
                results: require("topics.results", self.topics.results),
                applications: require("topics.applications", self.topics.applications),
                claims: require("topics.claims", self.topics.claims),
            },
            locale: Some(locale),
        };
        errors.finish()?;
        Ok(settings)
    }
}

/// The patient's notification settings; everything is on by default. Codes, links and notices about the account are
/// always sent, as are canceled claims, refunds and changes of the terms: by text message if both channels are off.
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

/// Sets the patient's notification settings. Messages are then in the language of this call; 알림톡 exists in Korean only.
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
    let settings = request.parse(locale)?;
    let mut conn = patient.tenant.db.acquire().await?;
    db::deliveries::set_settings(&mut conn, patient.row.id, settings, app.clock.now()).await?;
    Ok(Json(settings.into()))
}
