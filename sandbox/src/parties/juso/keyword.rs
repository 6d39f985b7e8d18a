//! Validation of the keyword, with the documented errors.

use super::ApiError;

const MISSING: ApiError = ApiError { code: "E0005", message: "검색어가 입력되지 않았습니다." };
const TOO_BROAD: ApiError =
    ApiError { code: "E0006", message: "주소를 상세히 입력해 주시기 바랍니다." };
const TOO_SHORT: ApiError =
    ApiError { code: "E0008", message: "검색어는 두글자 이상 입력되어야 합니다." };
const ONLY_DIGITS: ApiError =
    ApiError { code: "E0009", message: "검색어는 문자와 숫자 같이 입력되어야 합니다." };
const TOO_LONG: ApiError =
    ApiError { code: "E0010", message: "검색어가 너무 깁니다. (한글40자, 영문,숫자 80자 이하)" };
const LONG_NUMBER: ApiError = ApiError {
    code: "E0011",
    message: "검색어에 너무 긴 숫자가 포함되어 있습니다. (숫자10자 이하)",
};
const NO_LETTERS: ApiError =
    ApiError { code: "E0012", message: "특수문자+숫자만으로는 검색이 불가능 합니다." };
const FORBIDDEN: ApiError = ApiError {
    code: "E0013",
    message: "SQL 예약어 또는 특수문자( %,=,>,<,[,] )는 검색이 불가능 합니다.",
};

const FORBIDDEN_CHARACTERS: &str = "%=><[]";
const FORBIDDEN_WORDS: [&str; 9] = ["OR", "SELECT", "INSERT", "DELETE", "UPDATE", "CREATE", "DROP", "EXEC", "UNION"];
/// The maximum length of a keyword in bytes of EUC-KR, in which Hangul takes two.
const MAX_KEYWORD_BYTES: usize = 80;
/// Names of provinces and cities, which have too many addresses.
const TOO_BROAD_KEYWORDS: [&str; 24] = [
    "서울",
    "서울시",
    "서울특별시",
    "부산",
    "부산광역시",
    "대구",
    "대구광역시",
    "인천",
    "인천광역시",
    "광주",
    "광주광역시",
    "대전",
    "대전광역시",
    "울산",
    "울산광역시",
    "세종",
    "세종특별자치시",
    "경기",
    "경기도",
    "강원특별자치도",
    "충청북도",
    "전라남도",
    "경상남도",
    "제주특별자치도",
];

/// Returns the words of a valid keyword.
///
/// # Errors
/// The keyword is empty, too short, too long or too broad, contains only digits, or contains forbidden words or
/// characters.
pub(super) fn parse(keyword: &str) -> Result<Vec<String>, ApiError> {
    if keyword.is_empty() {
        return Err(MISSING);
    }
    if keyword.chars().count() < 2 {
        return Err(TOO_SHORT);
    }
    if keyword.chars().map(|c| if c.is_ascii() { 1 } else { 2 }).sum::<usize>() > MAX_KEYWORD_BYTES {
        return Err(TOO_LONG);
    }
    let is_word = |word: &str| FORBIDDEN_WORDS.iter().any(|forbidden| word.eq_ignore_ascii_case(forbidden));
    if keyword.contains(|c| FORBIDDEN_CHARACTERS.contains(c)) || keyword.split_whitespace().any(is_word) {
        return Err(FORBIDDEN);
    }
    if keyword.split(|c: char| !c.is_ascii_digit()).any(|digits| digits.len() > 10) {
        return Err(LONG_NUMBER);
    }
    if !keyword.contains(char::is_alphabetic) {
        let is_number = keyword.chars().all(|c| c.is_ascii_digit());
        // a postal code
        return if is_number && keyword.len() == 5 {
            Ok(vec![keyword.to_owned()])
        } else if is_number {
            Err(ONLY_DIGITS)
        } else {
            Err(NO_LETTERS)
        };
    }
    if TOO_BROAD_KEYWORDS.contains(&keyword) {
        return Err(TOO_BROAD);
    }
    Ok(keyword.split_whitespace().map(str::to_owned).collect())
}
