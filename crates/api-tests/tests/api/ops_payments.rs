//! Operators' calls about payments.

use axum::http::Method;
use db::payment_discrepancies::{self, DiscrepancyKind, NewDiscrepancy};
use domain::{Krw, OperatorRole};
use runtime::Clock as _;
use serde_json::json;

use crate::test_app::TestApp;

#[tokio::test]
async fn finding_is_listed_and_resolved_with_note() {
    let app = TestApp::new().await;
    let new = NewDiscrepancy {
        kind: DiscrepancyKind::Duplicate,
        order: None,
        transaction_key: "tx-1",
        our_amount: None,
        provider_amount: Some(Krw::new(9_900)),
    };
    let now = app.clock.now();
    payment_discrepancies::insert(&mut app.one.acquire().await.expect("a connection"), &new, now).await.expect("open");
    let operator = app.operator(OperatorRole::Operator).await;
    let open = operator.get("/ops/payments").send().await.expect(200);
    let finding = &open["findings"][0];
    assert_eq!((&finding["kind"], &finding["tenant"]), (&json!("duplicate"), &json!("one")));
    assert_eq!((&finding["theirAmount"], &finding["ourAmount"]), (&json!(9_900), &json!(null)));

    let path = format!("/ops/payments/{}/findings/{}/resolve", app.one.tenant(), finding["id"]);
    let unsaid = operator.send(Method::POST, &path, &json!({"note": " "})).await;
    assert_eq!(
        (unsaid.problem(422), unsaid.invalid_fields()),
        ("validation".to_owned(), vec!["note.required".to_owned()])
    );
    operator.send(Method::POST, &path, &json!({"note": "refunded by hand"})).await.expect(204);
    assert_eq!(operator.send(Method::POST, &path, &json!({"note": "again"})).await.problem(409), "illegal_transition");
    assert_eq!(app.count("payment_findings where note = 'refunded by hand' and resolved_at = found_at").await, 1);
    assert_eq!(
        app.count("operator_actions where action = 'finding_resolved' and reason = 'refunded by hand'").await,
        1
    );
    assert_eq!(app.count("access_log where action = 'operator_changed' and reason like 'finding_resolved%'").await, 1);
    assert_eq!(operator.get("/ops/payments").send().await.expect(200)["findings"], json!([]));
}

#[tokio::test]
async fn settlements_are_those_of_a_month() {
    let app = TestApp::new().await;
    let viewer = app.operator(OperatorRole::Viewer).await;
    let current = viewer.get("/ops/settlements").send().await.expect(200);
    assert_eq!((&current["month"], &current["settlements"]), (&json!("2025-10"), &json!([])));
    assert_eq!(viewer.get("/ops/settlements?month=2025-01").send().await.expect(200)["month"], "2025-01");
    let refused = viewer.get("/ops/settlements?month=soon").send().await;
    assert_eq!(
        (refused.problem(422), refused.invalid_fields()),
        ("validation".to_owned(), vec!["month.format".to_owned()])
    );
}
