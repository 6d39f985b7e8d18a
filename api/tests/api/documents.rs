//! Insurance documents: taken, uploaded or made, released, downloaded; what is refused, and what the access log says.

use std::fmt::Write as _;
use std::sync::LazyLock;

use axum::http::Method;
use chrono::TimeDelta;
use domain::{InstitutionId, PatientId, StaffRole};
use runtime::Clock as _;
use serde_json::{Value, json};
use sqlx::AssertSqlSafe;
use testing::claims::{paid_claim, unpaid_claim};

use crate::client::Answer;
use crate::clinics::Member;
use crate::world::{JPEG, SignedIn, World};

const RECEIPT: &str = "medical_bill_receipt";
const STATEMENT: &str = "detailed_statement";

/// The smallest file that is a PDF.
static PDF: LazyLock<Vec<u8>> = LazyLock::new(|| {
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

impl World {
    async fn patient_id(&self, patient: &SignedIn) -> PatientId {
        let found = sqlx::query_scalar("select id from patients where login_user_id = $1").bind(&patient.login);
        PatientId::new(found.fetch_one(&mut self.superuser().await).await.expect("the patient"))
    }

    /// A claim that the clinic is asked for.
    pub async fn asked(&self, patient: &SignedIn) -> i64 {
        let who = (self.patient_id(patient).await, InstitutionId::new(self.clinic().await));
        paid_claim(&mut self.superuser().await, self.one.tenant(), who).await.get()
    }

    async fn put_claim(&self, staff: &Member, claim: i64, body: Value) -> Answer {
        self.by(staff, Method::PUT, &format!("/institutions/insurances/{claim}")).json(&body).send().await
    }

    /// A claim that the clinic has taken.
    async fn taken(&self, patient: &SignedIn, staff: &Member) -> i64 {
        let claim = self.asked(patient).await;
        self.put_claim(staff, claim, json!({"status": 1})).await.expect(200);
        claim
    }

    async fn document_upload(&self, staff: &Member, claim: i64, bytes: &[u8]) -> String {
        let call = self.by(staff, Method::POST, &format!("/institutions/insurances/{claim}/uploads"));
        let permitted = call.json(&json!({"filename": "영수증.pdf", "size": 1000})).send().await.expect(201);
        let key = permitted["key"].as_str().expect("a key").to_owned();
        self.store(&key, bytes).await;
        key
    }

    async fn issue(&self, staff: &Member, claim: i64, code: &str, body: &Value) -> Answer {
        let path = format!("/institutions/insurances/{claim}/documents/{code}");
        self.by(staff, Method::POST, &path).json(body).send().await
    }

    async fn both_issued(&self, staff: &Member, claim: i64) {
        for code in [RECEIPT, STATEMENT] {
            self.issue(staff, claim, code, &json!({"generate": entered(self)})).await.expect(200);
        }
    }

    async fn download(&self, patient: &SignedIn, claim: i64, code: &str) -> Answer {
        self.get(&format!("/patients/insurances/{claim}/documents/{code}")).token(&patient.token).send().await
    }

    /// The actions of the access log about a claim, in their order.
    async fn logged(&self, claim: i64) -> Vec<(String, Option<String>, bool)> {
        sqlx::query_as(
            "select action, reason, staff_id is not null from access_log where $1 = any(claim_ids) order by seq",
        )
        .bind(claim)
        .fetch_all(&mut self.superuser().await)
        .await
        .expect("the log")
    }
}

/// What staff enter for a document, of today.
fn entered(world: &World) -> Value {
    let day = world.today().to_string();
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
async fn a_claim_goes_from_the_clinics_list_to_the_patients_hands() {
    let world = World::new().await;
    let (patient, staff) = (world.patient().await, world.staff(StaffRole::ShootingExpert).await);
    let claim = world.asked(&patient).await;
    let list = world.by(&staff, Method::GET, "/institutions/insurances?status=0&q=%ED%99%8D").send().await.expect(200);
    let seen = &list["insuranceClaims"][0];
    assert_eq!((&seen["id"], &seen["patient"]["name"]), (&json!(claim), &json!("김하늘")));
    assert_eq!((&seen["accountNumberMasked"], &seen["needToPayment"]), (&json!("****1234"), &json!(false)));
    assert_eq!((&seen["issuedDocuments"], &list["next"]), (&json!([]), &Value::Null));
    for (query, count) in [("q=010987", 1), ("q=nobody", 0), ("status=1", 0), ("status=-1", 0)] {
        let list = world.by(&staff, Method::GET, &format!("/institutions/insurances?{query}")).send().await.expect(200);
        assert_eq!(list["insuranceClaims"].as_array().map(Vec::len), Some(count), "{query}");
    }

    assert_eq!(world.issue(&staff, claim, RECEIPT, &json!({"url": "x"})).await.problem(409), "illegal_transition");
    world.put_claim(&staff, claim, json!({"status": 1})).await.expect(200);
    let key = world.document_upload(&staff, claim, &PDF).await;
    let answer = world.issue(&staff, claim, RECEIPT, &json!({"url": key})).await.expect(200);
    let issued = &answer["insuranceClaim"]["issuedDocuments"][0];
    assert_eq!(
        (&issued["code"], &issued["origin"], &issued["pages"]),
        (&json!(RECEIPT), &json!("uploaded"), &json!(1))
    );
    assert_eq!(world.put_claim(&staff, claim, json!({"status": 2})).await.problem(409), "illegal_transition");
    assert_eq!(world.download(&patient, claim, RECEIPT).await.problem(404), "not_found", "not released yet");
    world.issue(&staff, claim, STATEMENT, &json!({"generate": entered(&world)})).await.expect(200);

    let released =
        world.put_claim(&staff, claim, json!({"status": 2, "trackingNumber": " 1234-5678-90123 "})).await.expect(200);
    assert_eq!(released["insuranceClaim"]["trackingNumber"], "1234-5678-90123");
    assert_eq!(released["insuranceClaim"]["status"], 2);
    let told = world.get("/patients/notifications").token(&patient.token).send().await.expect(200);
    assert_eq!(told["notifications"][0]["kind"], "claim_issued");
    assert_eq!(told["notifications"][0]["link"], format!("/insurance/{claim}"));

    let file = world.download(&patient, claim, RECEIPT).await;
    assert_eq!((file.status.as_u16(), file.bytes.to_vec()), (200, PDF.clone()));
    assert_eq!(file.header("content-type"), Some("application/pdf"));
    let name = format!("attachment; filename=\"medical-bill-receipt-{claim}.pdf\"");
    assert_eq!((file.header("content-disposition"), file.header("cache-control")), (Some(&*name), Some("no-store")));
    let made = world.download(&patient, claim, STATEMENT).await;
    assert_eq!(documents::inspect(made.bytes.to_vec()).map(|found| found.pages), Ok(1));

    // whoever of the clinic takes a copy says why
    let path = format!("/institutions/insurances/{claim}/documents/{STATEMENT}/download");
    let copy = |reason: &str| world.by(&staff, Method::POST, &path).json(&json!({"reason": reason})).send();
    assert_eq!(copy("  ").await.wrong_fields(), ["reason.required"]);
    assert_eq!(copy("등기우편 발송").await.bytes, made.bytes);
    let log: Vec<_> = world.logged(claim).await;
    let actions: Vec<&str> = log.iter().map(|(action, ..)| action.as_str()).collect();
    assert_eq!(actions[..2], ["claims_listed", "claims_listed"]);
    assert_eq!(
        actions[2..],
        [
            "claim_changed",
            "document_added",
            "document_added",
            "documents_released",
            "document_downloaded",
            "document_downloaded",
            "document_downloaded",
        ]
    );
    let reasons: Vec<_> = log.iter().map(|(_, reason, staff)| (reason.as_deref(), *staff)).collect();
    assert_eq!(reasons[6..], [(None, false), (None, false), (Some("등기우편 발송"), true)]);
    let mut conn = world.one.acquire().await.expect("a connection");
    assert_eq!(db::access_log::find_broken(&mut conn, testing::factory::always()).await.expect("an answer"), None);

    // for 90 days
    let until = &world.get(&format!("/patients/insurances/{claim}")).token(&patient.token).send().await.expect(200)["insuranceClaim"]
        ["downloadableUntil"];
    let ends = world.clock.now() + TimeDelta::days(90);
    assert_eq!(until.as_str().and_then(|text| text.parse().ok()), Some(ends));
    let released =
        AssertSqlSafe(format!("update claims set released_at = released_at - interval '90 days' where id = {claim}"));
    sqlx::raw_sql(released).execute(&mut world.superuser().await).await.expect("written");
    assert_eq!(world.download(&patient, claim, RECEIPT).await.problem(409), "download_expired");
}

#[tokio::test]
async fn what_cannot_be_issued_is_paid_back() {
    let world = World::new().await;
    let (patient, staff) = (world.patient().await, world.staff(StaffRole::ClinicAdmin).await);
    let claim = world.taken(&patient, &staff).await;
    world.issue(&staff, claim, RECEIPT, &json!({"generate": entered(&world)})).await.expect(200);
    assert_eq!(world.put_claim(&staff, claim, json!({"status": -1})).await.wrong_fields(), ["reason.required"]);
    let long = "가".repeat(501);
    assert_eq!(
        world.put_claim(&staff, claim, json!({"status": -1, "reason": long})).await.wrong_fields(),
        ["reason.too_long"]
    );
    let body = json!({"status": -1, "reason": "진료 기록이 없어요."});
    let answer = world.put_claim(&staff, claim, body.clone()).await.expect(200);
    let shown = &answer["insuranceClaim"];
    assert_eq!((&shown["status"], &shown["canceledReason"]), (&json!(-1), &json!("진료 기록이 없어요.")));
    assert_eq!((&shown["payment"]["refunded"], &shown["issuedDocuments"]), (&json!(true), &json!([])));
    let job = world.newest_job().await;
    assert_eq!((job.queue.as_str(), job.kind.as_str()), ("payments", "refund_order"));
    let told = world.get("/patients/notifications").token(&patient.token).send().await.expect(200);
    assert_eq!(told["notifications"][0]["kind"], "claim_canceled");
    assert_eq!(world.put_claim(&staff, claim, body).await.problem(409), "illegal_transition");
    assert_eq!(world.count("jobs where kind = 'refund_order'").await, 1);
    assert_eq!(world.count("issued_documents").await, 0);
}

#[tokio::test]
async fn only_the_machines_steps_are_taken() {
    let world = World::new().await;
    let (patient, staff) = (world.patient().await, world.staff(StaffRole::ClinicAdmin).await);
    let claim = world.asked(&patient).await;
    for status in [0, 2] {
        assert_eq!(world.put_claim(&staff, claim, json!({"status": status})).await.problem(409), "illegal_transition");
    }
    assert_eq!(world.put_claim(&staff, claim, json!({"status": 3})).await.wrong_fields(), ["status.range"]);
    assert_eq!(world.put_claim(&staff, claim, json!({})).await.wrong_fields(), ["status.required"]);
    let number = |number: &str| json!({"trackingNumber": number});
    assert_eq!(world.put_claim(&staff, claim, number("12345")).await.problem(409), "illegal_transition");
    world.put_claim(&staff, claim, json!({"status": 1})).await.expect(200);
    assert_eq!(world.put_claim(&staff, claim, number("12 345")).await.wrong_fields(), ["trackingNumber.format"]);
    let long = "1".repeat(41);
    assert_eq!(world.put_claim(&staff, claim, number(&long)).await.wrong_fields(), ["trackingNumber.too_long"]);
    world.both_issued(&staff, claim).await;
    // two of the staff release at once: one does
    let (one, two) = tokio::join!(
        world.put_claim(&staff, claim, json!({"status": 2})),
        world.put_claim(&staff, claim, json!({"status": 2}))
    );
    let mut statuses = [one.status.as_u16(), two.status.as_u16()];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409]);
    assert_eq!(world.count("notifications where kind = 'claim_issued'").await, 1);
    for status in [-1, 0, 1] {
        let body = json!({"status": status, "reason": "x"});
        assert_eq!(world.put_claim(&staff, claim, body).await.problem(409), "illegal_transition");
    }
    let answer = world.issue(&staff, claim, RECEIPT, &json!({"generate": entered(&world)})).await;
    assert_eq!(answer.problem(409), "illegal_transition", "what is released stays");
    let answer = world.put_claim(&staff, claim, number("12345")).await.expect(200);
    assert_eq!(answer["insuranceClaim"]["trackingNumber"], "12345", "mailed after the release");
}

#[tokio::test]
async fn only_documents_are_taken_for_documents() {
    let world = World::new().await;
    let (patient, staff) = (world.patient().await, world.staff(StaffRole::ClinicAdmin).await);
    let claim = world.taken(&patient, &staff).await;
    let mut encrypted = PDF.clone();
    encrypted.extend(b"trailer\n<< /Root 1 0 R /Size 4 /Encrypt 3 0 R >>\n%%EOF\n");
    for (bytes, status, code) in [
        (JPEG, 422, "not_a_pdf"),
        (&b"%PDF-1.7 and nothing more"[..], 422, "not_a_pdf"),
        (&encrypted[..], 422, "encrypted_pdf"),
        (&vec![b' '; 10 * 1024 * 1024 + 1][..], 413, "too_large"),
    ] {
        let key = world.document_upload(&staff, claim, bytes).await;
        assert_eq!(world.issue(&staff, claim, RECEIPT, &json!({"url": key})).await.problem(status), code);
    }
    let uploads = format!("/institutions/insurances/{claim}/uploads");
    let ask =
        |size: u64| world.by(&staff, Method::POST, &uploads).json(&json!({"filename": "a.pdf", "size": size})).send();
    assert_eq!(ask(50 * 1024 * 1024).await.problem(413), "too_large");
    assert_eq!(ask(0).await.wrong_fields(), ["size.required"]);

    let other = world.staff(StaffRole::ClinicAdmin).await;
    let anothers = world.document_upload(&other, claim, &PDF).await;
    let picture = world.clinic_upload(&staff).await;
    for key in [anothers.as_str(), picture.as_str(), "claims/local/never.pdf", "../x"] {
        let answer = world.issue(&staff, claim, RECEIPT, &json!({"url": key})).await;
        assert_eq!(answer.problem(422), "unknown_upload", "{key}");
    }
    assert_eq!(world.issue(&staff, claim, RECEIPT, &json!({})).await.wrong_fields(), ["url.required"]);
    let both = json!({"url": "x", "generate": entered(&world)});
    assert_eq!(world.issue(&staff, claim, RECEIPT, &both).await.wrong_fields(), ["url.mismatch"]);
    assert_eq!(world.issue(&staff, claim, "prescription", &json!({})).await.problem(404), "not_found");

    // one press twice is one document; a file is not two
    let key = world.document_upload(&staff, claim, &PDF).await;
    for _ in 0..2 {
        world.issue(&staff, claim, RECEIPT, &json!({"url": key})).await.expect(200);
    }
    assert_eq!(world.issue(&staff, claim, STATEMENT, &json!({"url": key})).await.problem(409), "upload_used");
    assert_eq!(world.count("issued_documents").await, 1);
    let late = world.document_upload(&staff, claim, &PDF).await;
    world.clock.advance(TimeDelta::minutes(31));
    let answer = world.issue(&staff, claim, STATEMENT, &json!({"url": late})).await;
    assert_eq!(answer.problem(422), "upload_expired");
}

#[tokio::test]
async fn what_is_entered_wrongly_is_named() {
    let world = World::new().await;
    let (patient, staff) = (world.patient().await, world.staff(StaffRole::ClinicAdmin).await);
    let claim = world.taken(&patient, &staff).await;
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
        // the patient paid for the signature
        (("/doctorName", json!("")), "generate.doctorName.required"),
    ] {
        let mut body = entered(&world);
        *body.pointer_mut(change.0).expect("a field") = change.1;
        let answer = world.issue(&staff, claim, RECEIPT, &json!({"generate": body})).await;
        assert_eq!(answer.wrong_fields(), [wrong]);
    }
    for (field, value) in [("businessNumber", json!("12")), ("adjustment", json!(100)), ("coverage", json!("rich"))] {
        let mut body = entered(&world);
        body[field] = value;
        let answer = world.issue(&staff, claim, RECEIPT, &json!({"generate": body})).await;
        assert_eq!(answer.wrong_fields().len(), 1, "{field}");
    }
    let mut long = entered(&world);
    let line = long["lines"][1].clone();
    long["lines"] = json!(vec![line; 500]);
    let answer = world.issue(&staff, claim, STATEMENT, &json!({"generate": long})).await.expect(200);
    let pages = answer["insuranceClaim"]["issuedDocuments"][0]["pages"].as_i64();
    assert!(pages.is_some_and(|pages| pages > 10), "{pages:?}");
    assert_eq!(world.count("issued_documents").await, 1, "what was refused left nothing");
}

#[tokio::test]
async fn nobody_sees_a_claim_before_it_is_paid_or_of_another_clinic() {
    let world = World::new().await;
    let (patient, other_patient) = (world.patient().await, world.patient().await);
    let (staff, other) = (world.staff(StaffRole::ClinicAdmin).await, world.other_staff().await);
    let who = (world.patient_id(&patient).await, InstitutionId::new(world.clinic().await));
    let unpaid = unpaid_claim(&mut world.superuser().await, world.one.tenant(), who).await.get();
    let list = world.by(&staff, Method::GET, "/institutions/insurances").send().await.expect(200);
    assert_eq!(list["insuranceClaims"], json!([]));
    assert_eq!(world.put_claim(&staff, unpaid, json!({"status": 1})).await.problem(404), "not_found");

    let claim = world.taken(&patient, &staff).await;
    world.both_issued(&staff, claim).await;
    world.put_claim(&staff, claim, json!({"status": 2})).await.expect(200);
    let own = format!("/institutions/insurances/{claim}");
    let two = world.staff_of_two().await;
    for (method, path, body) in [
        (Method::GET, own.clone(), json!({})),
        (Method::PUT, own.clone(), json!({"status": 1})),
        (Method::POST, format!("{own}/uploads"), json!({"size": 1})),
        (Method::POST, format!("{own}/documents/{RECEIPT}"), json!({"generate": entered(&world)})),
        (Method::POST, format!("{own}/documents/{RECEIPT}/download"), json!({"reason": "x"})),
    ] {
        for stranger in [&other, &two] {
            let call = world.by(stranger, method.clone(), &path);
            let call = if method == Method::GET { call } else { call.json(&body) };
            assert_eq!(call.send().await.problem(404), "not_found", "{method} {path}");
        }
        let patients = world.call(method.clone(), &path).token(&patient.token).json(&body).send().await;
        assert_eq!(patients.problem(401), "unauthorized", "{method} {path}");
    }
    assert_eq!(world.download(&other_patient, claim, RECEIPT).await.problem(404), "not_found");
    assert_eq!(world.download(&patient, claim, "prescription").await.problem(404), "not_found");
    let list = world.by(&other, Method::GET, "/institutions/insurances").send().await.expect(200);
    assert_eq!(list["insuranceClaims"], json!([]));
    assert!(world.logged(claim).await.iter().all(|(_, _, by_staff)| *by_staff), "no stranger left a row");
}
