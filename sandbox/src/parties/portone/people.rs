//! The demo people of the window, and people entered by hand.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use chrono::{Days, Months, NaiveDate};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha384, Sha512};

use super::Store;
use crate::clock;
use crate::parties::wire::{FormFields, field};

/// A person as the mobile carriers know them.
#[derive(Clone, Debug)]
pub(super) struct Person {
    pub name: String,
    /// Digits only.
    pub phone: String,
    pub birth: NaiveDate,
    /// `FEMALE` or `MALE`.
    pub gender: &'static str,
    pub foreigner: bool,
}

impl Person {
    /// Returns 88 characters that identify the person, independently of the phone number.
    fn ci(&self) -> String {
        STANDARD.encode(Sha512::digest(format!("{}\n{}\n{}", self.name, self.birth, self.gender)))
    }

    pub(super) fn body(&self, store: &Store) -> Value {
        let ci = self.ci();
        // 64 characters that identify the person at one store
        let di = STANDARD.encode(Sha384::digest(format!("{}\n{ci}", store.id)));
        json!({
            "name": self.name,
            "operator": "SKT",
            "phoneNumber": self.phone,
            "birthDate": self.birth.to_string(),
            "gender": self.gender,
            "isForeigner": self.foreigner,
            "ci": ci,
            "di": di,
        })
    }
}

/// Returns the demo people, each with a key and a description.
pub(super) fn demo_people() -> Vec<(&'static str, &'static str, Person)> {
    let person = |name: &str, phone: &str, birth: Option<NaiveDate>, gender: &'static str| Person {
        name: name.to_owned(),
        phone: phone.to_owned(),
        birth: birth.unwrap_or_default(),
        gender,
        foreigner: false,
    };
    let day = NaiveDate::from_ymd_opt;
    let today = clock::now().date_naive();
    // thirteen years old for at least eight more months
    let child = today.checked_sub_months(Months::new(13 * 12)).and_then(|day| day.checked_sub_days(Days::new(120)));
    let mut foreigner = person("SMITH JOHN", "01034567803", day(1988, 3, 3), "MALE");
    foreigner.foreigner = true;
    vec![
        ("adult", "성인", person("김하늘", "01034567801", day(1990, 5, 14), "FEMALE")),
        ("adult-moved", "같은 사람, 다른 번호", person("김하늘", "01034567802", day(1990, 5, 14), "FEMALE")),
        ("child", "만 13세", person("박새싹", "01034567804", child, "MALE")),
        ("foreigner", "외국인", foreigner),
    ]
}

/// Parses an entered person; `None` if a field is missing.
pub(super) fn parse(fields: &FormFields) -> Option<Person> {
    let name = field(fields, "name").to_owned();
    let phone: String = field(fields, "phone").chars().filter(char::is_ascii_digit).collect();
    let birth = field(fields, "birth").parse().ok()?;
    let gender = if field(fields, "gender") == "male" { "MALE" } else { "FEMALE" };
    (!name.is_empty() && phone.len() >= 9).then_some(Person { name, phone, birth, gender, foreigner: false })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ci_identifies_the_person_not_the_number() {
        let people = demo_people();
        let ci = |key: &str| people.iter().find(|(name, ..)| *name == key).map(|(_, _, person)| person.ci());
        assert_eq!(ci("adult"), ci("adult-moved"));
        assert_ne!(ci("adult"), ci("child"));
        assert_eq!(ci("adult").map(|ci| ci.len()), Some(88));
    }
}
