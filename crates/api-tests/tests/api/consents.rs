//! Consents refer to recipients by id, and a withdrawal cancels what is open there. Photos at clinics require a health
//! consent.

use axum::http::Method;
use domain::StaffRole;
use serde_json::{Value, json};

use crate::claims::Purchase;
use crate::clinics::Member;
use crate::fulfilment::mark_image;
use crate::test_app::TestApp;

#[tokio::test]
async fn consent_survives_a_rename() {
    let app = TestApp::new().await;
    let (patient, clinic) = (app.consenting_patient().await, app.clinic().await);
    app.give_provide_consent(&patient, "clinic", clinic).await;
    let rename = sqlx::query("update institutions set name = '새이름치과' where id = $1").bind(clinic);
    rename.execute(&mut app.superuser().await).await.expect("written");
    let mut body = TestApp::person();
    body["institutionId"] = json!(clinic);
    app.call(Method::POST, "/patients/tcis").token(&patient.token).json(&body).send().await.expect(201);
    let consents = app.get("/patients/consents").token(&patient.token).send().await.expect(200);
    let give_provide_consent =
        consents["consents"].as_array().expect("a list").iter().find(|one| one["kind"] == "provide");
    assert_eq!(
        give_provide_consent.expect("the consent")["recipient"],
        json!({"kind": "clinic", "id": clinic, "name": "바른치과"}),
        "the name that was shown stays"
    );
}

#[tokio::test]
async fn withdrawal_ends_and_hides_applications() {
    let app = TestApp::new().await;
    let (patient, clinic) = (app.consenting_patient().await, app.clinic().await);
    let staff = app.staff(StaffRole::ClinicAdmin).await;
    let id = app.apply(&patient, clinic).await.expect(201)["clinic"]["id"].clone();
    let own = format!("/institutions/tcis/{id}");
    app.staff_call(&staff, Method::GET, &own).send().await.expect(200);
    // "1" is part of the phone number
    let is_named = async || {
        let rows = app.search_log(&staff, "q=1").await;
        rows.iter().any(|row| row["applications"][0]["name"].is_string())
    };
    assert!(is_named().await);
    let preview = format!("/patients/consents/withdrawal?kind=clinic&id={clinic}");
    let ends = app.get(&preview).token(&patient.token).send().await.expect(200);
    assert_eq!((&ends["applications"][0]["id"], &ends["refund"]), (&id, &json!(0)));

    let recipient = json!({"kind": "clinic", "id": clinic});
    let withdraw = |ends: bool| json!({"kind": "provide", "recipient": recipient, "given": false, "ends": ends});
    assert_eq!(app.consent(&patient, withdraw(false)).await.problem(409), "withdrawal_ends");
    assert_eq!(app.staff_call(&staff, Method::GET, &own).send().await.status.as_u16(), 200, "nothing happened");
    app.consent(&patient, withdraw(true)).await.expect(200);
    assert_eq!(app.staff_call(&staff, Method::GET, &own).send().await.problem(404), "not_found");
    let list = app.staff_call(&staff, Method::GET, "/institutions/tcis").send().await.expect(200);
    assert_eq!(list["clinics"], json!([]));
    assert!(app.search_log(&staff, "q=1").await.is_empty(), "the log finds nobody hidden");
    let log = app.search_log(&staff, "").await;
    assert!(
        log.iter().all(|row| row["applications"]
            .as_array()
            .is_some_and(|named| named.iter().all(|one| one["name"].is_null())))
    );
    let shown = app.get(&format!("/patients/tcis/{id}")).token(&patient.token).send().await.expect(200);
    assert_eq!(shown["clinic"]["status"], -1, "the patient still sees it");
    let again = app.get(&preview).token(&patient.token).send().await.expect(200);
    assert_eq!(again["applications"], json!([]));
}

#[tokio::test]
async fn withdrawal_refunds_open_claims() {
    let purchase = Purchase::open().await;
    let app = &purchase.app;
    let order = purchase.order(&app.draft().await).await;
    purchase.pay(&order, "pay").await;
    let insurer = app.claim_body().await["insurerId"].clone();
    let preview = purchase.get(&format!("/patients/consents/withdrawal?kind=insurer&id={insurer}")).await.expect(200);
    assert_eq!((&preview["refund"], &preview["claims"][0]["amount"]), (&json!(7_260), &json!(7_260)));
    let recipient = json!({"kind": "insurer", "id": insurer});
    let body = json!({"kind": "provide", "recipient": recipient, "given": false, "ends": true});
    app.consent(&purchase.patient, body).await.expect(200);
    assert_eq!(purchase.status(&order).await, "refunding");
    assert_eq!(app.count("jobs where kind = 'refund_order'").await, 1);
}

#[tokio::test]
async fn withdrawal_refunds_a_pending_order() {
    let purchase = Purchase::open().await;
    let app = &purchase.app;
    let order = purchase.order(&app.draft().await).await;
    let page = purchase.window(&order).await;
    let insurer = app.claim_body().await["insurerId"].clone();
    let preview = purchase.get(&format!("/patients/consents/withdrawal?kind=insurer&id={insurer}")).await.expect(200);
    assert_eq!((&preview["unpaidClaims"][0]["amount"], &preview["refund"]), (&json!(7_260), &json!(0)));
    let recipient = json!({"kind": "insurer", "id": insurer});
    let withdraw = |ends: bool| json!({"kind": "provide", "recipient": recipient, "given": false, "ends": ends});
    assert_eq!(app.consent(&purchase.patient, withdraw(false)).await.problem(409), "withdrawal_ends");
    app.consent(&purchase.patient, withdraw(true)).await.expect(200);
    assert_eq!(app.count("claim_drafts").await, 0, "nobody keeps what was meant for the insurer");
    // the payer continues in the window that is still open
    let back = purchase.choose_outcome(&page, "pay").await;
    purchase.return_from_provider(&back).await;
    assert_eq!(purchase.status(&order).await, "refunding");
    assert_eq!(app.count("claims").await, 0);
    assert_eq!(app.count("jobs where kind = 'refund_order'").await, 1);
}

#[tokio::test]
async fn walk_in_photo_needs_a_health_consent() {
    let app = TestApp::new().await;
    let staff = app.staff(StaffRole::ClinicAdmin).await;
    let call = app.staff_call(&staff, Method::POST, "/institutions/tcis").json(&TestApp::person());
    let id = call.send().await.expect(201)["clinic"]["id"].clone();
    let key = app.stored_clinic_upload(&staff).await;
    let add = async || {
        let path = format!("/institutions/tcis/{id}/pictures");
        app.staff_call(&staff, Method::POST, &path).json(&json!({"url": key, "phase": "before"})).send().await
    };
    assert_eq!(add().await.problem(409), "health_consent_missing");
    let path = format!("/institutions/tcis/{id}/health-consent");
    let record = async |body: Value| app.staff_call(&staff, Method::PUT, &path).json(&body).send().await;
    assert_eq!(record(json!({"signer": "김하늘"})).await.invalid_fields(), ["signature.required"]);
    assert_eq!(record(json!({"signature": mark_image()})).await.invalid_fields(), ["signer.required"]);
    let both = json!({"signer": "김하늘", "signature": mark_image(), "paperReference": "1"});
    assert_eq!(record(both).await.invalid_fields(), ["paperReference.mismatch"]);
    let signed = record(json!({"signer": "김하늘", "signature": mark_image()})).await.expect(200);
    assert_eq!((&signed["allowed"], &signed["recorded"]["kind"]), (&json!(true), &json!("signature")));
    let paper = record(json!({"signer": "김하나", "paperReference": "2026-11 12번"})).await;
    assert_eq!(paper.problem(409), "illegal_transition", "photos rely on the first record");
    assert_eq!(app.count("health_consents where kind = 'signature'").await, 1);
    add().await.expect(201);
    assert_eq!(app.count("access_log where action = 'health_consent_recorded'").await, 1);
    let reads = "access_log where action = 'application_read' and cardinality(application_ids) = 1";
    assert_eq!(app.count(reads).await, 0);
    app.staff_call(&staff, Method::GET, &path).send().await.expect(200);
    assert_eq!(app.count(reads).await, 1, "who agreed is part of the record");
    let stranger = app.other_staff().await;
    let put = app.staff_call(&stranger, Method::PUT, &path).json(&json!({"signer": "김하늘", "paperReference": "1"}));
    assert_eq!(put.send().await.problem(404), "not_found");
    assert_eq!(app.staff_call(&stranger, Method::GET, &path).send().await.problem(404), "not_found");
}

#[tokio::test]
async fn upload_form_needs_a_health_consent() {
    let app = TestApp::new().await;
    let (staff, stranger) = (app.staff(StaffRole::ClinicAdmin).await, app.other_staff().await);
    let call = app.staff_call(&staff, Method::POST, "/institutions/tcis").json(&TestApp::person());
    let id = call.send().await.expect(201)["clinic"]["id"].as_i64().expect("an id");
    let body = json!({"filename": "a.jpg", "applicationId": id});
    let request_form = async |member: &Member| {
        app.staff_call(member, Method::POST, "/institutions/tcis/generate").json(&body).send().await
    };
    assert_eq!(request_form(&staff).await.problem(409), "health_consent_missing");
    assert_eq!(request_form(&stranger).await.problem(404), "not_found", "another clinic's");
    assert_eq!(app.count("uploads").await, 0);
    app.record_health_consent(&staff, id).await;
    request_form(&staff).await.expect(201);
    app.set_status(&staff, id, -1).await.expect(200);
    assert_eq!(request_form(&staff).await.problem(409), "illegal_transition");
}

#[tokio::test]
async fn photo_needs_the_patients_standing_consent() {
    let app = TestApp::new().await;
    let (patient, clinic) = (app.consenting_patient().await, app.clinic().await);
    let staff = app.staff(StaffRole::ClinicAdmin).await;
    let id = app.apply(&patient, clinic).await.expect(201)["clinic"]["id"].clone();
    let own = format!("/institutions/tcis/{id}");
    app.staff_call(&staff, Method::PUT, &own).json(&json!({"status": 1})).send().await.expect(200);
    app.consent(&patient, json!({"kind": "health", "given": false})).await.expect(200);
    let key = app.stored_clinic_upload(&staff).await;
    let picture = json!({"url": key, "phase": "before"});
    let add = async || app.staff_call(&staff, Method::POST, &format!("{own}/pictures")).json(&picture).send().await;
    assert_eq!(add().await.problem(409), "health_consent_missing");
    let body = json!({"signer": "김하늘", "paperReference": "1"});
    let recorded = app.staff_call(&staff, Method::PUT, &format!("{own}/health-consent")).json(&body).send().await;
    assert_eq!(recorded.problem(409), "illegal_transition", "the patient agrees in the app");
    app.consent(&patient, json!({"kind": "health", "given": true})).await.expect(200);
    add().await.expect(201);
}
