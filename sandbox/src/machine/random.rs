//! Secrets of one start, from the operating system.

use rand::TryRngCore as _;

/// `N` random bytes.
///
/// # Errors
/// When the operating system has no randomness to give.
pub fn bytes<const N: usize>() -> anyhow::Result<[u8; N]> {
    let mut buffer = [0; N];
    rand::rngs::OsRng.try_fill_bytes(&mut buffer)?;
    Ok(buffer)
}

/// `bytes` random bytes in hexadecimal.
///
/// # Errors
/// When the operating system has no randomness to give.
pub fn hex(bytes: usize) -> anyhow::Result<String> {
    let mut buffer = vec![0; bytes];
    rand::rngs::OsRng.try_fill_bytes(&mut buffer)?;
    Ok(hex::encode(buffer))
}
