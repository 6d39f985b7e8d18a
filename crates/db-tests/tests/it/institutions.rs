//! Clinic search.

use db::institutions;
use testing::{Database, factory};

/// A database with four more clinics at the first tenant, the last of them inactive.
async fn database_with_clinics() -> Database {
    let database = Database::create().await;
    let mut superuser = database.superuser().await;
    for (name, representative, address, active) in [
        ("바른 이치과", "홍길동", "서울특별시 강남구 테헤란로 1", true),
        ("ABC Dental", "김바른", "부산광역시 해운대구", true),
        ("100%_치과", "이순신", "대구광역시", true),
        ("닫은바른치과", "강감찬", "서울특별시", false),
    ] {
        sqlx::query(
            "insert into institutions (tenant_id, name, representative_name, address, phone_number, active)
             values ($1, $2, $3, $4, '0212345678', $5)",
        )
        .bind(database.first.id.get())
        .bind(name)
        .bind(representative)
        .bind(address)
        .bind(active)
        .execute(&mut superuser)
        .await
        .expect("the clinic is written");
    }
    database
}

#[tokio::test]
async fn clinic_search_matches_parts_and_initials() {
    let database = database_with_clinics().await;
    let mut conn = database.tenant().acquire().await.expect("a connection");
    let longest = format!("바른{}", "치".repeat(500));
    for (query, expected) in [
        ("바른", vec!["바른 이치과", "ABC Dental"]),
        ("바른이치과", vec!["바른 이치과"]),
        ("이치과 바른", vec!["바른 이치과"]),
        ("ㅂㄹㅇㅊㄱ", vec!["바른 이치과"]),
        ("ㅎㄱㄷ", vec!["바른 이치과"]),
        ("abc", vec!["ABC Dental"]),
        ("강남 홍길동", vec!["바른 이치과"]),
        ("강남 김바른", vec![]),
        ("해운대구", vec!["바다치과", "ABC Dental"]),
        ("%", vec!["100%_치과"]),
        ("_", vec!["100%_치과"]),
        ("'", vec![]),
        ("\\", vec![]),
        ("바른\n치과", vec!["바른 이치과"]),
        ("길동서울", vec![]),
        (longest.as_str(), vec![]),
        ("", vec![]),
        ("  ", vec![]),
        // 바른 in decomposed form, as in a Mac's file names
        ("\u{1107}\u{1161}\u{1105}\u{1173}\u{11ab}이", vec!["바른 이치과"]),
    ] {
        let mut found: Vec<String> =
            institutions::search(&mut conn, query, 20).await.expect("a result").into_iter().map(|c| c.name).collect();
        let mut expected: Vec<String> = expected.into_iter().map(ToOwned::to_owned).collect();
        found.sort();
        expected.sort();
        assert_eq!(found, expected, "{query}");
    }
}

#[tokio::test]
async fn clinic_search_is_ordered_and_limited() {
    let database = database_with_clinics().await;
    let mut conn = database.tenant().acquire().await.expect("a connection");
    assert_eq!(institutions::search(&mut conn, "구", 2).await.expect("a result").len(), 2);
    let first = institutions::search(&mut conn, "바른", 20).await.expect("a result").remove(0);
    assert_eq!(first.name, "바른 이치과", "whose name begins so comes first");
    let mut other = database.other_tenant().acquire().await.expect("a connection");
    assert!(institutions::search(&mut other, "바른", 20).await.expect("a result").is_empty());
}

#[tokio::test]
async fn syllables_become_their_initials() {
    let database = Database::create().await;
    let mut superuser = database.superuser().await;
    let mut initials = async |text: &str| -> String {
        let read = sqlx::query_scalar("select hangul_initials($1)").bind(text.to_owned());
        read.fetch_one(&mut superuser).await.expect("a text")
    };
    for (text, expected) in [
        ("바른치과", "ㅂㄹㅊㄱ"),
        ("까따빠싸짜", "ㄲㄸㅃㅆㅉ"),
        ("서울 A+ 3호", "ㅅㅇ A+ 3ㅎ"),
        ("ㅂㄹ", "ㅂㄹ"),
        ("뷁", "ㅂ"),
        ("", ""),
    ] {
        assert_eq!(initials(text).await, expected, "{text}");
    }
    // each initial consonant starts 588 syllables
    for (number, initial) in (0_u32..).zip("ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ".chars()) {
        let first = u32::from('가') + number * 588;
        let edges: String = [first, first + 587].into_iter().filter_map(char::from_u32).collect();
        assert_eq!(initials(&edges).await, format!("{initial}{initial}"), "{edges}");
    }
}

#[tokio::test]
async fn renamed_clinic_is_found_by_new_name() {
    let database = database_with_clinics().await;
    let mut superuser = database.superuser().await;
    let mut conn = database.tenant().acquire().await.expect("a connection");
    sqlx::query("update institutions set name = '새이름' where name = '바른 이치과'")
        .execute(&mut superuser)
        .await
        .expect("renamed");
    assert_eq!(institutions::search(&mut conn, "이치과", 20).await.expect("a result").len(), 0);
    assert_eq!(institutions::search(&mut conn, "ㅅㅇㄹ", 20).await.expect("a result").len(), 1);
}

#[tokio::test]
async fn seed_again_keeps_changed_accounts() {
    let database = Database::create().await;
    let (patient, clinic) = (database.first.patient, database.first.institutions[0]);
    sqlx::raw_sql("update patients set name = '새이름'; update institutions set address = '옛 주소'")
        .execute(&mut database.superuser().await)
        .await
        .expect("a superuser may");
    let mut owner = db::OwnerConn::connect(&database.url).await.expect("the owner");
    let seeded = db::seed::tenant(&mut owner, &factory::tenant_seed("first"), factory::now()).await.expect("seeded");
    assert_eq!((seeded.tenant_id, seeded.patient_ids[0]), (database.first.id, patient));
    let mut conn = database.tenant().acquire().await.expect("a connection");
    let kept = db::patients::find(&mut conn, patient).await.expect("a result").expect("the patient");
    assert_eq!(kept.name.as_str(), "새이름", "an account is kept as it is");
    let updated = institutions::find(&mut conn, clinic).await.expect("a result").expect("the clinic");
    assert_eq!(updated.address, "서울특별시 종로구 2", "a clinic is updated");
    let other = institutions::find(&mut conn, database.second.institutions[0]).await.expect("a result");
    assert!(other.is_none(), "another tenant's");
}
