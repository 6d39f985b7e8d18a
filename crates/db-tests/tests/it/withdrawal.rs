//! The consequences of a withdrawn consent to provide data to a clinic or an insurer.

use db::withdrawal;
use domain::{ApplicationKind, ApplicationStatus, ClaimStatus, Krw, OrderStatus, Recipient};
use sqlx::AssertSqlSafe;
use testing::{Clinic, factory};

use crate::support::{AMOUNT, OrderFixture, connect, provider_payment};

async fn withdraw(db: &db::TenantDb, patient: domain::PatientId, recipient: Recipient) -> Vec<domain::OrderId> {
    let mut tx = db.begin().await.expect("a transaction");
    let ended = withdrawal::end_for_recipient(&mut tx, patient, recipient, factory::now()).await.expect("ended");
    tx.commit().await.expect("committed");
    ended
}

#[tokio::test]
async fn open_applications_end_at_that_clinic() {
    let clinic = Clinic::new().await;
    let [own, elsewhere] = clinic.database.first.institutions[..] else { panic!("two clinics") };
    let patient = clinic.database.first.patient;
    let open = clinic.application(ApplicationKind::Application, factory::now()).await;
    let complete = clinic.application_with_status(ApplicationStatus::Complete).await;
    let endings = async |recipient| {
        withdrawal::find_effects(&mut connect(&clinic.db).await, patient, recipient).await.expect("a result")
    };
    for (recipient, expected) in [
        (Some(Recipient::Clinic(own)), vec![open]),
        (Some(Recipient::Clinic(elsewhere)), vec![]),
        (Some(Recipient::Insurer(domain::InsurerId::new(1))), vec![]),
        (None, vec![open]),
    ] {
        let found = endings(recipient).await;
        assert_eq!(found.applications.iter().map(|one| one.id).collect::<Vec<_>>(), expected, "{recipient:?}");
        assert_eq!((found.any(), found.refund()), (!expected.is_empty(), Krw::ZERO), "{recipient:?}");
    }
    assert!(withdraw(&clinic.db, patient, Recipient::Clinic(elsewhere)).await.is_empty());
    assert!(endings(None).await.any(), "nothing ended");
    withdraw(&clinic.db, patient, Recipient::Clinic(own)).await;
    assert!(!endings(None).await.any());
    let states: Vec<(i64, i16, bool)> =
        sqlx::query_as("select id, status, hidden_at is not null from applications order by id")
            .fetch_all(&mut clinic.database.superuser().await)
            .await
            .expect("a list");
    assert_eq!(
        states,
        [(open.get(), -1, true), (complete.get(), 2, false)],
        "the clinic keeps the record that it made pictures for"
    );
}

#[tokio::test]
async fn unstarted_claims_end_and_are_refunded() {
    let fixture = OrderFixture::new().await;
    let clinic = Recipient::Clinic(fixture.database.first.institutions[0]);
    let new = fixture.new_claim().await;
    let (paid, started) = (fixture.order("clm_paid-1", None).await, fixture.order("clm_started", None).await);
    for (order, oid) in [(paid, "clm_paid-1"), (started, "clm_started")] {
        fixture.settle(order, Some(&provider_payment(oid, domain::ProviderStatus::Done))).await;
    }
    let statement = "update claims set status = 1 where paid_order_id = ";
    sqlx::raw_sql(AssertSqlSafe(format!("{statement}{started}")))
        .execute(&mut fixture.database.superuser().await)
        .await
        .expect("the clinic started it");
    let endings = async |recipient| {
        withdrawal::find_effects(&mut connect(&fixture.db).await, fixture.patient, recipient).await.expect("a result")
    };
    for recipient in [Some(clinic), Some(Recipient::Insurer(new.insurer_id))] {
        let found = endings(recipient).await;
        let claims: Vec<_> = found.claims.iter().map(|one| (one.paid, one.ends)).collect();
        assert_eq!(claims, [(Krw::new(AMOUNT), true), (Krw::new(AMOUNT), false)], "{recipient:?}");
        assert_eq!(found.refund(), Krw::new(AMOUNT), "what goes on is not refunded");
    }
    assert_eq!(endings(None).await.refund(), Krw::new(2 * AMOUNT), "account deletion ends what is not issued");
    assert_eq!(withdraw(&fixture.db, fixture.patient, clinic).await, [paid], "to be refunded by a job");
    assert!(withdraw(&fixture.db, fixture.patient, clinic).await.is_empty(), "once");
    assert_eq!(fixture.status(paid).await, OrderStatus::Refunding);
    assert_eq!(fixture.status(started).await, OrderStatus::Paid);
    let states: Vec<i16> = sqlx::query_scalar("select status from claims order by id")
        .fetch_all(&mut fixture.database.superuser().await)
        .await
        .expect("a list");
    assert_eq!(states, [ClaimStatus::Canceled.number(), 1]);
    assert!(fixture.is_balanced().await);
}

#[tokio::test]
async fn payment_of_an_ended_draft_is_refunded() {
    let fixture = OrderFixture::new().await;
    let order = fixture.order("clm_draft-1", None).await;
    let insurer = fixture.new_claim().await.insurer_id;
    let effects = async || {
        withdrawal::find_effects(&mut connect(&fixture.db).await, fixture.patient, None).await.expect("a result")
    };
    let found = effects().await;
    let payments: Vec<_> = found.payments.iter().map(|one| (one.id, one.amount)).collect();
    assert_eq!((payments, found.any(), found.refund()), (vec![(order, Krw::new(AMOUNT))], true, Krw::ZERO));
    assert!(
        withdraw(&fixture.db, fixture.patient, Recipient::Insurer(insurer)).await.is_empty(),
        "nothing was paid yet"
    );
    assert!(!effects().await.any());
    let settled = fixture.settle(order, Some(&provider_payment("clm_draft-1", domain::ProviderStatus::Done))).await;
    assert_eq!(settled, db::orders::Settled::Refund(Krw::new(AMOUNT)));
    assert_eq!(fixture.status(order).await, OrderStatus::Refunding);
}

/// Without the consent for the insurer that the clinic would forward them to, the documents are not forwarded.
#[tokio::test]
async fn unforwarded_claim_ends_with_its_consent() {
    let fixture = OrderFixture::new().await;
    let first = fixture.new_claim().await.insurer_id;
    let insurer = domain::InsurerId::new(first.get() + 1_000_000);
    let (open, sent) = (fixture.order("clm_open-1", None).await, fixture.order("clm_sent-1", None).await);
    for (order, oid) in [(open, "clm_open-1"), (sent, "clm_sent-1")] {
        fixture.settle(order, Some(&provider_payment(oid, domain::ProviderStatus::Done))).await;
    }
    let statement = format!(
        "insert into insurers (id, tenant_id, name, position)
         overriding system value select {insurer}, tenant_id, '둘째보험', 99 from insurers where id = {first};
         update claims set status = 1, forwarding = true, forward_insurer_id = {insurer};
         with member as (
             insert into staff (tenant_id, institution_id, login_id, password_hash, name, role, created_at)
             select tenant_id, institution_id, 'nurse', 'x', '김간호', 'clinic_admin', now() from claims limit 1 returning id
         )
         insert into claim_forwardings (tenant_id, claim_id, method, reference, sent_at, staff_id, created_at)
         select c.tenant_id, c.id, 'fax', '1', now(), member.id, now()
         from claims c, member where c.paid_order_id = {sent}"
    );
    sqlx::raw_sql(AssertSqlSafe(statement)).execute(&mut fixture.database.superuser().await).await.expect("started");
    let recipient = Recipient::Insurer(insurer);
    let found = withdrawal::find_effects(&mut connect(&fixture.db).await, fixture.patient, Some(recipient)).await;
    let ends: Vec<_> = found.expect("a result").claims.iter().map(|claim| claim.ends).collect();
    assert_eq!(ends, [true, false], "what was forwarded cannot be taken back");
    assert_eq!(withdraw(&fixture.db, fixture.patient, recipient).await, [open]);
    assert_eq!(fixture.status(open).await, OrderStatus::Refunding);
    assert_eq!(fixture.status(sent).await, OrderStatus::Paid);
}
