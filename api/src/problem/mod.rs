//! Errors as clients see them: RFC 9457 problems with stable codes, in the reader's language.
//!
//! A handler fails with a [`Problem`]. The problem travels as an extension of an empty response up to
//! the middleware. The middleware knows the request's language and id: it writes the body and logs an internal
//! failure once.

mod catalogue;
mod code;
mod field_errors;
pub mod page;
pub mod responses;

use std::error::Error;
use std::sync::Arc;

use axum::response::{IntoResponse, Response};
use domain::{Invalid, Locale};
use http::StatusCode;
use serde::Serialize;
use serde_json::{Map, Value};
use utoipa::ToSchema;

pub use catalogue::Catalogue;
pub use code::Code;
pub use field_errors::FieldErrors;
pub use responses::{
    HotelProblems, IdempotencyProblems, JsonProblems, MalformedProblem, NotFoundProblem, OperatorProblems,
    OperatorPublicProblems, PartnerKeyProblems, PublicProblems, RateLimitProblem, SignedInProblems, StaffProblems,
    TermsProblem, ValidationProblem,
};

/// The `Retry-After` of a request that met an outage, in seconds.
const OUTAGE_RETRY_AFTER_S: u64 = 3;
/// The `Retry-After` of a request that was refused because of overload, in seconds. A permit is free again in less.
const OVERLOAD_RETRY_AFTER_S: u64 = 1;

/// The error of a request, before it is rendered.
#[derive(Clone, Debug)]
pub struct Problem {
    /// The kind of problem, which decides the status.
    pub code: Code,
    /// The invalid fields, for [`Code::Validation`].
    pub errors: Vec<Invalid>,
    /// The path of the object that holds those fields, for example `generate.lines[3].`. Empty at the top level.
    pub field_prefix: String,
    /// The number of seconds after which a retry makes sense.
    pub retry_after: Option<u64>,
    /// Further members of the body (RFC 9457, section 3.2).
    pub extensions: Map<String, Value>,
    /// The cause, for the log only.
    pub cause: Option<Arc<dyn Error + Send + Sync>>,
}

impl Problem {
    /// Creates a problem of a kind. An outage may be short, so a 503 says when to retry.
    #[must_use]
    pub fn new(code: Code) -> Self {
        let outage = code.status() == StatusCode::SERVICE_UNAVAILABLE;
        Self {
            code,
            errors: Vec::new(),
            field_prefix: String::new(),
            retry_after: outage.then_some(OUTAGE_RETRY_AFTER_S),
            extensions: Map::new(),
            cause: None,
        }
    }

    /// Returns a validation problem with these fields.
    #[must_use]
    pub fn validation(errors: Vec<Invalid>) -> Self {
        Self { errors, ..Self::new(Code::Validation) }
    }

    /// Returns a validation problem with one field.
    #[must_use]
    pub fn field(field: &'static str, code: domain::InvalidCode) -> Self {
        Self::validation(vec![Invalid::new(field, code)])
    }

    /// Returns a validation problem with one field of a nested object.
    #[must_use]
    pub fn nested_field(prefix: String, field: &'static str, code: domain::InvalidCode) -> Self {
        Self { field_prefix: prefix, ..Self::field(field, code) }
    }

    /// Creates an internal failure. The cause is logged and not shown.
    #[must_use]
    pub fn internal(cause: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self::with_cause(Code::Internal, cause)
    }

    /// Creates a problem of a kind with its cause for the log.
    #[must_use]
    pub fn with_cause(code: Code, cause: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self { cause: Some(Arc::from(cause.into())), ..Self::new(code) }
    }

    /// Creates the problem of an exceeded rate limit. A retry makes sense after `retry_after` seconds.
    #[must_use]
    pub fn too_many_requests(retry_after: u64) -> Self {
        Self { retry_after: Some(retry_after.max(1)), ..Self::new(Code::TooManyRequests) }
    }

    /// Creates the problem of a request that is refused because too many are in work.
    #[must_use]
    pub fn overloaded() -> Self {
        Self { retry_after: Some(OVERLOAD_RETRY_AFTER_S), ..Self::new(Code::Overloaded) }
    }

    /// Adds a member to the body. A value that cannot be serialized is left out.
    #[must_use]
    pub fn with_extension(mut self, name: &str, value: &impl Serialize) -> Self {
        // serialized to text first, because converting an `f32` to an `f64` would add digits
        let text = serde_json::to_string(value).unwrap_or_default();
        if let Ok(value) = serde_json::from_str(&text) {
            self.extensions.insert(name.to_owned(), value);
        }
        self
    }

    /// Replaces the placeholders `{name}` of a text with the values of text extensions.
    fn fill_in(&self, text: &str) -> String {
        self.extensions.iter().fold(text.to_owned(), |text, (name, value)| match value {
            Value::String(value) => text.replace(&format!("{{{name}}}"), value),
            _ => text,
        })
    }

    /// Returns the body in a language.
    #[must_use]
    pub fn body(&self, locale: Locale) -> ProblemBody {
        let catalogue = Catalogue::for_locale(locale);
        let (title, detail) = catalogue.problem(self.code);
        let errors = self.errors.iter().map(|error| FieldMessage {
            field: format!("{}{}", self.field_prefix, error.field),
            code: error.code.as_str().to_owned(),
            message: catalogue.field(error.field, error.code.as_str()).to_owned(),
        });
        ProblemBody {
            kind: format!("/problems/{}", self.code.as_str()),
            title: title.to_owned(),
            status: self.code.status().as_u16(),
            code: self.code.as_str().to_owned(),
            detail: self.fill_in(detail),
            errors: errors.collect(),
            extensions: self.extensions.clone(),
        }
    }
}

impl From<Code> for Problem {
    fn from(code: Code) -> Self {
        Self::new(code)
    }
}

impl From<db::Error> for Problem {
    fn from(error: db::Error) -> Self {
        let code = if error.is_unavailable() { Code::Unavailable } else { Code::Internal };
        Self::with_cause(code, error)
    }
}

impl From<db::identities::SetError> for Problem {
    fn from(error: db::identities::SetError) -> Self {
        match error {
            db::identities::SetError::PersonTaken => Code::AlreadyRegistered.into(),
            db::identities::SetError::Db(error) => error.into(),
        }
    }
}

impl From<db::social::LinkError> for Problem {
    fn from(error: db::social::LinkError) -> Self {
        match error {
            db::social::LinkError::Taken => Code::AlreadyRegistered.into(),
            db::social::LinkError::Db(error) => error.into(),
        }
    }
}

impl From<Invalid> for Problem {
    fn from(invalid: Invalid) -> Self {
        Self::validation(vec![invalid])
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let mut response = self.code.status().into_response();
        response.extensions_mut().insert(self);
        response
    }
}

/// An error response (RFC 9457, `application/problem+json`).
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Problem)]
pub struct ProblemBody {
    /// A reference that names the kind of problem.
    #[serde(rename = "type")]
    #[schema(example = "/problems/validation")]
    kind: String,
    /// A short title in the reader's language.
    title: String,
    /// The HTTP status.
    status: u16,
    /// The stable name of the kind of problem.
    #[schema(example = "validation")]
    code: String,
    /// What to do about it, in the reader's language.
    detail: String,
    /// The invalid fields, for `validation`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    errors: Vec<FieldMessage>,
    #[serde(flatten)]
    #[schema(ignore)]
    extensions: Map<String, Value>,
}

/// An invalid field of the request.
#[derive(Debug, Serialize, ToSchema)]
pub struct FieldMessage {
    /// The field's name in the request's JSON.
    field: String,
    /// The stable name of the rule that the field breaks.
    code: String,
    /// The same in the reader's language.
    message: String,
}
