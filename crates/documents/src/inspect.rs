//! The check of a PDF that was made elsewhere and handed in.

use std::io::{self, Read as _};

use flate2::read::ZlibDecoder;
use hayro_syntax::{LoadPdfError, Pdf};

/// The largest file that is taken, in bytes.
pub const LARGEST: usize = 10 * 1024 * 1024;
/// The most pages of a document. The longest bill that can be entered takes some 150.
pub const MOST_PAGES: usize = 300;
/// How much of a file one compressed stream may become, in bytes. A page scanned in colour at 300 dots an inch is 26 MB.
const LARGEST_STREAM: u64 = 64 * 1024 * 1024;
/// How much all of them may become.
const LARGEST_WHOLE: u64 = 512 * 1024 * 1024;

/// What was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inspected {
    /// How many pages it has, 1 to [`MOST_PAGES`].
    pub pages: usize,
}

/// Why a file is not accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotAccepted {
    /// It is not a PDF, or a damaged one.
    #[error("not a PDF")]
    NotAPdf,
    /// It is larger than [`LARGEST`], has more pages than [`MOST_PAGES`], or would unpack to too much.
    #[error("too large")]
    TooLarge,
    /// It is encrypted: insurers could not open it.
    #[error("encrypted")]
    Encrypted,
}

/// Looks at a file: a PDF that opens without a password, of a size and a number of pages that a document has.
///
/// # Errors
/// [`NotAccepted`].
pub fn inspect(file: Vec<u8>) -> Result<Inspected, NotAccepted> {
    if file.len() > LARGEST {
        return Err(NotAccepted::TooLarge);
    }
    // readers allow some bytes before it
    if find(file.get(..1024).unwrap_or(&file), b"%PDF-").is_none() {
        return Err(NotAccepted::NotAPdf);
    }
    if is_encrypted(&file) {
        return Err(NotAccepted::Encrypted);
    }
    unpack(&file)?;
    let pdf = Pdf::new(file).map_err(|error| match error {
        LoadPdfError::Decryption(_) => NotAccepted::Encrypted,
        LoadPdfError::Invalid => NotAccepted::NotAPdf,
    })?;
    match pdf.pages().len() {
        0 => Err(NotAccepted::NotAPdf),
        pages if pages > MOST_PAGES => Err(NotAccepted::TooLarge),
        pages => Ok(Inspected { pages }),
    }
}

fn find(text: &[u8], what: &[u8]) -> Option<usize> {
    text.windows(what.len()).position(|window| window == what)
}

/// Whether a trailer names how the file is encrypted. Trailers are never compressed, and neither are the dictionaries of streams
/// that stand in for them.
fn is_encrypted(file: &[u8]) -> bool {
    let mut rest = file;
    while let Some(at) = find(rest, b"/Encrypt") {
        rest = rest.get(at + b"/Encrypt".len()..).unwrap_or_default();
        let value = rest.iter().find(|byte| !byte.is_ascii_whitespace());
        let ended = rest.first().is_some_and(|byte| !byte.is_ascii_alphanumeric());
        if ended && value.is_some_and(|byte| byte.is_ascii_digit() || *byte == b'<') {
            return true;
        }
    }
    false
}

/// Unpacks every stream once, into nothing, so that none becomes more than memory holds when the file is read.
fn unpack(file: &[u8]) -> Result<(), NotAccepted> {
    let mut rest = file;
    let mut whole = 0;
    while let Some(at) = find(rest, b"stream") {
        rest = rest.get(at + b"stream".len()..).unwrap_or_default();
        let data = rest.strip_prefix(b"\r\n").or_else(|| rest.strip_prefix(b"\n")).unwrap_or(rest);
        // damaged streams end where they are damaged, here as for readers
        let mut stream = ZlibDecoder::new(data).take(LARGEST_STREAM + 1);
        let size = count(&mut stream);
        whole += size;
        if size > LARGEST_STREAM || whole > LARGEST_WHOLE {
            return Err(NotAccepted::TooLarge);
        }
    }
    Ok(())
}

fn count(stream: &mut impl io::Read) -> u64 {
    let mut buffer = vec![0; 64 * 1024];
    let mut size = 0;
    while let Ok(read @ 1..) = stream.read(&mut buffer) {
        size += read as u64;
    }
    size
}
