//! A hotel tenant for tests: a headquarters with two hotels, a hotel without one, two partners, and one user per role.

use axum::http::Method;
use db::hotel::clients::ClientForm;
use db::hotel::users::NewUser;
use db::{OwnerConn, TenantDb};
use domain::hotel::{HotelClientKind, HotelRole, UserDetails};
use domain::{HotelClientId, HotelUserId, Locale, LoginUserId, Name, TenantId, TenantKind};
use runtime::Clock as _;
use serde_json::{Value, json};
use testing::factory;

use crate::client::{Call, TestResponse};
use crate::test_app::{PASSWORD, TestApp};

/// The host of the hotel tenant.
pub const HOTEL_HOST: &str = "hotel.example";
/// The host of another hotel tenant.
pub const OTHER_HOTEL_HOST: &str = "inn.example";

/// Every role.
pub const ROLES: [HotelRole; 5] = [
    HotelRole::SuperAdmin,
    HotelRole::Headquarters,
    HotelRole::HotelClient,
    HotelRole::Housekeeper,
    HotelRole::Partner,
];

/// An account with a permanent password and an open session.
#[derive(Clone, Debug)]
pub struct HotelMember {
    pub id: HotelUserId,
    pub login: String,
    pub token: String,
}

/// The clients and users of a hotel tenant.
pub struct Hotels {
    pub db: TenantDb,
    pub host: &'static str,
    pub headquarters: HotelClientId,
    /// A hotel with the headquarters and the partner.
    pub hotel: HotelClientId,
    /// The other hotel of the headquarters.
    pub sister: HotelClientId,
    /// A hotel without headquarters and partner.
    pub stranger: HotelClientId,
    pub partner: HotelClientId,
    pub other_partner: HotelClientId,
    pub super_admin: HotelMember,
    pub headquarters_user: HotelMember,
    pub hotel_client: HotelMember,
    pub housekeeper: HotelMember,
    pub partner_user: HotelMember,
    /// The manager of `stranger`.
    pub stranger_client: HotelMember,
    pub other_partner_user: HotelMember,
}

impl Hotels {
    /// Creates the hotel tenant of [`HOTEL_HOST`].
    pub async fn new(app: &TestApp) -> Self {
        Self::on(app, "hotel", HOTEL_HOST).await
    }

    /// Creates another hotel tenant.
    pub async fn other(app: &TestApp) -> Self {
        Self::on(app, "inn", OTHER_HOTEL_HOST).await
    }

    async fn on(app: &TestApp, key: &str, host: &'static str) -> Self {
        let db = app.state.databases.tenant(seed(&app.url, key, host).await);
        app.state.directory.refresh().await;
        let client = async |kind, name: &str, headquarters, partner| {
            let form =
                ClientForm { name: name.into(), address: "1 Test Road".into(), headquarters, partner, active: true };
            let mut conn = db.acquire().await.expect("a connection");
            db::hotel::clients::insert(&mut conn, kind, &form, app.clock.now()).await.expect("the client is written")
        };
        let headquarters = client(HotelClientKind::HotelHeadquarters, "Hanbit Group", None, None).await;
        let partner = client(HotelClientKind::Partner, "Sensor Works", None, None).await;
        let other_partner = client(HotelClientKind::Partner, "Drop Count", None, None).await;
        let hotel = client(HotelClientKind::GeneralHotel, "Hanbit Seoul", Some(headquarters), Some(partner)).await;
        let sister = client(HotelClientKind::GeneralHotel, "Hanbit Busan", Some(headquarters), None).await;
        let stranger = client(HotelClientKind::GeneralHotel, "Lone Pine", None, None).await;
        let member = async |role, client| member(app, &db, role, client).await;
        Self {
            super_admin: member(HotelRole::SuperAdmin, None).await,
            headquarters_user: member(HotelRole::Headquarters, Some(headquarters)).await,
            hotel_client: member(HotelRole::HotelClient, Some(hotel)).await,
            housekeeper: member(HotelRole::Housekeeper, Some(hotel)).await,
            partner_user: member(HotelRole::Partner, Some(partner)).await,
            stranger_client: member(HotelRole::HotelClient, Some(stranger)).await,
            other_partner_user: member(HotelRole::Partner, Some(other_partner)).await,
            db,
            host,
            headquarters,
            hotel,
            sister,
            stranger,
            partner,
            other_partner,
        }
    }

    /// Returns the member with a role.
    pub const fn member(&self, role: HotelRole) -> &HotelMember {
        match role {
            HotelRole::SuperAdmin => &self.super_admin,
            HotelRole::Headquarters => &self.headquarters_user,
            HotelRole::HotelClient => &self.hotel_client,
            HotelRole::Housekeeper => &self.housekeeper,
            HotelRole::Partner => &self.partner_user,
        }
    }

    /// Creates a call of a member.
    pub fn call(&self, app: &TestApp, member: &HotelMember, method: Method, path: &str) -> Call {
        app.call_host(self.host, method, path).token(&member.token)
    }

    pub async fn get(&self, app: &TestApp, member: &HotelMember, path: &str) -> TestResponse {
        self.call(app, member, Method::GET, path).send().await
    }

    pub async fn post(&self, app: &TestApp, member: &HotelMember, path: &str, body: &Value) -> TestResponse {
        self.call(app, member, Method::POST, path).json(body).send().await
    }

    pub async fn put(&self, app: &TestApp, member: &HotelMember, path: &str, body: &Value) -> TestResponse {
        self.call(app, member, Method::PUT, path).json(body).send().await
    }

    pub async fn delete(&self, app: &TestApp, member: &HotelMember, path: &str) -> TestResponse {
        self.call(app, member, Method::DELETE, path).send().await
    }

    pub async fn login(&self, app: &TestApp, login: &str, password: &str) -> TestResponse {
        let body = json!({"loginId": login, "password": password});
        app.call_host(self.host, Method::POST, "/hotel/auth/login").json(&body).send().await
    }

    /// Signs in and returns the account with its new token.
    pub async fn sign_in(&self, app: &TestApp, login: &str, password: &str) -> HotelMember {
        let response = self.login(app, login, password).await;
        let user = response.expect(200)["user"].clone();
        let cookie = response.header("set-cookie").expect("a cookie");
        let token = cookie.split(['=', ';']).nth(1).expect("a token").to_owned();
        HotelMember { id: user["id"].as_i64().expect("an id").into(), login: login.to_owned(), token }
    }
}

async fn seed(url: &str, key: &str, host: &str) -> TenantId {
    let mut owner = OwnerConn::connect(url).await.expect("the database answers");
    let mut seed = factory::tenant_seed(key);
    seed.settings.kind = TenantKind::Hotel;
    seed.settings.hosts = vec![host.to_owned()];
    seed.settings.default_locale = Locale::En;
    seed.institutions.clear();
    seed.patients.clear();
    db::seed::tenant(&mut owner, &seed, factory::now()).await.expect("the seed is written").tenant_id
}

/// Inserts an account with the password [`PASSWORD`], and a session.
async fn member(app: &TestApp, db: &TenantDb, role: HotelRole, client: Option<HotelClientId>) -> HotelMember {
    let login = format!("{}{}", role.as_str().replace('_', ""), client.map_or(0, HotelClientId::get));
    let hash = app.password_hash().await;
    let new = NewUser {
        client,
        role,
        login_id: LoginUserId::parse(&login).expect("a sign-in name"),
        password_hash: hash.clone(),
        name: Name::parse("Kim Haneul").expect("a name"),
        details: UserDetails::default(),
    };
    let now = app.clock.now();
    let mut conn = db.acquire().await.expect("a connection");
    let id = db::hotel::users::insert(&mut conn, &new, now).await.expect("the account is written");
    db::hotel::users::set_password(&mut conn, id, &hash).await.expect("the password is written");
    let (token, token_hash) = api::services::token::issue(&app.state.random);
    db::hotel::sessions::insert(&mut conn, id, &token_hash, now).await.expect("the session is written");
    HotelMember { id, login, token }
}

#[tokio::test]
async fn member_of_every_role_signs_in() {
    let app = TestApp::new().await;
    let hotels = Hotels::new(&app).await;
    for (role, client, names) in [
        (HotelRole::SuperAdmin, Value::Null, vec!["Hanbit Busan", "Hanbit Seoul", "Lone Pine"]),
        (HotelRole::Headquarters, json!("hotel_headquarters"), vec!["Hanbit Busan", "Hanbit Seoul"]),
        (HotelRole::HotelClient, json!("general_hotel"), vec!["Hanbit Seoul"]),
        (HotelRole::Housekeeper, json!("general_hotel"), vec!["Hanbit Seoul"]),
        (HotelRole::Partner, json!("partner"), vec!["Hanbit Seoul"]),
    ] {
        let member = hotels.sign_in(&app, &hotels.member(role).login.to_uppercase(), PASSWORD).await;
        let me = hotels.get(&app, &member, "/hotel/auth/me").await.expect(200);
        assert_eq!((&me["role"], &me["client"]["kind"]), (&json!(role.as_str()), &client));
        let shown: Vec<_> = me["hotels"].as_array().expect("a list").iter().map(|hotel| &hotel["name"]).collect();
        assert_eq!(shown, names, "{}", role.as_str());
        let permissions: Vec<_> = role.permissions().map(domain::hotel::HotelPermission::as_str).collect();
        assert_eq!(me["permissions"], json!(permissions));
        assert_eq!(me["idleSeconds"], if role == HotelRole::Housekeeper { 43_200 } else { 1_800 });
    }
}
