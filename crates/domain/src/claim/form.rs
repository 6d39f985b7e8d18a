//! The claim form (S5): every field that an insurer asks for.

use chrono::{Datelike as _, NaiveDate};

use super::AccidentType;
use crate::birth;
use crate::contact::Name;
use crate::validation::{Code, Invalid};

/// The longest reason, in characters.
const LONGEST_REASON: usize = 1_000;
/// The longest name of a bank and line of an address, in characters.
const LONGEST_LINE: usize = 100;
/// The longest account number, in digits.
const LONGEST_ACCOUNT: usize = 20;

macro_rules! hidden {
    ($($(#[$doc:meta])* $name:ident)+) => {$(
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq)]
        pub struct $name(String);

        impl $name {
            /// The text.
            #[must_use]
            pub fn as_str(&self) -> &str {
                &self.0
            }

            /// A text that was checked when it was stored.
            #[must_use]
            pub const fn from_stored(text: String) -> Self {
                Self(text)
            }
        }

        // who logs a request must not log the person in it
        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(concat!(stringify!($name), "(..)"))
            }
        }
    )+};
}

hidden! {
    /// A number to be reached by: 10 to 15 digits.
    ContactNumber
    /// The account that the insurer pays to: 1 to 20 digits. Sealed at rest.
    AccountNumber
    /// The part of the resident number that is held: six digits and one more, or seven more where a law allows it. Sealed at rest.
    ResidentPart
}

impl AccountNumber {
    /// The number for people: its last four digits, and stars for the others.
    #[must_use]
    pub fn masked(&self) -> String {
        let hidden = self.0.len().saturating_sub(4).max(self.0.len().min(4));
        "*".repeat(hidden) + self.0.get(hidden..).unwrap_or_default()
    }
}

/// Where registered mail goes.
#[derive(Clone, PartialEq, Eq)]
pub struct MailAddress {
    /// Five digits.
    pub zipcode: String,
    /// The address.
    pub address: String,
    /// The rest of it; may be empty.
    pub detail: String,
}

impl std::fmt::Debug for MailAddress {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("MailAddress(..)")
    }
}

/// The form as it came.
#[derive(Clone, Copy, Default)]
pub struct ClaimInput<'a> {
    /// Whose insurance it is.
    pub insured_name: &'a str,
    /// The number to be reached by.
    pub mobile: &'a str,
    /// When it happened.
    pub onset_date: &'a str,
    /// The code of the kind of accident.
    pub accident_type: &'a str,
    /// What happened.
    pub reason: &'a str,
    /// The bank of the account.
    pub bank_name: &'a str,
    /// The account.
    pub account_number: &'a str,
    /// Whose account it is.
    pub depositor: &'a str,
    /// The first six digits of the resident number.
    pub resident_front: &'a str,
    /// The seventh, or all seven that follow.
    pub resident_back: &'a str,
    /// Where registered mail goes.
    pub zipcode: &'a str,
    /// Where registered mail goes.
    pub address: &'a str,
    /// Where registered mail goes.
    pub address_detail: &'a str,
}

/// What the form is checked against.
#[derive(Clone, Copy, Debug)]
pub struct FormRules {
    /// Today in Korea.
    pub today: NaiveDate,
    /// Whether the tenant may hold the whole resident number.
    pub full_resident: bool,
    /// Whether the documents go out by registered mail.
    pub mailed: bool,
}

/// A claim form whose every field is right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClaimForm {
    /// Whose insurance it is.
    pub insured_name: Name,
    /// The number to be reached by.
    pub mobile: ContactNumber,
    /// When it happened.
    pub onset_date: NaiveDate,
    /// What kind of accident it was.
    pub accident_type: AccidentType,
    /// What happened.
    pub reason: String,
    /// The bank of the account.
    pub bank_name: String,
    /// The account that the insurer pays to.
    pub account_number: AccountNumber,
    /// Whose account it is.
    pub depositor: Name,
    /// The part of the resident number.
    pub resident: ResidentPart,
    /// Where registered mail goes; none without it.
    pub mail_to: Option<MailAddress>,
}

impl ClaimForm {
    /// Reads a form and says of every field what is wrong with it.
    ///
    /// # Errors
    /// One [`Invalid`] for each refused field, in the order of the form.
    pub fn parse(input: &ClaimInput<'_>, rules: FormRules) -> Result<Self, Vec<Invalid>> {
        let mut wrong = Vec::new();
        let mut keep = Keep(&mut wrong);
        let insured_name = keep.one(name("insuredName", input.insured_name));
        let mobile = keep.one(digits("mobile", input.mobile, 10..=15)).map(ContactNumber);
        let onset_date = keep.one(onset(input.onset_date, rules.today));
        let accident_type = keep.one(accident(input.accident_type));
        let reason = keep.one(text("reason", input.reason, LONGEST_REASON));
        let bank_name = keep.one(text("bankName", input.bank_name, LONGEST_LINE));
        let account_number =
            keep.one(digits("accountNumber", input.account_number, 1..=LONGEST_ACCOUNT)).map(AccountNumber);
        let depositor = keep.one(name("depositor", input.depositor));
        let back = if rules.full_resident { 7 } else { 1 };
        let front = keep.one(digits("residentFront", input.resident_front, 6..=6));
        let back = keep.one(digits("residentBack", input.resident_back, back..=back));
        let resident = front.zip(back).and_then(|(front, back)| keep.one(resident(&front, &back)));
        let mail_to = if rules.mailed { keep.address(input) } else { None };
        let form = (|| {
            Some(Self {
                insured_name: insured_name?,
                mobile: mobile?,
                onset_date: onset_date?,
                accident_type: accident_type?,
                reason: reason?,
                bank_name: bank_name?,
                account_number: account_number?,
                depositor: depositor?,
                resident: resident?,
                mail_to,
            })
        })();
        match form {
            Some(form) if wrong.is_empty() => Ok(form),
            _ => Err(wrong),
        }
    }
}

/// Collects what is wrong.
struct Keep<'a>(&'a mut Vec<Invalid>);

impl Keep<'_> {
    fn one<T>(&mut self, checked: Result<T, Invalid>) -> Option<T> {
        checked.map_err(|invalid| self.0.push(invalid)).ok()
    }

    fn address(&mut self, input: &ClaimInput<'_>) -> Option<MailAddress> {
        let zipcode = self.one(digits("zipcode", input.zipcode, 5..=5));
        let address = self.one(text("address", input.address, LONGEST_LINE));
        let detail = input.address_detail.trim();
        let detail =
            if detail.is_empty() { Some(String::new()) } else { self.one(text("addressDetail", detail, LONGEST_LINE)) };
        Some(MailAddress { zipcode: zipcode?, address: address?, detail: detail? })
    }
}

fn name(field: &'static str, text: &str) -> Result<Name, Invalid> {
    Name::parse(text).map_err(|invalid| Invalid::new(field, invalid.code))
}

fn text(field: &'static str, text: &str, longest: usize) -> Result<String, Invalid> {
    let text = text.trim();
    let broken = |c: char| c.is_control() && !matches!(c, '\n' | '\r' | '\t');
    match text.chars().count() {
        0 => Err(Invalid::new(field, Code::Required)),
        count if count > longest => Err(Invalid::new(field, Code::TooLong)),
        _ if text.contains(broken) => Err(Invalid::new(field, Code::Format)),
        _ => Ok(text.to_owned()),
    }
}

fn digits(field: &'static str, text: &str, length: std::ops::RangeInclusive<usize>) -> Result<String, Invalid> {
    if text.is_empty() {
        return Err(Invalid::new(field, Code::Required));
    }
    let right = length.contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit());
    if right { Ok(text.to_owned()) } else { Err(Invalid::new(field, Code::Format)) }
}

fn accident(code: &str) -> Result<AccidentType, Invalid> {
    let wrong = if code.is_empty() { Code::Required } else { Code::Unknown };
    AccidentType::from_code(code).ok_or(Invalid::new("accidentType", wrong))
}

fn onset(text: &str, today: NaiveDate) -> Result<NaiveDate, Invalid> {
    let invalid = |code| Invalid::new("onsetDate", code);
    let text = text.trim();
    if text.is_empty() {
        return Err(invalid(Code::Required));
    }
    let date = birth::read(text).ok_or(invalid(Code::Format))?;
    if date.year() < 1900 || date > today { Err(invalid(Code::Range)) } else { Ok(date) }
}

/// Both parts together, when the first six are a birthday of the century that the seventh names.
fn resident(front: &str, back: &str) -> Result<ResidentPart, Invalid> {
    let century = match back.as_bytes().first() {
        Some(b'1' | b'2' | b'5' | b'6') => "19",
        Some(b'3' | b'4' | b'7' | b'8') => "20",
        _ => "18",
    };
    match birth::read(&format!("{century}{front}")) {
        Some(_) => Ok(ResidentPart(format!("{front}{back}"))),
        None => Err(Invalid::new("residentFront", Code::Format)),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const GOOD: ClaimInput<'_> = ClaimInput {
        insured_name: "김하늘",
        mobile: "01012345678",
        onset_date: "20261101",
        accident_type: "dental",
        reason: "충치 치료",
        bank_name: "하나은행",
        account_number: "12345678901234",
        depositor: "김하늘",
        resident_front: "900131",
        resident_back: "2",
        zipcode: "06234",
        address: "서울특별시 강남구 혀봄로 1",
        address_detail: "",
    };

    fn rules() -> FormRules {
        let today = NaiveDate::from_ymd_opt(2026, 11, 21).expect("a day");
        FormRules { today, full_resident: false, mailed: false }
    }

    fn wrong(input: &ClaimInput<'_>, rules: FormRules) -> Vec<(&'static str, &'static str)> {
        let wrong = ClaimForm::parse(input, rules).expect_err("refused");
        wrong.into_iter().map(|invalid| (invalid.field, invalid.code.as_str())).collect()
    }

    #[test]
    fn a_whole_form_is_read_and_not_shown() {
        let form = ClaimForm::parse(&GOOD, rules()).expect("a form");
        assert_eq!((form.resident.as_str(), form.account_number.masked().as_str()), ("9001312", "**********1234"));
        assert_eq!(form.mail_to, None);
        let shown = format!("{form:?}");
        for hidden in ["하늘", "0101234", "12345678", "900131"] {
            assert!(!shown.contains(hidden), "{shown}");
        }
        let mailed = ClaimForm::parse(&GOOD, FormRules { mailed: true, ..rules() }).expect("a form");
        assert_eq!(mailed.mail_to.expect("an address").zipcode, "06234");
    }

    #[test]
    fn every_empty_field_is_named() {
        let fields = [
            "insuredName",
            "mobile",
            "onsetDate",
            "accidentType",
            "reason",
            "bankName",
            "accountNumber",
            "depositor",
            "residentFront",
            "residentBack",
            "zipcode",
            "address",
        ];
        let expected: Vec<_> = fields.into_iter().map(|field| (field, "required")).collect();
        assert_eq!(wrong(&ClaimInput::default(), FormRules { mailed: true, ..rules() }), expected);
    }

    #[test]
    fn each_rule_refuses_by_its_code() {
        let long = "가".repeat(1_001);
        let table: [(ClaimInput<'_>, &str, &str); 17] = [
            (ClaimInput { mobile: "010-1234-5678", ..GOOD }, "mobile", "format"),
            (ClaimInput { mobile: "010123456", ..GOOD }, "mobile", "format"),
            (ClaimInput { onset_date: "20261122", ..GOOD }, "onsetDate", "range"),
            (ClaimInput { onset_date: "18991231", ..GOOD }, "onsetDate", "range"),
            (ClaimInput { onset_date: "2026-02-30", ..GOOD }, "onsetDate", "format"),
            (ClaimInput { accident_type: "war", ..GOOD }, "accidentType", "unknown"),
            (ClaimInput { reason: &long, ..GOOD }, "reason", "too_long"),
            (ClaimInput { reason: "a\0b", ..GOOD }, "reason", "format"),
            (ClaimInput { bank_name: &long[..303], ..GOOD }, "bankName", "too_long"),
            (ClaimInput { account_number: "123-45", ..GOOD }, "accountNumber", "format"),
            (ClaimInput { account_number: "12345a", ..GOOD }, "accountNumber", "format"),
            (ClaimInput { account_number: "123456789012345678901", ..GOOD }, "accountNumber", "format"),
            (ClaimInput { resident_front: "90013", ..GOOD }, "residentFront", "format"),
            (ClaimInput { resident_front: "901331", ..GOOD }, "residentFront", "format"),
            (ClaimInput { resident_back: "21", ..GOOD }, "residentBack", "format"),
            // more than may be held
            (ClaimInput { resident_back: "2123456", ..GOOD }, "residentBack", "format"),
            (ClaimInput { depositor: "\u{7}", ..GOOD }, "depositor", "format"),
        ];
        for (input, field, code) in table {
            assert_eq!(wrong(&input, rules()), [(field, code)]);
        }
        let full = FormRules { full_resident: true, ..rules() };
        assert_eq!(wrong(&GOOD, full), [("residentBack", "format")]);
        let held = ClaimForm::parse(&ClaimInput { resident_back: "2123456", ..GOOD }, full).expect("a form");
        assert_eq!(held.resident.as_str(), "9001312123456");
    }

    #[test]
    fn a_leap_day_is_one_in_its_own_century() {
        let born = |front, back| {
            let input = ClaimInput { resident_front: front, resident_back: back, ..GOOD };
            ClaimForm::parse(&input, rules()).is_ok()
        };
        assert!(born("000229", "3") && !born("000229", "1") && born("960229", "6"));
    }

    proptest! {
        #[test]
        fn a_masked_account_shows_four_digits_at_most(digits in "[0-9]{1,20}") {
            let masked = AccountNumber::from_stored(digits.clone()).masked();
            prop_assert_eq!(masked.len(), digits.len());
            prop_assert!(masked.bytes().filter(u8::is_ascii_digit).count() <= 4 && masked.starts_with('*'));
        }

        #[test]
        fn no_input_panics(text in "\\PC{0,30}", other in "[0-9.-]{0,14}") {
            let input = ClaimInput {
                insured_name: &text, onset_date: &other, account_number: &text, resident_front: &other,
                resident_back: &text, ..GOOD
            };
            let _ = ClaimForm::parse(&input, rules());
        }
    }
}
