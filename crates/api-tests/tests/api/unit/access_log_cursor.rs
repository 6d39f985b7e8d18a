//! The cursor of the operators' search in the access logs.

use api::ops::access_log::search::RowPosition;
use chrono::DateTime;
use domain::TenantId;

#[test]
fn cursor_round_trips() {
    let position =
        RowPosition { at: DateTime::from_timestamp_micros(1_700_000_000_000_001).expect("a time"), tenant: 3, seq: 7 };
    assert_eq!(RowPosition::parse(&position.to_cursor()), Some(position));
    for text in ["", "1", "1.2", "1.2.3.4", "a.b.c"] {
        assert_eq!(RowPosition::parse(text), None, "{text}");
    }
}

#[test]
fn rows_of_equal_time_follow_by_tenant() {
    let position = RowPosition { at: DateTime::UNIX_EPOCH, tenant: 3, seq: 7 };
    let seq = |tenant| position.bounds_for_tenant(TenantId::new(tenant)).1;
    assert_eq!((seq(2), seq(3), seq(4)), (i64::MAX, 7, 0));
}
