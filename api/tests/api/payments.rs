//! The purchase of documents through the sandbox's provider, in every outcome, and what a stranger may try.

use axum::http::Method;
use serde_json::{Value, json};

use crate::claims::{LOCAL, Till, text};

#[tokio::test]
async fn a_paid_order_becomes_a_claim_with_its_payment() {
    let till = Till::open().await;
    let order = till.order(&till.world.draft().await).await;
    // two certificates, and nobody's own idea of their price
    assert_eq!((&order["amount"], &order["status"]), (&json!(7_260), &json!("pending")));
    let oid = text(&order["oid"]);
    assert_eq!(till.post("/patients/insurances", &json!({"oid": oid})).await.problem(409), "not_paid");
    assert_eq!(till.pay(&order, "pay").await, format!("/payment/complete?oid={oid}"));
    assert_eq!(till.status(&order).await, "paid");
    assert_eq!((till.moved(&order).await, till.ledger(&order).await), (vec![7_260], vec![7_260]));

    let made = till.post("/patients/insurances", &json!({"oid": oid})).await.expect(201);
    let claim = &made["insurance"];
    assert_eq!((&claim["status"], &claim["needToPayment"]), (&json!(0), &json!(false)));
    assert_eq!(
        (&claim["accountNumberMasked"], &claim["insurer"]["name"]),
        (&json!("**********1234"), &json!("삼성화재"))
    );
    assert_eq!((&claim["payment"]["oid"], &claim["payment"]["amount"]), (&json!(oid), &json!(7_260)));
    assert_eq!(claim["payment"]["lines"][0]["label"], "진료비 영수증 발급");
    // the same claim each time
    assert_eq!(till.post("/patients/insurances", &json!({"oid": oid})).await.expect(201), made);
    let paid = till.world.call(Method::PUT, &format!("/patients/insurances/{}/payments", claim["id"]));
    assert_eq!(paid.token(&till.patient.token).json(&json!({"oid": oid})).send().await.expect(200), made);
    let list = till.get("/patients/insurances").await.expect(200);
    assert_eq!((&list["insuranceClaims"][0], &list["next"]), (claim, &Value::Null));
    let told = till.get("/patients/notifications").await.expect(200);
    let told = &told["notifications"][0];
    assert_eq!(
        (&told["kind"], text(&told["link"])),
        (&json!("claim_paid"), format!("/insurance/{}", claim["id"]).as_str())
    );
    // nothing sealed, and nothing in clear, is in any answer or row
    let row: String = sqlx::query_scalar("select to_jsonb(c)::text from claims c")
        .fetch_one(&mut till.world.superuser().await)
        .await
        .expect("a claim");
    for secret in ["12345678901234", "9001312"] {
        assert!(!row.contains(secret) && !made.to_string().contains(secret), "{row}");
    }
}

#[tokio::test]
async fn each_choice_of_the_payer_ends_where_it_should() {
    let till = Till::open().await;
    for (choice, status, page, money) in [
        ("cancel", "canceled", "/payment/close?code=01&", 0),
        ("decline", "failed", "/payment/close?code=REJECT_CARD_COMPANY&msg=", 0),
        ("reject", "failed", "/payment/close?code=REJECT_CARD_PAYMENT&msg=", 0),
        ("pay", "paid", "/payment/complete?", 1),
    ] {
        let order = till.order(&till.world.draft().await).await;
        let end = till.pay(&order, choice).await;
        assert!(end.starts_with(page) && end.ends_with(&format!("oid={}", text(&order["oid"]))), "{choice}: {end}");
        assert_eq!(till.status(&order).await, status, "{choice}");
        assert_eq!((till.moved(&order).await.len(), till.ledger(&order).await.len()), (money, money), "{choice}");
    }
    assert_eq!(till.world.count("claims").await, 1);
    let failed: i64 = till.world.count("orders where status = 'failed' and failure_code is not null").await;
    assert_eq!(failed, 2);
}

#[tokio::test]
async fn a_telephone_is_sent_to_its_own_page() {
    let till = Till::open().await;
    for (choice, page) in [
        ("pay", "/payment/mcomplete?status=0&"),
        ("cancel", "/payment/mcomplete?status=1&code=01&"),
        ("decline", "/payment/mcomplete?status=1&code=REJECT_CARD_COMPANY&msg="),
    ] {
        let mut body = till.world.draft().await;
        body["returnMode"] = json!("mobile");
        let order = till.order(&body).await;
        let end = till.pay(&order, choice).await;
        assert!(end.starts_with(page) && end.ends_with(&format!("oid={}", text(&order["oid"]))), "{end}");
    }
}

#[tokio::test]
async fn a_lost_answer_leaves_the_order_to_its_job_and_a_second_return_moves_nothing_twice() {
    let till = Till::open().await;
    let order = till.order(&till.world.draft().await).await;
    let page = till.window(&order).await;
    let back = till.choose(&page, "lose").await;
    let complete = format!("/payment/complete?oid={}", text(&order["oid"]));
    assert_eq!(till.come_back(&back).await, complete);
    assert_eq!(till.status(&order).await, "confirming");
    assert_eq!(till.moved(&order).await, [7_260], "the provider took it");
    let jobs = till.world.count("jobs where kind = 'reconcile_order' and state = 'queued'").await;
    assert!(jobs >= 1, "{jobs}");
    // the payer presses reload: asked again under the same key, the provider says what it did
    assert_eq!(till.come_back(&back).await, complete);
    assert_eq!(till.come_back(&back).await, complete);
    assert_eq!(till.status(&order).await, "paid");
    assert_eq!((till.moved(&order).await, till.ledger(&order).await), (vec![7_260], vec![7_260]));
    assert_eq!(till.world.count("claims").await, 1);
}

#[tokio::test]
async fn a_return_that_was_tampered_with_takes_no_money() {
    let till = Till::open().await;
    let order = till.order(&till.world.draft().await).await;
    let page = till.window(&order).await;
    let back = till.choose(&page, "pay").await;
    let cheaper = back.replace("amount=7260", "amount=100");
    assert!(till.come_back(&cheaper).await.starts_with("/payment/close?code=amount_mismatch&"));
    assert_eq!((till.status(&order).await.as_str(), till.moved(&order).await.len()), ("failed", 0));
    // the true one comes too late
    assert!(till.come_back(&back).await.starts_with("/payment/close?code=amount_mismatch&"));
    assert_eq!(till.moved(&order).await.len(), 0);

    let (mine, other) = (till.order(&till.world.draft().await).await, till.order(&till.world.draft().await).await);
    let page = till.window(&mine).await;
    till.window(&other).await;
    let back = till.choose(&page, "pay").await;
    // another order's number in front of the payment of mine
    let swapped = back.replace(text(&mine["oid"]), text(&other["oid"]));
    assert!(till.come_back(&swapped).await.starts_with("/payment/close?code=malformed&"));
    assert_eq!((till.status(&other).await.as_str(), till.moved(&other).await.len()), ("pending", 0));
    let half = back.replacen(text(&mine["oid"]), text(&other["oid"]), 1);
    let end = till.come_back(&half).await;
    assert!(end.starts_with("/payment/close?code=unknown_order"), "{end}");
    assert!(till.come_back(&back).await.starts_with("/payment/complete"));

    for nothing in
        ["", "?oid=clm_nothing", "?orderId=clm_nothing&paymentKey=x&amount=1", "?code=PAY_PROCESS_CANCELED", "?oid=%00"]
    {
        let end = till.come_back(&format!("/payments/return/toss{nothing}")).await;
        assert!(end.starts_with("/payment/close?code=unknown_order"), "{nothing}: {end}");
    }
    for provider in ["inicis", "nobody", ".."] {
        let path = format!("/payments/return/{provider}?oid=clm_nothing");
        assert_eq!(till.world.at(LOCAL, Method::GET, &path).send().await.problem(404), "not_found");
    }
    // a provider may post what it brings
    let posted = till.world.at(LOCAL, Method::POST, "/payments/return/toss");
    let posted = posted.text("application/x-www-form-urlencoded", "oid=clm_nothing&code=x").send().await;
    assert_eq!(posted.status.as_u16(), 303);
}

#[tokio::test]
async fn orders_and_claims_of_others_do_not_exist() {
    let till = Till::open().await;
    let order = till.order(&till.world.draft().await).await;
    till.pay(&order, "pay").await;
    let (other, elsewhere) = (till.world.claimant().await, till.world.patient_of_two().await);
    let oid = text(&order["oid"]);
    let claim: i64 = sqlx::query_scalar("select id from claims")
        .fetch_one(&mut till.world.superuser().await)
        .await
        .expect("a claim");
    let calls = [
        (Method::GET, format!("/patients/payments/{oid}"), json!({})),
        (Method::POST, "/patients/insurances".to_owned(), json!({"oid": oid})),
        (Method::GET, format!("/patients/insurances/{claim}"), json!({})),
        (Method::DELETE, format!("/patients/insurances/{claim}"), json!({})),
        (Method::PUT, format!("/patients/insurances/{claim}/payments"), json!({"oid": oid})),
        (Method::POST, "/patients/payments".to_owned(), json!({"insuranceId": claim, "returnMode": "window"})),
    ];
    for (method, path, body) in calls {
        for (host, token) in [("one.example", &other.token), ("two.example", &elsewhere.token)] {
            let answer = till.world.at(host, method.clone(), &path).token(token).json(&body).send().await;
            assert_eq!(answer.problem(404), "not_found", "{method} {path} at {host}");
        }
    }
    for token in [&other.token] {
        let list = till.world.get("/patients/insurances").token(token).send().await.expect(200);
        assert_eq!(list, json!({"insuranceClaims": [], "next": null}));
    }
    let left =
        till.world.at("two.example", Method::GET, &format!("/payments/return/toss?oid={oid}&code=x")).send().await;
    assert!(left.header("location").expect("a way").contains("unknown_order"));
    assert_eq!(till.status(&order).await, "paid");
}

#[tokio::test]
async fn calling_a_paid_claim_off_sends_the_money_back() {
    let till = Till::open().await;
    let order = till.order(&till.world.draft().await).await;
    till.pay(&order, "pay").await;
    let claim = till.get("/patients/insurances").await.expect(200)["insuranceClaims"][0]["id"].clone();
    let path = format!("/patients/insurances/{claim}");
    let delete = || till.world.call(Method::DELETE, &path).token(&till.patient.token).send();
    delete().await.expect(204);
    assert_eq!(till.status(&order).await, "refunding");
    let job = till.world.newest_job().await;
    assert_eq!((job.queue.as_str(), job.kind.as_str()), ("payments", "refund_order"));
    assert_eq!(delete().await.problem(409), "illegal_transition");
    assert_eq!(till.get("/patients/insurances").await.expect(200)["insuranceClaims"], json!([]));
    let canceled = till.get(&path).await.expect(200);
    assert_eq!(
        (&canceled["insuranceClaim"]["status"], &canceled["insuranceClaim"]["payment"]["refunded"]),
        (&json!(-1), &json!(true))
    );
    let again = till.post("/patients/payments", &json!({"insuranceId": claim, "returnMode": "window"})).await;
    assert_eq!(again.problem(409), "already_paid");
}

#[tokio::test]
async fn a_claim_that_was_made_first_is_paid_once() {
    let till = Till::open().await;
    let made = till.post("/patients/insurances", &till.world.claim_body().await).await.expect(201);
    let claim = made["insurance"]["id"].clone();
    assert_eq!((&made["insurance"]["needToPayment"], &made["insurance"]["payment"]), (&json!(true), &Value::Null));
    let body = json!({"insuranceId": claim, "returnMode": "window"});
    let (one, two) = (till.order(&body).await, till.order(&body).await);
    let (first, second) = (till.window(&one).await, till.window(&two).await);
    let (first, second) = (till.choose(&first, "pay").await, till.choose(&second, "pay").await);
    assert!(till.come_back(&first).await.starts_with("/payment/complete"));
    // the other window comes too late, and no money is taken for it
    assert!(till.come_back(&second).await.starts_with("/payment/close?code=claim_closed"));
    assert_eq!((till.moved(&one).await, till.moved(&two).await.len()), (vec![7_260], 0));
    let paid = till.world.call(Method::PUT, &format!("/patients/insurances/{claim}/payments"));
    let paid = paid.token(&till.patient.token).json(&json!({"oid": one["oid"]})).send().await.expect(200);
    assert_eq!(paid["insurance"]["needToPayment"], false);
    assert_eq!(till.post("/patients/payments", &body).await.problem(409), "already_paid");
    // a claim that was called off is not paid for
    let other = till.post("/patients/insurances", &till.world.claim_body().await).await.expect(201);
    let other = &other["insurance"]["id"];
    let order = till.order(&json!({"insuranceId": other, "returnMode": "window"})).await;
    let page = till.window(&order).await;
    let back = till.choose(&page, "pay").await;
    till.world
        .call(Method::DELETE, &format!("/patients/insurances/{other}"))
        .token(&till.patient.token)
        .send()
        .await
        .expect(204);
    assert!(till.come_back(&back).await.starts_with("/payment/close?code=claim_closed"));
    assert_eq!(till.moved(&order).await.len(), 0);
    let refused = till.post("/patients/payments", &json!({"insuranceId": other, "returnMode": "window"})).await;
    assert_eq!(refused.problem(409), "illegal_transition");
}

#[tokio::test]
async fn a_claim_needs_every_field_every_consent_and_our_price() {
    let till = Till::open().await;
    let right = till.world.claim_body().await;
    let wrong = async |field: &str, value: Value| {
        let mut body = right.clone();
        body[field] = value;
        let answer = till.post("/patients/payments", &json!({"claim": body, "returnMode": "window"})).await;
        answer.wrong_fields()
    };
    for (field, value, expected) in [
        ("consented", json!(false), "consented.not_agreed"),
        ("insuredName", json!(""), "insuredName.required"),
        ("mobile", json!("010-1234-5678"), "mobile.format"),
        ("onsetDate", json!("2125-01-01"), "onsetDate.range"),
        ("accidentType", json!("x"), "accidentType.unknown"),
        ("reason", json!(""), "reason.required"),
        ("bankName", json!(""), "bankName.required"),
        ("accountNumber", json!("12a"), "accountNumber.format"),
        ("depositor", json!(""), "depositor.required"),
        ("residentFront", json!("90013"), "residentFront.format"),
        ("residentBack", json!("1234567"), "residentBack.format"),
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
    let mut body = till.world.draft().await;
    body["claim"]["institutionId"] = json!(999_999);
    assert_eq!(till.post("/patients/payments", &body).await.problem(422), "not_selectable");
    for (body, expected) in [
        (json!({"returnMode": "window"}), "claim.required"),
        (json!({"claim": right, "insuranceId": 1, "returnMode": "window"}), "insuranceId.mismatch"),
        (json!({"claim": right}), "returnMode.required"),
        (json!({"claim": right, "returnMode": "carrier pigeon"}), "returnMode.format"),
    ] {
        assert_eq!(till.post("/patients/payments", &body).await.wrong_fields(), [expected]);
    }
    let stranger = till.world.consenting_patient().await;
    let refused = till.world.call(Method::POST, "/patients/payments").token(&stranger.token);
    assert_eq!(refused.json(&till.world.draft().await).send().await.problem(409), "consent_required");
    assert_eq!(till.world.count("orders").await + till.world.count("claim_drafts").await, 0);
    // an amount that the browser names is nobody's
    let mut cheap = till.world.draft().await;
    cheap["amount"] = json!(1);
    cheap["claim"]["amount"] = json!(1);
    assert_eq!(till.order(&cheap).await["amount"], 7_260);
}

#[tokio::test]
async fn a_quote_is_the_terms_fees_and_discounts_are_decided_here() {
    let till = Till::open().await;
    let quote = async |body: Value| till.post("/patients/insurances/quote", &body).await;
    let both = json!({"documents": ["detailed_statement", "medical_bill_receipt"], "doctorSignature": true,
                      "registeredMail": true, "forwarding": false, "kind": "new"});
    let answer = quote(both).await.expect(200);
    let codes: Vec<&str> =
        answer["quote"]["lines"].as_array().expect("lines").iter().map(|line| text(&line["code"])).collect();
    assert_eq!(
        codes,
        ["certificate.medical_bill_receipt", "certificate.detailed_statement", "doctor_signature", "registered_mail"]
    );
    assert_eq!(answer["quote"]["total"], 2 * 3_630 + 2 * 3_300 + 11_000);
    let again = json!({"documents": ["medical_bill_receipt"], "kind": "reclaim"});
    assert_eq!(quote(again.clone()).await.wrong_fields(), ["priorClaimId.required"]);
    let order = till.order(&till.world.draft().await).await;
    till.pay(&order, "pay").await;
    let prior = till.get("/patients/insurances").await.expect(200)["insuranceClaims"][0]["id"].clone();
    let again = json!({"documents": ["medical_bill_receipt"], "kind": "reclaim", "priorClaimId": prior});
    assert_eq!(quote(again).await.expect(200)["quote"]["total"], 1_815);
    // nothing to send again while nothing is issued
    assert_eq!(quote(json!({"kind": "resend", "priorClaimId": prior})).await.wrong_fields(), ["priorClaimId.mismatch"]);
    // another's claim gives nobody a discount
    let other = till.world.claimant().await;
    let body = json!({"documents": ["medical_bill_receipt"], "kind": "reclaim", "priorClaimId": prior});
    let call = till.world.call(Method::POST, "/patients/insurances/quote").token(&other.token).json(&body);
    assert_eq!(call.send().await.wrong_fields(), ["priorClaimId.required"]);
    let insurers = till.get("/patients/insurers").await.expect(200);
    assert_eq!(insurers["insurers"].as_array().map(Vec::len), Some(18));
}

#[tokio::test]
async fn a_repeated_order_is_one_order_and_its_window_opens_one_payment() {
    let till = Till::open().await;
    let body = till.world.draft().await;
    let press = || till.world.at(LOCAL, Method::POST, "/patients/payments").token(&till.patient.token).json(&body);
    let first = press().header("idempotency-key", "press-1").send().await.expect(201);
    let second = press().header("idempotency-key", "press-1").send().await;
    assert_eq!((second.header("idempotency-replayed"), &second.expect(201)), (Some("true"), &first));
    assert_eq!(till.world.count("orders").await, 1);
    let order = &first["order"];
    let (one, two) = (till.window(order).await, till.window(order).await);
    assert_eq!(one, two, "the same payment");
    // without its ticket the window stays shut
    let path = format!("/payments/checkout/{}?t=wrong", text(&order["oid"]));
    assert!(till.come_back(&path).await.starts_with("/payment/close?code=order_closed"));
    till.pay(order, "pay").await;
    let ticket = text(&order["checkoutUrl"]).rsplit_once("?t=").expect("a ticket").1;
    let path = format!("/payments/checkout/{}?t={ticket}", text(&order["oid"]));
    assert!(till.come_back(&path).await.starts_with("/payment/close?code=order_closed"));
}

#[tokio::test]
async fn a_webhook_is_a_hint_whoever_sends_it() {
    let till = Till::open().await;
    let order = till.order(&till.world.draft().await).await;
    let hear = async |body: &str| {
        let call = till.world.at(LOCAL, Method::POST, "/payments/webhook").text("application/json", body);
        call.send().await.expect(200)
    };
    let of = |oid: &str| {
        json!({"eventType": "PAYMENT_STATUS_CHANGED", "createdAt": "2025-10-09T00:00:00.000",
               "data": {"paymentKey": "forged", "status": "DONE", "orderId": oid}})
        .to_string()
    };
    let hints = || till.world.count("jobs where unique_key like 'webhook:%'");
    for nothing in ["", "{", "null", "[]", &of("clm_nothing"), &of("'; drop table orders; --")] {
        assert_eq!(hear(nothing).await, json!({}));
    }
    assert_eq!(hints().await, 0);
    for _ in 0..3 {
        hear(&of(text(&order["oid"]))).await;
    }
    assert_eq!(hints().await, 1, "three hints are one question");
    assert_eq!(till.status(&order).await, "pending", "nobody's word marks an order as paid");
}
