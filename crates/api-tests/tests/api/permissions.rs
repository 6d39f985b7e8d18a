//! Permissions: every operation on applications, staff and invitations, by every kind of caller.

use axum::http::Method;
use domain::{Permission, StaffRole};
use serde_json::{Value, json};

use crate::clinics::{Member, uniform_scores};
use crate::test_app::{PASSWORD, SignedIn, TestApp};

/// The callers, in the order of the columns.
struct Callers {
    patient: SignedIn,
    other_patient: SignedIn,
    patient_of_two: SignedIn,
    staff: Member,
    admin: Member,
    other_staff: Member,
    staff_of_two: Member,
}

/// The statuses for: nobody, patient, other patient, other tenant's patient, staff, admin, other clinic's admin, other
/// tenant's admin.
type Row = (Method, String, Value, [u16; 8]);

/// A patient's own objects: not found for other patients, 401 for staff and nobody.
const PATIENTS: [u16; 8] = [401, 200, 404, 404, 401, 401, 401, 401];
/// A clinic's objects: not found for other clinics.
const CLINICS: [u16; 8] = [401, 401, 401, 401, 200, 200, 404, 404];
/// Operations that every patient may call for themselves.
const ANY_PATIENT: [u16; 8] = [401, 200, 200, 200, 401, 401, 401, 401];
/// Operations that all staff may call at their own clinic.
const ANY_STAFF: [u16; 8] = [401, 401, 401, 401, 200, 200, 200, 200];
/// Operations that admins may call at their own clinic.
const ANY_ADMIN: [u16; 8] = [401, 401, 401, 401, 403, 200, 200, 200];
/// Operations of admins on their clinic's staff.
const ADMINS: [u16; 8] = [401, 401, 401, 401, 403, 200, 404, 404];

fn rows(application: i64, tci: &Value, member: &Member, patient: &Value, code: &str) -> Vec<Row> {
    let (of_patient, of_clinic) =
        (format!("/patients/tcis/{application}"), format!("/institutions/tcis/{application}"));
    let tci_id = &tci["id"];
    // an illegal state: permitted callers get a problem, others get no information
    let refused = |allowed: [u16; 8], status: u16| allowed.map(|one| if one == 200 { status } else { one });
    vec![
        (Method::GET, "/patients/tcis".into(), json!({}), ANY_PATIENT),
        (Method::POST, "/patients/tcis".into(), json!({}), refused(ANY_PATIENT, 422)),
        (Method::GET, of_patient.clone(), json!({}), PATIENTS),
        (Method::PUT, of_patient.clone(), TestApp::person(), refused(PATIENTS, 409)),
        (Method::GET, format!("{of_patient}/tci/{tci_id}"), json!({}), PATIENTS),
        (Method::GET, format!("{of_patient}/tci/999999"), json!({}), refused(PATIENTS, 404)),
        (
            Method::POST,
            "/patients/accept-invite".into(),
            json!({"code": code}),
            [401, 200, 200, 404, 401, 401, 401, 401],
        ),
        (Method::GET, "/institutions/me".into(), json!({}), ANY_STAFF),
        (Method::POST, "/institutions/auth/password".into(), json!({"password": "x"}), refused(ANY_STAFF, 422)),
        (Method::GET, "/institutions/experts".into(), json!({}), ANY_STAFF),
        (Method::GET, "/institutions/tcis".into(), json!({}), ANY_STAFF),
        (Method::GET, format!("/institutions/tcis/patients/{patient}"), json!({}), ANY_STAFF),
        (Method::POST, "/institutions/tcis".into(), json!({}), refused(ANY_STAFF, 422)),
        (Method::POST, "/institutions/tcis/generate".into(), json!({}), refused(ANY_STAFF, 422)),
        (Method::GET, of_clinic.clone(), json!({}), CLINICS),
        (Method::PUT, of_clinic.clone(), json!({"status": 0}), refused(CLINICS, 409)),
        (Method::POST, format!("{of_clinic}/pictures"), json!({"url": "x", "phase": "after"}), refused(CLINICS, 422)),
        (
            Method::PUT,
            format!("{of_clinic}/tci/{tci_id}"),
            json!({"version": 0, "attributes": {}}),
            refused(CLINICS, 409),
        ),
        (
            Method::PUT,
            format!("{of_clinic}/tci/999999"),
            json!({"version": 0, "attributes": {}}),
            refused(CLINICS, 404),
        ),
        (Method::GET, "/institutions/staff".into(), json!({}), ANY_ADMIN),
        (Method::POST, "/institutions/staff".into(), json!({}), refused(ANY_ADMIN, 422)),
        (Method::PUT, format!("/institutions/staff/{}", member.id), json!({}), ADMINS),
        (Method::DELETE, "/institutions/staff/999999".into(), json!({}), refused(ANY_ADMIN, 404)),
        (Method::GET, "/institutions/invites".into(), json!({}), ANY_STAFF),
        (Method::POST, "/institutions/invites".into(), json!({"maxUses": 0}), refused(ANY_STAFF, 422)),
        (Method::DELETE, format!("/institutions/invites/{code}"), json!({}), [401, 401, 401, 401, 204, 404, 404, 404]),
    ]
}

#[tokio::test]
async fn permissions_hold_for_every_caller() {
    let app = TestApp::new().await;
    let callers = Callers {
        patient: app.patient().await,
        other_patient: app.patient().await,
        patient_of_two: app.other_tenant_patient().await,
        staff: app.staff(StaffRole::AnalysisExpert).await,
        admin: app.staff(StaffRole::ClinicAdmin).await,
        other_staff: app.other_staff().await,
        staff_of_two: app.other_tenant_staff().await,
    };
    let staff = &callers.staff;
    let id = app.new_application(&callers.patient).await;
    app.set_status(staff, id, 1).await.expect(200);
    let tci = app.read_picture(staff, id, "before").await;
    app.save(staff, id, &tci, json!({"expertScores": uniform_scores(1)})).await.expect(200);
    let patient = app.get_application(staff, id).await["clinic"]["patientId"].clone();
    let call = app.staff_call(staff, Method::POST, "/institutions/invites").json(&json!({"maxUses": 10}));
    let made = call.send().await.expect(201);
    let code = made["invite"]["code"].as_str().expect("a code").to_owned();

    let two = |method: &Method, path: &str| app.call_host("two.example", method.clone(), path);
    for (method, path, body, expected) in rows(id, &tci, staff, &patient, &code) {
        let own = |token: &str| app.call(method.clone(), &path).token(token);
        let calls = [
            ("nobody", app.call(method.clone(), &path)),
            ("the patient", own(&callers.patient.token)),
            ("another patient", own(&callers.other_patient.token)),
            ("another tenant's patient", two(&method, &path).token(&callers.patient_of_two.token)),
            ("staff", own(&staff.token)),
            ("an admin", own(&callers.admin.token)),
            ("another clinic's admin", own(&callers.other_staff.token)),
            ("another tenant's admin", two(&method, &path).token(&callers.staff_of_two.token)),
        ];
        for ((who, call), expected) in calls.into_iter().zip(expected) {
            let call = if method == Method::GET { call } else { call.json(&body) };
            let response = call.send().await;
            assert_eq!(response.status.as_u16(), expected, "{method} {path} by {who}: {}", response.text);
            let code = if expected == 404 { response.problem(404) } else { continue };
            assert!(code == "not_found" || code == "invalid_invite", "{method} {path} by {who}: {code}");
        }
        // tokens are rejected at another tenant's host
        for token in [&callers.patient.token, &staff.token] {
            let response = two(&method, &path).token(token).json(&body).send().await;
            assert_eq!(response.problem(401), "unauthorized", "{method} {path} elsewhere");
        }
    }
    // lists contain only own objects
    for (token, path) in
        [(&callers.other_patient.token, "/patients/tcis"), (&callers.other_staff.token, "/institutions/tcis")]
    {
        assert_eq!(app.get(path).token(token).send().await.expect(200)["clinics"], json!([]), "{path}");
    }
    let path = format!("/institutions/tcis/patients/{patient}");
    let list = app.get(&path).token(&callers.other_staff.token).send().await.expect(200);
    assert_eq!(list["clinics"], json!([]));
    // nothing has changed
    assert_eq!(app.get_application(staff, id).await["clinic"]["status"], 1);
}

/// Every operation of staff with the permission that it requires. None means that every role may call it.
const STAFF_CALLS: [(Method, &str, Option<Permission>); 77] = [
    (Method::GET, "/institutions/tcis/counts", Some(Permission::ReadApplications)),
    (Method::POST, "/institutions/tcis/take", Some(Permission::ScoreAnalyses)),
    (Method::PUT, "/institutions/tcis/1/assignee", Some(Permission::HandleApplications)),
    (Method::GET, "/institutions/tcis/people", Some(Permission::ReadApplications)),
    (Method::GET, "/institutions/tcis/1/record", Some(Permission::ReadApplications)),
    (Method::GET, "/institutions/tcis/1/record/claims", Some(Permission::ReadClaims)),
    (Method::GET, "/institutions/tcis/1/report.pdf", Some(Permission::ReadApplications)),
    (Method::GET, "/institutions/comment-snippets", Some(Permission::ScoreAnalyses)),
    (Method::POST, "/institutions/comment-snippets", Some(Permission::ScoreAnalyses)),
    (Method::PUT, "/institutions/comment-snippets/1", Some(Permission::ScoreAnalyses)),
    (Method::DELETE, "/institutions/comment-snippets/1", Some(Permission::ScoreAnalyses)),
    (Method::GET, "/institutions/statistics", Some(Permission::ReadStatistics)),
    (Method::GET, "/institutions/statistics/csv", Some(Permission::ReadStatistics)),
    (Method::POST, "/institutions/tcis/1/link-code", Some(Permission::HandleApplications)),
    (Method::GET, "/institutions/invites/1/applications", Some(Permission::ReadApplications)),
    (Method::GET, "/institutions/me", None),
    (Method::GET, "/institutions/roles", None),
    (Method::POST, "/institutions/auth/password", None),
    (Method::POST, "/institutions/auth/second-factor", None),
    (Method::GET, "/institutions/auth/second-factor", None),
    (Method::POST, "/institutions/auth/second-factor/app", None),
    (Method::POST, "/institutions/auth/second-factor/app/confirm", None),
    (Method::POST, "/institutions/auth/second-factor/recovery-codes", None),
    (Method::POST, "/institutions/auth/second-factor/app/remove", None),
    (Method::POST, "/institutions/auth/second-factor/passkey", None),
    (Method::POST, "/institutions/auth/second-factor/passkey/options", None),
    (Method::POST, "/institutions/auth/passkeys", None),
    (Method::POST, "/institutions/auth/passkeys/options", None),
    (Method::POST, "/institutions/auth/passkeys/1/remove", None),
    (Method::GET, "/institutions/auth/sessions", None),
    (Method::DELETE, "/institutions/auth/sessions/1", None),
    (Method::GET, "/institutions/experts", Some(Permission::ReadApplications)),
    (Method::GET, "/institutions/tcis", Some(Permission::ReadApplications)),
    (Method::POST, "/institutions/tcis", Some(Permission::HandleApplications)),
    (Method::GET, "/institutions/tcis/people/1", Some(Permission::ReadApplications)),
    (Method::GET, "/institutions/tcis/patients/1", Some(Permission::ReadApplications)),
    (Method::POST, "/institutions/tcis/generate", Some(Permission::AddPictures)),
    (Method::GET, "/institutions/tcis/1", Some(Permission::ReadApplications)),
    (Method::PUT, "/institutions/tcis/1", Some(Permission::HandleApplications)),
    (Method::POST, "/institutions/tcis/1/pictures", Some(Permission::AddPictures)),
    (Method::PUT, "/institutions/tcis/1/tci/1", Some(Permission::ScoreAnalyses)),
    (Method::GET, "/institutions/tcis/1/tci/1/corrections", Some(Permission::ReadApplications)),
    (Method::POST, "/institutions/tcis/1/tci/1/corrections", Some(Permission::ScoreAnalyses)),
    (Method::GET, "/institutions/invites", Some(Permission::InvitePatients)),
    (Method::POST, "/institutions/invites", Some(Permission::InvitePatients)),
    (Method::DELETE, "/institutions/invites/1", Some(Permission::InvitePatients)),
    (Method::GET, "/institutions/insurances", Some(Permission::ReadClaims)),
    (Method::GET, "/institutions/insurances/1", Some(Permission::ReadClaims)),
    (Method::PUT, "/institutions/insurances/1", Some(Permission::HandleClaims)),
    (Method::POST, "/institutions/insurances/1/uploads", Some(Permission::IssueDocuments)),
    (Method::POST, "/institutions/insurances/1/documents/1", Some(Permission::IssueDocuments)),
    (Method::POST, "/institutions/insurances/1/documents/1/download", Some(Permission::DownloadDocuments)),
    (Method::PUT, "/institutions/insurances/1/forwarding", Some(Permission::HandleClaims)),
    (Method::POST, "/institutions/insurances/1/payout", Some(Permission::OpenPayout)),
    (Method::GET, "/institutions/seal", Some(Permission::IssueDocuments)),
    (Method::PUT, "/institutions/seal", Some(Permission::ManageSeal)),
    (Method::DELETE, "/institutions/seal", Some(Permission::ManageSeal)),
    (Method::GET, "/institutions/tcis/1/health-consent", Some(Permission::ReadApplications)),
    (Method::PUT, "/institutions/tcis/1/health-consent", Some(Permission::HandleApplications)),
    (Method::GET, "/institutions/payments/findings", Some(Permission::ReconcilePayments)),
    (Method::PUT, "/institutions/payments/findings/1", Some(Permission::ReconcilePayments)),
    (Method::GET, "/institutions/payments/settlements", Some(Permission::ReconcilePayments)),
    (Method::GET, "/institutions/access-log", Some(Permission::ReadAccessLog)),
    (Method::GET, "/institutions/access-log/months", Some(Permission::ReadAccessLog)),
    (Method::GET, "/institutions/access-log/months/1", Some(Permission::ReadAccessLog)),
    (Method::PUT, "/institutions/access-log/months/1", Some(Permission::ReadAccessLog)),
    (Method::GET, "/institutions/staff", Some(Permission::ManageStaff)),
    (Method::POST, "/institutions/staff", Some(Permission::ManageStaff)),
    (Method::PUT, "/institutions/staff/1", Some(Permission::ManageStaff)),
    (Method::DELETE, "/institutions/staff/1", Some(Permission::ManageStaff)),
    (Method::POST, "/institutions/staff/1/password", Some(Permission::ManageStaff)),
    (Method::DELETE, "/institutions/staff/1/second-factor", Some(Permission::ManageStaff)),
    (Method::GET, "/institutions/security", Some(Permission::ManageSecurity)),
    (Method::PUT, "/institutions/security", Some(Permission::ManageSecurity)),
    (Method::POST, "/institutions/tcis/1/name-request", Some(Permission::HandleApplications)),
    // these two end the session, so they come last
    (Method::DELETE, "/institutions/auth/sessions", None),
    (Method::POST, "/institutions/auth/logout", None),
];

/// Fails for an operation without a row here, whose permission is not tested.
#[test]
fn role_matrix_covers_every_staff_operation() {
    let document = serde_json::to_value(api::openapi()).expect("JSON");
    for (path, operations) in document["paths"].as_object().expect("paths") {
        for (method, operation) in operations.as_object().expect("operations") {
            if operation["security"][0].get("staff").is_none() {
                continue;
            }
            let parts = path.split('/').map(|part| if part.starts_with('{') { "1" } else { part });
            let path = parts.collect::<Vec<_>>().join("/");
            let is_listed =
                STAFF_CALLS.iter().any(|(own, known, _)| own.as_str().eq_ignore_ascii_case(method) && *known == path);
            assert!(is_listed, "{method} {path}");
        }
    }
}

#[tokio::test]
async fn role_without_permission_is_denied_and_logged() {
    let app = TestApp::new().await;
    for role in [StaffRole::ShootingExpert, StaffRole::AnalysisExpert, StaffRole::ClinicAdmin] {
        let member = app.staff(role).await;
        let mut token = member.token.clone();
        let mut denied = 0;
        for (method, path, permission) in &STAFF_CALLS {
            // an unknown id, so that no call ends the own session
            let path = &path.replace("/auth/sessions/1", "/auth/sessions/999999");
            let call = app.call(method.clone(), path).token(&token);
            let call = if *method == Method::GET { call } else { call.json(&json!({})) };
            let response = call.send().await;
            let is_signed_out = response.status.as_u16() == 401 && response.problem(401) == "unauthorized";
            assert!(!is_signed_out, "{method} {path} by {} was not tried", role.as_str());
            let is_allowed = permission.is_none_or(|permission| role.may(permission));
            let is_forbidden = response.status.as_u16() == 403 && response.problem(403) == "forbidden";
            assert_eq!(is_forbidden, !is_allowed, "{method} {path} by {}: {}", role.as_str(), response.text);
            denied += i64::from(is_forbidden);
            if path.ends_with("/auth/sessions") && *method == Method::DELETE {
                token = app.staff_token(&member.login, PASSWORD).await;
            }
        }
        let rows = format!("access_log where action = 'access_denied' and staff_id = {}", member.id);
        assert_eq!(app.count(&rows).await, denied, "{}", role.as_str());
    }
    assert_eq!(
        app.count("access_log where reason = 'PUT /api/v1/institutions/tcis/{id}/tci/{tciId}: score_analyses'").await,
        1
    );
}

#[tokio::test]
async fn roles_response_is_the_table() {
    let app = TestApp::new().await;
    let nurse = app.staff(StaffRole::ShootingExpert).await;
    let response = app.staff_call(&nurse, Method::GET, "/institutions/roles").send().await.expect(200);
    let me = app.staff_call(&nurse, Method::GET, "/institutions/me").send().await.expect(200);
    let own = json!(["read_applications", "handle_applications", "add_pictures", "invite_patients"]);
    assert_eq!(me["staff"]["permissions"], own);
    assert_eq!(response["roles"][0], json!({"role": "shooting_expert", "permissions": own}));
    let all: Vec<_> = Permission::ALL.iter().map(|permission| permission.as_str()).collect();
    assert_eq!(response["roles"][2], json!({"role": "clinic_admin", "permissions": all}));
}
