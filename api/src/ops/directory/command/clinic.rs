//! `api clinic add|set|list|disable|enable|add-admin`

use anyhow::Context as _;
use clap::{Args, Subcommand};
use db::edit::Record;
use db::edit::clinics;
use directory::{AdminInput, Editor, NewAdmin, Target};
use domain::directory::{ClinicInput, ClinicSettings};
use domain::{InstitutionId, TenantId};

use super::{CommandContext, commit, find_tenant};

/// A command about clinics.
#[derive(Debug, Subcommand)]
pub enum ClinicCommand {
    /// Adds a clinic.
    Add(ClinicArgs),
    /// Changes the given fields and keeps the others.
    Set(SetClinicArgs),
    /// Lists a tenant's clinics.
    List {
        /// The tenant's key.
        #[arg(long)]
        tenant: String,
    },
    /// Disables a clinic: patients cannot choose it, and its staff cannot sign in.
    Disable(ClinicName),
    /// Enables a disabled clinic again.
    Enable(ClinicName),
    /// Adds an admin of a clinic, and prints the temporary password.
    AddAdmin(AdminArgs),
}

/// A clinic, with the reason of a change.
#[derive(Debug, Args)]
pub struct ClinicName {
    /// The tenant's key.
    #[arg(long)]
    tenant: String,
    /// The clinic's name.
    name: String,
    /// The reason, for the audit.
    #[arg(long)]
    reason: Option<String>,
}

/// A new clinic.
#[derive(Debug, Args)]
pub struct ClinicArgs {
    #[command(flatten)]
    clinic: ClinicName,
    /// The legal representative.
    #[arg(long)]
    representative_name: String,
    /// The address.
    #[arg(long)]
    address: String,
    /// The telephone number, digits only.
    #[arg(long)]
    phone_number: String,
}

/// A change of a clinic.
#[derive(Debug, Args)]
pub struct SetClinicArgs {
    #[command(flatten)]
    clinic: ClinicName,
    /// Another name.
    #[arg(long)]
    new_name: Option<String>,
    /// The legal representative.
    #[arg(long)]
    representative_name: Option<String>,
    /// The address.
    #[arg(long)]
    address: Option<String>,
    /// The telephone number, digits only.
    #[arg(long)]
    phone_number: Option<String>,
}

/// A new admin.
#[derive(Debug, Args)]
pub struct AdminArgs {
    #[command(flatten)]
    clinic: ClinicName,
    /// The sign-in name: 4 to 20 letters or digits.
    #[arg(long)]
    login_id: String,
    /// The person's name.
    #[arg(long)]
    person: String,
}

/// A clinic that was found by its name.
struct Found {
    tenant: TenantId,
    row: Record<ClinicSettings>,
}

impl Found {
    const fn target(&self) -> Target<InstitutionId> {
        Target { tenant: self.tenant, id: InstitutionId::new(self.row.id), version: None }
    }
}

impl ClinicName {
    async fn find(&self, editor: &mut Editor<'_>) -> anyhow::Result<Found> {
        let tenant = find_tenant(editor, &self.tenant).await?;
        let row = clinics::lock_by_name(editor.transaction(), tenant, &domain::text::compose(self.name.trim())).await?;
        let row = row.with_context(|| format!("{} has no clinic {}", self.tenant, self.name))?;
        Ok(Found { tenant, row })
    }

    async fn set_active(&self, context: &CommandContext, active: bool) -> anyhow::Result<String> {
        let mut editor = context.edit(self.reason.as_deref()).await?;
        let found = self.find(&mut editor).await?;
        editor.set_clinic(found.target(), &ClinicInput::from(&found.row.settings), active).await?;
        commit(editor).await
    }
}

impl ClinicCommand {
    pub(super) async fn run(&self, context: &CommandContext) -> anyhow::Result<String> {
        match self {
            Self::Add(args) => args.run(context).await,
            Self::Set(args) => args.run(context).await,
            Self::List { tenant } => {
                let mut editor = context.edit(None).await?;
                let tenant = find_tenant(&mut editor, tenant).await?;
                let rows = clinics::list(editor.transaction(), tenant).await?;
                let lines = rows.iter().map(|row| {
                    let settings = &row.record.settings;
                    let state = if settings.active { "active" } else { "disabled" };
                    format!(
                        "{}\t{}\t{state}\t{} admins\t{}",
                        row.record.id, settings.name, row.admins, settings.address
                    )
                });
                Ok(lines.collect::<Vec<_>>().join("\n"))
            }
            Self::Disable(clinic) => clinic.set_active(context, false).await,
            Self::Enable(clinic) => clinic.set_active(context, true).await,
            Self::AddAdmin(args) => args.run(context).await,
        }
    }
}

impl ClinicArgs {
    async fn run(&self, context: &CommandContext) -> anyhow::Result<String> {
        let mut editor = context.edit(self.clinic.reason.as_deref()).await?;
        let tenant = find_tenant(&mut editor, &self.clinic.tenant).await?;
        let input = ClinicInput {
            name: self.clinic.name.clone(),
            representative_name: self.representative_name.clone(),
            address: self.address.clone(),
            phone_number: self.phone_number.clone(),
        };
        editor.add_clinic(tenant, &input).await?;
        commit(editor).await
    }
}

impl SetClinicArgs {
    async fn run(&self, context: &CommandContext) -> anyhow::Result<String> {
        let mut editor = context.edit(self.clinic.reason.as_deref()).await?;
        let found = self.clinic.find(&mut editor).await?;
        let before = ClinicInput::from(&found.row.settings);
        let input = ClinicInput {
            name: self.new_name.clone().unwrap_or(before.name),
            representative_name: self.representative_name.clone().unwrap_or(before.representative_name),
            address: self.address.clone().unwrap_or(before.address),
            phone_number: self.phone_number.clone().unwrap_or(before.phone_number),
        };
        editor.set_clinic(found.target(), &input, found.row.settings.active).await?;
        commit(editor).await
    }
}

impl AdminArgs {
    async fn run(&self, context: &CommandContext) -> anyhow::Result<String> {
        let mut editor = context.edit(self.clinic.reason.as_deref()).await?;
        let found = self.clinic.find(&mut editor).await?;
        let input = AdminInput { login_id: self.login_id.clone(), name: self.person.clone() };
        let added = editor.add_admin(found.tenant, InstitutionId::new(found.row.id), &input).await?;
        editor.commit().await?;
        Ok(describe_admin(&added))
    }
}

/// Describes how a new admin signs in. The password is shown only this once.
pub(super) fn describe_admin(added: &NewAdmin) -> String {
    format!(
        "{} of {} signs in at {} with the temporary password {}",
        added.login_id.as_str(),
        added.clinic,
        added.host,
        added.password.reveal()
    )
}
