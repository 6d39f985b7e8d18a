//! Clinic search among 50,000 clinics, and a patient's history among ten thousand and among a million applications.

use anyhow::Result;

use crate::external;
use crate::patient::Patient;
use crate::report::{Metric, Report};

/// Clinics with names of two or three syllables and a kind, a representative and an address, so that parts of the texts
/// repeat as in a real directory.
const CLINICS: &str = "
    select set_config('app.tenant_id', (select id from tenants order by id limit 1)::text, false);
    insert into institutions (name, representative_name, address, phone_number)
    select s[1 + n % 20] || s[1 + n / 20 % 20] || s[1 + n / 400 % 20] || k[1 + n % 3] || n,
           f[1 + n % 8] || s[1 + n / 7 % 20] || s[1 + n / 140 % 20],
           c[1 + n % 5] || ' ' || s[1 + n / 5 % 20] || s[1 + n / 100 % 20] || '구 ' || s[1 + n / 11 % 20] || '로 ' || n % 300,
           '0212345678'
    from generate_series(1, $COUNT) as n,
         (select string_to_array('바른 고운 하늘 바다 서울 강남 미소 연세 참 푸른 새 우리 온 햇살 다온 이든 누리 가온 라온 아람', ' ') as s,
                 array['치과', '치과의원', '치과병원'] as k, string_to_array('김 이 박 최 정 강 조 윤', ' ') as f,
                 array['서울특별시', '부산광역시', '대구광역시', '인천광역시', '경기도'] as c) as words
    on conflict do nothing;
    analyze institutions, institution_terms";

/// Applications of two hundred patients; one in twenty belongs to the first patient, whose history is measured.
const APPLICATIONS: &str = "
    select set_config('app.tenant_id', (select id from tenants order by id limit 1)::text, false);
    insert into patients (login_user_id, password_hash, name, phone_number)
    select 'bench' || n, '', '측정', '01000000000' from generate_series(1, 199) as n on conflict do nothing;
    insert into applications (kind, patient_id, institution_id, name, birth, phone_number, created_at, updated_at)
    select 'application', case when n % 20 = 0 then p[1] else p[1 + n % array_length(p, 1)] end, i[1 + n % array_length(i, 1)], '측정', '1990-01-01', '01000000000', at, at
    from generate_series(1, $COUNT) as n, lateral (select now() - n * interval '20 seconds') as moments (at),
         (select array_agg(id order by id) as p from patients where tenant_id = current_tenant()) as whose,
         (select array_agg(id) as i from (select id from institutions where tenant_id = current_tenant() order by id limit 1000) as first_ones) as clinics;
    analyze applications, patients";

/// Search terms: names, parts of names, representatives, districts, initial consonants, single letters.
const SEARCHES: [&str; 16] = [
    "바른",
    "바른고운",
    "하늘바다",
    "미소치과의원",
    "강남구",
    "연세로",
    "김바른",
    "ㅂㄹㄱㅇ",
    "ㅎㄴㅂㄷ",
    "ㅊㄱ",
    "ㅁㅅ",
    "치과",
    "서울특별시",
    "가",
    "부산 미소",
    "없는이름",
];

/// Measures the clinic search and the history.
///
/// # Errors
/// A request or psql fails.
pub async fn measure(patient: &Patient, quick: bool, report: &mut Report) -> Result<()> {
    let part = |whole: usize| if quick { whole / 10 } else { whole };
    let clinics = part(50_000);
    external::execute(&CLINICS.replace("$COUNT", &clinics.to_string()))?;
    let mut times = Vec::new();
    for round in 0..part(80) {
        for (number, word) in SEARCHES.into_iter().enumerate() {
            // the rate limit is per address
            let address = format!("198.51.100.{}", (round * SEARCHES.len() + number) % 250 + 1);
            times.push(patient.search_clinics(word, &address).await?);
        }
    }
    let note = format!("{clinics} clinics; names, parts, initial consonants, one letter in turn");
    report.add_times("clinic search", &mut times, ["<= 10", "<= 40"], &note);

    let (few, many) = (part(10_000), part(1_000_000));
    external::execute(&APPLICATIONS.replace("$COUNT", &few.to_string()))?;
    finish_writes()?;
    let small = measure_history(patient, few, part(1_000), report).await?;
    external::execute(&APPLICATIONS.replace("$COUNT", &(many - few).to_string()))?;
    finish_writes()?;
    let large = measure_history(patient, many, part(1_000), report).await?;
    let note = format!("p99 at {many} applications over p99 at {few}");
    report.add("history list, growth", large / small, Metric::new("x", "<= 1.5"), &note);
    Ok(())
}

/// Vacuums and checkpoints, so that only the reads are measured.
fn finish_writes() -> Result<()> {
    external::execute("vacuum (analyze) applications")?;
    external::execute("checkpoint")
}

/// Measures the newest and the next page of the history alternately, and returns the 99th percentile.
async fn measure_history(patient: &Patient, rows: usize, count: usize, report: &mut Report) -> Result<f64> {
    let mut times = Vec::new();
    let next = patient.history(None).await?.1;
    for number in 0..count {
        times.push(patient.history(next.filter(|_| number % 2 == 1)).await?.0);
    }
    let name = format!("history list at {rows} applications");
    report.add_times(&name, &mut times, ["", ""], "pages of 20, one after the other");
    Ok(crate::report::percentile(&times, 99))
}
