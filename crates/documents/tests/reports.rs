//! Reports of analyses: both languages, one and two analyses, and comments of any length.

use std::io::Cursor;

use chrono::NaiveDate;
use documents::{
    Photo, Report, ReportAnalysis, ReportClinic, ReportCorrection, ReportGrid, ReportLanguage, ReportPicture, inspect,
    render_report,
};
use image::{ImageFormat, Rgb, RgbImage};
use lopdf::Document;
use proptest::prelude::*;

fn photo() -> Photo {
    let picture = RgbImage::from_fn(1_024, 768, |x, y| {
        let (dx, dy) = (f64::from(x) - 512.0, f64::from(y) - 384.0);
        let is_tongue = (dx / 200.0).powi(2) + (dy / 250.0).powi(2) < 1.0;
        if is_tongue { Rgb([205, 110, 115]) } else { Rgb([70, 40, 40]) }
    });
    let mut file = Cursor::new(Vec::new());
    picture.write_to(&mut file, ImageFormat::Jpeg).expect("a photo");
    Photo::decode(file.get_ref(), None).expect("a photo")
}

fn analysis(number: &str, scores: [u8; 9], index: u8, grade: &'static str) -> ReportAnalysis {
    let outline = (0..24_u8).map(|i| {
        let angle = f32::from(i) * std::f32::consts::TAU / 24.0;
        [512.0 + 200.0 * angle.cos(), 384.0 + 250.0 * angle.sin()]
    });
    ReportAnalysis {
        number: number.to_owned(),
        photo_on: NaiveDate::from_ymd_opt(2026, 11, 20).expect("a day"),
        scored_on: NaiveDate::from_ymd_opt(2026, 11, 21).expect("a day"),
        analyst: "박두리".to_owned(),
        scores,
        index,
        grade,
        comment: "혀 뒤쪽에 두꺼운 설태가 있어요.\n\n하루 두 번 혀 클리너로 닦아 주세요.".to_owned(),
        correction: None,
        picture: Some(ReportPicture {
            photo: photo(),
            outline: outline.collect(),
            grid: Some(ReportGrid { left: 312.0, top: 134.0, width: 400.0, height: 500.0, angle: 4.0 }),
        }),
    }
}

fn report(language: ReportLanguage) -> Report {
    let [caution, good] = match language {
        ReportLanguage::Korean => ["위험", "양호"],
        ReportLanguage::English => ["Alert", "Good"],
    };
    Report {
        language,
        issued_at: "2026-11-21T05:00:00Z".parse().expect("a time"),
        name: "김하늘".to_owned(),
        birth: "1990.01.31".to_owned(),
        clinic: ReportClinic {
            name: "바른치과".to_owned(),
            address: "서울특별시 종로구 세종대로 175".to_owned(),
            phone_number: "0212345678".to_owned(),
        },
        before: Some(analysis("C-20261120-0001-3", [2, 2, 2, 1, 2, 1, 1, 1, 0], 67, caution)),
        after: Some(analysis("C-20261120-0002-9", [1, 1, 1, 0, 1, 0, 0, 0, 0], 22, good)),
    }
}

/// Writes a file for visual inspection: `DOCUMENTS_OUT=folder cargo nextest run`.
fn write_artifact(name: &str, file: &[u8]) {
    if let Some(folder) = option_env!("DOCUMENTS_OUT") {
        std::fs::write(format!("{folder}/{name}.pdf"), file).expect("written");
    }
}

fn text(file: &[u8]) -> String {
    let document = Document::load_mem(file).expect("a PDF");
    let count = u32::try_from(document.get_pages().len()).expect("few");
    let text: String = (1..=count).map(|page| document.extract_text(&[page]).expect("text")).collect();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn report_has_person_index_and_change() {
    let file = render_report(&report(ReportLanguage::Korean)).expect("written");
    write_artifact("report-ko", &file);
    assert_eq!(inspect(file.clone()).map(|found| found.pages), Ok(1));
    let text = text(&file);
    for part in [
        "김하늘",
        "1990.01.31",
        "바른치과",
        "박두리",
        "67% · 위험",
        "22% · 양호",
        "설태가 45%p 줄었어요",
        "의학적 진단이 아니며",
        "세척 후",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
    assert_eq!(file, render_report(&report(ReportLanguage::Korean)).expect("written"), "the same bytes");
}

#[test]
fn report_speaks_english() {
    let file = render_report(&report(ReportLanguage::English)).expect("written");
    write_artifact("report-en", &file);
    let text = text(&file);
    for part in ["Before cleaning", "went down by 45 points", "not a medical diagnosis", "67% · Alert"] {
        assert!(text.contains(part), "{part} in {text}");
    }
}

#[test]
fn report_of_one_analysis_has_no_change() {
    let mut one = report(ReportLanguage::Korean);
    one.after = None;
    let before = one.before.as_mut().expect("an analysis");
    before.picture = None;
    let on = NaiveDate::from_ymd_opt(2026, 11, 22).expect("a day");
    before.correction = Some(ReportCorrection { on, reason: "칸을 잘못 봤어요.".to_owned() });
    let file = render_report(&one).expect("written");
    write_artifact("report-one", &file);
    let text = text(&file);
    assert!(
        text.contains("2026-11-22에 결과를 고쳤어요: 칸을 잘못 봤어요.") && text.contains("보관된 사진이 없어요"),
        "{text}"
    );
    assert!(!text.contains("줄었어요") && !text.contains("세척 후"), "{text}");
}

#[test]
fn long_comment_goes_on_to_further_pages() {
    let mut long = report(ReportLanguage::Korean);
    let comment = (0..300).fold(String::new(), |all, line| all + &format!("의견 {line}번째 줄이에요.\n"));
    long.before.as_mut().expect("an analysis").comment = comment;
    let file = render_report(&long).expect("written");
    let pages = inspect(file.clone()).expect("a PDF").pages;
    assert!((5..9).contains(&pages), "{pages}");
    let text = text(&file);
    assert!(text.contains("의견 0번째 줄이에요.") && text.contains("의견 299번째 줄이에요."));
    assert!(text.contains(&format!("{pages} / {pages}쪽")));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn any_text_is_written(name in "\\PC{0,60}", comment in "(\\PC{0,200}\n){0,40}", reason in ".{0,500}") {
        let mut any = report(ReportLanguage::Korean);
        any.name = name;
        let before = any.before.as_mut().expect("an analysis");
        before.comment = comment;
        before.correction = Some(ReportCorrection { on: before.scored_on, reason });
        let file = render_report(&any).expect("written");
        prop_assert!(file.len() < 1_000_000);
        prop_assert!(inspect(file).is_ok());
    }
}
