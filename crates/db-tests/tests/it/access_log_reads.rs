//! Reads by staff and operators' actions in the access log, and the months that still need a review.

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use db::access_log::review::{self, NewReview};
use db::access_log::{self, Action, Entry, InstallationFilter, Read, Records};
use db::staff_sessions::{self, NewSession};
use domain::{ApplicationId, ApplicationKind, Device, LoginUserId, PatientId, StaffSessionId, TokenHash};
use testing::{Clinic, factory};

use crate::support::connect;

async fn session(clinic: &Clinic, number: u8) -> StaffSessionId {
    let token = TokenHash::new([number; 32]);
    let new = NewSession {
        staff: clinic.staff,
        token: &token,
        expires_at: factory::now() + TimeDelta::hours(12),
        client_address: None,
        device: Device::from_user_agent(""),
        second_factor_pending: false,
    };
    staff_sessions::insert(&mut connect(&clinic.db).await, &new, factory::now()).await.expect("inserted")
}

async fn read(clinic: &Clinic, session: StaffSessionId, action: Action, records: Records<'_>) {
    let read = Read {
        session,
        staff: clinic.staff,
        client_address: std::net::Ipv4Addr::LOCALHOST.into(),
        action,
        records,
        request_id: "r",
    };
    access_log::insert_read(&mut connect(&clinic.db).await, &read, factory::now()).await.expect("inserted");
}

/// Returns the applications and the patients of each row.
async fn rows(clinic: &Clinic) -> Vec<(Vec<i64>, Vec<i64>)> {
    sqlx::query_as("select application_ids, patient_ids from access_log order by seq")
        .fetch_all(&mut clinic.database.superuser().await)
        .await
        .expect("the rows")
}

#[tokio::test]
async fn record_is_logged_once_in_a_sitting() {
    let clinic = Clinic::new().await;
    let patient = clinic.database.first.patient.get();
    let first = clinic.application(ApplicationKind::Application, factory::now()).await;
    let second = clinic.application(ApplicationKind::Application, factory::now()).await;
    let walk_in = clinic.application(ApplicationKind::WalkIn, factory::now()).await;
    let (own, other) = (session(&clinic, 1).await, session(&clinic, 2).await);
    let list = Action::ApplicationsListed;
    for ids in [&[first][..], &[first], &[first, second], &[second, first]] {
        read(&clinic, own, list, Records::Applications(ids)).await;
    }
    let mut expected = vec![(vec![first.get()], vec![patient]), (vec![second.get()], vec![patient])];
    assert_eq!(rows(&clinic).await, expected, "polling adds nothing, a new record its own row");
    read(&clinic, own, Action::ApplicationRead, Records::Applications(&[first])).await;
    read(&clinic, other, list, Records::Applications(&[first])).await;
    read(&clinic, own, list, Records::Applications(&[walk_in])).await;
    let one = (vec![first.get()], vec![patient]);
    expected.extend([one.clone(), one, (vec![walk_in.get()], vec![])]);
    assert_eq!(rows(&clinic).await, expected, "another action, another session, and somebody without an account");
}

#[tokio::test]
async fn empty_list_is_logged_once_too() {
    let clinic = Clinic::new().await;
    let own = session(&clinic, 1).await;
    for _ in 0..3 {
        read(&clinic, own, Action::ApplicationsListed, Records::Applications(&[])).await;
        read(&clinic, own, Action::ClaimsListed, Records::Claims(&[])).await;
    }
    assert_eq!(rows(&clinic).await, [(vec![], vec![]), (vec![], vec![])]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn two_polls_at_once_log_a_record_once() {
    let clinic = Clinic::new().await;
    let id = clinic.application(ApplicationKind::Application, factory::now()).await;
    let own = session(&clinic, 1).await;
    let poll = async || read(&clinic, own, Action::ApplicationsListed, Records::Applications(&[id])).await;
    tokio::join!(poll(), poll(), poll(), poll());
    assert_eq!(rows(&clinic).await.len(), 1);
    let broken = access_log::find_broken(&mut connect(&clinic.db).await, factory::always()).await;
    assert_eq!(broken.expect("a result"), None);
}

#[tokio::test]
async fn operators_actions_are_listed_apart() {
    let clinic = Clinic::new().await;
    let mut conn = connect(&clinic.db).await;
    let login = LoginUserId::parse("ops01").expect("a name");
    let staff = Entry { staff_id: Some(clinic.staff), ..Entry::new(Action::ApplicationRead) };
    access_log::insert(&mut conn, &staff, factory::now()).await.expect("inserted");
    let patients = [clinic.database.first.patient];
    access_log::insert_operator(&mut conn, Action::TrainingExported, "model export", &patients, factory::now())
        .await
        .expect("inserted");
    let changed = Entry { login_id: Some(&login), reason: Some("tenant"), ..Entry::new(Action::OperatorChanged) };
    access_log::insert(&mut conn, &changed, factory::now()).await.expect("inserted");
    let listed = access_log::list_operators(&mut conn, factory::always(), 9).await.expect("a list");
    let listed: Vec<_> =
        listed.iter().map(|row| (row.action, row.login_id.as_deref(), row.what.as_str(), row.patients)).collect();
    assert_eq!(
        listed,
        [(Action::OperatorChanged, Some("ops01"), "tenant", 0), (Action::TrainingExported, None, "model export", 1)]
    );
    let before = DateTime::<Utc>::UNIX_EPOCH..factory::now();
    assert!(access_log::list_operators(&mut conn, before, 9).await.expect("a list").is_empty());
    let counts = access_log::count_actions(&mut conn, factory::always()).await.expect("counts");
    assert_eq!(counts.len(), 3);
    assert!(counts.iter().all(|(_, count)| *count == 1));
    let other = access_log::count_actions(&mut connect(&clinic.database.other_tenant()).await, factory::always()).await;
    assert!(other.expect("counts").is_empty(), "another tenant's");
}

#[tokio::test]
async fn installation_log_finds_people_by_any_record() {
    let clinic = Clinic::new().await;
    let mut conn = connect(&clinic.db).await;
    let walk_in = clinic.application(ApplicationKind::WalkIn, factory::now()).await;
    let tried = LoginUserId::parse("Nobody99").expect("a name");
    let entries = [
        Entry {
            staff_id: Some(clinic.staff),
            patient_ids: &[clinic.database.first.patient],
            ..Entry::new(Action::RecordRead)
        },
        Entry { staff_id: Some(clinic.staff), application_ids: &[walk_in], ..Entry::new(Action::ApplicationRead) },
        Entry { login_id: Some(&tried), ..Entry::new(Action::SignInFailed) },
    ];
    for entry in &entries {
        access_log::insert(&mut conn, entry, factory::now()).await.expect("inserted");
    }
    let all =
        InstallationFilter { time: factory::always(), account: String::new(), person: String::new(), action: None };
    let last = (factory::always().end, i64::MAX);
    let person = |person: &str| InstallationFilter { person: person.to_owned(), ..all.clone() };
    let account = |account: &str| InstallationFilter { account: account.to_owned(), ..all.clone() };
    for (filter, expected) in [
        (all.clone(), vec![3, 2, 1]),
        (person("홍길동"), vec![1]),
        (person("demo1"), vec![1]),
        (person("김하늘"), vec![2]),
        (person("01012345678"), vec![2, 1]),
        (person("nobody"), vec![]),
        (account("doctor1"), vec![2, 1]),
        (account("nobody99"), vec![3]),
        (InstallationFilter { action: Some(Action::SignInFailed), ..all.clone() }, vec![3]),
        (InstallationFilter { time: factory::now() + TimeDelta::seconds(1)..last.0, ..all.clone() }, vec![]),
    ] {
        let found = access_log::list_installation(&mut conn, &filter, last, 9).await.expect("a list");
        assert_eq!(found.iter().map(|row| row.seq).collect::<Vec<_>>(), expected, "{filter:?}");
    }
    let page = access_log::list_installation(&mut conn, &all, (factory::now(), 3), 1).await.expect("a page");
    assert_eq!(page.iter().map(|row| (row.seq, row.application_count)).collect::<Vec<_>>(), [(2, 1)]);
    assert_eq!(page[0].applications, [walk_in.get()]);
    assert_eq!(page[0].staff_name.as_deref(), Some("의사"));
}

#[tokio::test]
async fn month_is_to_review_since_the_first_account() {
    let clinic = Clinic::new().await;
    let [own, without_staff] = clinic.database.first.institutions[..] else { panic!("two clinics") };
    let october: NaiveDate = "2025-10-01".parse().expect("a day");
    let end: DateTime<Utc> = "2025-10-31T15:00:00Z".parse().expect("a time");
    let unreviewed =
        async |end| review::list_unreviewed(&mut connect(&clinic.db).await, october, end).await.expect("a list");
    assert_eq!(unreviewed(end).await, [own]);
    assert_ne!(own, without_staff);
    assert!(unreviewed(factory::now()).await.is_empty(), "the account was made at that moment");
    let entry = Entry { staff_id: Some(clinic.staff), ..Entry::new(Action::ApplicationRead) };
    access_log::insert(&mut connect(&clinic.db).await, &entry, factory::now()).await.expect("inserted");
    let new = NewReview { institution_id: own, month: october, staff_id: clinic.staff, note: "이상 없음" };
    let mut tx = clinic.db.begin().await.expect("a transaction");
    review::insert(&mut tx, &new, factory::now()).await.expect("reviewed");
    tx.commit().await.expect("committed");
    assert!(unreviewed(end).await.is_empty());
    let mut tx = clinic.db.begin().await.expect("a transaction");
    let again = review::insert(&mut tx, &new, factory::now()).await;
    assert!(matches!(again, Err(review::InsertError::Done)), "{again:?}");
}

/// Applications and patients may have the same id.
#[tokio::test]
async fn patient_is_not_found_by_an_applications_id() {
    let clinic = Clinic::new().await;
    let mut conn = connect(&clinic.db).await;
    let patient = clinic.database.first.patient;
    let entry = Entry {
        staff_id: Some(clinic.staff),
        application_ids: &[ApplicationId::new(patient.get())],
        ..Entry::new(Action::ApplicationRead)
    };
    access_log::insert(&mut conn, &entry, factory::now()).await.expect("inserted");
    let filter = InstallationFilter {
        time: factory::always(),
        account: String::new(),
        person: patient.to_string(),
        action: None,
    };
    let last = (factory::always().end, i64::MAX);
    assert!(access_log::list_installation(&mut conn, &filter, last, 9).await.expect("a list").is_empty());
    let about = Entry { patient_ids: &[PatientId::new(patient.get())], ..Entry::new(Action::PatientSignIn) };
    access_log::insert(&mut conn, &about, factory::now()).await.expect("inserted");
    assert_eq!(access_log::list_installation(&mut conn, &filter, last, 9).await.expect("a list").len(), 1);
}
