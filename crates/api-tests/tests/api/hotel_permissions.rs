//! Every operation of a hotel tenant by every role, at other hotels, at other tenants and on the other product's hosts.

use axum::http::Method;
use domain::hotel::HotelPermission as P;
use serde_json::{Value, json};

use crate::hotel::{HOTEL_HOST, Hotels, OTHER_HOTEL_HOST, ROLES};
use crate::test_app::{HOST, TestApp};

/// Every operation of a user with the permission that it requires. None means that every role may call it.
const HOTEL_CALLS: &[(Method, &str, Option<P>)] = &[
    (Method::GET, "/hotel/auth/me", None),
    (Method::PUT, "/hotel/auth/password", None),
    (Method::GET, "/hotel/clients", Some(P::ReadClients)),
    (Method::POST, "/hotel/clients", Some(P::ManageClients)),
    (Method::GET, "/hotel/clients/{id}", Some(P::ReadClients)),
    (Method::PUT, "/hotel/clients/{id}", Some(P::ManageClients)),
    (Method::GET, "/hotel/users", Some(P::ManageUsers)),
    (Method::POST, "/hotel/users", Some(P::ManageUsers)),
    (Method::PUT, "/hotel/users/{id}", Some(P::ManageUsers)),
    (Method::DELETE, "/hotel/users/{id}", Some(P::ManageUsers)),
    (Method::POST, "/hotel/users/{id}/reset-password", Some(P::ManageUsers)),
    (Method::GET, "/hotel/housekeepers", Some(P::ManageHousekeepers)),
    (Method::POST, "/hotel/housekeepers", Some(P::ManageHousekeepers)),
    (Method::PUT, "/hotel/housekeepers/{id}", Some(P::ManageHousekeepers)),
    (Method::DELETE, "/hotel/housekeepers/{id}", Some(P::ManageHousekeepers)),
    (Method::POST, "/hotel/housekeepers/{id}/reset-password", Some(P::ManageHousekeepers)),
    (Method::GET, "/hotel/api-keys", Some(P::ManageApiKeys)),
    (Method::POST, "/hotel/api-keys", Some(P::ManageApiKeys)),
    (Method::PUT, "/hotel/api-keys/{id}", Some(P::ManageApiKeys)),
    (Method::DELETE, "/hotel/api-keys/{id}", Some(P::ManageApiKeys)),
    (Method::GET, "/hotel/products", Some(P::ReadProducts)),
    (Method::POST, "/hotel/products", Some(P::ManageProducts)),
    (Method::PUT, "/hotel/products/{id}", Some(P::ManageProducts)),
    (Method::POST, "/hotel/quotes", Some(P::PlaceOrders)),
    (Method::GET, "/hotel/orders", Some(P::ReadOrders)),
    (Method::POST, "/hotel/orders", Some(P::PlaceOrders)),
    (Method::GET, "/hotel/orders.csv", Some(P::ReadOrders)),
    (Method::GET, "/hotel/orders/{id}", Some(P::ReadOrders)),
    (Method::POST, "/hotel/orders/{id}/advance", Some(P::MoveOrders)),
    (Method::POST, "/hotel/orders/{id}/cancel", Some(P::PlaceOrders)),
    (Method::GET, "/hotel/hotels/{hotelId}/stock", Some(P::ReadStock)),
    (Method::PUT, "/hotel/hotels/{hotelId}/stock/{productId}", Some(P::ManageStock)),
    (Method::POST, "/hotel/hotels/{hotelId}/stock/{productId}/counts", Some(P::ManageStock)),
    (Method::GET, "/hotel/hotels/{hotelId}/stock/{productId}/entries", Some(P::ReadStock)),
    (Method::GET, "/hotel/hotels/{hotelId}/rooms", Some(P::ReadRooms)),
    (Method::POST, "/hotel/hotels/{hotelId}/rooms", Some(P::ManageRooms)),
    (Method::PUT, "/hotel/rooms/{id}", Some(P::ManageRooms)),
    (Method::DELETE, "/hotel/rooms/{id}", Some(P::ManageRooms)),
    (Method::POST, "/hotel/rooms/{id}/dispensers", Some(P::ManageRooms)),
    (Method::PUT, "/hotel/dispensers/{id}", Some(P::ManageRooms)),
    (Method::DELETE, "/hotel/dispensers/{id}", Some(P::ManageRooms)),
    (Method::POST, "/hotel/dispensers/{id}/refills", Some(P::RefillDispensers)),
    (Method::GET, "/hotel/hotels/{hotelId}/refills", Some(P::ReadRefills)),
    (Method::GET, "/hotel/hotels/{hotelId}/sensors", Some(P::ReadSensors)),
    (Method::POST, "/hotel/hotels/{hotelId}/sensors", Some(P::ManageSensors)),
    (Method::PUT, "/hotel/sensors/{id}", Some(P::ManageSensors)),
    (Method::GET, "/hotel/sensors/{id}/days", Some(P::ReadSensors)),
    (Method::GET, "/hotel/environment", Some(P::ReadEnvironment)),
    (Method::GET, "/hotel/environment.csv", Some(P::ReadEnvironment)),
    (Method::GET, "/hotel/hotels/{hotelId}/dashboard", Some(P::ReadHotelDashboard)),
    (Method::GET, "/hotel/dashboard", Some(P::ReadOverview)),
    // ends the session, so it comes last
    (Method::POST, "/hotel/auth/logout", None),
];

/// An operation of the OpenAPI document.
struct Operation {
    method: Method,
    path: String,
    security: Option<String>,
}

/// Returns every operation of the document.
fn operations() -> Vec<Operation> {
    let document = serde_json::to_value(api::openapi()).expect("JSON");
    let mut all = Vec::new();
    for (path, operations) in document["paths"].as_object().expect("paths") {
        for (method, operation) in operations.as_object().expect("operations") {
            let scheme = operation["security"][0].as_object().and_then(|security| security.keys().next().cloned());
            let method = method.to_uppercase().parse().expect("a method");
            all.push(Operation { method, path: path.clone(), security: scheme });
        }
    }
    all
}

/// Replaces each parameter of a path with an unknown id.
fn fill_path(path: &str) -> String {
    let parts = path.split('/').map(|part| if part.starts_with('{') { "999999" } else { part });
    parts.collect::<Vec<_>>().join("/")
}

fn is_hotel(path: &str) -> bool {
    path.starts_with("/hotel/")
}

/// Fails for an operation without a row here, whose permission is not tested.
#[test]
fn role_matrix_covers_every_hotel_operation() {
    let known = operations();
    for one in known.iter().filter(|one| is_hotel(&one.path)) {
        let (method, path) = (&one.method, &one.path);
        match one.security.as_deref() {
            Some("hotel") => {
                let row = HOTEL_CALLS.iter().find(|(own, row, _)| own == method && row == path);
                assert!(row.is_some(), "{method} {path}");
            }
            Some("partnerKey") => {}
            None => assert_eq!(path, "/hotel/auth/login", "{method} {path} needs a session"),
            Some(other) => panic!("{method} {path} has the security {other}"),
        }
    }
    for (method, path, _) in HOTEL_CALLS {
        assert!(known.iter().any(|one| one.method == *method && one.path == *path), "{method} {path} is gone");
    }
}

#[tokio::test]
async fn hotel_role_without_permission_is_denied() {
    let app = TestApp::new().await;
    let hotels = Hotels::new(&app).await;
    for role in &ROLES {
        let member = hotels.member(*role);
        let mut denied = 0;
        for (method, path, permission) in HOTEL_CALLS {
            let call = hotels.call(&app, member, method.clone(), &fill_path(path));
            let call = if *method == Method::GET { call } else { call.json(&json!({})) };
            let response = call.send().await;
            let is_allowed = permission.is_none_or(|permission| role.may(permission));
            let is_forbidden = response.status.as_u16() == 403 && response.problem(403) == "forbidden";
            assert_eq!(is_forbidden, !is_allowed, "{method} {path} by {}: {}", role.as_str(), response.text);
            assert!(!response.status.is_server_error(), "{method} {path} by {}: {}", role.as_str(), response.text);
            denied += i64::from(is_forbidden);
        }
        let rows = format!("access_log where action = 'access_denied' and login_id = '{}'", member.login);
        assert_eq!(app.count(&rows).await, denied, "{}", role.as_str());
    }
    let reason = "access_log where reason = 'PUT /api/v1/hotel/users/{id}: manage_users'";
    assert_eq!(app.count(reason).await, 4, "the four other roles");
}

#[tokio::test]
async fn hotel_call_without_session_is_refused() {
    let app = TestApp::new().await;
    let hotels = Hotels::new(&app).await;
    let other = Hotels::other(&app).await;
    let patient = app.patient().await;
    for one in operations().iter().filter(|one| is_hotel(&one.path) && one.security.is_some()) {
        let path = fill_path(&one.path);
        let call = |host| app.call_host(host, one.method.clone(), &path).json(&json!({}));
        assert_eq!(call(HOTEL_HOST).send().await.problem(401), "unauthorized", "{} {path} by nobody", one.method);
        for (host, token) in [
            (HOTEL_HOST, &patient.token),
            (OTHER_HOTEL_HOST, &hotels.super_admin.token),
            (HOTEL_HOST, &other.super_admin.token),
        ] {
            let response = call(host).token(token).send().await;
            assert_eq!(response.problem(401), "unauthorized", "{} {path} at {host}", one.method);
        }
    }
}

/// No operation of one hotel works for users outside of it, or reveals that the hotel exists.
#[tokio::test]
async fn other_hotels_are_not_found() {
    let app = TestApp::new().await;
    let hotels = Hotels::new(&app).await;
    let outside = [
        (&hotels.headquarters_user, hotels.stranger),
        (&hotels.hotel_client, hotels.sister),
        (&hotels.housekeeper, hotels.sister),
        (&hotels.partner_user, hotels.sister),
        (&hotels.stranger_client, hotels.hotel),
        // clients that are not hotels
        (&hotels.super_admin, hotels.headquarters),
        (&hotels.super_admin, hotels.partner),
    ];
    for one in operations().iter().filter(|one| one.path.contains("{hotelId}")) {
        for (member, hotel) in outside {
            let path = fill_path(&one.path.replace("{hotelId}", &hotel.to_string()));
            let nothing = fill_path(&one.path);
            let send = async |path: &str| {
                let call = hotels.call(&app, member, one.method.clone(), path);
                if one.method == Method::GET { call.send().await } else { call.json(&json!({})).send().await }
            };
            let (there, nowhere) = (send(&path).await, send(&nothing).await);
            let name = format!("{} {path} by {}: {}", one.method, member.login, there.text);
            assert!(matches!(there.status.as_u16(), 403 | 404 | 422), "{name}");
            assert_eq!(there.status, nowhere.status, "{name}");
            assert!(one.method != Method::GET || there.status != 422, "{name}");
        }
    }
}

#[tokio::test]
async fn products_are_separated_by_host() {
    let app = TestApp::new().await;
    let hotels = Hotels::new(&app).await;
    let shared = ["/tenant", "/tenant/banner", "/tenant/icon", "/tenant/logo", "/tenant/manifest", "/openapi.json"];
    let served = operations();
    for one in served.iter().filter(|one| !shared.contains(&one.path.as_str()) && !one.path.starts_with("/ops/")) {
        let path = fill_path(&one.path);
        let (own, other) = if is_hotel(&path) { (HOTEL_HOST, HOST) } else { (HOST, HOTEL_HOST) };
        let call = |host| app.call_host(host, one.method.clone(), &path).token(&hotels.super_admin.token);
        let response = call(other).json(&json!({})).send().await;
        assert_eq!(response.problem(404), "unknown_tenant", "{} {path} at {other}", one.method);
        let response = call(own).json(&json!({})).send().await;
        assert!(!response.text.contains("unknown_tenant"), "{} {path} at {own}: {}", one.method, response.text);
    }
    for (host, kind) in [(HOST, "dental"), (HOTEL_HOST, "hotel")] {
        let tenant = app.call_host(host, Method::GET, "/tenant").send().await.expect(200);
        assert_eq!(tenant["tenant"]["kind"], kind);
    }
}

/// The first call to a new tenant finds it, and finds no other product.
#[tokio::test]
async fn new_tenant_serves_its_product_at_once() {
    let app = TestApp::new().await;
    Hotels::new(&app).await;
    let rename = "update tenant_hosts set host = 'new.example' where host = 'hotel.example'";
    sqlx::query(rename).execute(&mut app.superuser().await).await.expect("the host is renamed");
    tokio::time::sleep(std::time::Duration::from_millis(1_050)).await;
    let patients = app.call_host("new.example", Method::GET, "/patients/me").send().await;
    assert_eq!(patients.problem(404), "unknown_tenant");
    let hotels = app.call_host("new.example", Method::GET, "/hotel/auth/me").send().await;
    assert_eq!(hotels.problem(401), "unauthorized");
}

#[tokio::test]
async fn tenant_keeps_its_kind() {
    let app = TestApp::new().await;
    let done = sqlx::query("update tenants set kind = 'hotel'").execute(&mut app.superuser().await).await;
    assert!(done.expect_err("refused").to_string().contains("never changes"));
}

#[tokio::test]
async fn clients_are_listed_in_scope() {
    let app = TestApp::new().await;
    let hotels = Hotels::new(&app).await;
    for (member, all, seen) in [
        (&hotels.super_admin, 6, hotels.stranger),
        (&hotels.headquarters_user, 3, hotels.sister),
        (&hotels.hotel_client, 1, hotels.hotel),
        (&hotels.partner_user, 2, hotels.hotel),
        (&hotels.other_partner_user, 1, hotels.other_partner),
    ] {
        let list = hotels.get(&app, member, "/hotel/clients").await.expect(200);
        assert_eq!(list["items"].as_array().expect("a list").len(), all, "{}", member.login);
        hotels.get(&app, member, &format!("/hotel/clients/{seen}")).await.expect(200);
    }
    for (member, hidden) in [
        (&hotels.headquarters_user, hotels.stranger),
        (&hotels.headquarters_user, hotels.partner),
        (&hotels.hotel_client, hotels.headquarters),
        (&hotels.partner_user, hotels.sister),
        (&hotels.partner_user, hotels.other_partner),
    ] {
        let response = hotels.get(&app, member, &format!("/hotel/clients/{hidden}")).await;
        assert_eq!(response.problem(404), "not_found", "{} {hidden}", member.login);
    }
    let of_kind = hotels.get(&app, &hotels.super_admin, "/hotel/clients?kind=general_hotel").await.expect(200);
    let names: Vec<&Value> = of_kind["items"].as_array().expect("a list").iter().map(|one| &one["name"]).collect();
    assert_eq!(names, ["Hanbit Busan", "Hanbit Seoul", "Lone Pine"]);
    let response = hotels.get(&app, &hotels.super_admin, "/hotel/clients?kind=castle").await;
    assert_eq!(response.invalid_fields(), ["kind.format"]);
}
