//! The problem responses of the OpenAPI document: one type for each set that recurs.
//!
//! An operation lists one set for its callers, the sets for its input, and then its own problems as
//! `(status = 409, description = "not_paid")`. A description starts with the problem's codes. [`complete`] adds the body
//! and the headers to all of them.

use std::collections::BTreeMap;

use utoipa::openapi::header::HeaderBuilder;
use utoipa::openapi::response::{Response, ResponseBuilder};
use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::openapi::{ContentBuilder, OpenApi, Ref, RefOr};
use utoipa::{IntoResponses, PartialSchema, ToSchema};

use super::ProblemBody;

/// The problems of every operation.
const COMMON: [(u16, &str); 7] = [
    (403, "tenant_disabled"),
    (404, "unknown_tenant"),
    (405, "method_not_allowed: the path exists, with other methods"),
    (408, "timeout"),
    (429, "overloaded"),
    (500, "internal"),
    (503, "unavailable"),
];

/// The problems of every operation on the operators' host.
const OPERATOR_COMMON: [(u16, &str); 6] = [
    (404, "not_found: also on every other host"),
    (405, "method_not_allowed: the path exists, with other methods"),
    (408, "timeout"),
    (429, "overloaded"),
    (500, "internal"),
    (503, "unavailable"),
];

macro_rules! problem_sets {
    ($($(#[$doc:meta])* $name:ident = $common:expr, $problems:expr;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name;

        impl IntoResponses for $name {
            fn responses() -> BTreeMap<String, RefOr<Response>> {
                let (common, own): (&[(u16, &str)], &[(u16, &str)]) = (&$common, &$problems);
                let response = |text: &str| ResponseBuilder::new().description(text).build();
                common.iter().chain(own).map(|(status, text)| (status.to_string(), response(text).into())).collect()
            }
        }
    )*};
}

problem_sets! {
    /// An operation that needs no session.
    PublicProblems = COMMON, [];
    /// An operation that needs a session.
    SignedInProblems = COMMON, [(401, "unauthorized")];
    /// An operation of a patient that needs the terms in effect to be agreed to.
    TermsProblem = [], [(403, "terms_consent_required, tenant_disabled")];
    /// An operation of a clinic's staff.
    StaffProblems = COMMON, [
        (401, "unauthorized"),
        (403, "forbidden, second_factor_required, password_change_required, second_factor_setup_required, cross_site, tenant_disabled"),
    ];
    /// An operation on the operators' host that needs no session.
    OperatorPublicProblems = OPERATOR_COMMON, [];
    /// An operation of an operator.
    OperatorProblems = OPERATOR_COMMON, [
        (401, "unauthorized"),
        (403, "forbidden, second_factor_required, password_change_required, second_factor_setup_required, cross_site"),
    ];
    /// An operation of a hotel tenant's user.
    HotelProblems = COMMON, [(401, "unauthorized"), (403, "forbidden, password_change_required, cross_site, tenant_disabled")];
    /// An operation of a partner's machines.
    PartnerKeyProblems = COMMON,
        [(401, "unauthorized, api_key_rejected: the member reason says why"), (403, "tenant_disabled")];
    /// The query, a header or the body cannot be parsed.
    MalformedProblem = [], [(400, "malformed")];
    /// The body is not a JSON object of the right shape.
    JsonProblems = [], [(400, "malformed"), (413, "too_large"), (415, "unsupported_media_type")];
    /// Fields are invalid.
    ValidationProblem = [], [(422, "validation")];
    /// A creating operation that takes an `Idempotency-Key`.
    IdempotencyProblems = [], [(400, "malformed"), (409, "in_progress"), (422, "validation, idempotency_mismatch")];
    /// The object of the path does not exist.
    NotFoundProblem = [], [(404, "not_found, unknown_tenant")];
    /// The operation is rate limited.
    RateLimitProblem = [], [(429, "too_many_requests, overloaded")];
}

/// Adds the problem's body, and `Retry-After` where it is sent, to every error response of the document. A response that
/// several operations have is written once, among the components.
pub fn complete(document: &mut OpenApi) {
    let mut uses: BTreeMap<String, usize> = BTreeMap::new();
    for_each_problem(document, |status, response| {
        complete_response(status, response);
        *uses.entry(component_name(status, &response.description)).or_default() += 1;
        None
    });
    let mut shared = BTreeMap::new();
    for_each_problem(document, |status, response| {
        let name = component_name(status, &response.description);
        (uses[&name] > 1).then(|| {
            let reference = Ref::from_response_name(&name);
            shared.insert(name, response.clone().into());
            reference
        })
    });
    let components = document.components.get_or_insert_default();
    components.responses.extend(shared);
    let mut schemas = vec![(ProblemBody::name().into_owned(), ProblemBody::schema())];
    ProblemBody::schemas(&mut schemas);
    components.schemas.extend(schemas);
}

/// Calls `visit` with the status and the response of every problem; puts the reference that it returns in its place.
fn for_each_problem(document: &mut OpenApi, mut visit: impl FnMut(&str, &mut Response) -> Option<Ref>) {
    for item in document.paths.paths.values_mut() {
        let operations = [&mut item.get, &mut item.post, &mut item.put, &mut item.delete];
        for operation in operations.into_iter().flatten() {
            for (status, response) in &mut operation.responses.responses {
                if let RefOr::T(problem) = response
                    && status.starts_with(['4', '5'])
                    && let Some(reference) = visit(status, problem)
                {
                    *response = RefOr::Ref(reference);
                }
            }
        }
    }
}

/// Status and codes, such as `Problem404NotFoundUnknownTenant`: a description starts with its codes.
fn component_name(status: &str, description: &str) -> String {
    let words = description.split(|letter: char| !letter.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let title = words.map(|word| word[..1].to_ascii_uppercase() + &word[1..]);
    format!("Problem{status}{}", title.collect::<String>())
}

fn complete_response(status: &str, response: &mut Response) {
    let body = || ContentBuilder::new().schema(Some(Ref::from_schema_name(ProblemBody::name()))).build().into();
    response.content.entry("application/problem+json".to_owned()).or_insert_with(body);
    if matches!(status, "429" | "503") {
        let seconds = ObjectBuilder::new().schema_type(Type::Integer).minimum(Some(1)).build();
        let header = HeaderBuilder::new().schema(Some(seconds)).description(Some("Seconds until a retry makes sense"));
        response.headers.insert("retry-after".to_owned(), header.build().into());
    }
}
