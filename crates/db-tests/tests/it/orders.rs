//! Orders, their claims and the ledger: every transition, allowed and not allowed, and concurrent ones.

use std::collections::BTreeMap;

use chrono::TimeDelta;
use chrono::{DateTime, Utc};
use db::account_deletion;
use db::claims;
use db::orders::{self, Settled};
use db::payment_discrepancies::{self, DiscrepancyKind};
use domain::claim::{Actor, StepContext};
use domain::{ClaimId, ClaimStatus, Krw, Oid, OrderId, OrderStatus, ProviderPayment, ProviderStatus, TokenHash};
use sqlx::AssertSqlSafe;
use strum::VariantArray as _;
use testing::factory;

use crate::support::{AMOUNT, FORWARD_CLAIMS, OrderFixture, connect, provider_payment};

#[tokio::test]
async fn paid_order_inserts_its_claim_once() {
    let fixture = OrderFixture::new().await;
    let order = fixture.order("clm_first", None).await;
    assert_eq!(fixture.settle(order, None).await, Settled::Pending);
    let done = provider_payment("clm_first", ProviderStatus::Done);
    // the browser's return, a webhook and two jobs concurrently
    let both = tokio::join!(
        fixture.settle(order, Some(&done)),
        fixture.settle(order, Some(&done)),
        fixture.settle(order, Some(&done)),
        fixture.settle(order, Some(&done))
    );
    let Settled::Paid(claim) = both.0 else { panic!("{both:?}") };
    assert_eq!(both, (both.0, both.0, both.0, both.0), "all come to the same end");
    assert_eq!(fixture.ledger().await, [("charge".to_owned(), AMOUNT)]);
    let mut conn = fixture.db.acquire().await.expect("a connection");
    let made = claims::find_own(&mut conn, fixture.patient, claim).await.expect("a result").expect("a claim");
    assert_eq!((made.status, made.account_masked, made.documents.len()), (ClaimStatus::Requested, None, 1));
    assert_eq!(made.payment.expect("paid").amount, AMOUNT);
    let notifications = db::notifications::list(&mut conn, fixture.patient, None, 9).await.expect("a list");
    let notifications: Vec<_> = notifications.iter().map(|one| (one.kind, one.claim_id)).collect();
    assert_eq!(notifications, [(domain::NotificationKind::ClaimPaid, Some(claim))]);
    assert!(fixture.is_balanced().await);
    let drafts: i64 = sqlx::query_scalar("select count(*) from claim_drafts")
        .fetch_one(&mut fixture.database.superuser().await)
        .await
        .expect("a count");
    assert_eq!(drafts, 0);
}

#[tokio::test]
async fn second_payment_of_claim_is_refunded() {
    let fixture = OrderFixture::new().await;
    let claim = fixture.unpaid_claim().await;
    let (one, two) = (fixture.order("clm_one-1", Some(claim)).await, fixture.order("clm_two-2", Some(claim)).await);
    let (first, second) =
        (provider_payment("clm_one-1", ProviderStatus::Done), provider_payment("clm_two-2", ProviderStatus::Done));
    let (a, b) = tokio::join!(fixture.settle(one, Some(&first)), fixture.settle(two, Some(&second)));
    let mut ends = [a, b];
    ends.sort_by_key(|end| matches!(end, Settled::Refund(_)));
    assert_eq!(ends, [Settled::Paid(claim), Settled::Refund(Krw::new(AMOUNT))]);
    assert!(fixture.is_balanced().await);
    let (loser, oid) = if matches!(a, Settled::Refund(_)) { (one, "clm_one-1") } else { (two, "clm_two-2") };
    assert_eq!(fixture.status(loser).await, OrderStatus::Refunding);
    assert_eq!(fixture.settle(loser, Some(&provider_payment(oid, ProviderStatus::Canceled))).await, Settled::Refunded);
    assert!(fixture.is_balanced().await);
    assert_eq!(fixture.ledger().await.iter().map(|(_, amount)| amount).sum::<i64>(), AMOUNT);
}

/// Makes the account's holder the person of every draft, as the API does.
async fn set_holder(fixture: &OrderFixture) {
    let of_holder = "update claim_drafts set person_id = (select id from people where patient_id = $1)";
    let mut superuser = fixture.database.superuser().await;
    sqlx::query(of_holder).bind(fixture.patient.get()).execute(&mut superuser).await.expect("the holder's");
}

/// Settles an order that is paid two minutes after it was made.
async fn pay(fixture: &OrderFixture, order: OrderId, oid: &str) -> Settled {
    let (done, later) = (provider_payment(oid, ProviderStatus::Done), factory::now() + TimeDelta::minutes(2));
    let mut tx = fixture.db.begin().await.expect("a transaction");
    let settled = orders::settle(&mut tx, order, Some(&done), later).await.expect("a result");
    tx.commit().await.expect("committed");
    settled.expect("an order")
}

/// A patient orders the same documents in several tabs, and pays each.
#[tokio::test]
async fn second_order_of_same_documents_is_refunded() {
    let fixture = OrderFixture::new().await;
    let (one, two, three) = (
        fixture.order("clm_one-1", None).await,
        fixture.order("clm_two-2", None).await,
        fixture.order("clm_three", None).await,
    );
    set_holder(&fixture).await;
    let (a, b) = tokio::join!(pay(&fixture, one, "clm_one-1"), pay(&fixture, two, "clm_two-2"));
    let (claim, second, refund) = match (a, b) {
        (Settled::Paid(claim), Settled::Refund(refund)) => (claim, two, refund),
        (Settled::Refund(refund), Settled::Paid(claim)) => (claim, one, refund),
        both => panic!("{both:?}"),
    };
    assert_eq!((refund, fixture.status(second).await), (Krw::new(AMOUNT), OrderStatus::Refunding));
    let mut conn = fixture.db.acquire().await.expect("a connection");
    let notifications = db::notifications::list(&mut conn, fixture.patient, None, 9).await.expect("a list");
    assert!(notifications.iter().any(|one| one.kind == domain::NotificationKind::RefundStarted), "{notifications:?}");
    let counts = "select (select count(*) from claims), (select count(*) from claim_drafts)";
    let mut superuser = fixture.database.superuser().await;
    let counts: (i64, i64) = sqlx::query_as(counts).fetch_one(&mut superuser).await.expect("counts");
    assert_eq!(counts, (1, 1), "the third order has its draft");
    fixture.cancel(claim).await;
    assert!(matches!(pay(&fixture, three, "clm_three").await, Settled::Paid(_)), "the claim was canceled");
    assert!(fixture.is_balanced().await);
}

/// A patient orders documents, makes a claim for the same documents before the payment, and pays both.
#[tokio::test]
async fn claim_of_ordered_documents_is_refunded() {
    for first in ["draft", "claim", "neither"] {
        let fixture = OrderFixture::new().await;
        let ordered = fixture.order("clm_draft", None).await;
        set_holder(&fixture).await;
        let (new, at) = (fixture.new_claim().await, factory::now() + TimeDelta::minutes(1));
        let mut tx = fixture.db.begin().await.expect("a transaction");
        let unpaid = claims::insert(&mut tx, fixture.patient, &new, at).await.expect("written");
        tx.commit().await.expect("committed");
        let of_claim = fixture.order("clm_claim", Some(unpaid)).await;
        let (draft, claim) = (pay(&fixture, ordered, "clm_draft"), pay(&fixture, of_claim, "clm_claim"));
        let (paid, second) = match first {
            "draft" => (draft.await, claim.await),
            "claim" => (claim.await, draft.await),
            _ => match tokio::join!(draft, claim) {
                (refund @ Settled::Refund(_), paid) => (paid, refund),
                both => both,
            },
        };
        assert!(matches!(paid, Settled::Paid(_)), "{first}: {paid:?}");
        assert_eq!(second, Settled::Refund(Krw::new(AMOUNT)), "{first}");
        assert!(fixture.is_balanced().await, "{first}");
    }
}

#[tokio::test]
async fn cancel_racing_payment_loses_no_money() {
    for round in 0..6 {
        let fixture = OrderFixture::new().await;
        let claim = fixture.unpaid_claim().await;
        let order = fixture.order("clm_race", Some(claim)).await;
        let done = provider_payment("clm_race", ProviderStatus::Done);
        let (refund, settled) = if round % 2 == 0 {
            tokio::join!(fixture.cancel(claim), fixture.settle(order, Some(&done)))
        } else {
            let (settled, refund) = tokio::join!(fixture.settle(order, Some(&done)), fixture.cancel(claim));
            (refund, settled)
        };
        // either it was paid first and the cancellation refunds it, or it was canceled first
        let either = match settled {
            Settled::Paid(_) => refund == Some(order),
            Settled::Refund(_) => refund.is_none(),
            _ => false,
        };
        assert!(either, "{settled:?} {refund:?}");
        assert_eq!(fixture.status(order).await, OrderStatus::Refunding);
        assert_eq!(
            fixture.settle(order, Some(&provider_payment("clm_race", ProviderStatus::Canceled))).await,
            Settled::Refunded
        );
        // a response to the confirmation that was in flight all the time
        let mut tx = fixture.db.begin().await.expect("a transaction");
        let late = orders::settle_confirmed(&mut tx, order, &done, factory::now()).await;
        assert_eq!(late.expect("settled"), Some(Settled::Refunded));
        assert!(db::payment_discrepancies::list_open(&mut tx, 9).await.expect("a list").is_empty());
        tx.commit().await.expect("committed");
        assert!(fixture.is_balanced().await);
        assert_eq!(fixture.ledger().await.iter().map(|(_, amount)| amount).sum::<i64>(), 0);
    }
}

#[tokio::test]
async fn payment_without_draft_is_refunded() {
    let fixture = OrderFixture::new().await;
    let order = fixture.order("clm_late", None).await;
    let later = factory::now() + chrono::TimeDelta::hours(25);
    let mut tx = fixture.db.begin().await.expect("a transaction");
    assert_eq!(orders::expire_drafts(&mut tx, later, later).await.expect("expired"), 1);
    tx.commit().await.expect("committed");
    assert_eq!(fixture.status(order).await, OrderStatus::Expired);
    assert_eq!(fixture.settle(order, None).await, Settled::Closed(OrderStatus::Expired));
    let done = provider_payment("clm_late", ProviderStatus::Done);
    assert_eq!(fixture.settle(order, Some(&done)).await, Settled::Refund(Krw::new(AMOUNT)));
    assert_eq!(fixture.status(order).await, OrderStatus::Refunding);

    let other = fixture.order("clm_other", None).await;
    let lying = ProviderPayment {
        amount: Krw::new(1),
        balance: Krw::new(1),
        ..provider_payment("clm_other", ProviderStatus::Done)
    };
    for _ in 0..2 {
        assert_eq!(fixture.settle(other, Some(&lying)).await, Settled::Discrepancy(DiscrepancyKind::AmountMismatch));
    }
    assert_eq!(fixture.status(other).await, OrderStatus::Pending);
    let mut conn = fixture.db.acquire().await.expect("a connection");
    let open = payment_discrepancies::list_open(&mut conn, 9).await.expect("a list");
    let open: Vec<_> = open.iter().map(|f| (f.kind, f.our_amount, f.provider_amount, f.needs_person)).collect();
    assert_eq!(open, [(DiscrepancyKind::AmountMismatch, Some(AMOUNT), Some(1), true)], "found once");
    let id: i64 = sqlx::query_scalar("select id from payment_findings")
        .fetch_one(&mut fixture.database.superuser().await)
        .await
        .expect("a finding");
    assert!(payment_discrepancies::resolve(&mut conn, id, "환불함", factory::now()).await.expect("a result"));
    assert!(!payment_discrepancies::resolve(&mut conn, id, "환불함", factory::now()).await.expect("a result"));
    assert!(payment_discrepancies::list_open(&mut conn, 9).await.expect("a list").is_empty());
}

#[tokio::test]
async fn order_trigger_allows_domain_steps_only() {
    let fixture = OrderFixture::new().await;
    let mut superuser = fixture.database.superuser().await;
    // each state with an allowed path to it
    let ways: BTreeMap<OrderStatus, &[&str]> = BTreeMap::from([
        (OrderStatus::Pending, [].as_slice()),
        (OrderStatus::Confirming, &["confirming"]),
        (OrderStatus::Paid, &["paid"]),
        (OrderStatus::Failed, &["failed"]),
        (OrderStatus::Canceled, &["canceled"]),
        (OrderStatus::Expired, &["expired"]),
        (OrderStatus::Refunding, &["paid", "refunding"]),
        (OrderStatus::Refunded, &["paid", "refunding", "refunded"]),
    ]);
    let mut number = 0;
    for from in OrderStatus::VARIANTS {
        for to in OrderStatus::VARIANTS.iter().filter(|to| *to != from) {
            number += 1;
            let order = fixture.order(&format!("clm_{number:04}"), None).await;
            let mut set = async |to: &str| {
                let statement = format!("update orders set status = '{to}', provider_key = 'k' where id = {order}");
                sqlx::raw_sql(AssertSqlSafe(statement)).execute(&mut superuser).await
            };
            for step in ways[from] {
                set(step).await.expect("an allowed step");
            }
            assert_eq!(set(to.as_str()).await.is_ok(), from.allows(*to), "{from:?} -> {to:?}");
        }
    }
    for change in ["amount = 1", "oid = 'clm_changed'", "lines = '[1]'"] {
        let statement = AssertSqlSafe(format!("update orders set {change}"));
        let refused = sqlx::raw_sql(statement).execute(&mut superuser).await.expect_err(change).to_string();
        assert!(refused.contains("keeps its amount"), "{refused}");
    }
}

#[tokio::test]
async fn claim_trigger_allows_domain_steps_only() {
    let fixture = OrderFixture::new().await;
    let mut superuser = fixture.database.superuser().await;
    let set = |claim: ClaimId, to: i16| {
        AssertSqlSafe(format!(
            "update claims set status = {to}, canceled_at = now(), released_at = now() where id = {claim}"
        ))
    };
    let mut number = 0;
    for paid in [false, true] {
        for &from in ClaimStatus::VARIANTS {
            for &to in ClaimStatus::VARIANTS.iter().filter(|to| **to != from) {
                let claim = fixture.unpaid_claim().await;
                // without documents none is missing; missing documents have their own tests
                let none = AssertSqlSafe(format!("delete from claim_documents where claim_id = {claim}"));
                sqlx::raw_sql(none).execute(&mut superuser).await.expect("deleted");
                number += 1;
                let oid = format!("clm_{number:04}");
                let ways: &[i16] = match from {
                    ClaimStatus::Requested => &[],
                    ClaimStatus::Canceled => &[-1],
                    ClaimStatus::Issuing => &[1],
                    ClaimStatus::Issued => &[1, 2],
                };
                // a claim that is being issued has been paid
                if !paid && matches!(from, ClaimStatus::Issuing | ClaimStatus::Issued) {
                    continue;
                }
                if paid {
                    let order = fixture.order(&oid, Some(claim)).await;
                    fixture.settle(order, Some(&provider_payment(&oid, ProviderStatus::Done))).await;
                }
                for step in ways {
                    sqlx::raw_sql(set(claim, *step)).execute(&mut superuser).await.expect("an allowed step");
                }
                let done = sqlx::raw_sql(set(claim, to.number())).execute(&mut superuser).await.is_ok();
                let context = StepContext { by: Actor::Staff, is_paid: paid, all_issued: true, any_issued: true };
                assert_eq!(done, from.step(to, context).is_ok(), "{from:?} -> {to:?}, {paid}");
            }
        }
    }
    let canceled = fixture.unpaid_claim().await;
    sqlx::raw_sql(FORWARD_CLAIMS).execute(&mut superuser).await.expect("written");
    sqlx::raw_sql(set(canceled, -1)).execute(&mut superuser).await.expect("an allowed step");
    let ended: bool =
        sqlx::query_scalar("select resident_sealed is null and account_sealed is null from claims where id = $1")
            .bind(canceled.get())
            .fetch_one(&mut superuser)
            .await
            .expect("the claim");
    assert!(ended, "account and resident number end with the claim");
}

#[tokio::test]
async fn ledger_refuses_updates_and_deletes() {
    let fixture = OrderFixture::new().await;
    let order = fixture.order("clm_first", None).await;
    fixture.settle(order, Some(&provider_payment("clm_first", ProviderStatus::Done))).await;
    let mut superuser = fixture.database.superuser().await;
    for change in [
        "update ledger set amount = 1",
        "delete from ledger",
        "truncate ledger",
        "insert into ledger (tenant_id, order_id, kind, amount, transaction_key, at, created_at)
         select tenant_id, order_id, 'charge', amount, 'other', at, at from ledger",
        "insert into ledger (tenant_id, order_id, kind, amount, transaction_key, at, created_at)
         select tenant_id, order_id, 'refund', 1, 'back', at, at from ledger",
    ] {
        sqlx::raw_sql(change).execute(&mut superuser).await.expect_err(change);
    }
    assert_eq!(fixture.ledger().await, [("charge".to_owned(), AMOUNT)]);
}

#[tokio::test]
async fn closed_account_is_refunded_and_keeps_records() {
    let fixture = OrderFixture::new().await;
    let paid = fixture.order("clm_paid", None).await;
    fixture.settle(paid, Some(&provider_payment("clm_paid", ProviderStatus::Done))).await;
    let open = fixture.order("clm_open", None).await;
    fixture.unpaid_claim().await;
    sqlx::raw_sql(FORWARD_CLAIMS).execute(&mut fixture.database.superuser().await).await.expect("written");
    let now: DateTime<Utc> = factory::now();
    let mut tx = fixture.db.begin().await.expect("a transaction");
    let refunds = account_deletion::close_account(&mut tx, fixture.patient, now).await.expect("left");
    assert_eq!(refunds, Some(vec![paid]), "to be refunded by a job");
    tx.commit().await.expect("committed");
    assert_eq!(
        (fixture.status(paid).await, fixture.status(open).await),
        (OrderStatus::Refunding, OrderStatus::Canceled)
    );
    fixture.settle(paid, Some(&provider_payment("clm_paid", ProviderStatus::Canceled))).await;
    let mut tx = fixture.db.begin().await.expect("a transaction");
    account_deletion::erase_service(&mut tx, fixture.patient, now).await.expect("erased");
    tx.commit().await.expect("committed");
    let counts: (i64, i64, i64, i64) = sqlx::query_as(
        "select (select count(*) from claims), 
                (select count(*) from claims
                 where account_sealed is not null or resident_sealed is not null or reason <> '-' or bank_name is not null
                       or depositor is not null or account_masked is not null or mobile <> '01000000000' or accident_type <> 'other'
                       or onset_date <> (created_at at time zone 'Asia/Seoul')::date),
                (select count(*) from claim_drafts), (select count(*) from ledger)",
    )
    .fetch_one(&mut fixture.database.superuser().await)
    .await
    .expect("counts");
    assert_eq!(counts, (1, 0, 0, 2));
    assert!(fixture.is_balanced().await);
}

#[tokio::test]
async fn checkout_opens_with_ticket_while_pending() {
    let fixture = OrderFixture::new().await;
    let order = fixture.order("clm_one", None).await;
    let (oid, ticket) = (Oid::parse("clm_one").expect("an id"), TokenHash::from_token("t"));
    let opens = async |ticket: &TokenHash| {
        let found = orders::find_to_check_out(&mut connect(&fixture.db).await, &oid, ticket).await;
        found.expect("a result").map(|order| order.id)
    };
    assert_eq!(opens(&ticket).await, Some(order));
    assert_eq!(opens(&TokenHash::from_token("another")).await, None);
    fixture.settle(order, Some(&provider_payment("clm_one", ProviderStatus::Done))).await;
    assert_eq!(opens(&ticket).await, None, "it is paid");
}

#[tokio::test]
async fn old_drafts_expire_with_their_pending_orders() {
    let fixture = OrderFixture::new().await;
    let (pending, confirming) = (fixture.order("clm_one", None).await, fixture.order("clm_two", None).await);
    let (mut tx, now) = (fixture.db.begin().await.expect("a transaction"), factory::now());
    orders::set_confirming(&mut tx, confirming, "pay-clm_two", None, now).await.expect("set");
    tx.commit().await.expect("committed");
    let expire = async |before| {
        let mut tx = fixture.db.begin().await.expect("a transaction");
        let expired = orders::expire_drafts(&mut tx, before, now).await.expect("expired");
        tx.commit().await.expect("committed");
        expired
    };
    assert_eq!(expire(now).await, 0, "they are not old enough");
    assert_eq!(expire(now + TimeDelta::seconds(1)).await, 1);
    assert_eq!(fixture.status(pending).await, OrderStatus::Expired);
    assert_eq!(fixture.status(confirming).await, OrderStatus::Confirming);
    // the draft still exists when the payment arrives
    let settled = fixture.settle(confirming, Some(&provider_payment("clm_two", ProviderStatus::Done))).await;
    assert!(matches!(settled, Settled::Paid(_)), "{settled:?}");
}

#[tokio::test]
async fn unsettled_orders_page_oldest_first() {
    let fixture = OrderFixture::new().await;
    let mut ids = Vec::new();
    for oid in ["clm_one", "clm_two", "clm_three"] {
        ids.push(fixture.order(oid, None).await);
    }
    fixture.settle(ids[1], Some(&provider_payment("clm_two", ProviderStatus::Done))).await;
    let (mut conn, later) = (connect(&fixture.db).await, factory::now() + TimeDelta::seconds(1));
    let first = orders::list_unsettled(&mut conn, later, None, 1).await.expect("a page");
    let second = orders::list_unsettled(&mut conn, later, Some(first[0].id), 9).await.expect("a page");
    assert_eq!(first.iter().chain(&second).map(|order| order.id).collect::<Vec<_>>(), [ids[0], ids[2]]);
    assert_eq!(orders::count_unsettled(&mut conn, later).await.expect("a count"), 2);
    assert_eq!(orders::count_unsettled(&mut conn, factory::now()).await.expect("a count"), 0, "not old enough");
}

#[tokio::test]
async fn order_is_found_by_provider_key_and_owner() {
    let fixture = OrderFixture::new().await;
    let order = fixture.order("clm_one", None).await;
    let (mut conn, now) = (connect(&fixture.db).await, factory::now());
    orders::set_started(&mut conn, order, Some("key-1"), now).await.expect("set");
    orders::set_started(&mut conn, order, None, now).await.expect("a missing key keeps the one before");
    let found = orders::find_by_provider_key(&mut conn, "key-1").await.expect("a result");
    assert_eq!(found.map(|order| order.id), Some(order));
    let oid = Oid::parse("clm_one").expect("an id");
    let stranger = factory::patient(&fixture.db, "stranger").await.id;
    for (patient, own) in [(fixture.patient, true), (stranger, false)] {
        let found = orders::find_own(&mut conn, patient, &oid).await.expect("a result");
        assert_eq!(found.is_some(), own, "{patient:?}");
    }
}
