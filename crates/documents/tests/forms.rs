//! Both forms: the PDF contains all texts, sums are right, and any input fits.

use chrono::{DateTime, NaiveDate, Utc};
use documents::{
    Amounts, Bill, Category, Coverage, Doctor, InvalidBill, InvalidReason, NewBill, NewLine, Office, Paid, Patient,
    inspect, render_receipt, render_statement,
};
use lopdf::{Document, Object};
use proptest::prelude::*;
use strum::VariantArray as _;
use unicode_normalization::UnicodeNormalization as _;

fn day(day: u32) -> NaiveDate {
    NaiveDate::from_ymd_opt(2026, 11, day).expect("a day")
}

fn now() -> DateTime<Utc> {
    "2026-11-20T16:30:00Z".parse().expect("a time")
}

fn office() -> Office {
    Office {
        name: "혀봄치과의원".to_owned(),
        business_number: "123-45-67890".to_owned(),
        representative: "김서연".to_owned(),
        address: "서울특별시 종로구 세종대로 175 (세종로, 3층)".to_owned(),
        phone_number: "0212345678".to_owned(),
        department: "치과".to_owned(),
    }
}

fn patient() -> Patient {
    Patient { name: "홍길동".to_owned(), number: "20260001".to_owned(), coverage: Some(Coverage::HealthInsurance) }
}

fn line(on: u32, code: &str, name: &str, (unit, quantity): (i64, f64), amounts: [i64; 4]) -> NewLine {
    let [insured_self, insured_insurer, full_self, uninsured] = amounts;
    NewLine {
        date: day(on),
        category: None,
        code: code.to_owned(),
        name: name.to_owned(),
        unit_price: unit,
        quantity,
        days: 1,
        amounts: Amounts { insured_self, insured_insurer, full_self, uninsured },
    }
}

fn lines() -> Vec<NewLine> {
    vec![
        line(18, "AA154", "초진진찰료-의원급 치과", (15_330, 1.0), [4_599, 10_731, 0, 0]),
        line(18, "G9001", "치근단촬영 판독 1매", (5_410, 2.0), [3_246, 7_574, 0, 0]),
        line(19, "AA254", "재진진찰료-의원급 치과", (10_000, 1.0), [3_000, 7_000, 0, 0]),
        line(18, "L1010", "침윤마취", (1_480, 1.0), [444, 1_036, 0, 0]),
        line(
            18,
            "U2239",
            "치석제거(전악) - 후속처치 없이 치석제거만으로 치료가 종료된 경우",
            (39_820, 1.0),
            [11_946, 27_874, 0, 0],
        ),
        line(
            18,
            "641602180",
            "휴온스리도카인염산염수화물·에피네프린주사(1:100000) 1.8mL",
            (420, 1.5),
            [189, 441, 0, 0],
        ),
        line(20, "", "지르코니아 크라운 (#26)", (450_000, 1.0), [0, 0, 0, 450_000]),
        line(20, "J5083001", "치과용 충전재", (12_000, 1.0), [0, 0, 12_000, 0]),
    ]
}

fn new_bill(lines: &[NewLine]) -> NewBill<'_> {
    let period = day(18)..=day(20);
    NewBill { number: "1", issued_at: now(), patient: patient(), office: office(), period, lines }
}

fn bill(lines: &[NewLine]) -> Result<Bill, InvalidBill> {
    Bill::new(NewBill { number: "20261121-000123-1", ..new_bill(lines) })
}

fn full() -> Bill {
    let mut bill = bill(&lines()).expect("sound");
    bill = bill.with_adjustment(24).expect("below a hundred");
    bill = bill.with_doctor(&Doctor { name: "이하은".to_owned(), license: "12345".to_owned() }).expect("sound");
    bill.with_payments(Paid { card: 485_400, ..Paid::default() }).expect("at most the share")
}

/// Returns the text of each page.
fn pages(file: &[u8]) -> Vec<String> {
    let document = Document::load_mem(file).expect("a PDF");
    let count = u32::try_from(document.get_pages().len()).expect("few");
    (1..=count).map(|page| document.extract_text(&[page]).expect("text")).collect()
}

fn text(file: &[u8]) -> String {
    pages(file).concat().split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Writes a file for visual inspection: `DOCUMENTS_OUT=folder cargo nextest run`.
fn write_artifact(name: &str, file: &[u8]) {
    if let Some(folder) = option_env!("DOCUMENTS_OUT") {
        std::fs::write(format!("{folder}/{name}.pdf"), file).expect("written");
    }
}

#[test]
fn receipt_contains_sums_by_payer() {
    let bill = full();
    let total = bill.total();
    assert_eq!(total, bill.subtotal() + bill.adjustment());
    assert_eq!((total.total(), total.patient(), total.insured_insurer), (540_080, 485_400, 54_680));
    let file = render_receipt(&bill).expect("written");
    write_artifact("receipt", &file);
    assert_eq!(inspect(file.clone()).map(|found| found.pages), Ok(1));
    let text = text(&file);
    for part in [
        "진료비 계산서·영수증",
        "홍길동",
        "20260001",
        "2026-11-18 ~ 2026-11-20",
        "건강보험",
        "20261121-000123-1",
        "혀봄치과의원",
        "123-45-67890",
        "김서연",
        "02-1234-5678",
        "이하은",
        "2026년 11월 21일",
        "540,080",
        "485,400",
        "54,680",
        "450,000",
        "직인",
        "1 / 1쪽",
        "끝처리 조정금액",
        "-24",
    ] {
        assert!(text.contains(part), "{part} is missing: {text}");
    }
    for category in Category::VARIANTS {
        assert!(text.contains(category.label()), "{category:?}");
    }
}

#[test]
fn statement_lists_every_charge() {
    let file = render_statement(&full()).expect("written");
    write_artifact("statement", &file);
    assert_eq!(inspect(file.clone()).map(|found| found.pages), Ok(1));
    let text = text(&file);
    for part in [
        "진료비 세부산정내역",
        "AA154",
        "초진진찰료-의원급 치과",
        "15,330",
        "1.5",
        "630",
        "지르코니아 크라운 (#26)",
        "641602180",
        "진찰료 소계",
        "25,330",
        "540,080",
        "합계",
        "전액본인부담",
        "2026-11-18",
        "이하은 (서명 또는 인)",
    ] {
        assert!(text.contains(part), "{part} is missing: {text}");
    }
}

#[test]
fn long_statement_has_numbered_pages() {
    let many: Vec<_> = (0..180)
        .map(|at| {
            line(
                18 + at % 3,
                "U2239",
                &format!("처치 {at:03} 아말감충전 및 연마, 2면 이상의 경우"),
                (10_000, 1.0),
                [3_000, 7_000, 0, 0],
            )
        })
        .collect();
    let file = render_statement(&bill(&many).expect("sound")).expect("written");
    write_artifact("long", &file);
    let pages = pages(&file);
    assert!(pages.len() > 5, "{}", pages.len());
    for (at, page) in pages.iter().enumerate() {
        assert!(page.contains(&format!("{} / {}쪽", at + 1, pages.len())), "{page}");
    }
    let all = text(&file);
    assert!((0..180).all(|at| all.contains(&format!("처치 {at:03}"))));
    assert!(all.contains("1,800,000") && pages.last().is_some_and(|page| page.contains("직인")));
}

#[test]
fn file_has_metadata_and_fonts() {
    for file in [render_receipt(&full()).expect("written"), render_statement(&full()).expect("written")] {
        let document = Document::load_mem(&file).expect("a PDF");
        let catalog = document.catalog().expect("a catalog");
        assert_eq!(catalog.get(b"Lang").and_then(Object::as_str).expect("a language"), b"ko-KR");
        assert!(catalog.has(b"StructTreeRoot") && catalog.has(b"OutputIntents"));
        let raw = String::from_utf8_lossy(&file);
        assert!(raw.contains("<pdfaid:part>2</pdfaid:part>") && raw.contains("<pdfuaid:part>1</pdfuaid:part>"));
        // only subsets of the two faces are embedded, which have 3 MB
        assert!(file.len() < 200_000, "{}", file.len());
        let fonts =
            document.objects.values().filter(|object| object.as_dict().is_ok_and(|dict| dict.has(b"FontFile3")));
        assert_eq!(fonts.count(), 2);
    }
    assert_eq!(
        render_receipt(&full()).expect("written"),
        render_receipt(&full()).expect("written"),
        "the same bill, the same bytes"
    );
}

#[test]
fn invalid_field_is_named() {
    let check = |change: fn(&mut NewLine)| {
        let mut lines = lines();
        change(&mut lines[1]);
        bill(&lines).map(|_| ()).map_err(|refused| (refused.path(), refused.reason))
    };
    let at = |field: &str, why| Err((format!("lines[1].{field}"), why));
    assert_eq!(check(|_| {}), Ok(()));
    assert_eq!(check(|line| line.date = day(21)), at("date", InvalidReason::Range));
    assert_eq!(check(|line| line.name = " ".to_owned()), at("name", InvalidReason::Required));
    assert_eq!(check(|line| line.name = "가".repeat(201)), at("name", InvalidReason::TooLong));
    assert_eq!(check(|line| line.unit_price = -1), at("unitPrice", InvalidReason::Range));
    assert_eq!(check(|line| line.unit_price = i64::MAX), at("unitPrice", InvalidReason::Range));
    assert_eq!(check(|line| line.quantity = f64::NAN), at("quantity", InvalidReason::Range));
    assert_eq!(check(|line| line.quantity = 0.001), at("quantity", InvalidReason::Range));
    assert_eq!(check(|line| line.days = 0), at("days", InvalidReason::Range));
    assert_eq!(check(|line| line.amounts.insured_self = i64::MAX), at("insuredSelf", InvalidReason::Mismatch));
    assert_eq!(check(|line| line.amounts.insured_self = -1), at("insuredSelf", InvalidReason::Range));
    assert_eq!(check(|line| line.amounts.uninsured = 1), at("uninsured", InvalidReason::Mismatch));

    let why =
        |result: Result<Bill, InvalidBill>| result.map(|_| ()).map_err(|refused| (refused.path(), refused.reason));
    let of = |period, lines: &[NewLine]| why(Bill::new(NewBill { period, ..new_bill(lines) }));
    assert_eq!(of(day(18)..=day(20), &[]), Err(("lines".to_owned(), InvalidReason::Required)));
    assert_eq!(of(day(20)..=day(18), &lines()), Err(("periodTo".to_owned(), InvalidReason::Range)));
    // in Korea it is the 21st
    assert_eq!(of(day(18)..=day(21), &lines()), Ok(()));
    assert_eq!(of(day(18)..=day(22), &lines()), Err(("periodTo".to_owned(), InvalidReason::Range)));
    assert_eq!(why(full().with_adjustment(100)), Err(("adjustment".to_owned(), InvalidReason::Range)));
    assert_eq!(
        why(full().with_payments(Paid { card: 485_401, ..Paid::default() })),
        Err(("paid.card".to_owned(), InvalidReason::Range))
    );
    let odd = Office { business_number: "12".to_owned(), ..office() };
    let lines = lines();
    let bill = Bill::new(NewBill { office: odd, ..new_bill(&lines) });
    assert_eq!(why(bill), Err(("businessNumber".to_owned(), InvalidReason::Format)));
}

#[test]
fn hanja_name_is_printed() {
    let lines = lines();
    let patient = Patient { name: "홍길동(洪吉童)".to_owned(), ..patient() };
    let office = Office { representative: "Đặng Thị Hồng Nhung".to_owned(), ..office() };
    let bill = Bill::new(NewBill { patient, office, ..new_bill(&lines) }).expect("letters that are there");
    for file in [render_receipt(&bill).expect("written"), render_statement(&bill).expect("written")] {
        let text = text(&file);
        assert!(text.contains("洪吉童") && text.contains("Đặng Thị Hồng Nhung"), "{text}");
        assert!(file.len() < 200_000, "only the hanja that are shown: {}", file.len());
    }
}

#[test]
fn unprintable_text_is_refused_with_letters() {
    let lines = lines();
    let name = |name: &str| {
        let patient = Patient { name: name.to_owned(), ..patient() };
        Bill::new(NewBill { patient, ..new_bill(&lines) })
            .map(|_| ())
            .map_err(|refused| (refused.path(), refused.reason))
    };
    let unprintable = |letters: &str| Err(("name".to_owned(), InvalidReason::Unprintable(letters.to_owned())));
    assert_eq!(name("สมชาย"), unprintable("สมชาย"));
    assert_eq!(name("محمد"), unprintable("محد"));
    assert_eq!(name("홍길동😀"), unprintable("😀"));
    assert_eq!(name("\u{1112}\u{119e}\u{11ab}"), unprintable("\u{1112}\u{119e}\u{11ab}"));
    assert_eq!(name("\u{3164}"), unprintable("\u{3164}"));
    for empty in ["", " ", "\u{200b}", "\u{ad}\u{202e}", "\u{feff} "] {
        assert_eq!(name(empty), Err(("name".to_owned(), InvalidReason::Required)), "{empty:?}");
    }
    let at = |office: Office| {
        Bill::new(NewBill { office, ..new_bill(&lines) }).map(|_| ()).map_err(|refused| refused.path())
    };
    assert_eq!(at(Office { address: "서울 🏥".to_owned(), ..office() }), Err("clinicAddress".to_owned()));
    assert_eq!(at(Office { name: "Клиника 치과".to_owned(), ..office() }), Ok(()));
    let mut odd = lines.clone();
    odd[1].name = "치근단촬영 🦷".to_owned();
    assert_eq!(bill(&odd).map(|_| ()).map_err(|refused| refused.path()), Err("lines[1].name".to_owned()));
    let doctor = Doctor { name: "이하은⚕\u{fe0f}".to_owned(), license: String::new() };
    assert_eq!(full().with_doctor(&doctor).map(|_| ()).map_err(|refused| refused.path()), Err("doctorName".to_owned()));
}

prop_compose! {
    fn any_line()(
        on in 18u32..=20, code in "[A-Z0-9]{0,20}", name in "[!-~ -ÿ]{1,80}|[가-힣]{1,120}|[洪吉童金李한a-z ]{1,40}",
        unit in 0i64..100_000_000, quantity in 1u32..20_000, parts in prop::array::uniform3(0i64..=100),
    ) -> NewLine {
        let quantity = f64::from(quantity) / 100.0;
        #[expect(clippy::cast_possible_truncation, reason = "hundredths")]
        let total = (unit * (quantity * 100.0).round() as i64 + 50) / 100;
        let whole: i64 = parts.iter().sum::<i64>().max(1);
        let [a, b, c] = parts.map(|part| total / 400 * part * 4 / whole / 4);
        line(on, &code, &format!("n{name}"), (unit, quantity), [a, b, c, total - a - b - c])
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn any_text_is_printed_or_refused(name in "\\PC{0,90}|\\P{C}{0,20}") {
        let lines = lines();
        let new = NewBill { patient: Patient { name: name.clone(), ..patient() }, ..new_bill(&lines) };
        match Bill::new(new) {
            Ok(bill) => {
                let printed = text(&render_receipt(&bill).expect("written"));
                prop_assert!(!printed.contains('\u{fffd}'), "{:?}", name);
            }
            Err(InvalidBill { field, reason: InvalidReason::Unprintable(letters), .. }) => {
                prop_assert_eq!(field, "name");
                let composed: String = name.nfc().collect();
                prop_assert!(!letters.is_empty() && letters.chars().all(|c| composed.contains(c)), "{:?}", letters);
            }
            Err(refused) => prop_assert_eq!(refused.reason, InvalidReason::Required),
        }
    }

    #[test]
    fn any_bill_is_rendered(
        lines in prop::collection::vec(any_line(), 1..30), name in "[가-힣洪吉童金李A-z ]{0,90}", address in "[가-힣 0-9,()-]{0,400}",
    ) {
        let patient = Patient { name: format!("가{name}"), ..patient() };
        let office = Office { address, name: "치과".repeat(60), ..office() };
        let bill = Bill::new(NewBill { patient, office, ..new_bill(&lines) }).expect("a bill");
        let by_item: i64 = Category::VARIANTS.iter().filter_map(|category| bill.category_total(*category)).map(Amounts::total).sum();
        prop_assert_eq!(by_item, bill.total().total());
        let file = render_receipt(&bill).expect("written");
        prop_assert_eq!(inspect(file).map(|found| found.pages), Ok(1));
        let file = render_statement(&bill).expect("written");
        prop_assert!(inspect(file).is_ok());
    }
}
