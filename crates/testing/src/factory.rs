//! Rows with valid values.

use chrono::{DateTime, TimeDelta, Utc};
use db::patients::NewPatient;
use db::results::NewResult;
use db::seed::TenantSeed;
use db::sessions::NewSession;
use db::tcis::NewTci;
use db::uploads::{NewUpload, Upload};
use db::{TenantDb, patients, results, sessions, tcis, uploads};
use domain::directory::{ClinicSettings, TenantSettings};
use domain::tenant::{Banner, Company};
use domain::{
    BirthDate, Browser, Confidences, Device, Email, Gender, Grid, Locale, LoginUserId, Name, ObjectKey, Outline,
    PasswordHash, Patient, PatientId, Phone, Platform, Reading, Scores, Size, Tci, TenantKind, TokenHash,
};

use crate::env;

/// The sign-in name of the patient of every test tenant.
pub const LOGIN_USER_ID: &str = "demo1";

/// Returns the creation time of the test data: 9 October 2025, 17:53:20 in Korea.
///
/// # Panics
/// Never.
#[must_use]
pub fn now() -> DateTime<Utc> {
    DateTime::from_timestamp(1_760_000_000, 0).expect("a valid time")
}

/// Returns a range that includes every time in tests.
#[must_use]
pub fn always() -> std::ops::Range<DateTime<Utc>> {
    DateTime::UNIX_EPOCH..now() + chrono::TimeDelta::days(36_500)
}

/// Returns a tenant `key` with the host `{key}.localhost`, two clinics and one patient.
#[must_use]
pub fn tenant_seed(key: &str) -> TenantSeed {
    let text = str::to_owned;
    let clinic = |name: &str, address: &str| ClinicSettings {
        name: text(name),
        representative_name: text("김원장"),
        address: text(address),
        phone_number: text("0212345678"),
        active: true,
    };
    TenantSeed {
        settings: tenant_settings(key),
        institutions: vec![clinic("하늘치과", "서울특별시 종로구 2"), clinic("바다치과", "부산광역시 해운대구 3")],
        patients: vec![new_patient(LOGIN_USER_ID)],
    }
}

/// Returns the settings of a tenant `key` with the hosts `{key}.localhost` and `also-{key}.localhost`.
#[must_use]
pub fn tenant_settings(key: &str) -> TenantSettings {
    let text = str::to_owned;
    TenantSettings {
        kind: TenantKind::Dental,
        key: text(key),
        name: format!("혀봄 {key}"),
        default_locale: Locale::Ko,
        hosts: vec![format!("{key}.localhost"), format!("also-{key}.localhost")],
        subsite_tci: None,
        subsite_chea: None,
        company: Company {
            name: text("주식회사 혀봄"),
            representative: text("이대표"),
            registration_number: text("000-00-00000"),
            address: text("서울특별시 종로구 1"),
            phone: text("02-1234-5678"),
            email: format!("help@{key}.example"),
        },
        banner: Some(Banner {
            title: text("설문"),
            text: text("의견을 들려주세요"),
            link_url: text("https://forms.example/1"),
        }),
        brand_color: None,
        mail_from: format!("no-reply@{key}.example"),
        sms_from: text("0212345678"),
        identity_required: false,
        resident_number_full: false,
        mobile_provider: None,
    }
}

/// Returns a patient to insert, whose password hash matches no password.
///
/// # Panics
/// `login` is not a valid sign-in name.
#[must_use]
pub fn new_patient(login: &str) -> NewPatient {
    let today = now().date_naive();
    NewPatient {
        login_user_id: LoginUserId::parse(login).expect("a sign-in name"),
        password_hash: PasswordHash::new("$argon2id$v=19$m=8,t=1,p=1$c2FsdHNhbHQ$AAAA".to_owned()),
        name: Name::parse("홍길동").expect("a name"),
        birth: Some(BirthDate::parse("19900315", today).expect("a date")),
        gender: Some(Gender::Man),
        phone_number: Phone::parse("01012345678").expect("a number"),
        email: Some(Email::parse(&format!("{login}@example.com")).expect("an address")),
        zipcode: Some("03187".to_owned()),
        address: Some("서울특별시 종로구 1".to_owned()),
        address_detail: Some("101호".to_owned()),
    }
}

/// Inserts a patient.
///
/// # Panics
/// The database rejects a statement.
pub async fn patient(db: &TenantDb, login: &str) -> Patient {
    let mut conn = db.acquire().await.expect("a connection");
    patients::insert(&mut conn, &new_patient(login), now()).await.expect("the patient is inserted")
}

/// Returns a session for a day from `now`; `token` is the hash of the browser's token.
#[must_use]
pub fn new_session(patient: PatientId, token: &TokenHash, now: DateTime<Utc>) -> NewSession {
    NewSession {
        patient_id: patient,
        token: *token,
        expires_at: now + TimeDelta::days(1),
        device: Device { browser: Browser::Chrome, platform: Platform::Android },
        network: "203.0.113.*".to_owned(),
    }
}

/// Inserts a session for a day from `now`.
///
/// # Panics
/// The database rejects a statement.
pub async fn session(db: &TenantDb, patient: PatientId, token: &TokenHash, now: DateTime<Utc>) {
    let mut conn = db.acquire().await.expect("a connection");
    sessions::insert(&mut conn, &new_session(patient, token, now), now).await.expect("the session is inserted");
}

/// Returns a unique object key.
///
/// # Panics
/// Never.
#[must_use]
pub fn object_key() -> ObjectKey {
    let name = env::unique().replace('_', "-");
    ObjectKey::parse(&format!("tongue/test/{name}.jpg")).expect("a key")
}

/// Inserts an upload permission that is valid for ten minutes.
///
/// # Panics
/// The database rejects a statement.
pub async fn upload(db: &TenantDb, patient: PatientId, now: DateTime<Utc>) -> ObjectKey {
    let object_key = object_key();
    let new = NewUpload {
        uploader: patient.into(),
        object_key: object_key.clone(),
        content_type: "image/jpeg".to_owned(),
        max_size: 2 * 1024 * 1024,
        expires_at: now + TimeDelta::minutes(10),
    };
    uploads::insert(&mut db.acquire().await.expect("a connection"), &new, now).await.expect("the upload is inserted");
    object_key
}

/// Inserts and claims an upload permission, for [`NewTci`] and [`tcis::PictureChange`] in a test's own transaction.
///
/// # Panics
/// The database rejects a statement.
pub async fn insert_claimed_upload(db: &TenantDb, patient: PatientId, now: DateTime<Utc>) -> Upload {
    let key = upload(db, patient, now).await;
    let mut conn = db.acquire().await.expect("a connection");
    uploads::claim(&mut conn, patient, &key, now).await.expect("the upload is taken")
}

/// Inserts an analysis that was not read yet.
///
/// # Panics
/// The database rejects a statement.
pub async fn tci(db: &TenantDb, patient: PatientId, now: DateTime<Utc>) -> Tci {
    let new = NewTci {
        patient_id: patient,
        person_id: None,
        upload: insert_claimed_upload(db, patient, now).await,
        shooting_at: now,
    };
    let mut tx = db.begin().await.expect("a transaction");
    let tci = tcis::insert(&mut tx, &new, now).await.expect("the analysis is inserted");
    tx.commit().await.expect("the transaction commits");
    tci
}

/// Returns a valid reading of a picture of 1024 x 768.
///
/// # Panics
/// `scores` are not nine values of 0, 1 or 2.
#[must_use]
pub fn reading(scores: [u8; 9]) -> Reading {
    let outline = (0..16_u8).map(|i| {
        let angle = f32::from(i) * std::f32::consts::TAU / 16.0;
        [512.0 + 200.0 * angle.cos(), 384.0 + 250.0 * angle.sin()]
    });
    Reading {
        scores: Scores::from_numbers(&scores).expect("nine scores"),
        confidences: Confidences::new([0.9; 9]).expect("nine probabilities"),
        outline: Outline::new(outline.collect()).expect("an outline"),
        grid: Grid { left: 312.0, top: 134.0, width: 400.0, height: 500.0, angle: 0.0 },
        brightness: 120.0,
        sharpness: 48.5,
        unfamiliar: false,
    }
}

/// Returns the size of the picture of [`reading`].
///
/// # Panics
/// Never.
#[must_use]
pub fn size() -> Size {
    Size::new(1024, 768).expect("a size")
}

/// Returns a [`reading`] to insert, of model version `test-1`.
#[must_use]
pub fn new_result(reading: &Reading) -> NewResult<'_> {
    NewResult { size: size(), reading, model_version: "test-1" }
}

/// Inserts an analysis with these scores, and returns it as its patient sees it.
///
/// # Panics
/// The database rejects a statement.
pub async fn tci_with_result(db: &TenantDb, patient: PatientId, scores: [u8; 9], now: DateTime<Utc>) -> Tci {
    let inserted = tci(db, patient, now).await;
    let picture = inserted.picture.expect("a new analysis has a picture").id;
    let mut tx = db.begin().await.expect("a transaction");
    results::insert(&mut tx, picture, &new_result(&reading(scores)), now).await.expect("the result is inserted");
    tx.commit().await.expect("the transaction commits");
    let mut conn = db.acquire().await.expect("a connection");
    tcis::find_own(&mut conn, patient, inserted.id).await.expect("the database answers").expect("the analysis is there")
}
