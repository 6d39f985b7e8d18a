//! A claim that was entered, checked against everything that decides about it, and its price.

use db::TenantTx;
use db::claims::{self, Claim, NewClaim, SealedText};
use domain::claim::{ClaimForm, FormRules, Options, Prior};
use domain::fees::Fees;
use domain::number::korean_day;
use domain::quote::{self, Quote};
use domain::{ClaimKind, Code as Wrong, Invalid, PatientId};

use super::request::ClaimRequest;
use crate::App;
use crate::guard::Patient;
use crate::problem::{Code, Problem};

/// A claim that may be made, and what it costs.
pub struct Checked {
    /// The claim, sealed.
    pub claim: NewClaim,
    /// Its price.
    pub quote: Quote,
}

/// The price of what was chosen, with the discount that the earlier claim gives.
pub(super) async fn priced(
    app: &App,
    conn: &mut db::TenantConn,
    patient: PatientId,
    (options, prior): (&Options, Option<i64>),
) -> Result<(Option<Prior>, Quote), Problem> {
    let prior = match prior.filter(|_| options.kind != ClaimKind::New) {
        Some(id) => claims::find_prior(conn, patient, id.into()).await?,
        None => None,
    };
    let mailed = prior.is_some_and(|prior| prior.registered_mail);
    let fees = Fees::on(korean_day(app.clock.now()));
    Ok((prior, quote::quote(fees, options, mailed)))
}

/// The price of a claim that is there.
pub async fn priced_again(app: &App, tx: &mut TenantTx, claim: &Claim) -> Result<Quote, Problem> {
    let options = Options {
        documents: claim.documents.clone(),
        doctor_signature: claim.doctor_signature,
        registered_mail: claim.registered_mail,
        forwarding: claim.forwarding,
        kind: claim.kind,
    };
    let prior = claim.prior.map(domain::ClaimId::get);
    Ok(priced(app, tx, claim.patient_id, (&options, prior)).await?.1)
}

/// Checks a claim: every field, the clinic, the insurer, the earlier claim, and the consents. Clinic and insurer may change
/// their names; the consents name them as they are now.
pub async fn checked(
    app: &App,
    tx: &mut TenantTx,
    patient: &Patient,
    request: &ClaimRequest,
) -> Result<Checked, Problem> {
    let today = korean_day(app.clock.now());
    let mut wrong: Vec<Invalid> = Vec::new();
    if !request.consented {
        wrong.push(Invalid::new("consented", Wrong::NotAgreed));
    }
    let options = Options::parse(&request.options.input()).map_err(|invalid| wrong.push(invalid)).ok();
    let rules = FormRules {
        today,
        full_resident: patient.tenant.row.resident_number_full,
        mailed: options.as_ref().is_some_and(|options| options.registered_mail),
    };
    let form = ClaimForm::parse(&request.input(), rules).map_err(|invalid| wrong.extend(invalid)).ok();
    let clinic = db::institutions::find(tx, request.institution_id.into()).await?;
    let insurer = db::insurers::find(tx, request.insurer_id.into()).await?;
    if insurer.is_none() {
        let code = if request.insurer_id == 0 { Wrong::Required } else { Wrong::Unknown };
        wrong.push(Invalid::new("insurerId", code));
    }
    let (Some(options), Some(form), Some(insurer), true) = (options, form, insurer, wrong.is_empty()) else {
        return Err(Problem::validation(wrong));
    };
    let clinic = clinic.ok_or(Code::NotSelectable)?;
    let asked = request.options.prior_claim_id;
    let (prior, quote) = priced(app, tx, patient.row.id, (&options, asked)).await?;
    Prior::allows(prior.as_ref(), options.kind, clinic.id, Some(insurer.id))?;
    let id = patient.row.id;
    let agreed = db::consents::stands(tx, id, domain::ConsentKind::Health).await?
        && db::consents::stands_for(tx, id, &insurer.name).await?
        && db::consents::stands_for(tx, id, &clinic.name).await?;
    if !agreed {
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
        prior: asked.filter(|_| prior.is_some()).map(Into::into),
        account: seal(&claims::account_context(tenant), form.account_number.as_str()),
        resident: seal(&claims::resident_context(tenant), form.resident.as_str()),
        options,
        form,
    };
    Ok(Checked { claim, quote })
}
