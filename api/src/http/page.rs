//! Cursor pagination: `before` and `limit` in, `next` out.

use axum::extract::FromRequestParts;
use http::request::Parts;
use serde::Deserialize;
use utoipa::IntoParams;

use super::Query;
use crate::problem::Problem;

const DEFAULT_LIMIT: u32 = 20;
const MAX_LIMIT: u32 = 100;

/// The requested page of a list.
#[derive(Clone, Copy, Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Page {
    /// Returns only the items after this one: the `next` of the previous page.
    pub before: Option<i64>,
    /// The maximum number of items.
    #[serde(default = "default_limit")]
    #[param(required = false, minimum = 1, maximum = 100, default = 20)]
    limit: u32,
}

const fn default_limit() -> u32 {
    DEFAULT_LIMIT
}

impl Default for Page {
    fn default() -> Self {
        Self { before: None, limit: DEFAULT_LIMIT }
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Page {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let Query(page) = Query::<Self>::from_request_parts(parts, state).await?;
        if !(1..=MAX_LIMIT).contains(&page.limit) {
            return Err(Problem::field("limit", domain::InvalidCode::Range));
        }
        Ok(page)
    }
}

impl Page {
    /// Returns the number of rows to fetch: one more than the limit, to detect whether there is a next page.
    #[must_use]
    pub fn fetch_limit(self) -> i64 {
        i64::from(self.limit) + 1
    }

    /// Splits the fetched rows into the page's items and the id of the last one if more follow.
    #[must_use]
    pub fn split<T>(self, mut rows: Vec<T>, id: impl Fn(&T) -> i64) -> (Vec<T>, Option<i64>) {
        let limit = self.limit as usize;
        let has_more = rows.len() > limit;
        rows.truncate(limit);
        let next = rows.last().filter(|_| has_more).map(id);
        (rows, next)
    }
}
