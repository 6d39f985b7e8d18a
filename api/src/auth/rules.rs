//! Validation of a sign-up.

use chrono::NaiveDate;
use domain::{BirthDate, Email, Gender, InvalidCode, LoginUserId, Name, Password, PasswordOwner, Phone, TokenHash};
use secrecy::ExposeSecret as _;

use super::signup::{Person, SignupRequest};
use crate::problem::{FieldErrors, Problem};
use crate::services::token;

/// A valid sign-up.
#[derive(Clone, Debug)]
pub struct ValidSignup {
    /// The login ID.
    pub login_user_id: LoginUserId,
    /// The password.
    pub password: Password,
    /// How the person is identified.
    pub identification: Identification,
    /// The gender, if one was given.
    pub gender: Option<Gender>,
    /// The e-mail address.
    pub email: Option<Email>,
    /// The postcode.
    pub zipcode: Option<String>,
    /// The road address.
    pub address: Option<String>,
    /// The rest of the address.
    pub address_detail: Option<String>,
    /// The hash of the ticket of the social sign-in that this sign-up completes.
    pub social: Option<TokenHash>,
}

/// How the person is identified: by the typed fields, or by a verified identity, which replaces them.
#[derive(Clone, Debug)]
pub enum Identification {
    /// By the typed fields.
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
    /// By a verified identity.
    Verified {
        /// The verification.
        id: String,
        /// Its one-time ticket.
        ticket: String,
    },
}

impl ValidSignup {
    /// Validates a sign-up. `browser` is the token of the social sign-in's cookie.
    ///
    /// # Errors
    /// A validation problem with every invalid field.
    pub fn parse(request: &SignupRequest, today: NaiveDate, browser: Option<&str>) -> Result<Self, Problem> {
        let person = &request.person;
        let mut errors = FieldErrors::default();
        let login_user_id = errors.check(LoginUserId::parse(&person.login_user_id));
        let password = errors.check(Password::parse(request.password.expose_secret()));
        let identification = if person.is_identified() {
            parse_verified(&mut errors, person)
        } else {
            parse_typed(&mut errors, person, today)
        };
        if let (Some(password), Some(login_id), Some(Identification::Typed { name, phone, .. })) =
            (&password, &login_user_id, &identification)
        {
            errors.check(password.check_personal(&PasswordOwner { login_id, name, phone: Some(phone) }));
        }
        let gender = errors.check(person.gender.map(Gender::from_number).transpose());
        let email = person.email.as_deref().map(str::trim).filter(|email| !email.is_empty());
        let email = errors.check(email.map(Email::parse).transpose());
        let zipcode = errors.optional_text("zipcode", person.zipcode.as_deref());
        let address = errors.optional_text("address", person.address.as_deref());
        let address_detail = errors.optional_text("addressDetail", person.address_detail.as_deref());
        let social = errors.optional_text("socialToken", person.social_token.as_deref());
        let social = social.map(|ticket| token::hash_for_browser(&ticket, browser));
        if !person.agreements.are_all() {
            errors.push("agreements", InvalidCode::NotAgreed);
        }
        errors.finish()?;
        let (Some(login_user_id), Some(password), Some(identification), Some(gender), Some(email)) =
            (login_user_id, password, identification, gender, email)
        else {
            return Err(Problem::internal("a field without a value had no error"));
        };
        Ok(Self { login_user_id, password, identification, gender, email, zipcode, address, address_detail, social })
    }
}

fn parse_typed(errors: &mut FieldErrors, person: &Person, today: NaiveDate) -> Option<Identification> {
    let name = errors.check(Name::parse(&person.name));
    let phone = errors.check(Phone::parse(&person.phone_number));
    let birth = errors.check(BirthDate::parse(&person.birth, today).and_then(|birth| birth.require_min_age(today)));
    let phone_token = errors.required_text("phoneToken", person.phone_token.as_deref());
    Some(Identification::Typed { name: name?, phone: phone?, birth: birth?, phone_token: phone_token? })
}

fn parse_verified(errors: &mut FieldErrors, person: &Person) -> Option<Identification> {
    let id = errors.required_text("verificationId", person.verification_id.as_deref());
    let ticket = errors.required_text("ci", person.ci.as_deref());
    Some(Identification::Verified { id: id?, ticket: ticket? })
}
