//! The unprivileged account that PostgreSQL runs under when we are root: it refuses to run as root.

use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, bail};
use nix::unistd::{Gid, Uid, User, chown};
use sha2::{Digest as _, Sha256};

/// Accounts to choose from, the best first.
const CANDIDATES: [&str; 3] = ["postgres", "nobody", "daemon"];
/// Where the data of a product lies whose own directory the account cannot reach (a clone in `/root`).
const FALLBACK: &str = "/var/lib/hyeobom";

/// A user that is not root.
#[derive(Clone, Copy, Debug)]
pub struct Account {
    /// The user's number.
    pub uid: Uid,
    /// The user's group.
    pub gid: Gid,
}

impl Account {
    /// The account to drop to; none when we are not root.
    ///
    /// # Errors
    /// When we are root and the machine has no other account.
    pub fn needed() -> Result<Option<Self>> {
        if !Uid::effective().is_root() {
            return Ok(None);
        }
        for name in CANDIDATES {
            if let Some(user) = User::from_name(name)? {
                return Ok(Some(Self { uid: user.uid, gid: user.gid }));
            }
        }
        bail!("PostgreSQL does not run as root, and there is no account to run it under ({})", CANDIDATES.join(", "))
    }

    /// Makes `dir`, owned by the account. When the account cannot reach it, makes a directory in `/var/lib/hyeobom` whose
    /// name follows from `dir` instead.
    ///
    /// # Errors
    /// When neither can be made.
    pub fn own_directory(self, dir: &Path) -> Result<PathBuf> {
        let first_time = !dir.exists();
        self.make(dir)?;
        if self.reaches(dir)? {
            return Ok(dir.to_path_buf());
        }
        let digest = hex::encode(Sha256::digest(dir.canonicalize()?.as_os_str().as_encoded_bytes()));
        let other = Path::new(FALLBACK).join(&digest[..12]);
        if first_time && other.exists() {
            // what an earlier clone in the same place left
            std::fs::remove_dir_all(&other)?;
        }
        self.make(&other)?;
        if !self.reaches(&other)? {
            bail!("uid {} can reach neither {} nor {}", self.uid, dir.display(), other.display());
        }
        Ok(other)
    }

    fn make(self, dir: &Path) -> Result<()> {
        std::fs::create_dir_all(dir).with_context(|| format!("cannot make {}", dir.display()))?;
        chown(dir, Some(self.uid), Some(self.gid)).with_context(|| format!("cannot hand over {}", dir.display()))?;
        std::fs::set_permissions(dir, std::fs::Permissions::from_mode(0o700))?;
        Ok(())
    }

    fn reaches(self, dir: &Path) -> Result<bool> {
        let status = Command::new("setpriv")
            .args(self.setpriv())
            .args(["test", "-w"])
            .arg(dir)
            .stderr(Stdio::null())
            .status()
            .context("setpriv (package util-linux) is needed to run PostgreSQL as root")?;
        Ok(status.success())
    }

    /// The arguments of setpriv that drop to the account.
    #[must_use]
    pub fn setpriv(self) -> [String; 3] {
        [format!("--reuid={}", self.uid), format!("--regid={}", self.gid), "--clear-groups".to_owned()]
    }
}
