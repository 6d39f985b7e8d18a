//! The columns of a claim.

use chrono::{DateTime, NaiveDate, Utc};
use domain::Oid;
use domain::claim::{AccidentType, ClaimKind, ClaimStatus, Document, Forwarding, ForwardingMethod, MailAddress};
use domain::{ApplicationId, ClaimId, Institution, InstitutionId, InsurerId, PatientId};
use serde_json::Value;

use super::{Claim, Payment, Refund};
use crate::insurers::Insurer;
use crate::{Error, Result, column, people};

#[expect(clippy::struct_excessive_bools, reason = "a column each")]
pub(crate) struct Row {
    pub(super) id: i64,
    pub(super) patient_id: i64,
    pub(super) status: i16,
    pub(super) kind: String,
    pub(super) prior_claim_id: Option<i64>,
    pub(super) insured_name: String,
    pub(super) mobile: String,
    pub(super) onset_date: NaiveDate,
    pub(super) accident_type: String,
    pub(super) reason: String,
    pub(super) bank_name: Option<String>,
    pub(super) account_masked: Option<String>,
    pub(super) depositor: Option<String>,
    pub(super) documents: Vec<String>,
    pub(super) doctor_signature: bool,
    pub(super) registered_mail: bool,
    pub(super) forwarding: bool,
    pub(super) tracking_number: Option<String>,
    pub(super) canceled_reason: Option<String>,
    pub(super) released_at: Option<DateTime<Utc>>,
    pub(super) created_at: DateTime<Utc>,
    pub(super) insurer_id: i64,
    pub(super) insurer_name: String,
    pub(super) institution_id: i64,
    pub(super) institution_name: String,
    pub(super) representative_name: String,
    pub(super) address: String,
    pub(super) institution_phone: String,
    pub(super) oid: Option<String>,
    pub(super) order_status: Option<String>,
    pub(super) paid_at: Option<DateTime<Utc>>,
    pub(super) method: Option<String>,
    pub(super) amount: Option<i64>,
    pub(super) receipt_url: Option<String>,
    pub(super) lines: Option<Value>,
    pub(super) refund_at: Option<DateTime<Utc>>,
    pub(super) mail_zipcode: Option<String>,
    pub(super) mail_address: Option<String>,
    pub(super) mail_detail: Option<String>,
    pub(super) forward_insurer_id: Option<i64>,
    pub(super) forward_insurer_name: Option<String>,
    pub(super) forward_method: Option<String>,
    pub(super) forward_reference: Option<String>,
    pub(super) forwarded_at: Option<DateTime<Utc>>,
    pub(super) any_issued: bool,
    pub(super) person_id: i64,
    pub(super) person_name: String,
    pub(super) person_relation: String,
    pub(super) person_removed_at: Option<DateTime<Utc>>,
    pub(super) application_id: Option<i64>,
}

macro_rules! select_claims {
    ($which:tt, $($argument:expr),+) => {
        sqlx::query_as!(
            $crate::claims::row::Row,
            r#"select c.id as "id!", c.patient_id as "patient_id!", c.status as "status!", c.kind as "kind!", c.prior_claim_id,
                      c.insured_name as "insured_name!", c.mobile as "mobile!", c.onset_date as "onset_date!",
                      c.accident_type as "accident_type!", c.reason as "reason!", c.bank_name as "bank_name?",
                      c.account_masked as "account_masked?", c.depositor as "depositor?",
                      array(select d.code from claim_documents d where d.claim_id = c.id order by d.id) as "documents!",
                      c.doctor_signature as "doctor_signature!", c.registered_mail as "registered_mail!",
                      c.forwarding as "forwarding!", c.tracking_number, c.canceled_reason, c.released_at,
                      c.created_at as "created_at!", s.id as "insurer_id!", s.name as "insurer_name!",
                      i.id as "institution_id!", i.name as "institution_name!",
                      i.representative_name as "representative_name!", i.address as "address!",
                      i.phone_number as "institution_phone!", o.oid as "oid?", o.status as "order_status?",
                      coalesce(o.approved_at, o.updated_at) as "paid_at?", o.method, o.amount as "amount?", o.receipt_url,
                      o.lines as "lines?", o.updated_at as "refund_at?",
                      c.zipcode as mail_zipcode, c.address as mail_address, c.address_detail as mail_detail,
                      n.id as "forward_insurer_id?", n.name as "forward_insurer_name?", f.method as "forward_method?",
                      f.reference as "forward_reference?", f.sent_at as "forwarded_at?",
                      exists(select from issued_documents d where d.claim_id = c.id) as "any_issued!",
                      h.id as "person_id!", h.name as "person_name!", h.relation as "person_relation!",
                      h.removed_at as person_removed_at,
                      (select max(a.id) from applications a
                       where a.person_id = c.person_id and a.institution_id = c.institution_id) as application_id
               from claims c
               join people h on h.id = c.person_id
               join institutions i on i.id = c.institution_id
               join insurers s on s.id = c.insurer_id
               left join orders o on o.id = c.paid_order_id
               left join insurers n on n.id = c.forward_insurer_id
               left join claim_forwardings f on f.claim_id = c.id
               "# + $which,
            $($argument),+
        )
    };
}

pub(crate) use select_claims;

impl Row {
    fn take_payment(&mut self) -> Result<Option<Payment>> {
        let (Some(oid), Some(at), Some(amount)) = (&self.oid, self.paid_at, self.amount) else { return Ok(None) };
        let refund = |is_done| Refund { is_done, at: self.refund_at.unwrap_or(at) };
        Ok(Some(Payment {
            oid: column("claims", "paid_order_id", self.id).require(Oid::parse(oid))?,
            at,
            amount,
            refund: match self.order_status.as_deref() {
                Some("refunding") => Some(refund(false)),
                Some("refunded") => Some(refund(true)),
                _ => None,
            },
            method: self.method.take(),
            receipt_url: self.receipt_url.take(),
            lines: self.lines.take().unwrap_or_default(),
        }))
    }

    fn take_mail_address(&mut self) -> Option<MailAddress> {
        let (zipcode, address) = self.mail_zipcode.take().zip(self.mail_address.take())?;
        Some(MailAddress { zipcode, address, detail: self.mail_detail.take().unwrap_or_default() })
    }

    fn take_forward_insurer(&mut self) -> Option<Insurer> {
        let (id, name) = self.forward_insurer_id.zip(self.forward_insurer_name.take())?;
        Some(Insurer { id: InsurerId::new(id), name })
    }

    fn take_forwarding(&mut self) -> Result<Option<Forwarding>> {
        let (Some(method), Some(reference), Some(sent_at)) =
            (&self.forward_method, self.forward_reference.take(), self.forwarded_at)
        else {
            return Ok(None);
        };
        let method = column("claim_forwardings", "method", self.id).check(method.parse::<ForwardingMethod>())?;
        Ok(Some(Forwarding { method, reference, sent_at }))
    }
}

impl TryFrom<Row> for Claim {
    type Error = Error;

    fn try_from(mut row: Row) -> Result<Self> {
        let payment = row.take_payment()?;
        let mail_to = row.take_mail_address();
        let forward_insurer = row.take_forward_insurer();
        let forwarded = row.take_forwarding()?;
        let documents = row.documents.iter().map(|code| code.parse::<Document>().ok());
        Ok(Self {
            id: ClaimId::new(row.id),
            patient_id: PatientId::new(row.patient_id),
            person: people::label(row.person_id, row.person_name, &row.person_relation)?,
            status: column("claims", "status", row.id).require(ClaimStatus::from_repr(row.status))?,
            kind: column("claims", "kind", row.id).check(row.kind.parse::<ClaimKind>())?,
            prior: row.prior_claim_id.map(ClaimId::new),
            application: row.application_id.map(ApplicationId::new),
            institution: Institution {
                id: InstitutionId::new(row.institution_id),
                name: row.institution_name,
                representative_name: row.representative_name,
                address: row.address,
                phone_number: row.institution_phone,
            },
            insurer: Insurer { id: InsurerId::new(row.insurer_id), name: row.insurer_name },
            insured_name: row.insured_name,
            mobile: row.mobile,
            onset_date: row.onset_date,
            accident_type: column("claims", "accident_type", row.id)
                .check(row.accident_type.parse::<AccidentType>())?,
            reason: row.reason,
            bank_name: row.bank_name,
            account_masked: row.account_masked,
            depositor: row.depositor,
            documents: column("claims", "documents", row.id).require(documents.collect::<Option<_>>())?,
            doctor_signature: row.doctor_signature,
            registered_mail: row.registered_mail,
            forwarding: row.forwarding,
            tracking_number: row.tracking_number,
            canceled_reason: row.canceled_reason,
            released_at: row.released_at,
            person_removed_at: row.person_removed_at,
            created_at: row.created_at,
            mail_to,
            forward_insurer,
            forwarded,
            any_issued: row.any_issued,
            payment,
        })
    }
}
