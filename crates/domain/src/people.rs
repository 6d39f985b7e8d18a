//! The people of an account: its holder, and those that the holder applies and claims for.

use chrono::{DateTime, NaiveDate, Utc};
use strum::{EnumString, IntoStaticStr, VariantArray};

use crate::birth::{BirthDate, MIN_AGE};
use crate::contact::Name;
use crate::ids::PersonId;
use crate::patient::Gender;
use crate::validation::{Invalid, InvalidCode};

/// How many people an account can have apart from its holder.
pub const MAX_PEOPLE: i64 = 10;
/// The age in years from which somebody can be a legal guardian: the age of majority (Civil Act, article 4).
const MIN_GUARDIAN_AGE: i32 = 19;

/// What a person is to the holder of the account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum Relation {
    /// The holder.
    #[strum(serialize = "self")]
    Holder,
    /// A child.
    Child,
    /// A parent.
    Parent,
    /// The husband or wife.
    Spouse,
    /// Anybody else.
    Other,
}

/// What the holder declares about a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum PersonConsent {
    /// The holder is the legal guardian of a child under 14 and agrees for the child (Personal Information Protection Act, article
    /// 22-2).
    Guardian,
    /// The person agreed.
    Agreed,
}

impl PersonConsent {
    /// Returns the consent that the law requires for a person of this age.
    #[must_use]
    pub fn required(birth: BirthDate, today: NaiveDate) -> Self {
        if birth.age_on(today) < MIN_AGE { Self::Guardian } else { Self::Agreed }
    }
}

/// A person as lists and records name it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PersonLabel {
    /// The id.
    pub id: PersonId,
    /// The name.
    pub name: Name,
    /// What the person is to the holder.
    pub relation: Relation,
}

/// A person of an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccountPerson {
    /// Id, name and relation.
    pub label: PersonLabel,
    /// The date of birth, if it is known.
    pub birth: Option<BirthDate>,
    /// The gender, if it is stated.
    pub gender: Option<Gender>,
    /// What the holder declared; `None` for the holder.
    pub consent: Option<PersonConsent>,
    /// When the holder declared it.
    pub consent_at: Option<DateTime<Utc>>,
    /// Whether an application, an analysis or a claim belongs to the person.
    pub has_records: bool,
}

impl AccountPerson {
    /// Returns the consent without which nothing new is accepted for the person. A guardian's consent ends on the
    /// fourteenth birthday. Without a birth date no consent is sufficient, because the required kind depends on the
    /// age.
    #[must_use]
    pub fn missing_consent(&self, today: NaiveDate) -> Option<PersonConsent> {
        if self.label.relation == Relation::Holder {
            return None;
        }
        let required = self.birth.map_or(PersonConsent::Agreed, |birth| PersonConsent::required(birth, today));
        (self.birth.is_none() || self.consent != Some(required)).then_some(required)
    }

    /// Checks that a form names this person, ignoring spaces and case.
    ///
    /// # Errors
    /// [`InvalidCode::Mismatch`] on `field`.
    pub fn check_name(&self, field: &'static str, name: &Name) -> Result<(), Invalid> {
        if comparable(&self.label.name) == comparable(name) {
            return Ok(());
        }
        Err(Invalid::new(field, InvalidCode::Mismatch))
    }

    /// Checks that a form has this person's birth date, if it is known.
    ///
    /// # Errors
    /// [`InvalidCode::Mismatch`] on `birth`.
    pub fn check_birth(&self, birth: BirthDate) -> Result<(), Invalid> {
        if self.birth.is_none_or(|own| own == birth) {
            return Ok(());
        }
        Err(Invalid::new("birth", InvalidCode::Mismatch))
    }
}

fn comparable(name: &Name) -> String {
    name.as_str().chars().filter(|c| !c.is_whitespace()).flat_map(char::to_lowercase).collect()
}

/// The form of a person as the request has it.
#[derive(Clone, Copy, Default)]
pub struct PersonInput<'a> {
    /// The code of the relation.
    pub relation: &'a str,
    /// The name.
    pub name: &'a str,
    /// The date of birth.
    pub birth: &'a str,
    /// The gender's number.
    pub gender: Option<i16>,
    /// The code of what the holder declares.
    pub consent: &'a str,
}

/// A valid form of a person that the holder adds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PersonForm {
    /// What the person is to the holder; never [`Relation::Holder`].
    pub relation: Relation,
    /// The name.
    pub name: Name,
    /// The date of birth.
    pub birth: BirthDate,
    /// The gender, if it is stated.
    pub gender: Option<Gender>,
    /// What the holder declares.
    pub consent: PersonConsent,
}

impl PersonForm {
    /// Parses a form. `holder` is the birth date of the account's holder, if it is known.
    ///
    /// # Errors
    /// Every invalid field. On `consent`: [`InvalidCode::Required`], [`InvalidCode::Mismatch`] with the person's age,
    /// or [`InvalidCode::TooYoung`] for a holder who is too young to be a guardian.
    pub fn parse(input: PersonInput<'_>, holder: Option<BirthDate>, today: NaiveDate) -> Result<Self, Vec<Invalid>> {
        let mut invalid = Vec::new();
        let relation = parse_relation(input.relation).map_err(|error| invalid.push(error)).ok();
        let name = Name::parse(input.name).map_err(|error| invalid.push(error)).ok();
        let birth = BirthDate::parse(input.birth, today).map_err(|error| invalid.push(error)).ok();
        let gender = input.gender.map(Gender::from_number).transpose().map_err(|error| invalid.push(error)).ok();
        let required = birth.map(|birth| PersonConsent::required(birth, today));
        let consent = parse_consent(input.consent, required, holder, today).map_err(|error| invalid.push(error)).ok();
        match (relation, name, birth, gender, consent) {
            (Some(relation), Some(name), Some(birth), Some(gender), Some(consent)) => {
                Ok(Self { relation, name, birth, gender, consent })
            }
            _ => Err(invalid),
        }
    }
}

fn parse_relation(code: &str) -> Result<Relation, Invalid> {
    let invalid = |code| Err(Invalid::new("relation", code));
    if code.is_empty() {
        return invalid(InvalidCode::Required);
    }
    match code.parse::<Relation>() {
        Ok(Relation::Holder) | Err(_) => invalid(InvalidCode::Unknown),
        Ok(relation) => Ok(relation),
    }
}

fn parse_consent(
    code: &str,
    required: Option<PersonConsent>,
    holder: Option<BirthDate>,
    today: NaiveDate,
) -> Result<PersonConsent, Invalid> {
    let invalid = |code| Err(Invalid::new("consent", code));
    if code.is_empty() {
        return invalid(InvalidCode::Required);
    }
    let Ok(consent) = code.parse::<PersonConsent>() else { return invalid(InvalidCode::Unknown) };
    if required.is_some_and(|required| required != consent) {
        return invalid(InvalidCode::Mismatch);
    }
    if consent == PersonConsent::Guardian && holder.is_some_and(|birth| birth.age_on(today) < MIN_GUARDIAN_AGE) {
        return invalid(InvalidCode::TooYoung);
    }
    Ok(consent)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> NaiveDate {
        text.parse().expect("a date")
    }

    fn birth(text: &str) -> BirthDate {
        BirthDate::from_date(day(text))
    }

    const TODAY: &str = "2026-11-26";

    fn person(relation: Relation, born: Option<&str>, consent: Option<PersonConsent>) -> AccountPerson {
        AccountPerson {
            label: PersonLabel { id: PersonId::new(1), name: Name::parse("김 Ha늘").expect("a name"), relation },
            birth: born.map(birth),
            gender: None,
            consent,
            consent_at: None,
            has_records: false,
        }
    }

    #[test]
    fn guardian_consent_ends_with_14th_birthday() {
        use PersonConsent::{Agreed, Guardian};
        for (born, consent, missing) in [
            ("2012-11-27", Some(Guardian), None),
            ("2012-11-27", Some(Agreed), Some(Guardian)),
            ("2012-11-27", None, Some(Guardian)),
            ("2012-11-26", Some(Guardian), Some(Agreed)),
            ("2012-11-26", Some(Agreed), None),
            ("1950-01-01", None, Some(Agreed)),
        ] {
            let person = person(Relation::Child, Some(born), consent);
            assert_eq!(person.missing_consent(day(TODAY)), missing, "{born} {consent:?}");
        }
        assert_eq!(person(Relation::Holder, None, None).missing_consent(day(TODAY)), None);
        // the required kind of consent depends on the age
        assert_eq!(person(Relation::Other, None, Some(Agreed)).missing_consent(day(TODAY)), Some(Agreed));
    }

    #[test]
    fn form_must_name_the_person() {
        let person = person(Relation::Parent, Some("1950-01-01"), None);
        for same in ["김 Ha늘", "김ha늘", " 김 h a 늘 "] {
            assert_eq!(person.check_name("name", &Name::parse(same).expect("a name")), Ok(()), "{same}");
        }
        let other = Name::parse("김하늘").expect("a name");
        let mismatch = |field| Err(Invalid::new(field, InvalidCode::Mismatch));
        assert_eq!(person.check_name("insuredName", &other), mismatch("insuredName"));
        assert_eq!(person.check_birth(birth("1950-01-01")), Ok(()));
        assert_eq!(person.check_birth(birth("1950-01-02")), mismatch("birth"));
    }

    #[test]
    fn form_without_known_birth_accepts_any() {
        assert_eq!(person(Relation::Holder, None, None).check_birth(birth("2020-02-02")), Ok(()));
    }

    fn parse(input: PersonInput<'_>, holder: Option<&str>) -> Result<PersonForm, Vec<String>> {
        PersonForm::parse(input, holder.map(birth), day(TODAY))
            .map_err(|invalid| invalid.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn form_reports_every_invalid_field() {
        let all = parse(PersonInput::default(), None).expect_err("nothing is filled in");
        assert_eq!(all, ["relation: required", "name: required", "birth: required", "consent: required"]);
        let input =
            PersonInput { relation: "self", name: "아이", birth: "20200101", gender: Some(2), consent: "maybe" };
        let wrong = parse(input, None).expect_err("nothing is right");
        assert_eq!(wrong, ["relation: unknown", "gender: range", "consent: unknown"]);
    }

    #[test]
    fn consent_follows_age_of_both() {
        let child =
            PersonInput { relation: "child", name: "아이", birth: "20200101", gender: None, consent: "guardian" };
        let form = parse(child, Some("1990-01-01")).expect("a child");
        assert_eq!((form.relation, form.consent), (Relation::Child, PersonConsent::Guardian));
        assert!(parse(child, None).is_ok(), "a holder without a birth date declares it too");
        assert_eq!(parse(child, Some("2007-11-27")), Err(vec!["consent: too_young".to_owned()]));
        assert!(parse(child, Some("2007-11-26")).is_ok(), "nineteen today");
        let declared = PersonInput { consent: "agreed", ..child };
        assert_eq!(parse(declared, None), Err(vec!["consent: mismatch".to_owned()]));
        let parent = PersonInput { relation: "parent", birth: "19500101", ..child };
        assert_eq!(parse(parent, None), Err(vec!["consent: mismatch".to_owned()]));
        assert!(parse(PersonInput { consent: "agreed", ..parent }, Some("2010-01-01")).is_ok());
    }
}
