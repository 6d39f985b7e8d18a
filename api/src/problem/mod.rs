//! Errors as a client sees them: RFC 9457 problems with stable codes, in the reader's language.
//!
//! A handler fails with a [`Problem`]. It travels as an extension of an empty answer until [`crate::http::frame`], which
//! knows the request's language and id, writes the body, and logs an internal failure once.

mod catalogue;
mod code;
pub mod page;

use std::error::Error;
use std::sync::Arc;

use axum::response::{IntoResponse, Response};
use domain::{Invalid, Locale};
use http::StatusCode;
use serde::Serialize;
use utoipa::ToSchema;

use crate::self_checks::shape::Tci;

pub use catalogue::Catalogue;
pub use code::Code;

/// After how many seconds a request that met an outage may be tried again.
const AFTER_OUTAGE: u64 = 3;

/// What went wrong with a request, before it is put in words.
#[derive(Clone, Debug)]
pub struct Problem {
    /// What kind of problem it is; decides the status.
    pub code: Code,
    /// The fields that are wrong, for [`Code::Validation`].
    pub errors: Vec<Invalid>,
    /// What holds those fields in the request, `generate.lines[3].` for a line's; empty when nothing does.
    pub within: String,
    /// After how many seconds another try makes sense.
    pub retry_after: Option<u64>,
    /// What is there now, for [`Code::VersionConflict`].
    pub current: Option<Box<Tci>>,
    /// Why, for the log alone.
    pub cause: Option<Arc<dyn Error + Send + Sync>>,
}

impl Problem {
    /// A problem of a kind. What is down may be back soon: a 503 says when to try again.
    #[must_use]
    pub fn new(code: Code) -> Self {
        let outage = code.status() == StatusCode::SERVICE_UNAVAILABLE;
        Self {
            code,
            errors: Vec::new(),
            within: String::new(),
            retry_after: outage.then_some(AFTER_OUTAGE),
            current: None,
            cause: None,
        }
    }

    /// The request's fields are wrong.
    #[must_use]
    pub fn validation(errors: Vec<Invalid>) -> Self {
        Self { errors, ..Self::new(Code::Validation) }
    }

    /// One field is wrong.
    #[must_use]
    pub fn field(field: &'static str, code: domain::Code) -> Self {
        Self::validation(vec![Invalid::new(field, code)])
    }

    /// One field of a part of the request is wrong.
    #[must_use]
    pub fn within(part: String, field: &'static str, code: domain::Code) -> Self {
        Self { within: part, ..Self::field(field, code) }
    }

    /// A failure of ours, logged with its cause and told without it.
    #[must_use]
    pub fn internal(cause: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self::caused(Code::Internal, cause)
    }

    /// A problem of a kind, with the reason for the log.
    #[must_use]
    pub fn caused(code: Code, cause: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self { cause: Some(Arc::from(cause.into())), ..Self::new(code) }
    }

    /// Somebody else saved meanwhile.
    #[must_use]
    pub fn conflict(current: Tci) -> Self {
        Self { current: Some(Box::new(current)), ..Self::new(Code::VersionConflict) }
    }

    /// Too many tries; another makes sense after `seconds`.
    #[must_use]
    pub fn too_many(seconds: u64) -> Self {
        Self { retry_after: Some(seconds.max(1)), ..Self::new(Code::TooManyRequests) }
    }

    /// The body in a language.
    #[must_use]
    pub fn body(&self, locale: Locale) -> ProblemBody {
        let catalogue = Catalogue::of(locale);
        let (title, detail) = catalogue.problem(self.code);
        let errors = self.errors.iter().map(|error| FieldMessage {
            field: format!("{}{}", self.within, error.field),
            code: error.code.as_str().to_owned(),
            message: catalogue.field(error.field, error.code.as_str()).to_owned(),
        });
        ProblemBody {
            kind: format!("/problems/{}", self.code.as_str()),
            title: title.to_owned(),
            status: self.code.status().as_u16(),
            code: self.code.as_str().to_owned(),
            detail: detail.to_owned(),
            errors: errors.collect(),
            current: self.current.clone(),
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
        Self::caused(code, error)
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
        let mut answer = self.code.status().into_response();
        answer.extensions_mut().insert(self);
        answer
    }
}

/// An error answer (RFC 9457, `application/problem+json`).
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Problem)]
pub struct ProblemBody {
    /// A reference that names the kind of problem.
    #[serde(rename = "type")]
    #[schema(example = "/problems/validation")]
    kind: String,
    /// The kind of problem in a few words, in the reader's language.
    title: String,
    /// The HTTP status, repeated.
    status: u16,
    /// The kind of problem, stable.
    #[schema(example = "validation")]
    code: String,
    /// What to do about it, in the reader's language.
    detail: String,
    /// The fields that are wrong, when that is the problem.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    errors: Vec<FieldMessage>,
    /// The analysis as somebody else saved it, for `version_conflict`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Tci>)]
    current: Option<Box<Tci>>,
}

/// A field of the request that is wrong.
#[derive(Debug, Serialize, ToSchema)]
pub struct FieldMessage {
    /// The field, as it is named in the request's JSON.
    field: String,
    /// What is wrong, stable.
    code: String,
    /// What is wrong, in the reader's language.
    message: String,
}
