//! The statements of the seed.

use chrono::{DateTime, Utc};
use domain::{BirthDate, Email, Gender, PatientId, StaffId};
use sqlx::PgConnection;

use super::StaffSeed;
use crate::Result;
use crate::patients::NewPatient;

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

pub(super) async fn insert_staff(tx: &mut PgConnection, new: &StaffSeed, now: DateTime<Utc>) -> Result<StaffId> {
    let id = sqlx::query_scalar!(
        "insert into staff (institution_id, login_id, password_hash, must_change_password, name, role, created_at)
         values ($1, $2, $3, false, $4, $5, $6)
         on conflict (tenant_id, login_key) do update set login_id = staff.login_id
         returning id",
        new.institution_id.get(),
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
