//! Erasure of analyses with what was stored for them: the same for an account, a person and an application.

use domain::{ApplicationId, ObjectKey, PatientId, PersonId};

use crate::{Result, TenantConn, TenantTx};

/// Whose analyses.
#[derive(Clone, Copy, Debug)]
pub(super) enum Analyses {
    Account(PatientId),
    Person(PersonId),
    Application(ApplicationId),
}

impl Analyses {
    /// Lists their ids.
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

    /// Lists the objects of their pictures. Delete them before [`Self::erase`], which deletes the keys.
    pub(super) async fn list_objects(self, conn: &mut TenantConn) -> Result<Vec<ObjectKey>> {
        let tcis = self.list(conn).await?;
        let keys = sqlx::query_scalar!("select distinct object_key from pictures where tci_id = any($1)", &tcis)
            .fetch_all(conn.connection())
            .await?;
        Ok(keys.into_iter().map(ObjectKey::from_stored).collect())
    }

    /// Erases them with their results, pictures and uploads. Uploads of a clinic belong to its staff, and go with the pictures.
    pub(super) async fn erase(self, tx: &mut TenantTx) -> Result<()> {
        let tcis = self.list(tx).await?;
        sqlx::query!("delete from results where picture_id in (select id from pictures where tci_id = any($1))", &tcis)
            .execute(tx.connection())
            .await?;
        sqlx::query!(
            "with erased as (delete from pictures where tci_id = any($1) returning upload_id)
             delete from uploads where id in (select upload_id from erased)",
            &tcis
        )
        .execute(tx.connection())
        .await?;
        sqlx::query!("delete from tcis where id = any($1)", &tcis).execute(tx.connection()).await?;
        Ok(())
    }
}
