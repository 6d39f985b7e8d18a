//! The requirements of a claim's release, what it erases, and the forwarding of documents to another insurer.

use chrono::TimeDelta;
use db::claims::{self, clinic};
use db::staff::{self, NewStaff};
use domain::claim::{ClaimOptions, Forwarding, ForwardingMethod, Fulfilment, StoredDocument};
use domain::{ClaimId, ClaimKind, ClaimStatus, Document, LoginUserId, Name, PasswordHash, ProviderStatus, StaffId};
use domain::{PersonId, StaffRole};
use sqlx::{AssertSqlSafe, Connection as _};
use testing::factory;

use crate::support::{FORWARD_CLAIMS, OrderFixture, connect, provider_payment};

/// Makes every claim one with registered mail.
const MAIL_CLAIMS: &str =
    "update claims set registered_mail = true, zipcode = '03187', address = '서울', address_detail = ''";

impl OrderFixture {
    /// Creates a paid claim for one document, received by its clinic.
    async fn started_claim(&self, oid: &str) -> ClaimId {
        let order = self.order(oid, None).await;
        let db::orders::Settled::Paid(claim) =
            self.settle(order, Some(&provider_payment(oid, ProviderStatus::Done))).await
        else {
            panic!("it is paid")
        };
        let mut tx = self.db.begin().await.expect("a transaction");
        clinic::set_status(&mut tx, claim, ClaimStatus::Issuing, factory::now()).await.expect("started");
        tx.commit().await.expect("committed");
        claim
    }

    async fn member(&self) -> StaffId {
        let new = NewStaff {
            institution_id: self.database.first.institutions[0],
            login_id: LoginUserId::parse("manager1").expect("a name"),
            password_hash: PasswordHash::new("x".to_owned()),
            name: Name::parse("실장").expect("a name"),
            role: StaffRole::ClinicAdmin,
        };
        staff::insert(&mut connect(&self.db).await, &new, factory::now()).await.expect("inserted")
    }

    async fn write(&self, statement: &str) {
        let mut superuser = self.database.superuser().await;
        sqlx::raw_sql(AssertSqlSafe(statement.to_owned())).execute(&mut superuser).await.expect("written");
    }

    async fn forward(&self, claim: ClaimId, staff: StaffId, reference: &str) {
        let forwarding = Forwarding {
            method: ForwardingMethod::Fax,
            reference: reference.to_owned(),
            sent_at: factory::now() - TimeDelta::hours(1),
        };
        let mut tx = self.db.begin().await.expect("a transaction");
        clinic::set_forwarded(&mut tx, claim, &forwarding, staff, factory::now()).await.expect("recorded");
        tx.commit().await.expect("committed");
    }
}

/// The chosen options and the completed work: signature, mail, forwarding; document, its signature, tracking number,
/// record.
fn combinations() -> impl Iterator<Item = ([bool; 3], [bool; 4])> {
    (0..128_u8).map(|bits| {
        let bit = |at: u8| bits >> at & 1 == 1;
        ([bit(0), bit(1), bit(2)], [bit(3), bit(4), bit(5), bit(6)])
    })
}

fn domain_allows([signed, mailed, forwarded]: [bool; 3], [issued, has_signature, tracked, sent]: [bool; 4]) -> bool {
    let options = ClaimOptions {
        documents: vec![Document::MedicalBillReceipt],
        doctor_signature: signed,
        registered_mail: mailed,
        forwarding: forwarded,
        kind: ClaimKind::New,
    };
    let stored = [StoredDocument { document: Document::MedicalBillReceipt, is_signed: has_signature }];
    let documents = if issued { &stored[..] } else { &[] };
    options.find_missing(Fulfilment { documents, has_tracking_number: tracked, is_forwarded: sent }).is_empty()
}

/// Returns the statements that give a claim these options and this completed work.
fn statements(
    claim: ClaimId,
    staff: StaffId,
    [signed, mailed, forwarded]: [bool; 3],
    [issued, has_signature, tracked, sent]: [bool; 4],
) -> String {
    let mut all = vec![format!("update claims set doctor_signature = {signed} where id = {claim}")];
    let signature = if has_signature { "'seal'" } else { "null" };
    all.extend(mailed.then(|| MAIL_CLAIMS.to_owned()));
    all.extend(forwarded.then(|| FORWARD_CLAIMS.to_owned()));
    all.extend(tracked.then(|| format!("update claims set tracking_number = '1' where id = {claim}")));
    all.extend(issued.then(|| {
        format!(
            "with file as (insert into uploads (tenant_id, staff_id, object_key, content_type, max_size, created_at, expires_at,
                                                used_at)
                           select tenant_id, {staff}, 'claims/test/1.pdf', 'application/pdf', 1, now(), now(), now()
                           from claims where id = {claim} returning id)
             insert into issued_documents (tenant_id, claim_id, code, upload_id, origin, size, pages, hash, staff_id, created_at,
                                           signature)
             select c.tenant_id, c.id, 'medical_bill_receipt', f.id, 'uploaded', 1, 1, sha256('x'), {staff}, now(), {signature}
             from claims c, file f where c.id = {claim}"
        )
    }));
    all.extend(sent.then(|| {
        format!(
            "insert into claim_forwardings (tenant_id, claim_id, method, reference, sent_at, staff_id, created_at)
             select tenant_id, id, 'fax', '1', now(), {staff}, now() from claims where id = {claim}"
        )
    }));
    all.join(";")
}

#[tokio::test]
async fn release_trigger_waits_as_the_domain() {
    let fixture = OrderFixture::new().await;
    let (claim, staff) = (fixture.started_claim("clm_one-1").await, fixture.member().await);
    let mut superuser = fixture.database.superuser().await;
    for (chosen, done) in combinations() {
        let mut tx = superuser.begin().await.expect("a transaction");
        let prepare = AssertSqlSafe(statements(claim, staff, chosen, done));
        sqlx::raw_sql(prepare).execute(&mut *tx).await.unwrap_or_else(|error| panic!("{chosen:?} {done:?}: {error}"));
        let release = format!("update claims set status = 2, released_at = now() where id = {claim}");
        let released = sqlx::raw_sql(AssertSqlSafe(release)).execute(&mut *tx).await.is_ok();
        assert_eq!(released, domain_allows(chosen, done), "{chosen:?} {done:?}");
        tx.rollback().await.expect("rolled back");
    }
}

#[tokio::test]
async fn payout_is_erased_with_the_release() {
    let fixture = OrderFixture::new().await;
    let (claim, other) = (fixture.started_claim("clm_one-1").await, fixture.started_claim("clm_two-2").await);
    let staff = fixture.member().await;
    let payout = async |id| clinic::find_payout(&mut connect(&fixture.db).await, id).await.expect("a result");
    assert!(payout(claim).await.is_none(), "nothing is forwarded");
    fixture.write(FORWARD_CLAIMS).await;
    let sealed = payout(claim).await.expect("the payout");
    assert_eq!((sealed.account.key_id, sealed.resident.bytes), (1, b"x".to_vec()));
    fixture.forward(claim, staff, "02-123-4567").await;
    fixture.write(&statements(claim, staff, [false; 3], [true, false, false, false])).await;
    let mut tx = fixture.db.begin().await.expect("a transaction");
    clinic::set_status(&mut tx, claim, ClaimStatus::Issued, factory::now()).await.expect("released");
    tx.commit().await.expect("committed");
    assert!(payout(claim).await.is_none(), "it served the forwarding");
    assert!(payout(other).await.is_some(), "another claim's stays");
    assert!(
        clinic::find_payout(&mut connect(&fixture.database.other_tenant()).await, other).await.expect("none").is_none()
    );
}

#[tokio::test]
async fn later_forwarding_record_replaces_the_first() {
    let fixture = OrderFixture::new().await;
    let (claim, staff) = (fixture.started_claim("clm_one-1").await, fixture.member().await);
    fixture.write(FORWARD_CLAIMS).await;
    let shown = async || {
        let found = claims::find_own(&mut connect(&fixture.db).await, fixture.patient, claim).await.expect("a result");
        found.expect("the claim")
    };
    assert_eq!(shown().await.forwarded, None);
    for reference in ["02-123-4567", "02-765-4321"] {
        fixture.forward(claim, staff, reference).await;
    }
    let found = shown().await;
    let forwarded = found.forwarded.as_ref().expect("a record");
    assert_eq!((forwarded.reference.as_str(), forwarded.method), ("02-765-4321", ForwardingMethod::Fax));
    assert_eq!(forwarded.sent_at, factory::now() - TimeDelta::hours(1));
    let to = found.forward_to().expect("an insurer");
    assert_ne!(to.id, found.insurer.id, "it goes to the other one");
}

#[tokio::test]
async fn hidden_claim_is_not_the_clinics_any_more() {
    let fixture = OrderFixture::new().await;
    let claim = fixture.started_claim("clm_one-1").await;
    let own = fixture.database.first.institutions[0];
    let finds =
        async || clinic::find_at(&mut connect(&fixture.db).await, own, claim).await.expect("a result").is_some();
    assert!(finds().await);
    fixture.write("update claims set hidden_at = now()").await;
    assert!(!finds().await);
    let filter = clinic::Filter::default();
    let page = claims::PageRequest { before: None, limit: 9 };
    let listed = clinic::list_at(&mut connect(&fixture.db).await, own, &filter, &page).await.expect("a list");
    assert!(listed.is_empty());
    let found = claims::find_own(&mut connect(&fixture.db).await, fixture.patient, claim).await.expect("a result");
    assert!(found.is_some(), "the patient keeps it");
}

#[tokio::test]
async fn claim_belongs_to_one_insured_person() {
    let fixture = OrderFixture::new().await;
    let claim = fixture.started_claim("clm_one-1").await;
    let mut conn = connect(&fixture.db).await;
    let holder = db::people::find_own(&mut conn, fixture.patient, None).await.expect("a result").expect("the holder");
    for (person, expected) in [(holder.label.id, true), (PersonId::new(holder.label.id.get() + 1), false)] {
        assert_eq!(claims::exists_for_person(&mut conn, claim, person).await.expect("a result"), expected);
    }
    let names = clinic::list_patient_names(&mut conn, &[fixture.patient, domain::PatientId::new(0)]).await;
    let names = names.expect("names");
    assert_eq!((names.len(), names[&fixture.patient].as_str()), (1, "홍길동"));
}

#[tokio::test]
async fn refund_of_a_paid_order_starts_once() {
    let fixture = OrderFixture::new().await;
    let order = fixture.order("clm_one-1", None).await;
    let begin = async || {
        let mut tx = fixture.db.begin().await.expect("a transaction");
        let begun = db::orders::begin_refund(&mut tx, order, "withdrawn", factory::now()).await.expect("a result");
        tx.commit().await.expect("committed");
        begun
    };
    assert!(!begin().await, "it is not paid");
    fixture.settle(order, Some(&provider_payment("clm_one-1", ProviderStatus::Done))).await;
    let (one, two) = tokio::join!(begin(), begin());
    assert!(one ^ two, "of two at once one starts it");
    let notified: i64 = sqlx::query_scalar("select count(*) from notifications where kind = 'refund_started'")
        .fetch_one(&mut fixture.database.superuser().await)
        .await
        .expect("a count");
    assert_eq!(notified, 1);
}

#[tokio::test]
async fn long_failure_of_a_provider_is_cut() {
    let fixture = OrderFixture::new().await;
    let order = fixture.order("clm_one-1", None).await;
    let message = "한".repeat(300);
    let mut tx = fixture.db.begin().await.expect("a transaction");
    let failure = Some(("REJECT", message.as_str()));
    db::orders::close(&mut tx, order, domain::OrderStatus::Failed, failure, factory::now()).await.expect("closed");
    tx.commit().await.expect("committed");
    let found = db::orders::find(&mut connect(&fixture.db).await, order).await.expect("a result").expect("the order");
    assert_eq!(found.failure, Some(("REJECT".to_owned(), "한".repeat(200))));
}
