//! What rows of the access log that are not one person's doing say, and how long they may grow.

use domain::StaffRole;
use runtime::Clock as _;
use serde_json::{Value, json};

use crate::world::World;

#[tokio::test]
async fn what_operators_and_readers_of_the_log_leave_in_it() {
    let world = World::new().await;
    let admin = world.staff(StaffRole::ClinicAdmin).await;
    let now = world.clock.now();
    let login = domain::LoginUserId::parse(&admin.login).expect("a name");
    let ids: Vec<_> = (1..=100).map(domain::ApplicationId::new).collect();
    let made = db::access_log::Entry {
        staff_id: None,
        login_id: Some(&login),
        client_address: None,
        action: db::access_log::Action::StaffMade,
        patient_ids: &[],
        application_ids: &[],
        request_id: None,
    };
    let listed = db::access_log::Entry {
        staff_id: Some(admin.id.into()),
        login_id: None,
        action: db::access_log::Action::ApplicationsListed,
        application_ids: &ids,
        ..made
    };
    let mut conn = world.one.acquire().await.expect("a connection");
    for entry in [made, listed, listed] {
        db::access_log::insert(&mut conn, &entry, now).await.expect("written");
    }
    drop(conn);
    let made = &world.log_of(&admin, "").await[0];
    assert_eq!(
        (&made["action"], &made["actor"], &made["staff"]),
        (&json!("staff_made"), &json!("operator"), &Value::Null)
    );
    let sizes = async || {
        let rows: Vec<i32> = sqlx::query_scalar(
            "select cardinality(application_ids) from access_log where action = 'access_log_read' order by seq",
        )
        .fetch_all(&mut world.superuser().await)
        .await
        .expect("the rows");
        rows
    };
    for _ in 0..3 {
        let rows = world.log_of(&admin, "kind=list").await;
        assert!(rows.iter().all(|row| row["applications"].as_array().is_some_and(|named| named.len() <= 3)));
    }
    // the search above named nobody; each reading of lists is about those that the two lists name, however often it is read
    assert_eq!(sizes().await, [0, 3, 3, 3]);
}
