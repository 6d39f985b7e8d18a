//! Uploaded files: which are accepted, and that none causes a crash.

use documents::inspect::{MAX_FILE_BYTES, MAX_PAGES, RejectedPdf, inspect};
use lopdf::{Dictionary, Document, Object, SaveOptions, Stream, dictionary};
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

/// Returns a PDF of one page whose catalog has further entries, and which has a further object.
fn pdf_with(entries: &Dictionary, object: Object, compressed: bool) -> Vec<u8> {
    let mut document = Document::load_mem(&pdf(1, None)).expect("a PDF");
    let id = document.add_object(object);
    let catalog = document.catalog_mut().expect("a catalog");
    catalog.extend(entries);
    catalog.set("Private", id);
    let mut file = Vec::new();
    if compressed {
        let options = SaveOptions::builder().use_object_streams(true).use_xref_streams(true).build();
        document.save_with_options(&mut file, options).expect("written");
    } else {
        document.save_to(&mut file).expect("written");
    }
    file
}

/// Scripts and actions are found in plain files and in compressed objects, under plain and under escaped names.
#[test]
fn pdf_with_active_content_is_refused() {
    let script = || dictionary! { "S" => "JavaScript", "JS" => Object::string_literal("app.alert(1)") };
    let launch = || dictionary! { "S" => "Launch", "F" => Object::string_literal("cmd.exe") };
    let none = || Object::Null;
    let embedded = Stream::new(dictionary! { "Type" => "EmbeddedFile" }, b"MZ".to_vec());
    let names = dictionary! { "EmbeddedFiles" => dictionary! { "Names" => Vec::<Object>::new() } };
    let annotation = dictionary! { "Subtype" => "Link", "A" => launch() };
    let cases = [
        (dictionary! { "OpenAction" => script() }, none()),
        (
            dictionary! { "OpenAction" => dictionary! { "S" => "URI", "URI" => Object::string_literal("http://x") } },
            none(),
        ),
        (dictionary! { "AA" => dictionary! { "WC" => script() } }, none()),
        (dictionary! { "Names" => names }, none()),
        (dictionary! { "AcroForm" => dictionary! { "XFA" => Object::string_literal("<xdp/>") } }, none()),
        (dictionary! {}, embedded.into()),
        (dictionary! {}, vec![Object::from(annotation.clone())].into()),
        (dictionary! {}, annotation.into()),
        (dictionary! {}, dictionary! { "Kids" => vec![Object::from(script())] }.into()),
        (dictionary! {}, dictionary! { "S" => "SubmitForm" }.into()),
    ];
    for (at, (entries, object)) in cases.into_iter().enumerate() {
        for compressed in [false, true] {
            let file = pdf_with(&entries, object.clone(), compressed);
            assert_eq!(inspect(file), Err(RejectedPdf::Active), "case {at}, compressed: {compressed}");
        }
    }
    let plain = pdf_with(&dictionary! {}, launch().into(), false);
    let at = plain.windows(7).position(|window| window == b"/Launch").expect("the action");
    let escaped = [&plain[..at], b"/L#61unch", &plain[at + 7..]].concat();
    assert_eq!(inspect(escaped), Err(RejectedPdf::Active));
}

#[test]
fn pdf_with_jumps_and_links_is_accepted() {
    let jump = dictionary! { "S" => "GoTo", "D" => vec![0.into(), "Fit".into()] };
    let link = dictionary! {
        "Subtype" => "Link", "A" => dictionary! { "S" => "URI", "URI" => Object::string_literal("https://clinic.kr") },
    };
    let fonts = dictionary! { "Font" => dictionary! { "AA" => dictionary! { "Type" => "Font", "BaseFont" => "AA" } } };
    let form = dictionary! { "FT" => "Tx", "T" => Object::string_literal("JavaScript /JS (no action)") };
    for (entries, object) in [
        (dictionary! { "OpenAction" => jump.clone() }, Object::Null),
        (dictionary! { "OpenAction" => vec![0.into(), "Fit".into()] }, Object::Null),
        (dictionary! { "AA" => dictionary! { "O" => jump } }, link.into()),
        (dictionary! {}, fonts.into()),
        (dictionary! {}, form.into()),
        (dictionary! {}, Stream::new(dictionary! {}, b"(/JavaScript /Launch) Tj".to_vec()).into()),
    ] {
        let file = pdf_with(&entries, object, false);
        assert_eq!(inspect(file).map(|found| found.pages), Ok(1), "{entries:?}");
    }
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
