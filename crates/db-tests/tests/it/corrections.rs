//! Scores of refused photos, applications with one analysis, and corrections of released analyses.

use db::tcis::clinic::Attributes;
use db::{applications, corrections, notifications, results};
use domain::{
    ApplicationKind, ApplicationStatus, FailureCode, NotificationKind, Phase, PictureId, Scores, TciId, TciStatus,
};
use testing::{Clinic, factory};

use crate::support::connect;

/// Creates a received application with a scored and released analysis before cleaning.
async fn insert_released(clinic: &Clinic) -> (domain::ApplicationId, TciId) {
    let id = clinic.application_with_status(ApplicationStatus::Received).await;
    let tci = clinic.insert_analysis(id, Phase::Before).await;
    assert!(clinic.score(tci, 1).await);
    clinic.release(id, tci).await.expect("released");
    (id, tci)
}

/// Replaces the result of an analysis' current picture by a refusal of the AI.
async fn assert_refused(clinic: &Clinic, tci: TciId, size: Option<domain::Size>) {
    let picture: i64 = sqlx::query_scalar(
        "with gone as (delete from results where picture_id in (select id from pictures where tci_id = $1)),
              seen as (update pictures set width = null, height = null where tci_id = $1)
         select id from pictures where tci_id = $1 and current",
    )
    .bind(tci.get())
    .fetch_one(&mut clinic.database.superuser().await)
    .await
    .expect("a picture");
    sqlx::query("update tcis set status = 0 where id = $1")
        .bind(tci.get())
        .execute(&mut clinic.database.superuser().await)
        .await
        .expect("waiting again");
    let mut tx = clinic.db.begin().await.expect("a transaction");
    results::insert_failure(&mut tx, PictureId::new(picture), size, FailureCode::TooDark, factory::now())
        .await
        .expect("recorded");
    tx.commit().await.expect("committed");
}

#[tokio::test]
async fn refused_photo_that_is_seen_can_be_released() {
    let clinic = Clinic::new().await;
    let id = clinic.application_with_status(ApplicationStatus::Received).await;
    let tci = clinic.insert_analysis(id, Phase::Before).await;
    assert_refused(&clinic, tci, None).await;
    assert!(clinic.score(tci, 1).await);
    let unseen = clinic.release(id, tci).await.expect_err("nobody can see it");
    assert!(format!("{unseen:?}").contains("tcis_step"), "{unseen:?}");
    assert_refused(&clinic, tci, Some(factory::size())).await;
    clinic.release(id, tci).await.expect("released");
    let mut conn = connect(&clinic.db).await;
    let found = applications::find_at(&mut conn, clinic.database.first.institutions[0], id).await.expect("a result");
    let before = found.expect("the application").before.expect("the analysis");
    assert_eq!((before.status, before.failure), (TciStatus::Complete, Some(FailureCode::TooDark)));
    assert!(before.effective_scores().is_some());
}

#[tokio::test]
async fn unread_photo_is_not_released() {
    let clinic = Clinic::new().await;
    let id = clinic.application_with_status(ApplicationStatus::Received).await;
    let tci = clinic.insert_analysis(id, Phase::Before).await;
    assert!(clinic.score(tci, 1).await);
    sqlx::query("update tcis set status = 0 where id = $1")
        .bind(tci.get())
        .execute(&mut clinic.database.superuser().await)
        .await
        .expect("waiting again");
    assert!(clinic.release(id, tci).await.is_err());
}

#[tokio::test]
async fn before_only_completes_with_one_release() {
    let clinic = Clinic::new().await;
    let (id, _) = insert_released(&clinic).await;
    assert!(clinic.set_status(id, ApplicationStatus::Complete).await.is_err(), "the other one is awaited");
    let set = async |flag| {
        let mut tx = clinic.db.begin().await.expect("a transaction");
        applications::set_before_only(&mut tx, id, flag, factory::now()).await.expect("set");
        tx.commit().await.expect("committed");
    };
    set(true).await;
    clinic.set_status(id, ApplicationStatus::Complete).await.expect("complete");

    let second = clinic.application(ApplicationKind::Application, factory::now()).await;
    clinic.receive(second).await;
    let mut tx = clinic.db.begin().await.expect("a transaction");
    applications::set_before_only(&mut tx, second, true, factory::now()).await.expect("set");
    tx.commit().await.expect("committed");
    let tci = clinic.insert_analysis(second, Phase::Before).await;
    assert!(clinic.score(tci, 1).await);
    assert!(clinic.release(second, tci).await.expect("released"), "complete with the release");
}

#[tokio::test]
async fn released_scores_change_with_a_correction_only() {
    let clinic = Clinic::new().await;
    let (id, tci) = insert_released(&clinic).await;
    let scores = Attributes { scores: Scores::from_numbers(&[0_u8; 9]), ..Attributes::default() };
    let mut tx = clinic.db.begin().await.expect("a transaction");
    let expected = db::tcis::clinic::TciVersion { id: tci, version: 2 };
    let refused = db::tcis::clinic::save(&mut tx, expected, clinic.staff, &scores, factory::now()).await;
    assert!(format!("{:?}", refused.expect_err("released")).contains("pictures_released"));
    drop(tx);

    let mut tx = clinic.db.begin().await.expect("a transaction");
    let kept = corrections::insert(&mut tx, tci, clinic.staff, "다른 칸이었어요", factory::now()).await.expect("kept");
    let kept = kept.expect("it is released");
    assert!(db::tcis::clinic::save(&mut tx, expected, clinic.staff, &scores, factory::now()).await.expect("saved"));
    notifications::insert_for_correction(&mut tx, id, tci, kept, factory::now()).await.expect("notified");
    tx.commit().await.expect("committed");
    // in another transaction the correction no longer permits changes
    let mut tx = clinic.db.begin().await.expect("a transaction");
    let again = db::tcis::clinic::TciVersion { id: tci, version: 3 };
    assert!(db::tcis::clinic::save(&mut tx, again, clinic.staff, &scores, factory::now()).await.is_err());
    drop(tx);

    let mut conn = connect(&clinic.db).await;
    let list = corrections::list(&mut conn, tci).await.expect("a list");
    assert_eq!(list.len(), 1);
    assert_eq!((list[0].scores.numbers(), list[0].version), ([2; 9], 2));
    let found = applications::find_own(&mut conn, clinic.database.first.patient, id).await.expect("a result");
    let before = found.expect("the application").before.expect("the analysis");
    assert_eq!(before.correction.expect("a correction").reason, "다른 칸이었어요");
    assert_eq!(before.picture.expect("a picture").expert.expect("scores").scores.numbers(), [0; 9]);
    let notices = notifications::list(&mut conn, clinic.database.first.patient, None, 9).await.expect("a list");
    let notices = notices.iter().find(|one| one.kind == NotificationKind::TciCorrected).expect("a notification");
    assert_eq!(
        (notices.tci_id, notices.phase, notices.clinic.as_deref()),
        (Some(tci), Some(Phase::Before), Some("하늘치과"))
    );
}

#[tokio::test]
async fn unreleased_analysis_has_no_correction() {
    let clinic = Clinic::new().await;
    let id = clinic.application_with_status(ApplicationStatus::Received).await;
    let tci = clinic.insert_analysis(id, Phase::Before).await;
    assert!(clinic.score(tci, 1).await);
    let mut tx = clinic.db.begin().await.expect("a transaction");
    let kept = corrections::insert(&mut tx, tci, clinic.staff, "이유", factory::now()).await.expect("a result");
    assert_eq!(kept, None);
}
