//! Applications: every transition, allowed and not allowed, and concurrent ones; lists.

use chrono::{DateTime, TimeDelta};
use db::applications::{self, Filter, PageRequest, Party, WorkFilter};
use db::tcis::clinic;
use domain::{ApplicationId, ApplicationKind, ApplicationStatus, PersonSearch, Phase};
use sqlx::AssertSqlSafe;
use strum::VariantArray as _;
use testing::{Clinic, factory};

async fn status(clinic: &Clinic, id: ApplicationId) -> ApplicationStatus {
    let mut tx = clinic.db.begin().await.expect("a transaction");
    let owner = Party::Patient(clinic.database.first.patient);
    applications::lock(&mut tx, owner, id).await.expect("a result").expect("it is there")
}

#[tokio::test]
async fn application_trigger_allows_domain_steps_only() {
    let clinic = Clinic::new().await;
    for &from in ApplicationStatus::VARIANTS {
        for &to in ApplicationStatus::VARIANTS {
            let id = clinic.application_with_status(from).await;
            let done = clinic.set_status(id, to).await;
            // nothing is released while both analyses are not
            if from == to {
                assert!(done.is_ok() && status(&clinic, id).await == from, "no step at all");
            } else {
                assert_eq!(done.is_ok(), from.step(to, false).is_ok(), "{from:?} -> {to:?}");
                assert_eq!(status(&clinic, id).await, if done.is_ok() { to } else { from });
            }
            if let Err(error) = done {
                assert_eq!(error.constraint(), Some("applications_step"), "{error:?}");
            }
        }
    }
}

#[tokio::test]
async fn application_initial_status_follows_kind() {
    let clinic = Clinic::new().await;
    let id = clinic.application(ApplicationKind::WalkIn, factory::now()).await;
    let mut conn = clinic.db.acquire().await.expect("a connection");
    let at = clinic.database.first.institutions[0];
    let walk_in = applications::find_at(&mut conn, at, id).await.expect("a result").expect("it is there");
    assert_eq!((walk_in.status, walk_in.patient_id), (ApplicationStatus::Received, None));
    assert!(walk_in.received_at.is_some());
    for (kind, status) in [("application", 1), ("application", 2), ("application", -1), ("walk_in", 0), ("walk_in", 2)]
    {
        let statement = format!(
            "insert into applications (kind, patient_id, institution_id, status, name, birth, phone_number, created_at, updated_at,
                                       claim_at)
             values ('{kind}', {}, {at}, {status}, '환자', '1990-01-31', '01012345678', now(), now(), now())",
            clinic.database.first.patient
        );
        let refused = sqlx::raw_sql(AssertSqlSafe(statement)).execute(conn.connection()).await;
        assert!(refused.is_err_and(|error| error.to_string().contains("cannot begin")), "{kind} {status}");
    }
}

#[tokio::test]
async fn second_release_completes_application() {
    let clinic = Clinic::new().await;
    let id = clinic.application_with_status(ApplicationStatus::Received).await;
    let (before, after) =
        (clinic.insert_analysis(id, Phase::Before).await, clinic.insert_analysis(id, Phase::After).await);
    let unscored = clinic.release(id, before).await.expect_err("nothing is scored");
    assert_eq!(unscored.constraint(), Some("tcis_scored"));
    assert!(clinic.score(before, 1).await && !clinic.score(before, 1).await, "the version is spent");
    assert!(clinic.score(after, 1).await);
    assert!(!clinic.release(id, before).await.expect("the first release"));
    assert!(clinic.release(id, after).await.expect("the second release"));
    assert_eq!(status(&clinic, id).await, ApplicationStatus::Complete);
    let mut superuser = clinic.database.superuser().await;
    for statement in [
        format!("update pictures set expert_scores = array[0,0,0,0,0,0,0,0,0] where tci_id = {after}"),
        format!("update pictures set expert_outline = null where tci_id = {after}"),
        format!("update tcis set status = 0 where id = {after}"),
        format!("update tcis set status = 1 where id = {after}"),
        format!("update applications set status = 1 where id = {id}"),
        format!("update applications set status = -1 where id = {id}"),
    ] {
        // the owner of the tables is rejected too
        assert!(sqlx::raw_sql(AssertSqlSafe(statement.clone())).execute(&mut superuser).await.is_err(), "{statement}");
    }
}

#[tokio::test]
async fn canceled_application_refuses_release() {
    let clinic = Clinic::new().await;
    let id = clinic.application_with_status(ApplicationStatus::Received).await;
    let tci = clinic.insert_analysis(id, Phase::Before).await;
    assert!(clinic.score(tci, 1).await);
    clinic.set_status(id, ApplicationStatus::Canceled).await.expect("canceled");
    assert_eq!(clinic.release(id, tci).await.expect_err("canceled").constraint(), Some("tcis_step"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn application_moved_concurrently_has_one_winner() {
    let clinic = std::sync::Arc::new(Clinic::new().await);
    for _ in 0..10 {
        let id = clinic.application_with_status(ApplicationStatus::Received).await;
        for phase in [Phase::Before, Phase::After] {
            let tci = clinic.insert_analysis(id, phase).await;
            assert!(clinic.score(tci, 1).await);
        }
        let pair = {
            let mut conn = clinic.db.acquire().await.expect("a connection");
            let at = clinic.database.first.institutions[0];
            let row = applications::find_at(&mut conn, at, id).await.expect("a result").expect("it is there");
            [row.before.expect("a picture").id, row.after.expect("a picture").id]
        };
        // the patient cancels while two experts release the two analyses
        let cancel = tokio::spawn({
            let clinic = clinic.clone();
            async move {
                let mut tx = clinic.db.begin().await.expect("a transaction");
                let owner = Party::Patient(clinic.database.first.patient);
                let status = applications::lock(&mut tx, owner, id).await.expect("a result").expect("it is there");
                let Ok(to) = status.step(ApplicationStatus::Canceled, false) else { return false };
                applications::set_status(&mut tx, id, to, factory::now()).await.expect("the step is allowed");
                tx.commit().await.expect("committed");
                true
            }
        });
        let releases = pair.map(|tci| {
            let clinic = clinic.clone();
            tokio::spawn(async move {
                let mut tx = clinic.db.begin().await.expect("a transaction");
                let owner = Party::Clinic(clinic.database.first.institutions[0]);
                let status = applications::lock(&mut tx, owner, id).await.expect("a result").expect("it is there");
                if !status.is_open() {
                    return false;
                }
                clinic::release(&mut tx, id, tci, factory::now()).await.expect("the step is allowed");
                tx.commit().await.expect("committed");
                true
            })
        });
        let canceled = cancel.await.expect("the task ends");
        let mut analyses = 0;
        for release in releases {
            analyses += i32::from(release.await.expect("the task ends"));
        }
        let status = status(&clinic, id).await;
        assert_eq!(status == ApplicationStatus::Canceled, canceled, "{status:?}");
        assert_eq!(
            status == ApplicationStatus::Complete,
            analyses == 2 && !canceled,
            "{status:?}, {analyses} released"
        );
    }
}

/// Otherwise the length of the page would tell when somebody else's application was created.
#[tokio::test]
async fn page_after_foreign_application_is_empty() {
    let clinic = Clinic::new().await;
    let now = factory::now();
    let [own, elsewhere] = clinic.database.first.institutions[..] else { panic!("two clinics") };
    let older = clinic.application(ApplicationKind::Application, now - TimeDelta::hours(1)).await;
    let foreign = clinic.application(ApplicationKind::Application, now).await;
    let stranger = factory::patient(&clinic.db, "stranger").await.id;
    let moved = format!(
        "update applications set institution_id = {elsewhere}, patient_id = {stranger},
                person_id = (select id from people where patient_id = {stranger}) where id = {foreign}"
    );
    let mut superuser = clinic.database.superuser().await;
    sqlx::raw_sql(AssertSqlSafe(moved)).execute(&mut superuser).await.expect("moved");
    let page = PageRequest { from: DateTime::UNIX_EPOCH, to: now + TimeDelta::days(1), before: None, limit: 9 };
    let list = async |page: &PageRequest| {
        let mut conn = clinic.db.acquire().await.expect("a connection");
        let patient = clinic.database.first.patient;
        [
            applications::list_own(&mut conn, patient, None, page).await.expect("a page"),
            applications::list_at(&mut conn, own, &Filter::default(), page).await.expect("a page"),
            applications::list_same_person(&mut conn, own, older, page).await.expect("a page"),
        ]
        .map(|list| list.len())
    };
    assert_eq!(list(&page).await, [1; 3]);
    assert_eq!(list(&PageRequest { before: Some(foreign), ..page }).await, [0; 3]);
}

#[tokio::test]
async fn application_list_pages_by_time_and_id() {
    let clinic = Clinic::new().await;
    let now = factory::now();
    let mut ids = Vec::new();
    for hours in [0, 0, 1, 2, 30] {
        ids.push(clinic.application(ApplicationKind::Application, now - TimeDelta::hours(hours)).await);
    }
    // two at the same time: the higher id is the newer one
    ids.swap(0, 1);
    let mut conn = clinic.db.acquire().await.expect("a connection");
    let at = clinic.database.first.institutions[0];
    let all = PageRequest { from: DateTime::UNIX_EPOCH, to: now + TimeDelta::days(1), before: None, limit: 2 };
    let mut seen = Vec::new();
    let mut before = None;
    loop {
        let request = PageRequest { before, ..all };
        let page =
            applications::list_own(&mut conn, clinic.database.first.patient, None, &request).await.expect("a page");
        let staffs = applications::list_at(&mut conn, at, &Filter::default(), &request).await.expect("a page");
        assert_eq!(page, staffs);
        before = page.last().map(|row| row.id);
        if page.is_empty() {
            break;
        }
        seen.extend(page.into_iter().map(|row| row.id));
    }
    assert_eq!(seen, ids);
    let day = PageRequest { from: now - TimeDelta::hours(1), to: now, ..all };
    let page = applications::list_own(&mut conn, clinic.database.first.patient, None, &day).await.expect("a page");
    assert_eq!(page.iter().map(|row| row.id).collect::<Vec<_>>(), [ids[2]], "the end is not of the part");
    let count = async |conn: &mut db::TenantConn, filter: Filter| {
        let request = PageRequest { limit: 100, ..all };
        applications::list_at(conn, at, &filter, &request).await.expect("a page").len()
    };
    applications::set_opened(&mut conn, ids[0], now).await.expect("opened");
    clinic.receive(ids[1]).await;
    let text = |text: &str| Filter { search: PersonSearch::parse(text), ..Filter::default() };
    assert_eq!(count(&mut conn, Filter { work: Some(WorkFilter::Unopened), ..Filter::default() }).await, 4);
    assert_eq!(count(&mut conn, Filter { status: Some(ApplicationStatus::Received), ..Filter::default() }).await, 1);
    assert_eq!(count(&mut conn, text("하늘")).await, 5);
    assert_eq!(count(&mut conn, text("3456")).await, 5);
    for found in
        ["010-1234", "12345678", "ㄱㅎㄴ", "ㅎㄴ", "김 하늘", "1990-01-31", "1990. 1. 31.", "900131", "19900131"]
    {
        assert_eq!(count(&mut conn, text(found)).await, 5, "{found}");
    }
    for other in ["%", "ㄱㅎㄷ", "1990-01-30", "900130", "9876"] {
        assert_eq!(count(&mut conn, text(other)).await, 0, "{other}");
    }
    let subject = Some(applications::Subject::Holder(clinic.database.first.patient));
    assert_eq!(count(&mut conn, Filter { subject, ..Filter::default() }).await, 5);
    let recent =
        applications::find_recent_clinic(&mut conn, clinic.database.first.patient, now - TimeDelta::days(7)).await;
    assert_eq!(recent.expect("a result").map(|clinic| clinic.id), Some(at));
}
