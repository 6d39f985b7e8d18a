//! Sign-in at a hotel tenant, and the accounts and clients that its users manage.

use axum::http::Method;
use chrono::TimeDelta;
use domain::hotel::HotelRole;
use serde_json::{Value, json};

use crate::hotel::{HOTEL_HOST, HotelMember, Hotels, ROLES};
use crate::test_app::{PASSWORD, TestApp};

const NEW_PASSWORD: &str = "Blue7-Kettle!";

fn text(value: &Value) -> &str {
    value.as_str().expect("text")
}

impl Hotels {
    async fn is_signed_in(&self, app: &TestApp, member: &HotelMember) -> bool {
        let call = self.call(app, member, Method::GET, "/hotel/auth/me").header("x-poll", "1");
        call.send().await.status == 200
    }

    async fn count_log(&self, app: &TestApp, action: &str) -> i64 {
        app.count(&format!("access_log where tenant_id = {} and action = '{action}'", self.db.tenant())).await
    }
}

#[tokio::test]
async fn hotel_sign_in_sets_strict_cookie() {
    let app = TestApp::new().await;
    let hotels = Hotels::new(&app).await;
    let response = hotels.login(&app, &hotels.hotel_client.login, PASSWORD).await;
    response.expect(200);
    let cookie = response.header("set-cookie").expect("a cookie").to_owned();
    assert!(cookie.starts_with("__Host-hotelAuthorization="), "{cookie}");
    assert!(cookie.ends_with("; Path=/; Max-Age=43200; HttpOnly; SameSite=Strict; Secure"), "{cookie}");
    let pair = cookie.split(';').next().expect("a pair");
    let me = |site: Option<&'static str>| {
        let call = app.call_host(HOTEL_HOST, Method::GET, "/hotel/auth/me").header("cookie", pair);
        match site {
            Some(site) => call.header("sec-fetch-site", site),
            None => call,
        }
    };
    me(Some("same-origin")).send().await.expect(200);
    assert_eq!(me(Some("cross-site")).send().await.problem(403), "cross_site");
    assert_eq!(me(None).send().await.problem(403), "cross_site");
}

#[tokio::test]
async fn failed_hotel_sign_ins_are_logged_and_limited() {
    let app = TestApp::new().await;
    let hotels = Hotels::new(&app).await;
    let login = &hotels.hotel_client.login;
    for (login, password) in [(login.as_str(), "Wrong-1234!"), ("nobody1", PASSWORD), ("no such name", PASSWORD)] {
        assert_eq!(hotels.login(&app, login, password).await.problem(401), "invalid_credentials");
    }
    assert_eq!(hotels.login(&app, "", "").await.invalid_fields(), ["loginId.required", "password.required"]);
    assert_eq!(hotels.count_log(&app, "sign_in_failed").await, 3);
    hotels.login(&app, login, PASSWORD).await.expect(200);
    assert_eq!(app.count(&format!("access_log where action = 'sign_in' and login_id = '{login}'")).await, 1);
    for _ in 0..10 {
        hotels.login(&app, login, "Wrong-1234!").await.problem(401);
    }
    let refused = hotels.login(&app, login, PASSWORD).await;
    assert_eq!(refused.problem(429), "too_many_requests");
    assert!(refused.header("retry-after").is_some());
    hotels.login(&app, &hotels.super_admin.login, PASSWORD).await.expect(200);
}

#[tokio::test]
async fn temporary_hotel_password_signs_in_once() {
    let app = TestApp::new().await;
    let hotels = Hotels::new(&app).await;
    let body = json!({"loginId": "keeper01", "name": "Lee Areum", "contact": "010-1234-5678", "classification": "3F"});
    let made = hotels.post(&app, &hotels.hotel_client, "/hotel/housekeepers", &body).await.expect(201);
    assert_eq!((&made["user"]["role"], &made["user"]["mustChangePassword"]), (&json!("housekeeper"), &json!(true)));
    let first = text(&made["temporaryPassword"]).to_owned();
    let keeper = hotels.sign_in(&app, "keeper01", &first).await;
    assert_eq!(hotels.login(&app, "keeper01", &first).await.problem(401), "temporary_password_expired");
    let rooms = format!("/hotel/hotels/{}/rooms", hotels.hotel);
    assert_eq!(hotels.get(&app, &keeper, &rooms).await.problem(403), "password_change_required");
    let me = hotels.get(&app, &keeper, "/hotel/auth/me").await.expect(200);
    assert_eq!(me["mustChangePassword"], true);
    for (password, wrong) in
        [(first.as_str(), "password.used"), ("short1!", "password.format"), ("keeper01-Ab!", "password.personal")]
    {
        let response = hotels.put(&app, &keeper, "/hotel/auth/password", &json!({"password": password})).await;
        assert_eq!(response.invalid_fields(), [wrong]);
    }
    hotels.put(&app, &keeper, "/hotel/auth/password", &json!({"password": NEW_PASSWORD})).await.expect(204);
    hotels.get(&app, &keeper, &rooms).await.expect(200);
    hotels.sign_in(&app, "keeper01", NEW_PASSWORD).await;

    let path = format!("/hotel/housekeepers/{}/reset-password", keeper.id);
    let reset = hotels.post(&app, &hotels.hotel_client, &path, &json!({})).await.expect(200);
    assert!(!hotels.is_signed_in(&app, &keeper).await, "its sessions end");
    app.clock.advance(TimeDelta::hours(72));
    let late = hotels.login(&app, "keeper01", text(&reset["temporaryPassword"])).await;
    assert_eq!(late.problem(401), "temporary_password_expired");
    assert_eq!(app.count("access_log where action = 'password_reset' and reason = 'keeper01'").await, 1);
}

#[tokio::test]
async fn two_sign_ins_share_no_temporary_password() {
    let app = TestApp::new().await;
    let hotels = Hotels::new(&app).await;
    let body = json!({"loginId": "keeper01", "name": "Lee Areum"});
    let made = hotels.post(&app, &hotels.hotel_client, "/hotel/housekeepers", &body).await.expect(201);
    let password = text(&made["temporaryPassword"]);
    let (one, two) = tokio::join!(hotels.login(&app, "keeper01", password), hotels.login(&app, "keeper01", password));
    let mut statuses = [one.status.as_u16(), two.status.as_u16()];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 401]);
}

#[tokio::test]
async fn hotel_password_change_needs_the_present_one() {
    let app = TestApp::new().await;
    let hotels = Hotels::new(&app).await;
    let user = &hotels.headquarters_user;
    let elsewhere = hotels.sign_in(&app, &user.login, PASSWORD).await;
    let change = async |body: Value| hotels.put(&app, user, "/hotel/auth/password", &body).await;
    assert_eq!(change(json!({"password": NEW_PASSWORD})).await.invalid_fields(), ["present.required"]);
    let wrong = json!({"present": "Wrong-1234!", "password": NEW_PASSWORD});
    assert_eq!(change(wrong).await.invalid_fields(), ["present.mismatch"]);
    change(json!({"present": PASSWORD, "password": NEW_PASSWORD})).await.expect(204);
    assert!(hotels.is_signed_in(&app, user).await && !hotels.is_signed_in(&app, &elsewhere).await);
    hotels.login(&app, &user.login, PASSWORD).await.problem(401);
    hotels.login(&app, &user.login, NEW_PASSWORD).await.expect(200);
    assert_eq!(hotels.count_log(&app, "password_changed").await, 1);
}

#[tokio::test]
async fn idle_hotel_session_ends_by_role() {
    let app = TestApp::new().await;
    let hotels = Hotels::new(&app).await;
    app.clock.advance(TimeDelta::minutes(29));
    assert!(hotels.is_signed_in(&app, &hotels.hotel_client).await);
    app.clock.advance(TimeDelta::minutes(2));
    assert!(!hotels.is_signed_in(&app, &hotels.hotel_client).await, "a poll is no use");
    app.clock.advance(TimeDelta::hours(11));
    hotels.get(&app, &hotels.housekeeper, "/hotel/auth/me").await.expect(200);
    app.clock.advance(TimeDelta::minutes(30));
    assert!(!hotels.is_signed_in(&app, &hotels.housekeeper).await, "twelve hours are over");
}

#[tokio::test]
async fn hotel_sign_out_ends_the_session() {
    let app = TestApp::new().await;
    let hotels = Hotels::new(&app).await;
    let user = &hotels.partner_user;
    let other = hotels.sign_in(&app, &user.login, PASSWORD).await;
    let done = hotels.post(&app, user, "/hotel/auth/logout", &json!({})).await;
    done.expect(204);
    let cookie = done.header("set-cookie").expect("a cookie");
    assert!(cookie.starts_with("__Host-hotelAuthorization=; Path=/; Max-Age=0;"), "{cookie}");
    assert!(!hotels.is_signed_in(&app, user).await && hotels.is_signed_in(&app, &other).await);
    assert_eq!(hotels.count_log(&app, "sign_out").await, 1);
}

#[tokio::test]
async fn role_of_new_user_fits_the_client() {
    let app = TestApp::new().await;
    let hotels = Hotels::new(&app).await;
    let clients = [
        (None, vec![HotelRole::SuperAdmin]),
        (Some(hotels.hotel), vec![HotelRole::HotelClient, HotelRole::Housekeeper]),
        (Some(hotels.headquarters), vec![HotelRole::Headquarters]),
        (Some(hotels.partner), vec![HotelRole::Partner]),
    ];
    for (at, (client, allowed)) in clients.into_iter().enumerate() {
        for role in ROLES {
            let login = format!("new{at}{}", role.as_str().replace('_', "")).chars().take(20).collect::<String>();
            let body = json!({"loginId": login, "name": "Choi Byeol", "role": role.as_str(), "clientId": client.map(domain::HotelClientId::get)});
            let response = hotels.post(&app, &hotels.super_admin, "/hotel/users", &body).await;
            if allowed.contains(&role) {
                assert_eq!(response.expect(201)["user"]["role"], role.as_str());
            } else {
                let field = match (client, role) {
                    (None, _) => "clientId.required",
                    (_, HotelRole::SuperAdmin) => "clientId.mismatch",
                    _ => "role.mismatch",
                };
                assert_eq!(response.invalid_fields(), [field], "{body}");
            }
        }
    }
    let wrong = json!({"loginId": "a", "name": "", "role": "king", "clientId": 999_999});
    let response = hotels.post(&app, &hotels.super_admin, "/hotel/users", &wrong).await;
    assert_eq!(response.invalid_fields(), ["loginId.format", "role.format", "name.required"]);
    let unknown = json!({"loginId": "new9", "name": "Choi", "role": "partner", "clientId": 999_999});
    let response = hotels.post(&app, &hotels.super_admin, "/hotel/users", &unknown).await;
    assert_eq!(response.invalid_fields(), ["clientId.unknown"]);
    let taken = json!({"loginId": hotels.housekeeper.login.to_uppercase(), "name": "Choi", "role": "super_admin"});
    let response = hotels.post(&app, &hotels.super_admin, "/hotel/users", &taken).await;
    assert_eq!(response.invalid_fields(), ["loginId.taken"]);
}

#[tokio::test]
async fn deactivated_user_is_signed_out_and_returns() {
    let app = TestApp::new().await;
    let hotels = Hotels::new(&app).await;
    let user = &hotels.hotel_client;
    let path = format!("/hotel/users/{}", user.id);
    hotels.delete(&app, &hotels.super_admin, &path).await.expect(204);
    assert!(!hotels.is_signed_in(&app, user).await);
    assert_eq!(hotels.login(&app, &user.login, PASSWORD).await.problem(401), "invalid_credentials");
    let reset = hotels.post(&app, &hotels.super_admin, &format!("{path}/reset-password"), &json!({})).await;
    assert_eq!(reset.problem(409), "illegal_transition");
    let body = json!({"active": true, "memo": "back from leave"});
    let back = hotels.put(&app, &hotels.super_admin, &path, &body).await.expect(200);
    assert_eq!(back["user"]["memo"], "back from leave");
    assert!(!hotels.is_signed_in(&app, user).await, "the old session does not come back");
    assert_eq!(hotels.login(&app, &user.login, PASSWORD).await.problem(401), "invalid_credentials");
    hotels.login(&app, &user.login, text(&back["temporaryPassword"])).await.expect(200);
    let kept = hotels.put(&app, &hotels.super_admin, &path, &json!({"name": "Han Sol"})).await.expect(200);
    assert_eq!((&kept["temporaryPassword"], &kept["user"]["memo"]), (&Value::Null, &json!("back from leave")));
    assert_eq!(hotels.count_log(&app, "hotel_user_changed").await, 3);
}

#[tokio::test]
async fn last_super_admin_stays() {
    let app = TestApp::new().await;
    let hotels = Hotels::new(&app).await;
    let admin = &hotels.super_admin;
    let path = format!("/hotel/users/{}", admin.id);
    assert_eq!(hotels.delete(&app, admin, &path).await.problem(409), "last_admin");
    assert_eq!(hotels.put(&app, admin, &path, &json!({"active": false})).await.problem(409), "last_admin");
    let own = hotels.post(&app, admin, &format!("{path}/reset-password"), &json!({})).await;
    assert_eq!(own.problem(409), "illegal_transition");
    let body = json!({"loginId": "second1", "name": "Second", "role": "super_admin"});
    let second = hotels.post(&app, admin, "/hotel/users", &body).await.expect(201);
    let other = format!("/hotel/users/{}", second["user"]["id"]);
    // of two concurrent calls, one would remove the last admin
    let (one, two) = tokio::join!(hotels.delete(&app, admin, &path), hotels.delete(&app, admin, &other));
    let mut statuses = [one.status.as_u16(), two.status.as_u16()];
    statuses.sort_unstable();
    assert!([[204, 409], [204, 401]].contains(&statuses), "{statuses:?}");
    let left = format!("hotel_users where role = 'super_admin' and active and tenant_id = {}", hotels.db.tenant());
    assert_eq!(app.count(&left).await, 1);
}

#[tokio::test]
async fn housekeepers_belong_to_their_hotel() {
    let app = TestApp::new().await;
    let hotels = Hotels::new(&app).await;
    let (own, stranger, admin) = (&hotels.hotel_client, &hotels.stranger_client, &hotels.super_admin);
    let names = async |member: &HotelMember, query: &str| {
        let list = hotels.get(&app, member, &format!("/hotel/housekeepers{query}")).await.expect(200);
        list["items"].as_array().expect("a list").len()
    };
    assert_eq!((names(own, "").await, names(stranger, "").await, names(admin, "").await), (1, 0, 1));
    assert_eq!(names(admin, &format!("?hotelId={}", hotels.stranger)).await, 0);
    let elsewhere = hotels.get(&app, own, &format!("/hotel/housekeepers?hotelId={}", hotels.sister)).await;
    assert_eq!(elsewhere.problem(404), "not_found");
    let path = format!("/hotel/housekeepers/{}", hotels.housekeeper.id);
    assert_eq!(hotels.put(&app, stranger, &path, &json!({"name": "Thief"})).await.problem(404), "not_found");
    assert_eq!(hotels.delete(&app, stranger, &path).await.problem(404), "not_found");
    let reset = format!("{path}/reset-password");
    assert_eq!(hotels.post(&app, stranger, &reset, &json!({})).await.problem(404), "not_found");
    // the manager of the own hotel is not a housekeeper
    let manager = format!("/hotel/housekeepers/{}", own.id);
    assert_eq!(hotels.delete(&app, own, &manager).await.problem(404), "not_found");
    let body = json!({"loginId": "keeper01", "name": "Lee Areum", "hotelId": hotels.sister});
    assert_eq!(hotels.post(&app, own, "/hotel/housekeepers", &body).await.problem(404), "not_found");
    hotels.post(&app, admin, "/hotel/housekeepers", &body).await.expect(201);
    let nowhere = json!({"loginId": "keeper02", "name": "Lee Areum"});
    let response = hotels.post(&app, admin, "/hotel/housekeepers", &nowhere).await;
    assert_eq!(response.invalid_fields(), ["hotelId.required"]);
    let changed = hotels.put(&app, own, &path, &json!({"classification": "Night shift"})).await.expect(200);
    assert_eq!(changed["user"]["classification"], "Night shift");
    hotels.delete(&app, own, &path).await.expect(204);
    assert!(!hotels.is_signed_in(&app, &hotels.housekeeper).await);
}

#[tokio::test]
async fn affiliations_are_of_the_right_kind() {
    let app = TestApp::new().await;
    let hotels = Hotels::new(&app).await;
    let admin = &hotels.super_admin;
    let client = |kind: &str, name: &str, headquarters: Option<i64>, partner: Option<i64>| json!({"kind": kind, "name": name, "address": "1 Sea Road", "headquartersId": headquarters, "partnerId": partner});
    let (group, partner) = (Some(hotels.headquarters.get()), Some(hotels.partner.get()));
    for (body, wrong) in [
        (client("general_hotel", "New", Some(hotels.hotel.get()), None), "headquartersId.mismatch"),
        (client("general_hotel", "New", partner, None), "headquartersId.mismatch"),
        (client("general_hotel", "New", Some(999_999), None), "headquartersId.unknown"),
        (client("general_hotel", "New", None, group), "partnerId.mismatch"),
        (client("hotel_headquarters", "New", group, None), "headquartersId.mismatch"),
        (client("partner", "New", None, partner), "partnerId.mismatch"),
        (client("castle", "New", None, None), "kind.format"),
        (client("partner", " hanbit seoul", None, None), "name.taken"),
    ] {
        let response = hotels.post(&app, admin, "/hotel/clients", &body).await;
        assert_eq!(response.invalid_fields(), [wrong], "{body}");
    }
    let made = client("general_hotel", "Hanbit Jeju", group, partner);
    let made = hotels.post(&app, admin, "/hotel/clients", &made).await.expect(201);
    let named = json!({"id": group, "name": "Hanbit Group"});
    assert_eq!((&made["headquarters"], &made["active"]), (&named, &json!(true)));
    let path = format!("/hotel/clients/{}", made["id"]);
    let form = json!({"name": "Hanbit Jeju", "address": "2 Sea Road", "headquartersId": made["id"]});
    assert_eq!(hotels.put(&app, admin, &path, &form).await.invalid_fields(), ["headquartersId.mismatch"]);
    let alone = json!({"name": "Jeju Alone", "address": "2 Sea Road"});
    let put = hotels.put(&app, admin, &path, &alone).await.expect(200);
    assert_eq!((&put["headquarters"], &put["name"]), (&Value::Null, &json!("Jeju Alone")));
    let group = hotels.get(&app, admin, &format!("/hotel/clients/{}", hotels.headquarters)).await.expect(200);
    assert_eq!(group["hotelCount"], 2);
    // the database rejects what the call rejects
    let swap = format!("update hotel_clients set headquarters_id = {} where id = {}", hotels.partner, hotels.hotel);
    let done = sqlx::query(sqlx::AssertSqlSafe(swap)).execute(&mut app.superuser().await).await;
    assert!(done.expect_err("refused").to_string().contains("hotel_clients_headquarters"));
}

#[tokio::test]
async fn client_changes_are_in_the_access_log() {
    let app = TestApp::new().await;
    let hotels = Hotels::new(&app).await;
    let admin = &hotels.super_admin;
    let body = json!({"kind": "general_hotel", "name": "Hanbit Jeju", "address": "2 Sea Road"});
    let made = hotels.post(&app, admin, "/hotel/clients", &body).await.expect(201);
    let path = format!("/hotel/clients/{}", made["id"]);
    let ended = json!({"name": "Hanbit Jeju", "address": "2 Sea Road", "active": false});
    hotels.put(&app, admin, &path, &ended).await.expect(200);
    // a refused call changes nothing
    assert_eq!(hotels.post(&app, admin, "/hotel/clients", &body).await.invalid_fields(), ["name.taken"]);
    assert_eq!(hotels.put(&app, &hotels.hotel_client, &path, &ended).await.problem(403), "forbidden");
    let rows: Vec<(String, String, String)> = sqlx::query_as(
        "select action, login_id, reason from access_log where action like 'hotel_client_%' order by seq",
    )
    .fetch_all(&mut app.superuser().await)
    .await
    .expect("the rows");
    let row = |action: &str| (action.to_owned(), admin.login.clone(), format!("client {}", made["id"]));
    assert_eq!(rows, [row("hotel_client_made"), row("hotel_client_changed")]);
}

#[tokio::test]
async fn ended_client_shuts_its_users_out() {
    let app = TestApp::new().await;
    let hotels = Hotels::new(&app).await;
    let path = format!("/hotel/clients/{}", hotels.hotel);
    let form = |active: bool| json!({"name": "Hanbit Seoul", "address": "1 Test Road", "active": active});
    hotels.put(&app, &hotels.super_admin, &path, &form(false)).await.expect(200);
    for member in [&hotels.hotel_client, &hotels.housekeeper] {
        assert!(!hotels.is_signed_in(&app, member).await);
        assert_eq!(hotels.login(&app, &member.login, PASSWORD).await.problem(401), "invalid_credentials");
    }
    assert!(hotels.is_signed_in(&app, &hotels.stranger_client).await);
    hotels.put(&app, &hotels.super_admin, &path, &form(true)).await.expect(200);
    hotels.sign_in(&app, &hotels.hotel_client.login, PASSWORD).await;
}

#[tokio::test]
async fn repeated_user_creation_makes_one() {
    let app = TestApp::new().await;
    let hotels = Hotels::new(&app).await;
    let body = json!({"loginId": "admin22", "name": "Second", "role": "super_admin"});
    let call = || {
        let call = hotels.call(&app, &hotels.super_admin, Method::POST, "/hotel/users").json(&body);
        call.header("idempotency-key", "one")
    };
    let (one, two) = tokio::join!(call().send(), call().send());
    let (one, two) = (one.expect(201), two.expect(201));
    assert_eq!(one["user"]["id"], two["user"]["id"]);
    let shown = [&one, &two].into_iter().filter(|response| !response["temporaryPassword"].is_null()).count();
    assert_eq!(shown, 1, "the password is shown once");
    // the same key of another account is a different key, even for the same operation
    for (member, login) in [(&hotels.super_admin, "keeper08"), (&hotels.hotel_client, "keeper09")] {
        let other = json!({"loginId": login, "name": "Lee", "hotelId": hotels.hotel});
        let keyed = hotels.call(&app, member, Method::POST, "/hotel/housekeepers").json(&other);
        keyed.header("idempotency-key", "one").send().await.expect(201);
    }
}
