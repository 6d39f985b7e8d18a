//! A patient's data, packed to be downloaded.

use std::fmt;

use chrono::{DateTime, Utc};
use domain::message::{EXPORT_LIFETIME, EXPORT_PATIENCE};
use domain::{ExportId, Locale, MessageId, ObjectKey, PatientId, TokenHash};
use serde_json::Value;

use crate::{Error, Result, TenantConn, TenantTx};

/// A file that is to be packed.
#[derive(Clone, Debug)]
pub struct Export {
    /// Whose data.
    pub patient_id: PatientId,
    /// Where the file goes.
    pub object_key: ObjectKey,
    /// The language of its message.
    pub locale: Locale,
}

/// What is known of a patient, ready to be written as files.
#[derive(Clone)]
pub struct PatientData {
    /// `(name, content)`: profile, account, consents, self-checks with pictures and scores, applications, claims, payments,
    /// notifications.
    pub files: Vec<(&'static str, Value)>,
    /// The pictures' objects.
    pub pictures: Vec<ObjectKey>,
}

impl fmt::Debug for PatientData {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = self.files.iter().map(|(name, _)| name).collect();
        f.debug_struct("PatientData").field("files", &names).field("pictures", &self.pictures.len()).finish()
    }
}

/// Makes an export; a job packs it.
///
/// # Errors
/// Only [`Error`].
pub async fn insert(conn: &mut TenantConn, new: &Export, now: DateTime<Utc>) -> Result<ExportId> {
    let id = sqlx::query_scalar!(
        "insert into exports (patient_id, object_key, locale, created_at, expires_at) values ($1, $2, $3, $4, $5)
         returning id",
        new.patient_id.get(),
        new.object_key.as_str(),
        new.locale.as_str(),
        now,
        now + EXPORT_PATIENCE
    )
    .fetch_one(conn.connection())
    .await?;
    Ok(ExportId::new(id))
}

/// The export with this id, unless it is packed, has ended, or its patient has left.
///
/// # Errors
/// Only [`Error`].
pub async fn find_to_pack(conn: &mut TenantConn, id: ExportId, now: DateTime<Utc>) -> Result<Option<Export>> {
    let found = sqlx::query!(
        "select e.patient_id, e.object_key, e.locale from exports e join patients p on p.id = e.patient_id
         where e.id = $1 and e.message_id is null and e.expires_at > $2 and p.left_at is null",
        id.get(),
        now
    )
    .fetch_optional(conn.connection())
    .await?;
    conn.settle();
    found
        .map(|r| {
            Ok(Export {
                patient_id: PatientId::new(r.patient_id),
                object_key: ObjectKey::from_stored(r.object_key),
                locale: Locale::from_code(&r.locale).ok_or(Error::Stored("exports.locale"))?,
            })
        })
        .transpose()
}

/// What became of a file when it was to be noted as packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Packed {
    /// It is noted.
    Noted,
    /// Another run had packed the same; its message tells of the file.
    Before,
    /// Nobody may have it any more: its time is over or its patient has left. No sweep may know of the object.
    Gone,
}

/// Notes that an export is packed, and by which message it is told.
///
/// # Errors
/// Only [`Error`].
pub async fn set_packed(conn: &mut TenantConn, id: ExportId, message: MessageId, now: DateTime<Utc>) -> Result<Packed> {
    // who leaves ends the export in the row that this waits for
    let done = sqlx::query!(
        "update exports e set message_id = $2 from patients p
         where e.id = $1 and e.message_id is null and e.expires_at > $3 and p.id = e.patient_id and p.left_at is null",
        id.get(),
        message.get(),
        now
    )
    .execute(conn.connection())
    .await?;
    if done.rows_affected() == 1 {
        return Ok(Packed::Noted);
    }
    let before = sqlx::query_scalar!(
        r#"select true as "before!" from exports e join patients p on p.id = e.patient_id
           where e.id = $1 and e.message_id is not null and e.expires_at > $2 and p.left_at is null"#,
        id.get(),
        now
    )
    .fetch_optional(conn.connection())
    .await?;
    Ok(if before.is_some() { Packed::Before } else { Packed::Gone })
}

/// Keeps the hash of the link that a message is about to carry; false when there is nothing to download any more.
///
/// # Errors
/// Only [`Error`].
pub async fn put_link(
    conn: &mut TenantConn,
    message: MessageId,
    token: &TokenHash,
    now: DateTime<Utc>,
) -> Result<bool> {
    let done = sqlx::query!(
        "update exports e set token_hash = $2, expires_at = $4 from patients p
         where e.message_id = $1 and e.expires_at > $3 and p.id = e.patient_id and p.left_at is null",
        message.get(),
        token.as_bytes().as_slice(),
        now,
        now + EXPORT_LIFETIME
    )
    .execute(conn.connection())
    .await?;
    conn.settle();
    Ok(done.rows_affected() == 1)
}

/// The file that a link opens at `now`.
///
/// # Errors
/// Only [`Error`].
pub async fn find_by_token(conn: &mut TenantConn, token: &TokenHash, now: DateTime<Utc>) -> Result<Option<ObjectKey>> {
    let key = sqlx::query_scalar!(
        "select e.object_key from exports e join patients p on p.id = e.patient_id
         where e.token_hash = $1 and e.expires_at > $2 and p.left_at is null",
        token.as_bytes().as_slice(),
        now
    )
    .fetch_optional(conn.connection())
    .await?;
    conn.settle();
    Ok(key.map(ObjectKey::from_stored))
}

/// Exports that have ended: delete the object, then the row by [`delete`].
///
/// # Errors
/// Only [`Error`].
pub async fn list_ended(conn: &mut TenantConn, limit: i64, now: DateTime<Utc>) -> Result<Vec<(ExportId, ObjectKey)>> {
    let rows =
        sqlx::query!("select id, object_key from exports where expires_at <= $1 order by id limit $2", now, limit)
            .fetch_all(conn.connection())
            .await?;
    conn.settle();
    Ok(rows.into_iter().map(|r| (ExportId::new(r.id), ObjectKey::from_stored(r.object_key))).collect())
}

/// Deletes an export's row.
///
/// # Errors
/// Only [`Error`].
pub async fn delete(conn: &mut TenantConn, id: ExportId) -> Result<()> {
    sqlx::query!("delete from exports where id = $1", id.get()).execute(conn.connection()).await?;
    conn.settle();
    Ok(())
}

/// Everything that is kept of a patient and is theirs: no hashes, no internal ids. Belongs into one transaction.
///
/// # Errors
/// Only [`Error`].
pub async fn read(tx: &mut TenantTx, patient: PatientId) -> Result<PatientData> {
    let id = patient.get();
    let profile = sqlx::query_scalar!(
        r#"select jsonb_build_object('loginUserId', login_user_id, 'name', name, 'birth', birth, 'gender', gender,
               'phoneNumber', phone_number, 'email', email, 'zipcode', zipcode, 'address', address,
               'addressDetail', address_detail, 'createdAt', created_at) as "json!"
           from patients where id = $1"#,
        id
    )
    .fetch_one(tx.connection())
    .await?;
    let account = read_account(tx, patient).await?;
    let consents = sqlx::query_scalar!(
        r#"select coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'recipient', recipient, 'version', version,
               'address', host(client_address), 'givenAt', given_at, 'withdrawnAt', withdrawn_at) order by id), '[]') as "json!"
           from consents where patient_id = $1"#,
        id
    )
    .fetch_one(tx.connection())
    .await?;
    let self_checks = sqlx::query_scalar!(
        r#"select coalesce(jsonb_agg(jsonb_build_object('tciNumber', t.tci_number, 'status', t.status,
               'shootingAt', t.shooting_at, 'updatedAt', t.updated_at, 'comment', t.comment,
               'failureCode', t.failure_code, 'pictures', (
                   select coalesce(jsonb_agg(jsonb_build_object(
                       'file', 'pictures/' || split_part(p.object_key, '/', 3), 'current', p.current,
                       'createdAt', p.created_at, 'width', p.width, 'height', p.height,
                       'crop', case when p.crop_left is not null then
                           jsonb_build_object('left', p.crop_left, 'top', p.crop_top, 'size', p.crop_size) end,
                       'ai', case when r.picture_id is not null then
                           jsonb_build_object('scores', r.scores, 'confidences', r.confidences, 'outline', r.outline,
                               'unfamiliar', r.unfamiliar, 'modelVersion', r.model_version,
                               'createdAt', r.created_at) end) order by p.id), '[]')
                   from pictures p left join results r on r.picture_id = p.id
                   where p.tci_id = t.id)) order by t.id), '[]') as "json!"
           from tcis t where t.patient_id = $1 and t.application_id is null"#,
        id
    )
    .fetch_one(tx.connection())
    .await?;
    let applications = read_applications(tx, id).await?;
    let (claims, payments) = (read_claims(tx, id).await?, read_payments(tx, id).await?);
    let notifications = sqlx::query_scalar!(
        r#"select coalesce(jsonb_agg(jsonb_build_object('kind', n.kind, 'tciNumber', t.tci_number,
               'createdAt', n.created_at, 'readAt', n.read_at) order by n.id), '[]') as "json!"
           from notifications n left join tcis t on t.id = n.tci_id where n.patient_id = $1"#,
        id
    )
    .fetch_one(tx.connection())
    .await?;
    let pictures = sqlx::query_scalar!(
        "select distinct p.object_key from pictures p join tcis t on t.id = p.tci_id where t.patient_id = $1 order by 1",
        id
    )
    .fetch_all(tx.connection())
    .await?;
    Ok(PatientData {
        files: vec![
            ("profile.json", profile),
            ("account.json", account),
            ("consents.json", consents),
            ("self-checks.json", self_checks),
            ("applications.json", applications),
            ("claims.json", claims),
            ("payments.json", payments),
            ("notifications.json", notifications),
        ],
        pictures: pictures.into_iter().map(ObjectKey::from_stored).collect(),
    })
}

/// A patient's applications with their analyses; an expert's scores and outline once they are released.
async fn read_applications(tx: &mut TenantTx, patient: i64) -> Result<serde_json::Value> {
    Ok(sqlx::query_scalar!(
        r#"select coalesce(jsonb_agg(jsonb_build_object('kind', a.kind, 'status', a.status, 'createdAt', a.created_at,
               'claimAt', a.claim_at, 'institution', i.name, 'name', a.name, 'birth', a.birth, 'gender', a.gender,
               'phoneNumber', a.phone_number, 'analyses', (
                   select coalesce(jsonb_agg(jsonb_build_object('phase', t.phase, 'tciNumber', t.tci_number,
                       'status', t.status, 'shootingAt', t.shooting_at, 'comment', case when t.status = 2 then t.comment end,
                       'file', 'pictures/' || split_part(p.object_key, '/', 3), 'ai', r.scores,
                       'modelVersion', r.model_version,
                       'expert', case when t.status = 2 then p.expert_scores end,
                       'expertOutline', case when t.status = 2 then p.expert_outline end) order by t.id), '[]')
                   from tcis t
                   left join pictures p on p.tci_id = t.id and p.current
                   left join results r on r.picture_id = p.id
                   where t.application_id = a.id)) order by a.id), '[]') as "json!"
           from applications a join institutions i on i.id = a.institution_id where a.patient_id = $1"#,
        patient
    )
    .fetch_one(tx.connection())
    .await?)
}

/// A patient's claims; of the account its last digits, of the resident number nothing.
async fn read_claims(tx: &mut TenantTx, patient: i64) -> Result<Value> {
    Ok(sqlx::query_scalar!(
        r#"select coalesce(jsonb_agg(jsonb_build_object('status', c.status, 'kind', c.kind, 'institution', i.name,
               'insurer', s.name, 'insuredName', c.insured_name, 'mobile', c.mobile, 'onsetDate', c.onset_date,
               'accidentType', c.accident_type, 'reason', c.reason, 'bankName', c.bank_name,
               'accountNumber', c.account_masked, 'depositor', c.depositor,
               'documents', array(select d.code from claim_documents d where d.claim_id = c.id order by d.id),
               'doctorSignature', c.doctor_signature, 'registeredMail', c.registered_mail, 'forwarding', c.forwarding,
               'zipcode', c.zipcode, 'address', c.address, 'addressDetail', c.address_detail,
               'trackingNumber', c.tracking_number, 'canceledReason', c.canceled_reason, 'createdAt', c.created_at,
               'canceledAt', c.canceled_at, 'releasedAt', c.released_at) order by c.id), '[]') as "json!"
           from claims c
           join institutions i on i.id = c.institution_id
           join insurers s on s.id = c.insurer_id
           where c.patient_id = $1"#,
        patient
    )
    .fetch_one(tx.connection())
    .await?)
}

/// A patient's orders and the movements of money.
async fn read_payments(tx: &mut TenantTx, patient: i64) -> Result<Value> {
    Ok(sqlx::query_scalar!(
        r#"select coalesce(jsonb_agg(jsonb_build_object('oid', o.oid, 'status', o.status, 'amount', o.amount,
               'lines', o.lines, 'method', o.method, 'receiptUrl', o.receipt_url, 'approvedAt', o.approved_at,
               'createdAt', o.created_at, 'movements', (
                   select coalesce(jsonb_agg(jsonb_build_object('kind', l.kind, 'amount', l.amount, 'at', l.at) order by l.id),
                                   '[]')
                   from ledger l where l.order_id = o.id and l.kind <> 'fee')) order by o.id), '[]') as "json!"
           from orders o where o.patient_id = $1"#,
        patient
    )
    .fetch_one(tx.connection())
    .await?)
}

/// How a patient comes in, and what was sent to them. An identity is verified in the sign-up that makes the account.
async fn read_account(tx: &mut TenantTx, patient: PatientId) -> Result<Value> {
    let account = sqlx::query_scalar!(
        r#"select jsonb_build_object(
               'identityVerifiedAt', case when ci_hash is not null then created_at end,
               'socialAccounts', (
                   select coalesce(jsonb_agg(jsonb_build_object('provider', provider, 'since', created_at) order by id), '[]')
                   from social_accounts where patient_id = $1),
               'sessions', (
                   select coalesce(jsonb_agg(jsonb_build_object(
                       'begunAt', created_at, 'until', least(revoked_at, expires_at)) order by id), '[]')
                   from patient_sessions where patient_id = $1),
               'messages', (
                   select coalesce(jsonb_agg(jsonb_build_object(
                       'kind', kind, 'channel', channel, 'createdAt', created_at, 'sentAt', sent_at) order by id), '[]')
                   from messages where patient_id = $1)) as "json!"
           from patients where id = $1"#,
        patient.get()
    )
    .fetch_one(tx.connection())
    .await?;
    Ok(account)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_in_the_files_is_not_shown() {
        let files = vec![("profile.json", serde_json::json!({"name": "secret"}))];
        let key = ObjectKey::parse("tongue/test/secret.jpg").expect("a key");
        let shown = format!("{:?}", PatientData { files, pictures: vec![key] });
        assert_eq!(shown, r#"PatientData { files: ["profile.json"], pictures: 1 }"#);
    }
}
