//! Demo and first data, written by the owner of the tables. Running it again keeps what people changed.

mod rows;

use chrono::{DateTime, Utc};
use domain::tenant::{Banner, BrandColor, Company};
use domain::{
    InstitutionId, Locale, LoginUserId, Name, NotificationKind, PasswordHash, PatientId, ProviderName, StaffId,
    StaffRole, TenantId,
};
use rows::{insert_patient, insert_staff, upsert_hosts, upsert_institution, upsert_insurers, upsert_tenant};
use sqlx::Connection as _;

use crate::patients::NewPatient;
use crate::{OwnerConn, Result};

/// A tenant with its clinics and patients.
#[derive(Clone, Debug)]
pub struct TenantSeed {
    /// Short stable name. A tenant with this name is updated.
    pub key: String,
    /// The product's name as patients see it.
    pub name: String,
    /// Language of a visitor who states none.
    pub default_locale: Locale,
    /// Hosts, in lower case and without a port. Links in messages lead to the first.
    pub hosts: Vec<String>,
    /// Where the TCI tile leads. None means this app's own pages.
    pub subsite_tci: Option<String>,
    /// Where the insurance tile leads. None means this app's own pages.
    pub subsite_chea: Option<String>,
    /// What the footer shows.
    pub company: Company,
    /// The home screen's banner.
    pub banner: Option<Banner>,
    /// The main colour of its pages. None means the product's own.
    pub brand_color: Option<BrandColor>,
    /// The logo, a PNG file. None shows the name.
    pub logo: Option<Vec<u8>>,
    /// Sender of mail.
    pub mail_from: String,
    /// Sender of SMS, digits only.
    pub sms_from: String,
    /// Whether sign-up needs a verified identity.
    pub identity_required: bool,
    /// Whether claims take the whole resident number.
    pub resident_number_full: bool,
    /// The payment provider on phones. None means the same as elsewhere.
    pub mobile_provider: Option<ProviderName>,
    /// The clinics. A clinic with the same name is updated.
    pub institutions: Vec<InstitutionSeed>,
    /// The staff. An account with the same sign-in name is kept as it is.
    pub staff: Vec<StaffSeed>,
    /// The patients. An account with the same sign-in name is kept as it is.
    pub patients: Vec<NewPatient>,
}

/// A member of a clinic's staff, with a permanent password.
#[derive(Clone, Debug)]
pub struct StaffSeed {
    /// The index of the clinic in [`TenantSeed::institutions`]. Staff with an invalid index are left out.
    pub institution: usize,
    /// The sign-in name.
    pub login_id: LoginUserId,
    /// The password, hashed.
    pub password_hash: PasswordHash,
    /// The person's name.
    pub name: Name,
    /// The role.
    pub role: StaffRole,
}

/// A clinic.
#[derive(Clone, Debug)]
pub struct InstitutionSeed {
    /// The name.
    pub name: String,
    /// The representative.
    pub representative_name: String,
    /// The address.
    pub address: String,
    /// The phone number, digits only.
    pub phone_number: String,
}

/// The ids of the seeded rows, in the order of the seed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seeded {
    /// The tenant.
    pub tenant_id: TenantId,
    /// The clinics.
    pub institution_ids: Vec<InstitutionId>,
    /// The staff.
    pub staff_ids: Vec<StaffId>,
    /// The patients.
    pub patient_ids: Vec<PatientId>,
}

/// Upserts a tenant with its clinics, staff and patients.
///
/// Forced row-level security applies to the owner too, unless it is a superuser. The owner sees the directory as a member of
/// `hyeobom_system`, and the tenant's rows as a member of `hyeobom_app` that sets the tenant.
pub async fn tenant(owner: &mut OwnerConn, seed: &TenantSeed, now: DateTime<Utc>) -> Result<Seeded> {
    let mut tx = owner.connection().begin().await?;
    let tenant = upsert_tenant(&mut tx, seed, now).await?;
    upsert_hosts(&mut tx, tenant, &seed.hosts).await?;
    sqlx::query_scalar!("select set_config('app.tenant_id', $1, true)", tenant.to_string()).fetch_one(&mut *tx).await?;
    let mut seeded = Seeded {
        tenant_id: TenantId::new(tenant),
        institution_ids: Vec::new(),
        staff_ids: Vec::new(),
        patient_ids: Vec::new(),
    };
    for institution in &seed.institutions {
        seeded.institution_ids.push(upsert_institution(&mut tx, institution, now).await?);
    }
    upsert_insurers(&mut tx).await?;
    for staff in &seed.staff {
        if let Some(&clinic) = seeded.institution_ids.get(staff.institution) {
            seeded.staff_ids.push(insert_staff(&mut tx, clinic, staff, now).await?);
        }
    }
    for patient in &seed.patients {
        seeded.patient_ids.push(insert_patient(&mut tx, patient, now).await?);
    }
    tx.commit().await?;
    Ok(seeded)
}

/// An account at a payment provider. The secret is sealed for [`crate::payment_accounts::secret_context`].
#[derive(Clone, Debug)]
pub struct AccountSeed {
    /// The provider.
    pub provider: ProviderName,
    /// Our id on the provider's page.
    pub client_id: String,
    /// The key of the provider's API, sealed.
    pub secret_sealed: Vec<u8>,
    /// The number of the key that sealed it.
    pub secret_key_id: i16,
}

/// Upserts a tenant's accounts at payment providers. An account at the same provider gets the new keys.
pub async fn payment_accounts(
    owner: &mut OwnerConn,
    tenant: TenantId,
    accounts: &[AccountSeed],
    now: DateTime<Utc>,
) -> Result<()> {
    let mut tx = owner.connection().begin().await?;
    sqlx::query_scalar!("select set_config('app.tenant_id', $1, true)", tenant.to_string()).fetch_one(&mut *tx).await?;
    for account in accounts {
        sqlx::query!(
            "insert into payment_accounts (provider, client_id, secret_sealed, secret_key_id, created_at)
             values ($1, $2, $3, $4, $5)
             on conflict (tenant_id, provider) do update
             set client_id = excluded.client_id, secret_sealed = excluded.secret_sealed,
                 secret_key_id = excluded.secret_key_id",
            account.provider.as_str(),
            account.client_id,
            account.secret_sealed,
            account.secret_key_id,
            now
        )
        .execute(&mut *tx)
        .await?;
    }
    Ok(tx.commit().await?)
}

/// A tenant's `KakaoTalk` channel, and the templates that `KakaoTalk` approved for it.
#[derive(Clone, Debug)]
pub struct KakaoSeed {
    /// The channel's id at the carrier.
    pub pf_id: String,
    /// The id of each template at the carrier.
    pub templates: Vec<(NotificationKind, String)>,
}

/// Sets a tenant's `KakaoTalk` channel; the templates replace those from before.
pub async fn kakao_channel(
    owner: &mut OwnerConn,
    tenant: TenantId,
    seed: &KakaoSeed,
    now: DateTime<Utc>,
) -> Result<()> {
    let mut tx = owner.connection().begin().await?;
    sqlx::query_scalar!("select set_config('app.tenant_id', $1, true)", tenant.to_string()).fetch_one(&mut *tx).await?;
    sqlx::query!(
        "insert into kakao_channels (pf_id, created_at) values ($1, $2)
         on conflict (tenant_id) do update set pf_id = excluded.pf_id",
        seed.pf_id,
        now
    )
    .execute(&mut *tx)
    .await?;
    sqlx::query!("delete from kakao_templates where tenant_id = current_tenant()").execute(&mut *tx).await?;
    for (kind, template_id) in &seed.templates {
        sqlx::query!(
            "insert into kakao_templates (kind, template_id, created_at) values ($1, $2, $3)",
            kind.as_str(),
            template_id,
            now
        )
        .execute(&mut *tx)
        .await?;
    }
    Ok(tx.commit().await?)
}
