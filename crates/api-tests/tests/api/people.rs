//! The people of an account: adding, correcting and removing them, and the owners of records.

use axum::http::Method;
use chrono::TimeDelta;
use domain::StaffRole;
use serde_json::{Value, json};

use crate::claims::Purchase;
use crate::client::TestResponse;
use crate::test_app::{JPEG, SignedIn, TestApp};

impl TestApp {
    /// A child of the tests' patients.
    pub fn child() -> Value {
        json!({"relation": "child", "name": "김아이", "birth": "20180301", "gender": 0, "consent": "guardian"})
    }

    async fn post_person(&self, patient: &SignedIn, body: &Value) -> TestResponse {
        self.call(Method::POST, "/patients/people").token(&patient.token).json(body).send().await
    }

    /// Adds a child to an account and returns its id.
    pub async fn add_child(&self, patient: &SignedIn) -> i64 {
        let made = self.post_person(patient, &Self::child()).await.expect(201);
        made["person"]["id"].as_i64().expect("an id")
    }

    async fn people(&self, patient: &SignedIn) -> Value {
        self.get("/patients/people").token(&patient.token).send().await.expect(200)["people"].clone()
    }

    /// Submits a photo of one person's tongue.
    async fn submit_photo_of(&self, patient: &SignedIn, person: i64) -> TestResponse {
        let url = self.stored_upload(patient, JPEG).await;
        let call = self.call(Method::POST, "/patients/tcis/self-check").token(&patient.token);
        call.json(&json!({"url": url, "personId": person})).send().await
    }

    pub async fn apply_for(&self, patient: &SignedIn, body: &Value) -> TestResponse {
        let clinic = self.clinic().await;
        self.consent(patient, json!({"kind": "health", "given": true})).await.expect(200);
        self.give_provide_consent(patient, "clinic", clinic).await;
        let mut body = body.clone();
        body["institutionId"] = json!(clinic);
        self.call(Method::POST, "/patients/tcis").token(&patient.token).json(&body).send().await
    }
}

fn ids(list: &Value) -> Vec<i64> {
    list.as_array().expect("a list").iter().map(|one| one["id"].as_i64().expect("an id")).collect()
}

#[tokio::test]
async fn people_are_listed_after_the_holder() {
    let app = TestApp::new().await;
    let patient = app.patient().await;
    let made = app.post_person(&patient, &TestApp::child()).await.expect(201);
    assert_eq!(
        (&made["person"]["relation"], &made["person"]["birth"], &made["person"]["consent"]),
        (&json!("child"), &json!("2018.03.01"), &json!("guardian"))
    );
    assert_eq!((&made["person"]["missingConsent"], &made["person"]["hasRecords"]), (&Value::Null, &json!(false)));
    let people = app.people(&patient).await;
    let relations: Vec<_> = people.as_array().expect("a list").iter().map(|one| &one["relation"]).collect();
    assert_eq!(relations, ["self", "child"]);
    assert_eq!((&people[0]["name"], &people[0]["consent"]), (&json!("김하늘"), &Value::Null));
    assert_eq!(app.count("people where consent_version is not null and client_address is not null").await, 1);
}

#[tokio::test]
async fn invalid_people_are_refused() {
    let app = TestApp::new().await;
    let patient = app.patient().await;
    let refused = async |field: &str, value: Value| {
        let mut body = TestApp::child();
        body[field] = value;
        app.post_person(&patient, &body).await.invalid_fields()
    };
    assert_eq!(refused("relation", json!("self")).await, ["relation.unknown"]);
    assert_eq!(refused("consent", json!("")).await, ["consent.required"]);
    assert_eq!(refused("consent", json!("agreed")).await, ["consent.mismatch"], "a child under 14");
    assert_eq!(refused("birth", json!("19500101")).await, ["consent.mismatch"], "nobody's guardian");
    assert_eq!(refused("name", json!(" ")).await, ["name.required"]);
    assert_eq!(app.count("people where relation <> 'self'").await, 0);
}

#[tokio::test]
async fn account_has_ten_people_at_most() {
    let app = TestApp::new().await;
    let patient = app.patient().await;
    for _ in 0..10 {
        app.add_child(&patient).await;
    }
    assert_eq!(app.post_person(&patient, &TestApp::child()).await.problem(409), "too_many_people");
}

#[tokio::test]
async fn self_checks_of_two_people_stay_apart() {
    let app = TestApp::new().await;
    let patient = app.consenting_patient().await;
    let child = app.add_child(&patient).await;
    let own = app.self_check(&patient, Ok(())).await;
    let made = app.submit_photo_of(&patient, child).await.expect(201);
    let of_child = made["tci"]["id"].as_i64().expect("an id");
    assert_eq!(made["tci"]["person"], json!({"id": child, "name": "김아이", "relation": "child"}));
    let list = async |query: &str| {
        let path = format!("/patients/tcis/self-check{query}");
        ids(&app.get(&path).token(&patient.token).send().await.expect(200)["tcis"])
    };
    assert_eq!(list("").await, [own]);
    assert_eq!(list(&format!("?personId={child}")).await, [of_child]);
}

#[tokio::test]
async fn application_must_name_its_person() {
    let app = TestApp::new().await;
    let (patient, doctor) = (app.patient().await, app.staff(StaffRole::AnalysisExpert).await);
    let child = app.add_child(&patient).await;
    let of_child =
        json!({"name": "김 아이", "birth": "2018.03.01", "gender": 0, "phoneNumber": "01012345678", "personId": child});
    let mut of_nobody = of_child.clone();
    of_nobody["personId"] = Value::Null;
    let refused = app.apply_for(&patient, &of_nobody).await.invalid_fields();
    assert_eq!(refused, ["name.mismatch", "birth.mismatch"]);
    let made = app.apply_for(&patient, &of_child).await.expect(201);
    assert_eq!(made["clinic"]["person"]["relation"], "child");
    let id = made["clinic"]["id"].as_i64().expect("an id");
    let own = app.new_application(&patient).await;

    let list = async |query: &str| {
        ids(&app.get(&format!("/patients/tcis{query}")).token(&patient.token).send().await.expect(200)["clinics"])
    };
    assert_eq!(list("").await, [own]);
    assert_eq!(list(&format!("?personId={child}")).await, [id]);
    // staff see each application's person, and one person's analyses
    let shown = app.get_application(&doctor, id).await;
    assert_eq!(shown["clinic"]["person"], json!({"id": child, "name": "김아이", "relation": "child"}));
    let account = &shown["clinic"]["patientId"];
    let at_clinic = async |whose: String| {
        let path = format!("/institutions/tcis/{whose}");
        ids(&app.staff_call(&doctor, Method::GET, &path).send().await.expect(200)["clinics"])
    };
    assert_eq!(at_clinic(format!("patients/{account}")).await, [own]);
    assert_eq!(at_clinic(format!("people/{child}")).await, [id]);
}

#[tokio::test]
async fn waiting_application_moves_to_other_person() {
    let app = TestApp::new().await;
    let patient = app.patient().await;
    let child = app.add_child(&patient).await;
    let id = app.new_application(&patient).await;
    let put = async |body: Value| {
        app.call(Method::PUT, &format!("/patients/tcis/{id}")).token(&patient.token).json(&body).send().await
    };
    let mut body = json!({"name": "김아이", "birth": "20180301", "gender": 0, "phoneNumber": "01012345678"});
    assert_eq!(put(body.clone()).await.invalid_fields(), ["name.mismatch", "birth.mismatch"]);
    body["personId"] = json!(child);
    assert_eq!(put(body.clone()).await.expect(200)["clinic"]["person"]["id"], child);
    // the application keeps its person
    body["personId"] = Value::Null;
    assert_eq!(put(body).await.expect(200)["clinic"]["person"]["id"], child);
}

#[tokio::test]
async fn claim_must_name_its_person() {
    let app = TestApp::new().await;
    let patient = app.patient_with_consents().await;
    let child = app.add_child(&patient).await;
    let post = async |body: &Value| {
        app.call(Method::POST, "/patients/insurances").token(&patient.token).json(body).send().await
    };
    let mut body = app.claim_body().await;
    body["personId"] = json!(child);
    assert_eq!(post(&body).await.invalid_fields(), ["insuredName.mismatch"]);
    body["insuredName"] = json!("김아이");
    let made = post(&body).await.expect(201);
    assert_eq!(made["insurance"]["person"]["id"], child);
    let own = post(&app.claim_body().await).await.expect(201);
    let list = async |query: &str| {
        let path = format!("/patients/insurances{query}");
        ids(&app.get(&path).token(&patient.token).send().await.expect(200)["insuranceClaims"])
    };
    let (of_child, own) = (made["insurance"]["id"].as_i64(), own["insurance"]["id"].as_i64());
    assert_eq!(list("").await, [own.expect("an id"), of_child.expect("an id")], "each names the insured person");
    assert_eq!(list(&format!("?personId={child}")).await, [of_child.expect("an id")]);
}

#[tokio::test]
async fn discount_needs_a_claim_of_the_same_person() {
    let purchase = Purchase::open().await;
    let app = &purchase.app;
    let child = app.add_child(&purchase.patient).await;
    let mut of_child = app.draft().await;
    (of_child["claim"]["personId"], of_child["claim"]["insuredName"]) = (json!(child), json!("김아이"));
    for body in [&app.draft().await, &of_child] {
        let order = purchase.order(body).await;
        purchase.pay(&order, "pay").await;
    }
    let claims = purchase.get("/patients/insurances").await.expect(200)["insuranceClaims"].clone();
    let (childs, own) = (claims[0]["id"].clone(), claims[1]["id"].clone());
    assert_eq!((&claims[0]["person"]["id"], &claims[1]["person"]["relation"]), (&json!(child), &json!("self")));
    let staff = app.staff(StaffRole::ClinicAdmin).await;
    for prior in [&childs, &own] {
        app.release_paid_claim(&staff, prior).await;
    }
    of_child["claim"]["kind"] = json!("reclaim");
    of_child["claim"]["priorClaimId"] = own;
    let claim = of_child["claim"].clone();
    assert_eq!(purchase.post("/patients/payments", &of_child).await.invalid_fields(), ["priorClaimId.mismatch"]);
    assert_eq!(purchase.post("/patients/insurances", &claim).await.invalid_fields(), ["priorClaimId.mismatch"]);
    of_child["claim"]["priorClaimId"] = childs;
    assert_eq!(purchase.order(&of_child).await["amount"], 3_630, "half of two documents");
}

#[tokio::test]
async fn guardians_consent_ends_with_14th_birthday() {
    let app = TestApp::new().await;
    let patient = app.consenting_patient().await;
    let mut body = TestApp::child();
    // thirteen today, fourteen tomorrow
    let birth = app.today() + TimeDelta::days(1) - chrono::Months::new(14 * 12);
    body["birth"] = json!(birth.to_string());
    let child = app.post_person(&patient, &body).await.expect(201)["person"]["id"].as_i64().expect("an id");
    let check = app.submit_photo_of(&patient, child).await.expect(201)["tci"]["id"].clone();
    let replace = async || {
        let url = app.stored_upload(&patient, JPEG).await;
        let call = app.call(Method::PUT, &format!("/patients/tcis/self-check/{check}/picture")).token(&patient.token);
        call.json(&json!({"url": url})).send().await
    };
    replace().await.expect(200);
    // past midnight in Korea
    app.clock.advance(TimeDelta::hours(7));
    assert_eq!(app.people(&patient).await[1]["missingConsent"], "agreed");
    assert_eq!(app.submit_photo_of(&patient, child).await.problem(409), "consent_required");
    assert_eq!(replace().await.problem(409), "consent_required");
    body["consent"] = json!("agreed");
    let put = app.call(Method::PUT, &format!("/patients/people/{child}")).token(&patient.token).json(&body);
    assert_eq!(put.send().await.expect(200)["person"]["missingConsent"], Value::Null);
    app.submit_photo_of(&patient, child).await.expect(201);
}

#[tokio::test]
async fn person_with_records_keeps_birth_date() {
    let app = TestApp::new().await;
    let patient = app.consenting_patient().await;
    let child = app.add_child(&patient).await;
    let put = async |body: &Value| {
        app.call(Method::PUT, &format!("/patients/people/{child}")).token(&patient.token).json(body).send().await
    };
    let mut body = TestApp::child();
    body["birth"] = json!("20180302");
    put(&body).await.expect(200);
    body["name"] = json!("김아휘");
    put(&body).await.expect(200);
    app.submit_photo_of(&patient, child).await.expect(201);
    body["name"] = json!("김 아휘");
    put(&body).await.expect(200);
    let renamed = format!("access_log where action = 'person_renamed' and reason = 'person {child}'");
    assert_eq!(app.count(&renamed).await, 0, "nobody can take the row for somebody else");
    body["name"] = json!("김아희");
    assert_eq!(put(&body).await.expect(200)["person"]["name"], "김아희");
    assert_eq!(app.count(&renamed).await, 1);
    body["birth"] = json!("20180301");
    assert_eq!(put(&body).await.problem(409), "person_in_use");
    // the holder is corrected through the account
    let holder = app.people(&patient).await[0]["id"].clone();
    let path = format!("/patients/people/{holder}");
    let own = app.call(Method::PUT, &path).token(&patient.token).json(&body).send().await;
    assert_eq!(own.problem(404), "not_found");
    assert_eq!(app.call(Method::DELETE, &path).token(&patient.token).send().await.problem(404), "not_found");
}

#[tokio::test]
async fn removed_person_is_no_longer_shown() {
    let app = TestApp::new().await;
    let patient = app.consenting_patient().await;
    let child = app.add_child(&patient).await;
    let check = app.submit_photo_of(&patient, child).await.expect(201)["tci"]["id"].clone();
    let body =
        json!({"name": "김아이", "birth": "20180301", "gender": 0, "phoneNumber": "01012345678", "personId": child});
    let application = app.apply_for(&patient, &body).await.expect(201)["clinic"]["id"].clone();
    let delete =
        async || app.call(Method::DELETE, &format!("/patients/people/{child}")).token(&patient.token).send().await;
    assert_eq!(delete().await.problem(409), "person_in_use");
    let cancel = app.call(Method::PUT, &format!("/patients/tcis/{application}")).token(&patient.token);
    cancel.json(&json!({"status": -1})).send().await.expect(200);
    delete().await.expect(204);
    for path in [
        format!("/patients/tcis/self-check/{check}"),
        format!("/patients/tcis/{application}"),
        format!("/patients/tcis/self-check?personId={child}"),
        format!("/patients/tcis?personId={child}"),
        format!("/patients/insurances?personId={child}"),
    ] {
        assert_eq!(app.get(&path).token(&patient.token).send().await.problem(404), "not_found", "{path}");
    }
    assert_eq!(app.people(&patient).await.as_array().map(Vec::len), Some(1));
}

#[tokio::test]
async fn people_of_other_accounts_are_not_found() {
    let app = TestApp::new().await;
    let (owner, other) = (app.patient_with_consents().await, app.patient_with_consents().await);
    let child = app.add_child(&owner).await;
    let mut claim = app.claim_body().await;
    (claim["personId"], claim["insuredName"]) = (json!(child), json!("김아이"));
    let mut application = TestApp::person();
    application["personId"] = json!(child);
    let of_person = format!("/patients/people/{child}");
    let send = async |method: Method, path: &str, body: &Value| {
        app.call(method, path).token(&other.token).json(body).send().await
    };
    for (method, path, body) in [
        (Method::PUT, of_person.as_str(), &TestApp::child()),
        (Method::DELETE, of_person.as_str(), &Value::Null),
        (Method::POST, "/patients/insurances", &claim),
        (Method::POST, "/patients/payments", &json!({"claim": claim, "returnMode": "window"})),
        (Method::GET, &format!("/patients/tcis?personId={child}"), &Value::Null),
        (Method::GET, &format!("/patients/tcis/self-check?personId={child}"), &Value::Null),
        (Method::GET, &format!("/patients/insurances?personId={child}"), &Value::Null),
    ] {
        assert_eq!(send(method.clone(), path, body).await.problem(404), "not_found", "{method} {path}");
    }
    assert_eq!(app.apply_for(&other, &application).await.problem(404), "not_found");
    assert_eq!(app.submit_photo_of(&other, child).await.problem(404), "not_found");
    assert_eq!(ids(&app.people(&owner).await).len(), 2);
}
