//! Applies a file to an installation. What the file does not contain stays unchanged.

use std::collections::BTreeMap;

use db::edit::{accounts, clinics, insurers, tenants};
use db::insurers::KOREAN_INSURERS;
use domain::directory::InsurerInput;
use domain::{InstitutionId, InsurerId, TenantId, TenantKind};

use crate::file::{AccountFile, ClinicFile, locate};
use crate::{Editor, Error, Installation, NewAdmin, Target, TenantFile};

/// The result of an import. Its passwords cannot be shown again.
#[derive(Clone, Debug, Default)]
pub struct Imported {
    /// The tenants, in the order of the file.
    pub tenants: Vec<ImportedTenant>,
    /// The new admins with their temporary passwords.
    pub admins: Vec<NewAdmin>,
}

/// A tenant of the file.
#[derive(Clone, Debug)]
pub struct ImportedTenant {
    /// The id.
    pub id: TenantId,
    /// The clinics of the file by name.
    pub clinics: BTreeMap<String, InstitutionId>,
}

impl Editor<'_> {
    /// Adds and changes the tenants of a file with all their entries. A second import of the same file changes nothing.
    /// Clinics, insurers and accounts that an operator deactivated stay inactive.
    ///
    /// # Errors
    /// [`Error::File`] with the place in the file, or [`Error::Db`].
    pub async fn import(&mut self, installation: &Installation) -> Result<Imported, Error> {
        let mut imported = Imported::default();
        for (index, tenant) in installation.tenants.iter().enumerate() {
            let place = format!("tenants[{index}] ({})", tenant.input.key);
            let id = self.import_tenant(tenant).await.map_err(|error| locate(error, &place))?;
            let mut known = BTreeMap::new();
            for (index, clinic) in tenant.clinics.iter().enumerate() {
                let place = format!("{place}.clinics[{index}]");
                let result = self.import_clinic(id, clinic, &mut imported.admins).await;
                known.insert(clinic.input.name.clone(), result.map_err(|error| locate(error, &place))?);
            }
            for (index, account) in tenant.accounts.iter().enumerate() {
                let place = format!("{place}.paymentAccounts[{index}]");
                self.import_account(id, account).await.map_err(|error| locate(error, &place))?;
            }
            imported.tenants.push(ImportedTenant { id, clinics: known });
        }
        Ok(imported)
    }

    async fn import_tenant(&mut self, tenant: &TenantFile) -> Result<TenantId, Error> {
        let known = tenants::lock_by_key(&mut self.tx, &tenant.input.key).await?;
        let id = match &known {
            Some(known) => {
                self.set_tenant(known.tenant.id, None, &tenant.input).await?;
                known.tenant.id
            }
            None => self.add_tenant(&tenant.input).await?,
        };
        if let Some(logo) = &tenant.logo {
            self.set_logo(id, Some(logo)).await?;
        }
        if let Some(picture) = &tenant.banner_picture {
            self.set_banner_picture(id, Some(picture)).await?;
        }
        if let Some(kakao) = &tenant.kakao {
            self.set_kakao(id, Some(kakao)).await?;
        }
        let is_dental = tenant.input.kind != TenantKind::Hotel.as_str();
        let names: Vec<&str> = match &tenant.insurers {
            Some(names) => names.iter().map(String::as_str).collect(),
            None if known.is_none() && is_dental => KOREAN_INSURERS.to_vec(),
            None => Vec::new(),
        };
        self.import_insurers(id, &names).await?;
        Ok(id)
    }

    async fn import_insurers(&mut self, tenant: TenantId, names: &[&str]) -> Result<(), Error> {
        let known = if names.is_empty() { Vec::new() } else { insurers::list(&mut self.tx, tenant).await? };
        for (position, name) in (0_i16..).zip(names) {
            let mut input = InsurerInput { name: (*name).to_owned(), position, active: true };
            let name = input.parse()?.name;
            match known.iter().find(|row| row.settings.name == name) {
                Some(row) => {
                    input.active = row.settings.active;
                    self.set_insurer(Target { tenant, id: InsurerId::new(row.id), version: None }, &input).await?;
                }
                None => drop(self.add_insurer(tenant, &input).await?),
            }
        }
        Ok(())
    }

    async fn import_clinic(
        &mut self,
        tenant: TenantId,
        clinic: &ClinicFile,
        new: &mut Vec<NewAdmin>,
    ) -> Result<InstitutionId, Error> {
        let name = clinic.input.parse(true)?.name;
        let id = match clinics::lock_by_name(&mut self.tx, tenant, &name).await? {
            Some(row) => {
                let id = InstitutionId::new(row.id);
                self.set_clinic(Target { tenant, id, version: None }, &clinic.input, row.settings.active).await?;
                id
            }
            None => self.add_clinic(tenant, &clinic.input).await?,
        };
        for admin in &clinic.admins {
            let (login_id, _) = admin.parse()?;
            if !db::edit::admins::exists(&mut self.tx, tenant, &login_id).await? {
                new.push(self.add_admin(tenant, id, admin).await?);
            }
        }
        Ok(id)
    }

    async fn import_account(&mut self, tenant: TenantId, account: &AccountFile) -> Result<(), Error> {
        let settings = account.input.parse()?;
        let known = accounts::lock_all(&mut self.tx, tenant).await?;
        let known = known.into_iter().map(|found| found.record).find(|row| row.settings.provider == settings.provider);
        match known {
            Some(row) => {
                let mut input = account.input.clone();
                input.active = row.settings.active;
                self.set_account(Target { tenant, id: row.id, version: None }, &input, Some(&account.secret)).await
            }
            None => self.add_account(tenant, &account.input, &account.secret).await.map(drop),
        }
    }
}
