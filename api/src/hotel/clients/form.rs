//! The common parts of the calls that write a client.

use db::TenantTx;
use db::hotel::clients::{self, ClientForm, WriteError};
use domain::hotel::client::{check_affiliation, parse_client_address, parse_client_name};
use domain::hotel::{HotelClient, HotelClientKind};
use domain::{HotelClientId, InvalidCode};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::problem::{FieldErrors, Problem};

/// The fields of a client except its kind.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = HotelClientFields)]
pub struct ClientFields {
    /// The name, unique in the tenant.
    #[serde(default)]
    #[schema(required, max_length = 100)]
    name: String,
    /// The address.
    #[serde(default)]
    #[schema(required, max_length = 300)]
    address: String,
    /// The headquarters of a hotel; null without one.
    headquarters_id: Option<i64>,
    /// The partner of a hotel; null without one.
    partner_id: Option<i64>,
    /// Whether its users may sign in. False ends their sessions.
    #[serde(default = "default_active")]
    #[schema(default = true)]
    pub active: bool,
}

const fn default_active() -> bool {
    true
}

impl ClientFields {
    /// Checks the fields of a client of this kind.
    ///
    /// # Errors
    /// A validation problem, or a database failure.
    pub async fn check(&self, tx: &mut TenantTx, kind: HotelClientKind) -> Result<ClientForm, Problem> {
        let mut errors = FieldErrors::default();
        let name = errors.check(parse_client_name(&self.name)).unwrap_or_default();
        let address = errors.check(parse_client_address(&self.address)).unwrap_or_default();
        let [headquarters, partner] = [self.headquarters_id, self.partner_id].map(|id| id.map(HotelClientId::new));
        for (field, id, wanted) in [
            ("headquartersId", headquarters, HotelClientKind::HotelHeadquarters),
            ("partnerId", partner, HotelClientKind::Partner),
        ] {
            if let Some(id) = id {
                let named: Option<HotelClient> = clients::find(tx, id).await?;
                errors.check(check_affiliation(field, kind, named.map(|named| named.kind), wanted));
            }
        }
        errors.finish()?;
        Ok(ClientForm { name, address, headquarters, partner, active: self.active })
    }
}

impl From<WriteError> for Problem {
    fn from(error: WriteError) -> Self {
        match error {
            WriteError::NameTaken => Self::field("name", InvalidCode::Taken),
            WriteError::Db(error) => error.into(),
        }
    }
}
