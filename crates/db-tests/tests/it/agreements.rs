//! Agreement of model and experts, shadow runs and training photos.

use chrono::TimeDelta;
use db::agreements::{self, Agreement, ShadowComparison, ShadowReading};
use db::consents::{self, NewConsent};
use db::tcis::clinic::{self, Attributes, TciVersion};
use db::training;
use domain::{ApplicationKind, ApplicationStatus, ConsentKind, Outline, Phase, PictureId, Scores};
use testing::{Clinic, factory};

#[tokio::test]
async fn released_scores_are_compared_with_model() {
    let clinic = Clinic::new().await;
    let (first, now) = (&clinic.database.first, factory::now());
    let complete = clinic.application_with_status(ApplicationStatus::Complete).await;
    let open = clinic.application(ApplicationKind::Application, now).await;
    clinic.receive(open).await;
    let draft = clinic.insert_analysis(open, Phase::Before).await;
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
    // a bounding box of 400 x 500 in a photo of 1024 x 768
    assert!((one.tongue_share - 0.2543).abs() < 1e-3, "{}", one.tongue_share);
    assert_eq!((one.brightness, one.sharpness), (Some(120.0), Some(48.5)));
    assert!(agreements::list_scored(&mut conn, window.1, window.1).await.expect("a list").is_empty());
}

#[tokio::test]
async fn newest_agreement_replaces_that_of_its_day() {
    let clinic = Clinic::new().await;
    let (first, now) = (&clinic.database.first, factory::now());
    let mut conn = clinic.db.acquire().await.expect("a connection");
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
    agreements::upsert(&mut conn, &agreement, now).await.expect("written");
    let older = Agreement { day: agreement.day - TimeDelta::days(1), kappa: 0.0, ..agreement.clone() };
    agreements::upsert(&mut conn, &older, now).await.expect("written");
    let again = Agreement {
        photos: 3,
        from_ai: 2,
        kappa_unaided: Some(0.125),
        brightness: Some(120.5),
        sharpness: Some(48.25),
        ..agreement.clone()
    };
    agreements::upsert(&mut conn, &again, now).await.expect("written in its place");
    assert_eq!(agreements::list_newest(&mut conn).await.expect("a list"), [again]);
}

#[tokio::test]
async fn shadow_reading_is_kept_once_and_compared() {
    let clinic = Clinic::new().await;
    let now = factory::now();
    clinic.application_with_status(ApplicationStatus::Complete).await;
    let mut conn = clinic.db.acquire().await.expect("a connection");
    let picture: i64 = sqlx::query_scalar("select min(picture_id) from results")
        .fetch_one(&mut clinic.database.superuser().await)
        .await
        .expect("a picture");
    let picture = PictureId::new(picture);
    let shadow = |comparison| ShadowReading {
        picture_id: picture,
        candidate: "bold",
        deployed: "test-1",
        same_outcome: true,
        comparison,
    };
    let comparison = ShadowComparison { scores: [1; 9], same_cells: 9, overlap: 0.75 };
    let both = shadow(Some(comparison));
    agreements::insert_shadow(&mut conn, &both, now).await.expect("written");
    agreements::insert_shadow(&mut conn, &shadow(None), now).await.expect("a second time changes nothing");
    let gone = ShadowReading { picture_id: PictureId::new(1 << 40), ..both };
    agreements::insert_shadow(&mut conn, &gone, now).await.expect("a picture that is gone changes nothing");
    let found = agreements::list_shadows(&mut conn).await.expect("a list");
    assert_eq!((found.len(), found[0].pictures, found[0].other_outcomes), (1, 1, 0));
    assert_eq!((found[0].same_cells, found[0].overlap), (Some(1.0), Some(0.75)));
    let shadows = agreements::list_shadows_scored(&mut conn).await.expect("a list");
    let pairs: Vec<_> = shadows
        .iter()
        .map(|one| (one.candidate.as_str(), one.candidate_scores, one.deployed_scores, one.expert))
        .collect();
    assert_eq!(pairs, [("bold", [1; 9], [1; 9], [2; 9])]);
}

#[tokio::test]
async fn training_list_needs_both_consents() {
    let clinic = Clinic::new().await;
    let (first, now) = (&clinic.database.first, factory::now());
    clinic.application_with_status(ApplicationStatus::Complete).await;
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
    consents::insert(&mut conn, &consent(ConsentKind::Training), now).await.expect("given");
    assert_eq!(may(&mut conn).await, 0, "the processing of health data was not consented to");
    consents::insert(&mut conn, &consent(ConsentKind::Health), now).await.expect("given");
    let photos = training::list(&mut conn, 0, 10).await.expect("a list");
    assert_eq!(photos.len(), 2);
    assert_eq!((photos[0].patient, photos[0].expert, photos[0].outline.len()), (first.patient.get(), [2; 9], 16));
    assert_eq!(training::list(&mut conn, photos[0].picture, 10).await.expect("a list").len(), 1, "page by page");
    consents::withdraw(&mut conn, first.patient, ConsentKind::Training, None, now).await.expect("withdrawn");
    assert_eq!(may(&mut conn).await, 0);
}

#[tokio::test]
async fn scores_from_ai_stay_marked() {
    let clinic = Clinic::new().await;
    let now = factory::now();
    let id = clinic.application_with_status(ApplicationStatus::Received).await;
    let (before, after) =
        (clinic.insert_analysis(id, Phase::Before).await, clinic.insert_analysis(id, Phase::After).await);
    let nine = |score: u8| Scores::from_numbers(&[score; 9]);
    let from_ai = Attributes { scores: nine(1), from_ai: true, ..Attributes::default() };
    assert!(clinic.save(before, 1, &from_ai).await);
    // cropped and scored again, without the information that the scores started from the model's
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
        consents::insert(&mut conn, &consent, now).await.expect("given");
    }
    let photos = training::list(&mut conn, 0, 10).await.expect("a list");
    assert_eq!(photos.iter().map(|photo| photo.from_ai).collect::<Vec<_>>(), [true, false]);
    // a candidate is not compared with scores that started from the deployed version's
    for photo in &photos {
        let comparison = Some(ShadowComparison { scores: [1; 9], same_cells: 9, overlap: 0.75 });
        let picture_id = PictureId::new(photo.picture);
        let shadow =
            ShadowReading { picture_id, candidate: "bold", deployed: "test-1", same_outcome: true, comparison };
        agreements::insert_shadow(&mut conn, &shadow, now).await.expect("written");
    }
    assert_eq!(agreements::list_shadows_scored(&mut conn).await.expect("a list").len(), 1);
}

#[tokio::test]
async fn result_without_brightness_is_compared() {
    let clinic = Clinic::new().await;
    let now = factory::now();
    clinic.application_with_status(ApplicationStatus::Complete).await;
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
async fn corrected_outline_is_used_for_training() {
    let clinic = Clinic::new().await;
    let (now, first) = (factory::now(), &clinic.database.first);
    let id = clinic.application_with_status(ApplicationStatus::Received).await;
    let (tci, other) =
        (clinic.insert_analysis(id, Phase::Before).await, clinic.insert_analysis(id, Phase::After).await);
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
    let outline = Outline::from_expert(points.to_vec(), factory::size()).expect("an outline");
    let save = async |version, outline: Option<Option<Outline>>, crop: Option<Option<domain::Square>>| {
        let attributes = Attributes { outline, reread_crop: crop, ..Attributes::default() };
        let mut tx = clinic.db.begin().await.expect("a transaction");
        assert!(
            clinic::save(&mut tx, TciVersion { id: tci, version }, clinic.staff, &attributes, now)
                .await
                .expect("a result")
        );
        tx.commit().await.expect("committed");
        let mut conn = clinic.db.acquire().await.expect("a connection");
        clinic::find(&mut conn, id, tci).await.expect("a result").expect("it is there").picture.expect("a picture")
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
        consents::insert(&mut clinic.db.acquire().await.expect("a connection"), &new, now).await.expect("given");
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
        .expect("a result");
    assert_eq!(by, Some(clinic.staff.get()));
}
