//! The paid services of a claim are fulfilled before its release: signature, registered mail, forwarding.

use axum::http::Method;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use domain::StaffRole;
use serde_json::{Value, json};
use sqlx::AssertSqlSafe;

use crate::claims::{INSURER, Purchase};
use crate::client::TestResponse;
use crate::clinics::Member;
use crate::documents::{PDF, RECEIPT, STATEMENT, bill_form};
use crate::test_app::TestApp;

/// Returns a PNG of 64 x 64 pixels with strokes of ink.
pub fn mark_image() -> String {
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, 64, 64);
    encoder.set_color(png::ColorType::Grayscale);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header().expect("a header");
    let pixels: Vec<u8> = (0..4_096_u32).map(|index| if (index / 64).is_multiple_of(4) { 0 } else { 255 }).collect();
    writer.write_image_data(&pixels).expect("pixels");
    writer.finish().expect("a file");
    STANDARD.encode(file)
}

fn seal() -> Value {
    json!({"seal": mark_image(), "signature": mark_image(), "doctorName": "이하은", "doctorLicense": "12345", "confirmed": true})
}

impl TestApp {
    async fn put_seal(&self, staff: &Member, body: &Value) -> TestResponse {
        self.staff_call(staff, Method::PUT, "/institutions/seal").json(body).send().await
    }

    async fn change_claim(&self, claim: i64, set: &str) {
        let statement = AssertSqlSafe(format!("update claims set {set} where id = {claim}"));
        sqlx::raw_sql(statement).execute(&mut self.superuser().await).await.expect("written");
    }

    async fn put_forwarding(&self, staff: &Member, claim: i64, body: &Value) -> TestResponse {
        let path = format!("/institutions/insurances/{claim}/forwarding");
        self.staff_call(staff, Method::PUT, &path).json(body).send().await
    }

    async fn open_payout(&self, staff: &Member, claim: i64, reason: &str) -> TestResponse {
        let path = format!("/institutions/insurances/{claim}/payout");
        self.staff_call(staff, Method::POST, &path).json(&json!({"reason": reason})).send().await
    }

    async fn count_actions(&self, action: &str) -> i64 {
        self.count(&format!("access_log where action = '{action}'")).await
    }
}

#[tokio::test]
async fn signature_is_offered_with_a_stored_seal() {
    let purchase = Purchase::open().await;
    let app = &purchase.app;
    let (clinic, staff) = (app.clinic().await, app.staff(StaffRole::ClinicAdmin).await);
    let offers = format!("/patients/institutions/{clinic}/claim-options");
    let is_offered = async || purchase.get(&offers).await.expect(200)["options"]["doctorSignature"].clone();
    let mut body = app.draft().await;
    body["claim"]["doctorSignature"] = json!(true);
    let quote = json!({"institutionId": clinic, "documents": [RECEIPT], "doctorSignature": true});
    assert_eq!(is_offered().await, false);
    assert_eq!(purchase.post("/patients/payments", &body).await.problem(422), "option_not_offered");
    assert_eq!(purchase.post("/patients/insurances/quote", &quote).await.problem(422), "option_not_offered");

    app.put_seal(&staff, &seal()).await.expect(200);
    assert_eq!(is_offered().await, true);
    assert_eq!(purchase.post("/patients/insurances/quote", &quote).await.expect(200)["quote"]["total"], 3_300);
    assert_eq!(purchase.order(&body).await["amount"], 6_600);
    app.staff_call(&staff, Method::DELETE, "/institutions/seal").send().await.expect(204);
    assert_eq!(is_offered().await, false);
    assert_eq!((app.count_actions("seal_stored").await, app.count_actions("seal_removed").await), (1, 1));
}

/// Registered mail needs the clinic's address, and forwarding a second insurer.
#[tokio::test]
async fn options_out_of_reach_are_not_offered() {
    let purchase = Purchase::open().await;
    let app = &purchase.app;
    let clinic = app.clinic().await;
    let other = app.insurer("현대해상").await;
    app.give_provide_consent(&purchase.patient, "insurer", other).await;
    let offers = async || {
        let path = format!("/patients/institutions/{clinic}/claim-options");
        purchase.get(&path).await.expect(200)["options"].clone()
    };
    let quote = async |option: &str| {
        let mut body = json!({"institutionId": clinic, "documents": [RECEIPT]});
        body[option] = json!(true);
        purchase.post("/patients/insurances/quote", &body).await
    };
    assert_eq!(offers().await, json!({"doctorSignature": false, "registeredMail": true, "forwarding": true}));
    let mut mailed = app.draft().await;
    for (field, value) in
        [("registeredMail", json!(true)), ("zipcode", json!("03187")), ("address", json!("서울특별시 종로구 1"))]
    {
        mailed["claim"][field] = value;
    }
    assert_eq!(purchase.order(&mailed).await["amount"], 7_260 + 11_000);

    let statements = format!(
        "update institutions set address = '' where id = {clinic};
         update insurers set active = (name = '{INSURER}')"
    );
    sqlx::raw_sql(AssertSqlSafe(statements)).execute(&mut app.superuser().await).await.expect("written");
    assert_eq!(offers().await, json!({"doctorSignature": false, "registeredMail": false, "forwarding": false}));
    for option in ["registeredMail", "forwarding"] {
        assert_eq!(quote(option).await.problem(422), "option_not_offered", "{option}");
    }
    assert_eq!(purchase.post("/patients/payments", &mailed).await.problem(422), "option_not_offered");
    assert_eq!(purchase.order(&app.draft().await).await["amount"], 7_260, "without options");
}

/// What a claim needs is checked again when it is paid later.
#[tokio::test]
async fn unfulfillable_claim_takes_no_payment() {
    let purchase = Purchase::open().await;
    let app = &purchase.app;
    let (clinic, staff) = (app.clinic().await, app.staff(StaffRole::ClinicAdmin).await);
    purchase.pay(&purchase.order(&app.draft().await).await, "pay").await;
    let prior = purchase.get("/patients/insurances").await.expect(200)["insuranceClaims"][0]["id"].clone();
    app.release_paid_claim(&staff, &prior).await;
    let mut body = app.claim_body().await;
    (body["kind"], body["priorClaimId"]) = (json!("reclaim"), prior.clone());
    let claim = purchase.post("/patients/insurances", &body).await.expect(201)["insurance"]["id"].clone();
    let id = claim.as_i64().expect("an id");
    let order = json!({"insuranceId": id, "returnMode": "window"});
    assert_eq!(purchase.order(&order).await["amount"], 3_630, "half price");

    app.change_claim(id, "doctor_signature = true").await;
    assert_eq!(purchase.post("/patients/payments", &order).await.problem(422), "option_not_offered");
    app.put_seal(&staff, &seal()).await.expect(200);
    assert_eq!(purchase.order(&order).await["amount"], 3_300);
    let set_active = async |active: bool| {
        let statement = AssertSqlSafe(format!("update institutions set active = {active} where id = {clinic}"));
        sqlx::raw_sql(statement).execute(&mut app.superuser().await).await.expect("written");
    };
    set_active(false).await;
    assert_eq!(purchase.post("/patients/payments", &order).await.problem(422), "not_selectable");
    set_active(true).await;
    let prior = prior.as_i64().expect("an id");
    app.put_claim(&staff, prior, json!({"status": -1, "reason": "서류를 잘못 발급했어요."})).await.expect(200);
    assert_eq!(purchase.post("/patients/payments", &order).await.invalid_fields(), ["priorClaimId.mismatch"]);
}

/// The claim that gave the discount is canceled between the order and its payment.
#[tokio::test]
async fn order_keeps_its_price_until_it_is_paid() {
    let purchase = Purchase::open().await;
    let app = &purchase.app;
    let staff = app.staff(StaffRole::ClinicAdmin).await;
    purchase.pay(&purchase.order(&app.draft().await).await, "pay").await;
    let prior = purchase.get("/patients/insurances").await.expect(200)["insuranceClaims"][0]["id"].clone();
    app.release_paid_claim(&staff, &prior).await;
    let mut reclaim = app.draft().await;
    (reclaim["claim"]["kind"], reclaim["claim"]["priorClaimId"]) = (json!("reclaim"), prior.clone());
    let order = purchase.order(&reclaim).await;
    assert_eq!(order["amount"], 3_630, "half price");
    let cancel = json!({"status": -1, "reason": "서류를 잘못 발급했어요."});
    app.put_claim(&staff, prior.as_i64().expect("an id"), cancel).await.expect(200);
    assert!(purchase.pay(&order, "pay").await.starts_with("/payment/complete"));
    assert_eq!((purchase.status(&order).await.as_str(), purchase.ledger(&order).await), ("paid", vec![3_630]));
    assert_eq!(purchase.post("/patients/payments", &reclaim).await.invalid_fields(), ["priorClaimId.mismatch"]);
}

#[tokio::test]
async fn seal_is_stored_sealed_and_checked() {
    let app = TestApp::new().await;
    let (admin, expert) = (app.staff(StaffRole::ClinicAdmin).await, app.staff(StaffRole::ShootingExpert).await);
    assert_eq!(app.put_seal(&expert, &seal()).await.problem(403), "forbidden");
    for (field, value, wrong) in [
        ("seal", json!(""), "seal.required"),
        ("seal", json!("%%%"), "seal.format"),
        ("signature", json!(STANDARD.encode(b"GIF89a")), "signature.format"),
        ("doctorName", json!(" "), "doctorName.required"),
        ("confirmed", json!(false), "confirmed.not_agreed"),
    ] {
        let mut body = seal();
        body[field] = value;
        assert_eq!(app.put_seal(&admin, &body).await.invalid_fields(), [wrong]);
    }
    app.put_seal(&admin, &seal()).await.expect(200);
    let stored: (Vec<u8>, Vec<u8>) = sqlx::query_as("select seal_sealed, signature_sealed from clinic_seals")
        .fetch_one(&mut app.superuser().await)
        .await
        .expect("a row");
    for bytes in [stored.0, stored.1] {
        assert!(!bytes.windows(4).any(|part| part == b"\x89PNG"), "encrypted");
    }
    let shown = app.staff_call(&admin, Method::GET, "/institutions/seal").send().await.expect(200);
    assert_eq!(shown["seal"]["doctorName"], "이하은");
}

#[tokio::test]
async fn signed_claim_is_released_with_signatures() {
    let app = TestApp::new().await;
    let (patient, staff) = (app.patient().await, app.staff(StaffRole::ClinicAdmin).await);
    let claim = app.new_paid_claim(&patient).await;
    app.change_claim(claim, "doctor_signature = true").await;
    app.put_claim(&staff, claim, json!({"status": 1})).await.expect(200);
    let mut unnamed = bill_form(&app);
    unnamed["doctorName"] = json!("");
    let generate = |form: &Value, seal: bool| json!({"generate": form, "seal": seal});
    let refused = app.issue(&staff, claim, RECEIPT, &generate(&unnamed, false)).await;
    assert_eq!(refused.invalid_fields(), ["generate.doctorName.required"]);
    assert_eq!(app.issue(&staff, claim, RECEIPT, &generate(&unnamed, true)).await.problem(409), "seal_missing");
    let key = app.document_upload(&staff, claim, &PDF).await;
    let misplaced = app.issue(&staff, claim, RECEIPT, &json!({"url": key, "seal": true})).await;
    assert_eq!(misplaced.invalid_fields(), ["seal.mismatch"]);

    app.put_seal(&staff, &seal()).await.expect(200);
    app.issue(&staff, claim, RECEIPT, &generate(&unnamed, true)).await.expect(200);
    let response = app.issue(&staff, claim, STATEMENT, &json!({"url": key})).await.expect(200);
    assert_eq!(response["insuranceClaim"]["missing"], json!(["signature"]));
    assert_eq!(app.put_claim(&staff, claim, json!({"status": 2})).await.problem(409), "signature_missing");
    let scan = app.document_upload(&staff, claim, &PDF).await;
    let response = app.issue(&staff, claim, STATEMENT, &json!({"url": scan, "signed": true})).await.expect(200);
    let ways = response["insuranceClaim"]["issuedDocuments"].as_array().expect("a list").iter();
    let ways: Vec<&Value> = ways.map(|one| &one["signature"]).collect();
    assert_eq!(ways, [&json!("seal"), &json!("scan")]);
    app.put_claim(&staff, claim, json!({"status": 2})).await.expect(200);
    assert_eq!(app.count_actions("seal_used").await, 1);
}

#[tokio::test]
async fn mail_is_released_with_its_number() {
    let app = TestApp::new().await;
    let (patient, staff) = (app.patient().await, app.staff(StaffRole::ClinicAdmin).await);
    let claim = app.new_paid_claim(&patient).await;
    app.change_claim(claim, "tracking_number = null").await;
    let taken = app.put_claim(&staff, claim, json!({"status": 1})).await.expect(200);
    assert_eq!(taken["insuranceClaim"]["mailTo"]["zipcode"], "03187");
    for code in [RECEIPT, STATEMENT] {
        app.issue(&staff, claim, code, &json!({"generate": bill_form(&app)})).await.expect(200);
    }
    assert_eq!(app.put_claim(&staff, claim, json!({"status": 2})).await.problem(409), "tracking_number_missing");
    app.put_claim(&staff, claim, json!({"status": 2, "trackingNumber": "1234"})).await.expect(200);
    // a number that was wrong is corrected, and the patient is notified again
    for (number, is_read) in [("1234", false), ("5678", false), ("5678", true)] {
        app.put_claim(&staff, claim, json!({"trackingNumber": number})).await.expect(200);
        let listed = app.get("/patients/notifications").token(&patient.token).send().await.expect(200);
        let mailed = &listed["notifications"][0];
        assert_eq!((&mailed["kind"], mailed["readAt"].is_string()), (&json!("claim_mailed"), is_read), "{number}");
        assert!(mailed["body"].as_str().is_some_and(|text| text.contains(number)), "{mailed}");
        assert_eq!(app.count("notifications where kind = 'claim_mailed'").await, 1);
        let read = format!("/patients/notifications/{}/read", mailed["id"]);
        app.call(Method::POST, &read).token(&patient.token).send().await.expect(200);
    }
}

#[tokio::test]
async fn forwarding_names_a_consenting_insurer() {
    let purchase = Purchase::open().await;
    let app = &purchase.app;
    let other = app.insurer("현대해상").await;
    let mut body = app.forwarded_draft(other).await;
    body["claim"]["forwardInsurerId"] = Value::Null;
    let send = async |body: &Value| purchase.post("/patients/payments", body).await;
    assert_eq!(send(&body).await.invalid_fields(), ["forwardInsurerId.required"]);
    body["claim"]["forwardInsurerId"] = body["claim"]["insurerId"].clone();
    assert_eq!(send(&body).await.invalid_fields(), ["forwardInsurerId.mismatch"]);
    body["claim"]["forwardInsurerId"] = json!(999_999);
    assert_eq!(send(&body).await.invalid_fields(), ["forwardInsurerId.unknown"]);
    body["claim"]["forwardInsurerId"] = json!(other);
    assert_eq!(send(&body).await.problem(409), "consent_required");
    app.give_provide_consent(&purchase.patient, "insurer", other).await;
    let order = purchase.order(&body).await;
    assert_eq!(order["amount"], 7_260 + 3_300);
    purchase.pay(&order, "pay").await;
    let claim = purchase.get("/patients/insurances").await.expect(200)["insuranceClaims"][0].clone();
    assert_eq!(claim["options"]["forwardTo"]["id"], other);
    assert_eq!(claim["accountNumberMasked"], "**********1234");
}

#[tokio::test]
async fn payout_is_required_for_forwarding_only() {
    let purchase = Purchase::open().await;
    let app = &purchase.app;
    let other = app.insurer("현대해상").await;
    app.give_provide_consent(&purchase.patient, "insurer", other).await;
    let forwarded = app.forwarded_draft(other).await;
    let wrong = async |field: &str, value: Value| {
        let mut body = forwarded.clone();
        body["claim"][field] = value;
        purchase.post("/patients/payments", &body).await.invalid_fields()
    };
    for (field, value, expected) in [
        ("bankName", json!(""), "bankName.required"),
        ("accountNumber", json!("12a"), "accountNumber.format"),
        ("depositor", json!(""), "depositor.required"),
        ("residentFront", json!("90013"), "residentFront.format"),
        ("residentBack", json!("1234567"), "residentBack.format"),
    ] {
        assert_eq!(wrong(field, value).await, [expected]);
    }
    // a client that sends them nevertheless
    let mut plain = forwarded["claim"].clone();
    plain["forwarding"] = json!(false);
    purchase.order(&json!({"claim": plain, "returnMode": "window"})).await;
    let made = purchase.post("/patients/insurances", &plain).await.expect(201)["insurance"].clone();
    assert_eq!((&made["bankName"], &made["depositor"]), (&Value::Null, &Value::Null));
    let kept = "where num_nonnulls(bank_name, account_sealed, account_masked, depositor, resident_sealed) > 0";
    assert_eq!(app.count(&format!("claims {kept}")).await + app.count(&format!("claim_drafts {kept}")).await, 0);
}

#[tokio::test]
async fn forwarding_is_recorded_before_the_release() {
    let purchase = Purchase::open().await;
    let app = &purchase.app;
    let (staff, other) = (app.staff(StaffRole::ClinicAdmin).await, app.insurer("현대해상").await);
    app.give_provide_consent(&purchase.patient, "insurer", other).await;
    let order = purchase.order(&app.forwarded_draft(other).await).await;
    purchase.pay(&order, "pay").await;
    let claim = purchase.get("/patients/insurances").await.expect(200)["insuranceClaims"][0]["id"].as_i64();
    let claim = claim.expect("a claim");
    let record = json!({"method": "fax", "reference": "02-123-4567"});
    assert_eq!(app.put_forwarding(&staff, claim, &record).await.problem(409), "illegal_transition");
    assert_eq!(app.open_payout(&staff, claim, "청구서").await.problem(409), "illegal_transition");
    app.put_claim(&staff, claim, json!({"status": 1})).await.expect(200);

    assert_eq!(app.open_payout(&staff, claim, " ").await.invalid_fields(), ["reason.required"]);
    let opened = app.open_payout(&staff, claim, "청구서 작성").await.expect(200);
    assert_eq!((&opened["accountNumber"], &opened["bankName"]), (&json!("12345678901234"), &json!("국민은행")));
    assert_eq!((&opened["residentFront"], &opened["residentBack"]), (&json!("900131"), &json!("2")));
    assert_eq!(app.count("access_log where action = 'payout_opened' and reason = '청구서 작성'").await, 1);

    for code in [RECEIPT, STATEMENT] {
        app.issue(&staff, claim, code, &json!({"generate": bill_form(app)})).await.expect(200);
    }
    assert_eq!(app.put_claim(&staff, claim, json!({"status": 2})).await.problem(409), "forwarding_missing");
    let wrong = json!({"method": "pigeon", "reference": "1"});
    assert_eq!(app.put_forwarding(&staff, claim, &wrong).await.invalid_fields(), ["method.unknown"]);
    app.put_forwarding(&staff, claim, &record).await.expect(200);
    app.put_claim(&staff, claim, json!({"status": 2})).await.expect(200);
    assert_eq!(app.open_payout(&staff, claim, "다시").await.problem(409), "illegal_transition", "it ended");
    let shown = purchase.get(&format!("/patients/insurances/{claim}")).await.expect(200);
    assert_eq!(shown["insuranceClaim"]["forwarded"]["method"], "fax");
    assert_eq!(app.count("notifications where kind = 'claim_forwarded'").await, 1);
}

#[tokio::test]
async fn refund_shows_before_and_after_canceling() {
    let purchase = Purchase::open().await;
    let order = purchase.order(&purchase.app.draft().await).await;
    purchase.pay(&order, "pay").await;
    let claim = purchase.get("/patients/insurances").await.expect(200)["insuranceClaims"][0].clone();
    assert_eq!(claim["cancellation"], json!({"possible": true, "refund": 7_260}));
    let leaving = purchase.get("/patients/me/leaving").await.expect(200);
    assert_eq!((&leaving["refund"], &leaving["claims"][0]["id"]), (&json!(7_260), &claim["id"]));

    let path = format!("/patients/insurances/{}", claim["id"]);
    let app = &purchase.app;
    app.call(Method::DELETE, &path).token(&purchase.patient.token).send().await.expect(204);
    let canceled = purchase.get(&path).await.expect(200)["insuranceClaim"].clone();
    let refund = &canceled["payment"]["refund"];
    assert_eq!((&refund["state"], &refund["amount"]), (&json!("refunding"), &json!(7_260)));
    assert_eq!(canceled["cancellation"], json!({"possible": false, "refund": 0}));
    let listed = purchase.get("/patients/notifications").await.expect(200)["notifications"][0].clone();
    assert_eq!(
        (&listed["kind"], &listed["link"]),
        (&json!("refund_started"), &json!(format!("/insurance/{}", claim["id"])))
    );
    assert!(listed["body"].as_str().is_some_and(|text| text.contains("7,260원")), "{listed}");
}

#[tokio::test]
async fn patient_cancels_until_a_document_is_issued() {
    let app = TestApp::new().await;
    let (patient, staff) = (app.patient().await, app.staff(StaffRole::ClinicAdmin).await);
    let (first, second) = (app.taken_claim(&patient, &staff).await, app.taken_claim(&patient, &staff).await);
    let cancel = async |claim: i64| {
        app.call(Method::DELETE, &format!("/patients/insurances/{claim}")).token(&patient.token).send().await
    };
    cancel(first).await.expect(204);
    app.issue(&staff, second, RECEIPT, &json!({"generate": bill_form(&app)})).await.expect(200);
    let shown = app.get(&format!("/patients/insurances/{second}")).token(&patient.token).send().await.expect(200);
    assert_eq!(shown["insuranceClaim"]["cancellation"]["possible"], false);
    assert_eq!(cancel(second).await.problem(409), "illegal_transition");
}

/// The terms refund what is wrong through our fault, so a claim ends after its release too.
#[tokio::test]
async fn released_claim_is_canceled_with_refund() {
    let app = TestApp::new().await;
    let (patient, staff) = (app.patient().await, app.staff(StaffRole::ClinicAdmin).await);
    let claim = app.released_claim(&patient, &staff).await;
    assert_eq!(app.put_claim(&staff, claim, json!({"status": -1})).await.invalid_fields(), ["reason.required"]);
    let path = format!("/patients/insurances/{claim}");
    let own = app.call(Method::PUT, &path).token(&patient.token).json(&json!({"status": -1})).send().await;
    assert!(own.status.is_client_error(), "the patient cannot: {}", own.text);
    let body = json!({"status": -1, "reason": "다른 진료의 영수증이에요."});
    let shown = app.put_claim(&staff, claim, body.clone()).await.expect(200);
    let shown = &shown["insuranceClaim"];
    assert_eq!((&shown["status"], &shown["payment"]["refunded"]), (&json!(-1), &json!(true)));
    assert_eq!(app.count("issued_documents").await, 0);
    assert_eq!(app.download(&patient, claim, RECEIPT).await.problem(404), "not_found");
    assert_eq!(app.count("jobs where kind = 'refund_order'").await, 1);
    assert_eq!(app.count("notifications where kind = 'claim_canceled'").await, 1);
    assert_eq!(app.put_claim(&staff, claim, body).await.problem(409), "illegal_transition", "once");
}
