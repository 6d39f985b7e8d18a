//! Uploads, analyses, pictures, results and notifications.

use std::collections::HashSet;

use chrono::TimeDelta;
use db::notifications::NewNotification;
use db::results::RecordOutcome;
use db::tcis::{NewTci, PictureChange};
use db::uploads::ClaimError;
use db::{TenantDb, maintenance, notifications, pictures, results, tcis, uploads};
use domain::tci::AiResult;
use domain::{FailureCode, Grade, NotificationKind, PictureId, Reading, Square, Tci, TciStatus};
use testing::{Database, factory};

async fn record(db: &TenantDb, picture: PictureId, reading: &Reading) -> RecordOutcome {
    let mut tx = db.begin().await.expect("a transaction");
    let new = factory::new_result(reading);
    let recorded = results::insert(&mut tx, picture, &new, factory::now()).await.expect("recorded");
    tx.commit().await.expect("committed");
    recorded
}

fn picture_of(tci: &Tci) -> PictureId {
    tci.picture.as_ref().expect("a picture").id
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn upload_claimed_concurrently_has_one_winner() {
    let database = Database::create().await;
    let (db, patient, now) = (database.tenant(), database.first.patient, factory::now());
    let key = factory::upload(&db, patient, now).await;
    let tasks: Vec<_> = (0..6)
        .map(|_| {
            let (db, key) = (db.clone(), key.clone());
            tokio::spawn(async move {
                let mut tx = db.begin().await.expect("a transaction");
                let claimed = uploads::claim(&mut tx, patient, &key, factory::now()).await;
                tx.commit().await.expect("committed");
                claimed
            })
        })
        .collect();
    let mut won = 0;
    for task in tasks {
        match task.await.expect("the task ends") {
            Ok(_) => won += 1,
            Err(error) => assert!(matches!(error, ClaimError::Used), "{error:?}"),
        }
    }
    assert_eq!(won, 1);
}

#[tokio::test]
async fn upload_claim_says_why_it_fails() {
    let database = Database::create().await;
    let (db, patient, now) = (database.tenant(), database.first.patient, factory::now());
    let stranger = factory::patient(&db, "stranger").await.id;
    let key = factory::upload(&db, patient, now).await;
    let mut conn = db.acquire().await.expect("a connection");
    let claim = uploads::claim(&mut conn, patient, &factory::object_key(), now).await;
    assert!(matches!(claim, Err(ClaimError::NotIssued)), "never given");
    let claim = uploads::claim(&mut conn, stranger, &key, now).await;
    assert!(matches!(claim, Err(ClaimError::NotIssued)), "given to another patient");
    let claim = uploads::claim(&mut conn, patient, &key, now + TimeDelta::minutes(10)).await;
    assert!(matches!(claim, Err(ClaimError::Expired)), "too late");
    let mut other = database.other_tenant().acquire().await.expect("a connection");
    let claim = uploads::claim(&mut other, patient, &key, now).await;
    assert!(matches!(claim, Err(ClaimError::NotIssued)), "given by another tenant");
    assert_eq!(uploads::find(&mut conn, patient, &key, now).await.expect("it may be taken").object_key, key);

    let later = now + TimeDelta::days(2);
    let unused = maintenance::list_unused_uploads(&mut conn, 10, later).await.expect("a list");
    assert_eq!(unused.iter().map(|(_, key)| key).collect::<Vec<_>>(), [&key]);
    assert!(maintenance::delete_upload(&mut conn, unused[0].0).await.expect("deleted"));
    assert!(matches!(uploads::find(&mut conn, patient, &key, now).await, Err(ClaimError::NotIssued)));
}

/// A form whose object was copied is swept only after it has expired, because it can be posted again until then. The
/// copy stays.
#[tokio::test]
async fn copied_form_is_swept_and_copy_stays() {
    let database = Database::create().await;
    let (db, patient, now) = (database.tenant(), database.first.patient, factory::now());
    let stranger = factory::patient(&db, "stranger").await.id;
    let form_key = factory::upload(&db, patient, now).await;
    let mut conn = db.acquire().await.expect("a connection");
    let form = uploads::find(&mut conn, patient, &form_key, now).await.expect("it may be taken");
    let (copy_key, until) = (factory::object_key(), now + TimeDelta::minutes(30));
    let copy = uploads::insert_copy(&mut conn, &form, &copy_key, now, until).await.expect("inserted");
    let lost_key = factory::object_key();
    let lost = uploads::insert_copy(&mut conn, &form, &lost_key, now, until).await.expect("inserted");
    assert_eq!(uploads::find_copy(&mut conn, patient, &form_key).await.expect("a result"), None, "not claimed");

    let claim = |copy| uploads::AcceptedCopy { form_key: &form_key, copy, hash: &[7; 32] };
    let refused = uploads::claim_copy(&mut conn, stranger, claim(copy), now).await;
    assert!(matches!(refused, Err(ClaimError::NotIssued)));
    uploads::claim_copy(&mut conn, patient, claim(copy), now).await.expect("claimed");
    let second = uploads::claim_copy(&mut conn, patient, claim(lost), now).await;
    assert!(matches!(second, Err(ClaimError::Used)), "{second:?}");
    assert_eq!(uploads::find_copy(&mut conn, patient, &form_key).await.expect("a result"), Some(copy_key.clone()));
    assert_eq!(uploads::find_copy(&mut conn, stranger, &form_key).await.expect("a result"), None);

    let of_copy = uploads::find(&mut conn, patient, &lost_key, now).await;
    assert!(matches!(of_copy, Err(ClaimError::NotIssued)), "a copy is no upload of anybody");

    let early = maintenance::list_unused_uploads(&mut conn, 10, now).await.expect("a list");
    assert!(early.is_empty(), "the form is still valid");
    let due = maintenance::list_unused_uploads(&mut conn, 10, now + TimeDelta::days(2)).await.expect("a list");
    assert_eq!(due.iter().map(|(_, key)| key).collect::<Vec<_>>(), [&form_key, &lost_key]);
    for (id, _) in due {
        assert!(maintenance::delete_upload(&mut conn, id).await.expect("deleted"));
    }
    assert!(!maintenance::delete_upload(&mut conn, copy).await.expect("a result"), "the copy is in use");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tci_numbers_are_unique_and_valid() {
    let database = Database::create().await;
    let patient = database.first.patient;
    let tasks: Vec<_> = (0..20)
        .map(|_| {
            let db = database.tenant();
            tokio::spawn(async move { factory::tci(&db, patient, factory::now()).await.number })
        })
        .collect();
    let mut numbers = HashSet::new();
    for task in tasks {
        let number = task.await.expect("the task ends");
        assert!(number.as_str().starts_with("S-20251009-00"), "{number}: the date in Korea");
        assert!(numbers.insert(number.as_str().to_owned()));
    }
    assert_eq!(numbers.len(), 20);
}

#[tokio::test]
async fn tci_with_result_is_read() {
    let database = Database::create().await;
    let (db, patient, now) = (database.tenant(), database.first.patient, factory::now());
    let made = factory::tci(&db, patient, now).await;
    let mut conn = db.acquire().await.expect("a connection");
    let found = tcis::find_own(&mut conn, patient, made.id).await.expect("a result");
    assert_eq!(found.as_ref(), Some(&made), "what insert answers is what is stored");
    assert!(!made.is_settled());
    let to_read = pictures::find(&mut conn, picture_of(&made)).await.expect("a result").expect("the picture");
    assert!(to_read.current && !to_read.read && to_read.patient_id == Some(patient));

    let reading = Reading { unfamiliar: true, ..factory::reading([2, 2, 1, 1, 0, 0, 2, 1, 0]) };
    let outcome = RecordOutcome::Changed { tci_id: made.id, patient_id: patient };
    assert_eq!(record(&db, picture_of(&made), &reading).await, outcome);
    assert_eq!(
        record(&db, picture_of(&made), &factory::reading([0; 9])).await,
        RecordOutcome::Unchanged,
        "written once"
    );
    let read = tcis::find_own(&mut conn, patient, made.id).await.expect("a result").expect("the analysis");
    assert_eq!((read.status, read.version, read.is_settled()), (TciStatus::Read, 2, true));
    let picture = read.picture.as_ref().expect("a picture");
    assert_eq!(picture.size, Some(factory::size()));
    let Reading { outline, grid, scores, confidences, unfamiliar, .. } = reading;
    let model_version = "test-1".to_owned();
    let stored = AiResult { outline, grid, scores, confidences, unfamiliar, model_version, created_at: now };
    assert_eq!(picture.read, Some(stored));
    assert_eq!(read.grade().map(Grade::as_str), Some("warning"));
    assert!(pictures::find(&mut conn, picture.id).await.expect("a result").expect("the picture").read);

    let stranger = factory::patient(&db, "stranger").await.id;
    assert_eq!(tcis::find_own(&mut conn, stranger, made.id).await.expect("a result"), None);
}

#[tokio::test]
async fn result_of_earlier_picture_changes_nothing() {
    let database = Database::create().await;
    let (db, patient, now) = (database.tenant(), database.first.patient, factory::now());
    let made = factory::tci(&db, patient, now).await;
    let later = now + TimeDelta::seconds(5);
    let upload = factory::insert_claimed_upload(&db, patient, later).await;
    let mut tx = db.begin().await.expect("a transaction");
    let change = PictureChange::Upload { upload, crop: Square::new(10, 20, 300) };
    let changed =
        tcis::set_picture(&mut tx, patient, made.id, &change, later).await.expect("changed").expect("is there");
    tx.commit().await.expect("committed");
    assert_eq!((changed.status, changed.version, changed.updated_at), (TciStatus::Requested, 2, later));
    assert_eq!(changed.shooting_at, later, "the time of the new photo");
    assert_ne!(picture_of(&changed), picture_of(&made));

    assert_eq!(record(&db, picture_of(&made), &factory::reading([1; 9])).await, RecordOutcome::Unchanged, "stale");
    let mut conn = db.acquire().await.expect("a connection");
    let waiting = tcis::find_own(&mut conn, patient, made.id).await.expect("a result").expect("the analysis");
    assert_eq!(waiting, changed);
    let outcome = RecordOutcome::Changed { tci_id: made.id, patient_id: patient };
    assert_eq!(record(&db, picture_of(&changed), &factory::reading([0; 9])).await, outcome);

    // another crop of the same photo keeps its size and must be read again
    let mut tx = db.begin().await.expect("a transaction");
    let cropped = later + TimeDelta::seconds(5);
    let reset = tcis::set_picture(&mut tx, patient, made.id, &PictureChange::Crop(None), cropped).await;
    tx.commit().await.expect("committed");
    let reset = reset.expect("changed").expect("is there");
    assert_eq!((reset.updated_at, reset.shooting_at), (cropped, later));
    assert_eq!(reset.status, TciStatus::Requested);
    let picture = reset.picture.expect("a picture");
    assert_eq!((picture.size, picture.crop, picture.read), (Some(factory::size()), None, None));

    let stranger = factory::patient(&db, "stranger").await.id;
    let mut tx = db.begin().await.expect("a transaction");
    let refused = tcis::set_picture(&mut tx, stranger, made.id, &PictureChange::Crop(None), later).await;
    assert_eq!(refused.expect("a result"), None);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn result_and_new_picture_race_without_deadlock() {
    let database = Database::create().await;
    let (db, patient, now) = (database.tenant(), database.first.patient, factory::now());
    for _ in 0..10 {
        let made = factory::tci(&db, patient, now).await;
        let (id, picture) = (made.id, picture_of(&made));
        let change = tokio::spawn({
            let db = db.clone();
            async move {
                let mut tx = db.begin().await.expect("a transaction");
                let changed =
                    tcis::set_picture(&mut tx, patient, id, &PictureChange::Crop(Square::new(0, 0, 5)), now).await;
                tx.commit().await.expect("committed");
                changed.expect("changed")
            }
        });
        record(&db, picture, &factory::reading([1; 9])).await;
        change.await.expect("the task ends").expect("is there");
        let mut conn = db.acquire().await.expect("a connection");
        let after = tcis::find_own(&mut conn, patient, id).await.expect("a result").expect("the analysis");
        assert_eq!(after.status, TciStatus::Requested, "in either order, the new picture is not read yet");
        assert_eq!(after.picture.expect("a picture").read, None);
    }
}

#[tokio::test]
async fn failure_is_reported_once_per_picture() {
    let database = Database::create().await;
    let (db, patient, now) = (database.tenant(), database.first.patient, factory::now());
    let made = factory::tci(&db, patient, now).await;
    let picture = picture_of(&made);
    let fail = async |failure| {
        let mut tx = db.begin().await.expect("a transaction");
        let recorded = results::insert_failure(&mut tx, picture, None, failure, now).await.expect("recorded");
        tx.commit().await.expect("committed");
        recorded
    };
    let outcome = RecordOutcome::Changed { tci_id: made.id, patient_id: patient };
    assert_eq!(fail(FailureCode::NoTongue).await, outcome);
    assert_eq!(fail(FailureCode::AnalysisFailed).await, RecordOutcome::Unchanged, "recorded before");
    let mut conn = db.acquire().await.expect("a connection");
    let failed = tcis::find_own(&mut conn, patient, made.id).await.expect("a result").expect("the analysis");
    assert_eq!((failed.status, failed.failure), (TciStatus::Requested, Some(FailureCode::NoTongue)));
    assert!(failed.is_settled());

    let upload = factory::insert_claimed_upload(&db, patient, now).await;
    let mut tx = db.begin().await.expect("a transaction");
    let change = PictureChange::Upload { upload, crop: None };
    let changed = tcis::set_picture(&mut tx, patient, made.id, &change, now).await.expect("changed").expect("is there");
    tx.commit().await.expect("committed");
    assert_eq!(changed.failure, None);
    assert_eq!(fail(FailureCode::Blurred).await, RecordOutcome::Unchanged, "of the earlier picture");
}

#[tokio::test]
async fn self_check_list_pages_newest_first() {
    let database = Database::create().await;
    let (db, patient, now) = (database.tenant(), database.first.patient, factory::now());
    let mut ids = Vec::new();
    for number in 0..5_u8 {
        ids.push(factory::tci_with_result(&db, patient, [number % 3; 9], now).await.id);
    }
    ids.reverse();
    let mut conn = db.acquire().await.expect("a connection");
    let first = tcis::list_own(&mut conn, patient, None, None, 3).await.expect("a page");
    assert_eq!(first.iter().map(|t| t.id).collect::<Vec<_>>(), ids[..3]);
    assert!(first.iter().all(|t| t.picture.as_ref().is_some_and(|p| p.read.is_some())));
    let second = tcis::list_own(&mut conn, patient, None, Some(ids[2]), 3).await.expect("a page");
    assert_eq!(second.iter().map(|t| t.id).collect::<Vec<_>>(), ids[3..]);
}

#[tokio::test]
async fn result_notification_is_inserted_once() {
    let database = Database::create().await;
    let (db, patient, now) = (database.tenant(), database.first.patient, factory::now());
    let tci = factory::tci_with_result(&db, patient, [0; 9], now).await;
    let new = NewNotification {
        patient_id: patient,
        kind: NotificationKind::ResultReady,
        tci_id: tci.id,
        picture_id: picture_of(&tci),
    };
    let mut conn = db.acquire().await.expect("a connection");
    let id = notifications::insert(&mut conn, &new, now).await.expect("inserted").expect("is new");
    assert_eq!(notifications::insert(&mut conn, &new, now).await.expect("inserted"), None);
    let stranger = factory::patient(&db, "stranger").await.id;
    assert!(!notifications::set_read(&mut conn, stranger, id, now).await.expect("a result"));
    assert!(notifications::set_read(&mut conn, patient, id, now).await.expect("a result"));
    let later = now + TimeDelta::hours(1);
    assert!(notifications::set_read(&mut conn, patient, id, later).await.expect("a result"));
    let list = notifications::list(&mut conn, patient, None, 10).await.expect("a list");
    assert_eq!(list.iter().map(|n| (n.id, n.read_at)).collect::<Vec<_>>(), [(id, Some(now))]);
}

#[tokio::test]
async fn tci_rolled_back_releases_upload() {
    let database = Database::create().await;
    let (db, patient, now) = (database.tenant(), database.first.patient, factory::now());
    let key = factory::upload(&db, patient, now).await;
    let mut tx = db.begin().await.expect("a transaction");
    let upload = uploads::claim(&mut tx, patient, &key, now).await.expect("taken");
    tcis::insert(&mut tx, &NewTci { patient_id: patient, person_id: None, upload, shooting_at: now }, now)
        .await
        .expect("inserted");
    drop(tx);
    let mut conn = db.acquire().await.expect("a connection");
    assert_eq!(tcis::list_own(&mut conn, patient, None, None, 10).await.expect("a list"), []);
    // waits until the dropped transaction has ended
    uploads::claim(&mut conn, patient, &key, now).await.expect("the upload was given back");
}

#[tokio::test]
async fn deleted_tci_leaves_its_object_to_the_sweep() {
    let database = Database::create().await;
    let (db, patient, now) = (database.tenant(), database.first.patient, factory::now());
    let stranger = factory::patient(&db, "stranger").await.id;
    let tci = factory::tci_with_result(&db, patient, [1; 9], now).await;
    let key = tci.picture.as_ref().expect("a picture").object_key.clone();
    let crop = PictureChange::Crop(Square::new(0, 0, 100));
    let mut tx = db.begin().await.expect("a transaction");
    tcis::set_picture(&mut tx, patient, tci.id, &crop, now).await.expect("replaced").expect("a tci");
    assert_eq!(tcis::delete(&mut tx, stranger, tci.id, now).await.expect("a result"), None, "not hers");
    let objects = tcis::delete(&mut tx, patient, tci.id, now).await.expect("deleted");
    tx.commit().await.expect("committed");
    assert_eq!(objects, Some(vec![key.clone()]), "two crops of one photo");
    let mut conn = db.acquire().await.expect("a connection");
    assert_eq!(tcis::find_own(&mut conn, patient, tci.id).await.expect("a result"), None);
    let due = maintenance::list_unused_uploads(&mut conn, 10, now + TimeDelta::days(2)).await.expect("a list");
    assert!(due.iter().any(|(_, each)| *each == key), "{due:?}");
}
