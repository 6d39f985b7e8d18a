//! Every response of the tests is validated against the OpenAPI document.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::LazyLock;

use axum::http::Method;
use boon::{Compiler, SchemaIndex, Schemas};
use serde_json::Value;

use crate::client::TestResponse;

/// The committed document. A test of the program compares it with what the program prints.
static DOCUMENT: LazyLock<Value> =
    LazyLock::new(|| serde_json::from_str(include_str!("../../../../api/openapi.json")).expect("JSON"));

const DOCUMENT_URL: &str = "https://api.invalid/openapi.json";

/// Validates a response to a request: its status is documented, its content type and its body match, a problem's code
/// is listed in the description, and the documented headers of problems are sent.
///
/// Any other path must be a 404, except the document itself and the failing route of the test `failures`.
#[track_caller]
pub fn validate(method: &Method, path: &str, response: &TestResponse) {
    let status = response.status.as_u16();
    let Some((template, item)) = find_path(path) else {
        let is_known = status == 404 || ["/openapi.json", "/failing"].contains(&path);
        assert!(is_known, "{method} {path} has no operation and returned {status}");
        return;
    };
    if method == Method::OPTIONS {
        return;
    }
    let method = method.as_str().to_ascii_lowercase();
    let operation = match item.get(&method) {
        Some(_) => method.as_str(),
        None if status == 405 => item.as_object().and_then(|item| item.keys().next()).expect("an operation"),
        None => panic!("{method} {path} has no operation and returned {status}"),
    };
    let name = format!("{operation} {template} {status}");
    let (pointer, documented) = find_response(&template, operation, status);
    assert!(documented.is_object(), "{name} is not documented: {}", response.text);
    let content_type = response.header("content-type").map(|value| value.split(';').next().unwrap_or_default());
    // a navigating browser gets problems as a page
    if content_type == Some("text/html") && status >= 400 {
        return;
    }
    let Some(content_type) = content_type else {
        assert!(documented.get("content").is_none(), "{name} has no body: {documented}");
        return;
    };
    let content = &documented["content"][content_type];
    assert!(content.is_object(), "{name} does not document {content_type}");
    if !content_type.ends_with("json") {
        return;
    }
    let body: Value = serde_json::from_str(&response.text).expect("JSON");
    validate_body(&format!("{DOCUMENT_URL}{pointer}/content/{}/schema", pointer_segment(content_type)), &body);
    if status >= 400 {
        validate_problem(&name, documented, &body, response);
    }
}

/// Returns the documented response of an operation and its position in the document, inline or among the components.
fn find_response(template: &str, operation: &str, status: u16) -> (String, &'static Value) {
    let response = &DOCUMENT["paths"][template][operation]["responses"][status.to_string()];
    match response["$ref"].as_str() {
        Some(reference) => (reference.to_owned(), DOCUMENT.pointer(&reference[1..]).expect("a component")),
        None => (format!("#/paths/{}/{operation}/responses/{status}", pointer_segment(template)), response),
    }
}

fn validate_problem(name: &str, documented: &Value, body: &Value, response: &TestResponse) {
    let (code, description) = (&body["code"], &documented["description"]);
    let (code, description) = (code.as_str().expect("a code"), description.as_str().expect("a description"));
    let mut codes = description.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    assert!(codes.any(|one| one == code), "{name} does not document {code}: {description}");
    for header in documented["headers"].as_object().into_iter().flat_map(|headers| headers.keys()) {
        assert!(response.header(header).is_some(), "{name} has no {header}");
    }
}

#[track_caller]
fn validate_body(schema: &str, body: &Value) {
    let error = SCHEMAS.with_borrow_mut(|schemas| schemas.find_error(schema, body));
    if let Some(error) = error {
        panic!("{error}\n{body:#}");
    }
}

thread_local! {
    /// The compiled schemas of the document, cached because compiling takes longer than validating.
    static SCHEMAS: RefCell<CompiledSchemas> = RefCell::new(CompiledSchemas::new());
}

struct CompiledSchemas {
    compiler: Compiler,
    schemas: Schemas,
    indexes: HashMap<String, SchemaIndex>,
}

impl CompiledSchemas {
    fn new() -> Self {
        let mut compiler = Compiler::new();
        compiler.set_default_draft(boon::Draft::V2020_12);
        compiler.add_resource(DOCUMENT_URL, DOCUMENT.clone()).expect("a document");
        Self { compiler, schemas: Schemas::new(), indexes: HashMap::new() }
    }

    /// Returns a body's violation of a schema, given by the URL of its position in the document.
    fn find_error(&mut self, schema: &str, body: &Value) -> Option<String> {
        let index = match self.indexes.get(schema) {
            Some(index) => *index,
            None => match self.compiler.compile(schema, &mut self.schemas) {
                Ok(index) => *self.indexes.entry(schema.to_owned()).or_insert(index),
                Err(error) => return Some(format!("{schema}: {error:#}")),
            },
        };
        self.schemas.validate(body, index).err().map(|error| format!("{error:#}"))
    }
}

/// Returns a segment of a JSON pointer in a URL fragment.
fn pointer_segment(text: &str) -> String {
    text.replace('~', "~0").replace('/', "~1").replace('{', "%7B").replace('}', "%7D")
}

/// Finds the document's path that matches a request's path, literal segments first.
fn find_path(path: &str) -> Option<(String, &'static Value)> {
    let path = path.split('?').next().unwrap_or_default();
    let segments: Vec<&str> = path.split('/').collect();
    let paths = DOCUMENT["paths"].as_object().expect("paths");
    let matching = paths.iter().filter(|(template, _)| {
        let parts: Vec<&str> = template.split('/').collect();
        let matches =
            |(part, segment): (&&str, &&str)| part == segment || (part.starts_with('{') && !segment.is_empty());
        parts.len() == segments.len() && parts.iter().zip(&segments).all(matches)
    });
    let best = matching.min_by_key(|(template, _)| template.matches('{').count());
    best.map(|(template, item)| (template.clone(), item))
}

/// The validator rejects undocumented bodies, statuses and codes.
#[test]
fn contract_rejects_undocumented_responses() {
    let response = |status: u16, body: &str| TestResponse::from_parts(status, "application/json", body);
    let rejected = |path: &'static str, response: TestResponse| {
        std::panic::catch_unwind(move || validate(&Method::GET, path, &response)).is_err()
    };
    assert!(!rejected("/model", response(200, r#"{"model": null}"#)));
    assert!(rejected("/model", response(200, "{}")));
    assert!(rejected("/model", response(201, r#"{"model": null}"#)));
    assert!(rejected("/nowhere", response(200, "{}")));
    let problem = |code: &str| {
        let body = format!(r#"{{"type": "x", "title": "x", "detail": "x", "status": 404, "code": "{code}"}}"#);
        TestResponse::from_parts(404, "application/problem+json", &body)
    };
    assert!(!rejected("/tenant", problem("unknown_tenant")));
    assert!(rejected("/tenant", problem("not_paid")));
}
