//! Links that download one file.

use chrono::TimeDelta;
use db::TenantDb;
use db::download_links::{self, NewDownloadLink, OpenedLink};
use domain::download::{LINK_LIFETIME, REOPEN_LIMIT};
use domain::{ApplicationKind, Document, Download, Locale, PatientId, SessionId, TokenHash};
use testing::claims::{Claimant, insert_paid_claim};
use testing::{Clinic, factory};

use crate::support::connect;

const NETWORK: &str = "203.0.113.7";

fn hash(token: &str) -> TokenHash {
    TokenHash::from_token(token)
}

async fn session(db: &TenantDb, patient: PatientId) -> SessionId {
    let new = factory::new_session(patient, &hash("session"), factory::now());
    db::sessions::insert(&mut connect(db).await, &new, factory::now()).await.expect("a session")
}

async fn insert(db: &TenantDb, session: SessionId, download: Download, token: &str) {
    let new = NewDownloadLink { session, download, locale: Locale::En, token: hash(token) };
    let ends = download_links::insert(&mut connect(db).await, &new, factory::now()).await.expect("inserted");
    assert_eq!(ends, factory::now() + LINK_LIFETIME);
}

async fn open(db: &TenantDb, token: &str, network: &str, after: TimeDelta) -> Option<OpenedLink> {
    let now = factory::now() + after;
    download_links::open(&mut connect(db).await, &hash(token), network, now).await.expect("a result")
}

#[tokio::test]
async fn link_opens_once_and_again_for_same_network() {
    let clinic = Clinic::new().await;
    let (db, patient) = (&clinic.db, clinic.database.first.patient);
    let application = clinic.application(ApplicationKind::Application, factory::now()).await;
    let download = Download::Report(application);
    insert(db, session(db, patient).await, download, "report").await;
    assert_eq!(open(db, "other", NETWORK, TimeDelta::zero()).await, None);
    assert_eq!(open(db, "report", NETWORK, LINK_LIFETIME).await, None, "too late");
    let last = LINK_LIFETIME - TimeDelta::seconds(1);
    let opened = open(db, "report", NETWORK, last).await.expect("the link");
    assert_eq!(opened, OpenedLink { patient, download, locale: Locale::En });
    assert_eq!(open(db, "report", "198.51.100.1", last).await, None, "another network");
    let soon = last + REOPEN_LIMIT;
    assert!(open(db, "report", NETWORK, soon - TimeDelta::seconds(1)).await.is_some(), "a download manager");
    assert_eq!(open(db, "report", NETWORK, soon).await, None, "used");
    let mut conn = connect(db).await;
    assert_eq!(download_links::delete_expired(&mut conn, factory::now()).await.expect("deleted"), 0);
    let later = factory::now() + LINK_LIFETIME + TimeDelta::seconds(1);
    assert_eq!(download_links::delete_expired(&mut conn, later).await.expect("deleted"), 1);
}

#[tokio::test]
async fn link_ends_with_its_session() {
    let clinic = Clinic::new().await;
    let (db, patient) = (&clinic.db, clinic.database.first.patient);
    let claimant = Claimant { tenant: db.tenant(), patient, institution: clinic.database.first.institutions[0] };
    let claim = insert_paid_claim(&mut clinic.database.superuser().await, claimant).await;
    let download = Download::Document(claim, Document::DetailedStatement);
    insert(db, session(db, patient).await, download, "statement").await;
    assert_eq!(open(db, "statement", NETWORK, TimeDelta::zero()).await.map(|link| link.download), Some(download));
    let other = clinic.database.other_tenant();
    assert_eq!(open(&other, "statement", NETWORK, TimeDelta::zero()).await, None, "another tenant");
    db::sessions::revoke_all(&mut connect(db).await, patient, factory::now()).await.expect("signed out");
    assert_eq!(open(db, "statement", NETWORK, TimeDelta::zero()).await, None);
}
