//! The transaction in which the directory changes.

use std::net::IpAddr;

use chrono::{DateTime, Utc};
use db::edit::{DirectoryTx, Record};
use db::operator_actions::{self, Action, Entry};
use db::{Database, SystemConn};
use domain::directory::{FieldChange, Fields, find_changes};
use domain::{LoginUserId, OperatorId, TenantId};
use runtime::Random;
use runtime::seal::Sealer;

use crate::{Change, Error};

/// Who changes the directory, for the audit. A command on the server has no account.
#[derive(Clone, Copy, Debug, Default)]
pub struct Actor<'a> {
    /// The operator's account.
    pub operator: Option<OperatorId>,
    /// The operator's sign-in name.
    pub login_id: Option<&'a LoginUserId>,
    /// The operator's address.
    pub client_address: Option<IpAddr>,
    /// The request's id.
    pub request_id: Option<&'a str>,
    /// The operator's reason.
    pub reason: Option<&'a str>,
}

/// The context of an editor.
#[derive(Clone, Copy, Debug)]
pub struct Context<'a> {
    /// Who changes the directory.
    pub actor: Actor<'a>,
    /// Seals the secrets of payment accounts.
    pub sealer: &'a Sealer,
    /// For salts, nonces and temporary passwords.
    pub random: &'a Random,
    /// The operators' own host, which no tenant can have.
    pub ops_host: &'a str,
    /// The current time.
    pub now: DateTime<Utc>,
}

/// A transaction in which the directory changes. Dropping it without [`Editor::commit`] rolls it back.
#[derive(Debug)]
pub struct Editor<'a> {
    pub(crate) tx: DirectoryTx,
    pub(crate) context: Context<'a>,
    changes: Vec<Change>,
}

/// A row of a tenant, to be changed.
#[derive(Clone, Copy, Debug)]
pub struct Target<I> {
    /// The tenant.
    pub tenant: TenantId,
    /// The row's id.
    pub id: I,
    /// The version that the operator read; `None` changes any version.
    pub version: Option<i32>,
}

/// The tenant that a change is for.
#[derive(Clone, Debug)]
pub(crate) struct TenantRef {
    pub(crate) id: TenantId,
    pub(crate) key: String,
}

impl<'a> Editor<'a> {
    /// Opens a transaction.
    ///
    /// # Errors
    /// When the database is unavailable.
    pub async fn begin(database: &Database, context: Context<'a>) -> Result<Self, Error> {
        Ok(Self { tx: database.directory().await?, context, changes: Vec::new() })
    }

    /// Returns the transaction, for reads.
    pub const fn transaction(&mut self) -> &mut DirectoryTx {
        &mut self.tx
    }

    /// Returns the changes so far.
    #[must_use]
    pub fn changes(&self) -> &[Change] {
        &self.changes
    }

    /// Writes the audit and commits the changes.
    ///
    /// # Errors
    /// When the database is unavailable.
    pub async fn commit(mut self) -> Result<Vec<Change>, Error> {
        let Context { actor, now, .. } = self.context;
        // last, because audit rows are chained: until the commit, they block the audit rows of other transactions
        let conn = self.tx.system().await?;
        for change in &self.changes {
            insert_action(conn, change, actor, now).await?;
        }
        self.tx.commit().await?;
        Ok(self.changes)
    }

    /// Records an addition, or an action without fields.
    pub(crate) fn record_change(&mut self, action: Action, tenant: &TenantRef, subject: String) {
        self.record_field_changes(action, tenant, subject, Vec::new());
    }

    pub(crate) fn record_field_changes(
        &mut self,
        action: Action,
        tenant: &TenantRef,
        subject: String,
        fields: Vec<FieldChange>,
    ) {
        self.changes.push(Change { action, tenant: tenant.id, key: tenant.key.clone(), subject, fields });
    }

    /// Finds and locks a tenant, so that concurrent changes of its entries run one after the other.
    pub(crate) async fn lock_tenant_ref(&mut self, id: TenantId) -> Result<TenantRef, Error> {
        let found = db::edit::tenants::lock(&mut self.tx, id).await?.ok_or(Error::NotFound("tenant"))?;
        Ok(TenantRef { id, key: found.tenant.key })
    }
}

async fn insert_action(
    conn: &mut SystemConn,
    change: &Change,
    actor: Actor<'_>,
    now: DateTime<Utc>,
) -> Result<(), Error> {
    let subject = change.to_string();
    let entry = Entry {
        operator: actor.operator,
        login_id: actor.login_id,
        client_address: actor.client_address,
        request_id: actor.request_id,
        reason: actor.reason,
        subject: Some(&subject),
        tenant: Some(change.tenant),
        ..Entry::new(change.action)
    };
    operator_actions::insert(conn, &entry, now).await?;
    Ok(())
}

/// Compares settings with those of a locked row.
pub(crate) fn compare<T: Fields>(
    row: &Record<T>,
    settings: &T,
    version: Option<i32>,
) -> Result<Vec<FieldChange>, Error> {
    check_version(row.version, version)?;
    Ok(find_changes(&row.settings, settings))
}

/// Checks that a row still has the version that the operator read.
pub(crate) fn check_version(current: i32, version: Option<i32>) -> Result<(), Error> {
    if version.is_some_and(|version| version != current) { Err(Error::Conflict) } else { Ok(()) }
}
