//! The clients of a hotel tenant.

use chrono::{DateTime, Utc};
use domain::HotelClientId;
use domain::hotel::{HotelClient, HotelClientKind, HotelClientName, HotelScope};

use crate::{Error, Result, TenantConn, column, is_unique_violation};

struct Row {
    id: i64,
    kind: String,
    name: String,
    address: String,
    headquarters_id: Option<i64>,
    headquarters_name: Option<String>,
    partner_id: Option<i64>,
    partner_name: Option<String>,
    active: bool,
}

macro_rules! select_clients {
    ($which:tt, $($argument:expr),+) => {
        sqlx::query_as!(
            Row,
            r#"select c.id, c.kind, c.name, c.address, c.headquarters_id, h.name as "headquarters_name?", c.partner_id,
                      p.name as "partner_name?", c.active
               from hotel_clients c
               left join hotel_clients h on h.id = c.headquarters_id
               left join hotel_clients p on p.id = c.partner_id "# + $which,
            $($argument),+
        )
    };
}

impl TryFrom<Row> for HotelClient {
    type Error = Error;

    fn try_from(row: Row) -> Result<Self> {
        let name =
            |id: Option<i64>, name: Option<String>| Some(HotelClientName { id: HotelClientId::new(id?), name: name? });
        Ok(Self {
            id: HotelClientId::new(row.id),
            kind: column("hotel_clients", "kind", row.id).check(row.kind.parse::<HotelClientKind>())?,
            name: row.name,
            address: row.address,
            headquarters: name(row.headquarters_id, row.headquarters_name),
            partner: name(row.partner_id, row.partner_name),
            active: row.active,
        })
    }
}

/// A client's mutable fields.
#[derive(Clone, Debug)]
pub struct ClientForm {
    /// The name.
    pub name: String,
    /// The address.
    pub address: String,
    /// The headquarters of a hotel.
    pub headquarters: Option<HotelClientId>,
    /// The partner of a hotel.
    pub partner: Option<HotelClientId>,
    /// Whether its users may sign in.
    pub active: bool,
}

/// Why a client was not inserted or changed.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// Another client of the tenant has the name. The transaction has failed and must be dropped.
    #[error("the name is taken")]
    NameTaken,
    /// The database failed.
    #[error(transparent)]
    Db(#[from] Error),
}

impl From<sqlx::Error> for WriteError {
    fn from(error: sqlx::Error) -> Self {
        if is_unique_violation(&error, "hotel_clients_name") { Self::NameTaken } else { Self::Db(error.into()) }
    }
}

/// Inserts a client.
///
/// # Errors
/// [`WriteError::NameTaken`] when another client has the name, even one created concurrently.
pub async fn insert(
    conn: &mut TenantConn,
    kind: HotelClientKind,
    form: &ClientForm,
    now: DateTime<Utc>,
) -> Result<HotelClientId, WriteError> {
    let id = sqlx::query_scalar!(
        "insert into hotel_clients (kind, name, address, headquarters_id, partner_id, active, created_at)
         values ($1, $2, $3, $4, $5, $6, $7) returning id",
        kind.as_str(),
        form.name,
        form.address,
        form.headquarters.map(HotelClientId::get),
        form.partner.map(HotelClientId::get),
        form.active,
        now
    )
    .fetch_one(conn.connection())
    .await?;
    Ok(HotelClientId::new(id))
}

/// Updates a client's fields.
///
/// # Errors
/// [`WriteError::NameTaken`] when another client has the name.
pub async fn set(conn: &mut TenantConn, id: HotelClientId, form: &ClientForm) -> Result<(), WriteError> {
    sqlx::query!(
        "update hotel_clients set name = $2, address = $3, headquarters_id = $4, partner_id = $5, active = $6 where id = $1",
        id.get(),
        form.name,
        form.address,
        form.headquarters.map(HotelClientId::get),
        form.partner.map(HotelClientId::get),
        form.active
    )
    .execute(conn.connection())
    .await?;
    Ok(())
}

/// Finds the client with this id.
pub async fn find(conn: &mut TenantConn, id: HotelClientId) -> Result<Option<HotelClient>> {
    let row = select_clients!("where c.id = $1", id.get()).fetch_optional(conn.connection()).await?;
    row.map(HotelClient::try_from).transpose()
}

/// Finds the client with this id and locks it until the transaction ends.
pub async fn lock(conn: &mut TenantConn, id: HotelClientId) -> Result<Option<HotelClient>> {
    let row =
        select_clients!("where c.id = $1 for no key update of c", id.get()).fetch_optional(conn.connection()).await?;
    row.map(HotelClient::try_from).transpose()
}

/// Finds a client in the scope: the scope's own client or one of its hotels.
pub async fn find_in_scope(conn: &mut TenantConn, scope: HotelScope, id: HotelClientId) -> Result<Option<HotelClient>> {
    let row = select_clients!(
        "where c.id = $1 and ($2::bigint is null or $2 in (c.id, c.headquarters_id, c.partner_id))",
        id.get(),
        scope.client()
    )
    .fetch_optional(conn.connection())
    .await?;
    row.map(HotelClient::try_from).transpose()
}

/// Finds a hotel in the scope.
pub async fn find_hotel(conn: &mut TenantConn, scope: HotelScope, id: HotelClientId) -> Result<Option<HotelClient>> {
    Ok(find_in_scope(conn, scope, id).await?.filter(|client| client.kind == HotelClientKind::GeneralHotel))
}

/// Lists the hotels of a scope by name, inactive ones last, at most 2,000.
pub async fn list_hotels(conn: &mut TenantConn, scope: HotelScope) -> Result<Vec<HotelClientName>> {
    let rows = sqlx::query!(
        "select id, name from hotel_clients where id in (select hotels_in_scope($1))
         order by not active, name, id limit 2000",
        scope.client()
    )
    .fetch_all(conn.connection())
    .await?;
    Ok(rows.into_iter().map(|row| HotelClientName { id: HotelClientId::new(row.id), name: row.name }).collect())
}

/// A client in a list.
#[derive(Clone, Debug)]
pub struct ListedClient {
    /// The client.
    pub client: HotelClient,
    /// The number of hotels whose headquarters or partner it is.
    pub hotels: i64,
}

/// Lists the clients of a scope by name, inactive ones last, optionally of one kind, at most 2,000.
pub async fn list(
    conn: &mut TenantConn,
    scope: HotelScope,
    kind: Option<HotelClientKind>,
) -> Result<Vec<ListedClient>> {
    let rows = sqlx::query!(
        r#"select c.id, c.kind, c.name, c.address, c.headquarters_id, h.name as "headquarters_name?", c.partner_id,
                  p.name as "partner_name?", c.active,
                  (select count(*) from hotel_clients o where c.id in (o.headquarters_id, o.partner_id)) as "hotels!"
           from hotel_clients c
           left join hotel_clients h on h.id = c.headquarters_id
           left join hotel_clients p on p.id = c.partner_id
           where ($1::bigint is null or $1 in (c.id, c.headquarters_id, c.partner_id)) and ($2::text is null or c.kind = $2)
           order by not c.active, c.name, c.id limit 2000"#,
        scope.client(),
        kind.map(HotelClientKind::as_str)
    )
    .fetch_all(conn.connection())
    .await?;
    rows.into_iter()
        .map(|row| {
            let client = Row {
                id: row.id,
                kind: row.kind,
                name: row.name,
                address: row.address,
                headquarters_id: row.headquarters_id,
                headquarters_name: row.headquarters_name,
                partner_id: row.partner_id,
                partner_name: row.partner_name,
                active: row.active,
            };
            Ok(ListedClient { client: client.try_into()?, hotels: row.hotels })
        })
        .collect()
}

/// Counts the hotels whose headquarters or partner a client is.
pub async fn count_hotels(conn: &mut TenantConn, id: HotelClientId) -> Result<i64> {
    let count = sqlx::query_scalar!(
        r#"select count(*) as "count!" from hotel_clients where $1 in (headquarters_id, partner_id)"#,
        id.get()
    )
    .fetch_one(conn.connection())
    .await?;
    Ok(count)
}
