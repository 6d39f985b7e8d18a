//! The tenant directory.

use domain::tenant::{Banner, BrandColor, Company, Logo};
use domain::{Locale, ProviderName, Tenant, TenantId, TenantKind};

use crate::{Error, Result, SystemConn, TenantConn, column};

struct Row {
    id: i64,
    kind: String,
    key: String,
    name: String,
    default_locale: String,
    hosts: Vec<String>,
    subsite_tci: Option<String>,
    subsite_chea: Option<String>,
    company_name: String,
    company_representative: String,
    company_registration_number: String,
    company_address: String,
    company_phone: String,
    company_email: String,
    banner_title: Option<String>,
    banner_text: Option<String>,
    banner_picture_version: Option<String>,
    banner_link_url: Option<String>,
    brand_color: Option<String>,
    logo_version: Option<String>,
    logo_size: Option<Vec<u8>>,
    mail_from: String,
    sms_from: String,
    identity_required: bool,
    resident_number_full: bool,
    mobile_provider: Option<String>,
    active: bool,
}

impl TryFrom<Row> for Tenant {
    type Error = Error;

    fn try_from(row: Row) -> Result<Self> {
        Ok(Self {
            id: TenantId::new(row.id),
            active: row.active,
            kind: column("tenants", "kind", row.id).check(row.kind.parse::<TenantKind>())?,
            key: row.key,
            name: row.name,
            default_locale: column("tenants", "default_locale", row.id).check(row.default_locale.parse::<Locale>())?,
            hosts: row.hosts,
            subsite_tci: row.subsite_tci,
            subsite_chea: row.subsite_chea,
            company: Company {
                name: row.company_name,
                representative: row.company_representative,
                registration_number: row.company_registration_number,
                address: row.company_address,
                phone: row.company_phone,
                email: row.company_email,
            },
            banner: row.banner_link_url.map(|link_url| Banner {
                title: row.banner_title.unwrap_or_default(),
                text: row.banner_text.unwrap_or_default(),
                link_url,
            }),
            banner_picture: row.banner_picture_version,
            // an invalid color must not make the other tenants unavailable
            brand_color: row.brand_color.and_then(|color| BrandColor::parse("brandColor", &color).ok()),
            logo: row
                .logo_version
                .zip(row.logo_size)
                .map(|(version, size)| {
                    column("tenants", "logo", row.id).require(size.try_into().ok().map(|size| Logo::new(version, size)))
                })
                .transpose()?,
            mail_from: row.mail_from,
            sms_from: row.sms_from,
            identity_required: row.identity_required,
            resident_number_full: row.resident_number_full,
            mobile_provider: row.mobile_provider.as_deref().and_then(|code| code.parse::<ProviderName>().ok()),
        })
    }
}

macro_rules! select_tenants {
    ($which:tt $(, $argument:expr)*) => {
        sqlx::query_as!(
            Row,
            r#"select t.id, kind, key, name, default_locale,
                      array(select h.host from tenant_hosts h where h.tenant_id = t.id order by h.position, h.host) as "hosts!",
                      subsite_tci, subsite_chea, company_name, company_representative, company_registration_number,
                      company_address, company_phone, company_email, banner_title, banner_text,
                      banner_link_url, brand_color, left(encode(sha256(logo), 'hex'), 16) as logo_version,
                      left(encode(sha256(banner_picture), 'hex'), 16) as banner_picture_version, active,
                      substring(logo from 17 for 8) as logo_size, mail_from, sms_from, identity_required,
                      resident_number_full, mobile_provider
               from tenants t "# + $which
            $(, $argument)*
        )
    };
}

/// Returns all tenants, the oldest first.
pub async fn list(conn: &mut SystemConn) -> Result<Vec<Tenant>> {
    select(conn, None).await
}

/// Returns the tenant with this id.
pub async fn find(conn: &mut SystemConn, id: TenantId) -> Result<Option<Tenant>> {
    Ok(select(conn, Some(id)).await?.pop())
}

async fn select(conn: &mut SystemConn, id: Option<TenantId>) -> Result<Vec<Tenant>> {
    let rows = select_tenants!("where $1::bigint is null or t.id = $1 order by t.id", id.map(TenantId::get))
        .fetch_all(conn.connection())
        .await?;
    rows.into_iter().map(Tenant::try_from).collect()
}

/// Returns the tenant's logo, a PNG file.
pub async fn find_logo(conn: &mut TenantConn) -> Result<Option<Vec<u8>>> {
    let logo = sqlx::query_scalar!("select logo from tenants where id = current_tenant()")
        .fetch_optional(conn.connection())
        .await?;
    Ok(logo.flatten())
}

/// The picture of a banner.
#[derive(Clone, Debug)]
pub struct BannerPicture {
    /// The file.
    pub bytes: Vec<u8>,
    /// Its media type.
    pub media_type: String,
}

/// Returns the picture of the tenant's banner.
pub async fn find_banner_picture(conn: &mut TenantConn) -> Result<Option<BannerPicture>> {
    let picture = sqlx::query_as!(
        BannerPicture,
        r#"select banner_picture as "bytes!", banner_picture_type as "media_type!"
           from tenants where id = current_tenant() and banner_picture is not null"#
    )
    .fetch_optional(conn.connection())
    .await?;
    Ok(picture)
}
