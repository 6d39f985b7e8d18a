use proptest::prelude::*;

use super::*;

fn face() -> &'static Face {
    Faces::get().face(Weight::Regular)
}

#[test]
fn sanitized_text_has_glyphs() {
    assert_eq!(face().sanitize("  혀봄\t치과\n의원 "), "혀봄 치과 의원");
    // the same syllable, composed and decomposed
    assert_eq!(face().sanitize("\u{1112}\u{1167}"), "혀");
    assert_eq!(face().sanitize("이\u{200b}름\u{202e}"), "이름");
    assert_eq!(face().sanitize("a😀\u{e001}"), "a");
    assert_eq!(face().sanitize("a\0b\u{feff}"), "a b");
    assert_eq!(face().sanitize(""), "");
}

#[test]
fn unprintable_letters_are_named_once() {
    assert_eq!(face().find_unprintable("홍길동 洪吉童 金\u{f90a} Đặng Thị Hồng Nhung ㄱ 1,234"), "");
    assert_eq!(face().find_unprintable("สวัสดี مرحبا"), "สวัดีمرحبا");
    // emoji, old Hangul, an invisible filler, a private use area
    assert_eq!(face().find_unprintable("😀한😀 ᄒᆞᆫ \u{3164}\u{e001}"), "😀ᄒᆞᆫ\u{3164}\u{e001}");
    assert_eq!(face().find_unprintable("\u{200b}\u{202e}\u{ad}"), "");
}

#[test]
fn hanja_is_drawn_between_hangul() {
    let runs = face().runs("홍洪吉童 A");
    let parts: Vec<_> = runs.iter().map(|run| (run.text, run.glyphs.len())).collect();
    assert_eq!(parts, [("홍", 1), ("洪吉童", 3), (" A", 2)]);
    let width: f32 = runs.iter().map(|run| run.width).sum();
    assert!((width - face().width("홍洪吉童 A", 1.0)).abs() < 1e-4);
}

#[test]
fn digits_have_equal_width() {
    let widths: Vec<_> = ('0'..='9').map(|digit| face().width(&digit.to_string(), 10.0)).collect();
    assert!(widths.iter().all(|width| (width - widths[0]).abs() < f32::EPSILON), "{widths:?}");
    assert!((face().width("1,234", 10.0) - face().width("9,876", 10.0)).abs() < 1e-4);
}

#[test]
fn lines_break_between_words_first() {
    let width = face().width("혀봄 치과", 10.0) + 0.1;
    assert_eq!(face().wrap("혀봄 치과 의원", 10.0, width), ["혀봄 치과", "의원"]);
    assert_eq!(face().wrap("혀봄치과의원혀봄", 10.0, face().width("혀봄치과", 10.0) + 0.1), ["혀봄치과", "의원혀봄"]);
    assert_eq!(face().wrap("", 10.0, width), [""]);
}

#[test]
fn long_text_shrinks_and_is_cut() {
    assert_eq!(face().fit("혀봄", 9.0, Bounds { width: 100.0, height: 12.0 }).lines, ["혀봄"]);
    let smaller = face().fit("혀봄치과의원", 9.0, Bounds { width: 40.0, height: 12.0 });
    assert!(smaller.size < 9.0 && smaller.lines == ["혀봄치과의원"], "{smaller:?}");
    let cut = face().fit(&"혀".repeat(400), 9.0, Bounds { width: 60.0, height: 14.0 });
    assert!(cut.lines.len() == 2 && cut.lines[1].ends_with('…'), "{cut:?}");
}

proptest! {
    #[test]
    fn fitted_text_stays_in_its_box(text in "\\PC{0,120}|[가-힣 ]{0,120}|\\P{C}{0,40}", size in 5.0f32..20.0, width in 24.0f32..300.0, height in 7.0f32..60.0) {
        let clean = face().sanitize(&text);
        let fitted = face().fit(&clean, size, Bounds { width, height });
        prop_assert!(fitted.size <= size);
        #[expect(clippy::cast_precision_loss, reason = "a few lines")]
        let tall = fitted.lines.len() as f32 * LEADING * fitted.size;
        prop_assert!(tall <= height + 0.02, "{fitted:?}");
        for line in &fitted.lines {
            prop_assert!(face().width(line, fitted.size) <= width + 0.02, "{line:?} in {width}");
            prop_assert_eq!(face().runs(line).iter().map(|run| run.glyphs.len()).sum::<usize>(), line.chars().count());
        }
    }
}
