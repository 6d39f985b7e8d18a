//! Fictional streets in real cities, the same at every start.

use std::fmt::{self, Display, Formatter};

/// A district: city, name, first postal code, code, and three neighborhoods.
type District = (&'static str, &'static str, u32, &'static str, [&'static str; 3]);

const DISTRICTS: [District; 22] = [
    ("서울특별시", "강남구", 6000, "11680", ["역삼동", "논현동", "대치동"]),
    ("서울특별시", "마포구", 3900, "11440", ["상암동", "합정동", "공덕동"]),
    ("서울특별시", "종로구", 3000, "11110", ["청운동", "혜화동", "평창동"]),
    ("서울특별시", "송파구", 5500, "11710", ["잠실동", "문정동", "가락동"]),
    ("서울특별시", "관악구", 8700, "11620", ["봉천동", "신림동", "남현동"]),
    ("부산광역시", "해운대구", 48000, "26350", ["우동", "중동", "좌동"]),
    ("부산광역시", "수영구", 48200, "26500", ["광안동", "남천동", "민락동"]),
    ("대구광역시", "수성구", 42000, "27260", ["범어동", "만촌동", "지산동"]),
    ("인천광역시", "연수구", 21900, "28185", ["송도동", "연수동", "동춘동"]),
    ("광주광역시", "서구", 61900, "29140", ["치평동", "화정동", "풍암동"]),
    ("대전광역시", "유성구", 34000, "30200", ["봉명동", "노은동", "관평동"]),
    ("울산광역시", "남구", 44600, "31140", ["삼산동", "달동", "무거동"]),
    ("세종특별자치시", "", 30000, "36110", ["도담동", "나성동", "보람동"]),
    ("경기도", "수원시 영통구", 16400, "41117", ["이의동", "매탄동", "망포동"]),
    ("경기도", "성남시 분당구", 13400, "41135", ["정자동", "서현동", "삼평동"]),
    ("경기도", "고양시 일산동구", 10300, "41285", ["장항동", "마두동", "백석동"]),
    ("강원특별자치도", "춘천시", 24200, "51110", ["퇴계동", "석사동", "후평동"]),
    ("충청북도", "청주시 흥덕구", 28300, "43113", ["가경동", "복대동", "오송읍"]),
    ("전북특별자치도", "전주시 완산구", 54900, "52111", ["효자동", "서신동", "중화산동"]),
    ("전라남도", "순천시", 57900, "46150", ["조례동", "연향동", "왕지동"]),
    ("경상남도", "창원시 성산구", 51400, "48123", ["상남동", "중앙동", "가음동"]),
    ("제주특별자치도", "제주시", 63000, "50110", ["노형동", "연동", "이도이동"]),
];
/// Names that no real road has.
const ROADS: [&str; 6] = ["혀봄로", "혀봄로3길", "해솔여울로", "도담이슬길", "고운치아대로", "웃는입술길"];
const BUILDINGS_PER_ROAD: u32 = 4;
const BUILDINGS: [&str; 4] = ["", "해솔여울마을아파트", "", "도담이슬빌딩"];

/// The number of a building or a lot.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlotNumber {
    pub main: u32,
    /// 0 if there is no second part.
    pub sub: u32,
}

/// The address of a building.
#[derive(Clone, Debug)]
pub(super) struct Address {
    pub city: &'static str,
    pub district: &'static str,
    pub district_code: &'static str,
    pub neighborhood: &'static str,
    pub road: &'static str,
    pub number: PlotNumber,
    pub lot: PlotNumber,
    /// Five digits.
    pub zip: String,
    /// The name of the building; may be empty.
    pub building: &'static str,
    /// The index in the list, from which unique codes are derived.
    pub serial: u32,
}

impl Address {
    /// Returns city, district, road and number.
    pub fn road_part(&self) -> String {
        format!("{} {} {}", self.place(), self.road, self.number)
    }

    /// Returns the part in parentheses, with a leading space.
    pub fn extra_part(&self) -> String {
        match self.building {
            "" => format!(" ({})", self.neighborhood),
            building => format!(" ({}, {building})", self.neighborhood),
        }
    }

    /// Returns the address by lot.
    pub fn by_lot(&self) -> String {
        let lot = format!("{} {}", self.neighborhood, self.lot);
        let name = if self.building.is_empty() { String::new() } else { format!(" {}", self.building) };
        format!("{} {lot}{name}", self.place())
    }

    fn place(&self) -> String {
        if self.district.is_empty() { self.city.to_owned() } else { format!("{} {}", self.city, self.district) }
    }
}

impl Display for PlotNumber {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if self.sub == 0 { write!(f, "{}", self.main) } else { write!(f, "{}-{}", self.main, self.sub) }
    }
}

/// Returns all addresses in the order of the search results.
pub(super) fn all() -> Vec<Address> {
    let mut addresses = Vec::new();
    for (city, district, zip, district_code, neighborhoods) in DISTRICTS {
        for (road, street) in ROADS.iter().zip(0..) {
            for building_index in 0..BUILDINGS_PER_ROAD {
                let serial = u32::try_from(addresses.len()).unwrap_or_default();
                addresses.push(Address {
                    city,
                    district,
                    district_code,
                    neighborhood: neighborhoods[street as usize % 3],
                    road,
                    number: PlotNumber {
                        main: 3 + street * 10 + building_index * 7,
                        sub: if building_index == 2 { 4 } else { 0 },
                    },
                    lot: PlotNumber { main: 100 + serial * 7 % 800, sub: serial % 5 },
                    zip: format!("{:05}", zip + street * BUILDINGS_PER_ROAD + building_index),
                    building: BUILDINGS[building_index as usize % BUILDINGS.len()],
                    serial,
                });
            }
        }
    }
    addresses
}
