//! `PUT /patients/tcis/self-check/{tciId}/picture`

use axum::extract::State;
use axum::response::Json;
use db::tcis::PictureChange;
use domain::{ConsentKind, Invalid, Square, Tci};
use queue::{NewJob, Queue};
use serde::Deserialize;
use utoipa::ToSchema;

use super::handed_in;
use super::render::Renderer;
use super::shape::{Coordinates, TciAnswer};
use crate::App;
use crate::guard::Patient;
use crate::http::{Creation, Id, Input, given};
use crate::problem::{Code, Problem, ProblemBody};

/// Another photo, another crop, or both.
#[derive(Debug, Deserialize, ToSchema)]
pub struct PutPictureRequest {
    /// The key of a new upload of this patient; left out to keep the photo.
    #[serde(default)]
    url: Option<String>,
    /// The square to read; null to read the whole photo; left out to read the whole of a new photo.
    #[serde(default, deserialize_with = "given")]
    #[schema(value_type = Option<Coordinates>)]
    #[expect(clippy::option_option, reason = "left out and null ask for different things")]
    coordinates: Option<Option<WantedSquare>>,
}

/// The square as it was sent, of whatever numbers.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct WantedSquare {
    left: i64,
    top: i64,
    width: i64,
    height: i64,
}

impl WantedSquare {
    /// The square, if it is one.
    ///
    /// # Errors
    /// On `coordinates`, when it is none.
    pub fn square(self) -> Result<Square, Invalid> {
        Square::from_coordinates(self.left, self.top, self.width, self.height)
    }
}

/// Replaces the photo or its crop; the AI reads it again.
#[utoipa::path(
    put, path = "/patients/tcis/self-check/{tciId}/picture", tag = "self-checks",
    operation_id = "putSelfCheckPicture", request_body = PutPictureRequest, security(("session" = [])),
    params(("tciId" = i64, Path, description = "The analysis's id")),
    responses(
        (status = 200, body = TciAnswer),
        (status = 401, description = "unauthorized", body = ProblemBody, content_type = "application/problem+json"),
        (status = 404, description = "not_found", body = ProblemBody, content_type = "application/problem+json"),
        (status = 409, description = "consent_required, upload_used", body = ProblemBody, content_type = "application/problem+json"),
        (status = 422, description = "as for a new self-check", body = ProblemBody, content_type = "application/problem+json"),
        (status = 503, description = "storage_unavailable", body = ProblemBody, content_type = "application/problem+json"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    patient: Patient,
    creation: Creation,
    Id(id): Id,
    Input(request): Input<PutPictureRequest>,
) -> Result<Json<TciAnswer>, Problem> {
    let id = id.into();
    let found = db::tcis::find_own(&mut patient.tenant.db.acquire().await?, patient.row.id, id).await?;
    let tci = found.ok_or(Code::NotFound)?;
    if request.url.is_none() && request.coordinates.is_none() {
        return Err(Problem::field("url", domain::Code::Required));
    }
    if !db::consents::stands(&mut patient.tenant.db.acquire().await?, patient.row.id, ConsentKind::Health).await? {
        return Err(Code::ConsentRequired.into());
    }
    let crop = crop(&request, &tci)?;
    if is_done(&request, crop, &tci) {
        return Ok(Json(TciAnswer { tci: Renderer::new(&app, creation.locale).tci(tci) }));
    }
    let upload = match &request.url {
        Some(key) => Some(handed_in::find(&app, &patient.tenant, patient.row.id, key).await?),
        None => None,
    };
    let now = app.clock.now();
    let mut tx = patient.tenant.db.begin().await?;
    let change = match upload {
        Some(upload) => {
            handed_in::claim(&app, patient.row.id, &mut tx, &upload).await?;
            PictureChange::Upload { upload, crop }
        }
        None => PictureChange::Crop(crop),
    };
    let tci = db::tcis::set_picture(&mut tx, patient.row.id, id, &change, now).await?.ok_or(Code::NotFound)?;
    let picture = tci.picture.as_ref().ok_or(Code::Internal)?.id;
    let job = NewJob::new(Queue::Inference, "read_picture", picture.get()).requested_by(creation.request_id.as_str());
    let job = queue::enqueue(&mut tx, &job).await?;
    tx.commit().await?;
    app.producer.push_now(Queue::Inference, &[job]).await;
    Ok(Json(TciAnswer { tci: Renderer::new(&app, creation.locale).tci(tci) }))
}

/// Whether the analysis already has what is asked for: a repeated call changes nothing. A photo that could not be read
/// may be read again as it is.
fn is_done(request: &PutPictureRequest, crop: Option<Square>, tci: &Tci) -> bool {
    tci.picture.as_ref().is_some_and(|picture| {
        let same_photo = request.url.as_ref().is_none_or(|key| key == picture.object_key.as_str());
        same_photo && picture.crop == crop && (request.url.is_some() || tci.failure.is_none())
    })
}

/// The wanted crop, if it is a square, and inside the picture as far as its size is known.
fn crop(request: &PutPictureRequest, tci: &Tci) -> Result<Option<Square>, Problem> {
    let Some(wanted) = request.coordinates.flatten() else { return Ok(None) };
    let square = wanted.square()?;
    let size = tci.picture.as_ref().filter(|_| request.url.is_none()).and_then(|picture| picture.size);
    Ok(Some(match size {
        Some(size) => square.within(size)?,
        None => square,
    }))
}
