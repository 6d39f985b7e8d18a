//! Purchases through the sandbox's provider, in every outcome, and attacks on them.

use axum::http::Method;
use chrono::TimeDelta;
use domain::StaffRole;
use serde_json::{Value, json};

use crate::claims::{LOCAL, Purchase, text};

#[tokio::test]
async fn paid_order_creates_the_claim() {
    let purchase = Purchase::open().await;
    let order = purchase.order(&purchase.app.draft().await).await;
    // two certificates; the client's price is ignored
    assert_eq!((&order["amount"], &order["status"]), (&json!(7_260), &json!("pending")));
    let oid = text(&order["oid"]);
    assert_eq!(purchase.post("/patients/insurances", &json!({"oid": oid})).await.problem(409), "not_paid");
    assert_eq!(purchase.pay(&order, "pay").await, format!("/payment/complete?oid={oid}"));
    assert_eq!(purchase.status(&order).await, "paid");
    assert_eq!((purchase.provider_ledger(&order).await, purchase.ledger(&order).await), (vec![7_260], vec![7_260]));

    let made = purchase.post("/patients/insurances", &json!({"oid": oid})).await.expect(201);
    let claim = &made["insurance"];
    assert_eq!((&claim["status"], &claim["needToPayment"]), (&json!(0), &json!(false)));
    assert_eq!((&claim["accountNumberMasked"], &claim["insurer"]["name"]), (&Value::Null, &json!("삼성화재")));
    assert_eq!((&claim["payment"]["oid"], &claim["payment"]["amount"]), (&json!(oid), &json!(7_260)));
    assert_eq!(claim["payment"]["lines"][0]["label"], "진료비 영수증 발급");
    // the same claim each time
    assert_eq!(purchase.post("/patients/insurances", &json!({"oid": oid})).await.expect(201), made);
    let paid = purchase.app.call(Method::PUT, &format!("/patients/insurances/{}/payments", claim["id"]));
    assert_eq!(paid.token(&purchase.patient.token).json(&json!({"oid": oid})).send().await.expect(200), made);
    let list = purchase.get("/patients/insurances").await.expect(200);
    assert_eq!((&list["insuranceClaims"][0], &list["next"]), (claim, &Value::Null));
    let response = purchase.get("/patients/notifications").await.expect(200);
    let response = &response["notifications"][0];
    assert_eq!(
        (&response["kind"], text(&response["link"])),
        (&json!("claim_paid"), format!("/insurance/{}", claim["id"]).as_str())
    );
    // secrets are in no response and in no row in plain text
    let row: String = sqlx::query_scalar("select to_jsonb(c)::text from claims c")
        .fetch_one(&mut purchase.app.superuser().await)
        .await
        .expect("a claim");
    for secret in ["12345678901234", "9001312"] {
        assert!(!row.contains(secret) && !made.to_string().contains(secret), "{row}");
    }
}

#[tokio::test]
async fn payer_choices_redirect_to_their_pages() {
    let purchase = Purchase::open().await;
    for (choice, status, page, money) in [
        ("cancel", "canceled", "/payment/close?code=01&", 0),
        ("decline", "failed", "/payment/close?code=REJECT_CARD_COMPANY&msg=", 0),
        ("reject", "failed", "/payment/close?code=REJECT_CARD_PAYMENT&msg=", 0),
        ("pay", "paid", "/payment/complete?", 1),
    ] {
        let order = purchase.order(&purchase.app.draft().await).await;
        let end = purchase.pay(&order, choice).await;
        assert!(end.starts_with(page) && end.ends_with(&format!("oid={}", text(&order["oid"]))), "{choice}: {end}");
        assert_eq!(purchase.status(&order).await, status, "{choice}");
        assert_eq!(
            (purchase.provider_ledger(&order).await.len(), purchase.ledger(&order).await.len()),
            (money, money),
            "{choice}"
        );
    }
    assert_eq!(purchase.app.count("claims").await, 1);
    let failed: i64 = purchase.app.count("orders where status = 'failed' and failure_code is not null").await;
    assert_eq!(failed, 2);
}

#[tokio::test]
async fn mobile_payment_redirects_to_mobile_page() {
    let purchase = Purchase::open().await;
    for (choice, page) in [
        ("pay", "/payment/mcomplete?status=0&"),
        ("cancel", "/payment/mcomplete?status=1&code=01&"),
        ("decline", "/payment/mcomplete?status=1&code=REJECT_CARD_COMPANY&msg="),
    ] {
        let mut body = purchase.app.draft().await;
        body["returnMode"] = json!("mobile");
        let order = purchase.order(&body).await;
        let end = purchase.pay(&order, choice).await;
        assert!(end.starts_with(page) && end.ends_with(&format!("oid={}", text(&order["oid"]))), "{end}");
    }
}

#[tokio::test]
async fn lost_confirmation_is_settled_once() {
    let purchase = Purchase::open().await;
    let order = purchase.order(&purchase.app.draft().await).await;
    let page = purchase.window(&order).await;
    let back = purchase.choose_outcome(&page, "lose").await;
    let complete = format!("/payment/complete?oid={}", text(&order["oid"]));
    assert_eq!(purchase.return_from_provider(&back).await, complete);
    assert_eq!(purchase.status(&order).await, "confirming");
    assert_eq!(purchase.provider_ledger(&order).await, [7_260], "the provider took it");
    let jobs = purchase.app.count("jobs where kind = 'reconcile_order' and state = 'queued'").await;
    assert!(jobs >= 1, "{jobs}");
    // a reload queries the provider again with the same key
    assert_eq!(purchase.return_from_provider(&back).await, complete);
    assert_eq!(purchase.return_from_provider(&back).await, complete);
    assert_eq!(purchase.status(&order).await, "paid");
    assert_eq!((purchase.provider_ledger(&order).await, purchase.ledger(&order).await), (vec![7_260], vec![7_260]));
    assert_eq!(purchase.app.count("claims").await, 1);
}

#[tokio::test]
async fn tampered_return_is_not_charged() {
    let purchase = Purchase::open().await;
    let order = purchase.order(&purchase.app.draft().await).await;
    let page = purchase.window(&order).await;
    let back = purchase.choose_outcome(&page, "pay").await;
    let cheaper = back.replace("amount=7260", "amount=100");
    assert!(purchase.return_from_provider(&cheaper).await.starts_with("/payment/close?code=amount_mismatch&"));
    assert_eq!((purchase.status(&order).await.as_str(), purchase.provider_ledger(&order).await.len()), ("failed", 0));
    // the genuine return comes too late
    assert!(purchase.return_from_provider(&back).await.starts_with("/payment/close?code=amount_mismatch&"));
    assert_eq!(purchase.provider_ledger(&order).await.len(), 0);

    let (mine, other) =
        (purchase.order(&purchase.app.draft().await).await, purchase.order(&purchase.app.draft().await).await);
    let page = purchase.window(&mine).await;
    purchase.window(&other).await;
    let back = purchase.choose_outcome(&page, "pay").await;
    // another order's number with this payment
    let swapped = back.replace(text(&mine["oid"]), text(&other["oid"]));
    assert!(purchase.return_from_provider(&swapped).await.starts_with("/payment/close?code=malformed&"));
    assert_eq!((purchase.status(&other).await.as_str(), purchase.provider_ledger(&other).await.len()), ("pending", 0));
    let half = back.replacen(text(&mine["oid"]), text(&other["oid"]), 1);
    let end = purchase.return_from_provider(&half).await;
    assert!(end.starts_with("/payment/close?code=unknown_order"), "{end}");
    assert!(purchase.return_from_provider(&back).await.starts_with("/payment/complete"));

    for nothing in
        ["", "?oid=clm_nothing", "?orderId=clm_nothing&paymentKey=x&amount=1", "?code=PAY_PROCESS_CANCELED", "?oid=%00"]
    {
        let end = purchase.return_from_provider(&format!("/payments/return/toss{nothing}")).await;
        assert!(end.starts_with("/payment/close?code=unknown_order"), "{nothing}: {end}");
    }
    for provider in ["inicis", "nobody", ".."] {
        let path = format!("/payments/return/{provider}?oid=clm_nothing");
        assert_eq!(purchase.app.call_host(LOCAL, Method::GET, &path).send().await.problem(404), "not_found");
    }
    // a provider may post a form
    let posted = purchase.app.call_host(LOCAL, Method::POST, "/payments/return/toss");
    let posted = posted.text("application/x-www-form-urlencoded", "oid=clm_nothing&code=x").send().await;
    assert_eq!(posted.status.as_u16(), 303);
}

#[tokio::test]
async fn other_patients_orders_are_not_found() {
    let purchase = Purchase::open().await;
    let order = purchase.order(&purchase.app.draft().await).await;
    purchase.pay(&order, "pay").await;
    let (other, elsewhere) = (purchase.app.patient_with_consents().await, purchase.app.other_tenant_patient().await);
    let oid = text(&order["oid"]);
    let claim: i64 = sqlx::query_scalar("select id from claims")
        .fetch_one(&mut purchase.app.superuser().await)
        .await
        .expect("a claim");
    let calls = [
        (Method::GET, format!("/patients/payments/{oid}"), json!({})),
        (Method::DELETE, format!("/patients/payments/{oid}"), json!({})),
        (Method::POST, "/patients/insurances".to_owned(), json!({"oid": oid})),
        (Method::GET, format!("/patients/insurances/{claim}"), json!({})),
        (Method::DELETE, format!("/patients/insurances/{claim}"), json!({})),
        (Method::PUT, format!("/patients/insurances/{claim}/payments"), json!({"oid": oid})),
        (Method::POST, "/patients/payments".to_owned(), json!({"insuranceId": claim, "returnMode": "window"})),
    ];
    for (method, path, body) in calls {
        for (host, token) in [("one.example", &other.token), ("two.example", &elsewhere.token)] {
            let response = purchase.app.call_host(host, method.clone(), &path).token(token).json(&body).send().await;
            assert_eq!(response.problem(404), "not_found", "{method} {path} at {host}");
        }
    }
    for token in [&other.token] {
        let list = purchase.app.get("/patients/insurances").token(token).send().await.expect(200);
        assert_eq!(list, json!({"insuranceClaims": [], "next": null}));
    }
    let left = purchase
        .app
        .call_host("two.example", Method::GET, &format!("/payments/return/toss?oid={oid}&code=x"))
        .send()
        .await;
    assert!(left.header("location").expect("a way").contains("unknown_order"));
    assert_eq!(purchase.status(&order).await, "paid");
}

#[tokio::test]
async fn canceled_order_cannot_be_paid() {
    let purchase = Purchase::open().await;
    let cancel = async |order: &Value| {
        let path = format!("/patients/payments/{}", text(&order["oid"]));
        purchase.app.call(Method::DELETE, &path).token(&purchase.patient.token).send().await
    };
    let order = purchase.order(&purchase.app.draft().await).await;
    let page = purchase.window(&order).await;
    let back = purchase.choose_outcome(&page, "pay").await;
    for _ in 0..2 {
        cancel(&order).await.expect(204);
        assert_eq!(purchase.status(&order).await, "canceled");
    }
    let end = purchase.return_from_provider(&back).await;
    assert!(end.starts_with("/payment/close?code=01"), "{end}");
    assert_eq!(purchase.provider_ledger(&order).await.len(), 0);
    assert_eq!((purchase.app.count("claim_drafts").await, purchase.app.count("claims").await), (0, 0));

    let paid = purchase.order(&purchase.app.draft().await).await;
    purchase.pay(&paid, "pay").await;
    assert_eq!(cancel(&paid).await.problem(409), "illegal_transition");
    assert_eq!(purchase.status(&paid).await, "paid");
}

#[tokio::test]
async fn canceled_paid_claim_is_refunded() {
    let purchase = Purchase::open().await;
    let order = purchase.order(&purchase.app.draft().await).await;
    purchase.pay(&order, "pay").await;
    let claim = purchase.get("/patients/insurances").await.expect(200)["insuranceClaims"][0]["id"].clone();
    let path = format!("/patients/insurances/{claim}");
    let delete = || purchase.app.call(Method::DELETE, &path).token(&purchase.patient.token).send();
    delete().await.expect(204);
    assert_eq!(purchase.status(&order).await, "refunding");
    let job = purchase.app.newest_job().await;
    assert_eq!((job.queue.as_str(), job.kind.as_str()), ("payments", "refund_order"));
    assert_eq!(delete().await.problem(409), "illegal_transition");
    assert_eq!(purchase.get("/patients/insurances").await.expect(200)["insuranceClaims"], json!([]));
    let canceled = purchase.get(&path).await.expect(200);
    assert_eq!(
        (&canceled["insuranceClaim"]["status"], &canceled["insuranceClaim"]["payment"]["refunded"]),
        (&json!(-1), &json!(true))
    );
    let again = purchase.post("/patients/payments", &json!({"insuranceId": claim, "returnMode": "window"})).await;
    assert_eq!(again.problem(409), "already_paid");
}

#[tokio::test]
async fn existing_claim_is_paid_once() {
    let purchase = Purchase::open().await;
    let made = purchase.post("/patients/insurances", &purchase.app.claim_body().await).await.expect(201);
    let claim = made["insurance"]["id"].clone();
    assert_eq!((&made["insurance"]["needToPayment"], &made["insurance"]["payment"]), (&json!(true), &Value::Null));
    let body = json!({"insuranceId": claim, "returnMode": "window"});
    let (one, two) = (purchase.order(&body).await, purchase.order(&body).await);
    let (first, second) = (purchase.window(&one).await, purchase.window(&two).await);
    let (first, second) = (purchase.choose_outcome(&first, "pay").await, purchase.choose_outcome(&second, "pay").await);
    assert!(purchase.return_from_provider(&first).await.starts_with("/payment/complete"));
    // the second window is too late and is not charged
    assert!(purchase.return_from_provider(&second).await.starts_with("/payment/close?code=claim_closed"));
    assert_eq!((purchase.provider_ledger(&one).await, purchase.provider_ledger(&two).await.len()), (vec![7_260], 0));
    let paid = purchase.app.call(Method::PUT, &format!("/patients/insurances/{claim}/payments"));
    let paid = paid.token(&purchase.patient.token).json(&json!({"oid": one["oid"]})).send().await.expect(200);
    assert_eq!(paid["insurance"]["needToPayment"], false);
    assert_eq!(purchase.post("/patients/payments", &body).await.problem(409), "already_paid");
    // a canceled claim cannot be paid
    let other = purchase.post("/patients/insurances", &purchase.app.claim_body().await).await.expect(201);
    let other = &other["insurance"]["id"];
    let order = purchase.order(&json!({"insuranceId": other, "returnMode": "window"})).await;
    let page = purchase.window(&order).await;
    let back = purchase.choose_outcome(&page, "pay").await;
    purchase
        .app
        .call(Method::DELETE, &format!("/patients/insurances/{other}"))
        .token(&purchase.patient.token)
        .send()
        .await
        .expect(204);
    assert!(purchase.return_from_provider(&back).await.starts_with("/payment/close?code=claim_closed"));
    assert_eq!(purchase.provider_ledger(&order).await.len(), 0);
    let refused = purchase.post("/patients/payments", &json!({"insuranceId": other, "returnMode": "window"})).await;
    assert_eq!(refused.problem(409), "illegal_transition");
}

/// The response to a claim for later payment was lost, and the patient sends the same again, or pays.
#[tokio::test]
async fn unpaid_claim_is_named_not_repeated() {
    let purchase = Purchase::open().await;
    let app = &purchase.app;
    let child = app.add_child(&purchase.patient).await;
    let draft = app.draft().await;
    let claim = purchase.post("/patients/insurances", &draft["claim"]).await.expect(201)["insurance"]["id"].clone();
    let mut again = draft.clone();
    again["claim"]["reason"] = json!("충치를 치료했어요.");
    for (path, body) in [("/patients/payments", &again), ("/patients/insurances", &again["claim"])] {
        let refused = purchase.post(path, body).await;
        assert_eq!(refused.problem(409), "unpaid_claim", "{path}");
        assert_eq!(refused.expect(409)["insuranceId"], claim, "{path}");
    }
    let mut fewer = draft.clone();
    fewer["claim"]["documents"] = json!(["medical_bill_receipt"]);
    let mut other_day = draft.clone();
    other_day["claim"]["onsetDate"] = json!("2025-10-02");
    let mut of_child = draft.clone();
    (of_child["claim"]["personId"], of_child["claim"]["insuredName"]) = (json!(child), json!("김아이"));
    for other in [&fewer, &other_day, &of_child] {
        purchase.order(other).await;
    }
    let cancel = app.call(Method::DELETE, &format!("/patients/insurances/{claim}")).token(&purchase.patient.token);
    cancel.send().await.expect(204);
    purchase.order(&draft).await;
}

/// Two tabs order the same documents, and the payer returns from both.
#[tokio::test]
async fn same_documents_are_charged_once() {
    let purchase = Purchase::open().await;
    let draft = purchase.app.draft().await;
    let mut fewer = draft.clone();
    fewer["claim"]["documents"] = json!(["medical_bill_receipt"]);
    let (one, two) = (purchase.order(&draft).await, purchase.order(&draft).await);
    let other = purchase.order(&fewer).await;
    let page = purchase.window(&two).await;
    let back = purchase.choose_outcome(&page, "pay").await;
    purchase.app.clock.advance(TimeDelta::minutes(1));
    assert!(purchase.pay(&one, "pay").await.starts_with("/payment/complete"));
    assert!(purchase.return_from_provider(&back).await.starts_with("/payment/close?code=claim_closed"));
    assert_eq!((purchase.status(&two).await.as_str(), purchase.provider_ledger(&two).await.len()), ("failed", 0));
    assert!(purchase.pay(&other, "pay").await.starts_with("/payment/complete"));
    assert_eq!(purchase.app.count("claims").await, 2);
    // a later order is no second tab
    let again = purchase.order(&draft).await;
    assert!(purchase.pay(&again, "pay").await.starts_with("/payment/complete"));
    assert_eq!(purchase.app.count("claims").await, 3);
}

/// A patient leaves a checkout open, makes a claim for the same documents, and returns from both payments.
#[tokio::test]
async fn claim_of_ordered_documents_is_charged_once() {
    for draft_first in [true, false] {
        let purchase = Purchase::open().await;
        let draft = purchase.app.draft().await;
        let ordered = purchase.order(&draft).await;
        purchase.app.clock.advance(TimeDelta::minutes(1));
        let made = purchase.post("/patients/insurances", &draft["claim"]).await.expect(201);
        let body = json!({"insuranceId": made["insurance"]["id"], "returnMode": "window"});
        let of_claim = purchase.order(&body).await;
        let (first, second) = if draft_first { (&ordered, &of_claim) } else { (&of_claim, &ordered) };
        let page = purchase.window(second).await;
        let back = purchase.choose_outcome(&page, "pay").await;
        purchase.app.clock.advance(TimeDelta::minutes(1));
        assert!(purchase.pay(first, "pay").await.starts_with("/payment/complete"));
        assert!(purchase.return_from_provider(&back).await.starts_with("/payment/close?code=claim_closed"));
        let charges = purchase.provider_ledger(second).await.len();
        assert_eq!((purchase.status(second).await.as_str(), charges), ("failed", 0), "{draft_first}");
        assert_eq!(purchase.post("/patients/payments", &body).await.problem(409), "already_paid", "{draft_first}");
    }
}

#[tokio::test]
async fn claim_requires_fields_and_consents() {
    let purchase = Purchase::open().await;
    let right = purchase.app.claim_body().await;
    let wrong = async |field: &str, value: Value| {
        let mut body = right.clone();
        body[field] = value;
        let response = purchase.post("/patients/payments", &json!({"claim": body, "returnMode": "window"})).await;
        response.invalid_fields()
    };
    for (field, value, expected) in [
        ("consented", json!(false), "consented.not_agreed"),
        ("insuredName", json!(""), "insuredName.required"),
        ("mobile", json!("010-1234-5678"), "mobile.format"),
        ("onsetDate", json!("2125-01-01"), "onsetDate.range"),
        ("accidentType", json!("x"), "accidentType.unknown"),
        ("reason", json!(""), "reason.required"),
        ("documents", json!([]), "documents.required"),
        ("documents", json!(["passport"]), "documents.unknown"),
        ("insurerId", json!(999_999), "insurerId.unknown"),
        ("insurerId", json!(-1), "insurerId.unknown"),
        ("registeredMail", json!(true), "zipcode.required"),
        ("kind", json!("free"), "kind.unknown"),
        ("kind", json!("reclaim"), "priorClaimId.required"),
    ] {
        let found = wrong(field, value).await;
        assert!(found.contains(&expected.to_owned()), "{field}: {found:?}");
    }
    let mut body = purchase.app.draft().await;
    body["claim"]["institutionId"] = json!(999_999);
    assert_eq!(purchase.post("/patients/payments", &body).await.problem(422), "not_selectable");
    for (body, expected) in [
        (json!({"returnMode": "window"}), "claim.required"),
        (json!({"claim": right, "insuranceId": 1, "returnMode": "window"}), "insuranceId.mismatch"),
        (json!({"claim": right}), "returnMode.required"),
        (json!({"claim": right, "returnMode": "carrier pigeon"}), "returnMode.format"),
    ] {
        assert_eq!(purchase.post("/patients/payments", &body).await.invalid_fields(), [expected]);
    }
    let stranger = purchase.app.consenting_patient().await;
    let refused = purchase.app.call(Method::POST, "/patients/payments").token(&stranger.token);
    assert_eq!(refused.json(&purchase.app.draft().await).send().await.problem(409), "consent_required");
    assert_eq!(purchase.app.count("orders").await + purchase.app.count("claim_drafts").await, 0);
    // the client's amount is ignored
    let mut cheap = purchase.app.draft().await;
    cheap["amount"] = json!(1);
    cheap["claim"]["amount"] = json!(1);
    assert_eq!(purchase.order(&cheap).await["amount"], 7_260);
}

#[tokio::test]
async fn quote_applies_fees_and_discounts() {
    let purchase = Purchase::open().await;
    let quote = async |body: Value| purchase.post("/patients/insurances/quote", &body).await;
    let both = json!({"documents": ["detailed_statement", "medical_bill_receipt"], "doctorSignature": true,
                      "registeredMail": true, "forwarding": false, "kind": "new"});
    let response = quote(both).await.expect(200);
    let codes: Vec<&str> =
        response["quote"]["lines"].as_array().expect("lines").iter().map(|line| text(&line["code"])).collect();
    assert_eq!(
        codes,
        ["signed_certificate.medical_bill_receipt", "signed_certificate.detailed_statement", "registered_mail"]
    );
    assert_eq!(response["quote"]["total"], 2 * 3_300 + 11_000);
    let again = json!({"documents": ["medical_bill_receipt"], "kind": "reclaim"});
    assert_eq!(quote(again.clone()).await.invalid_fields(), ["priorClaimId.required"]);
    let order = purchase.order(&purchase.app.draft().await).await;
    purchase.pay(&order, "pay").await;
    let prior = purchase.get("/patients/insurances").await.expect(200)["insuranceClaims"][0]["id"].clone();
    let again = json!({"documents": ["medical_bill_receipt"], "kind": "reclaim", "priorClaimId": prior});
    // a claim that its patient can still cancel for a refund lowers no price
    assert_eq!(quote(again.clone()).await.invalid_fields(), ["priorClaimId.mismatch"]);
    let staff = purchase.app.staff(StaffRole::ClinicAdmin).await;
    purchase.app.release_paid_claim(&staff, &prior).await;
    assert_eq!(quote(again).await.expect(200)["quote"]["total"], 1_815);
    assert_eq!(quote(json!({"kind": "resend", "priorClaimId": prior})).await.expect(200)["quote"]["total"], 7_700);
    // another patient's claim gives no discount
    let other = purchase.app.patient_with_consents().await;
    let body = json!({"documents": ["medical_bill_receipt"], "kind": "reclaim", "priorClaimId": prior});
    let call = purchase.app.call(Method::POST, "/patients/insurances/quote").token(&other.token).json(&body);
    assert_eq!(call.send().await.invalid_fields(), ["priorClaimId.required"]);
    let insurers = purchase.get("/patients/insurers").await.expect(200);
    assert_eq!(insurers["insurers"].as_array().map(Vec::len), Some(18));
}

#[tokio::test]
async fn repeated_order_starts_one_payment() {
    let purchase = Purchase::open().await;
    let body = purchase.app.draft().await;
    let press =
        || purchase.app.call_host(LOCAL, Method::POST, "/patients/payments").token(&purchase.patient.token).json(&body);
    let first = press().header("idempotency-key", "press-1").send().await.expect(201);
    let second = press().header("idempotency-key", "press-1").send().await;
    assert_eq!((second.header("idempotency-replayed"), &second.expect(201)), (Some("true"), &first));
    assert_eq!(purchase.app.count("orders").await, 1);
    let order = &first["order"];
    let (one, two) = (purchase.window(order).await, purchase.window(order).await);
    assert_eq!(one, two, "the same payment");
    // the checkout page requires its ticket
    let path = format!("/payments/checkout/{}?t=wrong", text(&order["oid"]));
    assert!(purchase.return_from_provider(&path).await.starts_with("/payment/close?code=order_closed"));
    purchase.pay(order, "pay").await;
    let ticket = text(&order["checkoutUrl"]).rsplit_once("?t=").expect("a ticket").1;
    let path = format!("/payments/checkout/{}?t={ticket}", text(&order["oid"]));
    assert!(purchase.return_from_provider(&path).await.starts_with("/payment/close?code=order_closed"));
}

#[tokio::test]
async fn webhook_only_enqueues_a_check() {
    let purchase = Purchase::open().await;
    let order = purchase.order(&purchase.app.draft().await).await;
    let send = |body: &str| {
        purchase.app.call_host(LOCAL, Method::POST, "/payments/webhook").text("application/json", body).send()
    };
    let hear = async |body: &str| send(body).await.expect(200);
    assert_eq!(send("").await.problem(400), "malformed");
    let webhook_body = |oid: &str| {
        json!({"eventType": "PAYMENT_STATUS_CHANGED", "createdAt": "2025-10-09T00:00:00.000",
               "data": {"paymentKey": "forged", "status": "DONE", "orderId": oid}})
        .to_string()
    };
    let hints = || purchase.app.count("jobs where unique_key like 'webhook:%'");
    for nothing in ["{", "null", "[]", &webhook_body("clm_nothing"), &webhook_body("'; drop table orders; --")] {
        assert_eq!(hear(nothing).await, json!({}));
    }
    assert_eq!(hints().await, 0);
    for _ in 0..3 {
        hear(&webhook_body(text(&order["oid"]))).await;
    }
    assert_eq!(hints().await, 1, "three webhooks enqueue one check");
    assert_eq!(purchase.status(&order).await, "pending", "a webhook does not mark an order as paid");
}
