//! Logos and the pictures of banners. They are stored in the database and served from the tenant's own origin.

use domain::{Invalid, InvalidCode};
use sha2::{Digest as _, Sha256};

/// The largest logo file.
const MAX_LOGO_BYTES: usize = 64 * 1024;
/// The largest side of a logo, in pixels.
const MAX_LOGO_SIDE: u32 = 2_000;
/// The largest file of a banner's picture.
const MAX_BANNER_BYTES: usize = 256 * 1024;
/// The first bytes of a PNG file.
const PNG: [u8; 8] = *b"\x89PNG\r\n\x1a\n";

/// A validated picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    bytes: Vec<u8>,
    media_type: &'static str,
}

impl Picture {
    /// Returns the file.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns its media type.
    #[must_use]
    pub const fn media_type(&self) -> &'static str {
        self.media_type
    }

    /// Returns a hash of the file. The database computes it in the same way.
    #[must_use]
    pub fn version(&self) -> String {
        hex::encode(&Sha256::digest(&self.bytes)[..8])
    }
}

/// Checks a logo: a PNG of at most 64 KiB and 2,000 pixels a side.
///
/// # Errors
/// On `logo`.
pub fn parse_logo(bytes: Vec<u8>) -> Result<Picture, Invalid> {
    let refused = |code| Err(Invalid::new("logo", code));
    if bytes.is_empty() {
        return refused(InvalidCode::Required);
    }
    if bytes.len() > MAX_LOGO_BYTES {
        return refused(InvalidCode::TooLong);
    }
    let side = |at: usize| bytes.get(at..at + 4).and_then(|side| side.try_into().ok()).map(u32::from_be_bytes);
    let is_png = bytes.starts_with(&PNG) && bytes.get(12..16) == Some(b"IHDR") && bytes.len() >= 33;
    match (side(16), side(20)) {
        (Some(width), Some(height)) if is_png => {
            let is_in_range = |side| (1..=MAX_LOGO_SIDE).contains(&side);
            if is_in_range(width) && is_in_range(height) {
                Ok(Picture { bytes, media_type: "image/png" })
            } else {
                refused(InvalidCode::Range)
            }
        }
        _ => refused(InvalidCode::Format),
    }
}

/// Checks the picture of a banner: JPEG, PNG or WebP, of at most 256 KiB.
///
/// # Errors
/// On `bannerPicture`.
pub fn parse_banner_picture(bytes: Vec<u8>) -> Result<Picture, Invalid> {
    let refused = |code| Err(Invalid::new("bannerPicture", code));
    if bytes.is_empty() {
        return refused(InvalidCode::Required);
    }
    if bytes.len() > MAX_BANNER_BYTES {
        return refused(InvalidCode::TooLong);
    }
    let media_type = match bytes[..] {
        [0xff, 0xd8, 0xff, ..] => "image/jpeg",
        _ if bytes.starts_with(&PNG) => "image/png",
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => "image/webp",
        _ => return refused(InvalidCode::Format),
    };
    if bytes.len() < 12 {
        return refused(InvalidCode::Format);
    }
    Ok(Picture { bytes, media_type })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn png(width: u32, height: u32) -> Vec<u8> {
        let mut file = PNG.to_vec();
        file.extend(13_u32.to_be_bytes());
        file.extend(b"IHDR");
        file.extend(width.to_be_bytes());
        file.extend(height.to_be_bytes());
        file.extend([8, 6, 0, 0, 0, 0, 0, 0, 0]);
        file
    }

    #[test]
    fn logo_is_a_small_png() {
        assert_eq!(parse_logo(png(200, 60)).expect("a logo").media_type(), "image/png");
        let code = |file: Vec<u8>| parse_logo(file).expect_err("refused").code;
        assert_eq!(code(Vec::new()), InvalidCode::Required);
        assert_eq!(code(b"\xff\xd8\xff\xe0 a picture that is no PNG at all".to_vec()), InvalidCode::Format);
        assert_eq!(code(png(2_001, 60)), InvalidCode::Range);
        assert_eq!(code([png(1, 1), vec![0; MAX_LOGO_BYTES]].concat()), InvalidCode::TooLong);
    }

    #[test]
    fn banner_picture_type_is_that_of_the_file() {
        assert_eq!(parse_banner_picture(png(80, 80)).expect("a picture").media_type(), "image/png");
        let webp = b"RIFF\0\0\0\0WEBPVP8 ".to_vec();
        assert_eq!(parse_banner_picture(webp).expect("a picture").media_type(), "image/webp");
        let script = b"<svg onload='alert(1)'>".to_vec();
        assert_eq!(parse_banner_picture(script).expect_err("refused").code, InvalidCode::Format);
    }
}
