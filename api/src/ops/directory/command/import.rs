//! `api import FILE.toml`

use std::path::PathBuf;

use anyhow::Context as _;
use clap::Args;
use directory::{Installation, Sources};

use super::clinic::describe_admin;
use super::{CommandContext, describe};

/// A file to import.
#[derive(Debug, Args)]
pub struct Import {
    /// The file; `deploy/installation.example.toml` shows one.
    file: PathBuf,
    /// Only print what would change.
    #[arg(long)]
    dry_run: bool,
    /// The reason, for the audit.
    #[arg(long)]
    reason: Option<String>,
}

impl Import {
    /// Creates the command for a file.
    #[must_use]
    pub const fn new(file: PathBuf, dry_run: bool) -> Self {
        Self { file, dry_run, reason: None }
    }

    pub(super) async fn run(&self, context: &CommandContext) -> anyhow::Result<String> {
        let text =
            std::fs::read_to_string(&self.file).with_context(|| format!("{} cannot be read", self.file.display()))?;
        let folder = self.file.parent().map(PathBuf::from).unwrap_or_default();
        let sources = Sources {
            read_file: &|name| std::fs::read(folder.join(name)),
            variable: &|name| context.env.optional(name),
            ops_host: &context.ops_host,
        };
        let installation = Installation::parse(&text, &sources)?;
        let mut editor = context.edit(self.reason.as_deref()).await?;
        let imported = editor.import(&installation).await?;
        if self.dry_run {
            return Ok(format!("a dry run; nothing was changed\n{}", describe(editor.changes())));
        }
        let mut lines = vec![describe(&editor.commit().await?)];
        lines.extend(imported.admins.iter().map(describe_admin));
        Ok(lines.join("\n"))
    }
}
