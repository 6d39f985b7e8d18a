//! Uploaded files: which are accepted, and that none causes a crash.

use documents::inspect::{MAX_FILE_BYTES, MAX_PAGES, RejectedPdf, inspect};
use lopdf::{Dictionary, Document, Object, Stream, dictionary};
use proptest::prelude::*;

/// Returns a PDF of empty pages.
fn pdf(pages: usize, extra: Option<Stream>) -> Vec<u8> {
    let mut document = Document::with_version("1.5");
    let tree = document.new_object_id();
    let kids: Vec<Object> = (0..pages)
        .map(|_| document.add_object(dictionary! { "Type" => "Page", "Parent" => tree, "MediaBox" => vec![0.into(), 0.into(), 595.into(), 842.into()] }).into())
        .collect();
    let count = i64::try_from(pages).expect("few");
    document.objects.insert(tree, dictionary! { "Type" => "Pages", "Kids" => kids, "Count" => count }.into());
    let catalog = document.add_object(dictionary! { "Type" => "Catalog", "Pages" => tree });
    document.trailer.set("Root", catalog);
    if let Some(stream) = extra {
        document.add_object(stream);
    }
    let mut file = Vec::new();
    document.save_to(&mut file).expect("written");
    file
}

#[test]
fn pdf_is_accepted_up_to_max_pages() {
    for pages in [1, 3, MAX_PAGES] {
        assert_eq!(inspect(pdf(pages, None)).map(|found| found.pages), Ok(pages));
    }
    assert_eq!(inspect(pdf(MAX_PAGES + 1, None)), Err(RejectedPdf::TooLarge));
    assert_eq!(inspect(pdf(0, None)), Err(RejectedPdf::NotAPdf));
}

#[test]
fn other_file_is_refused() {
    for file in [
        b"".to_vec(),
        b"\xff\xd8\xff\xe0 JFIF".to_vec(),
        b"%PDF-1.7".to_vec(),
        b"%PDF-1.7\n%%EOF".to_vec(),
        vec![b'%'; 4096],
    ] {
        assert_eq!(inspect(file), Err(RejectedPdf::NotAPdf));
    }
    let mut html = b"<html>".repeat(300);
    html.extend(pdf(1, None));
    assert_eq!(inspect(html), Err(RejectedPdf::NotAPdf), "a head that readers would not look for so deep");
}

#[test]
fn large_file_is_refused() {
    let mut file = pdf(1, None);
    file.resize(50 * 1024 * 1024, b' ');
    assert_eq!(inspect(file), Err(RejectedPdf::TooLarge));
    let mut file = pdf(1, None);
    file.resize(MAX_FILE_BYTES, b' ');
    assert_eq!(inspect(file).map(|found| found.pages), Ok(1), "the largest that is taken");
}

#[test]
fn encrypted_file_is_refused() {
    let plain = pdf(1, None);
    let at = plain.windows(5).rposition(|window| window == b"/Root").expect("a trailer");
    let mut file = plain[..at].to_vec();
    file.extend(b"/Encrypt 9 0 R");
    file.extend(&plain[at..]);
    assert_eq!(inspect(file), Err(RejectedPdf::Encrypted));
    let words = Stream::new(Dictionary::new(), b"the word /EncryptMetadata or /Encrypt alone".to_vec());
    assert!(inspect(pdf(1, Some(words))).is_ok());
}

#[test]
fn decompression_bomb_is_refused() {
    let mut bomb = Stream::new(Dictionary::new(), vec![0; 80 * 1024 * 1024]);
    bomb.compress().expect("compressed");
    let file = pdf(1, Some(bomb));
    assert!(file.len() < 200_000, "{}", file.len());
    assert_eq!(inspect(file), Err(RejectedPdf::TooLarge));
}

proptest! {
    #[test]
    fn any_bytes_are_handled(cut in 0usize..2000, flips in prop::collection::vec((0usize..2000, any::<u8>()), 0..12)) {
        let mut file = pdf(2, None);
        for (at, byte) in flips {
            let at = at % file.len();
            file[at] = byte;
        }
        file.truncate(file.len().saturating_sub(cut % file.len()));
        let _ = inspect(file);
    }
}
