//! The kind of a stored file.

use api::problem::Code;
use api::uploads::inspect::picture_type;

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
