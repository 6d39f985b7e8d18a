//! Random secrets from the operating system.

use rand::TryRngCore as _;

/// Returns `N` random bytes.
///
/// # Errors
/// The operating system provides no randomness.
pub fn bytes<const N: usize>() -> anyhow::Result<[u8; N]> {
    let mut buffer = [0; N];
    rand::rngs::OsRng.try_fill_bytes(&mut buffer)?;
    Ok(buffer)
}

/// Returns `bytes` random bytes in hexadecimal.
///
/// # Errors
/// The operating system provides no randomness.
pub fn hex(bytes: usize) -> anyhow::Result<String> {
    let mut buffer = vec![0; bytes];
    rand::rngs::OsRng.try_fill_bytes(&mut buffer)?;
    Ok(hex::encode(buffer))
}
