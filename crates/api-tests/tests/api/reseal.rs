//! A key rotation: a new key is added, `api reseal` is killed in the middle and run again, and the old key is removed.

use std::time::Duration;

use db::sealed_columns::{INSTALLATION_COLUMNS, TENANT_COLUMNS};
use domain::{ApplicationId, InstitutionId, OperatorId, StaffId, TenantId};
use runtime::Random;
use runtime::config::Env;
use runtime::seal::{Sealed, Sealer};
use sqlx::{AssertSqlSafe, Connection as _, PgConnection};
use testing::{Database, eventually};
use tokio::process::Command;

use crate::program;

const OLD_KEYS: &str = "1:AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=";
const NEW_KEYS: &str = "2:AgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgI=";
const PEPPER: &str = "AwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwM=";
const TICKETS: i64 = 350;
/// The id in the contexts of the rows below.
const SUBJECT: i64 = 7;

fn sealer(keys: &str) -> Sealer {
    let pairs = [("HYEOBOM_ENVIRONMENT", "local"), ("SEAL_KEYS", keys), ("CI_PEPPER", PEPPER)];
    Sealer::load(&Env::from_pairs(pairs).expect("an environment")).expect("keys")
}

/// A sealed column, the context of its values, and a statement that inserts rows: `$1` is the tenant, `$2` the sealed
/// value.
struct Case {
    column: (&'static str, &'static str, &'static str),
    context: String,
    insert: String,
}

fn cases(tenant: TenantId) -> Vec<Case> {
    let case = |table, sealed, key, context, insert: &str| Case {
        column: (table, sealed, key),
        context,
        insert: insert.to_owned(),
    };
    let claim = "(tenant_id, institution_id, insurer_id, kind, insured_name, mobile, onset_date,
        accident_type, reason, doctor_signature, registered_mail, forwarding, forward_insurer_id, created_at";
    let of_claim = "$1, 1, 1, 'new', 'x', '01000000000', now(), 'dental', 'x', false, false, true, 2, now()";
    let of_claims = |table: &str, column: &str, key: &str| {
        let (more, values) = match (table, column) {
            ("claims", _) => ("patient_id, person_id, updated_at", "1, 1, now()"),
            (_, "account_sealed") => ("order_id, documents", "1, '{}'"),
            _ => ("order_id, documents", "2, '{}'"),
        };
        format!("insert into {table} {claim}, {more}, {column}, {key}) values ({of_claim}, {values}, $2, 1)")
    };
    let (account, resident) = (db::claims::account_context(tenant), db::claims::resident_context(tenant));
    let mut cases = vec![
        case("social_tickets", "profile_sealed", "profile_key_id", db::social::profile_context(tenant),
            "insert into social_tickets (tenant_id, token_hash, provider, subject, profile_sealed, profile_key_id, created_at,
                 expires_at) select $1, sha256(n::text::bytea), 'kakao', n::text, $2, 1, now(), now() from generate_series(1, 350) n"),
        case("patients", "ci_sealed", "ci_key_id", db::identities::ci_context(tenant),
            "update patients set ci_sealed = $2, ci_key_id = 1, ci_hash = sha256('x') where tenant_id = $1"),
        case("payment_accounts", "secret_sealed", "secret_key_id", db::payment_accounts::secret_context(tenant),
            "insert into payment_accounts (tenant_id, provider, client_id, secret_sealed, secret_key_id, created_at)
             values ($1, 'toss', 'x', $2, 1, now())"),
        case("staff_totps", "secret_sealed", "secret_key_id",
            db::second_factors::secret_context(tenant, StaffId::new(SUBJECT)),
            "insert into staff_totps (tenant_id, staff_id, secret_sealed, secret_key_id, created_at)
             values ($1, 7, $2, 1, now())"),
        case("clinic_seals", "seal_sealed", "seal_key_id", db::seals::seal_context(tenant, InstitutionId::new(SUBJECT)),
            "insert into clinic_seals (tenant_id, institution_id, seal_sealed, seal_key_id, signature_sealed, signature_key_id,
                 doctor_name, doctor_license, staff_id, created_at) values ($1, 7, $2, 1, $2, 1, 'x', '1', 1, now())"),
        case("clinic_seals", "signature_sealed", "signature_key_id",
            db::seals::seal_context(tenant, InstitutionId::new(SUBJECT)), "select $1::bigint, $2::bytea"),
        case("health_consents", "signature_sealed", "signature_key_id",
            db::applications::health_consents::signature_context(tenant, ApplicationId::new(SUBJECT)),
            "insert into health_consents (tenant_id, application_id, kind, signer, signature_sealed, signature_key_id, version,
                 staff_id, given_at) values ($1, 7, 'signature', 'x', $2, 1, now(), 1, now())"),
        case("operators", "totp_sealed", "totp_key_id", db::operators::totp_context(OperatorId::new(SUBJECT)),
            "insert into operators (id, login_id, name, role, password_hash, temporary_until, created_at, totp_sealed, totp_key_id)
             overriding system value select 7, 'ops77', 'x', 'admin', 'x', now(), now(), $2, 1 where $1::bigint > 0"),
    ];
    for (table, column, key, context) in [
        ("claims", "account_sealed", "account_key_id", &account),
        ("claims", "resident_sealed", "resident_key_id", &resident),
        ("claim_drafts", "account_sealed", "account_key_id", &account),
        ("claim_drafts", "resident_sealed", "resident_key_id", &resident),
    ] {
        cases.push(case(table, column, key, context.clone(), &of_claims(table, column, key)));
    }
    cases
}

/// Inserts rows with values sealed with the old key, without the rows that they refer to.
async fn insert_sealed(conn: &mut PgConnection, tenant: TenantId) {
    let (old, random) = (sealer(OLD_KEYS), Random::secure());
    sqlx::raw_sql("set session_replication_role = replica").execute(&mut *conn).await.expect("a superuser");
    for case in cases(tenant) {
        let value = old.seal(&case.context, case.context.as_bytes(), &random).bytes;
        let insert = sqlx::query(AssertSqlSafe(case.insert)).bind(tenant.get()).bind(value);
        insert.execute(&mut *conn).await.unwrap_or_else(|error| panic!("{:?}: {error}", case.column));
    }
    let [person, ci] = identity_contexts(tenant).map(|context| old.seal(&context, context.as_bytes(), &random).bytes);
    let verified =
        "insert into identity_verifications (tenant_id, public_id, browser_hash, status, person_sealed, ci_sealed,
        key_id, ci_hash, ticket_hash, created_at, expires_at)
        values ($1, repeat('a', 43), sha256('x'), 'verified', $2, $3, 1, sha256('x'), sha256('x'), now(), now())";
    let insert = sqlx::query(verified).bind(tenant.get()).bind(person).bind(ci);
    insert.execute(conn).await.expect("a verification");
}

fn identity_contexts(tenant: TenantId) -> [String; 2] {
    [db::identities::person_context(tenant), db::identities::ci_context(tenant)]
}

/// Opens every value with these keys.
async fn open_all(conn: &mut PgConnection, tenant: TenantId, keys: &Sealer) {
    let columns = cases(tenant).into_iter().map(|case| (case.column, case.context)).chain([
        (("identity_verifications", "person_sealed", "key_id"), db::identities::person_context(tenant)),
        (("identity_verifications", "ci_sealed", "key_id"), db::identities::ci_context(tenant)),
    ]);
    for ((table, sealed, key), context) in columns {
        let statement = format!("select {sealed}, {key} from {table} where {sealed} is not null");
        let rows: Vec<(Vec<u8>, i16)> =
            sqlx::query_as(AssertSqlSafe(statement)).fetch_all(&mut *conn).await.expect("the values");
        assert!(!rows.is_empty(), "{table}.{sealed}");
        for (bytes, key_id) in rows {
            let opened = keys.open(&context, &Sealed { key_id, bytes });
            assert_eq!(opened.expect("a value that opens"), context.as_bytes(), "{table}.{sealed}");
        }
    }
}

fn reseal(database: &Database, keys: &str) -> Command {
    let mut command = program::command_on(&database.url, "reseal");
    command.env("SEAL_KEYS", keys).env("CI_PEPPER", PEPPER);
    command
}

async fn run(command: Command) -> Result<String, String> {
    let output = program::output(command).await;
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    if output.status.success() { Ok(text(output.stdout)) } else { Err(text(output.stderr)) }
}

async fn count(conn: &mut PgConnection, what: &str) -> i64 {
    let statement = format!("select count(*) from {what}");
    sqlx::query_scalar(AssertSqlSafe(statement)).fetch_one(conn).await.expect("a number")
}

/// Kills a run that waits for a row in its third batch of tickets.
async fn kill_in_the_middle(database: &Database, conn: &mut PgConnection, keys: &str) {
    let mut other = database.superuser().await;
    let mut tx = other.begin().await.expect("a transaction");
    // locking with an offset would also lock the skipped rows
    let lock = "select from social_tickets
        where id = (select id from social_tickets order by id offset 250 limit 1) for update";
    sqlx::query(lock).execute(&mut *tx).await.expect("a locked row");
    let mut killed = reseal(database, keys).spawn().expect("it can be run");
    eventually("two batches are sealed", Duration::from_secs(30), async || {
        count(conn, "social_tickets where profile_key_id = 2").await == 200
    })
    .await;
    killed.kill().await.expect("a process can be killed");
    tx.rollback().await.expect("the lock ends");
}

#[tokio::test]
async fn old_key_goes_after_a_killed_reseal() {
    let database = Database::create().await;
    let (tenant, mut conn) = (database.first.id, database.superuser().await);
    insert_sealed(&mut conn, tenant).await;
    let both = format!("{OLD_KEYS},{NEW_KEYS}");
    let dry = reseal(&database, &both).arg("--dry-run").output().await.expect("a dry run");
    let dry = String::from_utf8(dry.stdout).expect("text");
    assert!(dry.contains("rows would be sealed with key 2"), "{dry}");
    assert_eq!(count(&mut conn, "social_tickets where profile_key_id = 2").await, 0, "a dry run changes nothing");

    kill_in_the_middle(&database, &mut conn, &both).await;
    assert_eq!(count(&mut conn, "social_tickets where profile_key_id = 1").await, TICKETS - 200);
    open_all(&mut conn, tenant, &sealer(&both)).await;

    let again = run(reseal(&database, &both)).await.expect("resealed");
    assert!(again.ends_with(" rows sealed with key 2, 0 rows need another key\n"), "{again}");
    open_all(&mut conn, tenant, &sealer(NEW_KEYS)).await;
    let third = run(reseal(&database, NEW_KEYS)).await.expect("nothing to do");
    assert!(third.contains("\n0 rows sealed with key 2, 0 rows"), "{third}");
    assert_eq!(count(&mut conn, "operator_actions where action = 'values_resealed'").await, 2, "one for each change");
}

#[tokio::test]
async fn value_that_does_not_open_is_named() {
    let database = Database::create().await;
    let (tenant, mut conn) = (database.first.id, database.superuser().await);
    insert_sealed(&mut conn, tenant).await;
    let broken =
        "update payment_accounts set secret_sealed = set_byte(secret_sealed, 19, get_byte(secret_sealed, 19) # 1)";
    sqlx::query(broken).execute(&mut conn).await.expect("a broken value");
    let refused = run(reseal(&database, &format!("{OLD_KEYS},{NEW_KEYS}"))).await.expect_err("refused");
    assert!(refused.contains("payment_accounts ") && refused.contains("1 rows need another key"), "{refused}");
    assert_eq!(count(&mut conn, "social_tickets where profile_key_id = 1").await, 0, "the others are sealed");
}

#[tokio::test]
async fn every_sealed_column_is_listed() {
    let database = Database::create().await;
    let mut listed: Vec<_> = TENANT_COLUMNS
        .iter()
        .chain(&INSTALLATION_COLUMNS)
        .flat_map(|columns| columns.values.iter().map(|value| format!("{}.{}", columns.table, value.name)))
        .collect();
    listed.sort();
    let columns = "select table_name || '.' || column_name from information_schema.columns
        where table_schema = 'public' and data_type = 'bytea' and column_name like '%\\_sealed' order by 1";
    let existing: Vec<String> =
        sqlx::query_scalar(columns).fetch_all(&mut database.superuser().await).await.expect("the columns");
    assert_eq!(listed, existing);
}
