//! The first accounts of clinics, whose admins add the others.

use argon2::Argon2;
use argon2::password_hash::{PasswordHasher as _, SaltString};
use db::access_log::{Action as LogAction, Entry};
use db::edit::{admins, clinics};
use db::operator_actions::Action;
use db::staff::{InsertError, NewStaff};
use domain::{InstitutionId, InvalidCode, LoginUserId, Name, Password, PasswordHash, StaffRole, TenantId, staff};
use runtime::Random;
use serde::Deserialize;

use crate::{Editor, Error};

/// An admin as it was entered.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct AdminInput {
    /// The sign-in name: 4 to 20 letters or digits.
    pub login_id: String,
    /// The person's name.
    pub name: String,
}

impl AdminInput {
    pub(crate) fn parse(&self) -> Result<(LoginUserId, Name), Error> {
        let (login, name) = (staff::parse_login_id(&self.login_id), Name::parse(&self.name));
        match (login, name) {
            (Ok(login), Ok(name)) => Ok((login, name)),
            (login, name) => Err(Error::Refused([login.err(), name.err()].into_iter().flatten().collect())),
        }
    }
}

/// A new admin. The temporary password is not stored in plain text and cannot be shown again.
#[derive(Clone, Debug)]
pub struct NewAdmin {
    /// The tenant's main host.
    pub host: String,
    /// The clinic's name.
    pub clinic: String,
    /// The sign-in name.
    pub login_id: LoginUserId,
    /// The temporary password, which signs in once within 72 hours.
    pub password: Password,
}

impl Editor<'_> {
    /// Adds an admin of a clinic.
    ///
    /// # Errors
    /// [`Error::NotFound`], [`Error::Refused`], [`Error::Hash`], or [`Error::Db`].
    pub async fn add_admin(
        &mut self,
        tenant: TenantId,
        clinic: InstitutionId,
        input: &AdminInput,
    ) -> Result<NewAdmin, Error> {
        let (login_id, name) = input.parse()?;
        let tenant_ref = self.lock_tenant_ref(tenant).await?;
        let row = clinics::lock(&mut self.tx, tenant, clinic).await?.ok_or(Error::NotFound("clinic"))?;
        if admins::exists(&mut self.tx, tenant, &login_id).await? {
            return Err(Error::invalid_field("loginId", InvalidCode::Taken));
        }
        let password = staff::generate_temporary_password(self.context.random.bytes());
        let password_hash = hash_password(&password, self.context.random).map_err(Error::Hash)?;
        let role = StaffRole::ClinicAdmin;
        let new = NewStaff { institution_id: clinic, login_id, password_hash, name, role };
        let reason = self.context.actor.reason;
        let entry = Entry { login_id: Some(&new.login_id), reason, ..Entry::new(LogAction::StaffMade) };
        admins::insert(&mut self.tx, tenant, &new, &entry, self.context.now).await.map_err(|error| match error {
            InsertError::LoginIdTaken => Error::invalid_field("loginId", InvalidCode::Taken),
            InsertError::Db(error) => error.into(),
        })?;
        let subject = format!("admin {} of clinic {}", new.login_id.as_str(), row.settings.name);
        self.record_change(Action::ClinicAdminAdded, &tenant_ref, subject);
        let tenant = db::tenants::find(self.tx.system().await?, tenant).await?;
        let host = tenant.and_then(|tenant| tenant.hosts.into_iter().next()).unwrap_or_default();
        Ok(NewAdmin { host, clinic: row.settings.name, login_id: new.login_id, password })
    }
}

/// Hashes a password as the API does: Argon2id in PHC form.
///
/// # Errors
/// When the salt is invalid, which never happens.
pub fn hash_password(password: &Password, random: &Random) -> Result<PasswordHash, argon2::password_hash::Error> {
    let salt = SaltString::encode_b64(&random.bytes::<16>())?;
    let hash = Argon2::default().hash_password(password.reveal().as_bytes(), &salt)?;
    Ok(PasswordHash::new(hash.to_string()))
}
