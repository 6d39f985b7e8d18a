//! A person's profile at a social provider, encrypted until the sign-up form shows it.

use db::social::{Ticket, profile_context};
use domain::{Email, Gender, Name, Phone, TenantId};
use partners::social::SocialAccount;
use runtime::seal::Sealed;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::App;
use crate::problem::Problem;

/// A person's profile at a social provider. Fields that the provider did not share are missing.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[schema(as = SocialProfile)]
#[serde(deny_unknown_fields)]
pub struct ProfileBody {
    /// The provider.
    #[schema(example = "kakao")]
    pub provider: String,
    /// The name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The e-mail address.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
    /// The mobile number, digits only.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "01012345678")]
    pub phone: Option<String>,
    /// The date of birth, YYYY.MM.DD.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "1990.01.31")]
    pub birth: Option<String>,
    /// 0 man, 1 woman.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 0, maximum = 1)]
    pub gender: Option<i16>,
}

/// Creates a ticket for a new person, with the profile encrypted.
pub(super) fn seal(
    app: &App,
    tenant: TenantId,
    provider: domain::SocialProvider,
    person: SocialAccount,
) -> Result<Ticket, Problem> {
    let profile = person.profile;
    let body = ProfileBody {
        provider: provider.as_str().to_owned(),
        name: profile.name.as_ref().map(Name::as_str).map(ToOwned::to_owned),
        email: profile.email.as_ref().map(Email::as_str).map(ToOwned::to_owned),
        phone: profile.phone.as_ref().map(Phone::as_str).map(ToOwned::to_owned),
        birth: profile.birth.map(|birth| birth.to_string()),
        gender: profile.gender.map(Gender::number),
    };
    let json = serde_json::to_vec(&body).map_err(Problem::internal)?;
    let sealed = app.sealer.seal(&profile_context(tenant), &json, &app.random);
    Ok(Ticket { provider, subject: person.subject, profile_sealed: sealed.bytes, profile_key_id: sealed.key_id })
}

/// Decrypts the profile of a ticket.
pub(super) fn open(app: &App, tenant: TenantId, ticket: Ticket) -> Result<ProfileBody, Problem> {
    let sealed = Sealed { key_id: ticket.profile_key_id, bytes: ticket.profile_sealed };
    let json = app.sealer.open(&profile_context(tenant), &sealed).map_err(Problem::internal)?;
    // serde's message could quote the profile
    serde_json::from_slice(&json).map_err(|_| Problem::internal("a sealed profile of another form"))
}
