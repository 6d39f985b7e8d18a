//! Operators' calls about the model.

use axum::http::Method;
use db::model_changes;
use domain::OperatorRole;
use domain::model_registry::{Objection, PublishedVersion, RegistryState};
use runtime::Clock as _;
use serde_json::{Value, json};

use crate::test_app::TestApp;

/// Stores a state of the registry, like a worker.
async fn record(app: &TestApp) {
    let version = |name: &str, objection: Option<Objection>| PublishedVersion {
        version: name.to_owned(),
        data_hash: "0".repeat(64),
        figures: domain::deployed_model::ModelMetrics::default(),
        objection,
    };
    let objection = Objection { code: "not_measured".to_owned(), text: "it has no recorded evaluation".to_owned() };
    let state = RegistryState {
        deployed: Some("tongue-2-a".to_owned()),
        since: Some(app.clock.now()),
        former: vec![None],
        shadow: None,
        versions: vec![version("tongue-2-a", None), version("tongue-2-b", Some(objection))],
    };
    let mut conn = app.state.databases.system().acquire().await.expect("a connection");
    model_changes::set_registry(&mut conn, &state, app.clock.now()).await.expect("written");
}

#[tokio::test]
async fn versions_are_shown_with_their_objections() {
    let app = TestApp::new().await;
    let viewer = app.operator(OperatorRole::Viewer).await;
    let before = viewer.get("/ops/model").send().await.expect(200);
    assert_eq!((&before["deployed"], &before["readAt"], &before["versions"]), (&Value::Null, &Value::Null, &json!([])));
    record(&app).await;
    let model = viewer.get("/ops/model").send().await.expect(200);
    assert_eq!((&model["deployed"], &model["canRollBack"]), (&json!("tongue-2-a"), &json!(true)));
    let states: Vec<_> = model["versions"].as_array().expect("versions").iter().map(|row| &row["state"]).collect();
    assert_eq!(states, ["deployed", "candidate"]);
    assert_eq!(model["versions"][1]["objection"]["code"], "not_measured");
    assert_eq!(viewer.get("/ops/model/agreement").send().await.expect(200)["agreements"], json!([]));
}

#[tokio::test]
async fn changes_wait_for_a_worker_and_are_audited() {
    let app = TestApp::new().await;
    record(&app).await;
    let admin = app.operator(OperatorRole::Admin).await;
    for (path, body, action) in [
        ("/ops/model/promote", json!({"version": "tongue-2-b", "force": true, "reason": "a test"}), "model_promoted"),
        ("/ops/model/shadow", json!({"version": "tongue-2-b", "share": 0.25, "reason": "a test"}), "model_shadowed"),
        ("/ops/model/shadow", json!({"version": null, "reason": "a test"}), "model_shadowed"),
        ("/ops/model/rollback", json!({"version": "tongue-2-a", "reason": "a test"}), "model_rolled_back"),
    ] {
        let change = admin.send(Method::POST, path, &body).await.expect(202);
        assert_eq!(change["change"]["state"], "pending", "{path}");
        assert!(app.count(&format!("operator_actions where action = '{action}' and reason = 'a test'")).await > 0);
    }
    assert_eq!(admin.get("/ops/model").send().await.expect(200)["changes"].as_array().map(Vec::len), Some(4));
    assert_eq!(app.count("model_changes where forced and action = 'promote' and state = 'pending'").await, 1);
}

#[tokio::test]
async fn refused_model_changes_name_their_fields() {
    let app = TestApp::new().await;
    let admin = app.operator(OperatorRole::Admin).await;
    for (path, body, field) in [
        ("/ops/model/promote", json!({"version": "tongue-2-b"}), "reason.required"),
        ("/ops/model/promote", json!({"version": "", "reason": "a test"}), "version.required"),
        ("/ops/model/shadow", json!({"version": "tongue-2-b", "share": 2, "reason": "a test"}), "share.range"),
        ("/ops/model/rollback", json!({"version": "tongue-2-a"}), "reason.required"),
    ] {
        let refused = admin.send(Method::POST, path, &body).await;
        assert_eq!((refused.problem(422), refused.invalid_fields()), ("validation".to_owned(), vec![field.to_owned()]));
    }
    assert_eq!(app.count("model_changes").await, 0);
}
