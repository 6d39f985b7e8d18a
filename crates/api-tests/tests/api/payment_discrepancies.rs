//! Payment discrepancies for a clinic's admins.

use axum::http::Method;
use chrono::TimeDelta;
use db::TenantDb;
use db::payment_discrepancies::{self, DiscrepancyKind, NewDiscrepancy};
use domain::{ClaimId, InstitutionId, Krw, OrderId, PatientId, StaffRole};
use runtime::Clock as _;
use serde_json::{Value, json};
use testing::claims::{Claimant, insert_paid_claim};

use crate::client::TestResponse;
use crate::clinics::Member;
use crate::test_app::TestApp;

const PATH: &str = "/institutions/payments/findings";

impl TestApp {
    /// Inserts a discrepancy of the order that paid for a claim.
    async fn insert_discrepancy(&self, tenant: &TenantDb, claim: ClaimId, kind: DiscrepancyKind) -> OrderId {
        let order = sqlx::query_scalar("select id from orders where claim_id = $1").bind(claim.get());
        let order: i64 = order.fetch_one(&mut self.superuser().await).await.expect("the order");
        let new = NewDiscrepancy {
            kind,
            order: Some(OrderId::new(order)),
            transaction_key: "",
            our_amount: Some(Krw::new(21_560)),
            provider_amount: Some(Krw::new(3_630)),
        };
        let mut conn = tenant.acquire().await.expect("a connection");
        assert!(payment_discrepancies::insert(&mut conn, &new, self.clock.now()).await.expect("noted"));
        OrderId::new(order)
    }

    /// A paid claim at a clinic of a tenant.
    pub async fn paid_claim(&self, tenant: &TenantDb, clinic: i64) -> ClaimId {
        let patient =
            sqlx::query_scalar("select min(id) from patients where tenant_id = $1").bind(tenant.tenant().get());
        let patient: Option<i64> = patient.fetch_one(&mut self.superuser().await).await.expect("a result");
        let claimant = Claimant {
            tenant: tenant.tenant(),
            patient: PatientId::new(patient.expect("a patient")),
            institution: InstitutionId::new(clinic),
        };
        insert_paid_claim(&mut self.superuser().await, claimant).await
    }

    /// Inserts the provider's payout of a day for the order of a claim.
    pub async fn insert_settlement(&self, claim: ClaimId, day: &str, amount: i64) {
        let statement = "insert into settlements (tenant_id, account_id, transaction_key, oid, amount, fee, vat, paid_out, sold_on,
                                                  paid_out_on, created_at)
                         select tenant_id, account_id, $2::text || $3, oid, $3, 600, 60, $3 - 660, $2::date, $2::date, now()
                         from orders where claim_id = $1";
        let written = sqlx::query(statement).bind(claim.get()).bind(day).bind(amount);
        let written = written.execute(&mut self.superuser().await).await.expect("written");
        assert_eq!(written.rows_affected(), 1);
    }

    async fn resolve(&self, staff: &Member, id: &Value, note: &str) -> TestResponse {
        self.staff_call(staff, Method::PUT, &format!("{PATH}/{id}")).json(&json!({"note": note})).send().await
    }
}

#[tokio::test]
async fn admin_resolves_a_payment_discrepancy() {
    let app = TestApp::new().await;
    app.patient().await;
    let admin = app.staff(StaffRole::ClinicAdmin).await;
    let empty = app.staff_call(&admin, Method::GET, PATH).send().await.expect(200);
    assert_eq!(empty, json!({"findings": [], "open": 0, "next": null}));
    let claim = app.paid_claim(&app.one, admin.clinic).await;
    let order = app.insert_discrepancy(&app.one, claim, DiscrepancyKind::AmountMismatch).await;
    app.insert_discrepancy(&app.one, claim, DiscrepancyKind::Stuck).await;
    let now = app.clock.now();
    let mut conn = app.one.acquire().await.expect("a connection");
    payment_discrepancies::set_repaired(&mut conn, order, &[DiscrepancyKind::Stuck], now).await.expect("repaired");
    drop(conn);

    let list = app.staff_call(&admin, Method::GET, PATH).send().await.expect(200);
    assert_eq!((&list["open"], &list["next"]), (&json!(1), &Value::Null));
    let (repaired, open) = (&list["findings"][0], &list["findings"][1]);
    let moment = |value: &Value| value.as_str().and_then(|text| text.parse().ok());
    assert_eq!((&repaired["kind"], moment(&repaired["repairedAt"])), (&json!("stuck"), Some(now)));
    assert_eq!(repaired["needsPerson"], false);
    let mut shown = open.clone();
    for field in ["id", "foundAt"] {
        shown.as_object_mut().expect("an object").remove(field);
    }
    let expected = json!({
        "kind": "amount_mismatch", "oid": format!("test_{claim}"), "insuranceId": claim.get(), "ourAmount": 21_560,
        "theirAmount": 3_630, "repairedAt": null, "resolvedAt": null, "note": null, "needsPerson": true,
    });
    assert_eq!(shown, expected, "nothing of a person");

    let long = "가".repeat(501);
    for (note, wrong) in [("  ", "note.required"), (long.as_str(), "note.too_long"), ("a\0b", "note.format")] {
        assert_eq!(app.resolve(&admin, &open["id"], note).await.invalid_fields(), [wrong]);
    }
    assert_eq!(app.resolve(&admin, &repaired["id"], "x").await.problem(409), "illegal_transition");
    app.clock.advance(TimeDelta::minutes(1));
    let done = app.resolve(&admin, &open["id"], " 카드사에 확인했어요 ").await.expect(200);
    let done = &done["finding"];
    assert_eq!((&done["note"], &done["needsPerson"]), (&json!("카드사에 확인했어요"), &json!(false)));
    assert_eq!(moment(&done["resolvedAt"]), Some(app.clock.now()));
    assert_eq!(app.resolve(&admin, &open["id"], "again").await.problem(409), "illegal_transition");
    assert_eq!(app.staff_call(&admin, Method::GET, PATH).send().await.expect(200)["open"], 0);
    let resolved = format!("payment_findings where resolved_by = {} and note is not null", admin.id);
    assert_eq!(app.count(&resolved).await, 1);

    let logged: Vec<String> =
        sqlx::query_scalar("select action from access_log where $1 = any(claim_ids) and staff_id = $2 order by seq")
            .bind(claim.get())
            .bind(admin.id)
            .fetch_all(&mut app.superuser().await)
            .await
            .expect("the log");
    assert_eq!(logged, ["findings_listed", "finding_resolved"], "a sitting reads once");
}

#[tokio::test]
async fn discrepancies_are_limited_to_clinic_admins() {
    let app = TestApp::new().await;
    let (patient, _) = (app.patient().await, app.other_tenant_patient().await);
    let (admin, other, two) =
        (app.staff(StaffRole::ClinicAdmin).await, app.other_staff().await, app.other_tenant_staff().await);
    let mut ids = Vec::new();
    for (tenant, member) in [(&app.one, &admin), (&app.one, &other), (&app.two, &two)] {
        let claim = app.paid_claim(tenant, member.clinic).await;
        app.insert_discrepancy(tenant, claim, DiscrepancyKind::Unpaid).await;
        let list = app.staff_call(member, Method::GET, PATH).send().await.expect(200);
        assert_eq!((list["findings"].as_array().map(Vec::len), &list["open"]), (Some(1), &json!(1)));
        assert_eq!(list["findings"][0]["insuranceId"], claim.get());
        ids.push(list["findings"][0]["id"].clone());
    }
    // a discrepancy without an order is for operators only
    let new = NewDiscrepancy {
        kind: DiscrepancyKind::Unrecorded,
        order: None,
        transaction_key: "tx",
        our_amount: None,
        provider_amount: Some(Krw::new(1)),
    };
    let mut conn = app.one.acquire().await.expect("a connection");
    assert!(payment_discrepancies::insert(&mut conn, &new, app.clock.now()).await.expect("noted"));
    drop(conn);
    let list = app.staff_call(&admin, Method::GET, PATH).send().await.expect(200);
    assert_eq!((list["findings"].as_array().map(Vec::len), &list["open"]), (Some(1), &json!(1)));

    for stranger in [&other, &two] {
        assert_eq!(app.resolve(stranger, &ids[0], "x").await.problem(404), "not_found");
    }
    for role in [StaffRole::ShootingExpert, StaffRole::AnalysisExpert] {
        let member = app.staff(role).await;
        assert_eq!(app.staff_call(&member, Method::GET, PATH).send().await.problem(403), "forbidden");
        assert_eq!(app.resolve(&member, &ids[0], "x").await.problem(403), "forbidden");
    }
    assert_eq!(app.get(PATH).token(&patient.token).send().await.problem(401), "unauthorized");
    assert_eq!(app.count("payment_findings where resolved_at is not null").await, 0);
}

#[tokio::test]
async fn discrepancies_page_newest_first() {
    let app = TestApp::new().await;
    app.patient().await;
    let admin = app.staff(StaffRole::ClinicAdmin).await;
    let claim = app.paid_claim(&app.one, admin.clinic).await;
    for kind in DiscrepancyKind::ALL {
        app.insert_discrepancy(&app.one, claim, kind).await;
    }
    let (mut seen, mut path) = (Vec::new(), format!("{PATH}?limit=4"));
    loop {
        let list = app.staff_call(&admin, Method::GET, &path).send().await.expect(200);
        let page = list["findings"].as_array().expect("a list");
        seen.extend(page.iter().map(|one| one["kind"].as_str().expect("a kind").to_owned()));
        assert_eq!(list["open"], 6, "of all pages");
        let Some(next) = list["next"].as_i64() else { break };
        path = format!("{PATH}?limit=4&before={next}");
    }
    let expected: Vec<_> = DiscrepancyKind::ALL.iter().rev().map(|kind| kind.as_str().to_owned()).collect();
    assert_eq!(seen, expected);
    let wrong = app.staff_call(&admin, Method::GET, &format!("{PATH}?before=x")).send().await;
    assert_eq!(wrong.problem(400), "malformed");
}

#[tokio::test]
async fn admin_sees_settlements_of_own_clinic() {
    let app = TestApp::new().await;
    app.patient().await;
    let (admin, other) = (app.staff(StaffRole::ClinicAdmin).await, app.other_staff().await);
    let (one, two) = (app.paid_claim(&app.one, admin.clinic).await, app.paid_claim(&app.one, admin.clinic).await);
    app.insert_settlement(one, "2026-10-31", 21_560).await;
    app.insert_settlement(two, "2026-10-31", 3_630).await;
    app.insert_settlement(two, "2026-11-01", -3_630).await;
    let path = "/institutions/payments/settlements";
    let list =
        async |staff: &Member, query: &str| app.staff_call(staff, Method::GET, &format!("{path}{query}")).send().await;
    let october = list(&admin, "?month=2026-10").await.expect(200);
    let day = json!({"day": "2026-10-31", "count": 2, "amount": 25_190, "fee": 1_320, "paidOut": 23_870});
    assert_eq!(october, json!({"month": "2026-10", "settlements": [day]}));
    let november = list(&admin, "?month=2026-11").await.expect(200);
    assert_eq!(november["settlements"][0]["paidOut"], -4_290);
    let of_other = list(&other, "?month=2026-10").await.expect(200);
    assert_eq!(of_other["settlements"], json!([]), "another clinic's");
    assert_eq!(list(&admin, "?month=2026").await.invalid_fields(), ["month.format"]);
    let expert = app.staff(StaffRole::AnalysisExpert).await;
    assert_eq!(list(&expert, "").await.problem(403), "forbidden");
}
