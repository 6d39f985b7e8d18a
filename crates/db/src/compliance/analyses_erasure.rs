//! Erasure of analyses with their stored objects, for an account, a person or an application.

use chrono::{DateTime, Utc};
use domain::{ApplicationId, ObjectKey, PatientId, PersonId};

use crate::{Result, TenantConn, TenantTx, uploads};

/// The owner of the analyses.
#[derive(Clone, Copy, Debug)]
pub(super) enum Analyses {
    Account(PatientId),
    Person(PersonId),
    Application(ApplicationId),
}

impl Analyses {
    /// Lists the analyses' ids.
    async fn list(self, conn: &mut TenantConn) -> Result<Vec<i64>> {
        let (patient, person, application) = match self {
            Self::Account(id) => (Some(id.get()), None, None),
            Self::Person(id) => (None, Some(id.get()), None),
            Self::Application(id) => (None, None, Some(id.get())),
        };
        let ids = sqlx::query_scalar!(
            "select id from tcis where patient_id = $1 or person_id = $2 or application_id = $3",
            patient,
            person,
            application
        )
        .fetch_all(conn.connection())
        .await?;
        Ok(ids)
    }

    /// Lists the objects of the analyses' pictures. Delete the objects before calling [`Self::erase`], which deletes
    /// their keys.
    pub(super) async fn list_objects(self, conn: &mut TenantConn) -> Result<Vec<ObjectKey>> {
        let tcis = self.list(conn).await?;
        let keys = sqlx::query_scalar!("select distinct object_key from pictures where tci_id = any($1)", &tcis)
            .fetch_all(conn.connection())
            .await?;
        Ok(keys.into_iter().map(ObjectKey::from_stored).collect())
    }

    /// Erases the analyses with their results, pictures and uploads. A clinic's uploads belong to its staff, and are
    /// deleted with the pictures.
    pub(super) async fn erase(self, tx: &mut TenantTx) -> Result<()> {
        let uploads = self.erase_rows(tx).await?;
        sqlx::query!("delete from uploads where id = any($1)", &uploads).execute(tx.connection()).await?;
        Ok(())
    }

    /// Erases the analyses with their results and pictures, and releases the uploads, so that the sweep deletes the
    /// objects. For analyses that may have another owner by the time of the transaction.
    pub(super) async fn erase_and_release(self, tx: &mut TenantTx, now: DateTime<Utc>) -> Result<()> {
        let uploads = self.erase_rows(tx).await?;
        uploads::release(tx, &uploads, now).await
    }

    /// Erases the analyses with their results and pictures, and returns the ids of the pictures' uploads.
    async fn erase_rows(self, tx: &mut TenantTx) -> Result<Vec<i64>> {
        let tcis = self.list(tx).await?;
        sqlx::query!("delete from results where picture_id in (select id from pictures where tci_id = any($1))", &tcis)
            .execute(tx.connection())
            .await?;
        let uploads = sqlx::query_scalar!("delete from pictures where tci_id = any($1) returning upload_id", &tcis)
            .fetch_all(tx.connection())
            .await?;
        sqlx::query!("delete from tcis where id = any($1)", &tcis).execute(tx.connection()).await?;
        Ok(uploads)
    }
}
