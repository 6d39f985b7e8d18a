//! Inspecting the object that was stored under an upload's key.

use blob::{Error, Store};

use crate::problem::{Code, Problem};

/// The maximum size of a picture in bytes.
pub const MAX_PICTURE_BYTES: u64 = 2 * 1024 * 1024;
/// The number of bytes that decide the kind of a file.
const MAGIC_BYTES: u64 = 32;

/// The kind of a file, by its magic bytes.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Kind {
    /// JPEG, PNG or WebP.
    Picture,
    /// HEIC, HEIF or AVIF, which are not supported.
    Heic,
    /// Anything else.
    Other,
}

/// Detects a file's kind by its magic bytes.
#[must_use]
pub fn detect_kind(start: &[u8]) -> Kind {
    let heic =
        |brand: &[u8]| [&b"heic"[..], b"heix", b"hevc", b"heim", b"heis", b"mif1", b"msf1", b"avif"].contains(&brand);
    match start {
        [0xff, 0xd8, 0xff, ..]
        | [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1a, b'\n', ..]
        | [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Kind::Picture,
        [_, _, _, _, b'f', b't', b'y', b'p', brand @ ..] if brand.get(..4).is_some_and(heic) => Kind::Heic,
        _ => Kind::Other,
    }
}

/// Checks that a stored object is a picture of an allowed size.
///
/// # Errors
/// A problem that says why it cannot be analysed.
pub async fn inspect(store: &Store, key: &str, max_size: u64) -> Result<(), Problem> {
    let object = store.head(key).await.map_err(problem)?;
    if object.size == 0 || object.size > max_size {
        return Err(Code::UploadSize.into());
    }
    let start = store.get_start(key, MAGIC_BYTES).await.map_err(problem)?;
    match detect_kind(&start) {
        Kind::Picture => Ok(()),
        Kind::Heic => Err(Code::HeicNotSupported.into()),
        Kind::Other => Err(Code::NotAnImage.into()),
    }
}

fn problem(error: Error) -> Problem {
    match error {
        Error::NotFound => Code::UploadMissing.into(),
        Error::TooLarge(_) => Code::UploadSize.into(),
        Error::Unavailable(_) => Problem::with_cause(Code::StorageUnavailable, error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_kind_is_detected_by_magic_bytes() {
        assert_eq!(detect_kind(b"\xff\xd8\xff\xe0\0\x10JFIF"), Kind::Picture);
        assert_eq!(detect_kind(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"), Kind::Picture);
        assert_eq!(detect_kind(b"RIFF\x24\0\0\0WEBPVP8 "), Kind::Picture);
        assert_eq!(detect_kind(b"\0\0\0\x18ftypheic\0\0\0\0"), Kind::Heic);
        assert_eq!(detect_kind(b"\0\0\0\x18ftypmp42\0\0\0\0"), Kind::Other);
        assert_eq!(detect_kind(b"RIFF\x24\0\0\0WAVEfmt "), Kind::Other);
        for other in [&b""[..], b"\xff\xd8", b"GIF89a", b"%PDF-1.7", b"<html>", b"\0\0\0\x18ftyp"] {
            assert_eq!(detect_kind(other), Kind::Other, "{other:?}");
        }
    }
}
