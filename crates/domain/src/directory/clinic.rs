//! Clinics and insurers as operators enter them.

use serde::Deserialize;

use super::{FieldErrors, Fields, parse_phone_number};
use crate::text::{is_hidden, parse_line};
use crate::validation::{Invalid, InvalidCode};

/// The longest text, in characters.
const MAX_TEXT_CHARS: usize = 200;
/// The longest name, in characters.
const MAX_NAME_CHARS: usize = 100;

/// A clinic as it was entered.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct ClinicInput {
    /// The name, unique in the tenant.
    pub name: String,
    /// The legal representative.
    pub representative_name: String,
    /// The address.
    pub address: String,
    /// The telephone number, digits only.
    pub phone_number: String,
}

/// A clinic's settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClinicSettings {
    /// The name.
    pub name: String,
    /// The legal representative.
    pub representative_name: String,
    /// The address.
    pub address: String,
    /// The telephone number, digits only.
    pub phone_number: String,
    /// Whether patients can choose it and its staff can sign in.
    pub active: bool,
}

impl ClinicInput {
    /// Parses the settings. The form has no field for `active`; a separate call changes it.
    ///
    /// # Errors
    /// Every refused field.
    pub fn parse(&self, active: bool) -> Result<ClinicSettings, Vec<Invalid>> {
        let mut errors = FieldErrors::default();
        let name = errors.check(parse_name(&self.name));
        let representative = errors.check(parse_line("representativeName", &self.representative_name, MAX_NAME_CHARS));
        let address = errors.check(parse_line("address", &self.address, MAX_TEXT_CHARS));
        let phone = errors.check(parse_phone_number("phoneNumber", &self.phone_number));
        match (name, representative, address, phone) {
            (Some(name), Some(representative_name), Some(address), Some(phone_number)) => {
                Ok(ClinicSettings { name, representative_name, address, phone_number, active })
            }
            _ => Err(errors.0),
        }
    }
}

impl Fields for ClinicSettings {
    fn fields(&self) -> Vec<(&'static str, String)> {
        vec![
            ("name", self.name.clone()),
            ("representativeName", self.representative_name.clone()),
            ("address", self.address.clone()),
            ("phoneNumber", self.phone_number.clone()),
            ("active", self.active.to_string()),
        ]
    }
}

/// An insurer as it was entered.
#[derive(Clone, Debug, Default)]
pub struct InsurerInput {
    /// The position in the list.
    pub name: String,
    /// The place in the list.
    pub position: i16,
    /// Whether new claims can choose it.
    pub active: bool,
}

/// An insurer's settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InsurerSettings {
    /// The name.
    pub name: String,
    /// The position in the list.
    pub position: i16,
    /// Whether new claims can choose it.
    pub active: bool,
}

impl InsurerInput {
    /// Parses the settings.
    ///
    /// # Errors
    /// The refused name.
    pub fn parse(&self) -> Result<InsurerSettings, Vec<Invalid>> {
        let name = parse_name(&self.name).map_err(|invalid| vec![invalid])?;
        Ok(InsurerSettings { name, position: self.position, active: self.active })
    }
}

/// Parses a name. Hidden characters would make two names look the same.
fn parse_name(text: &str) -> Result<String, Invalid> {
    let name = parse_line("name", text, MAX_NAME_CHARS)?;
    if name.contains(is_hidden) { Err(Invalid::new("name", InvalidCode::Format)) } else { Ok(name) }
}

impl Fields for InsurerSettings {
    fn fields(&self) -> Vec<(&'static str, String)> {
        vec![("name", self.name.clone()), ("position", self.position.to_string()), ("active", self.active.to_string())]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::directory::find_changes;

    fn input() -> ClinicInput {
        ClinicInput {
            name: " \u{1107}\u{1169}\u{11b7}치과 ".to_owned(),
            representative_name: "이하나".to_owned(),
            address: "서울특별시 중구 1".to_owned(),
            phone_number: "0212345678".to_owned(),
        }
    }

    #[test]
    fn clinic_name_is_composed() {
        assert_eq!(input().parse(true).expect("settings").name, "봄치과");
    }

    #[test]
    fn name_with_hidden_characters_is_refused() {
        let clinic = ClinicInput { name: "봄\u{200b}치과".to_owned(), ..input() };
        assert_eq!(clinic.parse(true), Err(vec![Invalid::new("name", InvalidCode::Format)]));
        let insurer = InsurerInput { name: "삼성\u{ad}화재".to_owned(), ..InsurerInput::default() };
        assert_eq!(insurer.parse(), Err(vec![Invalid::new("name", InvalidCode::Format)]));
    }

    #[test]
    fn clinic_names_every_refused_field() {
        let refused = ClinicInput { phone_number: "02-1234-5678".to_owned(), ..ClinicInput::default() }.parse(true);
        let refused: Vec<_> = refused.expect_err("refused").into_iter().map(|i| (i.field, i.code)).collect();
        let required = InvalidCode::Required;
        assert_eq!(
            refused,
            [
                ("name", required),
                ("representativeName", required),
                ("address", required),
                ("phoneNumber", InvalidCode::Format)
            ]
        );
    }

    #[test]
    fn changes_name_the_field_and_both_values() {
        let before = input().parse(true).expect("settings");
        let after = ClinicSettings { active: false, ..before.clone() };
        assert_eq!(find_changes(&before, &before), []);
        let changes = find_changes(&before, &after);
        assert_eq!((changes.len(), changes[0].field, changes[0].after.as_str()), (1, "active", "false"));
    }
}
