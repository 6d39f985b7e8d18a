//! The demo people with accounts, and people entered on the page.

use chrono::{Days, Months, NaiveDate};

use crate::clock;
use crate::parties::wire::{FormFields, field};

/// A person with an account.
#[derive(Clone, Debug)]
pub(super) struct Person {
    /// Identifies the account.
    pub key: String,
    pub name: String,
    pub email: Option<String>,
    pub email_verified: bool,
    /// Digits only.
    pub phone: Option<String>,
    pub birth: Option<NaiveDate>,
    /// `female` or `male`.
    pub gender: Option<&'static str>,
}

impl Person {
    fn new(key: &str, name: &str, email: Option<&str>) -> Self {
        Self {
            key: key.to_owned(),
            name: name.to_owned(),
            email: email.map(str::to_owned),
            email_verified: email.is_some(),
            phone: None,
            birth: None,
            gender: None,
        }
    }

    fn with(mut self, phone: &str, birth: Option<NaiveDate>, gender: &'static str) -> Self {
        (self.phone, self.birth, self.gender) = (Some(phone.to_owned()), birth, Some(gender));
        self
    }

    /// Returns the phone number with hyphens, `010-1234-5678`.
    pub(super) fn hyphenated_phone(&self) -> Option<String> {
        let phone = self.phone.as_deref()?;
        let (head, tail) = phone.split_at_checked(phone.len().checked_sub(4)?)?;
        Some(format!("{}-{}-{tail}", head.get(..3)?, head.get(3..)?))
    }
}

/// Returns the demo people, each with a description.
pub(super) fn demo_people() -> Vec<(&'static str, Person)> {
    let day = NaiveDate::from_ymd_opt;
    let today = clock::now().date_naive();
    // thirteen years old for at least eight more months
    let child = today.checked_sub_months(Months::new(13 * 12)).and_then(|day| day.checked_sub_days(Days::new(120)));
    let mut unverified = Person::new("unverified", "정누리", Some("nuri.jung@example.com"));
    unverified.email_verified = false;
    vec![
        (
            "성인, 모든 정보",
            Person::new("adult", "김하늘", Some("haneul.kim@example.com")).with(
                "01023456701",
                day(1990, 5, 14),
                "female",
            ),
        ),
        ("성인, 이메일 없음", Person::new("no-email", "이바다", None).with("01023456702", day(1985, 11, 2), "male")),
        (
            "만 13세",
            Person::new("child", "박새싹", Some("saessak.park@example.com")).with("01023456703", child, "male"),
        ),
        (
            "다른 성인",
            Person::new("second", "최가람", Some("garam.choi@example.com")).with(
                "01023456704",
                day(1978, 1, 30),
                "female",
            ),
        ),
        ("이메일 인증 안 됨", unverified.with("01023456705", day(2001, 9, 9), "female")),
    ]
}

/// Parses an entered person. The same name, e-mail and phone number give the same account.
pub(super) fn parse(fields: &FormFields) -> Option<Person> {
    let value = |name: &str| Some(field(fields, name)).filter(|text| !text.is_empty()).map(str::to_owned);
    let phone = value("phone").map(|text| text.chars().filter(char::is_ascii_digit).collect::<String>());
    let (name, email) = (value("name")?, value("email"));
    Some(Person {
        key: format!("typed\n{name}\n{}\n{}", email.as_deref().unwrap_or(""), phone.as_deref().unwrap_or("")),
        name,
        email_verified: email.is_some() && value("email_verified").is_some(),
        email,
        phone,
        birth: value("birth").and_then(|text| text.parse().ok()),
        gender: match field(fields, "gender") {
            "female" => Some("female"),
            "male" => Some("male"),
            _ => None,
        },
    })
}
