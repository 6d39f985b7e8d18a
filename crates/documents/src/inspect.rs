//! The check of an uploaded PDF.

use std::io::{self, Read as _};

use flate2::read::{DeflateDecoder, ZlibDecoder};
use hayro_syntax::{LoadPdfError, Pdf};

pub use crate::rejected::RejectedPdf;
use crate::unpack::find;
use crate::{active, unpack};

/// The largest accepted file.
pub const MAX_FILE_BYTES: usize = 10 * 1024 * 1024;
/// The largest number of pages. The longest bill takes about 150.
pub const MAX_PAGES: usize = 300;
/// The largest stream after decompression, for those who open the file. An A4 page scanned in color at 300 dpi takes
/// 26 MB. None of it is stored here: [`unpack`] limits the streams that are.
const MAX_STREAM_BYTES: u64 = 64 * 1024 * 1024;
/// The largest sum of all streams after decompression.
const MAX_UNPACKED_BYTES: u64 = 512 * 1024 * 1024;

/// The result of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PdfSummary {
    /// The number of pages, 1 to [`MAX_PAGES`].
    pub pages: usize,
}

/// Checks that a file is a PDF without a password and without active content, within the limits of size and number of
/// pages.
///
/// # Errors
/// [`RejectedPdf`] for any other file.
pub fn inspect(mut file: Vec<u8>) -> Result<PdfSummary, RejectedPdf> {
    if file.len() > MAX_FILE_BYTES {
        return Err(RejectedPdf::TooLarge);
    }
    // PDF readers allow some bytes before the header
    if find(file.get(..1024).unwrap_or(&file), b"%PDF-").is_none() {
        return Err(RejectedPdf::NotAPdf);
    }
    if is_encrypted(&file) {
        return Err(RejectedPdf::Encrypted);
    }
    check_unpacked_size(&file)?;
    unpack::hide_unbounded(&mut file)?;
    let pdf = Pdf::new(file).map_err(|error| match error {
        LoadPdfError::Decryption(_) => RejectedPdf::Encrypted,
        LoadPdfError::Invalid => RejectedPdf::NotAPdf,
    })?;
    match pdf.pages().len() {
        0 => Err(RejectedPdf::NotAPdf),
        pages if pages > MAX_PAGES => Err(RejectedPdf::TooLarge),
        _ if active::has_active_content(&pdf) => Err(RejectedPdf::Active),
        pages => Ok(PdfSummary { pages }),
    }
}

/// Returns whether a trailer has an encryption dictionary. Neither trailers nor the dictionaries of cross-reference streams are
/// compressed.
fn is_encrypted(file: &[u8]) -> bool {
    let mut rest = file;
    while let Some(at) = find(rest, b"/Encrypt") {
        rest = rest.get(at + b"/Encrypt".len()..).unwrap_or_default();
        let value = rest.iter().find(|byte| !byte.is_ascii_whitespace());
        let is_whole_name = rest.first().is_some_and(|byte| !byte.is_ascii_alphanumeric());
        if is_whole_name && value.is_some_and(|byte| byte.is_ascii_digit() || *byte == b'<') {
            return true;
        }
    }
    false
}

/// Decompresses each stream without storing it, so that the file exhausts nobody's memory.
fn check_unpacked_size(file: &[u8]) -> Result<(), RejectedPdf> {
    let (mut from, mut total) = (0, 0);
    while let Some(at) = file.get(from..).and_then(|rest| find(rest, b"stream")) {
        let start = unpack::data_start(file, from + at);
        from += at + b"stream".len();
        let Some(data) = start.and_then(|start| file.get(start..)) else { continue };
        // a damaged stream ends at the damage, as PDF readers treat it
        let size = if unpack::has_zlib_header(data) {
            count_bytes(&mut ZlibDecoder::new(data).take(MAX_STREAM_BYTES + 1))
        } else {
            count_bytes(&mut DeflateDecoder::new(data).take(MAX_STREAM_BYTES + 1))
        };
        total += size;
        if size > MAX_STREAM_BYTES || total > MAX_UNPACKED_BYTES {
            return Err(RejectedPdf::TooLarge);
        }
    }
    Ok(())
}

fn count_bytes(stream: &mut impl io::Read) -> u64 {
    let mut buffer = vec![0; 64 * 1024];
    let mut size = 0;
    while let Ok(read @ 1..) = stream.read(&mut buffer) {
        size += read as u64;
    }
    size
}
