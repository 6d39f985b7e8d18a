//! Checking and pricing a claim.

use db::TenantTx;
use db::claims::{self, Claim, NewClaim, SealedText};
use domain::calendar::korean_day;
use domain::claim::{ClaimForm, ClaimOptions, FormRules, PriorClaim};
use domain::fees::Fees;
use domain::quote::Quote;
use domain::{ClaimKind, Invalid, InvalidCode, PatientId};

use super::request::ClaimRequest;
use crate::App;
use crate::extract::Patient;
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
    conn: &mut db::TenantConn,
    patient: PatientId,
    options: &ClaimOptions,
    prior: Option<i64>,
) -> Result<(Option<PriorClaim>, Quote), Problem> {
    let prior = match prior.filter(|_| options.kind != ClaimKind::New) {
        Some(id) => claims::find_prior(conn, patient, id.into()).await?,
        None => None,
    };
    let mailed = prior.is_some_and(|prior| prior.registered_mail);
    let fees = Fees::on(korean_day(app.clock.now()));
    Ok((prior, Quote::new(fees, options, mailed)))
}

/// Prices an existing claim.
pub async fn reprice(app: &App, tx: &mut TenantTx, claim: &Claim) -> Result<Quote, Problem> {
    let options = ClaimOptions {
        documents: claim.documents.clone(),
        doctor_signature: claim.doctor_signature,
        registered_mail: claim.registered_mail,
        forwarding: claim.forwarding,
        kind: claim.kind,
    };
    let prior = claim.prior.map(domain::ClaimId::get);
    Ok(price_options(app, tx, claim.patient_id, &options, prior).await?.1)
}

/// Checks a claim: every field, the clinic, the insurer, the earlier claim, and the consents. The consents must name clinic and
/// insurer by their current names.
pub async fn check_claim(
    app: &App,
    tx: &mut TenantTx,
    patient: &Patient,
    request: &ClaimRequest,
) -> Result<CheckedClaim, Problem> {
    let today = korean_day(app.clock.now());
    let mut invalid: Vec<Invalid> = Vec::new();
    if !request.consented {
        invalid.push(Invalid::new("consented", InvalidCode::NotAgreed));
    }
    let options = ClaimOptions::parse(&request.options.input()).map_err(|error| invalid.push(error)).ok();
    let rules = FormRules {
        today,
        full_resident: patient.tenant.row.resident_number_full,
        mailed: options.as_ref().is_some_and(|options| options.registered_mail),
    };
    let form = ClaimForm::parse(&request.input(), rules).map_err(|error| invalid.extend(error)).ok();
    let clinic = db::institutions::find(tx, request.institution_id.into()).await?;
    let insurer = db::insurers::find(tx, request.insurer_id.into()).await?;
    if insurer.is_none() {
        let code = if request.insurer_id == 0 { InvalidCode::Required } else { InvalidCode::Unknown };
        invalid.push(Invalid::new("insurerId", code));
    }
    let (Some(options), Some(form), Some(insurer), true) = (options, form, insurer, invalid.is_empty()) else {
        return Err(Problem::validation(invalid));
    };
    let clinic = clinic.ok_or(Code::NotSelectable)?;
    let prior_id = request.options.prior_claim_id;
    let (prior, quote) = price_options(app, tx, patient.row.id, &options, prior_id).await?;
    options.kind.check_prior(prior.as_ref(), clinic.id, Some(insurer.id))?;
    let id = patient.row.id;
    let has_consents = db::consents::exists(tx, id, domain::ConsentKind::Health).await?
        && db::consents::exists_for_recipient(tx, id, &insurer.name).await?
        && db::consents::exists_for_recipient(tx, id, &clinic.name).await?;
    if !has_consents {
        return Err(Code::ConsentRequired.into());
    }
    let tenant = patient.tenant.row.id;
    let seal = |context: &str, text: &str| {
        let sealed = app.sealer.seal(context, text.as_bytes(), &app.random);
        SealedText { bytes: sealed.bytes, key_id: sealed.key_id }
    };
    let claim = NewClaim {
        institution_id: clinic.id,
        insurer_id: insurer.id,
        prior: prior_id.filter(|_| prior.is_some()).map(Into::into),
        account: seal(&claims::account_context(tenant), form.account_number.as_str()),
        resident: seal(&claims::resident_context(tenant), form.resident.as_str()),
        options,
        form,
    };
    Ok(CheckedClaim { claim, quote })
}
