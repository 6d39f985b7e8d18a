//! A claim in requests.

use domain::PatientId;
use domain::claim::{ClaimInput, ClaimOptionsInput};
use runtime::seal::Sealer;
use serde::{Deserialize, Serialize, Serializer};
use utoipa::ToSchema;

/// The options that decide the price.
#[derive(Clone, Debug, Default, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct OptionsRequest {
    /// `medical_bill_receipt` and `detailed_statement`, one at least; none for `resend` and `forward`.
    pub documents: Vec<String>,
    /// Whether a doctor signs the documents.
    pub doctor_signature: bool,
    /// Whether the documents are sent by registered mail.
    pub registered_mail: bool,
    /// Whether the claim is forwarded to another insurer.
    pub forwarding: bool,
    /// `new`, `reclaim` (the same insurer again), `forward` (issued documents to another insurer) or `resend` (issued documents by
    /// mail).
    #[schema(example = "new")]
    pub kind: String,
    /// The paid claim that this one follows, for the kinds that follow one.
    pub prior_claim_id: Option<i64>,
}

impl OptionsRequest {
    pub(super) fn input(&self) -> ClaimOptionsInput<'_> {
        ClaimOptionsInput {
            documents: &self.documents,
            doctor_signature: self.doctor_signature,
            registered_mail: self.registered_mail,
            forwarding: self.forwarding,
            kind: &self.kind,
        }
    }
}

/// A claim. It does not implement `Debug`, because it holds secrets.
#[derive(Clone, Default, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ClaimRequest {
    /// The insured person of the account; by default, its holder. The name below must be this person's.
    pub person_id: Option<i64>,
    /// The clinic.
    pub institution_id: i64,
    /// The insurer.
    pub insurer_id: i64,
    /// The other insurer that the documents are forwarded to, with `forwarding`; none for the kind `forward`, whose `insurerId` is
    /// the other one.
    pub forward_insurer_id: Option<i64>,
    /// Whether the patient agrees to this claim. The consents themselves are given by `PUT /patients/consents`.
    pub consented: bool,
    /// The insured person's name.
    #[schema(max_length = 50)]
    pub insured_name: String,
    /// 10 to 15 digits.
    #[schema(example = "01012345678")]
    pub mobile: String,
    /// When it happened: YYYYMMDD, YYYY-MM-DD or YYYY.MM.DD.
    #[schema(example = "2026-01-31")]
    pub onset_date: String,
    /// disease, injury, dental, traffic or other.
    #[schema(example = "dental")]
    pub accident_type: String,
    /// The incident.
    #[schema(max_length = 1000)]
    pub reason: String,
    /// The bank of the account that the other insurer pays to. This and the next four are required where the documents are
    /// forwarded, and are not kept otherwise.
    #[schema(max_length = 100)]
    pub bank_name: String,
    /// The account's number: 1 to 20 digits.
    // excluded from the compared request, because only a hash protects it; `hash_secrets` compares it
    #[serde(serialize_with = "serialize_redacted")]
    pub account_number: String,
    /// Whose account it is.
    #[schema(max_length = 50)]
    pub depositor: String,
    /// The first six digits of the resident number.
    #[serde(serialize_with = "serialize_redacted")]
    pub resident_front: String,
    /// The seventh digit; all seven where the tenant's `residentDigits` is 7.
    #[serde(serialize_with = "serialize_redacted")]
    pub resident_back: String,
    /// The postcode that registered mail goes to; five digits.
    pub zipcode: Option<String>,
    /// The address that registered mail goes to.
    pub address: Option<String>,
    /// The rest of that address.
    pub address_detail: Option<String>,
    /// The options that decide the price.
    #[serde(flatten)]
    pub options: OptionsRequest,
}

/// Serializes no value. `skip_serializing` would also remove the field from the OpenAPI document.
fn serialize_redacted<S: Serializer>(_: &str, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_unit()
}

impl ClaimRequest {
    /// Returns the keyed hash of what the compared request leaves out, or `None` if there is nothing. The account number
    /// and the resident number have too few digits for a hash without a key.
    pub(crate) fn hash_secrets(&self, sealer: &Sealer, patient: PatientId) -> Option<[u8; 32]> {
        let secrets = [&self.account_number, &self.resident_front, &self.resident_back];
        if secrets.iter().all(|secret| secret.is_empty()) {
            return None;
        }
        // lengths separate the parts
        let value = secrets.map(|secret| format!("{}:{secret}", secret.len())).concat();
        Some(sealer.hash(&format!("idempotency_keys.request_hash:{patient}"), &value))
    }

    pub(super) fn input(&self) -> ClaimInput<'_> {
        ClaimInput {
            insured_name: &self.insured_name,
            mobile: &self.mobile,
            onset_date: &self.onset_date,
            accident_type: &self.accident_type,
            reason: &self.reason,
            bank_name: &self.bank_name,
            account_number: &self.account_number,
            depositor: &self.depositor,
            resident_front: &self.resident_front,
            resident_back: &self.resident_back,
            zipcode: self.zipcode.as_deref().unwrap_or_default(),
            address: self.address.as_deref().unwrap_or_default(),
            address_detail: self.address_detail.as_deref().unwrap_or_default(),
        }
    }
}
