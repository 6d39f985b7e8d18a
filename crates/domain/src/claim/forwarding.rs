//! How a clinic sends a claim's documents to another insurer.

use chrono::{DateTime, TimeDelta, Utc};
use strum::{EnumString, IntoStaticStr, VariantArray};

use crate::text::parse_line;
use crate::validation::{Invalid, InvalidCode};

/// The longest reference, in characters.
const MAX_REFERENCE_CHARS: usize = 200;
/// How far a staff member's clock may be ahead.
const CLOCK_TOLERANCE: TimeDelta = TimeDelta::minutes(5);

/// How documents are sent to an insurer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum ForwardingMethod {
    /// By fax.
    Fax,
    /// By e-mail.
    Email,
    /// By post.
    Post,
}

/// The record of a forwarding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forwarding {
    /// How the documents were sent.
    pub method: ForwardingMethod,
    /// The proof of dispatch: the fax number or e-mail address with the insurer's receipt, or the tracking number.
    pub reference: String,
    /// When it was sent.
    pub sent_at: DateTime<Utc>,
}

/// A forwarding record as received, before validation.
#[derive(Clone, Copy, Debug)]
pub struct ForwardingInput<'a> {
    /// The code of the method.
    pub method: &'a str,
    /// The reference.
    pub reference: &'a str,
    /// When it was sent; defaults to now.
    pub sent_at: Option<DateTime<Utc>>,
}

impl Forwarding {
    /// Parses a record.
    ///
    /// # Errors
    /// `method`: [`InvalidCode::Unknown`]; `reference`: as [`parse_line`]; `sentAt`: [`InvalidCode::Range`] in the future.
    pub fn parse(input: ForwardingInput<'_>, now: DateTime<Utc>) -> Result<Self, Invalid> {
        let method = input.method.parse().map_err(|_| Invalid::new("method", InvalidCode::Unknown))?;
        let reference = parse_line("reference", input.reference, MAX_REFERENCE_CHARS)?;
        let sent_at = input.sent_at.unwrap_or(now);
        if sent_at > now + CLOCK_TOLERANCE {
            return Err(Invalid::new("sentAt", InvalidCode::Range));
        }
        Ok(Self { method, reference, sent_at })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forwarding_refuses_by_field() {
        let now = DateTime::from_timestamp(1_800_000_000, 0).expect("a time");
        let long = "가".repeat(201);
        for (method, reference, ahead, field, code) in [
            ("pigeon", "1", 0, "method", InvalidCode::Unknown),
            ("fax", " ", 0, "reference", InvalidCode::Required),
            ("fax", long.as_str(), 0, "reference", InvalidCode::TooLong),
            ("fax", "1\n2", 0, "reference", InvalidCode::Format),
            ("fax", "1\u{202e}2", 0, "reference", InvalidCode::Format),
            ("fax", "\u{200b}", 0, "reference", InvalidCode::Required),
            ("fax", "1", 301, "sentAt", InvalidCode::Range),
        ] {
            let sent_at = Some(now + TimeDelta::seconds(ahead));
            let parsed = Forwarding::parse(ForwardingInput { method, reference, sent_at }, now);
            assert_eq!(parsed, Err(Invalid::new(field, code)), "{field}");
        }
        let input = ForwardingInput { method: "post", reference: " 12-3 ", sent_at: None };
        let sent = Forwarding::parse(input, now).expect("a record");
        assert_eq!((sent.method, sent.reference.as_str(), sent.sent_at), (ForwardingMethod::Post, "12-3", now));
    }

    #[test]
    fn forwarding_at_the_bounds_is_accepted() {
        let now = DateTime::from_timestamp(1_800_000_000, 0).expect("a time");
        let longest = "\u{1100}\u{1161}".repeat(200);
        let sent_at = Some(now + TimeDelta::minutes(5));
        let input = ForwardingInput { method: "email", reference: &longest, sent_at };
        let sent = Forwarding::parse(input, now).expect("a record");
        assert_eq!((sent.reference, Some(sent.sent_at)), ("가".repeat(200), sent_at));
    }
}
