//! The deployed model.

use axum::http::Method;
use domain::DeployedModel;
use domain::deployed_model::{
    AnnotatorMetrics, Estimate, HeldOutSourceMetrics, ModelMetrics, NoTongueMetrics, OutlineMetrics, RobustnessMetrics,
};
use insta::assert_json_snapshot;
use serde_json::json;
use testing::factory;

use crate::test_app::{OTHER_HOST, TestApp};

impl TestApp {
    /// Records a deployed version.
    async fn deploy_model(&self, version: &str, figures: ModelMetrics) {
        let model = DeployedModel {
            version: version.to_owned(),
            data_hash: "efced079".to_owned(),
            training_data_hash: Some("96c3cbf0".to_owned()),
            figures,
        };
        let mut system = self.state.databases.system().acquire().await.expect("a connection");
        db::deployed_model::set(&mut system, &model, factory::now()).await.expect("written");
    }
}

fn model_metrics() -> ModelMetrics {
    let estimate = |value: f64, low: f64, high: f64| Estimate { value, low, high };
    let annotator = |same: f64, apart: f64| AnnotatorMetrics {
        photos: 58,
        same_cells: estimate(same, 0.84, 0.91),
        index_difference: estimate(apart, 4.0, 7.5),
    };
    ModelMetrics {
        outline: Some(OutlineMetrics { photos: 140, overlap: estimate(0.9714, 0.9699, 0.9728) }),
        annotators: vec![annotator(0.88, 5.5), annotator(0.87, 6.0)],
        without_tongue: Some(NoTongueMetrics { photos: 210, refused: 208 }),
        calibration_error: Some(0.0344),
        leave_one_source_out: vec![HeldOutSourceMetrics {
            source: "all".to_owned(),
            photos: 1360,
            seeds: 3,
            steps: 600,
            overlap: None,
            refused: Some(estimate(0.02, 0.01, 0.03)),
            kappa: Some(estimate(0.68, 0.64, 0.72)),
            index_difference: Some(estimate(9.7, 9.1, 10.3)),
            index_correlation: Some(estimate(0.74, 0.7, 0.78)),
        }],
        repeatability: vec![RobustnessMetrics {
            change: "darker".to_owned(),
            photos: 310,
            refused: 8,
            index_difference: 1.0,
            shown_index_difference: 1.25,
            calibration_error: None,
        }],
    }
}

#[tokio::test]
async fn model_endpoint_returns_deployed_figures() {
    let app = TestApp::new().await;
    app.deploy_model("tongue-1-9a12d14e", model_metrics()).await;
    let response = app.get("/model").send().await;
    assert_eq!(response.header("cache-control"), Some("public, max-age=60"));
    assert_eq!(response.header("vary"), Some("origin"));
    assert_json_snapshot!("the_deployed_version", response.expect(200));
    let elsewhere = app.call_host(OTHER_HOST, Method::GET, "/model").send().await;
    assert_eq!(elsewhere.expect(200), response.expect(200), "all tenants share the workers");
}

#[tokio::test]
async fn unrecorded_model_figures_are_null() {
    let app = TestApp::new().await;
    assert_eq!(app.get("/model").send().await.expect(200), json!({"model": null}));
    app.deploy_model("next", ModelMetrics::default()).await;
    let bare = json!({
        "outline": null, "readers": [], "withoutTongue": null, "calibrationError": null, "leaveOneSourceOut": [],
        "repeatability": []
    });
    let next = json!({"version": "next", "dataHash": "efced079", "trainingDataHash": "96c3cbf0", "figures": bare});
    let expected = json!({ "model": next });
    assert_eq!(app.get("/model").send().await.expect(200), expected);
}

#[tokio::test]
async fn model_problem_is_not_cached() {
    let app = TestApp::new().await;
    let response = app.call_host("three.example", Method::GET, "/model").send().await;
    assert_eq!(response.problem(404), "unknown_tenant");
    assert_eq!(response.header("cache-control"), Some("no-store"));
}
