//! Checking and pricing a claim.

use chrono::NaiveDate;
use db::claims::{self, Claim, NewClaim, SealedPayout, SealedText};
use db::{TenantConn, TenantTx};
use domain::calendar::korean_day;
use domain::claim::{ClaimForm, ClaimOptions, FormRules, PriorClaim};
use domain::fees::Fees;
use domain::quote::Quote;
use domain::{
    AccountPerson, ClaimId, ClaimKind, InstitutionId, InsurerId, Invalid, InvalidCode, PatientId, Recipient, TenantId,
};

use super::offer::ClaimOffers;
use super::request::ClaimRequest;
use crate::App;
use crate::consents::require::{lock_account, require_consents};
use crate::extract::Patient;
use crate::people::choose::{find_person_with_consent, lock_person_with_consent};
use crate::problem::{Code, Problem};

/// A valid claim and its price.
pub struct CheckedClaim {
    /// The claim, with its secrets encrypted.
    pub claim: NewClaim,
    /// Its price.
    pub quote: Quote,
}

/// Prices the options, with the discount for the earlier claim.
pub(super) async fn price_options(
    app: &App,
    conn: &mut TenantConn,
    patient: PatientId,
    options: &ClaimOptions,
    prior: Option<i64>,
) -> Result<(Option<PriorClaim>, Quote), Problem> {
    let prior = match prior.filter(|_| options.kind != ClaimKind::New) {
        Some(id) => claims::find_prior(conn, patient, id.into()).await?,
        None => None,
    };
    let mailed = prior.is_some_and(|prior| prior.registered_mail);
    let fees = Fees::for_day(korean_day(app.clock.now()));
    Ok((prior, Quote::new(fees, options, mailed)))
}

/// What a claim needs of others, who can withdraw it between submission and payment.
struct ClaimNeeds<'a> {
    person: &'a AccountPerson,
    institution: InstitutionId,
    insurer: InsurerId,
    forward_insurer: Option<InsurerId>,
    options: &'a ClaimOptions,
    prior: Option<i64>,
}

/// Checks that a claim can be fulfilled now: the earlier claim, the offered options, and the consents for each recipient,
/// which stay locked until the transaction ends. Returns the earlier claim and the price.
async fn check_needs(
    app: &App,
    tx: &mut TenantTx,
    patient: PatientId,
    needs: &ClaimNeeds<'_>,
) -> Result<(Option<PriorClaim>, Quote), Problem> {
    let (prior, quote) = price_options(app, tx, patient, needs.options, needs.prior).await?;
    if let (Some(id), Some(_)) = (needs.prior, &prior)
        && !claims::exists_for_person(tx, id.into(), needs.person.label.id).await?
    {
        return Err(Problem::field("priorClaimId", InvalidCode::Mismatch));
    }
    needs.options.kind.check_prior(prior.as_ref(), needs.institution, Some(needs.insurer))?;
    check_offered(tx, needs.institution, needs.options).await?;
    let mut recipients = vec![Recipient::Clinic(needs.institution), Recipient::Insurer(needs.insurer)];
    recipients.extend(needs.forward_insurer.map(Recipient::Insurer));
    require_consents(tx, patient, &recipients).await?;
    Ok((prior, quote))
}

/// Checks that an existing claim of the patient can still be fulfilled, and prices it. The account must be locked.
///
/// # Errors
/// As [`check_claim`], except for the fields of the form.
pub async fn check_existing(app: &App, tx: &mut TenantTx, patient: &Patient, claim: &Claim) -> Result<Quote, Problem> {
    let today = korean_day(app.clock.now());
    let person = find_person_with_consent(tx, patient, Some(claim.person.id.get()), today).await?;
    let clinic = db::institutions::find(tx, claim.institution.id).await?.ok_or(Code::NotSelectable)?;
    let needs = ClaimNeeds {
        person: &person,
        institution: clinic.id,
        insurer: claim.insurer.id,
        forward_insurer: claim.forward_insurer.as_ref().map(|insurer| insurer.id),
        options: &claim.options(),
        prior: claim.prior.map(ClaimId::get),
    };
    Ok(check_needs(app, tx, patient.row.id, &needs).await?.1)
}

/// Checks that a clinic can fulfil the options. A clinic that cannot be selected offers none.
///
/// # Errors
/// [`Code::OptionNotOffered`] for an option that is not in its [`ClaimOffers`].
pub(super) async fn check_offered(
    conn: &mut TenantConn,
    clinic: InstitutionId,
    options: &ClaimOptions,
) -> Result<(), Problem> {
    let has_option = options.doctor_signature || options.registered_mail || options.forwarding;
    if has_option && !ClaimOffers::find(conn, clinic).await?.is_some_and(|offers| offers.covers(options)) {
        return Err(Code::OptionNotOffered.into());
    }
    Ok(())
}

/// Finds the other insurer that a claim is forwarded to. For a claim of kind `forward`, it is the claim's own insurer.
async fn find_forward_insurer(
    conn: &mut TenantConn,
    request: &ClaimRequest,
    options: &ClaimOptions,
) -> Result<Option<InsurerId>, Problem> {
    if !options.forwarding || options.kind == ClaimKind::Forward {
        return Ok(None);
    }
    let refused = |code| Err(Problem::field("forwardInsurerId", code));
    let Some(id) = request.forward_insurer_id else { return refused(InvalidCode::Required) };
    if id == request.insurer_id {
        return refused(InvalidCode::Mismatch);
    }
    match db::insurers::find(conn, id.into()).await? {
        Some(insurer) => Ok(Some(insurer.id)),
        None => refused(InvalidCode::Unknown),
    }
}

/// The fields of a claim, each valid on its own, and the insurer.
struct ValidFields {
    options: ClaimOptions,
    form: ClaimForm,
    insurer: InsurerId,
}

/// Checks every field on its own.
///
/// # Errors
/// A validation problem with all invalid fields.
async fn check_fields(
    conn: &mut TenantConn,
    patient: &Patient,
    request: &ClaimRequest,
    today: NaiveDate,
) -> Result<ValidFields, Problem> {
    let mut invalid: Vec<Invalid> = Vec::new();
    if !request.consented {
        invalid.push(Invalid::new("consented", InvalidCode::NotAgreed));
    }
    let options = ClaimOptions::parse(&request.options.input()).map_err(|error| invalid.push(error)).ok();
    let rules = FormRules {
        today,
        full_resident: patient.tenant.row.resident_number_full,
        mailed: options.as_ref().is_some_and(|options| options.registered_mail),
        forwarded: options.as_ref().is_some_and(|options| options.forwarding),
    };
    let form = ClaimForm::parse(&request.input(), rules).map_err(|error| invalid.extend(error)).ok();
    let insurer = db::insurers::find(conn, request.insurer_id.into()).await?;
    if insurer.is_none() {
        let code = if request.insurer_id == 0 { InvalidCode::Required } else { InvalidCode::Unknown };
        invalid.push(Invalid::new("insurerId", code));
    }
    match (options, form, insurer) {
        (Some(options), Some(form), Some(insurer)) if invalid.is_empty() => {
            Ok(ValidFields { options, form, insurer: insurer.id })
        }
        _ => Err(Problem::validation(invalid)),
    }
}

/// Encrypts the payout details.
fn seal_payout(app: &App, tenant: TenantId, form: &ClaimForm) -> Option<SealedPayout> {
    let seal = |context: &str, text: &str| {
        let sealed = app.sealer.seal(context, text.as_bytes(), &app.random);
        SealedText { bytes: sealed.bytes, key_id: sealed.key_id }
    };
    form.payout.as_ref().map(|payout| SealedPayout {
        account: seal(&claims::account_context(tenant), payout.account_number.as_str()),
        resident: seal(&claims::resident_context(tenant), payout.resident.as_str()),
    })
}

/// Checks that no claim for the same documents waits for its payment, as after a lost response.
///
/// # Errors
/// [`Code::UnpaidClaim`] with the claim's id, so that the patient can pay or cancel it.
async fn check_none_waiting(tx: &mut TenantTx, patient: PatientId, claim: &NewClaim) -> Result<(), Problem> {
    match claims::find_waiting(tx, patient, claim).await? {
        Some(id) => Err(Problem::new(Code::UnpaidClaim).with_extension("insuranceId", &id.get())),
        None => Ok(()),
    }
}

/// Checks a claim: every field, the clinic, the insurers, the earlier claim, the offered options, the consents for each
/// recipient, and that no such claim waits for its payment. The account, the person and the consents stay locked until
/// the transaction ends.
pub async fn check_claim(
    app: &App,
    tx: &mut TenantTx,
    patient: &Patient,
    request: &ClaimRequest,
) -> Result<CheckedClaim, Problem> {
    let today = korean_day(app.clock.now());
    let ValidFields { options, form, insurer } = check_fields(tx, patient, request, today).await?;
    lock_account(tx, patient.row.id).await?;
    let person = lock_person_with_consent(tx, patient, request.person_id, today).await?;
    person.check_name("insuredName", &form.insured_name)?;
    let clinic = db::institutions::find(tx, request.institution_id.into()).await?.ok_or(Code::NotSelectable)?;
    let prior_id = request.options.prior_claim_id;
    let forward_insurer_id = find_forward_insurer(tx, request, &options).await?;
    let needs = ClaimNeeds {
        person: &person,
        institution: clinic.id,
        insurer,
        forward_insurer: forward_insurer_id,
        options: &options,
        prior: prior_id,
    };
    let (prior, quote) = check_needs(app, tx, patient.row.id, &needs).await?;
    let claim = NewClaim {
        person_id: Some(person.label.id),
        institution_id: clinic.id,
        insurer_id: insurer,
        forward_insurer_id,
        prior: prior_id.filter(|_| prior.is_some()).map(Into::into),
        sealed: seal_payout(app, patient.tenant.row.id, &form),
        options,
        form,
    };
    check_none_waiting(tx, patient.row.id, &claim).await?;
    Ok(CheckedClaim { claim, quote })
}
