//! The clinic's stored seal and its doctor's signature.

pub mod delete;
pub mod get;
pub mod put;

use axum::extract::DefaultBodyLimit;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use db::claims::SealedText;
use db::seals;
use documents::{InvalidMark, MAX_MARK_BYTES, Mark, Marks};
use domain::{InvalidCode, Permission};
use runtime::seal::Sealed;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::App;
use crate::extract::Staff;
use crate::problem::{Code, Problem};

/// The largest body of the request that contains two pictures.
const MAX_SEAL_BODY_BYTES: usize = 1024 * 1024;

/// The routes of this feature.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(get::handle, put::handle, delete::handle))
        .layer(DefaultBodyLimit::max(MAX_SEAL_BODY_BYTES))
}

/// The doctor of a clinic's seal, with the marks.
pub struct SealedDoctor {
    /// The name.
    pub name: String,
    /// The number of the licence.
    pub license: String,
    /// The seal and the signature.
    pub marks: Marks,
}

/// Decrypts the clinic's seal for a document.
///
/// # Errors
/// [`Code::Forbidden`] for a role that may not use it, [`Code::SealMissing`] when the clinic stored none.
pub async fn open_seal(app: &App, staff: &Staff) -> Result<SealedDoctor, Problem> {
    staff.require(app, Permission::UseSeal, "POST /institutions/insurances/{id}/documents/{code}").await?;
    let found = seals::find(&mut staff.tenant.db.acquire().await?, staff.clinic()).await?;
    let seal = found.ok_or(Code::SealMissing)?;
    let context = seals::seal_context(staff.tenant.row.id, staff.clinic());
    let open = |sealed: SealedText| -> Result<Mark, Problem> {
        let opened = app.sealer.open(&context, &Sealed { bytes: sealed.bytes, key_id: sealed.key_id });
        Mark::from_png(&opened.map_err(Problem::internal)?).map_err(Problem::internal)
    };
    let marks = Marks { seal: open(seal.seal)?, signature: open(seal.signature)? };
    Ok(SealedDoctor { name: seal.doctor_name, license: seal.doctor_license, marks })
}

/// Decodes a base64 PNG of ink on light paper.
///
/// # Errors
/// A validation problem on `field`, when it is missing or not such a picture.
pub fn parse_mark(field: &'static str, text: &str) -> Result<Vec<u8>, Problem> {
    let refused = |code| Problem::field(field, code);
    if text.is_empty() {
        return Err(refused(InvalidCode::Required));
    }
    if text.len() > MAX_MARK_BYTES * 4 / 3 + 4 {
        return Err(refused(InvalidCode::TooLong));
    }
    let file = STANDARD.decode(text).map_err(|_| refused(InvalidCode::Format))?;
    match Mark::from_png(&file) {
        Ok(_) => Ok(file),
        Err(InvalidMark::TooLarge) => Err(refused(InvalidCode::TooLong)),
        Err(InvalidMark::TooSmall | InvalidMark::NoInk) => Err(refused(InvalidCode::Range)),
        Err(InvalidMark::NotAPng) => Err(refused(InvalidCode::Format)),
    }
}
