//! Collects the data of a patient.

use std::fmt;

use domain::{ObjectKey, PatientId};
use serde_json::Value;

use crate::{Result, TenantTx};

/// A patient's data, to be written as files.
#[derive(Clone)]
pub struct PatientData {
    /// `(name, content)`: profile, account, consents, people, self-checks with pictures and scores, applications, claims, payments,
    /// notifications.
    pub files: Vec<(&'static str, Value)>,
    /// The pictures.
    pub pictures: Vec<StoredPicture>,
}

/// The object of a picture.
#[derive(Clone, Debug)]
pub struct StoredPicture {
    /// Its key.
    pub key: ObjectKey,
    /// SHA-256 of its content. None for pictures that were accepted before it was kept.
    pub hash: Option<[u8; 32]>,
}

impl fmt::Debug for PatientData {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = self.files.iter().map(|(name, _)| name).collect();
        f.debug_struct("PatientData").field("files", &names).field("pictures", &self.pictures.len()).finish()
    }
}

/// Collects all stored data about a patient, without hashes and internal ids. Call it in one transaction.
pub async fn collect_patient_data(tx: &mut TenantTx, patient: PatientId) -> Result<PatientData> {
    let id = patient.get();
    Ok(PatientData {
        files: vec![
            ("profile.json", read_profile(tx, id).await?),
            ("account.json", read_account(tx, patient).await?),
            ("consents.json", read_consents(tx, id).await?),
            ("people.json", read_people(tx, id).await?),
            ("self-checks.json", read_self_checks(tx, id).await?),
            ("applications.json", read_applications(tx, id).await?),
            ("claims.json", read_claims(tx, id).await?),
            ("payments.json", read_payments(tx, id).await?),
            ("notifications.json", read_notifications(tx, id).await?),
        ],
        pictures: list_pictures(tx, id).await?,
    })
}

/// Lists the objects of a patient's pictures.
async fn list_pictures(tx: &mut TenantTx, id: i64) -> Result<Vec<StoredPicture>> {
    let rows = sqlx::query!(
        "select distinct p.object_key, u.id, u.hash
         from pictures p join tcis t on t.id = p.tci_id join uploads u on u.id = p.upload_id
         where t.patient_id = $1 order by 1",
        id
    )
    .fetch_all(tx.connection())
    .await?;
    rows.into_iter()
        .map(|row| {
            let hash = crate::pictures::hash(row.id, row.hash)?;
            Ok(StoredPicture { key: ObjectKey::from_stored(row.object_key), hash })
        })
        .collect()
}

/// Reads the profile that a patient entered.
async fn read_profile(tx: &mut TenantTx, id: i64) -> Result<Value> {
    Ok(sqlx::query_scalar!(
        r#"select jsonb_build_object('loginUserId', login_user_id, 'name', name, 'birth', birth, 'gender', gender,
               'phoneNumber', phone_number, 'email', email, 'zipcode', zipcode, 'address', address,
               'addressDetail', address_detail, 'createdAt', created_at) as "json!"
           from patients where id = $1"#,
        id
    )
    .fetch_one(tx.connection())
    .await?)
}

/// Reads a patient's consents, including withdrawn ones.
async fn read_consents(tx: &mut TenantTx, id: i64) -> Result<Value> {
    Ok(sqlx::query_scalar!(
        r#"select coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'recipient', recipient, 'version', version,
               'address', host(client_address), 'givenAt', given_at, 'withdrawnAt', withdrawn_at) order by id), '[]') as "json!"
           from consents where patient_id = $1"#,
        id
    )
    .fetch_one(tx.connection())
    .await?)
}

/// Reads a patient's notifications with the channel of each delivery.
async fn read_notifications(tx: &mut TenantTx, id: i64) -> Result<Value> {
    Ok(sqlx::query_scalar!(
        r#"select coalesce(jsonb_agg(jsonb_build_object('kind', n.kind, 'tciNumber', t.tci_number,
               'createdAt', n.created_at, 'readAt', n.read_at, 'sentBy', d.channel, 'sentAt', d.sent_at) order by n.id),
               '[]') as "json!"
           from notifications n left join tcis t on t.id = n.tci_id
                left join notification_deliveries d on d.notification_id = n.id
           where n.patient_id = $1"#,
        id
    )
    .fetch_one(tx.connection())
    .await?)
}

/// Reads the people of an account and the holder's declarations about them, including removed people who are not yet
/// erased.
async fn read_people(tx: &mut TenantTx, id: i64) -> Result<Value> {
    Ok(sqlx::query_scalar!(
        r#"select coalesce(jsonb_agg(jsonb_build_object('relation', relation, 'name', name, 'birth', birth, 'gender', gender,
               'consent', consent_kind, 'consentVersion', consent_version, 'consentAt', consent_at,
               'address', host(client_address), 'createdAt', created_at, 'removedAt', removed_at) order by id), '[]') as "json!"
           from people where patient_id = $1 and erased_at is null"#,
        id
    )
    .fetch_one(tx.connection())
    .await?)
}

/// Reads a patient's self-checks with their pictures and results.
async fn read_self_checks(tx: &mut TenantTx, id: i64) -> Result<Value> {
    Ok(sqlx::query_scalar!(
        r#"select coalesce(jsonb_agg(jsonb_build_object('tciNumber', t.tci_number, 'person', h.name, 'status', t.status,
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
           from tcis t join people h on h.id = t.person_id where t.patient_id = $1 and t.application_id is null"#,
        id
    )
    .fetch_one(tx.connection())
    .await?)
}

/// Reads a patient's applications with their analyses, and with an expert's scores and outline once they are released.
async fn read_applications(tx: &mut TenantTx, patient: i64) -> Result<Value> {
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

/// Reads a patient's claims, with the last digits of the bank account and without the resident number.
async fn read_claims(tx: &mut TenantTx, patient: i64) -> Result<Value> {
    Ok(sqlx::query_scalar!(
        r#"select coalesce(jsonb_agg(jsonb_build_object('status', c.status, 'kind', c.kind, 'institution', i.name,
               'insurer', s.name, 'insuredName', c.insured_name, 'mobile', c.mobile, 'onsetDate', c.onset_date,
               'accidentType', c.accident_type, 'reason', c.reason, 'bankName', c.bank_name,
               'accountNumber', c.account_masked, 'depositor', c.depositor,
               'documents', array(select d.code from claim_documents d where d.claim_id = c.id order by d.id),
               'doctorSignature', c.doctor_signature, 'registeredMail', c.registered_mail, 'forwarding', c.forwarding,
               'forwardInsurer', (select n.name from insurers n where n.id = c.forward_insurer_id), 'forwarded', (
                   select jsonb_build_object('method', f.method, 'reference', f.reference, 'sentAt', f.sent_at)
                   from claim_forwardings f where f.claim_id = c.id),
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

/// Reads a patient's orders and the movements of money.
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

/// Reads a patient's sign-in methods and the messages to the patient. An identity is verified by the sign-up that
/// inserts the account.
async fn read_account(tx: &mut TenantTx, patient: PatientId) -> Result<Value> {
    let account = sqlx::query_scalar!(
        r#"select jsonb_build_object(
               'identityVerifiedAt', case when ci_hash is not null then created_at end,
               'socialAccounts', (
                   select coalesce(jsonb_agg(jsonb_build_object('provider', provider, 'since', created_at) order by id), '[]')
                   from social_accounts where patient_id = $1),
               'sessions', (
                   select coalesce(jsonb_agg(jsonb_build_object(
                       'begunAt', created_at, 'lastUsedAt', last_used_at, 'until', least(revoked_at, expires_at),
                       'browser', browser, 'platform', platform, 'network', network) order by id), '[]')
                   from patient_sessions where patient_id = $1),
               'changes', (
                   select coalesce(jsonb_agg(jsonb_build_object(
                       'field', field, 'proof', proof, 'oldValue', old_value, 'address', host(client_address),
                       'changedAt', changed_at) order by id), '[]')
                   from profile_changes where patient_id = $1),
               'nameRequest', (
                   select jsonb_build_object('name', r.name, 'clinic', i.name, 'document', r.document, 'until', r.expires_at)
                   from name_requests r join institutions i on i.id = r.institution_id where r.patient_id = $1),
               'notificationSettings', (
                   select jsonb_build_object('alimtalk', alimtalk, 'sms', sms, 'results', results,
                                             'applications', applications, 'claims', claims)
                   from notification_settings where patient_id = $1),
               'favoriteClinics', (
                   select coalesce(jsonb_agg(jsonb_build_object('clinic', i.name, 'since', f.created_at) order by f.created_at,
                                             i.id), '[]')
                   from favorite_clinics f join institutions i on i.id = f.institution_id where f.patient_id = $1),
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
