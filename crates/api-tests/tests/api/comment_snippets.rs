//! Comment snippets: the clinic's and each member's own.

use axum::http::Method;
use domain::StaffRole;
use serde_json::{Value, json};

use crate::client::TestResponse;
use crate::clinics::Member;
use crate::test_app::TestApp;

impl TestApp {
    async fn snippets(&self, staff: &Member) -> Value {
        let call = self.staff_call(staff, Method::GET, "/institutions/comment-snippets");
        call.send().await.expect(200)["snippets"].clone()
    }

    async fn add_snippet(&self, staff: &Member, scope: &str, title: &str) -> TestResponse {
        let body = json!({"scope": scope, "title": title, "body": "칫솔로 혀를 닦아 주세요.\n하루 두 번이요."});
        self.staff_call(staff, Method::POST, "/institutions/comment-snippets").json(&body).send().await
    }
}

fn titles(snippets: &Value) -> Vec<String> {
    let list = snippets.as_array().expect("a list").iter();
    list.map(|one| format!("{} {}", one["scope"].as_str().unwrap_or("?"), one["title"].as_str().unwrap_or("?")))
        .collect()
}

#[tokio::test]
async fn snippets_are_the_clinics_and_ones_own() {
    let app = TestApp::new().await;
    let (doctor, admin) = (app.staff(StaffRole::AnalysisExpert).await, app.staff(StaffRole::ClinicAdmin).await);
    let own = app.add_snippet(&doctor, "own", "나").await.expect(201)["snippet"]["id"].clone();
    let shared = app.add_snippet(&admin, "clinic", "가").await.expect(201)["snippet"]["id"].clone();
    assert_eq!(app.add_snippet(&doctor, "clinic", "다").await.problem(403), "forbidden");
    assert_eq!(titles(&app.snippets(&doctor).await), ["clinic 가", "own 나"]);
    assert_eq!(titles(&app.snippets(&admin).await), ["clinic 가"]);
    let stranger = app.other_staff().await;
    assert_eq!(app.snippets(&stranger).await, json!([]));

    let put = async |staff: &Member, id: &Value, body: Value| {
        let path = format!("/institutions/comment-snippets/{id}");
        app.staff_call(staff, Method::PUT, &path).json(&body).send().await
    };
    let delete = async |staff: &Member, id: &Value| {
        app.staff_call(staff, Method::DELETE, &format!("/institutions/comment-snippets/{id}")).send().await
    };
    let texts = json!({"title": "고친 제목", "body": "고친 내용"});
    put(&doctor, &own, texts.clone()).await.expect(204);
    assert_eq!(app.snippets(&doctor).await[1]["body"], "고친 내용");
    assert_eq!(put(&doctor, &shared, texts.clone()).await.problem(403), "forbidden");
    assert_eq!(delete(&doctor, &shared).await.problem(403), "forbidden");
    // another member's and another clinic's snippets are not found
    for (staff, id) in [(&admin, &own), (&stranger, &shared)] {
        assert_eq!(put(staff, id, texts.clone()).await.problem(404), "not_found");
        assert_eq!(delete(staff, id).await.problem(404), "not_found");
    }
    assert_eq!(put(&doctor, &own, json!({})).await.invalid_fields(), ["title.required", "body.required"]);
    delete(&admin, &shared).await.expect(204);
    delete(&doctor, &own).await.expect(204);
    assert_eq!(app.snippets(&doctor).await, json!([]));
}

#[tokio::test]
async fn snippet_limits_hold_for_each_owner() {
    let app = TestApp::new().await;
    let admin = app.staff(StaffRole::ClinicAdmin).await;
    for number in 0..50 {
        app.add_snippet(&admin, "own", &format!("제목 {number}")).await.expect(201);
    }
    assert_eq!(app.add_snippet(&admin, "own", "하나 더").await.problem(409), "too_many_snippets");
    app.add_snippet(&admin, "clinic", "치과 것").await.expect(201);
    assert_eq!(app.add_snippet(&admin, "all", "어느 것").await.invalid_fields(), ["scope.unknown"]);
    let long = json!({"scope": "own", "title": "가".repeat(41), "body": "나".repeat(1_001)});
    let response = app.staff_call(&admin, Method::POST, "/institutions/comment-snippets").json(&long).send().await;
    assert_eq!(response.invalid_fields(), ["title.too_long", "body.too_long"]);
}
