//! Changes of tenants.

use db::edit::tenants::{self, TenantRecord};
use db::operator_actions::Action;
use domain::directory::{FieldChange, TenantInput, TenantSettings, find_changes};
use domain::{InvalidCode, TenantId};

use crate::editor::{TenantRef, check_version};
use crate::{Editor, Error, Picture};

impl Editor<'_> {
    /// Adds a tenant.
    ///
    /// # Errors
    /// [`Error::Refused`], or [`Error::Db`].
    pub async fn add_tenant(&mut self, input: &TenantInput) -> Result<TenantId, Error> {
        let settings = input.parse(self.context.ops_host)?;
        let id = tenants::insert(&mut self.tx, &settings, self.context.now).await?;
        let tenant_ref = TenantRef { id, key: settings.key };
        let subject = format!("tenant {} with the hosts {}", settings.name, settings.hosts.join(" "));
        self.record_change(Action::TenantAdded, &tenant_ref, subject);
        Ok(id)
    }

    /// Changes a tenant's settings. Key and kind never change.
    ///
    /// # Errors
    /// [`Error::NotFound`], [`Error::Conflict`] when it has another version, [`Error::Refused`], or [`Error::Db`].
    pub async fn set_tenant(&mut self, id: TenantId, version: Option<i32>, input: &TenantInput) -> Result<(), Error> {
        let settings = input.parse(self.context.ops_host)?;
        let found = self.lock_tenant(id, version).await?;
        let before = TenantSettings::from(&found.tenant);
        if before.key != settings.key {
            return Err(Error::invalid_field("key", InvalidCode::Mismatch));
        }
        if before.kind != settings.kind {
            return Err(Error::invalid_field("kind", InvalidCode::Mismatch));
        }
        let fields = find_changes(&before, &settings);
        if fields.is_empty() {
            return Ok(());
        }
        tenants::update(&mut self.tx, id, &settings).await?;
        self.record_field_changes(
            Action::TenantChanged,
            &tenant_ref(&found),
            format!("tenant {}", settings.name),
            fields,
        );
        Ok(())
    }

    /// Activates or deactivates a tenant. People of an inactive tenant cannot sign in.
    ///
    /// # Errors
    /// [`Error::NotFound`], or [`Error::Db`].
    pub async fn set_tenant_active(&mut self, id: TenantId, active: bool) -> Result<(), Error> {
        let found = self.lock_tenant(id, None).await?;
        if found.tenant.active == active {
            return Ok(());
        }
        tenants::set_active(&mut self.tx, id, active).await?;
        let action = if active { Action::TenantEnabled } else { Action::TenantDisabled };
        self.record_change(action, &tenant_ref(&found), format!("tenant {}", found.tenant.name));
        Ok(())
    }

    /// Sets a tenant's logo, or removes it.
    ///
    /// # Errors
    /// [`Error::NotFound`], or [`Error::Db`].
    pub async fn set_logo(&mut self, id: TenantId, logo: Option<&Picture>) -> Result<(), Error> {
        let found = self.lock_tenant(id, None).await?;
        let before = found.tenant.logo.as_ref().map(|logo| logo.version.clone());
        if let Some(fields) = change_of_picture("logo", before, logo) {
            tenants::set_logo(&mut self.tx, id, logo.map(Picture::bytes)).await?;
            self.record_field_changes(
                Action::TenantChanged,
                &tenant_ref(&found),
                format!("tenant {}", found.tenant.name),
                fields,
            );
        }
        Ok(())
    }

    /// Sets the picture of a tenant's banner, or removes it.
    ///
    /// # Errors
    /// [`Error::NotFound`], or [`Error::Db`].
    pub async fn set_banner_picture(&mut self, id: TenantId, picture: Option<&Picture>) -> Result<(), Error> {
        let found = self.lock_tenant(id, None).await?;
        let before = found.tenant.banner_picture.clone();
        if let Some(fields) = change_of_picture("bannerPicture", before, picture) {
            let file = picture.map(|picture| (picture.bytes(), picture.media_type()));
            tenants::set_banner_picture(&mut self.tx, id, file).await?;
            self.record_field_changes(
                Action::TenantChanged,
                &tenant_ref(&found),
                format!("tenant {}", found.tenant.name),
                fields,
            );
        }
        Ok(())
    }

    async fn lock_tenant(&mut self, id: TenantId, version: Option<i32>) -> Result<TenantRecord, Error> {
        let found = tenants::lock(&mut self.tx, id).await?.ok_or(Error::NotFound("tenant"))?;
        check_version(found.version, version)?;
        Ok(found)
    }
}

fn tenant_ref(found: &TenantRecord) -> TenantRef {
    TenantRef { id: found.tenant.id, key: found.tenant.key.clone() }
}

fn change_of_picture(
    field: &'static str,
    before: Option<String>,
    picture: Option<&Picture>,
) -> Option<Vec<FieldChange>> {
    let (before, after) = (before.unwrap_or_default(), picture.map(Picture::version).unwrap_or_default());
    (before != after).then(|| vec![FieldChange { field, before, after }])
}
