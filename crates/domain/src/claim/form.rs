//! The claim form (S5) with the fields that insurers require.

#[cfg(test)]
mod tests;

use std::ops::RangeInclusive;

use chrono::NaiveDate;

use super::kind::AccidentType;
use crate::birth::{parse_date, parse_past_date};
use crate::contact::Name;
use crate::text::{parse_line, parse_lines};
use crate::validation::{FieldErrors, Invalid, InvalidCode};

/// The longest reason, in characters.
const MAX_REASON_CHARS: usize = 1_000;
/// The longest bank name and address line, in characters.
const MAX_LINE_CHARS: usize = 100;
/// The longest account number.
const MAX_ACCOUNT_DIGITS: usize = 20;

/// Declares text newtypes whose `Debug` hides the text.
macro_rules! personal_texts {
    ($($(#[$doc:meta])* $name:ident)+) => {$(
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq)]
        pub struct $name(String);

        impl $name {
            /// Returns the text.
            #[must_use]
            pub fn as_str(&self) -> &str {
                &self.0
            }

            /// Wraps a stored text without checking it again.
            #[must_use]
            pub const fn from_stored(text: String) -> Self {
                Self(text)
            }
        }

        // logs must not contain personal data
        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(concat!(stringify!($name), "(..)"))
            }
        }
    )+};
}

personal_texts! {
    /// A contact number: 10 to 15 digits.
    ContactNumber
    /// The account that the insurer pays to: 1 to 20 digits. It is stored encrypted.
    AccountNumber
    /// The stored part of the resident number: six digits and one more, or seven more where a law allows it. It is stored encrypted.
    ResidentPart
}

impl AccountNumber {
    /// Masks the number: at least four stars, followed by at most its last four digits.
    #[must_use]
    pub fn to_masked(&self) -> String {
        let hidden = self.0.len().saturating_sub(4).max(self.0.len().min(4));
        "*".repeat(hidden) + self.0.get(hidden..).unwrap_or_default()
    }
}

/// The address for registered mail.
#[derive(Clone, PartialEq, Eq)]
pub struct MailAddress {
    /// Five digits.
    pub zipcode: String,
    /// The address.
    pub address: String,
    /// The second line; may be empty.
    pub detail: String,
}

impl std::fmt::Debug for MailAddress {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("MailAddress(..)")
    }
}

/// The form as received, before validation.
#[derive(Clone, Copy, Default)]
pub struct ClaimInput<'a> {
    /// The insured person.
    pub insured_name: &'a str,
    /// The contact number.
    pub mobile: &'a str,
    /// The date of the accident or illness.
    pub onset_date: &'a str,
    /// The code of the accident type.
    pub accident_type: &'a str,
    /// What happened.
    pub reason: &'a str,
    /// The bank. This field and the next four are for forwarding.
    pub bank_name: &'a str,
    /// The account.
    pub account_number: &'a str,
    /// The account holder.
    pub depositor: &'a str,
    /// The first six digits of the resident number.
    pub resident_front: &'a str,
    /// The seventh digit, or the last seven.
    pub resident_back: &'a str,
    /// The postal code for registered mail.
    pub zipcode: &'a str,
    /// The address for registered mail.
    pub address: &'a str,
    /// The second line of the address.
    pub address_detail: &'a str,
}

/// The rules that depend on tenant, day and options.
#[derive(Clone, Copy, Debug)]
pub struct FormRules {
    /// Today in Korea.
    pub today: NaiveDate,
    /// Whether the tenant may store the whole resident number.
    pub full_resident: bool,
    /// Whether the documents go out by registered mail.
    pub mailed: bool,
    /// Whether the documents are forwarded to another insurer.
    pub forwarded: bool,
}

/// The details that another insurer's form requires.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Payout {
    /// The bank.
    pub bank_name: String,
    /// The account that the insurer pays to.
    pub account_number: AccountNumber,
    /// The account holder.
    pub depositor: Name,
    /// The stored part of the resident number.
    pub resident: ResidentPart,
}

/// A valid claim form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClaimForm {
    /// The insured person.
    pub insured_name: Name,
    /// The contact number.
    pub mobile: ContactNumber,
    /// The date of the accident or illness.
    pub onset_date: NaiveDate,
    /// The accident type.
    pub accident_type: AccidentType,
    /// What happened.
    pub reason: String,
    /// The details for the other insurer's form. They are stored only if the documents are forwarded.
    pub payout: Option<Payout>,
    /// The address for registered mail, if it was chosen.
    pub mail_to: Option<MailAddress>,
}

impl ClaimForm {
    /// Parses a form and reports the errors of all fields.
    ///
    /// # Errors
    /// An [`Invalid`] for each refused field, in the order of the form.
    pub fn parse(input: &ClaimInput<'_>, rules: FormRules) -> Result<Self, Vec<Invalid>> {
        let mut errors = FieldErrors::default();
        let insured_name = errors.check(parse_name("insuredName", input.insured_name));
        let mobile = errors.check(parse_digits("mobile", input.mobile, 10..=15)).map(ContactNumber);
        let onset_date = errors.check(parse_past_date("onsetDate", input.onset_date, rules.today));
        let accident_type = errors.check(parse_accident_type(input.accident_type));
        let reason = errors.check(parse_lines("reason", input.reason, MAX_REASON_CHARS));
        let payout = if rules.forwarded { errors.check_payout(input, rules.full_resident) } else { None };
        let mail_to = if rules.mailed { errors.check_address(input) } else { None };
        let form = (|| {
            Some(Self {
                insured_name: insured_name?,
                mobile: mobile?,
                onset_date: onset_date?,
                accident_type: accident_type?,
                reason: reason?,
                payout,
                mail_to,
            })
        })();
        match form {
            Some(form) if errors.0.is_empty() => Ok(form),
            _ => Err(errors.0),
        }
    }
}

impl FieldErrors {
    fn check_payout(&mut self, input: &ClaimInput<'_>, full: bool) -> Option<Payout> {
        let bank_name = self.check(parse_line("bankName", input.bank_name, MAX_LINE_CHARS));
        let account_number = self.check(parse_digits("accountNumber", input.account_number, 1..=MAX_ACCOUNT_DIGITS));
        let depositor = self.check(parse_name("depositor", input.depositor));
        let resident = self.check_resident(input, full);
        Some(Payout {
            bank_name: bank_name?,
            account_number: AccountNumber(account_number?),
            depositor: depositor?,
            resident: resident?,
        })
    }

    fn check_resident(&mut self, input: &ClaimInput<'_>, full: bool) -> Option<ResidentPart> {
        let back_digits = if full { 7 } else { 1 };
        let front = self.check(parse_digits("residentFront", input.resident_front, 6..=6));
        let back = self.check(parse_digits("residentBack", input.resident_back, back_digits..=back_digits));
        self.check(join_resident(&front?, &back?))
    }

    fn check_address(&mut self, input: &ClaimInput<'_>) -> Option<MailAddress> {
        let zipcode = self.check(parse_digits("zipcode", input.zipcode, 5..=5));
        let address = self.check(parse_line("address", input.address, MAX_LINE_CHARS));
        let detail = match input.address_detail.trim() {
            "" => Some(String::new()),
            detail => self.check(parse_line("addressDetail", detail, MAX_LINE_CHARS)),
        };
        Some(MailAddress { zipcode: zipcode?, address: address?, detail: detail? })
    }
}

fn parse_name(field: &'static str, text: &str) -> Result<Name, Invalid> {
    Name::parse(text).map_err(|invalid| Invalid::new(field, invalid.code))
}

fn parse_digits(field: &'static str, text: &str, length: RangeInclusive<usize>) -> Result<String, Invalid> {
    if text.is_empty() {
        return Err(Invalid::new(field, InvalidCode::Required));
    }
    let is_valid = length.contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit());
    if is_valid { Ok(text.to_owned()) } else { Err(Invalid::new(field, InvalidCode::Format)) }
}

fn parse_accident_type(code: &str) -> Result<AccidentType, Invalid> {
    let reason = if code.is_empty() { InvalidCode::Required } else { InvalidCode::Unknown };
    code.parse().map_err(|_| Invalid::new("accidentType", reason))
}

/// Joins both parts if the first six digits are a valid date in the century that the seventh digit encodes.
fn join_resident(front: &str, back: &str) -> Result<ResidentPart, Invalid> {
    let century = match back.as_bytes().first() {
        Some(b'1' | b'2' | b'5' | b'6') => "19",
        Some(b'3' | b'4' | b'7' | b'8') => "20",
        _ => "18",
    };
    match parse_date(&format!("{century}{front}")) {
        Some(_) => Ok(ResidentPart(format!("{front}{back}"))),
        None => Err(Invalid::new("residentFront", InvalidCode::Format)),
    }
}
