//! What must hold of the fields of a sign-up or sign-in, one problem a field.

use chrono::NaiveDate;
use domain::{BirthDate, Code, Email, Gender, Invalid, LoginUserId, Name, Password, Phone, TokenHash};
use secrecy::{ExposeSecret as _, SecretString};

use super::signup::{Person, SignupRequest};
use crate::problem::Problem;
use crate::social::ticket_hash;

/// The longest address, token, or text of a sign-in, in characters.
const LONGEST: usize = 200;

/// Collects what is wrong with the fields of a request.
#[derive(Debug, Default)]
pub struct Checks(Vec<Invalid>);

/// A sign-up whose fields are right.
#[derive(Clone, Debug)]
pub struct Valid {
    /// The login ID.
    pub login_user_id: LoginUserId,
    /// The password.
    pub password: Password,
    /// Who it is.
    pub who: Who,
    /// The gender, if it was said.
    pub gender: Option<Gender>,
    /// The e-mail address.
    pub email: Option<Email>,
    /// The postcode.
    pub zipcode: Option<String>,
    /// The road address.
    pub address: Option<String>,
    /// The rest of the address.
    pub address_detail: Option<String>,
    /// What is kept of the ticket of the social sign-in that this sign-up completes.
    pub social: Option<TokenHash>,
}

/// Who signs up: by what was typed, or by a verified identity, which then counts alone.
#[derive(Clone, Debug)]
pub enum Who {
    /// What was typed.
    Typed {
        /// The name.
        name: Name,
        /// The mobile number.
        phone: Phone,
        /// The date of birth.
        birth: BirthDate,
        /// The proof of the number.
        phone_token: String,
    },
    /// A verified identity.
    Verified {
        /// The verification.
        id: String,
        /// Its one-time ticket.
        ticket: String,
    },
}

impl Checks {
    /// Nothing is wrong, or the problem that says all that is.
    ///
    /// # Errors
    /// When a field is wrong.
    pub fn finish(self) -> Result<(), Problem> {
        if self.0.is_empty() { Ok(()) } else { Err(Problem::validation(self.0)) }
    }

    /// The value, or one more wrong field.
    pub fn take<T>(&mut self, parsed: Result<T, Invalid>) -> Option<T> {
        parsed.map_err(|invalid| self.0.push(invalid)).ok()
    }

    fn wrong(&mut self, field: &'static str, code: Code) {
        self.0.push(Invalid::new(field, code));
    }

    /// Something was entered, of whatever form: at sign-in a wrong ID or password is just not the right one.
    pub fn given(&mut self, field: &'static str, text: &str) {
        match text.chars().count() {
            0 => self.wrong(field, Code::Required),
            1..=LONGEST => {}
            _ => self.wrong(field, Code::TooLong),
        }
    }

    /// A sign-up in the browser of a social sign-in's cookie; none when a field is wrong.
    pub fn signup(&mut self, request: &SignupRequest, today: NaiveDate, browser: Option<&str>) -> Option<Valid> {
        let person = &request.person;
        let login_user_id = self.take(LoginUserId::parse(&person.login_user_id));
        let password = self.take(parse_password(&request.password));
        let who = if person.is_identified() { self.verified(person) } else { self.typed(person, today) };
        let gender = person.gender.map(Gender::from_number).transpose();
        let gender = self.take(gender);
        let email = given(person.email.as_deref()).map(Email::parse).transpose();
        let email = self.take(email);
        let zipcode = self.short("zipcode", person.zipcode.as_deref());
        let address = self.short("address", person.address.as_deref());
        let address_detail = self.short("addressDetail", person.address_detail.as_deref());
        let social = self.short("socialToken", person.social_token.as_deref());
        let social = social.map(|ticket| ticket_hash(&ticket, browser));
        if !person.agreements.are_all() {
            self.wrong("agreements", Code::NotAgreed);
        }
        if !self.0.is_empty() {
            return None;
        }
        Some(Valid {
            login_user_id: login_user_id?,
            password: password?,
            who: who?,
            gender: gender?,
            email: email?,
            zipcode,
            address,
            address_detail,
            social,
        })
    }

    fn typed(&mut self, person: &Person, today: NaiveDate) -> Option<Who> {
        let name = self.take(Name::parse(&person.name));
        let phone = self.take(Phone::parse(&person.phone_number));
        let birth = self.take(BirthDate::parse(&person.birth, today).and_then(|birth| birth.old_enough(today)));
        let phone_token = self.needed("phoneToken", person.phone_token.as_deref());
        Some(Who::Typed { name: name?, phone: phone?, birth: birth?, phone_token: phone_token? })
    }

    fn verified(&mut self, person: &Person) -> Option<Who> {
        let id = self.needed("verificationId", person.verification_id.as_deref());
        let ticket = self.needed("ci", person.ci.as_deref());
        Some(Who::Verified { id: id?, ticket: ticket? })
    }

    /// The same as [`Checks::short`], of a field that must be given.
    fn needed(&mut self, field: &'static str, text: Option<&str>) -> Option<String> {
        let text = self.short(field, text);
        if text.is_none() {
            self.wrong(field, Code::Required);
        }
        text
    }

    /// An optional text without outer spaces; an empty one counts as not given.
    fn short(&mut self, field: &'static str, text: Option<&str>) -> Option<String> {
        let text = given(text)?;
        if text.chars().count() > LONGEST {
            self.wrong(field, Code::TooLong);
        } else if text.chars().any(char::is_control) {
            self.wrong(field, Code::Format);
        }
        Some(text.to_owned())
    }
}

fn parse_password(text: &SecretString) -> Result<Password, Invalid> {
    Password::parse(text.expose_secret())
}

/// A text without outer spaces, if any is left.
fn given(text: Option<&str>) -> Option<&str> {
    text.map(str::trim).filter(|text| !text.is_empty())
}
