//! The kind of a stored file, by its magic bytes.

use crate::problem::Code;

/// The maximum size of a picture in bytes.
pub const MAX_PICTURE_BYTES: u64 = 2 * 1024 * 1024;
/// The number of bytes that decide the kind of a file.
pub const MAGIC_BYTES: u64 = 32;

/// The type of a picture.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct PictureType {
    /// The media type.
    pub content_type: &'static str,
    /// The extension of a file of it.
    pub extension: &'static str,
}

/// Detects the type of a picture by its magic bytes.
///
/// # Errors
/// [`Code::UploadSize`] for an empty file, [`Code::HeicNotSupported`] for HEIC, HEIF and AVIF, and [`Code::NotAnImage`] for
/// anything else that is not JPEG, PNG or WebP.
pub fn picture_type(start: &[u8]) -> Result<PictureType, Code> {
    let heic =
        |brand: &[u8]| [&b"heic"[..], b"heix", b"hevc", b"heim", b"heis", b"mif1", b"msf1", b"avif"].contains(&brand);
    match start {
        [] => Err(Code::UploadSize),
        [0xff, 0xd8, 0xff, ..] => Ok(PictureType { content_type: "image/jpeg", extension: "jpg" }),
        [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1a, b'\n', ..] => {
            Ok(PictureType { content_type: "image/png", extension: "png" })
        }
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => {
            Ok(PictureType { content_type: "image/webp", extension: "webp" })
        }
        [_, _, _, _, b'f', b't', b'y', b'p', brand @ ..] if brand.get(..4).is_some_and(heic) => {
            Err(Code::HeicNotSupported)
        }
        _ => Err(Code::NotAnImage),
    }
}
