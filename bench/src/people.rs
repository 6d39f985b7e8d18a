//! Patients with sessions and consents, inserted by SQL, because sign-ups are rate limited.

use anyhow::Result;

use crate::external;
use crate::patient::Patient;
use crate::product::Product;

/// The prefix of their sign-in names.
pub const PREFIX: &str = "load";

/// Patients of the first tenant with all consents that a self-check needs. Their tokens have the length of real ones.
const PATIENTS: &str = "
    select set_config('app.tenant_id', (select id from tenants order by id limit 1)::text, false);
    insert into patients (login_user_id, password_hash, name, birth, gender, phone_number, email)
    select '$PREFIX' || n, '', '측정', '1990-01-01', 1, '010' || lpad(n::text, 8, '0'), '$PREFIX' || n || '@load.example'
    from generate_series(1, $COUNT) n on conflict do nothing;
    insert into patient_sessions (patient_id, token_hash, created_at, expires_at, last_used_at)
    select id, sha256(rpad(login_user_id, 43, 'x')::bytea), now(), now() + interval '1 day', now()
    from patients where login_user_id ~ '^$PREFIX[0-9]+$' and tenant_id = current_tenant() on conflict do nothing;
    insert into consents (patient_id, kind, version, given_at)
    select id, kind, '2025-01-01', now() from patients, unnest(array['terms', 'privacy', 'age14', 'health']) kind
    where login_user_id ~ '^$PREFIX[0-9]+$' and tenant_id = current_tenant() on conflict do nothing;
    analyze patients, patient_sessions, consents";

/// Inserts patients of the first tenant unless they exist, and returns them signed in.
///
/// # Errors
/// psql fails.
pub fn create(product: &Product, count: usize) -> Result<Vec<Patient>> {
    external::execute(&PATIENTS.replace("$PREFIX", PREFIX).replace("$COUNT", &count.to_string()))?;
    let token = |number: usize| {
        let login = format!("{PREFIX}{number}");
        format!("{login:x<43}")
    };
    let patient = Patient::unauthenticated(product)?;
    Ok((1..=count).map(|number| patient.with_token(&token(number))).collect())
}

/// Returns the e-mail address of the patient with this number, counted from 1.
pub fn email(number: usize) -> String {
    format!("{PREFIX}{number}@load.example")
}
