//! Hotels' orders: who finds them, who may cancel them, their events, and the recipients of notices.

use db::hotel::clients::{self, ClientForm};
use db::hotel::orders::{self, Actor, ChangeError, OrderFilter, Step};
use db::hotel::products;
use db::hotel::users::{self, NewUser};
use domain::hotel::order::{HotelOrderState, OrderActor};
use domain::hotel::{HotelClientKind, HotelRole, HotelScope, UserDetails};
use domain::{HotelClientId, HotelOrderId, HotelUserId, LoginUserId, Name, PasswordHash};
use sqlx::AssertSqlSafe;
use strum::VariantArray as _;
use testing::factory;

use crate::hotel_fixture::{HotelFixture, insert_client};
use crate::support::connect;

impl HotelFixture {
    async fn list_orders(&self, scope: HotelScope, filter: &OrderFilter<'_>) -> Vec<HotelOrderId> {
        let listed = orders::list(&mut connect(&self.db).await, scope, filter).await.expect("a list");
        listed.into_iter().map(|order| order.id).collect()
    }

    async fn cancel(&self, actor: Actor, order: HotelOrderId) -> Result<(), ChangeError> {
        let mut tx = self.tx().await;
        orders::cancel(&mut tx, actor, order, "changed", factory::now()).await?;
        tx.commit().await.expect("committed");
        Ok(())
    }

    /// Moves a new order to a state through the allowed steps, and returns its version.
    async fn move_to(&self, order: HotelOrderId, state: HotelOrderState) -> i32 {
        let (mut at, mut version) = (HotelOrderState::OrderRequest, 1);
        while at != state {
            at = at.next().expect("a step");
            self.change(order, version, at).await.expect("moved");
            version += 1;
        }
        version
    }

    async fn user(&self, role: HotelRole, login: &str, contact: &str) -> HotelUserId {
        let client = (role != HotelRole::SuperAdmin).then_some(self.hotel);
        self.user_of(client, role, login, contact).await
    }

    async fn user_of(&self, client: Option<HotelClientId>, role: HotelRole, login: &str, contact: &str) -> HotelUserId {
        let new = NewUser {
            client,
            role,
            login_id: LoginUserId::parse(login).expect("a name"),
            password_hash: PasswordHash::new("x".to_owned()),
            name: Name::parse("Lee Bada").expect("a name"),
            details: UserDetails { contact: contact.to_owned(), ..UserDetails::default() },
        };
        users::insert(&mut connect(&self.db).await, &new, factory::now()).await.expect("inserted")
    }
}

const ALL: OrderFilter<'static> = OrderFilter { hotel: None, state: None, text: "", before: None, limit: 99 };

#[tokio::test]
async fn hotel_order_trigger_is_the_domains() {
    use HotelOrderState::Canceled;
    let hotel = HotelFixture::new().await;
    let mut superuser = hotel.database.superuser().await;
    for from in HotelOrderState::VARIANTS {
        for to in HotelOrderState::VARIANTS.iter().filter(|to| *to != from) {
            let order = hotel.place(1).await;
            if *from == Canceled {
                hotel.cancel(hotel.actor(1), order).await.expect("canceled");
            } else {
                hotel.move_to(order, *from).await;
            }
            let canceled_at = if *to == Canceled { "now()" } else { "null" };
            let statement = format!(
                "update hotel_orders set state = '{}', canceled_at = {canceled_at}, courier_company = 'c',
                        tracking_number = '1' where id = {order}",
                to.as_str()
            );
            let done = sqlx::raw_sql(AssertSqlSafe(statement)).execute(&mut superuser).await;
            assert_eq!(done.is_ok(), from.allows(*to), "{from:?} -> {to:?}");
        }
    }
}

#[tokio::test]
async fn orders_are_found_by_number_hotel_and_product() {
    let hotel = HotelFixture::new().await;
    let (first, second, third) = (hotel.place(1).await, hotel.place(2).await, hotel.place(3).await);
    hotel.change(second, 1, HotelOrderState::ProductPreparation).await.expect("moved");
    let number = orders::find(&mut connect(&hotel.db).await, HotelScope::ALL, first).await.expect("a result");
    let number = number.expect("the order").number.to_lowercase();
    let state = Some(HotelOrderState::ProductPreparation);
    for (filter, expected) in [
        (ALL, vec![third, second, first]),
        (OrderFilter { text: &number, ..ALL }, vec![first]),
        (OrderFilter { text: "HANBIT", ..ALL }, vec![third, second, first]),
        (OrderFilter { text: "sh-300", ..ALL }, vec![third, second, first]),
        (OrderFilter { text: "%", ..ALL }, vec![]),
        (OrderFilter { text: "toothpaste", ..ALL }, vec![]),
        (OrderFilter { state, ..ALL }, vec![second]),
        (OrderFilter { hotel: Some(hotel.hotel), ..ALL }, vec![third, second, first]),
        (OrderFilter { hotel: Some(HotelClientId::new(0)), ..ALL }, vec![]),
        (OrderFilter { before: Some(third), limit: 1, ..ALL }, vec![second]),
    ] {
        assert_eq!(hotel.list_orders(HotelScope::ALL, &filter).await, expected, "{filter:?}");
    }
}

#[tokio::test]
async fn order_outside_the_scope_is_not_there() {
    let hotel = HotelFixture::new().await;
    let order = hotel.place(1).await;
    let other = insert_client(&mut connect(&hotel.db).await, HotelClientKind::GeneralHotel, "Lone Pine").await;
    let (own, foreign) = (HotelScope::for_client(hotel.hotel), HotelScope::for_client(other));
    let mut conn = connect(&hotel.db).await;
    for (scope, seen) in [(HotelScope::ALL, true), (own, true), (foreign, false)] {
        assert_eq!(orders::find(&mut conn, scope, order).await.expect("a result").is_some(), seen, "{scope:?}");
        assert_eq!(hotel.list_orders(scope, &ALL).await.len(), usize::from(seen), "{scope:?}");
        let open = orders::list_open(&mut conn, scope, None, 9).await.expect("a list");
        assert_eq!(open.len(), usize::from(seen), "{scope:?}");
    }
    let stranger = Actor { scope: foreign, ..hotel.actor(1) };
    let canceled = hotel.cancel(stranger, order).await;
    assert!(matches!(canceled, Err(ChangeError::NotFound)), "{canceled:?}");
    let mut tx = hotel.tx().await;
    let step = Step::To(HotelOrderState::ProductPreparation);
    let moved = orders::change(&mut tx, stranger, order, &step, factory::now()).await;
    assert!(matches!(moved, Err(ChangeError::NotFound)), "{moved:?}");
}

#[tokio::test]
async fn cancel_needs_state_role_and_version() {
    use HotelOrderState::{Canceled, DeliveryComplete, ElectronicInvoice, OrderRequest, ProductPreparation, Shipping};
    let hotel = HotelFixture::new().await;
    for (state, by_hotel, by_admin) in [
        (OrderRequest, true, true),
        (ProductPreparation, false, true),
        (ElectronicInvoice, false, true),
        (Shipping, false, false),
        (DeliveryComplete, false, false),
    ] {
        for (role, allowed) in [(OrderActor::Hotel, by_hotel), (OrderActor::SuperAdmin, by_admin)] {
            let order = hotel.place(1).await;
            let version = hotel.move_to(order, state).await;
            let stale = hotel.cancel(Actor { role, ..hotel.actor(version + 1) }, order).await;
            assert!(matches!(&stale, Err(ChangeError::VersionConflict(seen)) if seen.version == version), "{stale:?}");
            let done = hotel.cancel(Actor { role, ..hotel.actor(version) }, order).await;
            assert_eq!(done.is_ok(), allowed, "{state:?} {role:?}: {done:?}");
            if allowed {
                let again = hotel.cancel(Actor { role, ..hotel.actor(version + 1) }, order).await;
                assert!(matches!(again, Err(ChangeError::IllegalStep(Canceled))), "{again:?}");
            }
        }
    }
    assert_eq!(
        orders::sum_receivable(&mut connect(&hotel.db).await, hotel.hotel).await.expect("a sum").get(),
        5 * 105_600,
        "what was invoiced and not canceled is owed"
    );
}

#[tokio::test]
async fn cancel_is_no_step_forward() {
    let hotel = HotelFixture::new().await;
    let order = hotel.place(1).await;
    let refused = hotel.change(order, 1, HotelOrderState::Canceled).await;
    assert!(matches!(refused, Err(ChangeError::IllegalStep(HotelOrderState::OrderRequest))), "{refused:?}");
    let unknown = hotel.change(HotelOrderId::new(0), 1, HotelOrderState::ProductPreparation).await;
    assert!(matches!(unknown, Err(ChangeError::NotFound)), "{unknown:?}");
}

#[tokio::test]
async fn history_names_parcel_and_reason() {
    use HotelOrderState::{Canceled, ElectronicInvoice, OrderRequest, ProductPreparation, Shipping};

    let hotel = HotelFixture::new().await;
    let (shipped, canceled) = (hotel.place(1).await, hotel.place(1).await);
    hotel.ship(shipped).await;
    hotel.cancel(hotel.actor(1), canceled).await.expect("canceled");
    let mut conn = connect(&hotel.db).await;
    let mut notes = async |id| {
        let events = orders::list_events(&mut conn, id).await.expect("a list");
        events.into_iter().map(|event| (event.state, event.by, event.note)).collect::<Vec<_>>()
    };
    let event = |state, note: Option<&str>| (state, "Kim Haneul".to_owned(), note.map(str::to_owned));
    let expected = [
        event(OrderRequest, None),
        event(ProductPreparation, None),
        event(ElectronicInvoice, None),
        event(Shipping, Some("CJ 1")),
    ];
    assert_eq!(notes(shipped).await, expected);
    assert_eq!(notes(canceled).await, [event(OrderRequest, None), event(Canceled, Some("changed"))]);
    let found = orders::find(&mut conn, HotelScope::ALL, shipped).await.expect("a result").expect("the order");
    assert_eq!((found.courier_company.as_deref(), found.tracking_number.as_deref()), (Some("CJ"), Some("1")));
    let found = orders::find(&mut conn, HotelScope::ALL, canceled).await.expect("a result").expect("the order");
    assert_eq!((found.cancel_reason.as_deref(), found.courier_company), (Some("changed"), None));
}

#[tokio::test]
async fn lines_keep_the_product_as_it_was() {
    let hotel = HotelFixture::new().await;
    let (first, second) = (hotel.place(2).await, hotel.place(3).await);
    let mut dearer = hotel.product.spec.clone();
    dearer.unit_price = domain::Krw::new(1);
    dearer.name = "Conditioner".to_owned();
    let mut conn = connect(&hotel.db).await;
    assert!(products::set(&mut conn, hotel.product.id, &dearer, false).await.expect("set"));
    let lines = orders::list_lines(&mut conn, &[second, first]).await.expect("a list");
    let shown: Vec<_> = lines
        .iter()
        .map(|(order, line)| (*order, line.product_name.as_str(), line.quantity, line.total_ml, line.amount.get()))
        .collect();
    assert_eq!(shown, [(first, "Shampoo", 40, 12_000, 192_000), (second, "Shampoo", 60, 18_000, 288_000)]);
    assert!(products::list_orderable(&mut conn, &[hotel.product.id]).await.expect("a list").is_empty());
    assert!(products::exists(&mut conn, hotel.product.id).await.expect("a result"), "it is kept");
}

#[tokio::test]
async fn change_is_announced_to_managers_with_mail() {
    let hotel = HotelFixture::new().await;
    let second = hotel.user(HotelRole::HotelClient, "manager2", "lee@hotel.example").await;
    hotel.user(HotelRole::HotelClient, "manager3", "010-1234-5678").await;
    hotel.user(HotelRole::HotelClient, "manager4", "@hotel").await;
    hotel.user(HotelRole::Housekeeper, "keeper01", "park@hotel.example").await;
    hotel.user(HotelRole::SuperAdmin, "admin001", "choi@mine.example").await;
    let order = hotel.place(1).await;
    let mut tx = hotel.tx().await;
    let step = Step::To(HotelOrderState::ProductPreparation);
    let event = orders::change(&mut tx, hotel.actor(1), order, &step, factory::now()).await.expect("moved");
    let recipients = orders::list_recipients(&mut tx, event).await.expect("a list");
    assert_eq!(recipients, [hotel.user, second]);
    let notice = orders::find_notice(&mut tx, event, second).await.expect("a result").expect("a notice");
    assert_eq!((notice.order, notice.state, notice.total.get()), (order, HotelOrderState::ProductPreparation, 105_600));
    assert_eq!((notice.hotel.as_str(), notice.recipient.contact.as_str()), ("Hanbit Seoul", "lee@hotel.example"));
    assert!(!format!("{notice:?}").contains("lee@"), "logs hold no contact");
    let mut account = users::find(&mut tx, second).await.expect("a result").expect("the account");
    account.active = false;
    users::set_account(&mut tx, &account).await.expect("ended");
    assert_eq!(orders::list_recipients(&mut tx, event).await.expect("a list"), [hotel.user]);
    assert!(orders::find_notice(&mut tx, event, second).await.expect("a result").is_none(), "meanwhile it ended");
}

#[tokio::test]
async fn former_headquarters_gets_no_notice() {
    let hotel = HotelFixture::new().await;
    let group = insert_client(&mut connect(&hotel.db).await, HotelClientKind::HotelHeadquarters, "Hanbit Group").await;
    let buyer = hotel.user_of(Some(group), HotelRole::Headquarters, "buyer001", "lee@group.example").await;
    let manager = hotel.user;
    let hotel = HotelFixture { user: buyer, ..hotel };
    let (_, event) = hotel.order(1).await;
    let mut conn = connect(&hotel.db).await;
    for (headquarters, recipients) in [(Some(group), vec![manager, buyer]), (None, vec![manager])] {
        let (name, address) = ("Hanbit Seoul".to_owned(), "1 Test Road".to_owned());
        let form = ClientForm { name, address, headquarters, partner: None, active: true };
        clients::set(&mut conn, hotel.hotel, &form).await.expect("set");
        assert_eq!(orders::list_recipients(&mut conn, event).await.expect("a list"), recipients);
        let notice = orders::find_notice(&mut conn, event, buyer).await.expect("a result");
        assert_eq!(notice.is_some(), headquarters.is_some(), "{headquarters:?}");
    }
}

#[tokio::test]
async fn new_order_is_announced_to_super_admins() {
    let hotel = HotelFixture::new().await;
    let admin = hotel.user(HotelRole::SuperAdmin, "admin001", "choi@mine.example").await;
    hotel.user(HotelRole::SuperAdmin, "admin002", "02-123-4567").await;
    let (order, event) = hotel.order(1).await;
    let mut tx = hotel.tx().await;
    assert_eq!(orders::list_recipients(&mut tx, event).await.expect("a list"), [hotel.user, admin]);
    let by_admin = Actor { user: admin, ..hotel.actor(1) };
    let canceled = orders::cancel(&mut tx, by_admin, order, "sold out", factory::now()).await.expect("canceled");
    assert_eq!(
        orders::list_recipients(&mut tx, canceled).await.expect("a list"),
        [hotel.user],
        "not the one who did it"
    );
    drop(tx);
    let manager = hotel.user;
    let hotel = HotelFixture { user: admin, ..hotel };
    let (_, event) = hotel.order(1).await;
    let recipients = orders::list_recipients(&mut connect(&hotel.db).await, event).await.expect("a list");
    assert_eq!(recipients, [manager, admin], "who ordered, too");
}
