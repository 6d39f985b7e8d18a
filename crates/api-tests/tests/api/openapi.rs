//! The OpenAPI document.

use std::collections::BTreeSet;

use crate::test_app::TestApp;

#[tokio::test]
async fn document_is_served() {
    let app = TestApp::new().await;
    let served = app.get("/openapi.json").send().await;
    assert_eq!(served.expect(200), serde_json::to_value(api::openapi()).expect("JSON"));
    assert_eq!(served.header("content-type"), Some("application/json"));
}

#[test]
fn operations_have_unique_ids_and_descriptions() {
    let document = serde_json::to_value(api::openapi()).expect("JSON");
    let mut ids = BTreeSet::new();
    for (path, item) in document["paths"].as_object().expect("paths") {
        for (method, operation) in item.as_object().expect("operations") {
            let id = operation["operationId"].as_str().unwrap_or_default();
            assert!(!id.is_empty() && ids.insert(id.to_owned()), "{method} {path}: {id}");
            let says = ["summary", "description"].iter().any(|field| operation[field].is_string());
            assert!(says, "{method} {path} has no description");
        }
    }
    assert!(ids.len() > 100, "{} operations", ids.len());
}

#[test]
fn every_operation_documents_overload() {
    let document = serde_json::to_value(api::openapi()).expect("JSON");
    for (path, item) in document["paths"].as_object().expect("paths") {
        for (method, operation) in item.as_object().expect("operations") {
            let response = &operation["responses"]["429"];
            let component = response["$ref"].as_str().and_then(|reference| document.pointer(&reference[1..]));
            let refusal = component.unwrap_or(response);
            assert!(refusal["description"].to_string().contains("overloaded"), "{method} {path}: {response}");
            assert!(refusal["headers"]["retry-after"].is_object(), "{method} {path}: {response}");
        }
    }
}

#[test]
fn document_lists_all_request_fields() {
    let document = serde_json::to_value(api::openapi()).expect("JSON");
    for (name, field) in [("GenerateRequest", "filename"), ("UploadRequest", "filename")] {
        let fields = &document["components"]["schemas"][name]["properties"];
        assert!(fields[field].is_object(), "{name}.{field}");
    }
}
