//! `api insurer add|set|list|disable|enable`

use anyhow::Context as _;
use clap::{Args, Subcommand};
use db::edit::insurers;
use directory::Target;
use domain::InsurerId;
use domain::directory::InsurerInput;

use super::{CommandContext, commit, find_tenant};

/// A command about insurers.
#[derive(Debug, Subcommand)]
pub enum InsurerCommand {
    /// Adds an insurer.
    Add(InsurerArgs),
    /// Changes an insurer's name or position.
    Set(SetInsurerArgs),
    /// Lists a tenant's insurers.
    List {
        /// The tenant's key.
        #[arg(long)]
        tenant: String,
    },
    /// Disables an insurer for new claims.
    Disable(InsurerName),
    /// Enables a disabled insurer for new claims again.
    Enable(InsurerName),
}

/// An insurer, with the reason of a change.
#[derive(Debug, Args)]
pub struct InsurerName {
    /// The tenant's key.
    #[arg(long)]
    tenant: String,
    /// The insurer's name.
    name: String,
    /// The reason, for the audit.
    #[arg(long)]
    reason: Option<String>,
}

/// A new insurer.
#[derive(Debug, Args)]
pub struct InsurerArgs {
    #[command(flatten)]
    insurer: InsurerName,
    /// The position in the list.
    #[arg(long, default_value_t = 0)]
    position: i16,
}

/// A change of an insurer.
#[derive(Debug, Args)]
pub struct SetInsurerArgs {
    #[command(flatten)]
    insurer: InsurerName,
    /// Another name.
    #[arg(long)]
    new_name: Option<String>,
    /// The position in the list.
    #[arg(long)]
    position: Option<i16>,
}

impl InsurerCommand {
    pub(super) async fn run(&self, context: &CommandContext) -> anyhow::Result<String> {
        match self {
            Self::Add(InsurerArgs { insurer, position }) => {
                let mut editor = context.edit(insurer.reason.as_deref()).await?;
                let tenant = find_tenant(&mut editor, &insurer.tenant).await?;
                let input = InsurerInput { name: insurer.name.clone(), position: *position, active: true };
                editor.add_insurer(tenant, &input).await?;
                commit(editor).await
            }
            Self::Set(args) => {
                let change = |before: InsurerInput| InsurerInput {
                    name: args.new_name.clone().unwrap_or(before.name),
                    position: args.position.unwrap_or(before.position),
                    ..before
                };
                args.insurer.change(context, change).await
            }
            Self::List { tenant } => {
                let mut editor = context.edit(None).await?;
                let tenant = find_tenant(&mut editor, tenant).await?;
                let rows = insurers::list(editor.transaction(), tenant).await?;
                let lines = rows.iter().map(|row| {
                    let state = if row.settings.active { "active" } else { "disabled" };
                    format!("{}\t{}\t{state}\t{}", row.id, row.settings.name, row.settings.position)
                });
                Ok(lines.collect::<Vec<_>>().join("\n"))
            }
            Self::Disable(insurer) => insurer.change(context, |before| InsurerInput { active: false, ..before }).await,
            Self::Enable(insurer) => insurer.change(context, |before| InsurerInput { active: true, ..before }).await,
        }
    }
}

impl InsurerName {
    async fn change(
        &self,
        context: &CommandContext,
        change: impl FnOnce(InsurerInput) -> InsurerInput,
    ) -> anyhow::Result<String> {
        let mut editor = context.edit(self.reason.as_deref()).await?;
        let tenant = find_tenant(&mut editor, &self.tenant).await?;
        let name = domain::text::compose(self.name.trim());
        let rows = insurers::list(editor.transaction(), tenant).await?;
        let row = rows.into_iter().find(|row| row.settings.name == name);
        let row = row.with_context(|| format!("{} has no insurer {}", self.tenant, self.name))?;
        let settings = row.settings;
        let before = InsurerInput { name: settings.name, position: settings.position, active: settings.active };
        let target = Target { tenant, id: InsurerId::new(row.id), version: None };
        editor.set_insurer(target, &change(before)).await?;
        commit(editor).await
    }
}
