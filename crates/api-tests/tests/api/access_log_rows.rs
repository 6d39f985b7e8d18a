//! Rows of the access log about operators and about reads of the log.

use axum::http::Method;
use domain::StaffRole;
use runtime::Clock as _;
use serde_json::{Value, json};

use crate::test_app::{PASSWORD, TestApp};

#[tokio::test]
async fn access_log_records_operators_and_readers() {
    let app = TestApp::new().await;
    let admin = app.staff(StaffRole::ClinicAdmin).await;
    let now = app.clock.now();
    let login = domain::LoginUserId::parse(&admin.login).expect("a name");
    let ids: Vec<_> = (1..=100).map(domain::ApplicationId::new).collect();
    let made = db::access_log::Entry {
        login_id: Some(&login),
        ..db::access_log::Entry::new(db::access_log::Action::StaffMade)
    };
    let listed = db::access_log::Entry {
        staff_id: Some(admin.id.into()),
        login_id: None,
        action: db::access_log::Action::ApplicationsListed,
        application_ids: &ids,
        ..made
    };
    let mut conn = app.one.acquire().await.expect("a connection");
    for entry in [made, listed, listed] {
        db::access_log::insert(&mut conn, &entry, now).await.expect("written");
    }
    drop(conn);
    let made = &app.search_log(&admin, "").await[0];
    assert_eq!(
        (&made["action"], &made["actor"], &made["staff"]),
        (&json!("staff_made"), &json!("operator"), &Value::Null)
    );
    let sizes = async || {
        let rows: Vec<i32> = sqlx::query_scalar(
            "select cardinality(application_ids) from access_log where action = 'access_log_read' order by seq",
        )
        .fetch_all(&mut app.superuser().await)
        .await
        .expect("the rows");
        rows
    };
    for _ in 0..3 {
        let rows = app.search_log(&admin, "kind=list").await;
        assert!(rows.iter().all(|row| row["applications"].as_array().is_some_and(|named| named.len() <= 3)));
    }
    // the search above named nobody; each read names the people of the two lists, no matter how often it is repeated
    assert_eq!(sizes().await, [0, 3, 3, 3]);
}

#[tokio::test]
async fn polling_logs_a_record_once_in_a_sitting() {
    let app = TestApp::new().await;
    let patient = app.consenting_patient().await;
    let doctor = app.staff(StaffRole::AnalysisExpert).await;
    let application = app.new_application(&patient).await;
    let path = format!("/institutions/tcis/{application}");
    let poll = async |token: &str| {
        for _ in 0..3 {
            for path in ["/institutions/tcis", "/institutions/tcis?status=2", &path] {
                app.call(Method::GET, path).token(token).header("x-poll", "1").send().await.expect(200);
            }
        }
    };
    let rows = async || {
        let rows: Vec<(String, Vec<i64>)> = sqlx::query_as(
            "select action, application_ids from access_log where action in ('applications_listed', 'application_read')
             order by seq",
        )
        .fetch_all(&mut app.superuser().await)
        .await
        .expect("the rows");
        rows
    };
    let row = |action: &str, ids: &[i64]| (action.to_owned(), ids.to_vec());
    poll(&doctor.token).await;
    let sitting = [
        row("applications_listed", &[application]),
        // the other list was empty
        row("applications_listed", &[]),
        row("application_read", &[application]),
    ];
    assert_eq!(rows().await, sitting);
    // a new entry of the list is logged again, and another session is logged separately
    let second = app.new_application(&patient).await;
    poll(&doctor.token).await;
    assert_eq!(rows().await[3..], [row("applications_listed", &[second])]);
    let token = app.staff_token(&doctor.login, PASSWORD).await;
    poll(&token).await;
    let again = [row("applications_listed", &[second, application]), sitting[1].clone(), sitting[2].clone()];
    assert_eq!(rows().await[4..], again);
    assert_eq!(app.count("access_log where action = 'application_read' and cardinality(patient_ids) = 1").await, 2);
}
