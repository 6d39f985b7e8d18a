//! The statements of the seed.

use chrono::{DateTime, Utc};
use domain::{BirthDate, Email, Gender, InstitutionId, PatientId, ProviderName, StaffId};
use sqlx::PgConnection;

use super::{InstitutionSeed, StaffSeed, TenantSeed};
use crate::patients::NewPatient;
use crate::{Result, insurers};

pub(super) async fn upsert_hosts(tx: &mut PgConnection, tenant: i64, hosts: &[String]) -> Result<()> {
    for (position, host) in (0_i16..).zip(hosts) {
        sqlx::query!(
            "insert into tenant_hosts (host, tenant_id, position) values ($1, $2, $3)
             on conflict (host) do update set tenant_id = excluded.tenant_id, position = excluded.position",
            host,
            tenant,
            position
        )
        .execute(&mut *tx)
        .await?;
    }
    Ok(())
}

pub(super) async fn upsert_institution(
    tx: &mut PgConnection,
    institution: &InstitutionSeed,
    now: DateTime<Utc>,
) -> Result<InstitutionId> {
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
    .fetch_one(tx)
    .await?;
    Ok(InstitutionId::new(id))
}

pub(super) async fn upsert_insurers(tx: &mut PgConnection) -> Result<()> {
    for (position, name) in (0_i16..).zip(insurers::KOREAN_INSURERS) {
        sqlx::query!(
            "insert into insurers (name, position) values ($1, $2)
             on conflict (tenant_id, name) do update set position = excluded.position",
            name,
            position
        )
        .execute(&mut *tx)
        .await?;
    }
    Ok(())
}

pub(super) async fn upsert_tenant(tx: &mut PgConnection, seed: &TenantSeed, now: DateTime<Utc>) -> Result<i64> {
    let banner = seed.banner.as_ref();
    Ok(sqlx::query_scalar!(
        "insert into tenants (key, name, default_locale, subsite_tci, subsite_chea, company_name, company_representative,
                              company_registration_number, company_address, company_phone, company_email, banner_title,
                              banner_text, banner_image_url, banner_link_url, mail_from, sms_from, identity_required,
                              resident_number_full, mobile_provider, brand_color, logo, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20,
                 $21, $22, $23)
         on conflict (key) do update
         set name = excluded.name, default_locale = excluded.default_locale, subsite_tci = excluded.subsite_tci,
             subsite_chea = excluded.subsite_chea, company_name = excluded.company_name,
             company_representative = excluded.company_representative,
             company_registration_number = excluded.company_registration_number,
             company_address = excluded.company_address, company_phone = excluded.company_phone,
             company_email = excluded.company_email, banner_title = excluded.banner_title,
             banner_text = excluded.banner_text, banner_image_url = excluded.banner_image_url,
             banner_link_url = excluded.banner_link_url, mail_from = excluded.mail_from, sms_from = excluded.sms_from,
             identity_required = excluded.identity_required, resident_number_full = excluded.resident_number_full,
             mobile_provider = excluded.mobile_provider, brand_color = excluded.brand_color, logo = excluded.logo
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
        seed.resident_number_full,
        seed.mobile_provider.map(ProviderName::as_str),
        seed.brand_color.map(|color| color.to_string()),
        seed.logo,
        now
    )
    .fetch_one(tx)
    .await?)
}

pub(super) async fn insert_patient(tx: &mut PgConnection, new: &NewPatient, now: DateTime<Utc>) -> Result<PatientId> {
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

pub(super) async fn insert_staff(
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
