//! Insurance claims, for tests of the steps after the payment.

use domain::{ClaimId, InstitutionId, PatientId, TenantId};
use sqlx::PgConnection;

/// The patient who claims, and the clinic.
#[derive(Clone, Copy, Debug)]
pub struct Claimant {
    /// The tenant of both.
    pub tenant: TenantId,
    /// The patient.
    pub patient: PatientId,
    /// The clinic.
    pub institution: InstitutionId,
}

/// Inserts a paid claim for both documents, by registered mail with a tracking number, that the clinic has not received
/// yet. `conn` must be allowed to write for every tenant.
///
/// # Panics
/// The database rejects a statement.
pub async fn insert_paid_claim(conn: &mut PgConnection, claimant: Claimant) -> ClaimId {
    let claim = insert_unpaid_claim(conn, claimant).await;
    let order: i64 = sqlx::query_scalar(
        "with account as (insert into payment_accounts (tenant_id, provider, client_id, secret_sealed, secret_key_id, created_at)
                          values ($1, 'toss', 'test', 'x', 1, now())
                          on conflict (tenant_id, provider) do update set client_id = excluded.client_id returning id)
         insert into orders (tenant_id, oid, patient_id, account_id, claim_id, amount, lines, return_mode, created_at, updated_at)
         select $1, 'test_' || $3, $2, id, $3, 21560, '[]', 'window', now(), now() from account
         returning id",
    )
    .bind(claimant.tenant.get())
    .bind(claimant.patient.get())
    .bind(claim.get())
    .fetch_one(&mut *conn)
    .await
    .expect("the order is written");
    for statement in [
        "update orders set status = 'paid', provider_key = 'key' || id, transaction_key = 'tx' || id where id = $1",
        "update claims set paid_order_id = $1 where id = (select claim_id from orders where id = $1)",
    ] {
        sqlx::query(statement).bind(order).execute(&mut *conn).await.expect("the claim is paid");
    }
    claim
}

/// Inserts the same claim before its payment.
///
/// # Panics
/// The database rejects a statement.
pub async fn insert_unpaid_claim(conn: &mut PgConnection, claimant: Claimant) -> ClaimId {
    let Claimant { tenant, patient, institution } = claimant;
    let claim: i64 = sqlx::query_scalar(
        "with insurer as (insert into insurers (tenant_id, name) values ($1, '시험보험')
                          on conflict (tenant_id, name) do update set name = excluded.name returning id)
         insert into claims (tenant_id, patient_id, institution_id, insurer_id, insured_name, mobile, onset_date, accident_type,
                             reason, registered_mail, tracking_number, zipcode, address, address_detail, created_at, updated_at)
         select $1, $2, $3, id, '홍길동', '01098765432', '2026-01-02', 'dental', '크라운', true, '1111-2222', '03187', '서울특별시 종로구 1', '', now(), now() from insurer
         returning id",
    )
    .bind(tenant.get())
    .bind(patient.get())
    .bind(institution.get())
    .fetch_one(&mut *conn)
    .await
    .expect("the claim is written");
    sqlx::query(
        "insert into claim_documents (tenant_id, claim_id, code)
         values ($1, $2, 'medical_bill_receipt'), ($1, $2, 'detailed_statement')",
    )
    .bind(tenant.get())
    .bind(claim)
    .execute(&mut *conn)
    .await
    .expect("the documents are written");
    ClaimId::new(claim)
}
