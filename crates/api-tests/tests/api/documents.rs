//! Insurance documents: issue, release, download, rejections, and the access log.

use std::fmt::Write as _;
use std::sync::LazyLock;

use axum::http::Method;
use chrono::TimeDelta;
use domain::{InstitutionId, PatientId, StaffRole};
use runtime::Clock as _;
use serde_json::{Value, json};
use sqlx::AssertSqlSafe;
use testing::claims::{Claimant, insert_paid_claim, insert_unpaid_claim};

use crate::client::TestResponse;
use crate::clinics::Member;
use crate::test_app::{JPEG, SignedIn, TestApp};

pub const RECEIPT: &str = "medical_bill_receipt";
pub const STATEMENT: &str = "detailed_statement";

/// A minimal PDF file.
pub static PDF: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let objects = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>",
    ];
    let (mut file, mut table) = ("%PDF-1.4\n".to_owned(), "xref\n0 4\n0000000000 65535 f \n".to_owned());
    for (at, object) in objects.iter().enumerate() {
        let _ = writeln!(table, "{:010} 00000 n ", file.len());
        let _ = writeln!(file, "{} 0 obj\n{object}\nendobj", at + 1);
    }
    let start = file.len();
    let _ = write!(file, "{table}trailer\n<< /Root 1 0 R /Size 4 >>\nstartxref\n{start}\n%%EOF\n");
    file.into_bytes()
});

impl TestApp {
    async fn patient_id(&self, patient: &SignedIn) -> PatientId {
        let found = sqlx::query_scalar("select id from patients where login_user_id = $1").bind(&patient.login);
        PatientId::new(found.fetch_one(&mut self.superuser().await).await.expect("the patient"))
    }

    /// A paid claim.
    pub async fn new_paid_claim(&self, patient: &SignedIn) -> i64 {
        let claimant = self.claimant(patient).await;
        insert_paid_claim(&mut self.superuser().await, claimant).await.get()
    }

    /// Returns the patient as a claimant at the first clinic of the first tenant.
    pub async fn claimant(&self, patient: &SignedIn) -> Claimant {
        let institution = InstitutionId::new(self.clinic().await);
        Claimant { tenant: self.one.tenant(), patient: self.patient_id(patient).await, institution }
    }

    pub async fn put_claim(&self, staff: &Member, claim: i64, body: Value) -> TestResponse {
        self.staff_call(staff, Method::PUT, &format!("/institutions/insurances/{claim}")).json(&body).send().await
    }

    /// Creates a claim that the clinic has received.
    pub async fn taken_claim(&self, patient: &SignedIn, staff: &Member) -> i64 {
        let claim = self.new_paid_claim(patient).await;
        self.put_claim(staff, claim, json!({"status": 1})).await.expect(200);
        claim
    }

    pub async fn document_upload(&self, staff: &Member, claim: i64, bytes: &[u8]) -> String {
        let call = self.staff_call(staff, Method::POST, &format!("/institutions/insurances/{claim}/uploads"));
        let permitted = call.json(&json!({"filename": "영수증.pdf", "size": 1000})).send().await.expect(201);
        let key = permitted["key"].as_str().expect("a key").to_owned();
        self.store(&key, bytes).await;
        key
    }

    pub async fn issue(&self, staff: &Member, claim: i64, code: &str, body: &Value) -> TestResponse {
        let path = format!("/institutions/insurances/{claim}/documents/{code}");
        self.staff_call(staff, Method::POST, &path).json(body).send().await
    }

    pub async fn issue_both(&self, staff: &Member, claim: i64) {
        for code in [RECEIPT, STATEMENT] {
            self.issue(staff, claim, code, &json!({"generate": bill_form(self)})).await.expect(200);
        }
    }

    /// Creates a claim with released documents, both generated.
    pub async fn released_claim(&self, patient: &SignedIn, staff: &Member) -> i64 {
        let claim = self.taken_claim(patient, staff).await;
        self.issue_both(staff, claim).await;
        self.put_claim(staff, claim, json!({"status": 2, "trackingNumber": "1234567890123"})).await.expect(200);
        claim
    }

    /// Issues both documents of a paid claim without registered mail, and releases it.
    pub async fn release_paid_claim(&self, staff: &Member, claim: &Value) {
        let claim = claim.as_i64().expect("an id");
        self.put_claim(staff, claim, json!({"status": 1})).await.expect(200);
        self.issue_both(staff, claim).await;
        self.put_claim(staff, claim, json!({"status": 2})).await.expect(200);
    }

    pub async fn download(&self, patient: &SignedIn, claim: i64, code: &str) -> TestResponse {
        self.get(&format!("/patients/insurances/{claim}/documents/{code}")).token(&patient.token).send().await
    }

    /// Returns the actions about a claim in the access log, in order.
    async fn list_log(&self, claim: i64) -> Vec<(String, Option<String>, bool)> {
        sqlx::query_as(
            "select action, reason, staff_id is not null from access_log where $1 = any(claim_ids) order by seq",
        )
        .bind(claim)
        .fetch_all(&mut self.superuser().await)
        .await
        .expect("the log")
    }
}

/// Returns a form that generates a document, dated today.
pub fn bill_form(app: &TestApp) -> Value {
    let day = app.today().to_string();
    json!({
        "patientNumber": "20260001", "periodFrom": day, "periodTo": day, "doctorName": "이하은", "doctorLicense": "12345",
        "lines": [
            {"date": day, "code": "AA154", "name": "초진진찰료", "unitPrice": 15330, "quantity": 1, "days": 1,
             "insuredSelf": 4599, "insuredInsurer": 10731, "uninsured": 0},
            {"date": day, "category": "prosthetics", "name": "지르코니아 크라운", "unitPrice": 450_000, "quantity": 1, "days": 1,
             "uninsured": 450_000},
        ],
    })
}

#[tokio::test]
async fn issued_documents_reach_the_patient() {
    let app = TestApp::new().await;
    let (patient, staff) = (app.patient().await, app.staff(StaffRole::ClinicAdmin).await);
    let claim = app.new_paid_claim(&patient).await;
    assert_eq!(app.issue(&staff, claim, RECEIPT, &json!({"url": "x"})).await.problem(409), "illegal_transition");
    app.put_claim(&staff, claim, json!({"status": 1})).await.expect(200);
    let key = app.document_upload(&staff, claim, &PDF).await;
    let response = app.issue(&staff, claim, RECEIPT, &json!({"url": key})).await.expect(200);
    let issued = &response["insuranceClaim"]["issuedDocuments"][0];
    assert_eq!(
        (&issued["code"], &issued["origin"], &issued["pages"]),
        (&json!(RECEIPT), &json!("uploaded"), &json!(1))
    );
    assert_eq!(app.put_claim(&staff, claim, json!({"status": 2})).await.problem(409), "illegal_transition");
    assert_eq!(app.download(&patient, claim, RECEIPT).await.problem(404), "not_found", "not released yet");
    app.issue(&staff, claim, STATEMENT, &json!({"generate": bill_form(&app)})).await.expect(200);

    let released =
        app.put_claim(&staff, claim, json!({"status": 2, "trackingNumber": " 1234-5678-90123 "})).await.expect(200);
    assert_eq!(released["insuranceClaim"]["trackingNumber"], "1234-5678-90123");
    assert_eq!(released["insuranceClaim"]["status"], 2);
    let response = app.get("/patients/notifications").token(&patient.token).send().await.expect(200);
    let listed = &response["notifications"];
    assert_eq!((&listed[0]["kind"], &listed[1]["kind"]), (&json!("claim_mailed"), &json!("claim_issued")));
    assert_eq!(listed[1]["link"], format!("/insurance/{claim}"));
    assert!(listed[0]["body"].as_str().is_some_and(|text| text.contains("1234-5678-90123")), "{listed}");

    let file = app.download(&patient, claim, RECEIPT).await;
    assert_eq!((file.status.as_u16(), file.bytes.to_vec()), (200, PDF.clone()));
    assert_eq!(file.header("content-type"), Some("application/pdf"));
    let name = format!("attachment; filename=\"medical-bill-receipt-{claim}.pdf\"");
    assert_eq!((file.header("content-disposition"), file.header("cache-control")), (Some(&*name), Some("no-store")));
    let made = app.download(&patient, claim, STATEMENT).await;
    assert_eq!(documents::inspect(made.bytes.to_vec()).map(|found| found.pages), Ok(1));
}

#[tokio::test]
async fn staff_download_needs_reason_and_is_logged() {
    let app = TestApp::new().await;
    let (patient, staff) = (app.patient().await, app.staff(StaffRole::ClinicAdmin).await);
    let claim = app.released_claim(&patient, &staff).await;
    let made = app.download(&patient, claim, STATEMENT).await;
    let path = format!("/institutions/insurances/{claim}/documents/{STATEMENT}/download");
    let copy = |reason: &str| app.staff_call(&staff, Method::POST, &path).json(&json!({"reason": reason})).send();
    assert_eq!(copy("  ").await.invalid_fields(), ["reason.required"]);
    assert_eq!(copy("등기우편 발송").await.bytes, made.bytes);
    let log: Vec<_> = app.list_log(claim).await;
    let actions: Vec<&str> = log.iter().map(|(action, ..)| action.as_str()).collect();
    assert_eq!(
        actions,
        [
            "claim_changed",
            "document_added",
            "document_added",
            "documents_released",
            "document_downloaded",
            "document_downloaded",
        ]
    );
    let reasons: Vec<_> = log.iter().map(|(_, reason, staff)| (reason.as_deref(), *staff)).collect();
    assert_eq!(reasons[4..], [(None, false), (Some("등기우편 발송"), true)]);
    let mut conn = app.one.acquire().await.expect("a connection");
    assert_eq!(db::access_log::find_broken(&mut conn, testing::factory::always()).await.expect("a result"), None);
}

#[tokio::test]
async fn documents_are_downloadable_for_90_days() {
    let app = TestApp::new().await;
    let (patient, staff) = (app.patient().await, app.staff(StaffRole::ClinicAdmin).await);
    let claim = app.released_claim(&patient, &staff).await;
    let until = &app.get(&format!("/patients/insurances/{claim}")).token(&patient.token).send().await.expect(200)["insuranceClaim"]
        ["downloadableUntil"];
    let ends = app.clock.now() + TimeDelta::days(90);
    assert_eq!(until.as_str().and_then(|text| text.parse().ok()), Some(ends));
    let released =
        AssertSqlSafe(format!("update claims set released_at = released_at - interval '90 days' where id = {claim}"));
    sqlx::raw_sql(released).execute(&mut app.superuser().await).await.expect("written");
    assert_eq!(app.download(&patient, claim, RECEIPT).await.problem(409), "download_expired");
}

/// The files are erased with the person's other data.
#[tokio::test]
async fn removed_persons_documents_end_after_30_days() {
    let app = TestApp::new().await;
    let (patient, staff) = (app.patient().await, app.staff(StaffRole::ClinicAdmin).await);
    let claim = app.released_claim(&patient, &staff).await;
    let ends = app.clock.now();
    // without triggers, as if the holder were somebody whom the holder removed
    let removal = format!(
        "begin; set local session_replication_role = replica;
         update people set relation = 'child', removed_at = '{}' where id = (select person_id from claims where id = {claim});
         commit",
        (ends - TimeDelta::days(30)).to_rfc3339()
    );
    sqlx::raw_sql(AssertSqlSafe(removal)).execute(&mut app.superuser().await).await.expect("written");
    let shown = app.get(&format!("/patients/insurances/{claim}")).token(&patient.token).send().await.expect(200);
    let until = shown["insuranceClaim"]["downloadableUntil"].as_str().and_then(|text| text.parse().ok());
    assert_eq!(until, Some(ends));
    assert_eq!(app.download(&patient, claim, RECEIPT).await.problem(409), "download_expired");
}

/// A form can be posted for minutes. An object that it stores after the check is neither released nor downloaded.
#[tokio::test]
async fn checked_document_cannot_be_replaced() {
    let app = TestApp::new().await;
    let (patient, staff) = (app.patient().await, app.staff(StaffRole::ClinicAdmin).await);
    let claim = app.taken_claim(&patient, &staff).await;
    let key = app.document_upload(&staff, claim, &PDF).await;
    app.issue(&staff, claim, RECEIPT, &json!({"url": key})).await.expect(200);
    assert!(matches!(app.state.store.head(&key).await, Err(blob::Error::NotFound)), "the original is deleted");
    app.store(&key, b"MZ\x90\0").await;
    app.issue(&staff, claim, RECEIPT, &json!({"url": key})).await.expect(200);
    app.issue(&staff, claim, STATEMENT, &json!({"generate": bill_form(&app)})).await.expect(200);
    app.put_claim(&staff, claim, json!({"status": 2})).await.expect(200);
    let file = app.download(&patient, claim, RECEIPT).await;
    assert_eq!((file.status.as_u16(), file.bytes.to_vec()), (200, PDF.clone()));
    assert_eq!(file.header("x-content-type-options"), Some("nosniff"));
    assert_eq!(file.header("content-security-policy"), Some("sandbox; default-src 'none'; frame-ancestors 'none'"));

    // a change in the storage is detected
    let copies: Vec<String> = sqlx::query_scalar(
        "select u.object_key from issued_documents i join uploads u on u.id = i.upload_id where i.claim_id = $1",
    )
    .bind(claim)
    .fetch_all(&mut app.superuser().await)
    .await
    .expect("the documents");
    for copy in &copies {
        assert!(copy.starts_with("documents/local/"), "{copy}");
        app.store(copy, b"MZ\x90\0").await;
    }
    for code in [RECEIPT, STATEMENT] {
        assert_eq!(app.download(&patient, claim, code).await.problem(500), "internal");
    }
}

#[tokio::test]
async fn unprintable_text_is_no_document() {
    let app = TestApp::new().await;
    let (patient, staff) = (app.patient().await, app.staff(StaffRole::ClinicAdmin).await);
    let claim = app.taken_claim(&patient, &staff).await;
    let mut form = bill_form(&app);
    form["doctorName"] = "ธนา 이하은 😀".into();
    let response = app.issue(&staff, claim, RECEIPT, &json!({"generate": form})).await;
    assert_eq!(response.problem(422), "unprintable_text");
    let response = response.expect(422);
    assert_eq!(
        (response["letters"].clone(), response["field"].clone()),
        (json!("ธนา😀"), json!("generate.doctorName"))
    );
    assert!(response["detail"].as_str().is_some_and(|detail| detail.contains("ธนา😀")), "{}", response["detail"]);
    assert_eq!(app.count("issued_documents").await, 0);
    form["doctorName"] = "李夏恩".into();
    app.issue(&staff, claim, RECEIPT, &json!({"generate": form})).await.expect(200);
}

#[tokio::test]
async fn rejected_claim_is_refunded() {
    let app = TestApp::new().await;
    let (patient, staff) = (app.patient().await, app.staff(StaffRole::ClinicAdmin).await);
    let claim = app.taken_claim(&patient, &staff).await;
    app.issue(&staff, claim, RECEIPT, &json!({"generate": bill_form(&app)})).await.expect(200);
    assert_eq!(app.put_claim(&staff, claim, json!({"status": -1})).await.invalid_fields(), ["reason.required"]);
    let long = "가".repeat(501);
    assert_eq!(
        app.put_claim(&staff, claim, json!({"status": -1, "reason": long})).await.invalid_fields(),
        ["reason.too_long"]
    );
    let body = json!({"status": -1, "reason": "진료 기록이 없어요."});
    let response = app.put_claim(&staff, claim, body.clone()).await.expect(200);
    let shown = &response["insuranceClaim"];
    assert_eq!((&shown["status"], &shown["canceledReason"]), (&json!(-1), &json!("진료 기록이 없어요.")));
    assert_eq!((&shown["payment"]["refunded"], &shown["issuedDocuments"]), (&json!(true), &json!([])));
    let job = app.newest_job().await;
    assert_eq!((job.queue.as_str(), job.kind.as_str()), ("payments", "refund_order"));
    let response = app.get("/patients/notifications").token(&patient.token).send().await.expect(200);
    let kinds = [&response["notifications"][0]["kind"], &response["notifications"][1]["kind"]];
    assert_eq!(kinds, [&json!("claim_canceled"), &json!("refund_started")]);
    assert_eq!(app.put_claim(&staff, claim, body).await.problem(409), "illegal_transition");
    assert_eq!(app.count("jobs where kind = 'refund_order'").await, 1);
    assert_eq!(app.count("issued_documents").await, 0);
}

#[tokio::test]
async fn claim_follows_its_state_machine() {
    let app = TestApp::new().await;
    let (patient, staff) = (app.patient().await, app.staff(StaffRole::ClinicAdmin).await);
    let claim = app.new_paid_claim(&patient).await;
    for status in [0, 2] {
        assert_eq!(app.put_claim(&staff, claim, json!({"status": status})).await.problem(409), "illegal_transition");
    }
    assert_eq!(app.put_claim(&staff, claim, json!({"status": 3})).await.invalid_fields(), ["status.range"]);
    assert_eq!(app.put_claim(&staff, claim, json!({})).await.invalid_fields(), ["status.required"]);
    let number = |number: &str| json!({"trackingNumber": number});
    assert_eq!(app.put_claim(&staff, claim, number("12345")).await.problem(409), "illegal_transition");
    app.put_claim(&staff, claim, json!({"status": 1})).await.expect(200);
    assert_eq!(app.put_claim(&staff, claim, number("12 345")).await.invalid_fields(), ["trackingNumber.format"]);
    let long = "1".repeat(41);
    assert_eq!(app.put_claim(&staff, claim, number(&long)).await.invalid_fields(), ["trackingNumber.too_long"]);
    app.issue_both(&staff, claim).await;
    // of two concurrent releases only one succeeds
    let (one, two) = tokio::join!(
        app.put_claim(&staff, claim, json!({"status": 2})),
        app.put_claim(&staff, claim, json!({"status": 2}))
    );
    let mut statuses = [one.status.as_u16(), two.status.as_u16()];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409]);
    assert_eq!(app.count("notifications where kind = 'claim_issued'").await, 1);
    for status in [0, 1] {
        let body = json!({"status": status, "reason": "x"});
        assert_eq!(app.put_claim(&staff, claim, body).await.problem(409), "illegal_transition");
    }
    let response = app.issue(&staff, claim, RECEIPT, &json!({"generate": bill_form(&app)})).await;
    assert_eq!(response.problem(409), "illegal_transition", "what is released stays");
    let response = app.put_claim(&staff, claim, number("12345")).await.expect(200);
    assert_eq!(response["insuranceClaim"]["trackingNumber"], "12345", "mailed after the release");
}

#[tokio::test]
async fn repeated_issue_makes_one_document() {
    let app = TestApp::new().await;
    let (patient, staff) = (app.patient().await, app.staff(StaffRole::ClinicAdmin).await);
    let claim = app.taken_claim(&patient, &staff).await;
    let path = format!("/institutions/insurances/{claim}/documents/{RECEIPT}");
    let issue = |body: &Value| {
        let call = app.staff_call(&staff, Method::POST, &path).header("idempotency-key", "issue-1");
        call.json(body).send()
    };
    let body = json!({"url": app.document_upload(&staff, claim, &PDF).await});
    assert_eq!(issue(&json!({})).await.invalid_fields(), ["url.required"]);
    let first = issue(&body).await;
    let again = issue(&body).await;
    assert_eq!((again.header("idempotency-replayed"), again.expect(200)), (Some("true"), first.expect(200)));
    assert_eq!(issue(&json!({"url": "claims/test/other.pdf"})).await.problem(422), "idempotency_mismatch");
    assert_eq!(app.count("access_log where action = 'document_added'").await, 1);
}

#[tokio::test]
async fn document_upload_must_be_a_valid_pdf() {
    let app = TestApp::new().await;
    let (patient, staff) = (app.patient().await, app.staff(StaffRole::ClinicAdmin).await);
    let claim = app.taken_claim(&patient, &staff).await;
    let mut encrypted = PDF.clone();
    encrypted.extend(b"trailer\n<< /Root 1 0 R /Size 4 /Encrypt 3 0 R >>\n%%EOF\n");
    let plain = String::from_utf8(PDF.clone()).expect("text");
    let active = plain.replace("/Type /Catalog", "/OpenAction<</S/JavaScript>>/Type /Catalog").into_bytes();
    for (bytes, status, code) in [
        (JPEG, 422, "not_a_pdf"),
        (&b"%PDF-1.7 and nothing more"[..], 422, "not_a_pdf"),
        (&encrypted[..], 422, "encrypted_pdf"),
        (&active[..], 422, "active_pdf"),
        (&vec![b' '; 10 * 1024 * 1024 + 1][..], 413, "too_large"),
    ] {
        let key = app.document_upload(&staff, claim, bytes).await;
        assert_eq!(app.issue(&staff, claim, RECEIPT, &json!({"url": key})).await.problem(status), code);
    }
    let uploads = format!("/institutions/insurances/{claim}/uploads");
    let ask = |size: u64| {
        app.staff_call(&staff, Method::POST, &uploads).json(&json!({"filename": "a.pdf", "size": size})).send()
    };
    assert_eq!(ask(50 * 1024 * 1024).await.problem(413), "too_large");
    assert_eq!(ask(0).await.invalid_fields(), ["size.required"]);

    let other = app.staff(StaffRole::ClinicAdmin).await;
    let anothers = app.document_upload(&other, claim, &PDF).await;
    let picture = app.stored_clinic_upload(&staff).await;
    for key in [anothers.as_str(), picture.as_str(), "claims/local/never.pdf", "../x"] {
        let response = app.issue(&staff, claim, RECEIPT, &json!({"url": key})).await;
        assert_eq!(response.problem(422), "unknown_upload", "{key}");
    }
    assert_eq!(app.issue(&staff, claim, RECEIPT, &json!({})).await.invalid_fields(), ["url.required"]);
    let both = json!({"url": "x", "generate": bill_form(&app)});
    assert_eq!(app.issue(&staff, claim, RECEIPT, &both).await.invalid_fields(), ["url.mismatch"]);
    assert_eq!(app.issue(&staff, claim, "prescription", &json!({})).await.problem(404), "not_found");

    // a repeated call issues one document; a file cannot be used for two documents
    let key = app.document_upload(&staff, claim, &PDF).await;
    for _ in 0..2 {
        app.issue(&staff, claim, RECEIPT, &json!({"url": key})).await.expect(200);
    }
    assert_eq!(app.issue(&staff, claim, STATEMENT, &json!({"url": key})).await.problem(409), "upload_used");
    assert_eq!(app.count("issued_documents").await, 1);
    let late = app.document_upload(&staff, claim, &PDF).await;
    app.advance_in_use(TimeDelta::minutes(31)).await;
    let response = app.issue(&staff, claim, STATEMENT, &json!({"url": late})).await;
    assert_eq!(response.problem(422), "upload_expired");
}

#[tokio::test]
async fn generated_document_names_invalid_fields() {
    let app = TestApp::new().await;
    let (patient, staff) = (app.patient().await, app.staff(StaffRole::ClinicAdmin).await);
    let claim = app.taken_claim(&patient, &staff).await;
    for (change, wrong) in [
        (("/lines/1/uninsured", json!(449_999)), "generate.lines[1].uninsured.mismatch"),
        (("/lines/0/unitPrice", json!(-1)), "generate.lines[0].unitPrice.range"),
        (("/lines/0/quantity", json!(0)), "generate.lines[0].quantity.range"),
        (("/lines/0/date", json!("2020-01-01")), "generate.lines[0].date.range"),
        (("/lines/0/date", json!("")), "generate.lines[0].date.required"),
        (("/lines/1/category", json!("teeth")), "generate.lines[1].category.unknown"),
        (("/lines/1/name", json!("")), "generate.lines[1].name.required"),
        (("/lines", json!([])), "generate.lines.required"),
        (("/periodFrom", json!("9999-12-31")), "generate.periodTo.range"),
        (("/periodTo", json!("soon")), "generate.periodTo.format"),
    ] {
        let mut body = bill_form(&app);
        *body.pointer_mut(change.0).expect("a field") = change.1;
        let response = app.issue(&staff, claim, RECEIPT, &json!({"generate": body})).await;
        assert_eq!(response.invalid_fields(), [wrong]);
    }
    for (field, value) in [("businessNumber", json!("12")), ("adjustment", json!(100)), ("coverage", json!("rich"))] {
        let mut body = bill_form(&app);
        body[field] = value;
        let response = app.issue(&staff, claim, RECEIPT, &json!({"generate": body})).await;
        assert_eq!(response.invalid_fields().len(), 1, "{field}");
    }
    let mut long = bill_form(&app);
    let line = long["lines"][1].clone();
    long["lines"] = json!(vec![line; 500]);
    let response = app.issue(&staff, claim, STATEMENT, &json!({"generate": long})).await.expect(200);
    let pages = response["insuranceClaim"]["issuedDocuments"][0]["pages"].as_i64();
    assert!(pages.is_some_and(|pages| pages > 10), "{pages:?}");
    assert_eq!(app.count("issued_documents").await, 1, "what was refused left nothing");
}

#[tokio::test]
async fn clinic_sees_only_its_own_paid_claims() {
    let app = TestApp::new().await;
    let (patient, other_patient) = (app.patient().await, app.patient().await);
    let (staff, other) = (app.staff(StaffRole::ClinicAdmin).await, app.other_staff().await);
    let claimant = app.claimant(&patient).await;
    let unpaid = insert_unpaid_claim(&mut app.superuser().await, claimant).await.get();
    let list = app.staff_call(&staff, Method::GET, "/institutions/insurances").send().await.expect(200);
    assert_eq!(list["insuranceClaims"], json!([]));
    assert_eq!(app.put_claim(&staff, unpaid, json!({"status": 1})).await.problem(404), "not_found");

    let claim = app.taken_claim(&patient, &staff).await;
    app.issue_both(&staff, claim).await;
    app.put_claim(&staff, claim, json!({"status": 2})).await.expect(200);
    let own = format!("/institutions/insurances/{claim}");
    let two = app.other_tenant_staff().await;
    for (method, path, body) in [
        (Method::GET, own.clone(), json!({})),
        (Method::PUT, own.clone(), json!({"status": 1})),
        (Method::POST, format!("{own}/uploads"), json!({"size": 1})),
        (Method::POST, format!("{own}/documents/{RECEIPT}"), json!({"generate": bill_form(&app)})),
        (Method::POST, format!("{own}/documents/{RECEIPT}/download"), json!({"reason": "x"})),
        (Method::POST, format!("{own}/payout"), json!({"reason": "x"})),
        (Method::PUT, format!("{own}/forwarding"), json!({"method": "fax", "reference": "1"})),
    ] {
        for stranger in [&other, &two] {
            let call = app.staff_call(stranger, method.clone(), &path);
            let call = if method == Method::GET { call } else { call.json(&body) };
            assert_eq!(call.send().await.problem(404), "not_found", "{method} {path}");
        }
        let patients = app.call(method.clone(), &path).token(&patient.token).json(&body).send().await;
        assert_eq!(patients.problem(401), "unauthorized", "{method} {path}");
    }
    assert_eq!(app.download(&other_patient, claim, RECEIPT).await.problem(404), "not_found");
    assert_eq!(app.download(&patient, claim, "prescription").await.problem(404), "not_found");
    let list = app.staff_call(&other, Method::GET, "/institutions/insurances").send().await.expect(200);
    assert_eq!(list["insuranceClaims"], json!([]));
    assert!(app.list_log(claim).await.iter().all(|(_, _, by_staff)| *by_staff), "no stranger left a row");
}
