//! The people of patients' accounts.
//!
//! The trigger `patients_people` writes the holder's row. No function here returns a removed person.

use std::net::IpAddr;

use chrono::{DateTime, NaiveDate, Utc};
use domain::people::PersonForm;
use domain::{AccountPerson, BirthDate, Gender, Name, PatientId, PersonConsent, PersonId, PersonLabel, Relation};

use crate::{Error, Result, TenantConn, TenantTx, column, patients};

struct Row {
    id: i64,
    relation: String,
    name: String,
    birth: Option<NaiveDate>,
    gender: Option<i16>,
    consent_kind: Option<String>,
    consent_at: Option<DateTime<Utc>>,
    has_records: bool,
}

macro_rules! select_people {
    ($which:tt, $($argument:expr),+) => {
        sqlx::query_as!(
            Row,
            r#"select p.id, p.relation, p.name, p.birth, p.gender, p.consent_kind, p.consent_at,
                      (exists(select from tcis where person_id = p.id)
                       or exists(select from applications where person_id = p.id)
                       or exists(select from claims where person_id = p.id)) as "has_records!"
               from people p where p.removed_at is null and "# + $which,
            $($argument),+
        )
    };
}

impl TryFrom<Row> for AccountPerson {
    type Error = Error;

    fn try_from(row: Row) -> Result<Self> {
        Ok(Self {
            label: label(row.id, row.name, &row.relation)?,
            birth: row.birth.map(BirthDate::from_date),
            gender: column("people", "gender", row.id).check(row.gender.map(Gender::from_number).transpose())?,
            consent: column("people", "consent_kind", row.id)
                .check(row.consent_kind.map(|code| code.parse::<PersonConsent>()).transpose())?,
            consent_at: row.consent_at,
            has_records: row.has_records,
        })
    }
}

/// Returns a person's label from its columns.
pub(crate) fn label(id: i64, name: String, relation: &str) -> Result<PersonLabel> {
    Ok(PersonLabel {
        id: PersonId::new(id),
        name: Name::from_stored(name),
        relation: column("people", "relation", id).check(relation.parse::<Relation>())?,
    })
}

/// Returns a person's label from the columns of an outer join.
pub(crate) fn label_if_any(
    id: Option<i64>,
    name: Option<String>,
    relation: Option<&str>,
) -> Result<Option<PersonLabel>> {
    let (Some(id), Some(name), Some(relation)) = (id, name, relation) else { return Ok(None) };
    label(id, name, relation).map(Some)
}

/// Lists the people of an account, the holder first, then the oldest first.
pub async fn list(conn: &mut TenantConn, patient: PatientId) -> Result<Vec<AccountPerson>> {
    let rows = select_people!("p.patient_id = $1 order by p.relation = 'self' desc, p.id", patient.get())
        .fetch_all(conn.connection())
        .await?;
    rows.into_iter().map(AccountPerson::try_from).collect()
}

/// Finds a person of an account; the holder when `person` is none.
pub async fn find_own(
    conn: &mut TenantConn,
    patient: PatientId,
    person: Option<PersonId>,
) -> Result<Option<AccountPerson>> {
    let row = select_people!(
        "p.patient_id = $1 and case when $2::bigint is null then p.relation = 'self' else p.id = $2 end",
        patient.get(),
        person.map(PersonId::get)
    )
    .fetch_optional(conn.connection())
    .await?;
    row.map(AccountPerson::try_from).transpose()
}

/// Locks a person of an account, and finds it; the holder when `person` is none. Neither can the person be changed until
/// the transaction ends, nor a record be inserted for it.
pub async fn lock_own(
    tx: &mut TenantTx,
    patient: PatientId,
    person: Option<PersonId>,
) -> Result<Option<AccountPerson>> {
    sqlx::query!(
        "select id from people
         where patient_id = $1 and removed_at is null
               and case when $2::bigint is null then relation = 'self' else id = $2 end
         for update",
        patient.get(),
        person.map(PersonId::get)
    )
    .fetch_optional(tx.connection())
    .await?;
    // a second statement, because one that waited for the lock would read records from before it
    find_own(tx, patient, person).await
}

/// Locks a person of an account for something new, and finds it; the holder when `person` is none. The person cannot be
/// changed until the transaction ends, but others can insert records for it too.
pub async fn lock_own_shared(
    tx: &mut TenantTx,
    patient: PatientId,
    person: Option<PersonId>,
) -> Result<Option<AccountPerson>> {
    sqlx::query!(
        "select id from people
         where patient_id = $1 and removed_at is null
               and case when $2::bigint is null then relation = 'self' else id = $2 end
         for share",
        patient.get(),
        person.map(PersonId::get)
    )
    .fetch_optional(tx.connection())
    .await?;
    find_own(tx, patient, person).await
}

/// The holder's consent for a person: which text, and from where.
#[derive(Clone, Copy, Debug)]
pub struct ConsentRecord {
    /// The effective date of the text that the holder agreed to.
    pub version: NaiveDate,
    /// The address that the holder agreed from.
    pub client_address: Option<IpAddr>,
}

/// Locks an account and counts its people other than the holder, so that concurrent inserts cannot exceed the limit.
/// Returns none when the account is closed.
pub async fn count_locked(tx: &mut TenantTx, patient: PatientId) -> Result<Option<i64>> {
    if !patients::lock_open_for_update(tx, patient).await? {
        return Ok(None);
    }
    let count = sqlx::query_scalar!(
        r#"select count(*) as "count!" from people where patient_id = $1 and relation <> 'self' and removed_at is null"#,
        patient.get()
    )
    .fetch_one(tx.connection())
    .await?;
    Ok(Some(count))
}

/// Inserts a person of an account.
pub async fn insert(
    tx: &mut TenantTx,
    patient: PatientId,
    form: &PersonForm,
    consent: ConsentRecord,
    now: DateTime<Utc>,
) -> Result<PersonId> {
    let id = sqlx::query_scalar!(
        "insert into people (patient_id, relation, name, birth, gender, consent_kind, consent_version, consent_at, client_address,
                             created_at, updated_at)
         values ($1, $2, $3, $4, $5, $6, $7, $9, $8::text::inet, $9, $9)
         returning id",
        patient.get(),
        form.relation.as_str(),
        form.name.as_str(),
        form.birth.date(),
        form.gender.map(Gender::number),
        form.consent.as_str(),
        consent.version,
        consent.client_address.map(|address| address.to_string()),
        now
    )
    .fetch_one(tx.connection())
    .await?;
    Ok(PersonId::new(id))
}

/// Sets a person's form and consent. The holder's row is maintained by the trigger and does not change.
pub async fn set_form(
    tx: &mut TenantTx,
    person: PersonId,
    form: &PersonForm,
    consent: ConsentRecord,
    now: DateTime<Utc>,
) -> Result<()> {
    sqlx::query!(
        "update people
         set relation = $2, name = $3, birth = $4, gender = $5, consent_kind = $6, consent_version = $7, consent_at = $9,
             client_address = $8::text::inet, updated_at = $9
         where id = $1 and relation <> 'self' and removed_at is null",
        person.get(),
        form.relation.as_str(),
        form.name.as_str(),
        form.birth.date(),
        form.gender.map(Gender::number),
        form.consent.as_str(),
        consent.version,
        consent.client_address.map(|address| address.to_string()),
        now
    )
    .execute(tx.connection())
    .await?;
    Ok(())
}

/// Returns whether an application or a claim of the person is still open, or an order for a claim can still be paid.
pub async fn exists_open_record(tx: &mut TenantTx, person: PersonId) -> Result<bool> {
    Ok(sqlx::query_scalar!(
        r#"select exists(select from applications where person_id = $1 and status in (0, 1))
               or exists(select from claims where person_id = $1 and status in (0, 1))
               or exists(select from claim_drafts d join orders o on o.id = d.order_id
                         where d.person_id = $1 and o.status in ('pending', 'confirming')) as "open!""#,
        person.get()
    )
    .fetch_one(tx.connection())
    .await?)
}

/// Removes a locked person other than the holder. The person's records are no longer shown, and their notifications and
/// drafts of claims are deleted: an order that turns out to be paid is refunded. Returns false when there is no such
/// person.
pub async fn remove(tx: &mut TenantTx, patient: PatientId, person: PersonId, now: DateTime<Utc>) -> Result<bool> {
    let done = sqlx::query!(
        "update people set removed_at = $3, updated_at = $3
         where id = $2 and patient_id = $1 and relation <> 'self' and removed_at is null",
        patient.get(),
        person.get(),
        now
    )
    .execute(tx.connection())
    .await?;
    sqlx::query!(
        "delete from notifications
         where patient_id = $1 and (tci_id in (select id from tcis where person_id = $2)
                                    or application_id in (select id from applications where person_id = $2))",
        patient.get(),
        person.get()
    )
    .execute(tx.connection())
    .await?;
    sqlx::query!(
        "delete from claim_drafts d using orders o
         where o.id = d.order_id and o.patient_id = $1 and d.person_id = $2",
        patient.get(),
        person.get()
    )
    .execute(tx.connection())
    .await?;
    Ok(done.rows_affected() == 1)
}
