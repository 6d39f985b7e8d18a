//! A verified person at rest: what the sign-up will use, sealed, and the ci by which the person is known again.

use db::TenantTx;
use db::identities::{SealedIdentity, Verified};
use domain::number::korean_day;
use domain::{BirthDate, Name, Phone, TenantId};
use partners::identity::VerifiedPerson;
use runtime::seal::Sealed;
use secrecy::ExposeSecret as _;
use serde::{Deserialize, Serialize};

use crate::App;
use crate::guard::token;
use crate::problem::{Code, Problem};

/// What is sealed of a person, besides the ci.
#[derive(Deserialize, Serialize)]
pub(super) struct Sheet {
    pub(super) name: String,
    pub(super) phone: String,
    pub(super) birth: String,
}

/// A verified person at sign-up.
#[derive(Clone, Debug)]
pub struct Spent {
    /// The name.
    pub name: Name,
    /// The mobile number.
    pub phone: Phone,
    /// The date of birth.
    pub birth: BirthDate,
    /// What the account keeps.
    pub identity: SealedIdentity,
}

fn person_context(tenant: TenantId) -> String {
    format!("verified person of tenant {tenant}")
}

fn ci_context(tenant: TenantId) -> String {
    format!("ci of tenant {tenant}")
}

/// The hash by which a person is known again in a tenant; another tenant's is another.
fn ci_hash(app: &App, tenant: TenantId, person: &VerifiedPerson) -> [u8; 32] {
    app.sealer.hash(&ci_context(tenant), person.ci.expose_secret())
}

/// A verified person as the row keeps one.
pub(super) fn seal(app: &App, tenant: TenantId, person: &VerifiedPerson) -> Result<(Verified, Sheet), Problem> {
    let sheet = Sheet {
        name: person.name.as_str().to_owned(),
        phone: person.phone.as_str().to_owned(),
        birth: person.birth.to_string(),
    };
    let json = serde_json::to_vec(&sheet).map_err(Problem::internal)?;
    let sealed = app.sealer.seal(&person_context(tenant), &json, &app.random);
    let ci = app.sealer.seal(&ci_context(tenant), person.ci.expose_secret().as_bytes(), &app.random);
    let identity = SealedIdentity { ci_sealed: ci.bytes, key_id: ci.key_id, ci_hash: ci_hash(app, tenant, person) };
    Ok((Verified { person_sealed: sealed.bytes, identity }, sheet))
}

/// What a row keeps of a verified person.
pub(super) fn open(app: &App, tenant: TenantId, verified: &Verified) -> Result<Sheet, Problem> {
    // both parts were sealed at one time, with one key
    let sealed = Sealed { key_id: verified.identity.key_id, bytes: verified.person_sealed.clone() };
    let json = app.sealer.open(&person_context(tenant), &sealed).map_err(Problem::internal)?;
    // serde's message could quote the person
    serde_json::from_slice(&json).map_err(|_| Problem::internal("a sealed person of another form"))
}

/// Spends a verification by its one-time ticket, within the sign-up.
///
/// # Errors
/// A wrong `ci` when there is no such verification of that ticket, or its time is over.
pub async fn spend(app: &App, tx: &mut TenantTx, id: &str, ticket: &str) -> Result<Spent, Problem> {
    let now = app.clock.now();
    let taken = db::identities::take(tx, id, &token::hash(ticket), now).await?;
    let verified = taken.ok_or_else(|| Problem::field("ci", domain::Code::Unknown))?;
    let sheet = open(app, tx.tenant(), &verified)?;
    let birth = BirthDate::parse(&sheet.birth, korean_day(now))?;
    birth.old_enough(korean_day(now)).map_err(|_| Problem::new(Code::UnderAge))?;
    let (name, phone) = (Name::parse(&sheet.name)?, Phone::parse(&sheet.phone)?);
    Ok(Spent { name, phone, birth, identity: verified.identity })
}
