//! A clinic with an expert, for tests of applications and scores.

use chrono::{DateTime, TimeDelta, Utc};
use db::applications::{self, NewApplication};
use db::staff::{self, NewStaff};
use db::tcis::clinic::{self, Attributes, NewPicture, TciVersion};
use db::uploads::{self, NewUpload};
use db::{TenantDb, results};
use domain::{
    ApplicationId, ApplicationKind, ApplicationStatus, BirthDate, LoginUserId, Name, PasswordHash, Person, Phase,
    Phone, Scores, StaffId, StaffRole, TciId,
};

use crate::{Database, factory};

/// A clinic with an expert, in a separate database.
pub struct Clinic {
    /// The database; the clinic is the first of its first tenant.
    pub database: Database,
    /// That tenant.
    pub db: TenantDb,
    /// The expert.
    pub staff: StaffId,
}

impl Clinic {
    /// Creates a clinic.
    ///
    /// # Panics
    /// The server does not respond.
    pub async fn new() -> Self {
        let database = Database::create().await;
        let db = database.tenant();
        let new = NewStaff {
            institution_id: database.first.institutions[0],
            login_id: LoginUserId::parse("doctor1").expect("a name"),
            password_hash: PasswordHash::new("x".to_owned()),
            name: Name::parse("의사").expect("a name"),
            role: StaffRole::AnalysisExpert,
        };
        let staff = staff::insert(&mut db.acquire().await.expect("a connection"), &new, factory::now()).await;
        Self { staff: staff.expect("the account is written"), db, database }
    }

    /// Inserts an application of the tenant's patient, or of a walk-in.
    ///
    /// # Panics
    /// The database rejects it.
    pub async fn application(&self, kind: ApplicationKind, now: DateTime<Utc>) -> ApplicationId {
        let new = NewApplication {
            kind,
            patient_id: (kind == ApplicationKind::Application).then_some(self.database.first.patient),
            person_id: None,
            institution_id: self.database.first.institutions[0],
            person: Person {
                name: Name::parse("김하늘").expect("a name"),
                birth: BirthDate::parse("19900131", now.date_naive()).expect("a date"),
                gender: None,
                phone_number: Phone::parse("01012345678").expect("a number"),
            },
            opened: false,
        };
        let mut tx = self.db.begin().await.expect("a transaction");
        let id = applications::insert(&mut tx, &new, now).await.expect("written").expect("the clinic is active");
        tx.commit().await.expect("committed");
        id
    }

    /// Inserts an analysis with a picture and its AI result.
    ///
    /// # Panics
    /// A transition is rejected.
    pub async fn insert_analysis(&self, application: ApplicationId, phase: Phase) -> TciId {
        let now = factory::now();
        let key = factory::object_key();
        let upload = NewUpload {
            uploader: self.staff.into(),
            object_key: key.clone(),
            content_type: "image/jpeg".to_owned(),
            max_size: 1_000,
            expires_at: now + TimeDelta::minutes(5),
        };
        let mut tx = self.db.begin().await.expect("a transaction");
        uploads::insert(&mut tx, &upload, now).await.expect("written");
        let upload = uploads::claim(&mut tx, self.staff, &key, now).await.expect("it may be taken");
        let new = NewPicture {
            application_id: application,
            patient_id: Some(self.database.first.patient),
            institution_id: self.database.first.institutions[0],
            phase,
            upload,
            staff_id: self.staff,
        };
        let (tci, picture) = clinic::upsert_picture(&mut tx, &new, now).await.expect("written");
        let reading = factory::reading([1; 9]);
        let recorded = results::insert(&mut tx, picture, &factory::new_result(&reading), now).await.expect("recorded");
        assert_eq!(recorded, results::RecordOutcome::Unchanged, "a clinic tells its patients by releasing");
        tx.commit().await.expect("committed");
        tci
    }

    /// Saves nine scores of 2. Returns false when the version is outdated.
    ///
    /// # Panics
    /// The database rejects them.
    pub async fn score(&self, tci: TciId, version: i32) -> bool {
        self.save(tci, version, &Attributes { scores: Scores::from_numbers(&[2_u8; 9]), ..Attributes::default() }).await
    }

    /// Saves an expert's scores. Returns false when the version is outdated.
    ///
    /// # Panics
    /// The database rejects them.
    pub async fn save(&self, tci: TciId, version: i32, attributes: &Attributes) -> bool {
        let mut tx = self.db.begin().await.expect("a transaction");
        let saved = clinic::save(&mut tx, TciVersion { id: tci, version }, self.staff, attributes, factory::now())
            .await
            .expect("a result");
        tx.commit().await.expect("committed");
        saved
    }

    /// Receives an application.
    ///
    /// # Panics
    /// The transition is not allowed.
    pub async fn receive(&self, id: ApplicationId) {
        self.set_status(id, ApplicationStatus::Received).await.expect("received");
    }

    /// Sets the status of an application.
    ///
    /// # Errors
    /// The transition is not allowed.
    ///
    /// # Panics
    /// The database is unavailable.
    pub async fn set_status(&self, id: ApplicationId, to: ApplicationStatus) -> db::Result<()> {
        let mut tx = self.db.begin().await.expect("a transaction");
        applications::set_status(&mut tx, id, to, factory::now()).await?;
        tx.commit().await
    }

    /// Releases an analysis. Returns whether the application is now complete.
    ///
    /// # Errors
    /// The analysis has no scores, or the application is closed.
    ///
    /// # Panics
    /// The database is unavailable.
    pub async fn release(&self, id: ApplicationId, tci: TciId) -> db::Result<bool> {
        let mut tx = self.db.begin().await.expect("a transaction");
        let complete = clinic::release(&mut tx, id, tci, factory::now()).await?;
        tx.commit().await?;
        Ok(complete)
    }

    /// Inserts an application and moves it to a status through the allowed transitions.
    ///
    /// # Panics
    /// A transition is rejected.
    pub async fn application_with_status(&self, status: ApplicationStatus) -> ApplicationId {
        let id = self.application(ApplicationKind::Application, factory::now()).await;
        match status {
            ApplicationStatus::Waiting => {}
            ApplicationStatus::Canceled => self.set_status(id, status).await.expect("canceled"),
            ApplicationStatus::Received => self.receive(id).await,
            ApplicationStatus::Complete => {
                self.receive(id).await;
                for phase in [Phase::Before, Phase::After] {
                    let tci = self.insert_analysis(id, phase).await;
                    assert!(self.score(tci, 1).await);
                    self.release(id, tci).await.expect("released");
                }
            }
        }
        id
    }
}
