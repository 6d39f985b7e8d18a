//! Invitations of patients to a clinic.

use chrono::TimeDelta;
use db::TenantDb;
use db::invites::{self, AcceptError, NewInvite};
use domain::{InstitutionId, InviteCode, PatientId};
use testing::{Clinic, factory};

use crate::support::connect;

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn invite_accepted_up_to_max_uses() {
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
    // the patient who accepted twice counts as one use, if accepted at all
    assert!((accepted == 3 || accepted == 4) && accepted + refused == 7, "{accepted} {refused}");
    let list = invites::list(&mut db.acquire().await.expect("a connection"), new.institution_id, None, 10)
        .await
        .expect("a list");
    assert_eq!((list[0].uses, list[0].max_uses), (3, 3));
}

async fn insert(clinic: &Clinic, number: u8) -> NewInvite {
    let new = NewInvite {
        institution_id: clinic.database.first.institutions[0],
        staff_id: clinic.staff,
        code: InviteCode::new([number; 12]),
        expires_at: factory::now() + TimeDelta::days(1),
        max_uses: 1,
    };
    invites::insert(&mut connect(&clinic.db).await, &new, factory::now()).await.expect("inserted");
    new
}

async fn accept(db: &TenantDb, patient: PatientId, code: &InviteCode, days: i64) -> Result<InstitutionId, AcceptError> {
    let mut tx = db.begin().await.expect("a transaction");
    let accepted = invites::accept(&mut tx, patient, code, factory::now() + TimeDelta::days(days)).await;
    tx.commit().await.expect("committed");
    accepted
}

#[tokio::test]
async fn invite_unknown_or_expired_is_refused() {
    let clinic = Clinic::new().await;
    let invite = insert(&clinic, 1).await;
    let patient = clinic.database.first.patient;
    let unknown = accept(&clinic.db, patient, &InviteCode::new([9; 12]), 0).await;
    assert!(matches!(unknown, Err(AcceptError::Unknown)), "{unknown:?}");
    let expired = accept(&clinic.db, patient, &invite.code, 1).await;
    assert!(matches!(expired, Err(AcceptError::Ended)), "{expired:?}");
    let other = accept(&clinic.database.other_tenant(), clinic.database.second.patient, &invite.code, 0).await;
    assert!(matches!(other, Err(AcceptError::Unknown)), "another tenant's: {other:?}");
}

#[tokio::test]
async fn invite_accepted_before_still_returns_clinic() {
    let clinic = Clinic::new().await;
    let invite = insert(&clinic, 1).await;
    let (patient, institution) = (clinic.database.first.patient, invite.institution_id);
    assert_eq!(accept(&clinic.db, patient, &invite.code, 0).await.expect("accepted"), institution);
    let mut conn = connect(&clinic.db).await;
    let now = factory::now();
    assert!(invites::revoke(&mut conn, institution, &invite.code, now).await.expect("a result"));
    assert_eq!(accept(&clinic.db, patient, &invite.code, 9).await.expect("accepted before"), institution);
    let stranger = factory::patient(&clinic.db, "stranger").await.id;
    let refused = accept(&clinic.db, stranger, &invite.code, 0).await;
    assert!(matches!(refused, Err(AcceptError::Ended)), "it is revoked: {refused:?}");
}

#[tokio::test]
async fn invite_of_inactive_clinic_is_refused() {
    let clinic = Clinic::new().await;
    let invite = insert(&clinic, 1).await;
    let patient = clinic.database.first.patient;
    accept(&clinic.db, patient, &invite.code, 0).await.expect("accepted");
    sqlx::query("update institutions set active = false where id = $1")
        .bind(invite.institution_id.get())
        .execute(&mut clinic.database.superuser().await)
        .await
        .expect("a superuser may");
    let refused = accept(&clinic.db, patient, &invite.code, 0).await;
    assert!(matches!(refused, Err(AcceptError::Ended)), "{refused:?}");
}

#[tokio::test]
async fn invite_list_hides_revoked_and_pages() {
    let clinic = Clinic::new().await;
    let mut codes = Vec::new();
    for number in 1..=4 {
        codes.push(insert(&clinic, number).await.code);
    }
    let (own, other) = (clinic.database.first.institutions[0], clinic.database.first.institutions[1]);
    let (mut conn, now) = (connect(&clinic.db).await, factory::now());
    assert!(!invites::revoke(&mut conn, other, &codes[2], now).await.expect("a result"), "another clinic's");
    assert!(invites::revoke(&mut conn, own, &codes[2], now).await.expect("a result"));
    assert!(!invites::revoke(&mut conn, own, &codes[2], now).await.expect("a result"), "once");
    let first = invites::list(&mut conn, own, None, 2).await.expect("a page");
    let second = invites::list(&mut conn, own, Some(first[1].id), 2).await.expect("a page");
    let listed: Vec<_> = first.iter().chain(&second).map(|invite| &invite.code).collect();
    assert_eq!(listed, [&codes[3], &codes[1], &codes[0]]);
    assert!(invites::list(&mut conn, other, None, 9).await.expect("a page").is_empty());
}
