//! Applications against the database: every step, allowed and not, raced; released scores; searches; the access log.

use chrono::{DateTime, TimeDelta};
use db::access_log::{self, Action, Entry};
use db::agreements::{self, Agreement, ShadowReading};
use db::applications::{self, Filter, Owner, Part};
use db::consents::{self, NewConsent};
use db::invites::{self, AcceptError, NewInvite};
use db::tcis::clinic::{self, Attributes};
use db::{institutions, training};
use domain::{
    ApplicationId, ApplicationKind, ApplicationStatus, ConsentKind, InviteCode, Outline, Phase, PictureId, Scores,
};
use sqlx::AssertSqlSafe;
use testing::{Clinic, Database, factory};

async fn status(clinic: &Clinic, id: ApplicationId) -> ApplicationStatus {
    let mut tx = clinic.db.begin().await.expect("a transaction");
    let owner = Owner::Patient(clinic.database.first.patient);
    applications::lock(&mut tx, owner, id).await.expect("an answer").expect("it is there")
}

#[tokio::test]
async fn the_database_allows_the_machines_steps_and_no_other() {
    let clinic = Clinic::new().await;
    for from in ApplicationStatus::ALL {
        for to in ApplicationStatus::ALL {
            let id = clinic.in_state(from).await;
            let done = clinic.step(id, to).await;
            // nothing has been released where both are not
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
async fn an_application_begins_as_its_kind_says() {
    let clinic = Clinic::new().await;
    let id = clinic.application(ApplicationKind::WalkIn, factory::now()).await;
    let mut conn = clinic.db.acquire().await.expect("a connection");
    let at = clinic.database.first.institutions[0];
    let walk_in = applications::find_at(&mut conn, at, id).await.expect("an answer").expect("it is there");
    assert_eq!((walk_in.status, walk_in.patient_id), (ApplicationStatus::Received, None));
    assert!(walk_in.claim_at.is_some());
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
async fn the_second_release_completes_and_nothing_moves_after_it() {
    let clinic = Clinic::new().await;
    let id = clinic.in_state(ApplicationStatus::Received).await;
    let (before, after) = (clinic.read(id, Phase::Before).await, clinic.read(id, Phase::After).await);
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
        // the owner's own hand is refused too
        assert!(sqlx::raw_sql(AssertSqlSafe(statement.clone())).execute(&mut superuser).await.is_err(), "{statement}");
    }
}

#[tokio::test]
async fn a_canceled_applications_analyses_are_not_released() {
    let clinic = Clinic::new().await;
    let id = clinic.in_state(ApplicationStatus::Received).await;
    let tci = clinic.read(id, Phase::Before).await;
    assert!(clinic.score(tci, 1).await);
    clinic.step(id, ApplicationStatus::Canceled).await.expect("canceled");
    assert_eq!(clinic.release(id, tci).await.expect_err("canceled").constraint(), Some("tcis_step"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_two_who_move_an_application_one_wins() {
    let clinic = std::sync::Arc::new(Clinic::new().await);
    for _ in 0..10 {
        let id = clinic.in_state(ApplicationStatus::Received).await;
        for phase in [Phase::Before, Phase::After] {
            let tci = clinic.read(id, phase).await;
            assert!(clinic.score(tci, 1).await);
        }
        let pair = {
            let mut conn = clinic.db.acquire().await.expect("a connection");
            let at = clinic.database.first.institutions[0];
            let row = applications::find_at(&mut conn, at, id).await.expect("an answer").expect("it is there");
            [row.before.expect("a picture").id, row.after.expect("a picture").id]
        };
        // the patient cancels while two experts release the two analyses
        let cancel = tokio::spawn({
            let clinic = clinic.clone();
            async move {
                let mut tx = clinic.db.begin().await.expect("a transaction");
                let owner = Owner::Patient(clinic.database.first.patient);
                let status = applications::lock(&mut tx, owner, id).await.expect("an answer").expect("it is there");
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
                let owner = Owner::Clinic(clinic.database.first.institutions[0]);
                let status = applications::lock(&mut tx, owner, id).await.expect("an answer").expect("it is there");
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

#[tokio::test]
async fn lists_are_paged_by_moment_and_id() {
    let clinic = Clinic::new().await;
    let now = factory::now();
    let mut ids = Vec::new();
    for hours in [0, 0, 1, 2, 30] {
        ids.push(clinic.application(ApplicationKind::Application, now - TimeDelta::hours(hours)).await);
    }
    // two of one moment: the later id is the newer
    ids.swap(0, 1);
    let mut conn = clinic.db.acquire().await.expect("a connection");
    let at = clinic.database.first.institutions[0];
    let all = Part { from: DateTime::UNIX_EPOCH, to: now + TimeDelta::days(1), before: None, limit: 2 };
    let mut seen = Vec::new();
    let mut before = None;
    loop {
        let part = Part { before, ..all };
        let page = applications::list_own(&mut conn, clinic.database.first.patient, &part).await.expect("a page");
        let staffs = applications::list_at(&mut conn, at, &Filter::default(), &part).await.expect("a page");
        assert_eq!(page, staffs);
        before = page.last().map(|row| row.id);
        if page.is_empty() {
            break;
        }
        seen.extend(page.into_iter().map(|row| row.id));
    }
    assert_eq!(seen, ids);
    let day = Part { from: now - TimeDelta::hours(1), to: now, ..all };
    let page = applications::list_own(&mut conn, clinic.database.first.patient, &day).await.expect("a page");
    assert_eq!(page.iter().map(|row| row.id).collect::<Vec<_>>(), [ids[2]], "the end is not of the part");
    let count = async |conn: &mut db::TenantConn, filter: Filter| {
        let part = Part { limit: 100, ..all };
        applications::list_at(conn, at, &filter, &part).await.expect("a page").len()
    };
    applications::set_opened(&mut conn, ids[0], now).await.expect("opened");
    clinic.take(ids[1]).await;
    let text = |text: &str| Filter { text: text.to_owned(), ..Filter::default() };
    assert_eq!(count(&mut conn, Filter { unopened: true, ..Filter::default() }).await, 4);
    assert_eq!(count(&mut conn, Filter { status: Some(ApplicationStatus::Received), ..Filter::default() }).await, 1);
    assert_eq!(count(&mut conn, text("하늘")).await, 5);
    assert_eq!(count(&mut conn, text("3456")).await, 5);
    assert_eq!(count(&mut conn, text("%")).await, 0);
    let patient = Some(clinic.database.first.patient);
    assert_eq!(count(&mut conn, Filter { patient, ..Filter::default() }).await, 5);
    let recent =
        applications::find_recent_clinic(&mut conn, clinic.database.first.patient, now - TimeDelta::days(7)).await;
    assert_eq!(recent.expect("an answer").map(|clinic| clinic.id), Some(at));
}

#[tokio::test]
async fn clinics_are_found_by_any_part_and_by_initials() {
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
        // 바른 as a Mac's file names spell it
        ("\u{1107}\u{1161}\u{1105}\u{1173}\u{11ab}이", vec!["바른 이치과"]),
    ] {
        let mut found: Vec<String> =
            institutions::search(&mut conn, query, 20).await.expect("an answer").into_iter().map(|c| c.name).collect();
        let mut expected: Vec<String> = expected.into_iter().map(ToOwned::to_owned).collect();
        found.sort();
        expected.sort();
        assert_eq!(found, expected, "{query}");
    }
    assert_eq!(institutions::search(&mut conn, "구", 2).await.expect("an answer").len(), 2);
    let first = institutions::search(&mut conn, "바른", 20).await.expect("an answer").remove(0);
    assert_eq!(first.name, "바른 이치과", "whose name begins so comes first");
    let mut other = database.other_tenant().acquire().await.expect("a connection");
    assert!(institutions::search(&mut other, "바른", 20).await.expect("an answer").is_empty());
    // both sides make the same of a text
    for text in ["바른치과", "가힣 까짜 A1!", "ㄱㄴ", "뷁"] {
        let theirs: String = sqlx::query_scalar("select hangul_initials($1)")
            .bind(text)
            .fetch_one(&mut superuser)
            .await
            .expect("a text");
        assert_eq!(theirs, domain::hangul::initials(text));
    }
    // a clinic that is called otherwise is found so, and no longer as before
    sqlx::query("update institutions set name = '새이름' where name = '바른 이치과'")
        .execute(&mut superuser)
        .await
        .expect("renamed");
    assert_eq!(institutions::search(&mut conn, "이치과", 20).await.expect("an answer").len(), 0);
    assert_eq!(institutions::search(&mut conn, "ㅅㅇㄹ", 20).await.expect("an answer").len(), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn an_invitation_is_used_as_often_as_it_may_be() {
    let clinic = Clinic::new().await;
    let (db, now) = (clinic.db.clone(), factory::now());
    let code = InviteCode::new([7; 12]);
    let new = NewInvite {
        institution_id: clinic.database.first.institutions[0],
        staff_id: clinic.staff,
        code: code.clone(),
        expires_at: now + TimeDelta::days(1),
        max_uses: 3,
    };
    invites::insert(&mut db.acquire().await.expect("a connection"), &new, now).await.expect("made");
    let mut patients = vec![clinic.database.first.patient; 2];
    for number in 0..5 {
        patients.push(factory::patient(&db, &format!("guest{number}")).await.id);
    }
    let tasks = patients.into_iter().map(|patient| {
        let (db, code) = (db.clone(), code.clone());
        tokio::spawn(async move {
            let mut tx = db.begin().await.expect("a transaction");
            let accepted = invites::accept(&mut tx, patient, &code, factory::now()).await;
            tx.commit().await.expect("committed");
            accepted
        })
    });
    let (mut accepted, mut refused) = (0, 0);
    for task in tasks.collect::<Vec<_>>() {
        match task.await.expect("the task ends") {
            Ok(_) => accepted += 1,
            Err(AcceptError::UsedUp) => refused += 1,
            Err(error) => panic!("{error:?}"),
        }
    }
    // the one patient who pressed twice is one use, if let in at all
    assert!((accepted == 3 || accepted == 4) && accepted + refused == 7, "{accepted} {refused}");
    let list = invites::list(&mut db.acquire().await.expect("a connection"), new.institution_id, None, 10)
        .await
        .expect("a list");
    assert_eq!((list[0].uses, list[0].max_uses), (3, 3));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn the_access_log_is_one_sound_chain_and_stays() {
    let clinic = Clinic::new().await;
    let tasks: Vec<_> = (0..20)
        .map(|number| {
            let (db, staff, patient) = (clinic.db.clone(), clinic.staff, clinic.database.first.patient);
            tokio::spawn(async move {
                let entry = Entry {
                    staff_id: Some(staff),
                    login_id: None,
                    client_address: "198.51.100.7".parse().ok(),
                    action: Action::ApplicationRead,
                    patient_ids: &[patient],
                    application_ids: &[ApplicationId::new(number)],
                    request_id: Some("r"),
                };
                let mut conn = db.acquire().await.expect("a connection");
                access_log::insert(&mut conn, &entry, factory::now()).await.expect("written");
            })
        })
        .collect();
    for task in tasks {
        task.await.expect("the task ends");
    }
    let mut conn = clinic.db.acquire().await.expect("a connection");
    for statement in ["update access_log set action = 'sign_in'", "delete from access_log", "truncate access_log"] {
        assert!(sqlx::raw_sql(statement).execute(conn.connection()).await.is_err(), "{statement}");
        let owner = sqlx::raw_sql(statement).execute(&mut clinic.database.superuser().await).await;
        assert!(owner.is_err_and(|error| error.to_string().contains("only added to")), "{statement}");
    }
    assert_eq!(access_log::find_broken(&mut conn, factory::always()).await.expect("an answer"), None);
    let mut superuser = clinic.database.superuser().await;
    let (rows, last): (i64, i64) =
        sqlx::query_as("select count(*), max(seq) from access_log").fetch_one(&mut superuser).await.expect("a count");
    assert_eq!((rows, last), (20, 20));
    // what only who switches the triggers off can do is seen
    for (statement, seq) in [
        ("update access_log set application_ids = '{999}' where seq = 7", 7),
        ("delete from access_log where seq = 5", 6),
    ] {
        let tampering = format!("begin; set local session_replication_role = replica; {statement}; commit");
        sqlx::raw_sql(AssertSqlSafe(tampering)).execute(&mut superuser).await.expect("a superuser may");
        assert_eq!(
            access_log::find_broken(&mut conn, factory::always()).await.expect("an answer"),
            Some(seq),
            "{statement}"
        );
    }
    assert!(Action::ALL.iter().all(|action| !action.as_str().is_empty()));
}

#[tokio::test]
async fn what_experts_release_is_compared() {
    let clinic = Clinic::new().await;
    let (first, now) = (&clinic.database.first, factory::now());
    let complete = clinic.in_state(ApplicationStatus::Complete).await;
    let open = clinic.application(ApplicationKind::Application, now).await;
    clinic.take(open).await;
    let draft = clinic.read(open, Phase::Before).await;
    assert!(clinic.score(draft, 1).await, "scored, and not released");
    assert!(complete.get() > 0);
    let mut conn = clinic.db.acquire().await.expect("a connection");
    let window = (now - TimeDelta::days(1), now + TimeDelta::seconds(1));
    let scored = agreements::list_scored(&mut conn, window.0, window.1).await.expect("a list");
    assert_eq!(scored.len(), 2, "what was released");
    let one = &scored[0];
    assert_eq!((one.institution_id, one.model_version.as_str()), (first.institutions[0], "test-1"));
    assert_eq!((one.model, one.expert), ([1; 9], [2; 9]));
    assert!((one.confidence - 0.9).abs() < 1e-6 && (one.shorter_side - 768.0).abs() < 1e-9);
    // 400 x 500 of 1024 x 768
    assert!((one.tongue_share - 0.2543).abs() < 1e-3, "{}", one.tongue_share);
    assert_eq!((one.brightness, one.sharpness), (Some(120.0), Some(48.5)));
    assert!(agreements::list_scored(&mut conn, window.1, window.1).await.expect("a list").is_empty());

    let agreement = Agreement {
        institution_id: first.institutions[0],
        model_version: "test-1".to_owned(),
        day: now.date_naive(),
        photos: 2,
        exact: 0.5,
        kappa: 0.25,
        kappa_interval: [-0.5, 0.75],
        from_ai: 1,
        kappa_unaided: None,
        index_error: 12.5,
        model_cells: [0, 18, 0],
        expert_cells: [0, 0, 18],
        confidence: 0.9,
        tongue_share: 0.25,
        shorter_side: 768.0,
        brightness: None,
        sharpness: None,
    };
    agreements::put(&mut conn, &agreement, now).await.expect("written");
    let older = Agreement { day: agreement.day - TimeDelta::days(1), kappa: 0.0, ..agreement.clone() };
    agreements::put(&mut conn, &older, now).await.expect("written");
    let again = Agreement {
        photos: 3,
        from_ai: 2,
        kappa_unaided: Some(0.125),
        brightness: Some(120.5),
        sharpness: Some(48.25),
        ..agreement.clone()
    };
    agreements::put(&mut conn, &again, now).await.expect("written in its place");
    assert_eq!(agreements::list_newest(&mut conn).await.expect("a list"), [again]);

    let picture: i64 = sqlx::query_scalar("select min(picture_id) from results")
        .fetch_one(&mut clinic.database.superuser().await)
        .await
        .expect("a picture");
    let picture = PictureId::new(picture);
    let shadow = |both_read| ShadowReading {
        picture_id: picture,
        candidate: "bold",
        deployed: "test-1",
        same_outcome: true,
        both_read,
    };
    let both = shadow(Some(([1; 9], 9, 0.75)));
    agreements::insert_shadow(&mut conn, &both, now).await.expect("written");
    agreements::insert_shadow(&mut conn, &shadow(None), now).await.expect("a second time changes nothing");
    let gone = ShadowReading { picture_id: PictureId::new(1 << 40), ..both };
    agreements::insert_shadow(&mut conn, &gone, now).await.expect("a picture that is gone changes nothing");
    let found = agreements::list_shadows(&mut conn).await.expect("a list");
    assert_eq!((found.len(), found[0].pictures, found[0].other_outcomes), (1, 1, 0));
    assert_eq!((found[0].same_cells, found[0].overlap), (Some(1.0), Some(0.75)));
    let beside = agreements::list_shadows_scored(&mut conn).await.expect("a list");
    let said: Vec<_> =
        beside.iter().map(|one| (one.candidate.as_str(), one.of_candidate, one.of_deployed, one.expert)).collect();
    assert_eq!(said, [("bold", [1; 9], [1; 9], [2; 9])]);
}

#[tokio::test]
async fn nobody_learns_from_a_photo_without_both_consents() {
    let clinic = Clinic::new().await;
    let (first, now) = (&clinic.database.first, factory::now());
    clinic.in_state(ApplicationStatus::Complete).await;
    let mut conn = clinic.db.acquire().await.expect("a connection");
    let may = async |conn: &mut db::TenantConn| training::list(conn, 0, 10).await.expect("a list").len();
    assert_eq!(may(&mut conn).await, 0);
    let consent = |kind| NewConsent {
        patient_id: first.patient,
        kind,
        recipient: None,
        version: now.date_naive(),
        client_address: None,
    };
    consents::give(&mut conn, &consent(ConsentKind::Training), now).await.expect("given");
    assert_eq!(may(&mut conn).await, 0, "the processing of health data was not consented to");
    consents::give(&mut conn, &consent(ConsentKind::Health), now).await.expect("given");
    let photos = training::list(&mut conn, 0, 10).await.expect("a list");
    assert_eq!(photos.len(), 2);
    assert_eq!((photos[0].patient, photos[0].expert, photos[0].outline.len()), (first.patient.get(), [2; 9], 16));
    assert_eq!(training::list(&mut conn, photos[0].picture, 10).await.expect("a list").len(), 1, "page by page");
    consents::withdraw(&mut conn, first.patient, ConsentKind::Training, None, now).await.expect("withdrawn");
    assert_eq!(may(&mut conn).await, 0);
}

#[tokio::test]
async fn scores_that_were_begun_with_the_ais_stay_marked() {
    let clinic = Clinic::new().await;
    let now = factory::now();
    let id = clinic.in_state(ApplicationStatus::Received).await;
    let (before, after) = (clinic.read(id, Phase::Before).await, clinic.read(id, Phase::After).await);
    let nine = |score: u8| Scores::from_numbers(&[score; 9]);
    let begun = Attributes { scores: nine(1), from_ai: true, ..Attributes::default() };
    assert!(clinic.save(before, 1, &begun).await);
    // cut again and scored anew, by somebody who does not know
    let again = Attributes { scores: nine(2), ..Attributes::default() };
    assert!(clinic.save(before, 2, &again).await && clinic.save(after, 1, &again).await);
    for tci in [before, after] {
        clinic.release(id, tci).await.expect("released");
    }
    let mut conn = clinic.db.acquire().await.expect("a connection");
    let window = (now - TimeDelta::days(1), now + TimeDelta::seconds(1));
    let scored = agreements::list_scored(&mut conn, window.0, window.1).await.expect("a list");
    assert_eq!(
        scored.iter().map(|one| (one.expert, one.from_ai)).collect::<Vec<_>>(),
        [([2; 9], true), ([2; 9], false)]
    );
    for kind in [ConsentKind::Training, ConsentKind::Health] {
        let patient_id = clinic.database.first.patient;
        let consent = NewConsent { patient_id, kind, recipient: None, version: now.date_naive(), client_address: None };
        consents::give(&mut conn, &consent, now).await.expect("given");
    }
    let photos = training::list(&mut conn, 0, 10).await.expect("a list");
    assert_eq!(photos.iter().map(|photo| photo.from_ai).collect::<Vec<_>>(), [true, false]);
    // a candidate is not held against scores that were begun with the deployed version's
    for photo in &photos {
        let both_read = Some(([1; 9], 9, 0.75));
        let picture_id = PictureId::new(photo.picture);
        let shadow = ShadowReading { picture_id, candidate: "bold", deployed: "test-1", same_outcome: true, both_read };
        agreements::insert_shadow(&mut conn, &shadow, now).await.expect("written");
    }
    assert_eq!(agreements::list_shadows_scored(&mut conn).await.expect("a list").len(), 1);
}

#[tokio::test]
async fn what_was_read_before_brightness_was_kept_is_still_compared() {
    let clinic = Clinic::new().await;
    let now = factory::now();
    clinic.in_state(ApplicationStatus::Complete).await;
    sqlx::raw_sql("update results set brightness = null, sharpness = null where picture_id = (select min(picture_id) from results)")
        .execute(&mut clinic.database.superuser().await)
        .await
        .expect("written");
    let mut conn = clinic.db.acquire().await.expect("a connection");
    let scored = agreements::list_scored(&mut conn, now - TimeDelta::days(1), now + TimeDelta::seconds(1)).await;
    let measured: Vec<_> = scored.expect("a list").iter().map(|one| (one.brightness, one.sharpness)).collect();
    assert_eq!(measured, [(None, None), (Some(120.0), Some(48.5))]);
}

#[tokio::test]
async fn a_corrected_outline_stands_beside_the_models_and_is_what_is_learnt_from() {
    let clinic = Clinic::new().await;
    let (now, first) = (factory::now(), &clinic.database.first);
    let id = clinic.in_state(ApplicationStatus::Received).await;
    let (tci, other) = (clinic.read(id, Phase::Before).await, clinic.read(id, Phase::After).await);
    let outline = Outline::drawn(
        (0_u8..8).map(|k| [100. + 100. * f32::from(k), [100., 300.][usize::from(k > 3)]]).collect(),
        factory::size(),
    );
    assert!(outline.is_err(), "a line that turns back");
    let points = [
        [300., 200.],
        [400., 180.],
        [500., 180.],
        [600., 200.],
        [600., 400.],
        [500., 480.],
        [400., 480.],
        [300., 400.],
    ];
    let outline = Outline::drawn(points.to_vec(), factory::size()).expect("an outline");
    let save = async |version, outline: Option<Option<Outline>>, crop: Option<Option<domain::Square>>| {
        let attributes = Attributes { outline, read_again: crop, ..Attributes::default() };
        let mut tx = clinic.db.begin().await.expect("a transaction");
        assert!(clinic::save(&mut tx, (tci, version), clinic.staff, &attributes, now).await.expect("an answer"));
        tx.commit().await.expect("committed");
        let mut conn = clinic.db.acquire().await.expect("a connection");
        clinic::find(&mut conn, id, tci).await.expect("an answer").expect("it is there").picture.expect("a picture")
    };
    let saved = save(1, Some(Some(outline.clone())), None).await;
    assert_eq!(saved.expert_outline.as_ref(), Some(&outline));
    assert_eq!(saved.read.expect("it was read").outline, factory::reading([1; 9]).outline, "the model's stays");
    assert_eq!(save(2, None, None).await.expert_outline.as_ref(), Some(&outline), "what is left out stays");
    assert_eq!(save(3, Some(None), None).await.expert_outline, None, "and may be taken back");
    save(4, Some(Some(outline.clone())), None).await;

    for consent in [ConsentKind::Training, ConsentKind::Health] {
        let new = NewConsent {
            patient_id: first.patient,
            kind: consent,
            recipient: None,
            version: now.date_naive(),
            client_address: None,
        };
        consents::give(&mut clinic.db.acquire().await.expect("a connection"), &new, now).await.expect("given");
    }
    assert!(clinic.score(tci, 5).await && clinic.score(other, 1).await);
    clinic.release(id, tci).await.expect("released");
    clinic.release(id, other).await.expect("released");
    let mut conn = clinic.db.acquire().await.expect("a connection");
    let photos = training::list(&mut conn, 0, 10).await.expect("a list");
    let learnt: Vec<_> = photos.iter().map(|photo| (photo.corrected, photo.outline.as_slice())).collect();
    let reading = factory::reading([1; 9]);
    assert_eq!(learnt, [(true, outline.points()), (false, reading.outline.points())]);
    let by: Option<i64> = sqlx::query_scalar("select outlined_by from pictures where expert_outline is not null")
        .fetch_one(&mut clinic.database.superuser().await)
        .await
        .expect("an answer");
    assert_eq!(by, Some(clinic.staff.get()));
}
