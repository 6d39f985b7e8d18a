//! A client in responses.

use db::hotel::clients::ListedClient;
use serde::Serialize;
use utoipa::ToSchema;

use crate::hotel::codes::ClientKindCode;
use crate::hotel::shape::NameBody;

/// A client.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = HotelClient)]
pub struct ClientBody {
    /// The client's id.
    id: i64,
    /// Its name.
    name: String,
    /// Its kind.
    #[schema(value_type = ClientKindCode)]
    kind: &'static str,
    /// Its address.
    address: String,
    /// The headquarters of a hotel (its top affiliation); null without one.
    #[schema(required)]
    headquarters: Option<NameBody>,
    /// The partner that installs a hotel's sensors; null without one.
    #[schema(required)]
    partner: Option<NameBody>,
    /// Whether its users may sign in.
    active: bool,
    /// The number of hotels whose headquarters or partner it is.
    hotel_count: i64,
}

impl From<ListedClient> for ClientBody {
    fn from(listed: ListedClient) -> Self {
        let ListedClient { client, hotels } = listed;
        Self {
            id: client.id.get(),
            name: client.name,
            kind: client.kind.as_str(),
            address: client.address,
            headquarters: client.headquarters.map(NameBody::from),
            partner: client.partner.map(NameBody::from),
            active: client.active,
            hotel_count: hotels,
        }
    }
}
