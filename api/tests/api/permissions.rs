//! Permissions: every operation of applications, staff and invitations, by every kind of caller.

use axum::http::Method;
use domain::StaffRole;
use serde_json::{Value, json};

use crate::clinics::{Member, uniform_scores};
use crate::test_app::{SignedIn, TestApp};

/// The callers, in the columns' order.
struct Everybody {
    patient: SignedIn,
    other_patient: SignedIn,
    patient_of_two: SignedIn,
    staff: Member,
    admin: Member,
    other_staff: Member,
    staff_of_two: Member,
}

/// The statuses for: nobody, patient, other patient, other tenant's patient, staff, admin, other clinic's admin, other tenant's
/// admin.
type Row = (Method, String, Value, [u16; 8]);

/// A patient's own objects: not found for other patients, no session for staff and nobody.
const PATIENTS: [u16; 8] = [401, 200, 404, 404, 401, 401, 401, 401];
/// A clinic's objects: not found for other clinics.
const CLINICS: [u16; 8] = [401, 401, 401, 401, 200, 200, 404, 404];
/// What every patient may do for themselves.
const ANY_PATIENT: [u16; 8] = [401, 200, 200, 200, 401, 401, 401, 401];
/// What all staff may do at their own clinic.
const ANY_STAFF: [u16; 8] = [401, 401, 401, 401, 200, 200, 200, 200];
/// What admins may do at their own clinic.
const ANY_ADMIN: [u16; 8] = [401, 401, 401, 401, 403, 200, 200, 200];
/// What admins may do with their clinic's staff.
const ADMINS: [u16; 8] = [401, 401, 401, 401, 403, 200, 404, 404];

fn rows(application: i64, tci: &Value, member: &Member, patient: &Value, code: &str) -> Vec<Row> {
    let (of_patient, of_clinic) =
        (format!("/patients/tcis/{application}"), format!("/institutions/tcis/{application}"));
    let tci_id = &tci["id"];
    // an illegal state: permitted callers get a problem, others learn nothing
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
    let everybody = Everybody {
        patient: app.patient().await,
        other_patient: app.patient().await,
        patient_of_two: app.other_tenant_patient().await,
        staff: app.staff(StaffRole::AnalysisExpert).await,
        admin: app.staff(StaffRole::ClinicAdmin).await,
        other_staff: app.other_staff().await,
        staff_of_two: app.other_tenant_staff().await,
    };
    let staff = &everybody.staff;
    let id = app.new_application(&everybody.patient).await;
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
            ("the patient", own(&everybody.patient.token)),
            ("another patient", own(&everybody.other_patient.token)),
            ("another tenant's patient", two(&method, &path).token(&everybody.patient_of_two.token)),
            ("staff", own(&staff.token)),
            ("an admin", own(&everybody.admin.token)),
            ("another clinic's admin", own(&everybody.other_staff.token)),
            ("another tenant's admin", two(&method, &path).token(&everybody.staff_of_two.token)),
        ];
        for ((who, call), expected) in calls.into_iter().zip(expected) {
            let call = if method == Method::GET { call } else { call.json(&body) };
            let answer = call.send().await;
            assert_eq!(answer.status.as_u16(), expected, "{method} {path} by {who}: {}", answer.text);
            let code = if expected == 404 { answer.problem(404) } else { continue };
            assert!(code == "not_found" || code == "invalid_invite", "{method} {path} by {who}: {code}");
        }
        // tokens are rejected at another tenant's host
        for token in [&everybody.patient.token, &staff.token] {
            let answer = two(&method, &path).token(token).json(&body).send().await;
            assert_eq!(answer.problem(401), "unauthorized", "{method} {path} elsewhere");
        }
    }
    // lists contain only own objects
    for (token, path) in
        [(&everybody.other_patient.token, "/patients/tcis"), (&everybody.other_staff.token, "/institutions/tcis")]
    {
        assert_eq!(app.get(path).token(token).send().await.expect(200)["clinics"], json!([]), "{path}");
    }
    let path = format!("/institutions/tcis/patients/{patient}");
    let list = app.get(&path).token(&everybody.other_staff.token).send().await.expect(200);
    assert_eq!(list["clinics"], json!([]));
    // nothing has changed
    assert_eq!(app.get_application(staff, id).await["clinic"]["status"], 1);
}
