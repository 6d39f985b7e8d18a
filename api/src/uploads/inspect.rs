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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn picture_type_is_detected_by_magic_bytes() {
        let extension = |start: &[u8]| picture_type(start).map(|found| found.extension);
        assert_eq!(extension(b"\xff\xd8\xff\xe0\0\x10JFIF"), Ok("jpg"));
        assert_eq!(extension(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"), Ok("png"));
        assert_eq!(extension(b"RIFF\x24\0\0\0WEBPVP8 "), Ok("webp"));
        assert_eq!(extension(b"\0\0\0\x18ftypheic\0\0\0\0"), Err(Code::HeicNotSupported));
        assert_eq!(extension(b"\0\0\0\x18ftypmp42\0\0\0\0"), Err(Code::NotAnImage));
        assert_eq!(extension(b"RIFF\x24\0\0\0WAVEfmt "), Err(Code::NotAnImage));
        assert_eq!(extension(b""), Err(Code::UploadSize));
        for other in [&b"\xff\xd8"[..], b"GIF89a", b"%PDF-1.7", b"<html>", b"\0\0\0\x18ftyp"] {
            assert_eq!(extension(other), Err(Code::NotAnImage), "{other:?}");
        }
    }
}
