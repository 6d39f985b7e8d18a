//! Hotels' products, orders and stock, as the hotel's group sees them.

use axum::http::Method;
use domain::HotelClientId;
use serde_json::{Value, json};

use crate::hotel::{HotelMember, Hotels};
use crate::test_app::TestApp;

impl Hotels {
    pub async fn product(&self, app: &TestApp, code: &str) -> i64 {
        let body = json!({"code": code, "type": "shampoo", "name": "Shampoo", "fragrance": "White tea", "bottleMl": 300,
                          "bottlesPerBox": 20, "unitPrice": 96_000});
        let made = self.post(app, &self.super_admin, "/hotel/products", &body).await.expect(201);
        made["id"].as_i64().expect("an id")
    }

    pub async fn order(&self, app: &TestApp, member: &HotelMember, hotel: HotelClientId, lines: Value) -> Value {
        let body = json!({"hotelId": hotel.get(), "lines": lines});
        self.post(app, member, "/hotel/orders", &body).await.expect(201)
    }

    async fn advance(&self, app: &TestApp, order: &Value, version: i64, to: &str) -> crate::client::TestResponse {
        let body = json!({"version": version, "to": to, "courierCompany": "CJ Logistics", "trackingNumber": "6895-1"});
        self.post(app, &self.super_admin, &format!("/hotel/orders/{}/advance", order["id"]), &body).await
    }

    async fn stock_ml(&self, app: &TestApp) -> i64 {
        let path = format!("/hotel/hotels/{}/stock", self.hotel);
        let stock = self.get(app, &self.hotel_client, &path).await.expect(200);
        stock["items"][0]["ml"].as_i64().expect("a number")
    }
}

#[tokio::test]
async fn order_goes_from_request_to_delivery() {
    let app = TestApp::new().await;
    let hotels = Hotels::new(&app).await;
    let product = hotels.product(&app, "SH-300").await;
    let lines = json!([{"productId": product, "boxes": 2}]);
    let quote = json!({"hotelId": hotels.hotel.get(), "lines": lines});
    let quote = hotels.post(&app, &hotels.hotel_client, "/hotel/quotes", &quote).await.expect(200);
    assert_eq!(
        (&quote["supplyPrice"], &quote["vat"], &quote["total"]),
        (&json!(192_000), &json!(19_200), &json!(211_200))
    );
    let order = hotels.order(&app, &hotels.hotel_client, hotels.hotel, lines).await;
    assert_eq!(
        (&order["state"], &order["version"], &order["total"]),
        (&json!("order_request"), &json!(1), &quote["total"])
    );
    assert_eq!(order["lines"], quote["lines"]);

    let stock = format!("/hotel/hotels/{}/stock", hotels.hotel);
    let item = hotels.get(&app, &hotels.hotel_client, &stock).await.expect(200)["items"][0].clone();
    assert_eq!((&item["ml"], &item["mlAfterDelivery"]), (&json!(0), &json!(12_000)));
    assert_eq!((&item["productionStatus"], &item["monthlyOrderLitres"]), (&json!("order_request"), &json!(12.0)));

    assert_eq!(hotels.advance(&app, &order, 1, "shipping").await.problem(409), "illegal_transition");
    for (version, to) in [(1, "product_preparation"), (2, "electronic_invoice")] {
        hotels.advance(&app, &order, version, to).await.expect(200);
    }
    let path = format!("/hotel/orders/{}/advance", order["id"]);
    let bare = hotels.post(&app, &hotels.super_admin, &path, &json!({"version": 3, "to": "shipping"})).await;
    assert_eq!(bare.invalid_fields(), ["courierCompany.required", "trackingNumber.required"]);
    hotels.advance(&app, &order, 3, "shipping").await.expect(200);
    // two users press concurrently: the second gets the state that the first caused
    let done = hotels.advance(&app, &order, 4, "delivery_complete").await.expect(200);
    let late = hotels.advance(&app, &order, 4, "delivery_complete").await;
    assert_eq!(late.problem(409), "version_conflict");
    assert_eq!(late.expect(409)["order"]["state"], "delivery_complete");
    assert_eq!(hotels.advance(&app, &order, 5, "shipping").await.problem(409), "illegal_transition");
    assert_eq!(hotels.advance(&app, &order, 5, "nowhere").await.invalid_fields(), ["to.unknown"]);
    assert_eq!(hotels.stock_ml(&app).await, 12_000);
    let states: Vec<_> =
        done["events"].as_array().expect("events").iter().map(|event| event["state"].clone()).collect();
    assert_eq!(states, ["order_request", "product_preparation", "electronic_invoice", "shipping", "delivery_complete"]);
    assert_eq!(done["trackingNumber"], "6895-1");
}

#[tokio::test]
async fn order_at_another_price_than_seen_is_refused() {
    let app = TestApp::new().await;
    let hotels = Hotels::new(&app).await;
    let product = hotels.product(&app, "SH-300").await;
    let mut body = json!({"hotelId": hotels.hotel.get(), "lines": [{"productId": product, "boxes": 1}]});
    let quote = hotels.post(&app, &hotels.hotel_client, "/hotel/quotes", &body).await.expect(200);
    body["total"] = quote["total"].clone();
    let dearer = json!({"code": "SH-300", "type": "shampoo", "name": "Shampoo", "fragrance": "White tea",
                        "bottleMl": 300, "bottlesPerBox": 20, "unitPrice": 97_000, "active": true});
    hotels.put(&app, &hotels.super_admin, &format!("/hotel/products/{product}"), &dearer).await.expect(200);
    let place = async |body: &Value| {
        let call = hotels.call(&app, &hotels.hotel_client, Method::POST, "/hotel/orders").json(body);
        call.header("idempotency-key", &body["total"].to_string()).send().await
    };
    assert_eq!(place(&body).await.invalid_fields(), ["total.mismatch"]);
    assert_eq!(app.count("hotel_orders").await, 0);
    body["total"] = hotels.post(&app, &hotels.hotel_client, "/hotel/quotes", &body).await.expect(200)["total"].clone();
    assert_eq!(place(&body).await.expect(201)["total"], 106_700);
}

#[tokio::test]
async fn retried_delivery_is_booked_once() {
    let app = TestApp::new().await;
    let hotels = Hotels::new(&app).await;
    let product = hotels.product(&app, "SH-300").await;
    let body = json!({"hotelId": hotels.hotel.get(), "lines": [{"productId": product, "boxes": 1}]});
    let place = async || {
        let call = hotels.call(&app, &hotels.hotel_client, Method::POST, "/hotel/orders").json(&body);
        call.header("idempotency-key", "order-1").send().await
    };
    let order = place().await.expect(201);
    assert_eq!(place().await.expect(201), order, "pressed twice");
    assert_eq!(app.count("hotel_orders").await, 1);
    for (version, to) in [(1, "product_preparation"), (2, "electronic_invoice"), (3, "shipping")] {
        hotels.advance(&app, &order, version, to).await.expect(200);
    }
    let path = format!("/hotel/orders/{}/advance", order["id"]);
    for _ in 0..3 {
        let call = hotels.call(&app, &hotels.super_admin, Method::POST, &path).header("idempotency-key", "deliver-1");
        let response = call.json(&json!({"version": 4, "to": "delivery_complete"})).send().await;
        assert_eq!(response.expect(200)["state"], "delivery_complete");
    }
    assert_eq!(hotels.stock_ml(&app).await, 6_000);
    assert_eq!(app.count("hotel_stock_entries").await, 1);
}

#[tokio::test]
async fn cancel_depends_on_state_and_role() {
    let app = TestApp::new().await;
    let hotels = Hotels::new(&app).await;
    let product = hotels.product(&app, "SH-300").await;
    let lines = json!([{"productId": product, "boxes": 1}]);
    let cancel = async |member: &HotelMember, order: &Value, version: i64| {
        let body = json!({"version": version, "reason": "Too many"});
        hotels.post(&app, member, &format!("/hotel/orders/{}/cancel", order["id"]), &body).await
    };
    let order = hotels.order(&app, &hotels.headquarters_user, hotels.hotel, lines.clone()).await;
    let canceled = cancel(&hotels.hotel_client, &order, 1).await.expect(200);
    assert_eq!((&canceled["state"], &canceled["cancelReason"]), (&json!("canceled"), &json!("Too many")));
    let order = hotels.order(&app, &hotels.hotel_client, hotels.hotel, lines).await;
    assert_eq!(cancel(&hotels.stranger_client, &order, 1).await.problem(404), "not_found");
    for (version, to) in [(1, "product_preparation"), (2, "electronic_invoice")] {
        hotels.advance(&app, &order, version, to).await.expect(200);
    }
    assert_eq!(cancel(&hotels.hotel_client, &order, 3).await.problem(409), "illegal_transition");
    assert_eq!(cancel(&hotels.super_admin, &order, 3).await.expect(200)["state"], "canceled");
    let sum = "hotel_money_entries where order_id = (select max(order_id) from hotel_money_entries)
               group by account having sum(amount) <> 0";
    assert_eq!(app.count(&format!("(select from {sum}) unbalanced")).await, 0);
    assert_eq!(app.count("hotel_money_entries").await, 6);
}

#[tokio::test]
async fn bad_orders_are_refused() {
    let app = TestApp::new().await;
    let hotels = Hotels::new(&app).await;
    let product = hotels.product(&app, "SH-300").await;
    let twice = json!([{"productId": product, "boxes": 1}, {"productId": product, "boxes": 1}]);
    for (lines, fields) in [
        (json!([]), vec!["lines.required"]),
        (json!([{"productId": product, "boxes": 0}]), vec!["lines[0].boxes.range"]),
        (json!([{"productId": product, "boxes": -3}]), vec!["lines[0].boxes.range"]),
        (json!([{"productId": product, "boxes": 1_001}]), vec!["lines[0].boxes.range"]),
        (json!([{"productId": 999_999, "boxes": 1}]), vec!["lines[0].productId.unknown"]),
        (twice, vec!["lines[1].productId.used"]),
    ] {
        let body = json!({"hotelId": hotels.hotel.get(), "lines": lines});
        let response = hotels.post(&app, &hotels.hotel_client, "/hotel/orders", &body).await;
        assert_eq!(response.invalid_fields(), fields, "{body}");
    }
    let product_body = json!({"code": "sh-300", "type": "soap", "name": "", "fragrance": "x", "bottleMl": 0,
                              "bottlesPerBox": 1, "unitPrice": -1});
    let response = hotels.post(&app, &hotels.super_admin, "/hotel/products", &product_body).await;
    assert_eq!(response.invalid_fields(), ["name.required", "type.unknown", "bottleMl.range", "unitPrice.range"]);
    let same = json!({"code": "sh-300", "type": "shampoo", "name": "S", "fragrance": "x", "bottleMl": 1, "bottlesPerBox": 1,
                      "unitPrice": 0});
    let response = hotels.post(&app, &hotels.super_admin, "/hotel/products", &same).await;
    assert_eq!(response.invalid_fields(), ["code.taken"]);
    let count = format!("/hotel/hotels/{}/stock/{product}/counts", hotels.hotel);
    let response = hotels.post(&app, &hotels.hotel_client, &count, &json!({"ml": -1, "reason": ""})).await;
    assert_eq!(response.invalid_fields(), ["ml.range", "reason.required"]);
}

#[tokio::test]
async fn orders_are_listed_in_scope_and_page_by_page() {
    let app = TestApp::new().await;
    let hotels = Hotels::new(&app).await;
    let product = hotels.product(&app, "SH-300").await;
    let lines = || json!([{"productId": product, "boxes": 1}]);
    for _ in 0..51 {
        hotels.order(&app, &hotels.hotel_client, hotels.hotel, lines()).await;
    }
    let sister = hotels.order(&app, &hotels.headquarters_user, hotels.sister, lines()).await;
    hotels.order(&app, &hotels.super_admin, hotels.stranger, lines()).await;
    let list = async |member: &HotelMember, query: &str| {
        hotels.get(&app, member, &format!("/hotel/orders{query}")).await.expect(200)
    };
    let len = |page: &Value| page["items"].as_array().expect("a list").len();
    let first = list(&hotels.hotel_client, "").await;
    let cursor = first["nextCursor"].as_str().expect("a cursor").to_owned();
    let second = list(&hotels.hotel_client, &format!("?cursor={cursor}")).await;
    assert_eq!((len(&first), len(&second), &second["nextCursor"]), (50, 1, &Value::Null));
    let number = sister["number"].as_str().expect("a number");
    for (member, found) in [
        (&hotels.super_admin, 1),
        (&hotels.headquarters_user, 1),
        (&hotels.hotel_client, 0),
        (&hotels.stranger_client, 0),
    ] {
        assert_eq!(len(&list(member, &format!("?q={number}")).await), found, "{}", member.login);
    }
    for (state, found) in [("order_request", 1), ("shipping", 0)] {
        assert_eq!(len(&list(&hotels.super_admin, &format!("?q=lone%20pine&state={state}")).await), found, "{state}");
    }
    let overview = hotels.get(&app, &hotels.headquarters_user, "/hotel/dashboard").await.expect(200);
    assert_eq!((&overview["totals"]["hotels"], &overview["totals"]["openOrders"]), (&json!(2), &json!(52)));
    let partner = hotels.get(&app, &hotels.partner_user, "/hotel/dashboard").await.expect(200);
    assert_eq!((&partner["totals"]["hotels"], &partner["orders"]), (&json!(1), &json!([])));
    let row = &partner["hotels"][0];
    let hidden = [
        &partner["totals"]["openOrders"],
        &partner["totals"]["month"],
        &row["openOrders"],
        &row["lowStock"],
        &row["month"],
    ];
    assert_eq!(hidden, [&Value::Null; 5], "a partner sees rooms and sensors");
}

#[tokio::test]
async fn exports_have_no_formulas() {
    let app = TestApp::new().await;
    let hotels = Hotels::new(&app).await;
    let product = hotels.product(&app, "SH-300").await;
    let body = json!({"code": "SH-300", "type": "shampoo", "name": "=HYPERLINK(\"x\")", "fragrance": "@SUM(A1)", "bottleMl": 300,
                      "bottlesPerBox": 20, "unitPrice": 96_000, "active": true});
    hotels.put(&app, &hotels.super_admin, &format!("/hotel/products/{product}"), &body).await.expect(200);
    hotels.order(&app, &hotels.hotel_client, hotels.hotel, json!([{"productId": product, "boxes": 1}])).await;
    let file = hotels.get(&app, &hotels.hotel_client, "/hotel/orders.csv").await;
    assert_eq!(file.header("content-type"), Some("text/csv; charset=utf-8"));
    assert!(file.text.contains(",\"'=HYPERLINK(\"\"x\"\")\",'@SUM(A1),1,20,6000,96000,96000,"), "{}", file.text);
    assert!(file.text.contains(",Order request,"), "{}", file.text);
    let file = hotels.get(&app, &hotels.super_admin, "/hotel/orders.csv").await;
    assert!(file.text.contains(",Order received,"), "{}", file.text);
    let file = hotels.get(&app, &hotels.hotel_client, "/hotel/environment.csv?from=2025-09").await;
    let lines: Vec<_> = file.text.trim_start_matches('\u{feff}').lines().collect();
    assert_eq!(
        lines,
        [
            "Hotel,Month,Refilled (ml),Single-use bottles replaced,Plastic saved (g)",
            "Hanbit Seoul,2025-09,0,0,0",
            "Hanbit Seoul,2025-10,0,0,0"
        ]
    );
}
