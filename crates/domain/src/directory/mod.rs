//! What operators enter about tenants, clinics, insurers and payment accounts: validation, and the fields that a change
//! affects.
//!
//! An `…Input` contains texts from a form, a command or a file. `parse` returns the settings, or every refused field.

mod account;
mod change;
mod clinic;
mod company;
mod from_settings;
mod kakao;
mod tenant;
mod web;

pub use account::{AccountInput, AccountSettings, parse_secret};
pub use change::{FieldChange, Fields, find_changes};
pub use clinic::{ClinicInput, ClinicSettings, InsurerInput, InsurerSettings};
pub use company::{BannerInput, CompanyInput};
pub use kakao::{KakaoInput, KakaoSettings};
pub use tenant::{SubsitesInput, TenantInput, TenantSettings};
pub use web::parse_host;

use crate::validation::{FieldErrors, Invalid, InvalidCode};

/// Returns a telephone number of 8 to 11 digits.
fn parse_phone_number(field: &'static str, text: &str) -> Result<String, Invalid> {
    let text = text.trim();
    if text.is_empty() {
        return Err(Invalid::new(field, InvalidCode::Required));
    }
    let is_number = (8..=11).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    if is_number { Ok(text.to_owned()) } else { Err(Invalid::new(field, InvalidCode::Format)) }
}
