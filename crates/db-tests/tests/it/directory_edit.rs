//! Operators' changes to tenants: one transaction over several tenants, with each change in its tenant.

use db::claims::SealedText;
use db::edit::accounts::{self, NewAccount};
use db::edit::{EditError, clinics, insurers, kakao, tenants};
use db::{DirectoryTx, TenantDb};
use domain::directory::{AccountSettings, ClinicSettings, InsurerSettings, KakaoSettings};
use domain::{InstitutionId, NotificationKind, ProviderName, TenantId};
use testing::{Database, factory};

use crate::support::connect;

fn clinic(name: &str) -> ClinicSettings {
    ClinicSettings {
        name: name.to_owned(),
        representative_name: "김원장".to_owned(),
        address: "서울특별시 종로구 1".to_owned(),
        phone_number: "0212345678".to_owned(),
        active: true,
    }
}

fn insurer(name: &str) -> InsurerSettings {
    InsurerSettings { name: name.to_owned(), position: 1, active: true }
}

fn account(provider: ProviderName, secret: &[u8]) -> NewAccount {
    let settings = AccountSettings { provider, client_id: "ck_1".to_owned(), active: true };
    NewAccount { settings, secret: SealedText { bytes: secret.to_vec(), key_id: 1 } }
}

async fn directory(database: &Database) -> DirectoryTx {
    database.db.directory().await.expect("a transaction")
}

async fn insert_clinic(database: &Database, tenant: TenantId, name: &str) -> InstitutionId {
    let mut tx = directory(database).await;
    let id = clinics::insert(&mut tx, tenant, &clinic(name), factory::now()).await.expect("inserted");
    tx.commit().await.expect("committed");
    id
}

#[track_caller]
fn assert_taken<T: std::fmt::Debug>(result: &Result<T, EditError>, field: &str) {
    assert!(matches!(result, Err(EditError::Taken(taken)) if *taken == field), "{field}: {result:?}");
}

#[tokio::test]
async fn name_is_taken_in_its_tenant_only() {
    let database = Database::create().await;
    let (first, second, now) = (database.first.id, database.second.id, factory::now());
    insert_clinic(&database, first, "새치과").await;
    let mut tx = directory(&database).await;
    clinics::insert(&mut tx, second, &clinic("새치과"), now).await.expect("another tenant's");
    assert_taken(&clinics::insert(&mut tx, first, &clinic("새치과"), now).await, "name");
    let mut tx = directory(&database).await;
    let other = clinics::insert(&mut tx, first, &clinic("헌치과"), now).await.expect("inserted");
    assert_taken(&clinics::update(&mut tx, first, other, &clinic("새치과")).await, "name");
    let mut tx = directory(&database).await;
    insurers::insert(&mut tx, first, &insurer("새보험")).await.expect("inserted");
    assert_taken(&insurers::insert(&mut tx, first, &insurer("새보험")).await, "name");
}

#[tokio::test]
async fn key_host_and_provider_are_taken_once() {
    let database = Database::create().await;
    let (first, now) = (database.first.id, factory::now());
    let known = tenants::find(&mut directory(&database).await, first).await.expect("a result").expect("the tenant");
    let mut settings = factory::tenant_settings(&known.tenant.key);
    assert_taken(&tenants::insert(&mut directory(&database).await, &settings, now).await, "key");
    settings.key = "third".to_owned();
    settings.hosts = vec!["third.localhost".to_owned(), known.tenant.hosts[1].clone()];
    assert_taken(&tenants::insert(&mut directory(&database).await, &settings, now).await, "hosts");
    let mut tx = directory(&database).await;
    accounts::insert(&mut tx, first, &account(ProviderName::Inicis, b"1"), now).await.expect("inserted");
    assert_taken(&accounts::insert(&mut tx, first, &account(ProviderName::Inicis, b"2"), now).await, "provider");
}

#[tokio::test]
async fn change_raises_the_version_of_one_clinic() {
    let database = Database::create().await;
    let (first, second) = (database.first.id, database.second.id);
    let id = insert_clinic(&database, first, "새치과").await;
    let mut tx = directory(&database).await;
    let before = clinics::lock_by_name(&mut tx, first, "새치과").await.expect("a result").expect("the clinic");
    assert_eq!((before.id, &before.settings), (id.get(), &clinic("새치과")));
    assert!(clinics::lock_by_name(&mut tx, second, "새치과").await.expect("a result").is_none());
    assert!(clinics::lock(&mut tx, second, id).await.expect("a result").is_none(), "another tenant's");
    clinics::update(&mut tx, second, id, &clinic("남의치과")).await.expect("nothing to change");
    let changed = ClinicSettings { active: false, ..clinic("이름바꾼치과") };
    let count = clinics::count(&mut tx, first).await.expect("a count");
    clinics::update(&mut tx, first, id, &changed).await.expect("changed");
    let after = clinics::lock(&mut tx, first, id).await.expect("a result").expect("the clinic");
    assert_eq!((after.version, after.settings), (before.version + 1, changed));
    assert_eq!(clinics::count(&mut tx, first).await.expect("a count"), count - 1, "closed clinics are not counted");
    let listed = clinics::list(&mut tx, first).await.expect("a list");
    assert!(listed.iter().any(|one| one.record.id == id.get() && one.admins == 0), "but listed");
}

#[tokio::test]
async fn insurers_are_listed_by_position() {
    let database = Database::create().await;
    let (first, second) = (database.first.id, database.second.id);
    let mut tx = directory(&database).await;
    let names = async |tx: &mut DirectoryTx| {
        let listed = insurers::list(tx, first).await.expect("a list");
        listed.into_iter().map(|one| one.settings.name).filter(|name| name.chars().count() == 3).collect::<Vec<_>>()
    };
    let mut ids = Vec::new();
    for (name, position) in [("다생명", 3), ("가생명", 2), ("나생명", 1)] {
        let settings = InsurerSettings { position, ..insurer(name) };
        ids.push(insurers::insert(&mut tx, first, &settings).await.expect("inserted"));
    }
    assert_eq!(names(&mut tx).await, ["나생명", "가생명", "다생명"]);
    let last = InsurerSettings { position: 9, active: false, ..insurer("나생명") };
    insurers::update(&mut tx, second, ids[2], &last).await.expect("nothing to change");
    assert_eq!(names(&mut tx).await[0], "나생명");
    insurers::update(&mut tx, first, ids[2], &last).await.expect("changed");
    assert_eq!(names(&mut tx).await, ["가생명", "다생명", "나생명"]);
    let locked = insurers::lock(&mut tx, first, ids[2]).await.expect("a result").expect("the insurer");
    assert_eq!((locked.version, locked.settings), (2, last));
    assert!(insurers::lock(&mut tx, second, ids[2]).await.expect("a result").is_none());
}

#[tokio::test]
async fn secret_stays_when_none_is_entered() {
    let database = Database::create().await;
    let first = database.first.id;
    let mut tx = directory(&database).await;
    let id = accounts::insert(&mut tx, first, &account(ProviderName::Toss, b"old"), factory::now()).await;
    let id = id.expect("inserted");
    let changed = AccountSettings { provider: ProviderName::Toss, client_id: "ck_2".to_owned(), active: false };
    accounts::update(&mut tx, first, id, &changed, None).await.expect("changed");
    let found = accounts::lock_all(&mut tx, first).await.expect("a list").remove(0);
    assert_eq!((found.record.version, found.record.settings), (2, changed.clone()));
    assert_eq!((found.secret.bytes.as_slice(), found.secret.key_id), (b"old".as_slice(), 1));
    let secret = SealedText { bytes: b"new".to_vec(), key_id: 2 };
    accounts::update(&mut tx, database.second.id, id, &changed, Some(&secret)).await.expect("nothing to change");
    accounts::update(&mut tx, first, id, &changed, Some(&secret)).await.expect("changed");
    let found = accounts::list(&mut tx, first).await.expect("a list").remove(0);
    assert_eq!((found.record.version, found.secret), (3, secret));
    assert!(accounts::list(&mut tx, database.second.id).await.expect("a list").is_empty());
}

#[tokio::test]
async fn kakao_templates_are_replaced_whole() {
    let database = Database::create().await;
    let (first, second, now) = (database.first.id, database.second.id, factory::now());
    let settings = |templates: &[(NotificationKind, &str)]| KakaoSettings {
        pf_id: "channel".to_owned(),
        templates: templates.iter().map(|(kind, id)| (*kind, (*id).to_owned())).collect(),
    };
    let mut tx = directory(&database).await;
    let both = settings(&[(NotificationKind::ClaimPaid, "T1"), (NotificationKind::TciReceived, "T2")]);
    for tenant in [first, second] {
        kakao::set(&mut tx, tenant, Some(&both), now).await.expect("set");
    }
    assert_eq!(kakao::find(&mut tx, first).await.expect("a result"), Some(both.clone()));
    let one = settings(&[(NotificationKind::TciReceived, "T3")]);
    kakao::set(&mut tx, first, Some(&one), now).await.expect("set");
    assert_eq!(kakao::find(&mut tx, first).await.expect("a result"), Some(one));
    assert_eq!(kakao::find(&mut tx, second).await.expect("a result"), Some(both), "another tenant's stays");
    kakao::set(&mut tx, first, None, now).await.expect("removed");
    assert_eq!(kakao::find(&mut tx, first).await.expect("a result"), None);
}

#[tokio::test]
async fn hosts_keep_their_order_and_can_move() {
    let database = Database::create().await;
    let (first, second) = (database.first.id, database.second.id);
    let mut tx = directory(&database).await;
    let tenant = tenants::lock(&mut tx, first).await.expect("a result").expect("the tenant");
    let mut settings = factory::tenant_settings(&tenant.tenant.key);
    settings.hosts = ["zebra.localhost", "apple.localhost"].map(str::to_owned).to_vec();
    settings.mobile_provider = Some(ProviderName::Inicis);
    tenants::update(&mut tx, first, &settings).await.expect("changed");
    let changed = tenants::lock_by_key(&mut tx, &settings.key).await.expect("a result").expect("the tenant");
    assert_eq!((changed.version, &changed.tenant.hosts), (tenant.version + 1, &settings.hosts));
    assert_eq!(changed.tenant.mobile_provider, Some(ProviderName::Inicis));
    let other = tenants::find(&mut tx, second).await.expect("a result").expect("the other tenant");
    let mut of_other = factory::tenant_settings(&other.tenant.key);
    of_other.hosts.push(tenant.tenant.hosts[0].clone());
    tenants::update(&mut tx, second, &of_other).await.expect("the host is free");
    let system = tx.system().await.expect("the installation");
    let all = db::tenants::list(system).await.expect("the tenants");
    let owners = all.iter().filter(|found| found.hosts.contains(&tenant.tenant.hosts[0]));
    assert_eq!(owners.map(|found| found.id).collect::<Vec<_>>(), [second]);
    assert!(tenants::lock_by_key(&mut tx, "nobody").await.expect("a result").is_none());
}

#[tokio::test]
async fn pictures_are_the_tenants_own() {
    let database = Database::create().await;
    let first = database.first.id;
    let logo = [b"\x89PNG\r\n\x1a\n".as_slice(), &[0; 40]].concat();
    let mut tx = directory(&database).await;
    tenants::set_logo(&mut tx, first, Some(&logo)).await.expect("set");
    tenants::set_banner_picture(&mut tx, first, Some((&logo, "image/png"))).await.expect("set");
    tx.commit().await.expect("committed");
    let pictures = async |db: &TenantDb| {
        let mut conn = connect(db).await;
        let banner = db::tenants::find_banner_picture(&mut conn).await.expect("a result");
        let logo = db::tenants::find_logo(&mut conn).await.expect("a result");
        (logo, banner.map(|picture| (picture.bytes, picture.media_type)))
    };
    let banner = Some((logo.clone(), "image/png".to_owned()));
    assert_eq!(pictures(&database.tenant()).await, (Some(logo), banner.clone()));
    assert_eq!(pictures(&database.other_tenant()).await, (None, None));
    let mut tx = directory(&database).await;
    tenants::set_logo(&mut tx, first, None).await.expect("removed");
    tx.commit().await.expect("committed");
    assert_eq!(pictures(&database.tenant()).await, (None, banner));
    let mut tx = directory(&database).await;
    tenants::set_banner_picture(&mut tx, first, None).await.expect("removed");
    tx.commit().await.expect("committed");
    assert_eq!(pictures(&database.tenant()).await, (None, None));
}

#[tokio::test]
async fn ended_tenant_stays_listed() {
    let database = Database::create().await;
    let mut tx = directory(&database).await;
    let before = tenants::list(&mut tx).await.expect("a list");
    tenants::set_active(&mut tx, database.second.id, false).await.expect("set");
    let after = tenants::list(&mut tx).await.expect("a list");
    assert_eq!(after.len(), before.len());
    let changed: Vec<_> = before.iter().zip(&after).map(|(a, b)| (b.version - a.version, b.tenant.active)).collect();
    assert_eq!(changed, [(0, true), (1, false)]);
}

#[tokio::test]
async fn tenant_is_locked_until_the_end() {
    let database = Database::create().await;
    let mut tx = directory(&database).await;
    tenants::lock(&mut tx, database.first.id).await.expect("a result").expect("the tenant");
    let mut other = directory(&database).await;
    let waiting = async { tenants::lock(&mut other, database.first.id).await.expect("a result").expect("the tenant") };
    let change = async {
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
        tenants::set_active(&mut tx, database.first.id, false).await.expect("set");
        tx.commit().await.expect("committed");
    };
    let (seen, ()) = tokio::join!(waiting, change);
    assert!(!seen.tenant.active, "it saw the change that it waited for");
}
