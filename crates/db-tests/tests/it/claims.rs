//! Claims from the patients' and the clinics' side.

use chrono::TimeDelta;
use db::claims::clinic::{self, Filter};
use db::claims::{self, PageRequest};
use domain::{ClaimId, ClaimStatus, PersonSearch, ProviderStatus};
use testing::factory;

use crate::support::{FORWARD_CLAIMS, OrderFixture, connect, provider_payment};

const ALL: PageRequest = PageRequest { before: None, limit: 99 };

async fn paid_claim(fixture: &OrderFixture, oid: &str) -> ClaimId {
    let order = fixture.order(oid, None).await;
    match fixture.settle(order, Some(&provider_payment(oid, ProviderStatus::Done))).await {
        db::orders::Settled::Paid(claim) => claim,
        other => panic!("{other:?}"),
    }
}

async fn list_at(fixture: &OrderFixture, clinic: usize, filter: &Filter, page: &PageRequest) -> Vec<ClaimId> {
    let institution = fixture.database.first.institutions[clinic];
    let listed = clinic::list_at(&mut connect(&fixture.db).await, institution, filter, page).await.expect("a list");
    listed.into_iter().map(|claim| claim.id).collect()
}

async fn set_status(fixture: &OrderFixture, claim: ClaimId, to: ClaimStatus) -> db::Result<()> {
    let mut tx = fixture.db.begin().await.expect("a transaction");
    clinic::set_status(&mut tx, claim, to, factory::now()).await?;
    tx.commit().await
}

#[tokio::test]
async fn own_claims_page_without_canceled() {
    let fixture = OrderFixture::new().await;
    let mut ids = Vec::new();
    for _ in 0..4 {
        ids.push(fixture.unpaid_claim().await);
    }
    fixture.cancel(ids[1]).await;
    let mut conn = connect(&fixture.db).await;
    let page = |before| PageRequest { before, limit: 2 };
    let first = claims::list_own(&mut conn, fixture.patient, None, &page(None)).await.expect("a page");
    let second = claims::list_own(&mut conn, fixture.patient, None, &page(Some(first[1].id))).await.expect("a page");
    let listed: Vec<_> = first.iter().chain(&second).map(|claim| claim.id).collect();
    assert_eq!(listed, [ids[3], ids[2], ids[0]]);
    let stranger = factory::patient(&fixture.db, "stranger").await.id;
    assert!(claims::list_own(&mut conn, stranger, None, &ALL).await.expect("a page").is_empty());
    let after_another = page(Some(ids[0]));
    assert!(claims::list_own(&mut conn, stranger, None, &after_another).await.expect("a page").is_empty());
}

#[tokio::test]
async fn own_claim_shows_form_without_secrets() {
    let fixture = OrderFixture::new().await;
    let id = fixture.unpaid_claim().await;
    let mut conn = connect(&fixture.db).await;
    let claim = claims::find_own(&mut conn, fixture.patient, id).await.expect("a result").expect("the claim");
    assert_eq!((claim.status, claim.payment.is_none()), (ClaimStatus::Requested, true));
    assert_eq!((claim.account_masked, claim.mobile.as_str()), (None, "01012345678"), "not asked for");
    sqlx::raw_sql(FORWARD_CLAIMS).execute(&mut fixture.database.superuser().await).await.expect("written");
    let claim = claims::find_own(&mut conn, fixture.patient, id).await.expect("a result").expect("the claim");
    assert_eq!(claim.account_masked.as_deref(), Some("****1234"));
    assert_eq!(claim.documents.len(), 1);
    let stranger = factory::patient(&fixture.db, "stranger").await.id;
    assert!(claims::find_own(&mut conn, stranger, id).await.expect("a result").is_none());
}

#[tokio::test]
async fn draft_and_claim_hold_the_same_form() {
    let fixture = OrderFixture::new().await;
    let (direct, drafted) = (fixture.unpaid_claim().await, paid_claim(&fixture, "clm_one").await);
    let form = async |id: ClaimId| -> serde_json::Value {
        sqlx::query_scalar(
            "select to_jsonb(c) - array['id', 'created_at', 'updated_at', 'paid_order_id'] from claims c where id = $1",
        )
        .bind(id.get())
        .fetch_one(&mut fixture.database.superuser().await)
        .await
        .expect("the claim")
    };
    assert_eq!(form(direct).await, form(drafted).await);
}

#[tokio::test]
async fn clinic_sees_paid_claims_only() {
    let fixture = OrderFixture::new().await;
    let unpaid = fixture.unpaid_claim().await;
    let paid = paid_claim(&fixture, "clm_one").await;
    assert_eq!(list_at(&fixture, 0, &Filter::default(), &ALL).await, [paid]);
    assert!(list_at(&fixture, 1, &Filter::default(), &ALL).await.is_empty(), "another clinic's");
    let (mut conn, institutions) = (connect(&fixture.db).await, &fixture.database.first.institutions);
    for (clinic, id, found) in [(0, paid, true), (1, paid, false), (0, unpaid, false)] {
        let claim = clinic::find_at(&mut conn, institutions[clinic], id).await.expect("a result");
        assert_eq!(claim.is_some_and(|claim| claim.payment.is_some()), found, "{clinic} {id:?}");
    }
}

#[tokio::test]
async fn clinic_list_filters_by_status_and_text() {
    let fixture = OrderFixture::new().await;
    let (waiting, issuing) = (paid_claim(&fixture, "clm_one").await, paid_claim(&fixture, "clm_two").await);
    set_status(&fixture, issuing, ClaimStatus::Issuing).await.expect("allowed");
    for (status, text, expected) in [
        (None, "", vec![issuing, waiting]),
        (None, "길동", vec![issuing, waiting]),
        (None, "5678", vec![issuing, waiting]),
        (None, "010-1234-5678", vec![issuing, waiting]),
        (None, "ㅎㄱㄷ", vec![issuing, waiting]),
        (None, "홍 길동", vec![issuing, waiting]),
        (None, "\u{1112}\u{1169}\u{11bc}길동", vec![issuing, waiting]),
        (None, "ㅎㄱㅂ", vec![]),
        (None, "nobody", vec![]),
        (Some(ClaimStatus::Requested), "", vec![waiting]),
        (Some(ClaimStatus::Issuing), "길동", vec![issuing]),
        (Some(ClaimStatus::Issuing), "nobody", vec![]),
        (Some(ClaimStatus::Issued), "", vec![]),
    ] {
        let filter = Filter { status, search: PersonSearch::parse(text) };
        assert_eq!(list_at(&fixture, 0, &filter, &ALL).await, expected, "{status:?} {text:?}");
    }
    let second = PageRequest { before: Some(issuing), limit: 1 };
    assert_eq!(list_at(&fixture, 0, &Filter::default(), &second).await, [waiting]);
    assert!(list_at(&fixture, 1, &Filter::default(), &second).await.is_empty(), "a page of another clinic's list");
}

#[tokio::test]
async fn claim_without_documents_is_not_released() {
    let fixture = OrderFixture::new().await;
    let unpaid = fixture.unpaid_claim().await;
    let refused = set_status(&fixture, unpaid, ClaimStatus::Issuing).await.expect_err("it is not paid");
    assert_eq!(refused.constraint(), Some("claims_step"));
    let paid = paid_claim(&fixture, "clm_one").await;
    set_status(&fixture, paid, ClaimStatus::Issuing).await.expect("allowed");
    let refused = set_status(&fixture, paid, ClaimStatus::Issued).await.expect_err("no document is issued");
    assert_eq!(refused.constraint(), Some("claims_issued"));
}

#[tokio::test]
async fn prior_claim_is_paid_until_refunded() {
    let fixture = OrderFixture::new().await;
    let (unpaid, paid) = (fixture.unpaid_claim().await, paid_claim(&fixture, "clm_one").await);
    let is_paid = async |id| {
        let mut conn = connect(&fixture.db).await;
        claims::find_prior(&mut conn, fixture.patient, id).await.expect("a result").map(|prior| prior.paid)
    };
    assert_eq!((is_paid(unpaid).await, is_paid(paid).await), (Some(false), Some(true)));
    let stranger = factory::patient(&fixture.db, "stranger").await.id;
    let mut conn = connect(&fixture.db).await;
    assert!(claims::find_prior(&mut conn, stranger, paid).await.expect("a result").is_none());
    assert!(fixture.cancel(paid).await.is_some(), "its order is refunded");
    assert_eq!(is_paid(paid).await, Some(false));
}

#[tokio::test]
async fn tracking_number_is_shown() {
    let fixture = OrderFixture::new().await;
    let id = paid_claim(&fixture, "clm_one").await;
    let mut tx = fixture.db.begin().await.expect("a transaction");
    let later = factory::now() + TimeDelta::hours(1);
    clinic::set_tracking_number(&mut tx, id, "1234567890123", later).await.expect("set");
    tx.commit().await.expect("committed");
    let claim = claims::find_own(&mut connect(&fixture.db).await, fixture.patient, id).await.expect("a result");
    assert_eq!(claim.expect("the claim").tracking_number.as_deref(), Some("1234567890123"));
}
