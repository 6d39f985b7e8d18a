//! All sealed columns: counts of their values by key, and replacement of values after a change of keys.
//!
//! The statements are generated from the list below, which a test compares with the schema.

use domain::{ApplicationId, InstitutionId, OperatorId, StaffId, TenantId};
use sqlx::AssertSqlSafe;

use crate::{
    Result, StatementExecutor, SystemDb, SystemTx, TenantDb, TenantTx, applications::health_consents, claims,
    identities, operators, payment_accounts, seals, second_factors, social,
};

/// Columns that are sealed with the same key.
#[derive(Debug)]
pub struct SealedColumns {
    /// The table.
    pub table: &'static str,
    /// The column with the number of the key.
    pub key: &'static str,
    /// The column that identifies a row within its tenant.
    id: &'static str,
    /// The column with the id that the contexts contain besides the tenant.
    subject: &'static str,
    /// The sealed columns.
    pub values: &'static [SealedColumn],
}

/// A sealed column with its context. Values of the installation ignore the tenant.
#[derive(Debug)]
pub struct SealedColumn {
    /// The column.
    pub name: &'static str,
    context: fn(TenantId, i64) -> String,
}

/// The sealed columns of tenants.
pub const TENANT_COLUMNS: [SealedColumns; 12] = [
    SealedColumns {
        table: "identity_verifications",
        key: "key_id",
        id: "id",
        subject: "id",
        values: &[
            SealedColumn { name: "person_sealed", context: |tenant, _| identities::person_context(tenant) },
            SealedColumn { name: "ci_sealed", context: |tenant, _| identities::ci_context(tenant) },
        ],
    },
    SealedColumns {
        table: "social_tickets",
        key: "profile_key_id",
        id: "id",
        subject: "id",
        values: &[SealedColumn { name: "profile_sealed", context: |tenant, _| social::profile_context(tenant) }],
    },
    SealedColumns {
        table: "patients",
        key: "ci_key_id",
        id: "id",
        subject: "id",
        values: &[SealedColumn { name: "ci_sealed", context: |tenant, _| identities::ci_context(tenant) }],
    },
    account("claims"),
    resident("claims"),
    account("claim_drafts"),
    resident("claim_drafts"),
    SealedColumns {
        table: "payment_accounts",
        key: "secret_key_id",
        id: "id",
        subject: "id",
        values: &[SealedColumn {
            name: "secret_sealed",
            context: |tenant, _| payment_accounts::secret_context(tenant),
        }],
    },
    SealedColumns {
        table: "staff_totps",
        key: "secret_key_id",
        id: "staff_id",
        subject: "staff_id",
        values: &[SealedColumn {
            name: "secret_sealed",
            context: |tenant, staff| second_factors::secret_context(tenant, StaffId::new(staff)),
        }],
    },
    clinic_seal("seal_key_id", &[SealedColumn { name: "seal_sealed", context: clinic_seal_context }]),
    clinic_seal("signature_key_id", &[SealedColumn { name: "signature_sealed", context: clinic_seal_context }]),
    SealedColumns {
        table: "health_consents",
        key: "signature_key_id",
        id: "id",
        subject: "application_id",
        values: &[SealedColumn {
            name: "signature_sealed",
            context: |tenant, id| health_consents::signature_context(tenant, ApplicationId::new(id)),
        }],
    },
];

/// The sealed columns of the installation.
pub const INSTALLATION_COLUMNS: [SealedColumns; 1] = [SealedColumns {
    table: "operators",
    key: "totp_key_id",
    id: "id",
    subject: "id",
    values: &[SealedColumn { name: "totp_sealed", context: |_, id| operators::totp_context(OperatorId::new(id)) }],
}];

const ACCOUNT: &[SealedColumn] =
    &[SealedColumn { name: "account_sealed", context: |tenant, _| claims::account_context(tenant) }];
const RESIDENT: &[SealedColumn] =
    &[SealedColumn { name: "resident_sealed", context: |tenant, _| claims::resident_context(tenant) }];

const fn account(table: &'static str) -> SealedColumns {
    SealedColumns { table, key: "account_key_id", id: "id", subject: "id", values: ACCOUNT }
}

const fn resident(table: &'static str) -> SealedColumns {
    SealedColumns { table, key: "resident_key_id", id: "id", subject: "id", values: RESIDENT }
}

const fn clinic_seal(key: &'static str, values: &'static [SealedColumn]) -> SealedColumns {
    SealedColumns { table: "clinic_seals", key, id: "id", subject: "institution_id", values }
}

fn clinic_seal_context(tenant: TenantId, clinic: i64) -> String {
    seals::seal_context(tenant, InstitutionId::new(clinic))
}

/// A row with sealed values.
#[derive(Clone, Debug)]
pub struct SealedRow {
    /// The id of the row within its tenant.
    pub id: i64,
    /// The key that sealed its values.
    pub key_id: i16,
    /// The sealed values in the order of [`SealedColumns::values`], each with its context.
    pub values: Vec<(Vec<u8>, String)>,
}

/// The owner of the rows.
#[derive(Clone, Debug)]
pub enum SealedScope {
    /// A tenant's, in [`TENANT_COLUMNS`].
    Tenant(TenantDb),
    /// The installation's, in [`INSTALLATION_COLUMNS`].
    Installation(SystemDb),
}

impl SealedScope {
    /// Returns the columns that contain its values.
    #[must_use]
    pub const fn columns(&self) -> &'static [SealedColumns] {
        match self {
            Self::Tenant(_) => &TENANT_COLUMNS,
            Self::Installation(_) => &INSTALLATION_COLUMNS,
        }
    }

    /// Begins a transaction on some columns.
    pub async fn begin(&self, columns: &'static SealedColumns) -> Result<ResealTx> {
        let tx = match self {
            Self::Tenant(db) => ScopedTx::Tenant(db.begin().await?),
            Self::Installation(db) => ScopedTx::Installation(db.begin().await?),
        };
        Ok(ResealTx { tx, columns })
    }
}

/// A transaction that changes sealed values.
#[derive(Debug)]
pub struct ResealTx {
    tx: ScopedTx,
    columns: &'static SealedColumns,
}

#[derive(Debug)]
enum ScopedTx {
    Tenant(TenantTx),
    Installation(SystemTx),
}

impl ScopedTx {
    #[track_caller]
    fn connection(&mut self) -> StatementExecutor<'_> {
        match self {
            Self::Tenant(tx) => tx.connection(),
            Self::Installation(tx) => tx.connection(),
        }
    }

    /// Returns the tenant; 0 for the installation.
    fn tenant(&self) -> TenantId {
        match self {
            Self::Tenant(tx) => tx.tenant(),
            Self::Installation(_) => TenantId::new(0),
        }
    }
}

impl ResealTx {
    /// Counts the rows by the key that sealed them.
    pub async fn count_by_key(&mut self) -> Result<Vec<(i16, i64)>> {
        let SealedColumns { table, key, values, .. } = self.columns;
        let sealed = values[0].name;
        let statement =
            format!("select {key}, count(*) from {table} where {sealed} is not null group by {key} order by {key}");
        Ok(sqlx::query_as(AssertSqlSafe(statement)).fetch_all(self.tx.connection()).await?)
    }

    /// Locks the next rows, by id after `after`, whose key differs from `newest`.
    pub async fn lock_older(&mut self, newest: i16, after: i64, limit: i64) -> Result<Vec<SealedRow>> {
        let SealedColumns { table, key, id, subject, values } = self.columns;
        let sealed: Vec<_> = values.iter().map(|value| value.name).collect();
        let (first, all) = (sealed[0], sealed.join(", "));
        let statement = format!(
            "select {id}, {subject}, {key}, array[{all}] from {table}
             where {first} is not null and {key} <> $1 and {id} > $2 order by {id} limit $3 for no key update"
        );
        let rows: Vec<(i64, i64, i16, Vec<Vec<u8>>)> = sqlx::query_as(AssertSqlSafe(statement))
            .bind(newest)
            .bind(after)
            .bind(limit)
            .fetch_all(self.tx.connection())
            .await?;
        let tenant = self.tx.tenant();
        let with_contexts = |(id, subject, key_id, sealed): (i64, i64, i16, Vec<Vec<u8>>)| {
            let contexts = values.iter().map(|value| (value.context)(tenant, subject));
            SealedRow { id, key_id, values: sealed.into_iter().zip(contexts).collect() }
        };
        Ok(rows.into_iter().map(with_contexts).collect())
    }

    /// Replaces the values of locked rows with new ones, sealed with the key `newest`.
    pub async fn replace(&mut self, newest: i16, rows: &[(i64, Vec<Vec<u8>>)]) -> Result<()> {
        let SealedColumns { table, key, id, values, .. } = self.columns;
        let set: Vec<_> = values.iter().enumerate().map(|(at, value)| format!("{} = v{at}", value.name)).collect();
        let arrays: Vec<_> = (0..values.len()).map(|at| format!("${}::bytea[]", at + 3)).collect();
        let names: Vec<_> = (0..values.len()).map(|at| format!("v{at}")).collect();
        let statement = format!(
            "update {table} set {key} = $1, {} from unnest($2::bigint[], {}) as fresh (row_id, {}) where {id} = row_id",
            set.join(", "),
            arrays.join(", "),
            names.join(", ")
        );
        let ids: Vec<i64> = rows.iter().map(|(id, _)| *id).collect();
        let mut query = sqlx::query(AssertSqlSafe(statement)).bind(newest).bind(ids);
        for at in 0..values.len() {
            query = query.bind(rows.iter().map(|(_, values)| values[at].clone()).collect::<Vec<_>>());
        }
        query.execute(self.tx.connection()).await?;
        Ok(())
    }

    /// Commits the transaction.
    pub async fn commit(self) -> Result<()> {
        match self.tx {
            ScopedTx::Tenant(tx) => tx.commit().await,
            ScopedTx::Installation(tx) => tx.commit().await,
        }
    }
}
