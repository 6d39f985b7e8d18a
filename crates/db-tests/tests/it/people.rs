//! The people of an account, and the owners of records.

use chrono::TimeDelta;
use db::orders::{self, Settled};
use db::people::{self, ConsentRecord};
use db::tcis::{self, NewTci};
use db::{TenantDb, account_deletion, applications, exports, person_erasure};
use domain::people::{PersonForm, PersonInput};
use domain::retention::RetentionClass;
use domain::{Krw, OrderStatus, PatientId, PersonConsent, PersonId, Phase, ProviderStatus, Relation, TciId};
use sqlx::AssertSqlSafe;
use testing::claims::{insert_paid_claim, insert_unpaid_claim};
use testing::{Clinic, Database, factory};

use crate::support::{AMOUNT, OrderFixture, connect, provider_payment, wait_for_a_lock};

fn child() -> PersonForm {
    let input =
        PersonInput { relation: "child", name: "홍아이", birth: "20200105", gender: Some(1), consent: "guardian" };
    PersonForm::parse(input, None, factory::now().date_naive()).expect("a child")
}

fn consent() -> ConsentRecord {
    ConsentRecord { version: factory::now().date_naive(), client_address: Some([192, 0, 2, 7].into()) }
}

async fn insert_child(db: &TenantDb, patient: PatientId) -> PersonId {
    let mut tx = db.begin().await.expect("a transaction");
    assert!(people::count_locked(&mut tx, patient).await.expect("a count").expect("an open account") < 10);
    let id = people::insert(&mut tx, patient, &child(), consent(), factory::now()).await.expect("inserted");
    tx.commit().await.expect("committed");
    id
}

async fn self_check(db: &TenantDb, patient: PatientId, person: Option<PersonId>) -> TciId {
    let now = factory::now();
    let upload = factory::insert_claimed_upload(db, patient, now).await;
    let new = NewTci { patient_id: patient, person_id: person, upload, shooting_at: now };
    let mut tx = db.begin().await.expect("a transaction");
    let made = tcis::insert(&mut tx, &new, now).await.expect("inserted");
    tx.commit().await.expect("committed");
    assert_eq!(person.is_none(), made.person.expect("a person").relation == Relation::Holder);
    made.id
}

#[tokio::test]
async fn holder_follows_the_account() {
    let database = Database::create().await;
    let (db, patient) = (database.tenant(), database.first.patient);
    let mut conn = connect(&db).await;
    let holder = people::find_own(&mut conn, patient, None).await.expect("a result").expect("the holder");
    assert_eq!((holder.label.relation, holder.label.name.as_str()), (Relation::Holder, "홍길동"));
    assert_eq!(
        (holder.birth.map(|birth| birth.to_string()).as_deref(), holder.has_records),
        (Some("1990.03.15"), false)
    );
    sqlx::query("update patients set name = '홍새이름' where id = $1")
        .bind(patient.get())
        .execute(&mut database.superuser().await)
        .await
        .expect("renamed");
    let holder = people::find_own(&mut conn, patient, None).await.expect("a result").expect("the holder");
    assert_eq!(holder.label.name.as_str(), "홍새이름");
}

#[tokio::test]
async fn self_checks_are_listed_by_person() {
    let database = Database::create().await;
    let (db, patient) = (database.tenant(), database.first.patient);
    let child = insert_child(&db, patient).await;
    let (own, of_child) = (self_check(&db, patient, None).await, self_check(&db, patient, Some(child)).await);
    let mut conn = connect(&db).await;
    for (person, expected) in [(None, own), (Some(child), of_child)] {
        let listed = tcis::list_own(&mut conn, patient, person, None, 9).await.expect("a list");
        assert_eq!(listed.iter().map(|tci| tci.id).collect::<Vec<_>>(), [expected]);
    }
    let stranger = factory::patient(&db, "stranger").await.id;
    assert!(tcis::list_own(&mut conn, stranger, Some(child), None, 9).await.expect("a list").is_empty());
    assert_eq!(people::find_own(&mut conn, stranger, Some(child)).await.expect("a result"), None);
    let all = people::list(&mut conn, patient).await.expect("a list");
    assert_eq!(all.iter().map(|person| person.label.relation).collect::<Vec<_>>(), [Relation::Holder, Relation::Child]);
    assert!(all.iter().all(|person| person.has_records));
    assert_eq!(all[1].consent, Some(PersonConsent::Guardian));
}

#[tokio::test]
async fn locked_person_shows_concurrent_records() {
    let database = Database::create().await;
    let (db, patient, now) = (database.tenant(), database.first.patient, factory::now());
    let child = insert_child(&db, patient).await;
    let upload = factory::insert_claimed_upload(&db, patient, now).await;
    let mut adding = db.begin().await.expect("a transaction");
    people::lock_own_shared(&mut adding, patient, Some(child)).await.expect("a result").expect("the child");
    let correct = async {
        let mut tx = db.begin().await.expect("a transaction");
        people::lock_own(&mut tx, patient, Some(child)).await.expect("a result").expect("the child").has_records
    };
    let add = async {
        wait_for_a_lock(&database).await;
        let new = NewTci { patient_id: patient, person_id: Some(child), upload, shooting_at: now };
        tcis::insert(&mut adding, &new, now).await.expect("inserted");
        adding.commit().await.expect("committed");
    };
    let (has_records, ()) = tokio::join!(correct, add);
    assert!(has_records);
}

/// The database itself rejects a record of one account for a person of another.
#[tokio::test]
async fn record_for_strangers_person_is_refused() {
    let database = Database::create().await;
    let db = database.tenant();
    let child = insert_child(&db, database.first.patient).await;
    let stranger = factory::patient(&db, "stranger").await.id;
    let upload = factory::insert_claimed_upload(&db, stranger, factory::now()).await;
    let new = NewTci { patient_id: stranger, person_id: Some(child), upload, shooting_at: factory::now() };
    let mut tx = db.begin().await.expect("a transaction");
    let refused = tcis::insert(&mut tx, &new, factory::now()).await.expect_err("another account's person");
    assert!(format!("{refused:?}").contains("tcis_person"), "{refused:?}");
}

#[tokio::test]
async fn analysis_has_the_person_of_its_application() {
    let clinic = Clinic::new().await;
    let patient = clinic.database.first.patient;
    let child = insert_child(&clinic.db, patient).await;
    let id = clinic.application(domain::ApplicationKind::Application, factory::now()).await;
    let mut tx = clinic.db.begin().await.expect("a transaction");
    let found = applications::find_own(&mut tx, patient, id).await.expect("a result").expect("an application");
    assert_eq!(found.account_person.expect("a person").relation, Relation::Holder);
    applications::set_person(&mut tx, id, &found.person, child, factory::now()).await.expect("moved");
    tx.commit().await.expect("committed");
    clinic.receive(id).await;
    clinic.insert_analysis(id, Phase::Before).await;
    let mut conn = connect(&clinic.db).await;
    let found = applications::find_own(&mut conn, patient, id).await.expect("a result").expect("an application");
    let analysis = found.before.expect("an analysis").person.expect("a person");
    assert_eq!((analysis.id, analysis.relation), (child, Relation::Child));
    let institution = clinic.database.first.institutions[0];
    let page =
        applications::PageRequest { from: factory::always().start, to: factory::always().end, before: None, limit: 9 };
    for (person, count) in [(None, 0), (Some(child), 1)] {
        let subject = person.map_or(applications::Subject::Holder(patient), applications::Subject::Person);
        let filter = applications::Filter { subject: Some(subject), ..applications::Filter::default() };
        let listed = applications::list_at(&mut conn, institution, &filter, &page).await.expect("a list");
        assert_eq!(listed.len(), count, "{person:?}");
        let own = applications::list_own(&mut conn, patient, person, &page).await.expect("a list");
        assert_eq!(own.len(), count, "{person:?}");
    }
}

#[tokio::test]
async fn removed_person_is_hidden_then_erased() {
    let database = Database::create().await;
    let (db, patient, now) = (database.tenant(), database.first.patient, factory::now());
    let child = insert_child(&db, patient).await;
    let (own, of_child) = (self_check(&db, patient, None).await, self_check(&db, patient, Some(child)).await);
    let mut tx = db.begin().await.expect("a transaction");
    assert!(!people::exists_open_record(&mut tx, child).await.expect("a result"));
    assert!(people::remove(&mut tx, patient, child, now).await.expect("a result"));
    assert!(!people::remove(&mut tx, patient, child, now).await.expect("a result"), "once");
    tx.commit().await.expect("committed");
    let mut conn = connect(&db).await;
    assert_eq!(tcis::find_own(&mut conn, patient, of_child).await.expect("a result"), None);
    assert_eq!(people::find_own(&mut conn, patient, Some(child)).await.expect("a result"), None);
    let due = now + RetentionClass::Service.period();
    assert!(person_erasure::list_due(&mut conn, 9, due - TimeDelta::seconds(1)).await.expect("a list").is_empty());
    assert_eq!(person_erasure::list_due(&mut conn, 9, due).await.expect("a list"), [child]);
    assert_eq!(person_erasure::list_objects(&mut conn, child).await.expect("a list").len(), 1);
    let mut tx = db.begin().await.expect("a transaction");
    person_erasure::erase(&mut tx, child, due).await.expect("erased");
    tx.commit().await.expect("committed");
    assert!(person_erasure::list_due(&mut conn, 9, due).await.expect("a list").is_empty());
    assert!(tcis::find_own(&mut conn, patient, own).await.expect("a result").is_some(), "the holder's stays");
    let mut superuser = database.superuser().await;
    for (statement, expected) in [
        (format!("select count(*) from tcis where id = {of_child}"), 0),
        ("select count(*) from people where name = '홍아이' or birth = '2020-01-05'".to_owned(), 0),
        (format!("select count(*) from people where id = {child}"), 1),
    ] {
        let count: i64 = sqlx::query_scalar(AssertSqlSafe(statement)).fetch_one(&mut superuser).await.expect("a count");
        assert_eq!(count, expected);
    }
}

#[tokio::test]
async fn removed_persons_claims_lose_health_data() {
    let database = Database::create().await;
    let (db, patient, now) = (database.tenant(), database.first.patient, factory::now());
    let child = insert_child(&db, patient).await;
    let mut superuser = database.superuser().await;
    let claimant = database.first.claimant();
    let (own, paid) =
        (insert_paid_claim(&mut superuser, claimant).await, insert_paid_claim(&mut superuser, claimant).await);
    let unpaid = insert_unpaid_claim(&mut superuser, claimant).await;
    let childs = format!("update claims set person_id = {child} where id in ({paid}, {unpaid})");
    sqlx::query(AssertSqlSafe(childs)).execute(&mut superuser).await.expect("the child's");
    let mut tx = db.begin().await.expect("a transaction");
    assert!(people::remove(&mut tx, patient, child, now).await.expect("a result"));
    person_erasure::erase(&mut tx, child, now + RetentionClass::Service.period()).await.expect("erased");
    tx.commit().await.expect("committed");
    let left = "select array_agg(id order by id) from claims where reason = '크라운' and mobile = '01098765432'";
    let left: Vec<i64> = sqlx::query_scalar(left).fetch_one(&mut superuser).await.expect("a list");
    assert_eq!(left, [own.get()], "the holder's stays");
    let kept = "select array_agg(id order by id) from claims";
    let kept: Vec<i64> = sqlx::query_scalar(kept).fetch_one(&mut superuser).await.expect("a list");
    assert_eq!(kept, [own.get(), paid.get()], "the record of the contract stays");
}

#[tokio::test]
async fn open_application_holds_its_person() {
    let clinic = Clinic::new().await;
    let child = insert_child(&clinic.db, clinic.database.first.patient).await;
    let id = clinic.application(domain::ApplicationKind::Application, factory::now()).await;
    let mut tx = clinic.db.begin().await.expect("a transaction");
    let found = applications::find_own(&mut tx, clinic.database.first.patient, id).await.expect("a result");
    let subject = found.expect("an application").person;
    applications::set_person(&mut tx, id, &subject, child, factory::now()).await.expect("moved");
    assert!(people::exists_open_record(&mut tx, child).await.expect("a result"));
}

/// A closed order whose money was taken after all is refunded.
#[tokio::test]
async fn only_payable_order_holds_its_person() {
    let fixture = OrderFixture::new().await;
    let child = insert_child(&fixture.db, fixture.patient).await;
    let mut superuser = fixture.database.superuser().await;
    for closed in ["failed", "canceled", "expired"] {
        let order = fixture.order(&format!("clm_{closed}"), None).await;
        let of_child = format!("update claim_drafts set person_id = {child} where order_id = {order}");
        sqlx::raw_sql(AssertSqlSafe(of_child)).execute(&mut superuser).await.expect("the child's");
        let mut held = Vec::new();
        for status in ["pending", "confirming", closed] {
            let set = format!(
                "update orders set status = '{status}', provider_key = 'k-{order}'
                 where id = {order} and status <> '{status}'"
            );
            sqlx::raw_sql(AssertSqlSafe(set)).execute(&mut superuser).await.expect("an allowed step");
            let mut tx = fixture.db.begin().await.expect("a transaction");
            held.push(people::exists_open_record(&mut tx, child).await.expect("a result"));
        }
        assert_eq!(held, [true, true, false], "{closed}");
    }
    let late = fixture.order("clm_late-1", None).await;
    let mut tx = fixture.db.begin().await.expect("a transaction");
    orders::close(&mut tx, late, OrderStatus::Expired, None, factory::now()).await.expect("expired");
    tx.commit().await.expect("committed");
    let of_child = format!("update claim_drafts set person_id = {child}");
    sqlx::raw_sql(AssertSqlSafe(of_child)).execute(&mut superuser).await.expect("the child's");
    let mut tx = fixture.db.begin().await.expect("a transaction");
    assert!(people::remove(&mut tx, fixture.patient, child, factory::now()).await.expect("a result"));
    tx.commit().await.expect("committed");
    let settled = fixture.settle(late, Some(&provider_payment("clm_late-1", ProviderStatus::Done))).await;
    assert_eq!(settled, Settled::Refund(Krw::new(AMOUNT)));
    let left = "select (select count(*) from claims) + (select count(*) from claim_drafts)";
    let left: i64 = sqlx::query_scalar(left).fetch_one(&mut superuser).await.expect("a count");
    assert_eq!(left, 0, "a removed person has no new claim");
}

#[tokio::test]
async fn deleted_account_erases_its_people() {
    let database = Database::create().await;
    let (db, patient, now) = (database.tenant(), database.first.patient, factory::now());
    insert_child(&db, patient).await;
    let mut tx = db.begin().await.expect("a transaction");
    let data = exports::collect_patient_data(&mut tx, patient).await.expect("the data");
    let people = data.files.iter().find(|(name, _)| *name == "people.json").expect("the people");
    assert_eq!(people.1[1]["name"], "홍아이");
    account_deletion::close_account(&mut tx, patient, now).await.expect("closed");
    account_deletion::erase_service(&mut tx, patient, now).await.expect("erased");
    account_deletion::erase_person(&mut tx, patient, now).await.expect("erased");
    tx.commit().await.expect("committed");
    let names: Vec<String> = sqlx::query_scalar("select name from people where patient_id = $1 and birth is null")
        .bind(patient.get())
        .fetch_all(&mut database.superuser().await)
        .await
        .expect("a list");
    assert_eq!(names, ["-", "-"]);
}

#[tokio::test]
async fn changed_form_needs_a_present_dependent() {
    let database = Database::create().await;
    let (db, patient, now) = (database.tenant(), database.first.patient, factory::now());
    let person = insert_child(&db, patient).await;
    let input =
        PersonInput { relation: "parent", name: "홍부모", birth: "19600105", gender: Some(0), consent: "agreed" };
    let form = PersonForm::parse(input, None, now.date_naive()).expect("a parent");
    let set = async |db: &TenantDb, id: PersonId| {
        let mut tx = db.begin().await.expect("a transaction");
        people::set_form(&mut tx, id, &form, consent(), now).await.expect("set");
        tx.commit().await.expect("committed");
        let listed = people::list(&mut connect(&database.tenant()).await, patient).await.expect("a list");
        listed.into_iter().map(|one| (one.label.name.as_str().to_owned(), one.label.relation)).collect::<Vec<_>>()
    };
    let holder = people::find_own(&mut connect(&db).await, patient, None).await.expect("a result").expect("the holder");
    let before = [("홍길동".to_owned(), Relation::Holder), ("홍아이".to_owned(), Relation::Child)];
    assert_eq!(set(&db, holder.label.id).await, before, "the holder follows the account");
    assert_eq!(set(&database.other_tenant(), person).await, before, "another tenant's");
    assert_eq!(set(&db, person).await[1], ("홍부모".to_owned(), Relation::Parent));
    let mut tx = db.begin().await.expect("a transaction");
    assert!(people::remove(&mut tx, patient, person, now).await.expect("a result"));
    people::set_form(&mut tx, person, &child(), consent(), now).await.expect("nobody");
    tx.commit().await.expect("committed");
    let kept: String = sqlx::query_scalar("select name from people where id = $1")
        .bind(person.get())
        .fetch_one(&mut database.superuser().await)
        .await
        .expect("the row");
    assert_eq!(kept, "홍부모", "a removed person does not change");
}

#[tokio::test]
async fn people_are_counted_one_after_the_other() {
    let database = Database::create().await;
    let (db, patient) = (database.tenant(), database.first.patient);
    let add = async |pause: u64| {
        let mut tx = db.begin().await.expect("a transaction");
        let count = people::count_locked(&mut tx, patient).await.expect("a count").expect("an open account");
        tokio::time::sleep(std::time::Duration::from_millis(pause)).await;
        people::insert(&mut tx, patient, &child(), consent(), factory::now()).await.expect("inserted");
        tx.commit().await.expect("committed");
        count
    };
    let (one, two) = tokio::join!(add(100), add(100));
    assert_eq!([one.min(two), one.max(two)], [0, 1], "the second waits for the first");
    let other = database.second.patient;
    let mut tx = database.other_tenant().begin().await.expect("a transaction");
    assert_eq!(people::count_locked(&mut tx, other).await.expect("a count"), Some(0), "another account");
}
