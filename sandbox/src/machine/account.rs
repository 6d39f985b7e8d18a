//! The unprivileged account that PostgreSQL runs under when we are root, because it refuses to run as root.

use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, bail};
use nix::unistd::{Gid, Uid, User, chown};
use sha2::{Digest as _, Sha256};

/// Accounts to choose from, in order of preference.
const CANDIDATE_USERS: [&str; 3] = ["postgres", "nobody", "daemon"];
/// The directory of the data if the account cannot reach the product's own directory (a clone in `/root`).
const FALLBACK_DIR: &str = "/var/lib/hyeobom";

/// A user that is not root.
#[derive(Clone, Copy, Debug)]
pub struct Account {
    /// The user id.
    pub uid: Uid,
    /// The group id.
    pub gid: Gid,
}

impl Account {
    /// Returns the account to drop to; `None` when we are not root.
    ///
    /// # Errors
    /// We are root and the machine has no other account.
    pub fn for_postgres() -> Result<Option<Self>> {
        if !Uid::effective().is_root() {
            return Ok(None);
        }
        for name in CANDIDATE_USERS {
            if let Some(user) = User::from_name(name)? {
                return Ok(Some(Self { uid: user.uid, gid: user.gid }));
            }
        }
        bail!(
            "PostgreSQL does not run as root, and there is no account to run it under ({})",
            CANDIDATE_USERS.join(", ")
        )
    }

    /// Creates `dir`, owned by the account, and returns it. If the account cannot reach `dir`, it creates a directory
    /// in `/var/lib/hyeobom` whose name is derived from `dir`.
    ///
    /// # Errors
    /// Neither directory can be created.
    pub fn create_dir(self, dir: &Path) -> Result<PathBuf> {
        let is_new = !dir.exists();
        self.create_owned(dir)?;
        if self.can_write(dir)? {
            return Ok(dir.to_path_buf());
        }
        let digest = hex::encode(Sha256::digest(dir.canonicalize()?.as_os_str().as_encoded_bytes()));
        let fallback = Path::new(FALLBACK_DIR).join(&digest[..12]);
        if is_new && fallback.exists() {
            // left by an earlier clone at the same path
            std::fs::remove_dir_all(&fallback)?;
        }
        self.create_owned(&fallback)?;
        if !self.can_write(&fallback)? {
            bail!("uid {} can reach neither {} nor {}", self.uid, dir.display(), fallback.display());
        }
        Ok(fallback)
    }

    fn create_owned(self, dir: &Path) -> Result<()> {
        std::fs::create_dir_all(dir).with_context(|| format!("cannot create {}", dir.display()))?;
        chown(dir, Some(self.uid), Some(self.gid))
            .with_context(|| format!("cannot change the owner of {}", dir.display()))?;
        std::fs::set_permissions(dir, std::fs::Permissions::from_mode(0o700))?;
        Ok(())
    }

    fn can_write(self, dir: &Path) -> Result<bool> {
        let status = Command::new("setpriv")
            .args(self.setpriv())
            .args(["test", "-w"])
            .arg(dir)
            .stderr(Stdio::null())
            .status()
            .context("setpriv (package util-linux) is needed to run PostgreSQL as root")?;
        Ok(status.success())
    }

    /// Returns the arguments of `setpriv` that drop to the account.
    #[must_use]
    pub fn setpriv(self) -> [String; 3] {
        [format!("--reuid={}", self.uid), format!("--regid={}", self.gid), "--clear-groups".to_owned()]
    }
}
