//! Demo and first data, written by the owner of the tables. Running it again changes nothing that a person changed.

use chrono::{DateTime, Utc};
use domain::tenant::{Banner, Company};
use domain::{
    BirthDate, Email, Gender, InstitutionId, Locale, LoginUserId, Name, PasswordHash, PatientId, StaffId, StaffRole,
    TenantId,
};
use sqlx::{Connection as _, PgConnection};

use crate::patients::NewPatient;
use crate::{Owner, Result};

/// A tenant with its clinics and patients.
#[derive(Clone, Debug)]
pub struct TenantSeed {
    /// Short stable name; a tenant of that name is brought up to date.
    pub key: String,
    /// The product's name as patients see it.
    pub name: String,
    /// Language of a visitor who states none.
    pub default_locale: Locale,
    /// Hosts by which it is addressed, lower case, without a port; links in messages lead to the first.
    pub hosts: Vec<String>,
    /// Where the TCI tile leads; none means this app's own pages.
    pub subsite_tci: Option<String>,
    /// Where the insurance tile leads; none means this app's own pages.
    pub subsite_chea: Option<String>,
    /// What the footer shows.
    pub company: Company,
    /// The home screen's banner.
    pub banner: Option<Banner>,
    /// Sender of mail.
    pub mail_from: String,
    /// Sender of SMS, digits only.
    pub sms_from: String,
    /// Whether sign-up needs a verified identity.
    pub identity_required: bool,
    /// Its clinics; one of that name is brought up to date.
    pub institutions: Vec<InstitutionSeed>,
    /// Its clinics' staff; one of that sign-in name is left as it is.
    pub staff: Vec<StaffSeed>,
    /// Its patients; one of that sign-in name is left as it is.
    pub patients: Vec<NewPatient>,
}

/// One of a clinic's staff, with a password of their own.
#[derive(Clone, Debug)]
pub struct StaffSeed {
    /// The clinic's place among [`TenantSeed::institutions`]; one that is not there is left out.
    pub institution: usize,
    /// The sign-in name.
    pub login_id: LoginUserId,
    /// The password, hashed.
    pub password_hash: PasswordHash,
    /// The person's name.
    pub name: Name,
    /// What they do.
    pub role: StaffRole,
}

/// A clinic.
#[derive(Clone, Debug)]
pub struct InstitutionSeed {
    /// Its name.
    pub name: String,
    /// Who stands for it.
    pub representative_name: String,
    /// Where it is.
    pub address: String,
    /// Digits only.
    pub phone_number: String,
}

/// The ids of what was seeded, in the seed's order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seeded {
    /// The tenant's.
    pub tenant_id: TenantId,
    /// Its clinics'.
    pub institution_ids: Vec<InstitutionId>,
    /// Its staff's.
    pub staff_ids: Vec<StaffId>,
    /// Its patients'.
    pub patient_ids: Vec<PatientId>,
}

/// Writes a tenant.
///
/// Forced row-level security binds the owner too, unless it is a superuser. It sees the directory because it is a member
/// of `hyeobom_system`, and the tenant's rows because it is one of `hyeobom_app` and sets the tenant.
///
/// # Errors
/// Only [`crate::Error`].
pub async fn tenant(owner: &mut Owner, seed: &TenantSeed, now: DateTime<Utc>) -> Result<Seeded> {
    let mut tx = owner.connection().begin().await?;
    let id = insert_tenant(&mut tx, seed, now).await?;
    for (position, host) in (0_i16..).zip(&seed.hosts) {
        sqlx::query!(
            "insert into tenant_hosts (host, tenant_id, position) values ($1, $2, $3)
             on conflict (host) do update set tenant_id = excluded.tenant_id, position = excluded.position",
            host,
            id,
            position
        )
        .execute(&mut *tx)
        .await?;
    }
    sqlx::query_scalar!("select set_config('app.tenant_id', $1, true)", id.to_string()).fetch_one(&mut *tx).await?;
    let mut seeded = Seeded {
        tenant_id: TenantId::new(id),
        institution_ids: Vec::new(),
        staff_ids: Vec::new(),
        patient_ids: Vec::new(),
    };
    for institution in &seed.institutions {
        let id = sqlx::query_scalar!(
            "insert into institutions (name, representative_name, address, phone_number, created_at)
             values ($1, $2, $3, $4, $5)
             on conflict (tenant_id, name) do update
             set representative_name = excluded.representative_name, address = excluded.address,
                 phone_number = excluded.phone_number
             returning id",
            institution.name,
            institution.representative_name,
            institution.address,
            institution.phone_number,
            now
        )
        .fetch_one(&mut *tx)
        .await?;
        seeded.institution_ids.push(InstitutionId::new(id));
    }
    for staff in &seed.staff {
        if let Some(&clinic) = seeded.institution_ids.get(staff.institution) {
            seeded.staff_ids.push(insert_staff(&mut tx, clinic, staff, now).await?);
        }
    }
    for patient in &seed.patients {
        seeded.patient_ids.push(insert_patient(&mut tx, patient, now).await?);
    }
    tx.commit().await?;
    Ok(seeded)
}

async fn insert_tenant(tx: &mut PgConnection, seed: &TenantSeed, now: DateTime<Utc>) -> Result<i64> {
    let banner = seed.banner.as_ref();
    Ok(sqlx::query_scalar!(
        "insert into tenants (key, name, default_locale, subsite_tci, subsite_chea, company_name, company_representative,
                              company_registration_number, company_address, company_phone, company_email, banner_title,
                              banner_text, banner_image_url, banner_link_url, mail_from, sms_from, identity_required,
                              created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)
         on conflict (key) do update
         set name = excluded.name, default_locale = excluded.default_locale, subsite_tci = excluded.subsite_tci,
             subsite_chea = excluded.subsite_chea, company_name = excluded.company_name,
             company_representative = excluded.company_representative,
             company_registration_number = excluded.company_registration_number,
             company_address = excluded.company_address, company_phone = excluded.company_phone,
             company_email = excluded.company_email, banner_title = excluded.banner_title,
             banner_text = excluded.banner_text, banner_image_url = excluded.banner_image_url,
             banner_link_url = excluded.banner_link_url, mail_from = excluded.mail_from, sms_from = excluded.sms_from,
             identity_required = excluded.identity_required
         returning id",
        seed.key,
        seed.name,
        seed.default_locale.as_str(),
        seed.subsite_tci,
        seed.subsite_chea,
        seed.company.name,
        seed.company.representative,
        seed.company.registration_number,
        seed.company.address,
        seed.company.phone,
        seed.company.email,
        banner.map(|banner| banner.title.as_str()),
        banner.map(|banner| banner.text.as_str()),
        banner.and_then(|banner| banner.image_url.as_deref()),
        banner.map(|banner| banner.link_url.as_str()),
        seed.mail_from,
        seed.sms_from,
        seed.identity_required,
        now
    )
    .fetch_one(tx)
    .await?)
}

async fn insert_patient(tx: &mut PgConnection, new: &NewPatient, now: DateTime<Utc>) -> Result<PatientId> {
    let inserted = sqlx::query_scalar!(
        "insert into patients (login_user_id, password_hash, name, birth, gender, phone_number, email, zipcode, address,
                               address_detail, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
         on conflict (tenant_id, login_key) do nothing
         returning id",
        new.login_user_id.as_str(),
        new.password_hash.as_str(),
        new.name.as_str(),
        new.birth.map(BirthDate::date),
        new.gender.map(Gender::number),
        new.phone_number.as_str(),
        new.email.as_ref().map(Email::as_str),
        new.zipcode,
        new.address,
        new.address_detail,
        now
    )
    .fetch_optional(&mut *tx)
    .await?;
    let id = match inserted {
        Some(id) => id,
        None => {
            sqlx::query_scalar!(
                "select id from patients where tenant_id = current_tenant() and login_key = $1",
                new.login_user_id.key()
            )
            .fetch_one(tx)
            .await?
        }
    };
    Ok(PatientId::new(id))
}

async fn insert_staff(
    tx: &mut PgConnection,
    clinic: InstitutionId,
    new: &StaffSeed,
    now: DateTime<Utc>,
) -> Result<StaffId> {
    let id = sqlx::query_scalar!(
        "insert into staff (institution_id, login_id, password_hash, must_change_password, name, role, created_at)
         values ($1, $2, $3, false, $4, $5, $6)
         on conflict (tenant_id, login_key) do update set login_id = staff.login_id
         returning id",
        clinic.get(),
        new.login_id.as_str(),
        new.password_hash.as_str(),
        new.name.as_str(),
        new.role.as_str(),
        now
    )
    .fetch_one(tx)
    .await?;
    Ok(StaffId::new(id))
}
