//! A clinic's worklist: the amount of work, the assignees, and applications of the same person.

use chrono::{DateTime, TimeDelta, Utc};
use db::applications::{self, NewApplication, PageRequest, WorkCounts};
use db::staff::{self, NewStaff};
use domain::{
    ApplicationId, ApplicationKind, ApplicationStatus, BirthDate, InstitutionId, LoginUserId, Name, PasswordHash,
    Person, PersonSearch, Phone, StaffId, StaffRole,
};
use testing::claims::{Claimant, insert_unpaid_claim};
use testing::{Clinic, factory};

use crate::support::connect;

/// Inserts a walk-in with this name and number at the first clinic.
async fn walk_in(clinic: &Clinic, name: &str, phone: &str, now: DateTime<Utc>) -> ApplicationId {
    let new = NewApplication {
        kind: ApplicationKind::WalkIn,
        patient_id: None,
        person_id: None,
        institution_id: clinic.database.first.institutions[0],
        person: Person {
            name: Name::parse(name).expect("a name"),
            birth: BirthDate::parse("19900131", now.date_naive()).expect("a date"),
            gender: None,
            phone_number: Phone::parse(phone).expect("a number"),
        },
        opened: true,
    };
    let mut tx = clinic.db.begin().await.expect("a transaction");
    let id = applications::insert(&mut tx, &new, now).await.expect("written").expect("the clinic is active");
    tx.commit().await.expect("committed");
    id
}

async fn insert_colleague(clinic: &Clinic) -> StaffId {
    let new = NewStaff {
        institution_id: clinic.database.first.institutions[0],
        login_id: LoginUserId::parse("doctor2").expect("a name"),
        password_hash: PasswordHash::new("x".to_owned()),
        name: Name::parse("동료").expect("a name"),
        role: StaffRole::AnalysisExpert,
    };
    staff::insert(&mut connect(&clinic.db).await, &new, factory::now()).await.expect("inserted")
}

async fn assign(clinic: &Clinic, id: ApplicationId, staff: Option<StaffId>) {
    let mut tx = clinic.db.begin().await.expect("a transaction");
    applications::set_assignee(&mut tx, &[id], staff, factory::now()).await.expect("set");
    tx.commit().await.expect("committed");
}

#[tokio::test]
async fn work_is_counted_by_clinic_and_analyst() {
    let clinic = Clinic::new().await;
    let [own, elsewhere] = clinic.database.first.institutions[..] else { panic!("two clinics") };
    let today = factory::now();
    let count = async |institution: InstitutionId, staff| {
        let mut conn = connect(&clinic.db).await;
        applications::count_work(&mut conn, institution, staff, today).await.expect("counts")
    };
    let none = WorkCounts { today: 0, to_do: 0, unopened: 0, mine: 0 };
    assert_eq!(count(own, clinic.staff).await, none);
    let old = clinic.application(ApplicationKind::Application, today - TimeDelta::days(2)).await;
    let new = clinic.application(ApplicationKind::Application, today).await;
    let canceled = clinic.application(ApplicationKind::Application, today).await;
    clinic.set_status(canceled, ApplicationStatus::Canceled).await.expect("canceled");
    clinic.receive(old).await;
    assign(&clinic, old, Some(clinic.staff)).await;
    assign(&clinic, new, Some(insert_colleague(&clinic).await)).await;
    assert_eq!(count(own, clinic.staff).await, WorkCounts { today: 2, to_do: 2, unopened: 2, mine: 1 });
    assert_eq!(count(elsewhere, clinic.staff).await, none);
}

#[tokio::test]
async fn racing_analysts_get_one_each() {
    let clinic = Clinic::new().await;
    let own = clinic.database.first.institutions[0];
    let other = insert_colleague(&clinic).await;
    let now = factory::now();
    let ids = [
        clinic.application(ApplicationKind::Application, now).await,
        walk_in(&clinic, "이바다", "01011112222", now).await,
    ];
    let take = async |staff: StaffId, ids: &[ApplicationId]| {
        let mut tx = clinic.db.begin().await.expect("a transaction");
        let locked = applications::lock_all(&mut tx, own, ids).await.expect("locked");
        let free: Vec<_> = locked.iter().filter(|one| one.assignee.is_none()).map(|one| one.id).collect();
        for id in &free {
            applications::assign_if_free(&mut tx, *id, staff).await.expect("set");
        }
        applications::receive(&mut tx, &free, now).await.expect("received");
        tx.commit().await.expect("committed");
        free.len()
    };
    let backwards = [ids[1], ids[0]];
    let (one, two) = tokio::join!(take(clinic.staff, &ids), take(other, &backwards));
    assert!([(2, 0), (0, 2)].contains(&(one, two)), "{one} {two}: no deadlock, and nothing is taken twice");
    let winner = if one == 2 { clinic.staff } else { other };
    let mut tx = clinic.db.begin().await.expect("a transaction");
    let locked = applications::lock_all(&mut tx, own, &ids).await.expect("locked");
    for one in &locked {
        assert_eq!(
            (one.status, one.assignee.as_ref().map(|expert| expert.id)),
            (ApplicationStatus::Received, Some(winner))
        );
        applications::assign_if_free(&mut tx, one.id, clinic.staff).await.expect("nothing");
    }
    let again = applications::lock_all(&mut tx, own, &ids).await.expect("locked");
    assert_eq!(again, locked, "who has one keeps it");
    let elsewhere = clinic.database.first.institutions[1];
    assert!(applications::lock_all(&mut tx, elsewhere, &ids).await.expect("a result").is_empty());
}

#[tokio::test]
async fn record_holds_one_persons_applications() {
    let clinic = Clinic::new().await;
    let own = clinic.database.first.institutions[0];
    let at = |days| factory::now() + TimeDelta::days(days);
    let first = walk_in(&clinic, "이바다", "01011112222", at(0)).await;
    let second = walk_in(&clinic, "이바다", "01011112222", at(1)).await;
    let namesake = walk_in(&clinic, "이바다", "01033334444", at(2)).await;
    let account = clinic.application(ApplicationKind::Application, at(3)).await;
    let mut conn = connect(&clinic.db).await;
    let found = applications::list_people(&mut conn, own, &PersonSearch::parse("이바다"), 9).await.expect("a list");
    let found: Vec<_> = found.iter().map(|one| (one.application, one.applications, one.has_account)).collect();
    assert_eq!(found, [(namesake, 1, false), (second, 2, false)], "who came last first");
    let everybody = applications::list_people(&mut conn, own, &PersonSearch::default(), 2).await.expect("a list");
    assert_eq!(everybody.iter().map(|one| one.application).collect::<Vec<_>>(), [account, namesake]);
    assert!(everybody[0].has_account);
    let page = PageRequest { from: at(-9), to: at(9), before: None, limit: 9 };
    for (id, record) in [(first, vec![second, first]), (namesake, vec![namesake]), (account, vec![account])] {
        let listed = applications::list_same_person(&mut conn, own, id, &page).await.expect("a list");
        assert_eq!(listed.iter().map(|one| one.id).collect::<Vec<_>>(), record, "{id}");
    }
    let elsewhere = clinic.database.first.institutions[1];
    let listed = applications::list_same_person(&mut conn, elsewhere, first, &page).await.expect("a list");
    assert!(listed.is_empty(), "another clinic's");
}

#[tokio::test]
async fn previous_clinics_are_active_and_own() {
    let clinic = Clinic::new().await;
    let (patient, own) = (clinic.database.first.patient, clinic.database.first.institutions[0]);
    let now = factory::now();
    let ids = async || {
        let listed = applications::list_previous_clinics(&mut connect(&clinic.db).await, patient, 5).await;
        listed.expect("a list").into_iter().map(|one| one.id).collect::<Vec<_>>()
    };
    let recent = async |since| {
        let mut conn = connect(&clinic.db).await;
        applications::find_recent_clinic(&mut conn, patient, since).await.expect("a result").map(|one| one.id)
    };
    assert_eq!((ids().await, recent(now).await), (vec![], None));
    walk_in(&clinic, "이바다", "01011112222", now).await;
    assert!(ids().await.is_empty(), "a walk-in has no account");
    clinic.application(ApplicationKind::Application, now).await;
    assert_eq!((ids().await, recent(now).await), (vec![own], Some(own)));
    assert_eq!(recent(now + TimeDelta::days(1)).await, None);
    let elsewhere = clinic.database.first.institutions[1];
    let claimant = Claimant { institution: elsewhere, ..clinic.database.first.claimant() };
    insert_unpaid_claim(&mut clinic.database.superuser().await, claimant).await;
    assert_eq!(ids().await, [elsewhere, own], "claims count, and the one used last comes first");
    sqlx::query("update institutions set active = false where id = $1")
        .bind(own.get())
        .execute(&mut clinic.database.superuser().await)
        .await
        .expect("closed");
    assert_eq!((ids().await, recent(now).await), (vec![elsewhere], None));
}
