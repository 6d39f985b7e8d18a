//! Uploaded files whose object streams would take too much memory, and those that only look so.

use std::io::{Read as _, Write as _};

use documents::inspect::{PdfSummary, RejectedPdf, inspect};
use flate2::Compression;
use flate2::read::{DeflateEncoder, ZlibEncoder};

/// Larger than what object streams may take, smaller than what one stream of a file may have.
const BOMB_BYTES: usize = 40 * 1024 * 1024;
const PAGE: Result<PdfSummary, RejectedPdf> = Ok(PdfSummary { pages: 1 });
const CATALOG: &str = "1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n";
const LABEL: &str = "/Type/ObjStm/N 1/First 4/Filter/FlateDecode";

fn zlib(data: &[u8]) -> Vec<u8> {
    let mut packed = Vec::new();
    ZlibEncoder::new(data, Compression::best()).read_to_end(&mut packed).expect("compressed");
    packed
}

fn deflate(data: &[u8]) -> Vec<u8> {
    let mut packed = Vec::new();
    DeflateEncoder::new(data, Compression::best()).read_to_end(&mut packed).expect("compressed");
    packed
}

fn hex(data: &[u8]) -> Vec<u8> {
    let mut text = Vec::new();
    for byte in data {
        write!(text, "{byte:02x}").expect("written");
    }
    text.push(b'>');
    text
}

/// Returns a file of one page without a cross-reference, whose parser searches for object streams, with a further object.
fn file_with(head: &str, data: &[u8]) -> Vec<u8> {
    let mut file = format!("%PDF-1.5\n{CATALOG}3 0 obj<</Type/Page/Parent 2 0 R>>endobj\n{head}").into_bytes();
    file.extend(data);
    file.extend(b"\nendstream\nendobj\ntrailer<</Root 1 0 R>>\n");
    file
}

/// Returns a file with an object stream of these entries.
fn file_of(entries: &str, newline: &str, data: &[u8]) -> Vec<u8> {
    file_with(&format!("9 0 obj<<{entries}/Length {}>>stream{newline}", data.len()), data)
}

fn entries(filter: &str) -> String {
    format!("/Type/ObjStm/N 1/First 4/Filter{filter}")
}

#[test]
fn bomb_in_object_stream_is_refused() {
    let zeros = vec![0; BOMB_BYTES];
    let (packed, raw) = (zlib(&zeros), deflate(&zeros));
    let cases = [
        (LABEL.to_owned(), "\n", packed.clone(), RejectedPdf::TooLarge),
        (LABEL.to_owned(), "\r\n", packed.clone(), RejectedPdf::TooLarge),
        (LABEL.to_owned(), "\r", packed.clone(), RejectedPdf::TooLarge),
        (entries("[/FlateDecode]"), "\n", packed.clone(), RejectedPdf::TooLarge),
        (LABEL.to_owned(), "\n", raw, RejectedPdf::NotAPdf),
        (entries("[/FlateDecode/FlateDecode]"), "\n", zlib(&packed), RejectedPdf::NotAPdf),
        (entries("[/ASCIIHexDecode/FlateDecode]"), "\n", hex(&packed), RejectedPdf::NotAPdf),
        (entries("/LZWDecode"), "\n", packed.clone(), RejectedPdf::NotAPdf),
        (entries("[8 0 R]"), "\n", packed.clone(), RejectedPdf::NotAPdf),
        (entries(" 8 0 R"), "\n", packed.clone(), RejectedPdf::NotAPdf),
        (format!("{LABEL}/F[/Fl/Fl]"), "\n", zlib(&packed), RejectedPdf::NotAPdf),
    ];
    for (entries, newline, data, expected) in cases {
        assert_eq!(inspect(file_of(&entries, newline, &data)), Err(expected), "{entries} {newline:?}");
    }
    let parts: Vec<_> = (0..20).map(|_| zlib(&vec![0; 1024 * 1024])).collect();
    let head: Vec<u8> = parts
        .iter()
        .enumerate()
        .flat_map(|(at, part)| {
            let open = format!("{} 0 obj<<{LABEL}/Length {}>>stream\n", at + 10, part.len());
            [open.as_bytes(), part, b"\nendstream\nendobj\n"].concat()
        })
        .collect();
    let mut file = file_of(LABEL, "\n", &zlib(b"9 0 <<>>"));
    file.splice(9..9, head);
    assert_eq!(inspect(file), Err(RejectedPdf::TooLarge), "their sum");
}

/// A dictionary takes a multiple of its size in memory.
#[test]
fn large_dictionary_is_refused() {
    let keys = (0..500_000).map(|key| format!("/{key} 1")).collect::<Vec<_>>().concat();
    let packed = zlib(format!("4 0 <<{keys}>>").as_bytes());
    assert_eq!(inspect(file_of(LABEL, "\n", &packed)), Err(RejectedPdf::TooLarge));
    let plain = file_with(&format!("4 0 obj<<{keys}>>endobj\n9 0 obj<<>>stream\n"), b"");
    assert_eq!(inspect(plain), Err(RejectedPdf::TooLarge));
}

#[test]
fn object_stream_with_any_length_is_accepted() {
    let data = zlib(b"4 0 <</Type/Metadata>>");
    for length in [format!("/Length {}", data.len()), String::new(), "/Length 5 0 R".to_owned(), "/Length 1".to_owned()]
    {
        let file = file_with(&format!("9 0 obj<<{LABEL}{length}>>stream\n"), &data);
        assert_eq!(inspect(file), PAGE, "{length}");
    }
    let script = zlib(b"4 0 <</S/JavaScript>>");
    let file = file_with(&format!("9 0 obj<<{LABEL}/Length 5 0 R>>stream\n"), &script);
    assert_eq!(inspect(file), Err(RejectedPdf::Active), "its objects are still read");
}

#[test]
fn other_streams_may_have_any_filter() {
    let text = zlib(b"BT ET");
    for (entries, data) in [
        ("/Filter[/ASCIIHexDecode/FlateDecode]", hex(&text)),
        ("/Filter[/FlateDecode/FlateDecode]", zlib(&zlib(&vec![0; BOMB_BYTES]))),
        ("/Filter/DCTDecode", b"\xff\xd8\xff\xe0 JFIF".to_vec()),
        ("", b"a stream\nof words (100 % stream\n) Tj".to_vec()),
    ] {
        assert_eq!(inspect(file_of(entries, "\n", &data)), PAGE, "{entries}");
    }
}

/// The parser decompresses a stream without the label, too, if the cross-reference names it.
#[test]
fn stream_without_label_contains_no_objects() {
    for (label, expected) in [("/Type/ObjStm", PAGE), ("", Err(RejectedPdf::NotAPdf))] {
        let data = zlib(b"3 0 <</Type/Page/Parent 2 0 R>>");
        let mut file = format!("%PDF-1.5\n{CATALOG}").into_bytes();
        let (catalog, pages) = (9, 9 + CATALOG.find("2 0 obj").expect("the pages"));
        let objects = file.len();
        writeln!(file, "9 0 obj<<{label}/N 1/First 4/Filter/FlateDecode/Length {}>>stream", data.len())
            .expect("written");
        file.extend(data);
        file.extend(b"\nendstream\nendobj\n");
        let xref = file.len();
        let rows = [(0, 0, 0), (1, catalog, 0), (1, pages, 0), (2, 9, 0), (1, objects, 0), (1, xref, 0)];
        let rows: Vec<u8> = rows
            .iter()
            .flat_map(|(kind, at, index)| {
                [*kind, u8::try_from(at >> 8).expect("small"), u8::try_from(at & 0xff).expect("a byte"), *index]
            })
            .collect();
        let head = "10 0 obj<</Type/XRef/Size 11/W[1 2 1]/Index[0 4 9 2]/Root 1 0 R/Filter/FlateDecode";
        let rows = zlib(&rows);
        writeln!(file, "{head}/Length {}>>stream", rows.len()).expect("written");
        file.extend(rows);
        write!(file, "\nendstream\nendobj\nstartxref\n{xref}\n%%EOF").expect("written");
        assert_eq!(inspect(file), expected, "{label}");
    }
}

#[test]
fn row_of_any_length_is_refused() {
    let data = zlib(b"4 0 <</Type/Metadata>>");
    for (parameters, expected) in [
        ("<</Predictor 1/Columns 5>>", PAGE),
        ("[null]", PAGE),
        ("<</Predictor 2/Colors 200/Columns 4611686018427387>>", Err(RejectedPdf::NotAPdf)),
        ("<</Predictor 2/Columns 0>>", Err(RejectedPdf::NotAPdf)),
        ("<</Predictor 12/Columns 6 0 R>>", Err(RejectedPdf::NotAPdf)),
        ("7 0 R", Err(RejectedPdf::NotAPdf)),
    ] {
        let entries = format!("{LABEL}/DecodeParms {parameters}");
        assert_eq!(inspect(file_of(&entries, "\n", &data)), expected, "{parameters}");
    }
}

/// Two dictionaries, one inside a text of the other, end at the same stream with different filters.
#[test]
fn stream_of_two_dictionaries_is_refused() {
    let data = zlib(&zlib(&vec![0; BOMB_BYTES]));
    let outer = "7 0 obj<</Type/ObjStm/N 1/First 4/Filter[/FlateDecode/FlateDecode]/A(\n";
    let head = format!("{outer}9 0 obj<<{LABEL} %)\n/Length {}>>stream\n", data.len());
    assert_eq!(inspect(file_with(&head, &data)), Err(RejectedPdf::NotAPdf));
}

#[test]
fn encryption_under_an_escaped_name_is_refused() {
    let mut file = file_of(LABEL, "\n", &zlib(b"4 0 <<>>"));
    file.extend(b"trailer<</Root 1 0 R/E#6ecrypt 9 0 R>>");
    assert_eq!(inspect(file), Err(RejectedPdf::Encrypted));
}
