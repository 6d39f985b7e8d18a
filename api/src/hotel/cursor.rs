//! Lists page by page: `cursor` in, `nextCursor` out.

use serde::Deserialize;
use utoipa::IntoParams;

use crate::problem::{Code, Problem};

/// The maximum number of items on a page.
const PAGE_SIZE: u16 = 50;

/// The requested page of a list.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct CursorQuery {
    /// Returns the items after those of an earlier page: its `nextCursor`.
    cursor: Option<String>,
}

impl CursorQuery {
    /// Returns the id of the last item before the page; `None` for the first page.
    ///
    /// # Errors
    /// [`Code::Malformed`] for an invalid cursor.
    pub fn id(&self) -> Result<Option<i64>, Problem> {
        let id = self.cursor.as_deref().filter(|text| !text.is_empty()).map(str::parse::<i64>).transpose();
        id.map_err(|_| Code::Malformed.into())
    }

    /// The number of rows to fetch: one more than a page has, to detect whether there is a next page.
    pub const FETCH_LIMIT: i64 = PAGE_SIZE as i64 + 1;

    /// Splits the fetched rows into the page's items and the cursor of the next page.
    #[must_use]
    pub fn split<T>(mut rows: Vec<T>, id: impl Fn(&T) -> i64) -> (Vec<T>, Option<String>) {
        let size = usize::from(PAGE_SIZE);
        let has_more = rows.len() > size;
        rows.truncate(size);
        let next = rows.last().filter(|_| has_more).map(|row| id(row).to_string());
        (rows, next)
    }
}
