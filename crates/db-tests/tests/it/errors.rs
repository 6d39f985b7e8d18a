//! What the errors of the database say.

use std::error::Error as _;
use std::sync::Arc;

use db::{Error, Result, claims, patients};

use crate::support::{OrderFixture, connect};

#[tokio::test]
async fn invalid_value_names_row_and_keeps_source() {
    let fixture = OrderFixture::new().await;
    let claim = fixture.unpaid_claim().await;
    // values that the database forbids, as if a rule of the domain had become stricter
    let written = "
        alter table patients drop constraint patients_gender_check;
        alter table claims drop constraint claims_status_check;
        set session_replication_role = replica;
        update patients set gender = 9;
        update claims set status = 9";
    sqlx::raw_sql(written).execute(&mut fixture.database.superuser().await).await.expect("written");
    let patient = fixture.patient;
    let error = patients::find(&mut connect(&fixture.db).await, patient).await.expect_err("no gender");
    assert_eq!(error.to_string(), format!("patients.gender of row {} holds an invalid value", patient.get()));
    assert!(error.source().expect("the rule").to_string().starts_with("gender: "));
    let mut tx = fixture.db.begin().await.expect("a transaction");
    let error = claims::lock(&mut tx, claim).await.expect_err("no status");
    assert_eq!(error.to_string(), format!("claims.status of row {} holds an invalid value", claim.get()));
    assert!(error.source().is_none());
    assert!(!error.is_unavailable());
}

#[test]
fn statement_error_names_its_place() {
    fn find() -> Result<()> {
        Err(sqlx::Error::RowNotFound)?
    }
    let error = find().expect_err("no row");
    assert!(error.to_string().contains("tests/it/errors.rs:"), "{error}");
    assert!(error.source().is_some());
}

#[test]
fn pool_timeout_is_unavailable_in_batches_too() {
    let error = Error::Batch(Arc::new(sqlx::Error::PoolTimedOut.into()));
    assert!(error.is_unavailable());
    assert_eq!(error.constraint(), None);
}
