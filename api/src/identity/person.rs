//! A verified person in the database: the encrypted data for the sign-up, and the hash of the CI, by which the person
//! is recognized.

use db::TenantTx;
use db::identities::{SealedIdentity, SealedVerification, ci_context, person_context};
use domain::calendar::korean_day;
use domain::{BirthDate, Name, Phone, TenantId};
use partners::identity::{Verification, VerifiedPerson};
use runtime::seal::Sealed;
use secrecy::ExposeSecret as _;
use serde::{Deserialize, Serialize};

use super::{check_id_format, provider};
use crate::App;
use crate::extract::Tenant;
use crate::extract::browser::{IDENTITY, Visitor};
use crate::problem::{Code, Problem};
use crate::services::limiter::IDENTITY_RESULT_ADDRESS;
use crate::services::token;

/// The data of a person that is stored encrypted, apart from the CI.
#[derive(Deserialize, Serialize)]
pub struct PersonData {
    /// The name.
    pub name: String,
    /// The mobile number.
    pub phone: String,
    /// The date of birth.
    pub birth: String,
}

/// The person of a verification, encrypted and decrypted.
pub struct VerifiedIdentity {
    /// The stored form.
    pub verified: SealedVerification,
    /// The decrypted data.
    pub data: PersonData,
}

/// Finds the person of a verification that this browser started. Queries the provider until it has the result, and
/// reads the row later.
///
/// # Errors
/// [`Code::NotFound`] for a verification that is unknown, expired, used, or another browser's.
/// [`Code::IdentityPending`], [`Code::IdentityFailed`], [`Code::IdentityUnavailable`], [`Code::UnderAge`],
/// [`Code::TooManyRequests`].
pub async fn find(app: &App, tenant: &Tenant, visitor: &Visitor, id: &str) -> Result<VerifiedIdentity, Problem> {
    let provider = provider(app)?;
    check_id_format(id)?;
    app.limiter.count(IDENTITY_RESULT_ADDRESS, &visitor.address.network()).await?;
    let browser = token::hash(IDENTITY.read(visitor).ok_or(Code::NotFound)?);
    let now = app.clock.now();
    let found = db::identities::find(&mut tenant.db.acquire().await?, id, &browser, now).await?;
    if let Some(verified) = found.ok_or(Code::NotFound)?.verified {
        let data = open(app, tenant.row.id, &verified)?;
        return Ok(VerifiedIdentity { verified, data });
    }
    let today = korean_day(now);
    // no connection is held during the call to the provider
    let outcome = provider.api.find_verification(id, today).await;
    let outcome = outcome.map_err(|error| Problem::with_cause(Code::IdentityUnavailable, error))?;
    let person = match outcome {
        Verification::Pending => return Err(Code::IdentityPending.into()),
        Verification::Failed => return Err(Code::IdentityFailed.into()),
        Verification::Verified(person) => person,
    };
    // a child's data is not stored
    person.birth.require_min_age(today).map_err(|_| Problem::new(Code::UnderAge))?;
    let (verified, data) = seal(app, tenant.row.id, &person)?;
    Ok(VerifiedIdentity { verified, data })
}

/// A verified person at sign-up.
#[derive(Clone, Debug)]
pub struct IdentifiedPerson {
    /// The name.
    pub name: Name,
    /// The mobile number.
    pub phone: Phone,
    /// The date of birth.
    pub birth: BirthDate,
    /// The encrypted identity that the account keeps.
    pub identity: SealedIdentity,
}

/// Returns the hash by which a person is recognized within a tenant. It differs between tenants.
fn ci_hash(app: &App, tenant: TenantId, person: &VerifiedPerson) -> [u8; 32] {
    app.sealer.hash(&ci_context(tenant), person.ci.expose_secret())
}

/// Encrypts a verified person for the row.
fn seal(app: &App, tenant: TenantId, person: &VerifiedPerson) -> Result<(SealedVerification, PersonData), Problem> {
    let data = PersonData {
        name: person.name.as_str().to_owned(),
        phone: person.phone.as_str().to_owned(),
        birth: person.birth.to_string(),
    };
    let json = serde_json::to_vec(&data).map_err(Problem::internal)?;
    let sealed = app.sealer.seal(&person_context(tenant), &json, &app.random);
    let ci = app.sealer.seal(&ci_context(tenant), person.ci.expose_secret().as_bytes(), &app.random);
    let identity = SealedIdentity { ci_sealed: ci.bytes, key_id: ci.key_id, ci_hash: ci_hash(app, tenant, person) };
    Ok((SealedVerification { person_sealed: sealed.bytes, identity }, data))
}

/// Decrypts the person of a row.
fn open(app: &App, tenant: TenantId, verified: &SealedVerification) -> Result<PersonData, Problem> {
    // both parts were encrypted together, with one key
    let sealed = Sealed { key_id: verified.identity.key_id, bytes: verified.person_sealed.clone() };
    let json = app.sealer.open(&person_context(tenant), &sealed).map_err(Problem::internal)?;
    // serde's message could quote the person
    serde_json::from_slice(&json).map_err(|_| Problem::internal("an encrypted person of another shape"))
}

/// Consumes a verification by its one-time ticket, in the transaction of the sign-up.
///
/// # Errors
/// An invalid `ci` when there is no such verification with that ticket, or it has expired. [`Code::UnderAge`].
pub async fn consume(app: &App, tx: &mut TenantTx, id: &str, ticket: &str) -> Result<IdentifiedPerson, Problem> {
    let now = app.clock.now();
    let taken = db::identities::consume(tx, id, &token::hash(ticket), now).await?;
    let verified = taken.ok_or_else(|| Problem::field("ci", domain::InvalidCode::Unknown))?;
    let data = open(app, tx.tenant(), &verified)?;
    let birth = BirthDate::parse(&data.birth, korean_day(now))?;
    birth.require_min_age(korean_day(now)).map_err(|_| Problem::new(Code::UnderAge))?;
    let (name, phone) = (Name::parse(&data.name)?, Phone::parse(&data.phone)?);
    Ok(IdentifiedPerson { name, phone, birth, identity: verified.identity })
}
