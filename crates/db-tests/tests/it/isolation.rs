//! No row of one tenant is reachable through another. The tables are listed from the database's catalog.

use domain::PatientId;
use sqlx::postgres::{PgConnectOptions, PgConnection, Postgres};
use sqlx::{AssertSqlSafe, ConnectOptions as _, Executor, Row as _};
use testing::{Database, factory};

use crate::isolation_hotel::hotel_rows;

/// Returns the tables with a tenant's rows, after inserting one row of each tenant into every one of them.
pub(crate) async fn filled() -> (Database, Vec<String>) {
    let database = Database::create().await;
    let mut superuser = database.superuser().await;
    for (db, patient) in
        [(database.tenant(), database.first.patient), (database.other_tenant(), database.second.patient)]
    {
        let number = u8::try_from(db.tenant().get()).expect("a small id");
        factory::tci_with_result(&db, patient, [1; 9], factory::now()).await;
        let token = domain::TokenHash::new([number; 32]);
        factory::session(&db, patient, &token, factory::now()).await;
        let tenant = db.tenant().get();
        let rows = patients_rows(tenant, patient).into_iter().chain(clinics_rows(tenant, patient));
        for statement in rows.chain([
            money_rows(tenant, patient),
            document_row(tenant),
            correction_row(tenant),
            walk_in_row(tenant),
            snippet_row(tenant),
            download_link_row(tenant),
            hotel_rows(tenant),
            own_data_rows(tenant, patient),
            model_rows(tenant),
        ]) {
            sqlx::raw_sql(AssertSqlSafe(statement)).execute(&mut superuser).await.expect("the row is written");
        }
    }
    let tables: Vec<String> = sqlx::query_scalar(
        "select table_name::text from information_schema.columns
         where table_schema = 'public' and column_name = 'tenant_id'
               -- the audit is no tenant's: it only names one
               and table_name <> 'operator_actions' order by 1",
    )
    .fetch_all(&mut superuser)
    .await
    .expect("the database lists its tables");
    assert!(tables.len() >= 39, "{tables:?}");
    for table in &tables {
        let tenants = count(&mut superuser, &format!("select count(distinct tenant_id) from {table}")).await;
        assert_eq!(tenants, Ok(2), "{table} must be filled by this test: add a row for each tenant above");
    }
    (database, tables)
}

/// A comment snippet.
fn snippet_row(tenant: i64) -> String {
    format!(
        "insert into comment_snippets (tenant_id, institution_id, title, body, created_at, updated_at)
         select {tenant}, id, 't', 'b', now(), now() from institutions where tenant_id = {tenant} limit 1"
    )
}

/// A tenant's rows about the model.
fn model_rows(tenant: i64) -> String {
    format!(
        "with read as (insert into shadow_readings (tenant_id, picture_id, candidate, deployed, same_outcome, created_at)
                       select {tenant}, id, 'b', 'a', true, now() from pictures where tenant_id = {tenant} limit 1)
         insert into model_agreements (tenant_id, institution_id, model_version, day, photos, exact, kappa, kappa_low,
                                       kappa_high, index_error, model_cells, expert_cells, confidence, tongue_share,
                                       shorter_side, created_at)
         select {tenant}, id, 'a', now(), 1, 1, 1, 1, 1, 0, '{{9,0,0}}', '{{9,0,0}}', 1, 0.5, 768, now()
         from institutions where tenant_id = {tenant} limit 1"
    )
}

/// A patient's rows.
fn patients_rows(tenant: i64, patient: PatientId) -> [String; 11] {
    [
        format!(
            "insert into phone_codes (tenant_id, phone_number, code, created_at, expires_at)
             values ({tenant}, '01012345678', '123456', now(), now())"
        ),
        format!(
            "insert into consents (tenant_id, patient_id, kind, version, given_at)
             values ({tenant}, {patient}, 'health', now(), now())"
        ),
        format!(
            "insert into idempotency_keys (tenant_id, patient_id, operation, key, request_hash, created_at)
             values ({tenant}, {patient}, 'POST /x', 'k', sha256('x'), now())"
        ),
        format!(
            "insert into social_states (tenant_id, state_hash, browser_hash, provider, verifier, created_at, expires_at)
             values ({tenant}, sha256('s{tenant}'), sha256('b'), 'kakao', repeat('v', 43), now(), now())"
        ),
        format!(
            "insert into social_tickets (tenant_id, token_hash, provider, subject, profile_sealed, profile_key_id,
                                         created_at, expires_at)
             values ({tenant}, sha256('t{tenant}'), 'kakao', '1', 'x', 1, now(), now())"
        ),
        format!(
            "insert into social_accounts (tenant_id, patient_id, provider, subject, created_at)
             values ({tenant}, {patient}, 'kakao', '1', now())"
        ),
        format!(
            "insert into identity_verifications (tenant_id, public_id, browser_hash, created_at, expires_at)
             values ({tenant}, repeat('{tenant}', 43), sha256('b'), now(), now())"
        ),
        format!(
            "insert into notifications (tenant_id, patient_id, kind, created_at)
             values ({tenant}, {patient}, 'result_ready', now())"
        ),
        format!(
            "with message as (insert into messages (tenant_id, patient_id, kind, channel, locale, created_at, expires_at)
                              values ({tenant}, {patient}, 'password_reset', 'mail', 'ko', now(), now())
                              returning id, tenant_id, patient_id)
             insert into password_resets (tenant_id, patient_id, message_id, token_hash, created_at, expires_at)
             select tenant_id, patient_id, id, sha256(tenant_id::text::bytea), now(), now() from message"
        ),
        format!(
            "insert into exports (tenant_id, patient_id, object_key, locale, created_at, expires_at)
             values ({tenant}, {patient}, 'export/test/{tenant}.zip', 'ko', now(), now())"
        ),
        format!(
            "with job as (insert into jobs (tenant_id, queue, kind, ref_id) values ({tenant}, 'inference', 'x', 1)
                          returning id, tenant_id)
             insert into job_events (job_id, tenant_id, event, attempt) select id, tenant_id, 'queued', 0 from job"
        ),
    ]
}

/// A clinic's rows, each referring to the previous one.
fn clinics_rows(tenant: i64, patient: PatientId) -> [String; 2] {
    [
        format!(
            "with clinic as (select id from institutions where tenant_id = {tenant} order by id limit 1),
                  member as (insert into staff (tenant_id, institution_id, login_id, password_hash, name, role, created_at)
                             select {tenant}, id, 'doctor{tenant}', 'x', '의사', 'analysis_expert', now() from clinic
                             returning id, institution_id),
                  signed as (insert into staff_sessions (tenant_id, staff_id, token_hash, created_at, expires_at)
                             select {tenant}, id, sha256('n{tenant}'), now(), now() from member returning id),
                  seen as (insert into staff_session_reads (tenant_id, session_id, action, record_id)
                           select {tenant}, id, 'application_read', 1 from signed),
                  app as (insert into staff_totps (tenant_id, staff_id, secret_sealed, secret_key_id, created_at)
                          select {tenant}, id, 'x', 1, now() from member),
                  key as (insert into staff_passkeys (tenant_id, staff_id, name, host, credential_id, credential, created_at)
                          select {tenant}, id, '열쇠', 'one.example', 'x', '{{}}', now() from member),
                  challenge as (insert into staff_passkey_challenges (tenant_id, session_id, purpose, state, created_at)
                            select {tenant}, id, 'sign_in', '{{}}', now() from signed),
                  code as (insert into staff_recovery_codes (tenant_id, staff_id, code_hash, created_at)
                           select {tenant}, id, sha256('c'), now() from member),
                  seal as (insert into clinic_seals (tenant_id, institution_id, seal_sealed, seal_key_id, signature_sealed,
                                                     signature_key_id, doctor_name, doctor_license, staff_id, created_at)
                           select {tenant}, institution_id, 'x', 1, 'x', 1, '의사', '1', id, now() from member),
                  logged as (insert into access_log (tenant_id, at, staff_id, action)
                             select {tenant}, now(), id, 'sign_in' from member),
                  reviewed as (insert into access_reviews (tenant_id, institution_id, month, staff_id, note, last_seq, last_hash, at)
                               select {tenant}, institution_id, '2026-10-01', id, '', 1, sha256('x'), now() from member),
                  invite as (insert into invites (tenant_id, institution_id, code, staff_id, created_at, expires_at, max_uses)
                             select {tenant}, institution_id, 'code0000000{tenant}', id, now(), now() + interval '1 day', 1
                             from member returning id)
             insert into invite_uses (tenant_id, invite_id, patient_id, created_at)
             select {tenant}, id, {patient}, now() from invite"
        ),
        format!(
            "insert into applications (tenant_id, kind, patient_id, institution_id, name, birth, phone_number, created_at,
                                       updated_at)
             select {tenant}, 'application', {patient}, min(id), '환자', '1990-01-31', '01012345678', now(), now()
             from institutions where tenant_id = {tenant}"
        ),
    ]
}

/// A claim, the order that pays for it, and the rows of the payment.
fn money_rows(tenant: i64, patient: PatientId) -> String {
    format!(
        "with account as (insert into payment_accounts (tenant_id, provider, client_id, secret_sealed, secret_key_id, created_at)
                          values ({tenant}, 'toss', 'ck', 'x', 1, now()) returning id),
              clinic as (select min(id) as id from institutions where tenant_id = {tenant}),
              insurer as (select min(id) as id from insurers where tenant_id = {tenant}),
              claim as (insert into claims (tenant_id, patient_id, institution_id, insurer_id, insured_name, mobile, onset_date,
                                            accident_type, reason, created_at, updated_at)
                        select {tenant}, {patient}, clinic.id, insurer.id, '환자', '01012345678', now(), 'dental', '치료',
                               now(), now() from clinic, insurer returning id),
              document as (insert into claim_documents (tenant_id, claim_id, code)
                           select {tenant}, id, 'medical_bill_receipt' from claim),
              made as (insert into orders (tenant_id, oid, patient_id, account_id, claim_id, amount, lines, return_mode,
                                           created_at, updated_at)
                       select {tenant}, 'clm_{tenant}xxxxx', {patient}, account.id, claim.id, 3630, '[]', 'window', now(), now()
                       from account, claim returning id),
              draft as (insert into claim_drafts (tenant_id, order_id, institution_id, insurer_id, kind, insured_name, mobile,
                                                  onset_date, accident_type, reason, documents,
                                                  doctor_signature, registered_mail, forwarding, created_at)
                        select {tenant}, made.id, clinic.id, insurer.id, 'new', '환자', '01012345678', now(), 'dental', '치료',
                               '{{}}', false, false, false, now() from made, clinic, insurer),
              moved as (insert into ledger (tenant_id, order_id, kind, amount, transaction_key, at, created_at)
                        select {tenant}, id, 'charge', 3630, 'tx{tenant}', now(), now() from made),
              found as (insert into payment_findings (tenant_id, kind, order_id, found_at)
                        select {tenant}, 'stuck', id, now() from made)
         insert into settlements (tenant_id, account_id, transaction_key, oid, amount, fee, vat, paid_out, sold_on, paid_out_on,
                                  created_at)
         select {tenant}, id, 'tx{tenant}', 'clm_{tenant}xxxxx', 3630, 100, 10, 3520, now(), now(), now() from account"
    )
}

/// A patient's changes and settings, sent messages, an ended month of the access log, a checked one, and a run of the
/// retention rules.
fn own_data_rows(tenant: i64, patient: PatientId) -> String {
    format!(
        "with channel as (insert into kakao_channels (tenant_id, pf_id, created_at) values ({tenant}, 'PF', now())
                          returning tenant_id),
              template as (insert into kakao_templates (tenant_id, kind, template_id, created_at)
                           select tenant_id, 'tci_released', 'TP', now() from channel),
              favorite as (insert into favorite_clinics (tenant_id, patient_id, institution_id, created_at)
                           select {tenant}, {patient}, min(id), now() from institutions where tenant_id = {tenant}),
              allowed as (insert into notification_settings (tenant_id, patient_id, alimtalk, sms, locale, updated_at)
                          values ({tenant}, {patient}, true, true, 'ko', now())),
              sent as (insert into notification_deliveries (tenant_id, notification_id, created_at, expires_at)
                       select {tenant}, min(id), now(), now() from notifications where tenant_id = {tenant}),
              changed as (insert into profile_changes (tenant_id, patient_id, field, proof, old_value, changed_at)
                          values ({tenant}, {patient}, 'name', 'identity', '김**', now())),
              named as (insert into name_requests
                        (tenant_id, patient_id, institution_id, staff_id, name, document, created_at, expires_at)
                        select {tenant}, {patient}, institution_id, id, '김하늘', 'id_card', now(), now() from staff
                        where tenant_id = {tenant} order by id limit 1),
              confirmation as (
                        insert into email_confirmations (tenant_id, patient_id, message_id, email, created_at, expires_at)
                        select {tenant}, {patient}, min(id), 'a@b.kr', now(), now() from messages where tenant_id = {tenant}),
              ended as (insert into access_log_seals (tenant_id, month, first_seq, last_seq, previous_hash, last_hash, sealed_at)
                        values ({tenant}, '2020-01-01', 1, 1, sha256('a'), sha256('b'), now())),
              checked as (insert into access_log_checks (tenant_id, month) values ({tenant}, '2026-10-01')),
              ran as (insert into retention_runs (tenant_id, started_at) values ({tenant}, now()))
         insert into terms_notices (tenant_id, patient_id, document, effective, notified_at) values
         ({tenant}, {patient}, 'terms', '2026-12-10', now())"
    )
}

/// A walk-in's code.
fn walk_in_row(tenant: i64) -> String {
    format!(
        "insert into walk_in_links (tenant_id, application_id, origin, created_at, expires_at)
         select {tenant}, id, 'sms', now(), now() from applications where tenant_id = {tenant} limit 1"
    )
}

/// A download link of a report.
fn download_link_row(tenant: i64) -> String {
    format!(
        "insert into download_links (tenant_id, session_id, application_id, locale, token_hash, created_at, expires_at)
         select {tenant}, s.id, a.id, 'ko', s.token_hash, now(), now()
         from patient_sessions s join applications a on a.tenant_id = s.tenant_id where s.tenant_id = {tenant} limit 1"
    )
}

/// A correction of an analysis.
fn correction_row(tenant: i64) -> String {
    format!(
        "insert into tci_corrections (tenant_id, tci_id, picture_id, version, reason, staff_id, created_at, scores, scored_at, comment)
         select p.tenant_id, p.tci_id, p.id, 1, '이유', s.id, now(), '{{0,0,0,0,0,0,0,0,0}}', now(), ''
         from pictures p join staff s on s.tenant_id = p.tenant_id where p.tenant_id = {tenant} limit 1"
    )
}

/// A document of the claim without a file; only such a document may exist before the claim is being issued.
fn document_row(tenant: i64) -> String {
    format!(
        "with sent as (insert into claim_forwardings (tenant_id, claim_id, method, reference, sent_at, staff_id, created_at)
                       select {tenant}, c.id, 'fax', '1', now(), min(s.id), now()
                       from claims c join staff s on s.tenant_id = c.tenant_id where c.tenant_id = {tenant} group by c.id),
              agreed as (insert into health_consents (tenant_id, application_id, kind, signer, paper_reference, version, staff_id,
                                                      given_at)
                         select {tenant}, a.id, 'paper', '환자', '1', now(), min(s.id), now()
                         from applications a join staff s on s.tenant_id = a.tenant_id where a.tenant_id = {tenant}
                         group by a.id)
         insert into issued_documents (tenant_id, claim_id, code, origin, size, pages, hash, staff_id, created_at)
         select d.tenant_id, d.claim_id, d.code, 'generated', 1, 1, sha256('x'), s.id, now()
         from claim_documents d join staff s on s.tenant_id = d.tenant_id where d.tenant_id = {tenant}"
    )
}

async fn count<'c>(conn: impl Executor<'c, Database = Postgres>, statement: &str) -> Result<i64, String> {
    let row = sqlx::query(AssertSqlSafe(statement.to_owned())).fetch_one(conn).await.map_err(|e| e.to_string())?;
    Ok(row.get(0))
}

/// Opens a connection like the product, but independently of its code, so that a mistake there is detected.
async fn role(database: &Database, role: &str, tenant: Option<i64>) -> PgConnection {
    let options: PgConnectOptions = database.url.parse().expect("a URL");
    let options = options.options([("role", role)]);
    let options = match tenant {
        Some(tenant) => options.options([("app.tenant_id", tenant.to_string())]),
        None => options,
    };
    options.connect().await.expect("the role can be taken")
}

#[tokio::test]
async fn tenant_reads_and_writes_own_rows_only() {
    let (database, tables) = filled().await;
    let (own, other) = (database.first.id.get(), database.second.id.get());
    let mut superuser = database.superuser().await;
    for table in &tables {
        let mut tenant = database.tenant().acquire().await.expect("a connection");
        let seen = count(tenant.connection(), &format!("select count(*) from {table} where tenant_id = {own}")).await;
        assert!(seen.is_ok_and(|n| n > 0), "{table}: a tenant sees its own rows");
        let all = count(tenant.connection(), &format!("select count(*) from {table}")).await;
        let mine = count(&mut superuser, &format!("select count(*) from {table} where tenant_id = {own}")).await;
        assert_eq!(all, mine, "{table}: a statement without a filter sees one tenant");

        let before = count(&mut superuser, &format!("select count(*) from {table} where tenant_id = {other}")).await;
        for statement in [
            format!(
                "with done as (update {table} set tenant_id = {own} where tenant_id = {other} returning 1) select count(*) from done"
            ),
            format!(
                "with done as (update {table} set tenant_id = tenant_id where tenant_id = {other} returning 1) select count(*) from done"
            ),
            format!(
                "with done as (delete from {table} where tenant_id = {other} returning 1) select count(*) from done"
            ),
        ] {
            // either permission is denied or no row is found
            let done = count(tenant.connection(), &statement).await;
            assert!(matches!(done, Ok(0)) || done.is_err_and(|e| e.contains("permission denied")), "{statement}");
        }
        let moved = count(
            tenant.connection(),
            &format!("with done as (update {table} set tenant_id = {other} where tenant_id = {own} returning 1) select count(*) from done"),
        )
        .await
        .expect_err("a row is given to another tenant");
        assert!(moved.contains("row-level security") || moved.contains("permission denied"), "{table}: {moved}");
        let after = count(&mut superuser, &format!("select count(*) from {table} where tenant_id = {other}")).await;
        assert_eq!(before, after, "{table}");
    }
}

/// A view has no row-level security of its own. It is as restricted as its tables, because it runs with its reader's
/// rights.
#[tokio::test]
async fn views_show_own_rows_only() {
    let (database, _) = filled().await;
    let mut superuser = database.superuser().await;
    let views: Vec<String> =
        sqlx::query_scalar("select viewname::text from pg_views where schemaname = 'public' order by 1")
            .fetch_all(&mut superuser)
            .await
            .expect("the database lists its views");
    let known = ["clinic_access_log", "clinic_access_log_before"];
    assert_eq!(views, known, "say below what each tenant sees of a new one");
    // one row of a clinic in each tenant, and in the second a failed sign-in with an unknown name
    sqlx::raw_sql(AssertSqlSafe(format!(
        "insert into access_log (tenant_id, at, login_id, action) values ({}, now(), 'nobody99', 'sign_in_failed')",
        database.second.id
    )))
    .execute(&mut superuser)
    .await
    .expect("the row is written");
    for (db, own, unknown) in [(database.tenant(), &database.first, 0), (database.other_tenant(), &database.second, 1)]
    {
        let mut tenant = db.acquire().await.expect("a connection");
        let clinic = count(tenant.connection(), "select min(institution_id) from clinic_access_log").await;
        assert_eq!(clinic, Ok(own.institutions[0].get()), "{}", own.host);
        let all = count(tenant.connection(), "select count(*) from clinic_access_log").await;
        assert_eq!(all, Ok(1 + unknown), "{}", own.host);
        let counted =
            db::access_log::review::count_unknown_sign_ins(&mut tenant, factory::always()).await.expect("a count");
        assert_eq!(counted, unknown, "{}", own.host);
    }
    for tenant in [None, Some(999_999)] {
        let mut nobody = role(&database, "hyeobom_app", tenant).await;
        for view in &views {
            assert_eq!(count(&mut nobody, &format!("select count(*) from {view}")).await, Ok(0), "{view}");
        }
    }
    let mut system = database.db.system().acquire().await.expect("a connection");
    for view in &views {
        let refused = count(system.connection(), &format!("select count(*) from {view}")).await;
        assert!(refused.is_err_and(|error| error.contains("permission denied")), "{view}");
    }
}

#[tokio::test]
async fn row_for_other_tenant_is_refused() {
    let (database, tables) = filled().await;
    let (own, other) = (database.first.id.get(), database.second.id.get());
    let mut superuser = database.superuser().await;
    for table in &tables {
        let columns: Vec<String> = sqlx::query_scalar(
            "select column_name::text from information_schema.columns
             where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER' and is_identity = 'NO'",
        )
        .bind(table)
        .fetch_all(&mut superuser)
        .await
        .expect("the database lists columns");
        let values: Vec<String> =
            columns.iter().map(|c| if c == "tenant_id" { other.to_string() } else { c.clone() }).collect();
        let statement = format!(
            "with done as (insert into {table} ({}) select {} from {table} where tenant_id = {own} limit 1 returning 1)
             select count(*) from done",
            columns.join(", "),
            values.join(", ")
        );
        let mut tenant = database.tenant().acquire().await.expect("a connection");
        let refused = count(tenant.connection(), &statement).await.expect_err(table);
        assert!(refused.contains("row-level security") || refused.contains("permission denied"), "{table}: {refused}");
    }
}

#[tokio::test]
async fn connection_without_tenant_sees_nothing() {
    let (database, tables) = filled().await;
    let mut nobody = role(&database, "hyeobom_app", None).await;
    for table in &tables {
        assert_eq!(count(&mut nobody, &format!("select count(*) from {table}")).await, Ok(0), "{table}");
    }
    assert_eq!(count(&mut nobody, "select count(*) from tenants").await, Ok(0));
    let mut unknown = role(&database, "hyeobom_app", Some(999_999)).await;
    for table in &tables {
        assert_eq!(count(&mut unknown, &format!("select count(*) from {table}")).await, Ok(0), "{table}");
    }
}

#[tokio::test]
async fn system_role_sees_no_patients() {
    let (database, tables) = filled().await;
    let mut system = database.db.system().acquire().await.expect("a connection");
    let allowed = ["tenant_hosts", "jobs", "job_events", "hotel_reading_folds"];
    for table in &tables {
        let seen = count(system.connection(), &format!("select count(distinct tenant_id) from {table}")).await;
        if allowed.contains(&table.as_str()) {
            assert_eq!(seen, Ok(2), "{table}");
        } else {
            assert!(seen.is_err_and(|e| e.contains("permission denied")), "{table}");
        }
    }
}

#[tokio::test]
async fn every_table_forces_row_level_security() {
    let database = Database::create().await;
    let mut superuser = database.superuser().await;
    let unguarded: Vec<String> = sqlx::query_scalar(
        "select c.relname::text from pg_class c join pg_namespace n on n.oid = c.relnamespace
         where n.nspname = 'public' and c.relkind in ('r', 'p') and c.relname <> '_sqlx_migrations'
           and not (c.relrowsecurity and c.relforcerowsecurity)",
    )
    .fetch_all(&mut superuser)
    .await
    .expect("the database lists its tables");
    assert_eq!(unguarded, Vec::<String>::new(), "tables without forced row-level security");
    let owned = count(
        &mut superuser,
        "select count(*) from pg_class where relowner in
         (select oid from pg_roles where rolname in ('hyeobom_app', 'hyeobom_system'))",
    )
    .await;
    assert_eq!(owned, Ok(0));
    let powers = count(
        &mut superuser,
        "select count(*) from pg_roles where rolname in ('hyeobom_app', 'hyeobom_system')
         and (rolsuper or rolbypassrls or rolcanlogin or rolcreaterole or rolcreatedb)",
    )
    .await;
    assert_eq!(powers, Ok(0));
    let without_tenant: Vec<String> = sqlx::query_scalar(
        "select tablename::text from pg_tables where schemaname = 'public'
         and tablename not in (select table_name from information_schema.columns where column_name = 'tenant_id')
         order by 1",
    )
    .fetch_all(&mut superuser)
    .await
    .expect("the database lists its tables");
    let known = [
        "_sqlx_migrations",
        "bulk_actions",
        "deployed_model",
        "model_changes",
        "model_registry",
        "operator_recovery_codes",
        "operator_sessions",
        "operators",
        "paused_queues",
        "queue_minutes",
        "queue_workers",
        "tenants",
    ];
    assert_eq!(without_tenant, known);
}

#[tokio::test]
async fn tenants_role_sees_no_operators() {
    let database = Database::create().await;
    let mut tenant = database.tenant().acquire().await.expect("a connection");
    for table in ["operators", "operator_recovery_codes", "operator_sessions", "operator_actions"] {
        let seen = count(tenant.connection(), &format!("select count(*) from {table}")).await;
        assert!(seen.is_err_and(|error| error.contains("permission denied")), "{table}");
    }
}
