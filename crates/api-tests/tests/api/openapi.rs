//! The OpenAPI document.

use crate::test_app::TestApp;

#[tokio::test]
async fn document_is_served() {
    let app = TestApp::new().await;
    let served = app.get("/openapi.json").send().await;
    assert_eq!(served.expect(200), serde_json::to_value(api::openapi()).expect("JSON"));
    assert_eq!(served.header("content-type"), Some("application/json"));
}

#[test]
#[expect(clippy::too_many_lines, reason = "a line for each call")]
fn document_lists_every_operation() {
    let document = serde_json::to_value(api::openapi()).expect("JSON");
    for (path, method) in [
        ("/tenant", "get"),
        ("/model", "get"),
        ("/patients/auth/login", "post"),
        ("/patients/auth/signup", "post"),
        ("/patients/phone-codes", "post"),
        ("/patients/phone-codes/verify", "post"),
        ("/patients/valid-id", "get"),
        ("/patients/find-id", "post"),
        ("/patients/find-password", "post"),
        ("/patients/find-password/{token}", "get"),
        ("/patients/reset-password", "post"),
        ("/patients/addresses", "get"),
        ("/patients/social/{provider}/start", "get"),
        ("/patients/social/{provider}", "get"),
        ("/patients/social/{provider}/tci", "get"),
        ("/patients/social/profile", "get"),
        ("/patients/identity/start", "get"),
        ("/patients/identity/{verificationId}/window", "get"),
        ("/patients/identity/{verificationId}", "get"),
        ("/patients/me", "get"),
        ("/patients/me", "delete"),
        ("/patients/auth/logout", "post"),
        ("/patients/auth/confirm", "post"),
        ("/patients/sessions", "get"),
        ("/patients/sessions", "delete"),
        ("/patients/sessions/{id}", "delete"),
        ("/patients/export", "post"),
        ("/patients/export/{token}", "get"),
        ("/patients/insurances/{id}/documents/{code}/links", "post"),
        ("/patients/tcis/{id}/report/links", "post"),
        ("/patients/downloads/{token}", "get"),
        ("/patients/consents", "get"),
        ("/patients/consents", "put"),
        ("/patients/uploads", "post"),
        ("/patients/tcis/self-check", "post"),
        ("/patients/tcis/self-check", "get"),
        ("/patients/tcis/self-check/{tciId}", "get"),
        ("/patients/tcis/self-check/{tciId}/picture", "put"),
        ("/patients/notifications", "get"),
        ("/patients/notifications/{id}/read", "post"),
        ("/patients/institutions", "get"),
        ("/patients/institutions/{id}", "get"),
        ("/patients/tcis", "get"),
        ("/patients/tcis", "post"),
        ("/patients/tcis/{id}", "get"),
        ("/patients/tcis/{id}", "put"),
        ("/patients/tcis/{id}/tci/{tciId}", "get"),
        ("/patients/accept-invite", "post"),
        ("/patients/insurers", "get"),
        ("/patients/insurances/quote", "post"),
        ("/patients/insurances", "get"),
        ("/patients/insurances", "post"),
        ("/patients/insurances/{id}", "get"),
        ("/patients/insurances/{id}", "delete"),
        ("/patients/insurances/{id}/payments", "put"),
        ("/patients/payments", "post"),
        ("/patients/payments/{oid}", "get"),
        ("/payments/checkout/{oid}", "get"),
        ("/payments/return/{provider}", "get"),
        ("/payments/return/{provider}", "post"),
        ("/payments/webhook", "post"),
        ("/institutions/auth/login", "post"),
        ("/institutions/auth/password", "post"),
        ("/institutions/me", "get"),
        ("/institutions/experts", "get"),
        ("/institutions/tcis", "get"),
        ("/institutions/tcis", "post"),
        ("/institutions/tcis/patients/{id}", "get"),
        ("/institutions/tcis/generate", "post"),
        ("/institutions/tcis/{id}", "get"),
        ("/institutions/tcis/{id}", "put"),
        ("/institutions/tcis/{id}/pictures", "post"),
        ("/institutions/tcis/{id}/tci/{tciId}", "put"),
        ("/patients/insurances/{id}/documents/{code}", "get"),
        ("/institutions/insurances", "get"),
        ("/institutions/insurances/{id}", "get"),
        ("/institutions/insurances/{id}", "put"),
        ("/institutions/insurances/{id}/uploads", "post"),
        ("/institutions/insurances/{id}/documents/{code}", "post"),
        ("/institutions/insurances/{id}/documents/{code}/download", "post"),
        ("/institutions/insurances/{id}/forwarding", "put"),
        ("/institutions/insurances/{id}/payout", "post"),
        ("/institutions/seal", "get"),
        ("/institutions/seal", "put"),
        ("/institutions/seal", "delete"),
        ("/institutions/tcis/{id}/health-consent", "get"),
        ("/institutions/tcis/{id}/health-consent", "put"),
        ("/patients/me/leaving", "get"),
        ("/patients/consents/withdrawal", "get"),
        ("/patients/institutions/{id}/claim-options", "get"),
        ("/institutions/payments/findings", "get"),
        ("/institutions/payments/settlements", "get"),
        ("/institutions/payments/findings/{id}", "put"),
        ("/institutions/access-log", "get"),
        ("/institutions/access-log/months", "get"),
        ("/institutions/access-log/months/{month}", "get"),
        ("/institutions/access-log/months/{month}", "put"),
        ("/institutions/staff", "get"),
        ("/institutions/staff", "post"),
        ("/institutions/staff/{id}", "put"),
        ("/institutions/staff/{id}", "delete"),
        ("/institutions/invites", "get"),
        ("/institutions/invites", "post"),
        ("/institutions/invites/{code}", "delete"),
    ] {
        let operation = &document["paths"][path][method];
        assert!(operation["operationId"].is_string(), "{method} {path}");
    }
}

#[test]
fn document_lists_all_request_fields() {
    let document = serde_json::to_value(api::openapi()).expect("JSON");
    for (name, field) in [("GenerateRequest", "filename"), ("UploadRequest", "filename")] {
        let fields = &document["components"]["schemas"][name]["properties"];
        assert!(fields[field].is_object(), "{name}.{field}");
    }
}
