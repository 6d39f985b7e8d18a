//! A hotel tenant's clients, their visibility, and the sessions of their accounts.

use chrono::{DateTime, TimeDelta, Utc};
use db::hotel::clients::{self, ClientForm, WriteError};
use db::hotel::sessions;
use db::hotel::users::{self, NewUser};
use db::{TenantConn, TenantDb};
use domain::hotel::{HotelClientKind, HotelRole, HotelScope, UserDetails};
use domain::{HotelClientId, HotelUserId, LoginUserId, Name, PasswordHash, TokenHash};
use testing::{Database, factory};

use crate::support::connect;

/// A headquarters with two hotels (one with a partner), and a hotel without either.
struct Group {
    #[expect(dead_code, reason = "dropped at the end of the test")]
    database: Database,
    db: TenantDb,
    headquarters: HotelClientId,
    partner: HotelClientId,
    hotel: HotelClientId,
    sister: HotelClientId,
    stranger: HotelClientId,
}

fn form(name: &str, headquarters: Option<HotelClientId>, partner: Option<HotelClientId>) -> ClientForm {
    ClientForm { name: name.to_owned(), address: "1 Test Road".to_owned(), headquarters, partner, active: true }
}

impl Group {
    async fn new() -> Self {
        let database = Database::create().await;
        let db = database.tenant();
        let insert = async |kind, form: ClientForm| {
            clients::insert(&mut connect(&db).await, kind, &form, factory::now()).await.expect("inserted")
        };
        let headquarters = insert(HotelClientKind::HotelHeadquarters, form("Hanbit Group", None, None)).await;
        let partner = insert(HotelClientKind::Partner, form("Sensor Works", None, None)).await;
        let hotel = form("Hanbit Seoul", Some(headquarters), Some(partner));
        Self {
            hotel: insert(HotelClientKind::GeneralHotel, hotel).await,
            sister: insert(HotelClientKind::GeneralHotel, form("Hanbit Busan", Some(headquarters), None)).await,
            stranger: insert(HotelClientKind::GeneralHotel, form("Lone Pine", None, None)).await,
            headquarters,
            partner,
            db,
            database,
        }
    }

    async fn user(&self, role: HotelRole, client: Option<HotelClientId>, login: &str) -> HotelUserId {
        let new = NewUser {
            client,
            role,
            login_id: LoginUserId::parse(login).expect("a name"),
            password_hash: PasswordHash::new("temporary".to_owned()),
            name: Name::parse("Kim Haneul").expect("a name"),
            details: UserDetails::default(),
        };
        users::insert(&mut connect(&self.db).await, &new, factory::now()).await.expect("inserted")
    }
}

async fn is_valid(conn: &mut TenantConn, token: &TokenHash, now: DateTime<Utc>) -> bool {
    sessions::find(conn, token, now).await.expect("a result").is_some()
}

#[tokio::test]
async fn scope_holds_own_client_and_its_hotels() {
    let group = Group::new().await;
    let mut conn = connect(&group.db).await;
    let everything = [group.headquarters, group.partner, group.hotel, group.sister, group.stranger];
    for (scope, seen, hotels) in [
        (HotelScope::ALL, everything.to_vec(), vec![group.sister, group.hotel, group.stranger]),
        (
            HotelScope::for_client(group.headquarters),
            vec![group.headquarters, group.hotel, group.sister],
            vec![group.sister, group.hotel],
        ),
        (HotelScope::for_client(group.partner), vec![group.partner, group.hotel], vec![group.hotel]),
        (HotelScope::for_client(group.hotel), vec![group.hotel], vec![group.hotel]),
        (HotelScope::for_client(group.stranger), vec![group.stranger], vec![group.stranger]),
    ] {
        for id in everything {
            let found = clients::find_in_scope(&mut conn, scope, id).await.expect("a result");
            assert_eq!(found.is_some(), seen.contains(&id), "{scope:?} {id}");
            let hotel = clients::find_hotel(&mut conn, scope, id).await.expect("a result");
            assert_eq!(hotel.is_some(), hotels.contains(&id), "{scope:?} {id}");
        }
        let listed = clients::list_hotels(&mut conn, scope).await.expect("a list");
        assert_eq!(listed.iter().map(|hotel| hotel.id).collect::<Vec<_>>(), hotels, "{scope:?}: by name");
        let clients = clients::list(&mut conn, scope, None).await.expect("a list");
        assert_eq!(clients.len(), seen.len(), "{scope:?}");
    }
}

#[tokio::test]
async fn client_names_are_unique_and_hotels_counted() {
    let group = Group::new().await;
    let mut conn = connect(&group.db).await;
    for (id, count) in [(group.headquarters, 2), (group.partner, 1), (group.hotel, 0)] {
        assert_eq!(clients::count_hotels(&mut conn, id).await.expect("a count"), count);
    }
    let taken = form("Hanbit Busan", None, None);
    let again = clients::insert(&mut conn, HotelClientKind::GeneralHotel, &taken, factory::now()).await;
    assert!(matches!(again, Err(WriteError::NameTaken)), "{again:?}");
    let renamed = clients::set(&mut conn, group.stranger, &taken).await;
    assert!(matches!(renamed, Err(WriteError::NameTaken)), "{renamed:?}");
    let closed = ClientForm { active: false, ..form("Hanbit Busan", Some(group.headquarters), None) };
    clients::set(&mut conn, group.sister, &closed).await.expect("set");
    let kinds = clients::list(&mut conn, HotelScope::ALL, Some(HotelClientKind::GeneralHotel)).await.expect("a list");
    let names: Vec<_> = kinds.iter().map(|one| one.client.name.as_str()).collect();
    assert_eq!(names, ["Hanbit Seoul", "Lone Pine", "Hanbit Busan"], "inactive ones last");
}

#[tokio::test]
async fn hotel_session_ends_by_role() {
    let group = Group::new().await;
    let manager = group.user(HotelRole::HotelClient, Some(group.hotel), "manager1").await;
    let keeper = group.user(HotelRole::Housekeeper, Some(group.hotel), "keeper01").await;
    let mut conn = connect(&group.db).await;
    let [own, other] = [1, 2].map(|number| TokenHash::new([number; 32]));
    let session = sessions::insert(&mut conn, manager, &own, factory::now()).await.expect("inserted");
    let kept = sessions::insert(&mut conn, keeper, &other, factory::now()).await.expect("inserted");
    let after = |minutes| factory::now() + TimeDelta::minutes(minutes);
    for (minutes, manager, keeper) in [(29, true, true), (30, false, true), (719, false, true), (720, false, false)] {
        let valid =
            (is_valid(&mut conn, &own, after(minutes)).await, is_valid(&mut conn, &other, after(minutes)).await);
        assert_eq!(valid, (manager, keeper), "after {minutes} minutes");
    }
    sessions::set_used(&mut conn, session, after(20)).await.expect("set");
    assert!(is_valid(&mut conn, &own, after(49)).await);
    sessions::set_used(&mut conn, kept, after(700)).await.expect("set");
    assert!(is_valid(&mut conn, &other, after(719)).await);
    assert!(!is_valid(&mut conn, &other, after(720)).await, "it ends in use, too");
    sessions::revoke_for_client(&mut conn, group.sister, after(1)).await.expect("revoked");
    assert!(is_valid(&mut conn, &own, after(21)).await, "another client's");
    sessions::revoke_for_client(&mut conn, group.hotel, after(1)).await.expect("revoked");
    assert!(!is_valid(&mut conn, &own, after(21)).await && !is_valid(&mut conn, &other, after(21)).await);
}

#[tokio::test]
async fn super_admins_are_counted_under_lock() {
    let group = Group::new().await;
    let first = group.user(HotelRole::SuperAdmin, None, "super001").await;
    group.user(HotelRole::SuperAdmin, None, "super002").await;
    let mut conn = connect(&group.db).await;
    assert_eq!(users::lock_super_admins(&mut conn).await.expect("a count"), 2);
    let mut account = users::find(&mut conn, first).await.expect("a result").expect("the account");
    account.active = false;
    let mut tx = group.db.begin().await.expect("a transaction");
    assert_eq!(users::lock_super_admins(&mut tx).await.expect("a count"), 2);
    let second = async { users::lock_super_admins(&mut conn).await.expect("a count") };
    let end_first = async {
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
        users::set_account(&mut tx, &account).await.expect("set");
        tx.commit().await.expect("committed");
    };
    let (left, ()) = tokio::join!(second, end_first);
    assert_eq!(left, 1, "the next count waits for the change");
    let login = LoginUserId::parse("super001").expect("a name");
    assert!(users::find_credentials(&mut conn, &login).await.expect("a result").is_none(), "an ended account");
}
