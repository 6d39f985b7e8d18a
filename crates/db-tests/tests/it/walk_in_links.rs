//! Codes with which walk-ins move their applications into accounts, and applications that came through an invitation.

use chrono::TimeDelta;
use db::applications::{self, NewApplication, PageRequest};
use db::invites::{self, NewInvite};
use db::walk_in_links;
use domain::walk_in_link::{MAX_ATTEMPTS, SHOWN_CODE_LIFETIME, SMS_LIFETIME};
use domain::{ApplicationId, ApplicationKind, InviteCode, Phase, TokenHash};
use testing::{Clinic, factory};

use crate::support::connect;

fn hash(code: &str) -> TokenHash {
    TokenHash::from_token(code)
}

async fn show_code(clinic: &Clinic, id: ApplicationId, code: &str) {
    let mut tx = clinic.db.begin().await.expect("a transaction");
    let (now, ends) = (factory::now(), factory::now() + SHOWN_CODE_LIFETIME);
    walk_in_links::insert_shown_code(&mut tx, id, &hash(code), ends, now).await.expect("inserted");
    tx.commit().await.expect("committed");
}

#[tokio::test]
async fn walk_in_with_analyses_moves_into_account() {
    let clinic = Clinic::new().await;
    let (patient, now) = (clinic.database.first.patient, factory::now());
    let id = clinic.application(ApplicationKind::WalkIn, now).await;
    sqlx::query("update applications set patient_id = null, person_id = null where id = $1")
        .bind(id.get())
        .execute(&mut clinic.database.superuser().await)
        .await
        .expect("a walk-in without an account");
    clinic.insert_analysis(id, Phase::Before).await;
    sqlx::query("update tcis set patient_id = null, person_id = null where application_id = $1")
        .bind(id.get())
        .execute(&mut clinic.database.superuser().await)
        .await
        .expect("its analysis, too");
    show_code(&clinic, id, "code").await;
    show_code(&clinic, id, "other").await;
    let mut conn = connect(&clinic.db).await;
    assert!(applications::find_own(&mut conn, patient, id).await.expect("a result").is_none());
    let holder = db::people::find_own(&mut conn, patient, None).await.expect("a result").expect("the holder");

    let mut tx = clinic.db.begin().await.expect("a transaction");
    assert!(walk_in_links::open(&mut tx, &hash("wrong"), now).await.expect("a result").is_none());
    assert!(walk_in_links::open(&mut tx, &hash("code"), now + SHOWN_CODE_LIFETIME).await.expect("a result").is_none());
    let opened = walk_in_links::open(&mut tx, &hash("code"), now).await.expect("a result").expect("a walk-in");
    assert_eq!((opened.application, opened.name.as_str()), (id, "김하늘"));
    walk_in_links::link(&mut tx, &opened, patient, holder.label.id, now).await.expect("linked");
    for code in ["code", "other"] {
        assert!(walk_in_links::open(&mut tx, &hash(code), now).await.expect("a result").is_none(), "{code} ended");
    }
    tx.commit().await.expect("committed");
    let found = applications::find_own(&mut conn, patient, id).await.expect("a result").expect("it is the patient's");
    assert_eq!(found.account_person.expect("a person").id, holder.label.id);
    assert_eq!(found.before.expect("its analysis").person.expect("a person").id, holder.label.id);
}

#[tokio::test]
async fn five_strangers_end_a_code() {
    let clinic = Clinic::new().await;
    let id = clinic.application(ApplicationKind::WalkIn, factory::now()).await;
    show_code(&clinic, id, "code").await;
    let mut tx = clinic.db.begin().await.expect("a transaction");
    for _ in 0..MAX_ATTEMPTS {
        let opened = walk_in_links::open(&mut tx, &hash("code"), factory::now()).await.expect("a result");
        walk_in_links::count_attempt(&mut tx, opened.expect("still open").link).await.expect("counted");
    }
    assert!(walk_in_links::open(&mut tx, &hash("code"), factory::now()).await.expect("a result").is_none());
}

#[tokio::test]
async fn message_is_due_once_until_sent() {
    let clinic = Clinic::new().await;
    let now = factory::now();
    let walk_in = clinic.application(ApplicationKind::WalkIn, now).await;
    let own = clinic.application(ApplicationKind::Application, now).await;
    let insert = async |id| {
        let mut tx = clinic.db.begin().await.expect("a transaction");
        let link = walk_in_links::insert_for_sms(&mut tx, id, now + SMS_LIFETIME, now).await.expect("a result");
        tx.commit().await.expect("committed");
        link
    };
    assert_eq!(insert(own).await, None, "the account has notifications");
    let link = insert(walk_in).await.expect("a link");
    assert_eq!(insert(walk_in).await, None, "both results come with one message");
    let mut conn = connect(&clinic.db).await;
    let found = walk_in_links::find_to_send(&mut conn, link, now).await.expect("a result").expect("to send");
    assert_eq!(found.phone.as_str(), "01012345678");
    for (status, is_due) in [(-1, false), (1, true)] {
        // without the triggers of steps
        let set = format!(
            "set session_replication_role = replica; update applications set status = {status} where id = {walk_in}"
        );
        let mut superuser = clinic.database.superuser().await;
        sqlx::raw_sql(sqlx::AssertSqlSafe(set)).execute(&mut superuser).await.expect("set");
        let found = walk_in_links::find_to_send(&mut conn, link, now).await.expect("a result");
        assert_eq!(found.is_some(), is_due, "status {status}");
    }
    walk_in_links::set_code(&mut conn, link, &hash("sms")).await.expect("set");
    walk_in_links::set_sent(&mut conn, link, now).await.expect("set");
    assert!(walk_in_links::find_to_send(&mut conn, link, now).await.expect("a result").is_none(), "once");
    assert!(insert(walk_in).await.is_some(), "the next result");
    assert_eq!(walk_in_links::delete_ended(&mut conn, now + SMS_LIFETIME).await.expect("deleted"), 0);
    let later = now + SMS_LIFETIME + TimeDelta::seconds(1);
    assert_eq!(walk_in_links::delete_ended(&mut conn, later).await.expect("deleted"), 2);
}

#[tokio::test]
async fn first_application_came_by_the_invite() {
    let clinic = Clinic::new().await;
    let (now, patient, at) = (factory::now(), clinic.database.first.patient, clinic.database.first.institutions[0]);
    let code = InviteCode::new([9; 12]);
    let new = NewInvite {
        institution_id: at,
        staff_id: clinic.staff,
        code: code.clone(),
        expires_at: now + TimeDelta::days(1),
        max_uses: 3,
    };
    let mut tx = clinic.db.begin().await.expect("a transaction");
    invites::insert(&mut tx, &new, now).await.expect("inserted");
    let found = invites::find_clinic(&mut tx, &code, None, now).await.expect("it is open");
    assert_eq!(found.id, at);
    invites::accept(&mut tx, patient, &code, now).await.expect("accepted");
    let mut insert = async |institution_id| {
        let subject = NewApplication {
            kind: ApplicationKind::Application,
            patient_id: Some(patient),
            person_id: None,
            institution_id,
            person: domain::Person {
                name: domain::Name::parse("김하늘").expect("a name"),
                birth: domain::BirthDate::parse("19900131", now.date_naive()).expect("a date"),
                gender: None,
                phone_number: domain::Phone::parse("01012345678").expect("a number"),
            },
            opened: false,
        };
        applications::insert(&mut tx, &subject, now).await.expect("a result").expect("inserted")
    };
    let elsewhere = insert(clinic.database.first.institutions[1]).await;
    let (first, second) = (insert(at).await, insert(at).await);
    tx.commit().await.expect("committed");
    let mut conn = connect(&clinic.db).await;
    let page = PageRequest { from: factory::always().start, to: factory::always().end, before: None, limit: 9 };
    let came = applications::list_by_invite(&mut conn, at, &code, &page).await.expect("a list");
    assert_eq!(came.iter().map(|one| one.id).collect::<Vec<_>>(), [first]);
    assert_eq!(came[0].invite.as_ref(), Some(&code));
    let other = clinic.database.first.institutions[1];
    assert!(applications::list_by_invite(&mut conn, other, &code, &page).await.expect("a list").is_empty());
    for id in [elsewhere, second] {
        let found = applications::find_own(&mut conn, patient, id).await.expect("a result").expect("it is there");
        assert_eq!(found.invite, None);
    }
}
