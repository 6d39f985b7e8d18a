//! A file with shell variables for running the `model` command against this product.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs::File;
use std::io::Write as _;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;

use anyhow::{Context as _, Result};

/// The file in the data directory, deleted when the product ends.
pub const MODEL_ENV: &str = "model.env";
/// The variables that `model list`, `promote`, `rollback`, `export` and `agreement` read.
const VARIABLES: [&str; 7] = [
    "HYEOBOM_ENVIRONMENT",
    "DATABASE_URL",
    "S3_ENDPOINT",
    "S3_REGION",
    "S3_BUCKET",
    "S3_ACCESS_KEY_ID",
    "S3_SECRET_ACCESS_KEY",
];

/// Writes the file, readable only by its owner, because it contains credentials.
///
/// # Errors
/// The file cannot be written.
pub fn write(dir: &Path, variables: &BTreeMap<&'static str, String>) -> Result<()> {
    let mut text = String::new();
    for name in VARIABLES {
        if let Some(value) = variables.get(name) {
            let _ = writeln!(text, "export {name}='{}'", value.replace('\'', r"'\''"));
        }
    }
    let path = dir.join(MODEL_ENV);
    let file = File::options().write(true).create(true).truncate(true).mode(0o600).open(&path);
    let written = file.and_then(|mut file| file.write_all(text.as_bytes()));
    written.with_context(|| format!("cannot write {}", path.display()))
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;
    use std::process::Command;

    use super::*;

    #[test]
    fn shell_reads_back_every_variable() -> Result<()> {
        let dir = tempfile::tempdir()?;
        let mut variables: BTreeMap<&'static str, String> =
            VARIABLES.iter().map(|name| (*name, format!("it's {name} & more"))).collect();
        variables.insert("SEAL_KEYS", "not for the model command".into());
        write(dir.path(), &variables)?;
        let path = dir.path().join(MODEL_ENV);
        assert_eq!(std::fs::metadata(&path)?.permissions().mode() & 0o777, 0o600);
        let script = format!(". {} && env", path.display());
        let output = Command::new("sh").args(["-c", &script]).env_clear().env("PATH", "/usr/bin:/bin").output()?;
        let text = String::from_utf8(output.stdout)?;
        for name in VARIABLES {
            assert!(text.contains(&format!("{name}=it's {name} & more\n")), "{text}");
        }
        assert!(!text.contains("SEAL_KEYS"));
        Ok(())
    }
}
