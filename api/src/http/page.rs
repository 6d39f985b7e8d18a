//! Pages of lists: `before` and `limit` in, `next` out.

use serde::Deserialize;
use utoipa::IntoParams;

const DEFAULT: u32 = 20;
const MOST: u32 = 100;

/// Which part of a list is asked for.
#[derive(Clone, Copy, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Page {
    /// Only what comes after this one in the list: the `next` of the page before.
    pub before: Option<i64>,
    /// How many at most.
    #[param(minimum = 1, maximum = 100, default = 20)]
    limit: Option<u32>,
}

impl Page {
    /// This part.
    #[must_use]
    pub const fn new(before: Option<i64>, limit: Option<u32>) -> Self {
        Self { before, limit }
    }

    /// How many to answer.
    fn limit(self) -> u32 {
        self.limit.unwrap_or(DEFAULT).clamp(1, MOST)
    }

    /// How many to look for: one more tells whether there is a next page.
    #[must_use]
    pub fn one_more(self) -> i64 {
        i64::from(self.limit()) + 1
    }

    /// The page's part of what was found, and the id of its last if there are more.
    #[must_use]
    pub fn cut<T>(self, mut found: Vec<T>, id: impl Fn(&T) -> i64) -> (Vec<T>, Option<i64>) {
        let limit = self.limit() as usize;
        let more = found.len() > limit;
        found.truncate(limit);
        let next = found.last().filter(|_| more).map(id);
        (found, next)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_says_where_the_next_begins() {
        let page = Page { before: None, limit: Some(2) };
        assert_eq!(page.one_more(), 3);
        assert_eq!(page.cut(vec![9, 8, 7], |&id| id), (vec![9, 8], Some(8)));
        assert_eq!(page.cut(vec![9, 8], |&id| id), (vec![9, 8], None));
        assert_eq!(page.cut(vec![], |&id: &i64| id), (vec![], None));
        assert_eq!(Page { before: None, limit: Some(9_999) }.one_more(), 101);
        assert_eq!(Page { before: None, limit: Some(0) }.one_more(), 2);
        assert_eq!(Page { before: None, limit: None }.one_more(), 21);
    }
}
