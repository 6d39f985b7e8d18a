//! Permissions of operators: every operation of the document under `/ops`, by every role.

use axum::http::Method;
use domain::OpsPermission::{
    ChangeDirectory, ChangeJobs, ChangeModel, ManageOperators, ReadAccessLog, ReadDirectory, ReadModel, ReadPayments,
    ReadQueues, ReadRetention, ResolvePayments, RunRetention,
};
use domain::{OperatorRole, OpsPermission};
use serde_json::json;

use crate::test_app::{OPS_HOST, TestApp};

/// The permissions for reads and changes, by the first part of the path.
const SUBJECTS: [(&str, OpsPermission, OpsPermission); 14] = [
    ("queues", ReadQueues, ChangeJobs),
    ("jobs", ReadQueues, ChangeJobs),
    ("bulk", ReadQueues, ChangeJobs),
    ("dead-letters", ReadQueues, ChangeJobs),
    ("schedules", ReadQueues, ChangeJobs),
    ("workers", ReadQueues, ChangeJobs),
    ("payments", ReadPayments, ResolvePayments),
    ("settlements", ReadPayments, ResolvePayments),
    ("model", ReadModel, ChangeModel),
    ("tenants", ReadDirectory, ChangeDirectory),
    ("retention", ReadRetention, RunRetention),
    ("access-log", ReadAccessLog, ReadAccessLog),
    ("audit", ReadAccessLog, ReadAccessLog),
    ("operators", ManageOperators, ManageOperators),
];

/// Returns the operations under `/ops` with their permissions. None means that every signed-in operator may call it.
/// Those of the own session come last.
fn operations() -> Vec<(Method, String, Option<OpsPermission>)> {
    let document = serde_json::to_value(api::openapi()).expect("JSON");
    let mut all = Vec::new();
    for (path, operations) in document["paths"].as_object().expect("paths") {
        let Some(rest) = path.strip_prefix("/ops/") else { continue };
        for (method, operation) in operations.as_object().expect("operations") {
            let is_login = path == "/ops/auth/login";
            assert_eq!(operation["security"][0].get("operator").is_none(), is_login, "{method} {path}");
            if is_login {
                continue;
            }
            let method: Method = method.to_uppercase().parse().expect("a method");
            let subject = rest.split('/').next().unwrap_or_default();
            let known = SUBJECTS.iter().find(|(name, ..)| *name == subject);
            let needed = match known {
                Some((_, read, _)) if method == Method::GET => Some(*read),
                Some((.., change)) => Some(*change),
                None => {
                    assert_eq!(subject, "auth", "{method} {path} has no permission here");
                    None
                }
            };
            let parts = path.split('/').map(|part| if part.starts_with('{') { "1" } else { part });
            all.push((method, parts.collect::<Vec<_>>().join("/"), needed));
        }
    }
    all.sort_by_key(|(_, path, needed)| (needed.is_none(), path.ends_with("/logout"), path.clone()));
    all
}

#[tokio::test]
async fn role_decides_about_every_ops_operation() {
    let app = TestApp::new().await;
    let operations = operations();
    assert!(operations.len() > 20);
    for role in [OperatorRole::Viewer, OperatorRole::Operator, OperatorRole::Admin] {
        let operator = app.operator(role).await;
        let mut denied = 0;
        for (method, path, needed) in &operations {
            let call = operator.call(method.clone(), path);
            let call = if *method == Method::GET { call } else { call.json(&json!({})) };
            let response = call.send().await;
            let name = format!("{} {method} {path}: {}", role.as_str(), response.text);
            if needed.is_none_or(|needed| role.may(needed)) {
                assert!(
                    ![401, 403].contains(&response.status.as_u16()) && !response.status.is_server_error(),
                    "{name}"
                );
            } else {
                assert_eq!(response.problem(403), "forbidden", "{name}");
                denied += 1;
            }
        }
        let rows = format!("operator_actions where action = 'access_denied' and operator_id = {}", operator.id);
        assert_eq!(app.count(&rows).await, denied, "{}", role.as_str());
    }
}

#[tokio::test]
async fn ops_operations_need_a_session() {
    let app = TestApp::new().await;
    for (method, path, _) in operations() {
        let call = app.call_host(OPS_HOST, method.clone(), &path).header("sec-fetch-site", "same-origin");
        assert_eq!(call.json(&json!({})).send().await.problem(401), "unauthorized", "{method} {path}");
    }
}
