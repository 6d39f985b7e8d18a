//! Test helpers for clinics: signed-in staff, applications, pictures, scores.

use axum::http::Method;
use chrono::TimeDelta;
use db::results::{self, RecordOutcome};
use db::staff::NewStaff;
use db::staff_sessions::NewSession;
use db::{TenantDb, TenantTx};
use domain::{FailureCode, InstitutionId, LoginUserId, Name, PasswordHash, PictureId, StaffRole};
use runtime::Clock as _;
use serde_json::{Value, json};
use testing::factory;

use crate::client::{Call, TestResponse};
use crate::test_app::{JPEG, OTHER_HOST, PASSWORD, SignedIn, TestApp};

/// A signed-in member of a clinic's staff.
pub struct Member {
    pub id: i64,
    pub clinic: i64,
    pub login: String,
    pub token: String,
    host: String,
}

impl TestApp {
    /// The clinic of the first tenant.
    pub async fn clinic(&self) -> i64 {
        self.clinic_named("바른치과").await
    }

    async fn clinic_named(&self, name: &str) -> i64 {
        let found = sqlx::query_scalar("select id from institutions where name = $1").bind(name);
        found.fetch_one(&mut self.superuser().await).await.expect("the clinic is there")
    }

    /// Another clinic of the first tenant.
    pub async fn other_clinic(&self) -> i64 {
        let made = sqlx::query_scalar(
            "insert into institutions (tenant_id, name, representative_name, address, phone_number)
             values ($1, '다른치과', '이다른', '부산광역시 해운대구 3', '0512345678')
             on conflict (tenant_id, name) do update set name = excluded.name
             returning id",
        );
        made.bind(self.one.tenant().get()).fetch_one(&mut self.superuser().await).await.expect("the clinic is written")
    }

    pub async fn deactivate(&self, clinic: i64) {
        let done = sqlx::query("update institutions set active = false where id = $1").bind(clinic);
        done.execute(&mut self.superuser().await).await.expect("the clinic is there");
    }

    /// Staff of the first tenant's first clinic.
    pub async fn staff(&self, role: StaffRole) -> Member {
        let clinic = self.clinic().await;
        self.staff_of(&self.one, clinic, role).await
    }

    /// Staff of the first tenant's other clinic.
    pub async fn other_staff(&self) -> Member {
        let clinic = self.other_clinic().await;
        self.staff_of(&self.one, clinic, StaffRole::ClinicAdmin).await
    }

    /// Staff of the other tenant's clinic.
    pub async fn other_tenant_staff(&self) -> Member {
        let clinic = self.clinic_named("고운치과").await;
        let mut member = self.staff_of(&self.two, clinic, StaffRole::ClinicAdmin).await;
        OTHER_HOST.clone_into(&mut member.host);
        member
    }

    async fn staff_of(&self, tenant: &TenantDb, clinic: i64, role: StaffRole) -> Member {
        let now = self.clock.now();
        let mut conn = tenant.acquire().await.expect("a connection");
        let login = format!("staff{}", self.count("staff").await);
        let new = NewStaff {
            institution_id: InstitutionId::new(clinic),
            login_id: LoginUserId::parse(&login).expect("a sign-in name"),
            password_hash: self.password_hash().await,
            name: Name::parse("박두리").expect("a name"),
            role,
        };
        let id = db::staff::insert(&mut conn, &new, now).await.expect("the account is written");
        let hash = PasswordHash::new(new.password_hash.as_str().to_owned());
        db::staff::set_password(&mut conn, id, &hash).await.expect("no longer a temporary one");
        let (token, hash) = api::services::token::issue(&self.state.random);
        let session = NewSession {
            staff: id,
            token: &hash,
            expires_at: now + TimeDelta::hours(12),
            client_address: None,
            device: domain::Device::from_user_agent(""),
            second_factor_pending: false,
        };
        db::staff_sessions::insert(&mut conn, &session, now).await.expect("the session is written");
        Member { id: id.get(), clinic, login, token, host: crate::test_app::HOST.to_owned() }
    }

    /// Advances the clock while every staff session stays in use.
    pub async fn advance_in_use(&self, time: TimeDelta) {
        self.clock.advance(time);
        let used = sqlx::query("update staff_sessions set last_used_at = $1").bind(self.clock.now());
        used.execute(&mut self.superuser().await).await.expect("the sessions are there");
    }

    pub async fn staff_login(&self, login: &str, password: &str) -> TestResponse {
        let body = json!({"loginId": login, "password": password});
        self.call(Method::POST, "/institutions/auth/login").json(&body).send().await
    }

    /// A call of staff, at their tenant's host.
    pub fn staff_call(&self, staff: &Member, method: Method, path: &str) -> Call {
        self.call_host(&staff.host, method, path).token(&staff.token)
    }

    /// The body of an application.
    pub fn person() -> Value {
        json!({"name": "김하늘", "birth": "19900131", "gender": 1, "phoneNumber": "01012345678"})
    }

    /// Gives the consent to provide data to a recipient.
    pub async fn give_provide_consent(&self, patient: &SignedIn, kind: &str, id: i64) {
        let recipient = json!({"kind": kind, "id": id});
        self.consent(patient, json!({"kind": "provide", "recipient": recipient, "given": true})).await.expect(200);
    }

    /// Gives the consents and applies at a clinic.
    pub async fn apply(&self, patient: &SignedIn, clinic: i64) -> TestResponse {
        self.consent(patient, json!({"kind": "health", "given": true})).await.expect(200);
        self.give_provide_consent(patient, "clinic", clinic).await;
        let mut body = Self::person();
        body["institutionId"] = json!(clinic);
        self.call(Method::POST, "/patients/tcis").token(&patient.token).json(&body).send().await
    }

    /// The id of a new application at the first clinic.
    pub async fn new_application(&self, patient: &SignedIn) -> i64 {
        let clinic = self.clinic().await;
        self.apply(patient, clinic).await.expect(201)["clinic"]["id"].as_i64().expect("an id")
    }

    pub async fn set_status(&self, staff: &Member, application: i64, status: i16) -> TestResponse {
        let path = format!("/institutions/tcis/{application}");
        self.staff_call(staff, Method::PUT, &path).json(&json!({"status": status})).send().await
    }

    /// Stores a picture as staff and returns its key.
    pub async fn stored_clinic_upload(&self, staff: &Member) -> String {
        let call =
            self.staff_call(staff, Method::POST, "/institutions/tcis/generate").json(&json!({"filename": "a.JPG"}));
        let key = call.send().await.expect(201)["key"].as_str().expect("a key").to_owned();
        self.store(&key, JPEG).await;
        key
    }

    /// Records a walk-in's health consent on paper.
    pub async fn record_health_consent(&self, staff: &Member, application: i64) {
        let body = json!({"signer": "김하늘", "paperReference": "동의서철 1번"});
        let path = format!("/institutions/tcis/{application}/health-consent");
        self.staff_call(staff, Method::PUT, &path).json(&body).send().await.expect(200);
    }

    pub async fn add_picture(&self, staff: &Member, application: i64, phase: &str) -> TestResponse {
        let body = json!({"url": self.stored_clinic_upload(staff).await, "phase": phase});
        self.staff_call(staff, Method::POST, &format!("/institutions/tcis/{application}/pictures"))
            .json(&body)
            .send()
            .await
    }

    /// Adds a picture with a result of the AI, and returns the analysis as staff see it.
    pub async fn read_picture(&self, staff: &Member, application: i64, phase: &str) -> Value {
        self.add_picture(staff, application, phase).await.expect(201);
        self.read_newest_clinic_picture().await;
        self.get_application(staff, application).await["clinic"][format!("{phase}Tci")].clone()
    }

    pub async fn get_application(&self, staff: &Member, application: i64) -> Value {
        self.staff_call(staff, Method::GET, &format!("/institutions/tcis/{application}")).send().await.expect(200)
    }

    /// Saves an analysis. A release contains its analyst, who is `staff` unless the attributes specify another.
    pub async fn save(&self, staff: &Member, application: i64, tci: &Value, mut attributes: Value) -> TestResponse {
        if attributes["release"] == true && attributes.get("analysisExpertId").is_none() {
            attributes["analysisExpertId"] = json!(staff.id);
        }
        let path = format!("/institutions/tcis/{application}/tci/{}", tci["id"]);
        let body = json!({"version": tci["version"], "attributes": attributes});
        self.staff_call(staff, Method::PUT, &path).json(&body).send().await
    }

    /// Signs in a member with a temporary password.
    pub async fn sign_in_with_temporary_password(&self, staff: &Member) {
        let done = sqlx::query("update staff set must_change_password = true where id = $1").bind(staff.id);
        done.execute(&mut self.superuser().await).await.expect("the account is there");
        assert_eq!(self.staff_login(&staff.login, PASSWORD).await.expect(200)["staff"]["mustChangePassword"], true);
    }
}

impl TestApp {
    /// Stores a result for the newest clinic picture, like a worker.
    pub async fn read_newest_clinic_picture(&self) {
        let reading = factory::reading([0, 1, 2, 0, 1, 2, 0, 1, 2]);
        let (mut tx, picture) = self.newest_picture().await;
        let recorded = results::insert(&mut tx, picture, &factory::new_result(&reading), self.clock.now()).await;
        assert_eq!(recorded.expect("it is recorded"), RecordOutcome::Unchanged);
        tx.commit().await.expect("it is committed");
    }

    /// Stores a failure of the newest clinic picture.
    pub async fn fail_newest_clinic_picture(&self, reason: &str) {
        let failure = reason.parse::<FailureCode>().expect("a known reason");
        let (mut tx, picture) = self.newest_picture().await;
        let size = Some(factory::size());
        let recorded = results::insert_failure(&mut tx, picture, size, failure, self.clock.now()).await;
        assert_eq!(recorded.expect("it is recorded"), RecordOutcome::Unchanged);
        tx.commit().await.expect("it is committed");
    }

    async fn newest_picture(&self) -> (TenantTx, PictureId) {
        let newest = sqlx::query_scalar("select max(id) from pictures where current");
        let newest: i64 = newest.fetch_one(&mut self.superuser().await).await.expect("a picture");
        (self.one.begin().await.expect("a transaction"), PictureId::new(newest))
    }
}

/// Returns the same score for every cell.
pub fn uniform_scores(score: u8) -> Value {
    json!(vec![score; 9])
}
