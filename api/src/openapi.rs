//! The contract in full: routes and schemas as the code has them.

use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::{Modify, OpenApi};

/// The document's frame; routes add their paths and schemas.
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
        (name = "tenant", description = "What the web app shows of the tenant"),
        (name = "model", description = "What photos are read with"),
        (name = "auth", description = "Sign-up, sign-in, the signed-in patient"),
        (name = "recovery", description = "Forgotten IDs and passwords"),
        (name = "exports", description = "The patient's own data, to be downloaded"),
        (name = "social", description = "Sign-in by social providers"),
        (name = "identity", description = "Verification of identity"),
        (name = "addresses", description = "Address search"),
        (name = "consents", description = "Consents given and withdrawn"),
        (name = "uploads", description = "Permissions to store a picture"),
        (name = "self-checks", description = "Analyses of the patient's own photos"),
        (name = "notifications", description = "What happened"),
        (name = "institutions", description = "Clinics"),
        (name = "applications", description = "Applications for an analysis at a clinic"),
        (name = "insurances", description = "Claims for insurance documents"),
        (name = "payments", description = "Orders, the way to the payment provider and back"),
        (name = "staff", description = "A clinic's staff: sign-in, experts, accounts"),
        (name = "clinic", description = "Applications as a clinic's staff work on them"),
        (name = "clinic-claims", description = "Claims for insurance documents as a clinic's staff work on them"),
        (name = "clinic-payments", description = "What was found about a clinic's payments"),
        (name = "access-log", description = "What a clinic's staff did with personal data"),
        (name = "invites", description = "Invitations to a clinic"),
        (name = "meta", description = "This document"),
    )
)]
pub struct Document;

/// The tokens of the cookies `authorization` and `staffAuthorization`, sent as bearer credentials.
struct Bearer;

impl Modify for Bearer {
    fn modify(&self, document: &mut utoipa::openapi::OpenApi) {
        let scheme = HttpBuilder::new().scheme(HttpAuthScheme::Bearer).build();
        let components = document.components.get_or_insert_default();
        components.add_security_scheme("session", SecurityScheme::Http(scheme.clone()));
        components.add_security_scheme("staff", SecurityScheme::Http(scheme));
    }
}
