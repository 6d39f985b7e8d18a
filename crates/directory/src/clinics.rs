//! Changes of clinics and insurers.

use db::edit::{clinics, insurers};
use db::operator_actions::Action;
use domain::directory::{ClinicInput, InsurerInput};
use domain::{InstitutionId, InsurerId, TenantId};

use crate::editor::compare;
use crate::{Editor, Error, Target};

impl Editor<'_> {
    /// Adds a clinic.
    ///
    /// # Errors
    /// [`Error::NotFound`] without the tenant, [`Error::Refused`], or [`Error::Db`].
    pub async fn add_clinic(&mut self, tenant: TenantId, input: &ClinicInput) -> Result<InstitutionId, Error> {
        let settings = input.parse(true)?;
        let tenant_ref = self.lock_tenant_ref(tenant).await?;
        let id = clinics::insert(&mut self.tx, tenant, &settings, self.context.now).await?;
        self.record_change(Action::ClinicAdded, &tenant_ref, format!("clinic {}", settings.name));
        Ok(id)
    }

    /// Changes a clinic. Patients cannot choose an inactive clinic, and its staff cannot sign in.
    ///
    /// # Errors
    /// [`Error::NotFound`], [`Error::Conflict`] when it has another version, [`Error::Refused`], or [`Error::Db`].
    pub async fn set_clinic(
        &mut self,
        target: Target<InstitutionId>,
        input: &ClinicInput,
        active: bool,
    ) -> Result<(), Error> {
        let Target { tenant, id, version } = target;
        let settings = input.parse(active)?;
        let tenant_ref = self.lock_tenant_ref(tenant).await?;
        let row = clinics::lock(&mut self.tx, tenant, id).await?.ok_or(Error::NotFound("clinic"))?;
        let fields = compare(&row, &settings, version)?;
        if !fields.is_empty() {
            clinics::update(&mut self.tx, tenant, id, &settings).await?;
            self.record_field_changes(
                Action::ClinicChanged,
                &tenant_ref,
                format!("clinic {}", row.settings.name),
                fields,
            );
        }
        Ok(())
    }

    /// Adds an insurer.
    ///
    /// # Errors
    /// As [`Editor::add_clinic`].
    pub async fn add_insurer(&mut self, tenant: TenantId, input: &InsurerInput) -> Result<InsurerId, Error> {
        let settings = input.parse()?;
        let tenant_ref = self.lock_tenant_ref(tenant).await?;
        let id = insurers::insert(&mut self.tx, tenant, &settings).await?;
        self.record_change(Action::InsurerAdded, &tenant_ref, format!("insurer {}", settings.name));
        Ok(id)
    }

    /// Changes an insurer. New claims cannot choose an inactive one.
    ///
    /// # Errors
    /// As [`Editor::set_clinic`].
    pub async fn set_insurer(&mut self, target: Target<InsurerId>, input: &InsurerInput) -> Result<(), Error> {
        let Target { tenant, id, version } = target;
        let settings = input.parse()?;
        let tenant_ref = self.lock_tenant_ref(tenant).await?;
        let row = insurers::lock(&mut self.tx, tenant, id).await?.ok_or(Error::NotFound("insurer"))?;
        let fields = compare(&row, &settings, version)?;
        if !fields.is_empty() {
            insurers::update(&mut self.tx, tenant, id, &settings).await?;
            self.record_field_changes(
                Action::InsurerChanged,
                &tenant_ref,
                format!("insurer {}", row.settings.name),
                fields,
            );
        }
        Ok(())
    }
}
