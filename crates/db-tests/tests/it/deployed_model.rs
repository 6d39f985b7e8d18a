//! The deployed version: the last write wins, every tenant reads it, and none writes it.

use chrono::{DateTime, TimeDelta, Utc};
use db::deployed_model;
use domain::DeployedModel;
use domain::deployed_model::{AnnotatorMetrics, Estimate, ModelMetrics, NoTongueMetrics, OutlineMetrics};
use testing::{Database, factory};

fn model(version: &str, figures: ModelMetrics) -> DeployedModel {
    let [data_hash, training_data_hash] = ["da7a", "1ea2"].map(str::to_owned);
    DeployedModel { version: version.to_owned(), data_hash, training_data_hash: Some(training_data_hash), figures }
}

fn figures() -> ModelMetrics {
    let estimate = |value: f64| Estimate { value, low: value - 0.01, high: value + 0.01 };
    ModelMetrics {
        outline: Some(OutlineMetrics { photos: 140, overlap: estimate(0.97) }),
        annotators: vec![AnnotatorMetrics { photos: 58, same_cells: estimate(0.88), index_difference: estimate(5.5) }],
        without_tongue: Some(NoTongueMetrics { photos: 210, refused: 208 }),
        calibration_error: Some(0.03),
        ..ModelMetrics::default()
    }
}

async fn set(database: &Database, model: &DeployedModel, now: DateTime<Utc>) {
    let mut system = database.db.system().acquire().await.expect("a connection");
    deployed_model::set(&mut system, model, now).await.expect("written");
}

async fn find_loaded_at(database: &Database) -> DateTime<Utc> {
    let found = sqlx::query_scalar("select taken_up_at from deployed_model");
    found.fetch_one(&mut database.superuser().await).await.expect("the one row")
}

#[tokio::test]
async fn last_loaded_model_is_seen_by_every_tenant() {
    let database = Database::create().await;
    let found = async || {
        let own = deployed_model::find(&mut database.tenant().acquire().await.expect("a connection")).await;
        let other = deployed_model::find(&mut database.other_tenant().acquire().await.expect("a connection")).await;
        let (own, other) = (own.expect("a result"), other.expect("a result"));
        assert_eq!(own, other);
        own
    };
    assert_eq!(found().await, None, "before a worker was there");
    let (first, bare) = (model("first", figures()), model("bare", ModelMetrics::default()));
    let (then, later) = (factory::now(), factory::now() + TimeDelta::hours(1));
    set(&database, &first, then).await;
    assert_eq!(found().await, Some(first.clone()));
    set(&database, &first, later).await;
    assert_eq!(find_loaded_at(&database).await, then, "another worker took up the same version");
    // from a worker whose clock is behind
    set(&database, &bare, then - TimeDelta::hours(1)).await;
    assert_eq!(found().await, Some(bare));
    set(&database, &first, later).await;
    assert_eq!((found().await, find_loaded_at(&database).await), (Some(first), later));
}

#[tokio::test]
async fn unknown_model_figures_are_ignored() {
    let database = Database::create().await;
    set(&database, &model("first", figures()), factory::now()).await;
    let other = r#"update deployed_model set figures = '{"readers": [], "later": 1}'"#;
    sqlx::raw_sql(other).execute(&mut database.superuser().await).await.expect("written");
    let found = deployed_model::find(&mut database.tenant().acquire().await.expect("a connection")).await;
    assert_eq!(found.expect("a result"), Some(model("first", ModelMetrics::default())));
}

#[tokio::test]
async fn tenant_cannot_write_deployed_model() {
    let database = Database::create().await;
    set(&database, &model("first", figures()), factory::now()).await;
    let mut tenant = database.tenant().acquire().await.expect("a connection");
    for statement in [
        "update deployed_model set version = 'mine'",
        "delete from deployed_model",
        "insert into deployed_model (version, data_hash, figures, taken_up_at) values ('mine', '', '{}', now())",
    ] {
        let refused = sqlx::raw_sql(statement).execute(tenant.connection()).await.expect_err(statement);
        assert!(refused.to_string().contains("permission denied"), "{statement}: {refused}");
    }
}
