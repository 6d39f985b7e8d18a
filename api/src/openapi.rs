//! The OpenAPI document. The routes add their paths and schemas.

use std::sync::LazyLock;

use axum::body::Bytes;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use utoipa::openapi::security::{ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::{Modify, OpenApi};

use crate::problem::responses;

/// The document without paths.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Hyeobom API",
        description = "Tongue self-checks and analyses at clinics. Conventions: docs/api.md.",
        license(name = "Proprietary"),
        contact(name = "operations"),
    ),
    servers((url = "/api/v1")),
    modifiers(&Bearer),
    tags(
        (name = "tenant", description = "The tenant, for the web app"),
        (name = "model", description = "The deployed model"),
        (name = "auth", description = "Sign-up, sign-in, the signed-in patient"),
        (name = "recovery", description = "Forgotten IDs and passwords"),
        (name = "exports", description = "The patient's own data, to be downloaded"),
        (name = "downloads", description = "Download links"),
        (name = "social", description = "Sign-in by social providers"),
        (name = "identity", description = "Verification of identity"),
        (name = "addresses", description = "Address search"),
        (name = "consents", description = "Consents"),
        (name = "profile", description = "The patient's own name, number, e-mail address and postal address"),
        (name = "people", description = "The people of the account"),
        (name = "uploads", description = "Presigned forms to store a picture"),
        (name = "self-checks", description = "Analyses of the patient's own photos"),
        (name = "notifications", description = "Notifications"),
        (name = "institutions", description = "Clinics"),
        (name = "applications", description = "Applications for an analysis at a clinic"),
        (name = "insurances", description = "Claims for insurance documents"),
        (name = "payments", description = "Orders, and the redirects to the payment provider and back"),
        (name = "staff", description = "A clinic's staff: sign-in, experts, accounts"),
        (name = "clinic", description = "Applications, for a clinic's staff"),
        (name = "clinic-claims", description = "Claims for insurance documents, for a clinic's staff"),
        (name = "clinic-payments", description = "Discrepancies of a clinic's payments"),
        (name = "access-log", description = "The log of the staff's actions on personal data"),
        (name = "invites", description = "Invitations to a clinic"),
        (name = "ops-auth", description = "Sign-in of operators"),
        (name = "ops-operators", description = "Accounts of operators, and their audit"),
        (name = "ops-access-log", description = "The access logs of all tenants"),
        (name = "ops-retention", description = "Retention"),
        (name = "ops-queues", description = "Queues, jobs, schedules and workers"),
        (name = "hotel-accounts", description = "Amenity management of hotels: sign-in, clients, users, housekeepers, API keys"),
        (name = "hotel-orders", description = "Hotels' products, orders and stock"),
        (name = "hotel-rooms", description = "Hotels' rooms, dispensers, sensors and their readings, refills and savings"),
        (name = "meta", description = "This document"),
    )
)]
pub struct Document;

/// Adds the parts that all paths have in common.
#[must_use]
pub fn complete(mut document: utoipa::openapi::OpenApi) -> utoipa::openapi::OpenApi {
    responses::complete(&mut document);
    document
}

/// Responds with the document as JSON. It is built for the first request: most processes never get one.
///
/// # Panics
/// Never: the document's keys are texts.
pub async fn show() -> impl IntoResponse {
    static DOCUMENT: LazyLock<Bytes> =
        LazyLock::new(|| serde_json::to_vec(&crate::openapi()).expect("the document has texts as keys").into());
    ([(CONTENT_TYPE, "application/json")], DOCUMENT.clone())
}

/// The tokens of the cookies `authorization` and `staffAuthorization`, sent as bearer credentials, and the cookie of operators.
struct Bearer;

impl Modify for Bearer {
    fn modify(&self, document: &mut utoipa::openapi::OpenApi) {
        let scheme = HttpBuilder::new().scheme(HttpAuthScheme::Bearer).build();
        let components = document.components.get_or_insert_default();
        components.add_security_scheme("session", SecurityScheme::Http(scheme.clone()));
        components.add_security_scheme("hotel", SecurityScheme::Http(scheme.clone()));
        components.add_security_scheme("partnerKey", SecurityScheme::Http(scheme.clone()));
        components.add_security_scheme("staff", SecurityScheme::Http(scheme));
        let cookie = ApiKey::Cookie(ApiKeyValue::new("__Host-operatorAuthorization"));
        components.add_security_scheme("operator", SecurityScheme::ApiKey(cookie));
    }
}
