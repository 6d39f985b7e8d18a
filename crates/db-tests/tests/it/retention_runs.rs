//! The record of the retention rules' runs.

use chrono::TimeDelta;
use db::retention::Class;
use db::retention::runs::{self, ErasedRows};
use domain::LoginUserId;
use domain::operator::Reason;
use testing::{Database, factory};

use crate::support::connect;

fn erased(rows: &[(Class, u64)]) -> ErasedRows {
    let mut erased = ErasedRows::default();
    for (class, rows) in rows {
        erased.add(*class, *rows);
    }
    erased
}

#[test]
fn classes_without_rows_are_left_out() {
    assert!(erased(&[(Class::Claims, 0)]).is_empty());
    let some = erased(&[(Class::Claims, 2), (Class::Sessions, 0), (Class::Claims, 3)]);
    assert_eq!(some.to_string(), "{\"claims\": 5}");
}

#[tokio::test]
async fn attempts_of_a_run_add_up() {
    let database = Database::create().await;
    let (db, now) = (database.tenant(), factory::now());
    let (operator, reason) = (LoginUserId::parse("ops01").expect("a name"), Reason::parse("요청").expect("a reason"));
    let mut conn = connect(&db).await;
    let run = runs::insert_requested(&mut conn, &operator, &reason, now).await.expect("inserted");
    assert!(runs::is_requested(&mut conn, now - TimeDelta::hours(1)).await.expect("a result"));
    assert!(!runs::is_requested(&mut conn, now).await.expect("a result"), "an older one is given up");
    // the first attempt fails halfway
    let first = erased(&[(Class::Sessions, 3), (Class::Orders, 1)]);
    runs::add_erased(&mut conn, run, &first, None).await.expect("added");
    assert!(runs::is_requested(&mut conn, now - TimeDelta::hours(1)).await.expect("a result"));
    let end = now + TimeDelta::minutes(2);
    runs::add_erased(&mut conn, run, &erased(&[(Class::Orders, 4)]), Some(end)).await.expect("added");
    assert!(!runs::is_requested(&mut conn, now - TimeDelta::hours(1)).await.expect("a result"), "it has ended");
    let later = now + TimeDelta::days(1);
    runs::insert_regular(&mut conn, &erased(&[(Class::Claims, 7)]), later, Some(later)).await.expect("inserted");
    let listed = runs::list(&mut conn, 9).await.expect("a list");
    let erased: Vec<Vec<(&str, u64)>> =
        listed.iter().map(|run| run.erased.iter().map(|(class, rows)| (class.as_str(), *rows)).collect()).collect();
    assert_eq!(erased, [vec![("claims", 7)], vec![("orders", 5), ("sessions", 3)]]);
    assert_eq!(listed[1].requested_by.as_deref(), Some("ops01"));
    assert_eq!((listed[1].reason.as_deref(), listed[1].finished_at), (Some("요청"), Some(end)));
    assert_eq!((listed[0].requested_by.as_deref(), listed[0].finished_at), (None, Some(later)));
    assert_eq!(runs::list(&mut conn, 1).await.expect("a list").len(), 1);
    let other = runs::list(&mut connect(&database.other_tenant()).await, 9).await.expect("a list");
    assert!(other.is_empty(), "another tenant's");
}
