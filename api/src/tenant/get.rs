//! `GET /tenant`

use axum::extract::State;
use axum::response::Json;
use serde::Serialize;
use utoipa::ToSchema;

use crate::App;
use crate::extract::AnyTenant;
use crate::problem::PublicProblems;

/// The tenant.
#[derive(Debug, Serialize, ToSchema)]
pub struct TenantResponse {
    /// The tenant.
    tenant: TenantBody,
}

/// The tenant, for the web app.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Tenant)]
pub struct TenantBody {
    /// Which product the hosts serve: `dental` or `hotel`.
    #[schema(example = "dental")]
    kind: &'static str,
    /// Short stable name.
    key: String,
    /// The product's name.
    name: String,
    /// Default language of visitors: ko or en.
    #[schema(example = "ko")]
    locale: String,
    /// The links of the home tiles.
    sub_sites: SubSites,
    /// The company in the footer.
    company: Company,
    /// The home screen's banner.
    #[schema(required)]
    banner: Option<Banner>,
    /// The main color of the pages; null means the product's own. White text on it, and it on a tint of 12 % in white, have
    /// a contrast of at least 4.5.
    #[schema(required, example = "#17594a")]
    brand_color: Option<String>,
    /// The logo in the header (`GET /tenant/logo`); null shows the name instead.
    #[schema(required)]
    logo: Option<Logo>,
    /// The origin (and path) to which every `pictureUrl` is relative.
    #[schema(example = "https://assets.example.com")]
    asset_host: String,
    /// Whether sign-up needs a verified identity instead of a confirmed phone number.
    identity_required: bool,
    /// How many digits of the resident number's second part a claim takes: 1 or 7.
    #[schema(example = 1)]
    resident_digits: u8,
    /// Whether people can sign in. Calls to a disabled tenant return 403 `tenant_disabled`.
    active: bool,
    /// The configured social providers with a button: kakao, naver.
    social: Vec<String>,
}

/// The links of the home tiles; null means this app's own pages.
#[derive(Debug, Serialize, ToSchema)]
pub struct SubSites {
    /// Digital TCI oral-health management.
    #[schema(required)]
    tci: Option<String>,
    /// Dental-insurance document claiming.
    #[schema(required)]
    chea: Option<String>,
}

/// The company behind the tenant.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Company {
    /// Registered name.
    name: String,
    /// Representative.
    representative: String,
    /// Business registration number.
    registration_number: String,
    /// Address.
    address: String,
    /// Phone number.
    phone_number: String,
    /// E-mail address.
    email: String,
}

/// A banner that leads to an external form.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Banner {
    /// Its heading.
    title: String,
    /// Its text.
    text: String,
    /// Its picture (`GET /tenant/banner`); null without one.
    #[schema(required)]
    picture: Option<BannerPicture>,
    /// Its link, opened in a new tab.
    url: String,
}

/// The picture of a banner.
#[derive(Debug, Serialize, ToSchema)]
pub struct BannerPicture {
    /// The version of the file, for a URL that can be cached permanently.
    version: String,
}

/// A logo.
#[derive(Debug, Serialize, ToSchema)]
pub struct Logo {
    /// The version of the file, for a URL that can be cached permanently.
    version: String,
    /// The width in pixels.
    width: u32,
    /// The height in pixels.
    height: u32,
}

/// The tenant of this host.
#[utoipa::path(
    get, path = "/tenant", tag = "tenant", operation_id = "getTenant",
    params(("host" = Option<String>, Query, description = "On local hosts only: the tenant's host, its first part, or its key")),
    responses(
        (status = 200, body = TenantResponse),
        PublicProblems,
    )
)]
pub async fn handle(State(app): State<App>, AnyTenant(tenant): AnyTenant) -> Json<TenantResponse> {
    let row = &tenant.row;
    let banner = row.banner.as_ref().map(|banner| Banner {
        title: banner.title.clone(),
        text: banner.text.clone(),
        picture: row.banner_picture.clone().map(|version| BannerPicture { version }),
        url: banner.link_url.clone(),
    });
    Json(TenantResponse {
        tenant: TenantBody {
            kind: row.kind.as_str(),
            key: row.key.clone(),
            name: row.name.clone(),
            locale: tenant.row.default_locale.as_str().to_owned(),
            sub_sites: SubSites { tci: row.subsite_tci.clone(), chea: row.subsite_chea.clone() },
            company: Company {
                name: row.company.name.clone(),
                representative: row.company.representative.clone(),
                registration_number: row.company.registration_number.clone(),
                address: row.company.address.clone(),
                phone_number: row.company.phone.clone(),
                email: row.company.email.clone(),
            },
            banner,
            brand_color: row.brand_color.map(|color| color.to_string()),
            logo: row.logo.as_ref().map(|logo| Logo {
                version: logo.version.clone(),
                width: logo.width,
                height: logo.height,
            }),
            asset_host: app.asset_host.clone(),
            identity_required: row.identity_required,
            resident_digits: if row.resident_number_full { 7 } else { 1 },
            active: row.active,
            social: app.parties.social_buttons(),
        },
    })
}
