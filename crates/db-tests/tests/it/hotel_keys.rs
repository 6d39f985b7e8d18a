//! Partners' API keys, and the accounts of a hotel tenant at sign-in.

use chrono::TimeDelta;
use db::hotel::api_keys::{self, ApiKeyForm, NewApiKey};
use db::hotel::clients::{self, ClientForm};
use db::hotel::readings::{self, KnownSensor};
use db::hotel::sessions;
use db::hotel::users::{self, InsertError, NewUser};
use db::last_use;
use domain::hotel::{HotelClientKind, HotelRole, HotelScope, UsagePeriod, UserDetails};
use domain::{HotelApiKeyId, HotelClientId, LoginUserId, Name, PasswordHash, TokenHash};
use testing::factory;

use crate::hotel_fixture::{HotelFixture, insert_client};
use crate::support::connect;

const KEY: TokenHash = TokenHash::new([7; 32]);

impl HotelFixture {
    async fn partner(&self) -> HotelClientId {
        let key = api_keys::find(&mut connect(&self.db).await, HotelScope::ALL, self.key).await.expect("a result");
        key.expect("the key").partner.id
    }

    async fn find_presented(&self, key: &TokenHash) -> Option<HotelApiKeyId> {
        let found = api_keys::find_presented(&mut connect(&self.db).await, key).await.expect("a result");
        found.map(|sent| sent.id)
    }

    async fn set_client(&self, id: HotelClientId, partner: Option<HotelClientId>, active: bool) {
        let mut conn = connect(&self.db).await;
        let client = clients::find(&mut conn, id).await.expect("a result").expect("the client");
        let form = ClientForm { name: client.name, address: client.address, headquarters: None, partner, active };
        clients::set(&mut conn, id, &form).await.expect("set");
    }
}

#[tokio::test]
async fn key_opens_for_its_tenant_and_active_partner() {
    let hotel = HotelFixture::new().await;
    assert_eq!(hotel.find_presented(&KEY).await, Some(hotel.key));
    assert_eq!(hotel.find_presented(&TokenHash::new([8; 32])).await, None);
    let other = api_keys::find_presented(&mut connect(&hotel.database.other_tenant()).await, &KEY).await;
    assert!(other.expect("a result").is_none(), "another tenant's host");
    let partner = hotel.partner().await;
    hotel.set_client(partner, None, false).await;
    assert_eq!(hotel.find_presented(&KEY).await, None, "the partner has ended");
    hotel.set_client(partner, None, true).await;
    assert_eq!(hotel.find_presented(&KEY).await, Some(hotel.key));
}

#[tokio::test]
async fn key_use_is_written_once_a_minute() {
    let hotel = HotelFixture::new().await;
    let at = |seconds| factory::now() + TimeDelta::seconds(seconds);
    let sent = async || {
        let found = api_keys::find_presented(&mut connect(&hotel.db).await, &KEY).await.expect("a result");
        found.expect("the key")
    };
    assert!(sent().await.usage.last_used_at.is_none(), "it was never used");
    let mut conn = connect(&hotel.db).await;
    api_keys::set_used(&mut conn, hotel.key, at(100)).await.expect("set");
    api_keys::set_used(&mut conn, hotel.key, at(40)).await.expect("a late one");
    let used = sent().await;
    let stored = used.usage.last_used_at;
    assert_eq!(stored, Some(at(100)), "time goes forward");
    assert!(!last_use::is_due(stored, at(159)) && last_use::is_due(stored, at(160)) && last_use::is_due(None, at(0)));
}

#[tokio::test]
async fn revoked_key_stays_revoked() {
    let hotel = HotelFixture::new().await;
    let mut conn = connect(&hotel.db).await;
    let day = factory::now().date_naive();
    let period = UsagePeriod { from: day, to: day + TimeDelta::days(9) };
    let form = ApiKeyForm { name: "roof", category: "leaks", period };
    assert!(api_keys::set(&mut conn, hotel.key, form).await.expect("a result"));
    let key = api_keys::find(&mut conn, HotelScope::ALL, hotel.key).await.expect("a result").expect("the key");
    assert_eq!((key.name.as_str(), key.category.as_str(), key.usage.period), ("roof", "leaks", period));
    assert!(api_keys::revoke(&mut conn, hotel.key, factory::now()).await.expect("a result"));
    let later = factory::now() + TimeDelta::hours(1);
    assert!(!api_keys::revoke(&mut conn, hotel.key, later).await.expect("a result"), "once");
    assert!(!api_keys::set(&mut conn, hotel.key, form).await.expect("a result"), "no period renews it");
    let key = api_keys::find(&mut conn, HotelScope::ALL, hotel.key).await.expect("a result").expect("the key");
    assert_eq!(key.usage.revoked_at, Some(factory::now()), "when it was revoked first");
}

#[tokio::test]
async fn keys_are_listed_to_their_partner() {
    let hotel = HotelFixture::new().await;
    let mut conn = connect(&hotel.db).await;
    let other = insert_client(&mut conn, HotelClientKind::Partner, "Other Works").await;
    let day = factory::now().date_naive();
    let new = NewApiKey {
        partner: other,
        created_by: hotel.user,
        name: "second",
        category: "readings",
        key: &TokenHash::new([9; 32]),
        key_prefix: "hbk_999999",
        period: UsagePeriod { from: day, to: day },
    };
    let second = api_keys::insert(&mut conn, &new, factory::now()).await.expect("inserted");
    let own = hotel.partner().await;
    for (scope, expected) in [
        (HotelScope::ALL, vec![second, hotel.key]),
        (HotelScope::for_client(own), vec![hotel.key]),
        (HotelScope::for_client(other), vec![second]),
        (HotelScope::for_client(hotel.hotel), vec![]),
    ] {
        let listed = api_keys::list(&mut conn, scope).await.expect("a list");
        assert_eq!(listed.iter().map(|key| key.id).collect::<Vec<_>>(), expected, "{scope:?}");
        let found = api_keys::find(&mut conn, scope, second).await.expect("a result");
        assert_eq!(found.is_some(), expected.contains(&second), "{scope:?}");
    }
    let of_hotel = NewApiKey { partner: hotel.hotel, key: &TokenHash::new([10; 32]), ..new };
    let refused = api_keys::insert(&mut conn, &of_hotel, factory::now()).await.expect_err("a hotel has no keys");
    assert!(refused.constraint().is_some_and(|name| name.contains("client_kind")), "{refused:?}");
}

#[tokio::test]
async fn known_sensor_names_the_partner_of_its_hotel() {
    let hotel = HotelFixture::new().await;
    let list = async |serials: &[&str]| {
        let serials: Vec<String> = serials.iter().map(|serial| (*serial).to_owned()).collect();
        readings::list_known(&mut connect(&hotel.db).await, &serials).await.expect("a list")
    };
    let known = |partner| vec![KnownSensor { serial: "HB-1".to_owned(), id: hotel.sensor, partner }];
    assert_eq!(list(&["HB-1", "HB-2", "hb-1"]).await, known(None));
    let partner = hotel.partner().await;
    hotel.set_client(hotel.hotel, Some(partner), true).await;
    assert_eq!(list(&["HB-1"]).await, known(Some(partner)));
    assert_eq!(list(&[]).await, []);
}

fn account(login: &str, client: Option<HotelClientId>, role: HotelRole) -> NewUser {
    NewUser {
        client,
        role,
        login_id: LoginUserId::parse(login).expect("a name"),
        password_hash: PasswordHash::new("temporary".to_owned()),
        name: Name::parse("Lee Bada").expect("a name"),
        details: UserDetails::default(),
    }
}

#[tokio::test]
async fn temporary_hotel_password_is_used_once() {
    let hotel = HotelFixture::new().await;
    let use_up = async |hours| {
        let now = factory::now() + TimeDelta::hours(hours);
        users::use_temporary_password(&mut connect(&hotel.db).await, hotel.user, now).await.expect("a result")
    };
    let (one, two) = tokio::join!(use_up(1), use_up(1));
    assert!(one ^ two, "of two sign-ins at once one gets it");
    let login = LoginUserId::parse("MANAGER1").expect("a name");
    let find = async || {
        let found = users::find_credentials(&mut connect(&hotel.db).await, &login).await.expect("a result");
        found.expect("the account, in any case of its name")
    };
    assert!(find().await.is_spent(factory::now()));
    let (mut conn, hash) = (connect(&hotel.db).await, PasswordHash::new("new".to_owned()));
    users::set_temporary_password(&mut conn, hotel.user, &hash, factory::now()).await.expect("set");
    assert!(!find().await.is_spent(factory::now() + TimeDelta::hours(71)));
    assert!(find().await.is_spent(factory::now() + TimeDelta::hours(72)), "too late");
    assert!(!use_up(72).await && use_up(71).await);
    users::set_password(&mut conn, hotel.user, &hash).await.expect("set");
    let found = find().await;
    assert!(!found.user.must_change_password && !found.is_spent(factory::now() + TimeDelta::days(999)));
    assert!(!use_up(0).await, "a chosen one is not temporary");
}

#[tokio::test]
async fn ended_client_signs_nobody_in() {
    let hotel = HotelFixture::new().await;
    let login = LoginUserId::parse("manager1").expect("a name");
    let finds = async || users::find_credentials(&mut connect(&hotel.db).await, &login).await.expect("a result");
    let token = TokenHash::new([1; 32]);
    sessions::insert(&mut connect(&hotel.db).await, hotel.user, &token, factory::now()).await.expect("inserted");
    let signed_in =
        async || sessions::find(&mut connect(&hotel.db).await, &token, factory::now()).await.expect("asked");
    assert!(finds().await.is_some() && signed_in().await.is_some());
    hotel.set_client(hotel.hotel, None, false).await;
    assert!(finds().await.is_none() && signed_in().await.is_none());
    let other = hotel.database.other_tenant();
    let elsewhere = users::find_credentials(&mut connect(&other).await, &login).await.expect("a result");
    assert!(elsewhere.is_none(), "another tenant's");
}

#[tokio::test]
async fn hotel_sign_in_name_is_taken_in_any_case() {
    let hotel = HotelFixture::new().await;
    let again = account("Manager1", Some(hotel.hotel), HotelRole::Housekeeper);
    let refused = users::insert(&mut connect(&hotel.db).await, &again, factory::now()).await;
    assert!(matches!(refused, Err(InsertError::LoginIdTaken)), "{refused:?}");
    for (client, role) in [
        (None, HotelRole::HotelClient),
        (Some(hotel.hotel), HotelRole::SuperAdmin),
        (Some(hotel.hotel), HotelRole::Partner),
        (Some(hotel.hotel), HotelRole::Headquarters),
    ] {
        let new = account("another1", client, role);
        let refused = users::insert(&mut connect(&hotel.db).await, &new, factory::now()).await;
        assert!(matches!(refused, Err(InsertError::Db(_))), "{role:?}: the database keeps roles with their clients");
    }
}

#[tokio::test]
async fn hotel_accounts_are_listed_with_ended_last() {
    let hotel = HotelFixture::new().await;
    let mut conn = connect(&hotel.db).await;
    let keeper = account("keeper01", Some(hotel.hotel), HotelRole::Housekeeper);
    let keeper = users::insert(&mut conn, &keeper, factory::now()).await.expect("inserted");
    let admin = users::insert(&mut conn, &account("super001", None, HotelRole::SuperAdmin), factory::now()).await;
    let admin = admin.expect("inserted");
    let mut manager = users::find(&mut conn, hotel.user).await.expect("a result").expect("the account");
    manager.active = false;
    users::set_account(&mut conn, &manager).await.expect("ended");
    for (client, role, expected) in [
        (None, None, vec![keeper, admin, hotel.user]),
        (Some(hotel.hotel), None, vec![keeper, hotel.user]),
        (Some(hotel.hotel), Some(HotelRole::Housekeeper), vec![keeper]),
        (None, Some(HotelRole::SuperAdmin), vec![admin]),
        (None, Some(HotelRole::Partner), vec![]),
    ] {
        let listed = users::list(&mut conn, client, role).await.expect("a list");
        assert_eq!(listed.iter().map(|user| user.id).collect::<Vec<_>>(), expected, "{client:?} {role:?}");
    }
}
