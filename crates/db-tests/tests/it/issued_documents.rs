//! Issued documents against the database: when they may be inserted, what a release requires, and when files are
//! released.

use chrono::{DateTime, TimeDelta, Utc};
use db::access_log::{self, Action, Entry};
use db::claims::{self, clinic};
use db::issued_documents::{self, NewIssuedDocument, Origin};
use db::retention::{self, Class};
use db::staff::{self, NewStaff};
use db::uploads::{self, NewUpload, Uploader};
use db::{TenantDb, account_deletion, maintenance, orders, person_erasure, withdrawal};
use domain::claim::ClaimStatus;
use domain::retention::RetentionClass;
use domain::{
    ClaimId, Document, InstitutionId, LoginUserId, Name, ObjectKey, PasswordHash, PatientId, StaffId, StaffRole,
};
use testing::{
    Database,
    claims::{Claimant, insert_paid_claim},
    factory,
};

use crate::support::FORWARD_CLAIMS;

struct Clinic {
    database: Database,
    db: TenantDb,
    staff: StaffId,
    id: InstitutionId,
    patient: PatientId,
}

impl Clinic {
    async fn new() -> Self {
        let database = Database::create().await;
        let (db, id, patient) = (database.tenant(), database.first.institutions[0], database.first.patient);
        let new = NewStaff {
            institution_id: id,
            login_id: LoginUserId::parse("doctor1").expect("a name"),
            password_hash: PasswordHash::new("x".to_owned()),
            name: Name::parse("의사").expect("a name"),
            role: StaffRole::ClinicAdmin,
        };
        let staff = staff::insert(&mut db.acquire().await.expect("a connection"), &new, factory::now()).await;
        Self { staff: staff.expect("the account is written"), db, database, id, patient }
    }

    async fn claim(&self) -> ClaimId {
        let mut conn = self.database.superuser().await;
        let claimant = Claimant { tenant: self.database.first.id, patient: self.patient, institution: self.id };
        insert_paid_claim(&mut conn, claimant).await
    }

    async fn step(&self, claim: ClaimId, to: ClaimStatus, now: DateTime<Utc>) -> Result<(), String> {
        let mut tx = self.db.begin().await.expect("a transaction");
        clinic::set_status(&mut tx, claim, to, now).await.map_err(|error| format!("{error:?}"))?;
        tx.commit().await.map_err(|error| format!("{error:?}"))
    }

    async fn issue(&self, claim: ClaimId, document: Document) -> Result<ObjectKey, String> {
        let (key, now) = (factory::object_key(), factory::now());
        let upload = NewUpload {
            uploader: Uploader::Staff(self.staff),
            object_key: key.clone(),
            content_type: "application/pdf".to_owned(),
            max_size: 10_485_760,
            expires_at: now + TimeDelta::minutes(30),
        };
        let mut tx = self.db.begin().await.expect("a transaction");
        uploads::insert(&mut tx, &upload, now).await.expect("written");
        let upload = uploads::claim(&mut tx, self.staff, &key, now).await.expect("taken");
        let new = NewIssuedDocument {
            claim,
            document,
            upload: upload.id,
            origin: Origin::Generated,
            size: 1000,
            pages: 1,
            hash: [7; 32],
            signature: None,
            staff: self.staff,
        };
        issued_documents::upsert(&mut tx, &new, now).await.map_err(|error| format!("{error:?}"))?;
        tx.commit().await.map_err(|error| format!("{error:?}"))?;
        Ok(key)
    }

    /// Returns the keys of the files that are unused at a time, as the sweep finds them a day later.
    async fn unused_keys(&self, at: DateTime<Utc>) -> Vec<String> {
        let now = at + TimeDelta::days(1) + TimeDelta::seconds(1);
        let mut conn = self.db.acquire().await.expect("a connection");
        let unused = maintenance::list_unused_uploads(&mut conn, 100, now).await.expect("a list");
        unused.into_iter().map(|(_, key)| key.as_str().to_owned()).collect()
    }
}

#[tokio::test]
async fn document_is_issued_only_while_claim_is_open() {
    let clinic = Clinic::new().await;
    let (claim, now) = (clinic.claim().await, factory::now());
    let refused = clinic.issue(claim, Document::MedicalBillReceipt).await.expect_err("nobody has taken the claim");
    assert!(refused.contains("issued_documents_open"), "{refused}");
    clinic.step(claim, ClaimStatus::Issuing, now).await.expect("it is paid");
    let first = clinic.issue(claim, Document::MedicalBillReceipt).await.expect("it is being issued");
    let refused = clinic.step(claim, ClaimStatus::Issued, now).await.expect_err("a document is missing");
    assert!(refused.contains("claims_issued"), "{refused}");

    // another file replaces the first, which becomes unused
    let second = clinic.issue(claim, Document::MedicalBillReceipt).await.expect("it is being issued");
    assert_eq!(clinic.unused_keys(now).await, [first.as_str()]);
    let third = clinic.issue(claim, Document::DetailedStatement).await.expect("it is being issued");
    let forwarded = format!(
        "{FORWARD_CLAIMS};
         insert into claim_forwardings (tenant_id, claim_id, method, reference, sent_at, staff_id, created_at)
         select c.tenant_id, c.id, 'fax', '1', now(), s.id, now() from claims c join staff s on s.tenant_id = c.tenant_id limit 1"
    );
    let mut superuser = clinic.database.superuser().await;
    sqlx::raw_sql(sqlx::AssertSqlSafe(forwarded)).execute(&mut superuser).await.expect("written");
    clinic.step(claim, ClaimStatus::Issued, now).await.expect("both are there");
    let refused = clinic.issue(claim, Document::DetailedStatement).await.expect_err("the claim is released");
    assert!(refused.contains("issued_documents_open"), "{refused}");

    let mut conn = clinic.db.acquire().await.expect("a connection");
    let issued = issued_documents::list_for_claim(&mut conn, claim).await.expect("a list");
    let keys: Vec<_> = issued.iter().filter_map(|one| one.object_key.as_ref()).map(ObjectKey::as_str).collect();
    assert_eq!(keys, [second.as_str(), third.as_str()]);
    let gone: bool =
        sqlx::query_scalar("select resident_sealed is null and account_sealed is null from claims where id = $1")
            .bind(claim.get())
            .fetch_one(&mut superuser)
            .await
            .expect("the claim");
    assert!(gone, "resident number and account end with the release");
}

#[tokio::test]
async fn canceled_claim_releases_its_files() {
    let clinic = Clinic::new().await;
    let (claim, now) = (clinic.claim().await, factory::now());
    clinic.step(claim, ClaimStatus::Issuing, now).await.expect("it is paid");
    let key = clinic.issue(claim, Document::MedicalBillReceipt).await.expect("it is being issued");
    let mut tx = clinic.db.begin().await.expect("a transaction");
    let locked = claims::lock(&mut tx, claim).await.expect("a result").expect("the claim");
    issued_documents::withdraw(&mut tx, claim, now).await.expect("withdrawn");
    let order = orders::cancel_claim(&mut tx, &locked, Some("기록이 없어요"), now).await.expect("called off");
    assert_eq!(order, locked.paid_order);
    tx.commit().await.expect("committed");
    assert_eq!(clinic.unused_keys(now).await, [key.as_str()]);
    let mut conn = clinic.db.acquire().await.expect("a connection");
    assert!(issued_documents::list_for_claim(&mut conn, claim).await.expect("a list").is_empty());
}

#[tokio::test]
async fn files_are_released_after_expiry_or_deletion() {
    let clinic = Clinic::new().await;
    let now = factory::now();
    let mut keys = Vec::new();
    for released in [2, 4] {
        let claim = clinic.claim().await;
        clinic.step(claim, ClaimStatus::Issuing, now).await.expect("it is paid");
        for document in [Document::MedicalBillReceipt, Document::DetailedStatement] {
            keys.push(clinic.issue(claim, document).await.expect("it is being issued"));
        }
        clinic.step(claim, ClaimStatus::Issued, now + TimeDelta::days(released)).await.expect("released");
    }
    let (kept, mut ended) = (TimeDelta::days(90), Vec::new());
    for day in [92, 93, 93, 95] {
        let mut tx = clinic.db.begin().await.expect("a transaction");
        ended.push(issued_documents::purge_expired(&mut tx, kept, now + TimeDelta::days(day)).await.expect("ended"));
        tx.commit().await.expect("committed");
    }
    assert_eq!(ended, [0, 2, 0, 2], "each file once, when its own time is over");
    assert_eq!(clinic.unused_keys(now + TimeDelta::days(96)).await.len(), 4);

    let claim = clinic.claim().await;
    clinic.step(claim, ClaimStatus::Issuing, now).await.expect("it is paid");
    let key = clinic.issue(claim, Document::MedicalBillReceipt).await.expect("it is being issued");
    let mut tx = clinic.db.begin().await.expect("a transaction");
    issued_documents::erase_for_patient(&mut tx, clinic.patient, now).await.expect("erased");
    tx.commit().await.expect("committed");
    assert!(clinic.unused_keys(now).await.contains(&key.as_str().to_owned()));
    let mut conn = clinic.db.acquire().await.expect("a connection");
    let issued = issued_documents::list_for_claim(&mut conn, claim).await.expect("a list");
    assert!(issued.len() == 1 && issued[0].object_key.is_none(), "what was issued, and when, stays: {issued:?}");
}

/// The clinic has to mail them once more.
#[tokio::test]
async fn files_wait_for_the_end_of_a_resend() {
    let clinic = Clinic::new().await;
    let (claim, resend, now) = (clinic.claim().await, clinic.claim().await, factory::now());
    clinic.step(claim, ClaimStatus::Issuing, now).await.expect("it is paid");
    for document in [Document::MedicalBillReceipt, Document::DetailedStatement] {
        clinic.issue(claim, document).await.expect("it is being issued");
    }
    clinic.step(claim, ClaimStatus::Issued, now).await.expect("released");
    let follow = format!("update claims set kind = 'resend', prior_claim_id = {claim} where id = {resend}");
    let mut superuser = clinic.database.superuser().await;
    sqlx::raw_sql(sqlx::AssertSqlSafe(follow)).execute(&mut superuser).await.expect("written");
    let (kept, late) = (TimeDelta::days(90), now + TimeDelta::days(91));
    let mut tx = clinic.db.begin().await.expect("a transaction");
    assert_eq!(issued_documents::purge_expired(&mut tx, kept, late).await.expect("a count"), 0);
    let locked = claims::lock(&mut tx, resend).await.expect("a result").expect("the claim");
    orders::cancel_claim(&mut tx, &locked, Some("우편이 돌아왔어요"), late).await.expect("canceled");
    assert_eq!(issued_documents::purge_expired(&mut tx, kept, late).await.expect("a count"), 2);
}

/// But those that a paid claim still has to mail wait for its end.
#[tokio::test]
async fn removed_persons_files_end_with_the_erasure() {
    let clinic = Clinic::new().await;
    let (claim, mailed, resend, now) =
        (clinic.claim().await, clinic.claim().await, clinic.claim().await, factory::now());
    for claim in [claim, mailed] {
        clinic.step(claim, ClaimStatus::Issuing, now).await.expect("it is paid");
        for document in [Document::MedicalBillReceipt, Document::DetailedStatement] {
            clinic.issue(claim, document).await.expect("it is being issued");
        }
        clinic.step(claim, ClaimStatus::Issued, now).await.expect("released");
    }
    // without triggers, as if the holder were somebody whom the holder removed
    let removal = format!(
        "begin; set local session_replication_role = replica;
         update claims set kind = 'resend', prior_claim_id = {mailed} where id = {resend};
         update people set relation = 'child', removed_at = '{}' where patient_id = {};
         commit",
        now.to_rfc3339(),
        clinic.patient
    );
    let mut superuser = clinic.database.superuser().await;
    sqlx::raw_sql(sqlx::AssertSqlSafe(removal)).execute(&mut superuser).await.expect("written");
    let (kept, due) = (TimeDelta::days(90), now + RetentionClass::Service.period());
    let mut tx = clinic.db.begin().await.expect("a transaction");
    let person = person_erasure::list_due(&mut tx, 9, due).await.expect("a list")[0];
    assert_eq!(issued_documents::purge_expired(&mut tx, kept, due).await.expect("a count"), 0);
    person_erasure::erase(&mut tx, person, due).await.expect("erased");
    tx.commit().await.expect("committed");
    let counted = retention::list_due(&clinic.db, due).await.expect("counted");
    assert_eq!([Class::Documents, Class::Uploads].map(|class| counted.count(class)), [2, 2], "as in the dry run");
    let mut tx = clinic.db.begin().await.expect("a transaction");
    assert_eq!(issued_documents::purge_expired(&mut tx, kept, due).await.expect("a count"), 2);
    let locked = claims::lock(&mut tx, resend).await.expect("a result").expect("the claim");
    orders::cancel_claim(&mut tx, &locked, Some("우편이 돌아왔어요"), due).await.expect("canceled");
    assert_eq!(issued_documents::purge_expired(&mut tx, kept, due).await.expect("a count"), 2);
}

/// Nobody can download the documents of a deleted account: a claim continues only with issued documents, and if none is
/// still to be forwarded.
#[tokio::test]
async fn closed_account_keeps_issued_claims_only() {
    let clinic = Clinic::new().await;
    let now = factory::now();
    let mut claims = Vec::new();
    for is_issued in [false, true, true] {
        let claim = clinic.claim().await;
        clinic.step(claim, ClaimStatus::Issuing, now).await.expect("it is paid");
        if is_issued {
            clinic.issue(claim, Document::MedicalBillReceipt).await.expect("it is being issued");
        }
        claims.push(claim);
    }
    let [empty, issued, unsent] = claims[..] else { panic!("three claims") };
    let forwarded = format!("{FORWARD_CLAIMS} where c.id = {unsent}");
    let mut superuser = clinic.database.superuser().await;
    sqlx::raw_sql(sqlx::AssertSqlSafe(forwarded)).execute(&mut superuser).await.expect("written");

    let mut tx = clinic.db.begin().await.expect("a transaction");
    let found = withdrawal::find_effects(&mut tx, clinic.patient, None).await.expect("a result");
    let ends: Vec<_> = found.claims.iter().map(|claim| (claim.id, claim.ends)).collect();
    assert_eq!(ends, [(empty, true), (issued, false), (unsent, true)]);
    let refunds = account_deletion::close_account(&mut tx, clinic.patient, now).await.expect("a result");
    tx.commit().await.expect("committed");
    assert_eq!(refunds.map(|orders| orders.len()), Some(2));
    let statuses: Vec<i16> =
        sqlx::query_scalar("select status from claims order by id").fetch_all(&mut superuser).await.expect("a list");
    assert_eq!(statuses, [-1, 1, -1]);
}

#[tokio::test]
async fn access_log_chain_covers_claims_and_reasons() {
    let clinic = Clinic::new().await;
    let mut conn = clinic.db.acquire().await.expect("a connection");
    let entry = Entry {
        staff_id: Some(clinic.staff),
        patient_ids: &[clinic.patient],
        ..Entry::new(Action::DocumentDownloaded)
    };
    let claims = [ClaimId::new(5)];
    access_log::insert(&mut conn, &entry, factory::now()).await.expect("written");
    for reason in [None, Some("등기우편 발송")] {
        let entry = Entry { claim_ids: &claims, reason, ..entry };
        access_log::insert(&mut conn, &entry, factory::now()).await.expect("written");
    }
    for action in Action::ALL {
        let entry = Entry { action: *action, ..entry };
        access_log::insert(&mut conn, &entry, factory::now()).await.expect("the database knows every action");
    }
    assert_eq!(access_log::find_broken(&mut conn, factory::always()).await.expect("a result"), None);
    let mut superuser = clinic.database.superuser().await;
    for statement in [
        "update access_log set reason = 'another' where seq = 3",
        "update access_log set claim_ids = '{6}' where seq = 2",
    ] {
        let tampering = format!("begin; set local session_replication_role = replica; {statement}; commit");
        sqlx::raw_sql(sqlx::AssertSqlSafe(tampering)).execute(&mut superuser).await.expect("a superuser may");
    }
    assert_eq!(access_log::find_broken(&mut conn, factory::always()).await.expect("a result"), Some(2));
}
