//! A clinic's seal and a doctor's signature on a document.

use std::io::Cursor;

use chrono::NaiveDate;
use documents::{
    Amounts, Bill, Doctor, Mark, Marks, NewBill, NewLine, Office, Patient, inspect, render_receipt, render_statement,
};
use lopdf::{Document, Object};

fn png() -> Vec<u8> {
    let mut file = Cursor::new(Vec::new());
    let mut encoder = png::Encoder::new(&mut file, 64, 64);
    encoder.set_color(png::ColorType::Grayscale);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header().expect("a header");
    let pixels: Vec<u8> = (0..4_096_u32).map(|index| if (index / 64).is_multiple_of(4) { 0 } else { 255 }).collect();
    writer.write_image_data(&pixels).expect("pixels");
    writer.finish().expect("a file");
    file.into_inner()
}

fn bill() -> Bill {
    let day = NaiveDate::from_ymd_opt(2026, 11, 18).expect("a day");
    let line = NewLine {
        date: day,
        category: None,
        code: "AA154".to_owned(),
        name: "초진진찰료".to_owned(),
        unit_price: 15_330,
        quantity: 1.0,
        days: 1,
        amounts: Amounts { insured_self: 4_599, insured_insurer: 10_731, full_self: 0, uninsured: 0 },
    };
    let new = NewBill {
        number: "20261121-000123-1",
        issued_at: "2026-11-20T16:30:00Z".parse().expect("a time"),
        patient: Patient { name: "홍길동".to_owned(), ..Patient::default() },
        office: Office { name: "혀봄치과의원".to_owned(), ..Office::default() },
        period: day..=day,
        lines: &[line],
    };
    let doctor = Doctor { name: "이하은".to_owned(), license: "12345".to_owned() };
    Bill::new(new).expect("sound").with_doctor(&doctor).expect("sound")
}

/// Returns the number of figures in the document with this alternative text.
fn count_figures(file: &[u8]) -> usize {
    let document = Document::load_mem(file).expect("a PDF");
    let is_figure = |object: &&Object| {
        let Ok(entries) = object.as_dict() else { return false };
        let kind = entries.get(b"S").and_then(Object::as_name).unwrap_or_default();
        kind == b"Figure" && entries.has(b"Alt")
    };
    document.objects.values().filter(is_figure).count()
}

#[test]
fn seal_and_signature_are_on_both_forms() {
    let mark = Mark::from_png(&png()).expect("a mark");
    let signed = bill().with_marks(Marks { seal: mark.clone(), signature: mark });
    for render in [render_receipt, render_statement] {
        let (plain, file) = (render(&bill()).expect("written"), render(&signed).expect("written"));
        assert_eq!((count_figures(&plain), count_figures(&file)), (0, 2));
        assert_eq!(inspect(file.clone()).expect("a sound PDF").pages, inspect(plain).expect("a sound PDF").pages);
        assert_eq!(render(&signed).expect("written"), file, "the same bill makes the same bytes");
    }
}
