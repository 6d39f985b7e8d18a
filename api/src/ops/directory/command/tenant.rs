//! `api tenant add|set|list|disable|enable`

use std::path::PathBuf;

use anyhow::Context as _;
use clap::{Args, Subcommand};
use db::edit::tenants::{self, TenantRecord};
use directory::{Editor, parse_banner_picture, parse_logo};
use domain::TenantId;
use domain::directory::{BannerInput, TenantInput, TenantSettings};

use super::{CommandContext, commit, find_tenant};

/// A command about tenants.
#[derive(Debug, Subcommand)]
pub enum TenantCommand {
    /// Adds a tenant.
    Add(TenantArgs),
    /// Changes the given fields and keeps the others.
    Set(TenantArgs),
    /// Lists the tenants.
    List,
    /// Disables a tenant: its people cannot sign in. Its data is kept.
    Disable(TenantKey),
    /// Enables a disabled tenant again.
    Enable(TenantKey),
}

/// A tenant's key, with the reason of a change.
#[derive(Debug, Args)]
pub struct TenantKey {
    /// The tenant's key.
    key: String,
    /// The reason, for the audit.
    #[arg(long)]
    reason: Option<String>,
}

/// The fields of a tenant. An empty text removes an optional one.
#[derive(Debug, Args)]
pub struct TenantArgs {
    /// The short stable name, which never changes.
    key: String,
    /// `dental` or `hotel`, which never changes.
    #[arg(long)]
    kind: Option<String>,
    /// The product's display name.
    #[arg(long)]
    name: Option<String>,
    /// `ko` or `en`.
    #[arg(long)]
    locale: Option<String>,
    /// A host without port; repeated, the main one first.
    #[arg(long = "host")]
    hosts: Vec<String>,
    #[arg(long)]
    company_name: Option<String>,
    #[arg(long)]
    company_representative: Option<String>,
    /// Such as 123-45-67890.
    #[arg(long)]
    company_registration_number: Option<String>,
    #[arg(long)]
    company_address: Option<String>,
    #[arg(long)]
    company_phone: Option<String>,
    #[arg(long)]
    company_email: Option<String>,
    /// Such as #17594a.
    #[arg(long)]
    brand_color: Option<String>,
    #[arg(long)]
    banner_title: Option<String>,
    #[arg(long)]
    banner_text: Option<String>,
    #[arg(long)]
    banner_link_url: Option<String>,
    #[arg(long)]
    subsite_tci: Option<String>,
    #[arg(long)]
    subsite_chea: Option<String>,
    /// Whether sign-up needs a verified identity.
    #[arg(long)]
    identity_required: Option<bool>,
    /// Whether claims take the whole resident number.
    #[arg(long)]
    resident_number_full: Option<bool>,
    #[arg(long)]
    mail_from: Option<String>,
    /// Digits only.
    #[arg(long)]
    sms_from: Option<String>,
    /// `toss` or `inicis`.
    #[arg(long)]
    mobile_provider: Option<String>,
    /// A PNG file of at most 64 KiB.
    #[arg(long)]
    logo: Option<PathBuf>,
    /// A JPEG, PNG or WebP file of at most 256 KiB.
    #[arg(long)]
    banner_picture: Option<PathBuf>,
    /// The reason, for the audit.
    #[arg(long)]
    reason: Option<String>,
}

impl TenantCommand {
    pub(super) async fn run(&self, context: &CommandContext) -> anyhow::Result<String> {
        match self {
            Self::Add(args) => {
                let mut editor = context.edit(args.reason.as_deref()).await?;
                let id = editor.add_tenant(&args.apply(TenantInput::default())).await?;
                args.set_pictures(&mut editor, id).await?;
                commit(editor).await
            }
            Self::Set(args) => {
                let mut editor = context.edit(args.reason.as_deref()).await?;
                let found = tenants::lock_by_key(editor.transaction(), &args.key).await?;
                let found = found.with_context(|| format!("no tenant has the key {}", args.key))?;
                let before = TenantInput::from(&TenantSettings::from(&found.tenant));
                editor.set_tenant(found.tenant.id, None, &args.apply(before)).await?;
                args.set_pictures(&mut editor, found.tenant.id).await?;
                commit(editor).await
            }
            Self::List => {
                let mut tx = context.database.directory().await?;
                let rows = tenants::list(&mut tx).await?;
                let lines = rows.iter().map(|TenantRecord { tenant, .. }| {
                    let state = if tenant.active { "active" } else { "disabled" };
                    format!(
                        "{}\t{}\t{state}\t{}\t{}",
                        tenant.key,
                        tenant.kind.as_str(),
                        tenant.name,
                        tenant.hosts.join(" ")
                    )
                });
                Ok(lines.collect::<Vec<_>>().join("\n"))
            }
            Self::Disable(args) => args.set_active(context, false).await,
            Self::Enable(args) => args.set_active(context, true).await,
        }
    }
}

impl TenantKey {
    async fn set_active(&self, context: &CommandContext, active: bool) -> anyhow::Result<String> {
        let mut editor = context.edit(self.reason.as_deref()).await?;
        let id = find_tenant(&mut editor, &self.key).await?;
        editor.set_tenant_active(id, active).await?;
        commit(editor).await
    }
}

impl TenantArgs {
    /// Replaces the given fields.
    fn apply(&self, before: TenantInput) -> TenantInput {
        let text = |new: &Option<String>, before: String| new.clone().unwrap_or(before);
        let optional = |new: &Option<String>, before: Option<String>| new.clone().or(before);
        let (mut company, banner) = (before.company, before.banner.unwrap_or_default());
        company.name = text(&self.company_name, company.name);
        company.representative = text(&self.company_representative, company.representative);
        company.registration_number = text(&self.company_registration_number, company.registration_number);
        company.address = text(&self.company_address, company.address);
        company.phone = text(&self.company_phone, company.phone);
        company.email = text(&self.company_email, company.email);
        let mut subsites = before.subsites;
        subsites.tci = optional(&self.subsite_tci, subsites.tci);
        subsites.chea = optional(&self.subsite_chea, subsites.chea);
        TenantInput {
            key: self.key.clone(),
            kind: text(&self.kind, before.kind),
            name: text(&self.name, before.name),
            locale: text(&self.locale, before.locale),
            hosts: if self.hosts.is_empty() { before.hosts } else { self.hosts.clone() },
            company,
            brand_color: optional(&self.brand_color, before.brand_color),
            banner: Some(BannerInput {
                title: optional(&self.banner_title, banner.title),
                text: optional(&self.banner_text, banner.text),
                link_url: optional(&self.banner_link_url, banner.link_url),
            }),
            subsites,
            identity_required: self.identity_required.unwrap_or(before.identity_required),
            resident_number_full: self.resident_number_full.unwrap_or(before.resident_number_full),
            mail_from: text(&self.mail_from, before.mail_from),
            sms_from: text(&self.sms_from, before.sms_from),
            mobile_provider: optional(&self.mobile_provider, before.mobile_provider),
        }
    }

    async fn set_pictures(&self, editor: &mut Editor<'_>, id: TenantId) -> anyhow::Result<()> {
        let read = |path: &PathBuf| std::fs::read(path).with_context(|| format!("{} cannot be read", path.display()));
        if let Some(path) = &self.logo {
            let logo = parse_logo(read(path)?).map_err(directory::Error::from)?;
            editor.set_logo(id, Some(&logo)).await?;
        }
        if let Some(path) = &self.banner_picture {
            let picture = parse_banner_picture(read(path)?).map_err(directory::Error::from)?;
            editor.set_banner_picture(id, Some(&picture)).await?;
        }
        Ok(())
    }
}
