//! The texts of a report.

use super::ReportLanguage;

/// The texts in one language.
pub(super) struct Texts {
    pub(super) language: &'static str,
    pub(super) title: &'static str,
    pub(super) name: &'static str,
    pub(super) birth: &'static str,
    pub(super) clinic: &'static str,
    pub(super) analyst: &'static str,
    pub(super) scored_on: &'static str,
    pub(super) photo_on: &'static str,
    pub(super) number: &'static str,
    pub(super) before: &'static str,
    pub(super) after: &'static str,
    pub(super) index: &'static str,
    pub(super) no_photo: &'static str,
    pub(super) photo_alt: &'static str,
    pub(super) meaning_title: &'static str,
    pub(super) meaning: &'static str,
    pub(super) comment_title: &'static str,
    pub(super) disclaimer_title: &'static str,
    pub(super) disclaimer: &'static str,
    pub(super) page_suffix: &'static str,
    pub(super) cleaner: fn(u8) -> String,
    pub(super) same: &'static str,
    pub(super) thicker: fn(u8) -> String,
    pub(super) corrected: fn(&str, &str) -> String,
}

static KOREAN: Texts = Texts {
    language: "ko-KR",
    title: "혀 설태 분석 결과지",
    name: "이름",
    birth: "생년월일",
    clinic: "치과",
    analyst: "분석자",
    scored_on: "분석일",
    photo_on: "촬영",
    number: "분석 번호",
    before: "세척 전",
    after: "세척 후",
    index: "설태 지수 (낮을수록 깨끗해요)",
    no_photo: "보관된 사진이 없어요",
    photo_alt: "윤곽과 아홉 칸을 그린 혀 사진",
    meaning_title: "설태 지수(TCI)는 이렇게 읽어요",
    meaning: "혀 윗면을 아홉 칸으로 나누어 칸마다 설태를 0점(없음), 1점(얇음), 2점(두꺼움)으로 매기고, 그 합을 18로 나눈 백분율이에요. \
              30% 미만은 양호, 30% 이상 60% 미만은 주의, 60% 이상은 위험이에요. 칸은 위가 혀 뒤쪽, 아래가 혀끝이에요. \
              (Shimizu 외, J Oral Rehabil 2007;34:442-447)",
    comment_title: "치과 의견",
    disclaimer_title: "꼭 읽어 주세요",
    disclaimer: "이 결과지는 설태가 얼마나 있는지 알려 주는 건강 정보예요. 의학적 진단이 아니며, 진단이나 치료를 대신하지 않아요. \
                 아프거나 걱정되는 증상이 있으면 의료진과 상담하세요.",
    page_suffix: "쪽",
    cleaner: |points| format!("설태가 {points}%p 줄었어요"),
    same: "설태의 양이 그대로예요",
    thicker: |points| format!("설태가 {points}%p 늘었어요"),
    corrected: |day, reason| format!("{day}에 결과를 고쳤어요: {reason}"),
};

static ENGLISH: Texts = Texts {
    language: "en",
    title: "Tongue coating report",
    name: "Name",
    birth: "Date of birth",
    clinic: "Clinic",
    analyst: "Analyst",
    scored_on: "Analyzed on",
    photo_on: "Photo",
    number: "Number",
    before: "Before cleaning",
    after: "After cleaning",
    index: "Coating index (lower is cleaner)",
    no_photo: "The photo is no longer stored",
    photo_alt: "Photo of the tongue with its outline and nine cells",
    meaning_title: "How to read the Tongue Coating Index (TCI)",
    meaning: "The tongue's surface is divided into nine cells. Each is scored 0 (no coating), 1 (thin) or 2 (thick), and their sum is \
              divided by 18. Below 30% is good, 30% to below 60% calls for caution, 60% and above is an alert. The top row is the back \
              of the tongue, the bottom row its tip. (Shimizu et al., J Oral Rehabil 2007;34:442-447)",
    comment_title: "The clinic's comment",
    disclaimer_title: "Please note",
    disclaimer: "This report is health information about the amount of coating. It is not a medical diagnosis and replaces neither \
                 diagnosis nor treatment. If you have pain or symptoms that worry you, please see a doctor or dentist.",
    page_suffix: "",
    cleaner: |points| format!("The coating went down by {points} points"),
    same: "The coating is unchanged",
    thicker: |points| format!("The coating went up by {points} points"),
    corrected: |day, reason| format!("Corrected on {day}: {reason}"),
};

pub(super) const fn texts(language: ReportLanguage) -> &'static Texts {
    match language {
        ReportLanguage::Korean => &KOREAN,
        ReportLanguage::English => &ENGLISH,
    }
}
