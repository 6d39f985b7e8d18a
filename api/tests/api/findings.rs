//! What was found about a clinic's payments: who sees it, whose it is, page by page, and how it is put right.

use axum::http::Method;
use chrono::TimeDelta;
use db::TenantDb;
use db::findings::{self, FindingKind, NewFinding};
use domain::{ClaimId, InstitutionId, OrderId, PatientId, StaffRole, Won};
use runtime::Clock as _;
use serde_json::{Value, json};
use testing::claims::paid_claim;

use crate::client::Answer;
use crate::clinics::Member;
use crate::world::World;

const PATH: &str = "/institutions/payments/findings";

impl World {
    /// A finding about the order that paid for a claim.
    async fn found(&self, tenant: &TenantDb, claim: ClaimId, kind: FindingKind) -> OrderId {
        let order = sqlx::query_scalar("select id from orders where claim_id = $1").bind(claim.get());
        let order: i64 = order.fetch_one(&mut self.superuser().await).await.expect("the order");
        let new = NewFinding {
            kind,
            order: Some(OrderId::new(order)),
            transaction_key: "",
            our_amount: Some(Won::new(21_560)),
            their_amount: Some(Won::new(3_630)),
        };
        let mut conn = tenant.acquire().await.expect("a connection");
        assert!(findings::insert(&mut conn, &new, self.clock.now()).await.expect("noted"));
        OrderId::new(order)
    }

    /// A paid claim at a clinic of a tenant.
    pub async fn claim_at(&self, tenant: &TenantDb, clinic: i64) -> ClaimId {
        let patient =
            sqlx::query_scalar("select min(id) from patients where tenant_id = $1").bind(tenant.tenant().get());
        let patient: Option<i64> = patient.fetch_one(&mut self.superuser().await).await.expect("an answer");
        let who = (PatientId::new(patient.expect("a patient")), InstitutionId::new(clinic));
        paid_claim(&mut self.superuser().await, tenant.tenant(), who).await
    }

    async fn resolve(&self, staff: &Member, id: &Value, note: &str) -> Answer {
        self.by(staff, Method::PUT, &format!("{PATH}/{id}")).json(&json!({"note": note})).send().await
    }
}

#[tokio::test]
async fn an_admin_reads_what_was_found_and_says_how_it_was_put_right() {
    let world = World::new().await;
    world.patient().await;
    let admin = world.staff(StaffRole::ClinicAdmin).await;
    let empty = world.by(&admin, Method::GET, PATH).send().await.expect(200);
    assert_eq!(empty, json!({"findings": [], "open": 0, "next": null}));
    let claim = world.claim_at(&world.one, admin.clinic).await;
    let order = world.found(&world.one, claim, FindingKind::AmountMismatch).await;
    world.found(&world.one, claim, FindingKind::Stuck).await;
    let now = world.clock.now();
    let mut conn = world.one.acquire().await.expect("a connection");
    findings::set_repaired(&mut conn, order, &[FindingKind::Stuck], now).await.expect("repaired");
    drop(conn);

    let list = world.by(&admin, Method::GET, PATH).send().await.expect(200);
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
        assert_eq!(world.resolve(&admin, &open["id"], note).await.wrong_fields(), [wrong]);
    }
    assert_eq!(world.resolve(&admin, &repaired["id"], "x").await.problem(409), "illegal_transition");
    world.clock.advance(TimeDelta::minutes(1));
    let done = world.resolve(&admin, &open["id"], " 카드사에 확인했어요 ").await.expect(200);
    let done = &done["finding"];
    assert_eq!((&done["note"], &done["needsPerson"]), (&json!("카드사에 확인했어요"), &json!(false)));
    assert_eq!(moment(&done["resolvedAt"]), Some(world.clock.now()));
    assert_eq!(world.resolve(&admin, &open["id"], "again").await.problem(409), "illegal_transition");
    assert_eq!(world.by(&admin, Method::GET, PATH).send().await.expect(200)["open"], 0);
    let resolved = format!("payment_findings where resolved_by = {} and note is not null", admin.id);
    assert_eq!(world.count(&resolved).await, 1);

    let logged: Vec<String> =
        sqlx::query_scalar("select action from access_log where $1 = any(claim_ids) and staff_id = $2 order by seq")
            .bind(claim.get())
            .bind(admin.id)
            .fetch_all(&mut world.superuser().await)
            .await
            .expect("the log");
    assert_eq!(logged, ["findings_listed", "finding_resolved", "findings_listed"]);
}

#[tokio::test]
async fn nobody_else_sees_or_settles_a_clinics_findings() {
    let world = World::new().await;
    let (patient, _) = (world.patient().await, world.patient_of_two().await);
    let (admin, other, two) =
        (world.staff(StaffRole::ClinicAdmin).await, world.other_staff().await, world.staff_of_two().await);
    let mut ids = Vec::new();
    for (tenant, member) in [(&world.one, &admin), (&world.one, &other), (&world.two, &two)] {
        let claim = world.claim_at(tenant, member.clinic).await;
        world.found(tenant, claim, FindingKind::Unpaid).await;
        let list = world.by(member, Method::GET, PATH).send().await.expect(200);
        assert_eq!((list["findings"].as_array().map(Vec::len), &list["open"]), (Some(1), &json!(1)));
        assert_eq!(list["findings"][0]["insuranceId"], claim.get());
        ids.push(list["findings"][0]["id"].clone());
    }
    // of no order of ours: for the operators alone
    let new = NewFinding {
        kind: FindingKind::Unrecorded,
        order: None,
        transaction_key: "tx",
        our_amount: None,
        their_amount: Some(Won::new(1)),
    };
    let mut conn = world.one.acquire().await.expect("a connection");
    assert!(findings::insert(&mut conn, &new, world.clock.now()).await.expect("noted"));
    drop(conn);
    let list = world.by(&admin, Method::GET, PATH).send().await.expect(200);
    assert_eq!((list["findings"].as_array().map(Vec::len), &list["open"]), (Some(1), &json!(1)));

    for stranger in [&other, &two] {
        assert_eq!(world.resolve(stranger, &ids[0], "x").await.problem(404), "not_found");
    }
    for role in [StaffRole::ShootingExpert, StaffRole::AnalysisExpert] {
        let member = world.staff(role).await;
        assert_eq!(world.by(&member, Method::GET, PATH).send().await.problem(403), "forbidden");
        assert_eq!(world.resolve(&member, &ids[0], "x").await.problem(403), "forbidden");
    }
    assert_eq!(world.get(PATH).token(&patient.token).send().await.problem(401), "unauthorized");
    assert_eq!(world.count("payment_findings where resolved_at is not null").await, 0);
}

#[tokio::test]
async fn findings_come_page_by_page_newest_first() {
    let world = World::new().await;
    world.patient().await;
    let admin = world.staff(StaffRole::ClinicAdmin).await;
    let claim = world.claim_at(&world.one, admin.clinic).await;
    for kind in FindingKind::ALL {
        world.found(&world.one, claim, kind).await;
    }
    let (mut seen, mut path) = (Vec::new(), format!("{PATH}?limit=4"));
    loop {
        let list = world.by(&admin, Method::GET, &path).send().await.expect(200);
        let page = list["findings"].as_array().expect("a list");
        seen.extend(page.iter().map(|one| one["kind"].as_str().expect("a kind").to_owned()));
        assert_eq!(list["open"], 6, "of all pages");
        let Some(next) = list["next"].as_i64() else { break };
        path = format!("{PATH}?limit=4&before={next}");
    }
    let expected: Vec<_> = FindingKind::ALL.iter().rev().map(|kind| kind.as_str().to_owned()).collect();
    assert_eq!(seen, expected);
    let wrong = world.by(&admin, Method::GET, &format!("{PATH}?before=x")).send().await;
    assert_eq!(wrong.problem(400), "malformed");
}
