//! API keys of partners: who creates them, what is shown, and when a machine's call is accepted.

use api::extract::PartnerKey;
use axum::extract::FromRequestParts as _;
use axum::http::{Method, Request};
use chrono::TimeDelta;
use domain::hotel::HotelClientKind;
use serde_json::{Value, json};

use crate::hotel::{HOTEL_HOST, HotelMember, Hotels};
use crate::test_app::TestApp;

/// Returns a request for a key that is valid for ten days, starting in `from` days.
fn request(app: &TestApp, from: i64) -> Value {
    let from = app.today() + TimeDelta::days(from);
    json!({"name": "Lobby gateway", "category": "level sensors", "validFrom": from, "validTo": from + TimeDelta::days(9)})
}

async fn create(app: &TestApp, hotels: &Hotels, member: &HotelMember, body: &Value) -> (Value, String) {
    let made = hotels.post(app, member, "/hotel/api-keys", body).await.expect(201);
    let key = made["key"].as_str().expect("a key").to_owned();
    (made["apiKey"].clone(), key)
}

/// Returns the result of a machine's call with a key: its partner, or the problem's code and reason.
async fn accept(app: &TestApp, host: &str, key: &str) -> Result<i64, String> {
    let request = Request::get("/").header("host", host).header("authorization", format!("Bearer {key}")).body(());
    let (mut parts, ()) = request.expect("a request").into_parts();
    match PartnerKey::from_request_parts(&mut parts, &app.state).await {
        Ok(key) => Ok(key.partner.get()),
        Err(problem) => Err(format!(
            "{} {}",
            problem.code.as_str(),
            problem.extensions.get("reason").and_then(Value::as_str).unwrap_or_default()
        )),
    }
}

async fn state(app: &TestApp, hotels: &Hotels) -> Vec<String> {
    let admin = hotels.sign_in(app, &hotels.super_admin.login, crate::test_app::PASSWORD).await;
    let list = hotels.get(app, &admin, "/hotel/api-keys").await.expect(200);
    let items = list["items"].as_array().expect("a list");
    items.iter().map(|key| key["state"].as_str().expect("a state").to_owned()).collect()
}

#[tokio::test]
async fn api_key_is_shown_once_and_kept_as_hash() {
    let app = TestApp::new().await;
    let hotels = Hotels::new(&app).await;
    let (shown, key) = create(&app, &hotels, &hotels.partner_user, &request(&app, 0)).await;
    assert!(key.starts_with("hbk_") && key.len() == 47, "{key}");
    assert_eq!(shown["keyPrefix"], key[..10]);
    assert_eq!((&shown["state"], &shown["lastUsedAt"]), (&json!("not_used"), &Value::Null));
    assert_eq!(shown["partner"], json!({"id": hotels.partner, "name": "Sensor Works"}));
    let list = hotels.get(&app, &hotels.partner_user, "/hotel/api-keys").await;
    assert_eq!(list.expect(200)["items"], json!([shown]));
    assert!(!list.text.contains(&key));
    for table in ["hotel_api_keys", "idempotency_keys", "access_log"] {
        assert_eq!(app.count(&format!("{table} t where t::text like '%{}%'", &key[10..])).await, 0, "{table}");
    }
    assert_eq!(app.count("access_log where action = 'api_key_made'").await, 1);
}

#[tokio::test]
async fn machine_is_accepted_within_the_period() {
    let app = TestApp::new().await;
    let hotels = Hotels::new(&app).await;
    let partner = Ok(hotels.partner.get());
    let (_, key) = create(&app, &hotels, &hotels.partner_user, &request(&app, 2)).await;
    let unknown = format!("hbk_{}", "A".repeat(43));
    assert_eq!(accept(&app, HOTEL_HOST, &unknown).await, Err("api_key_rejected unknown".to_owned()));
    assert_eq!(accept(&app, HOTEL_HOST, "hbk_short").await, Err("unauthorized ".to_owned()));
    let session = &hotels.partner_user.token;
    assert_eq!(accept(&app, HOTEL_HOST, session).await, Err("unauthorized ".to_owned()));
    assert_eq!(accept(&app, HOTEL_HOST, &key).await, Err("api_key_rejected not_yet_valid".to_owned()));
    assert_eq!(state(&app, &hotels).await, ["not_used"]);
    app.clock.advance(TimeDelta::days(2));
    assert_eq!(accept(&app, HOTEL_HOST, &key).await, partner);
    assert_eq!(state(&app, &hotels).await, ["used"]);
    app.clock.advance(TimeDelta::days(9));
    assert_eq!(accept(&app, HOTEL_HOST, &key).await, partner);
    app.clock.advance(TimeDelta::days(1));
    assert_eq!(accept(&app, HOTEL_HOST, &key).await, Err("api_key_rejected expired".to_owned()));
    assert_eq!(state(&app, &hotels).await, ["expired"]);
}

#[tokio::test]
async fn revoked_key_is_refused_at_once() {
    let app = TestApp::new().await;
    let hotels = Hotels::new(&app).await;
    let (shown, key) = create(&app, &hotels, &hotels.partner_user, &request(&app, 0)).await;
    accept(&app, HOTEL_HOST, &key).await.expect("accepted");
    let path = format!("/hotel/api-keys/{}", shown["id"]);
    let foreign = hotels.delete(&app, &hotels.other_partner_user, &path).await;
    assert_eq!(foreign.problem(404), "not_found");
    for _ in 0..2 {
        hotels.delete(&app, &hotels.partner_user, &path).await.expect(204);
    }
    assert_eq!(accept(&app, HOTEL_HOST, &key).await, Err("api_key_rejected revoked".to_owned()));
    assert_eq!(state(&app, &hotels).await, ["revoked"]);
    assert_eq!(app.count("access_log where action = 'api_key_revoked'").await, 1);
}

#[tokio::test]
async fn moved_period_ends_and_renews_a_key() {
    let app = TestApp::new().await;
    let hotels = Hotels::new(&app).await;
    let partner = &hotels.partner_user;
    let (shown, key) = create(&app, &hotels, partner, &request(&app, -5)).await;
    accept(&app, HOTEL_HOST, &key).await.expect("accepted");
    let path = format!("/hotel/api-keys/{}", shown["id"]);
    let body = |to: i64| {
        let [from, to] = [-5, to].map(|days| app.today() + TimeDelta::days(days));
        json!({"name": "Roof gateway", "category": "leaks", "validFrom": from, "validTo": to})
    };
    let foreign = hotels.put(&app, &hotels.other_partner_user, &path, &body(-1)).await;
    assert_eq!(foreign.problem(404), "not_found");
    let ended = hotels.put(&app, partner, &path, &body(-1)).await.expect(200);
    assert_eq!((&ended["name"], &ended["category"]), (&json!("Roof gateway"), &json!("leaks")));
    assert_eq!((&ended["state"], &ended["keyPrefix"]), (&json!("expired"), &shown["keyPrefix"]));
    assert_eq!(accept(&app, HOTEL_HOST, &key).await, Err("api_key_rejected expired".to_owned()));
    let renewed = hotels.put(&app, &hotels.super_admin, &path, &body(30)).await.expect(200);
    assert_eq!(renewed["state"], "used");
    accept(&app, HOTEL_HOST, &key).await.expect("the same key counts again");
    let backwards = hotels.put(&app, partner, &path, &body(-6)).await;
    assert_eq!(backwards.invalid_fields(), ["validTo.range"]);
    hotels.delete(&app, partner, &path).await.expect(204);
    let revoked = hotels.put(&app, partner, &path, &body(30)).await;
    assert_eq!(revoked.problem(409), "illegal_transition");
    assert_eq!(app.count("access_log where action = 'api_key_changed'").await, 2);
}

#[tokio::test]
async fn key_counts_at_its_tenant_and_partner_only() {
    let app = TestApp::new().await;
    let hotels = Hotels::new(&app).await;
    let other = Hotels::other(&app).await;
    let (_, key) = create(&app, &hotels, &hotels.partner_user, &request(&app, 0)).await;
    assert_eq!(accept(&app, other.host, &key).await, Err("api_key_rejected unknown".to_owned()));
    let foreign = hotels.get(&app, &hotels.other_partner_user, "/hotel/api-keys").await.expect(200);
    assert_eq!(foreign["items"], json!([]));
    let form = json!({"name": "Sensor Works", "address": "1 Test Road", "active": false});
    let path = format!("/hotel/clients/{}", hotels.partner);
    hotels.put(&app, &hotels.super_admin, &path, &form).await.expect(200);
    let ended = accept(&app, HOTEL_HOST, &key).await;
    assert_eq!(ended, Err("api_key_rejected unknown".to_owned()), "the partner has ended");
}

#[tokio::test]
async fn super_admin_names_the_partner_of_a_key() {
    let app = TestApp::new().await;
    let hotels = Hotels::new(&app).await;
    let admin = &hotels.super_admin;
    let mut body = request(&app, 0);
    let response = hotels.post(&app, admin, "/hotel/api-keys", &body).await;
    assert_eq!(response.invalid_fields(), ["clientId.required"]);
    for client in [hotels.hotel.get(), hotels.headquarters.get(), 999_999] {
        body["clientId"] = client.into();
        let response = hotels.post(&app, admin, "/hotel/api-keys", &body).await;
        assert_eq!(response.invalid_fields(), ["clientId.unknown"], "{}", HotelClientKind::Partner.as_str());
    }
    body["clientId"] = hotels.other_partner.get().into();
    let (shown, key) = create(&app, &hotels, admin, &body).await;
    assert_eq!(shown["partner"]["name"], "Drop Count");
    assert_eq!(accept(&app, HOTEL_HOST, &key).await, Ok(hotels.other_partner.get()));
    // a partner's key belongs to the partner, regardless of the request
    let (own, _) = create(&app, &hotels, &hotels.partner_user, &body).await;
    assert_eq!(own["partner"]["name"], "Sensor Works");
}

#[tokio::test]
async fn malformed_keys_are_refused() {
    let app = TestApp::new().await;
    let hotels = Hotels::new(&app).await;
    let response = hotels.post(&app, &hotels.partner_user, "/hotel/api-keys", &json!({})).await;
    assert_eq!(response.invalid_fields(), ["name.required", "category.required", "validFrom.required"]);
    for (from, to, wrong) in [
        ("2099-01-02", "2099-01-01", "validTo.range"),
        ("x", "2099-01-01", "validFrom.format"),
        ("2020-01-01", "2020-01-02", "validTo.range"),
    ] {
        let body = json!({"name": "a", "category": "b", "validFrom": from, "validTo": to});
        let response = hotels.post(&app, &hotels.partner_user, "/hotel/api-keys", &body).await;
        assert_eq!(response.invalid_fields(), [wrong]);
    }
}

#[tokio::test]
async fn racing_key_creations_make_one() {
    let app = TestApp::new().await;
    let hotels = Hotels::new(&app).await;
    let body = request(&app, 0);
    let call = || {
        let call = hotels.call(&app, &hotels.partner_user, Method::POST, "/hotel/api-keys").json(&body);
        call.header("idempotency-key", "once")
    };
    let (one, two) = tokio::join!(call().send(), call().send());
    let (one, two) = (one.expect(201), two.expect(201));
    assert_eq!(one["apiKey"], two["apiKey"]);
    let shown: Vec<_> = [&one, &two].into_iter().filter_map(|response| response["key"].as_str()).collect();
    assert_eq!(shown.len(), 1, "the key is shown once");
    assert_eq!(app.count("hotel_api_keys").await, 1);
    assert_eq!(accept(&app, HOTEL_HOST, shown[0]).await, Ok(hotels.partner.get()));
    let mut other = body.clone();
    other["name"] = json!("Another");
    let call = hotels.call(&app, &hotels.partner_user, Method::POST, "/hotel/api-keys").json(&other);
    let response = call.header("idempotency-key", "once").send().await;
    assert_eq!(response.problem(422), "idempotency_mismatch");
}
