//! The table of what each role at a hotel tenant may do.

use strum::{EnumString, IntoStaticStr, VariantArray};

use self::HotelRole::{
    Headquarters as Group, HotelClient as Hotel, Housekeeper as Keeper, Partner, SuperAdmin as Super,
};
use crate::permission::permissions;

/// A role at a hotel tenant. [`HotelPermission`] defines what each may do, [`super::HotelScope`] in which hotels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum HotelRole {
    /// Runs the tenant: sees all clients and moves orders.
    SuperAdmin,
    /// A hotel group's headquarters: reads and orders for its hotels.
    Headquarters,
    /// A hotel's manager.
    HotelClient,
    /// Refills dispensers in a hotel's rooms.
    Housekeeper,
    /// A company that installs sensors in hotels.
    Partner,
}

permissions! {
    /// The permission that a call of a hotel tenant's user requires.
    pub enum HotelPermission of HotelRole {
        /// See the user's own client and the hotels in scope.
        ReadClients = "read_clients", [Super Group Hotel Partner];
        /// Create and change clients.
        ManageClients = "manage_clients", [Super];
        /// See, create, change and end accounts of every role, and reset their passwords.
        ManageUsers = "manage_users", [Super];
        /// The same for the housekeepers of a hotel.
        ManageHousekeepers = "manage_housekeepers", [Super Hotel];
        /// See, create and revoke API keys of a partner.
        ManageApiKeys = "manage_api_keys", [Super Partner];
        /// See products and their prices.
        ReadProducts = "read_products", [Super Group Hotel];
        /// Create and change products.
        ManageProducts = "manage_products", [Super];
        /// See the dashboard of one hotel.
        ReadHotelDashboard = "read_hotel_dashboard", [Super Group Hotel];
        /// See the dashboard over several hotels.
        ReadOverview = "read_overview", [Super Group Partner];
        /// See a hotel's stock.
        ReadStock = "read_stock", [Super Group Hotel];
        /// Count a hotel's stock, and set its capacity.
        ManageStock = "manage_stock", [Super Hotel];
        /// See orders.
        ReadOrders = "read_orders", [Super Group Hotel];
        /// Price and place orders, and cancel them while nobody prepares them.
        PlaceOrders = "place_orders", [Super Group Hotel];
        /// Move orders to their next state, and cancel them until they are shipped.
        MoveOrders = "move_orders", [Super];
        /// See rooms and their dispensers.
        ReadRooms = "read_rooms", [Super Group Hotel Keeper Partner];
        /// Create, change and delete rooms and dispensers.
        ManageRooms = "manage_rooms", [Super Hotel];
        /// See refills.
        ReadRefills = "read_refills", [Super Group Hotel Keeper];
        /// Refill dispensers.
        RefillDispensers = "refill_dispensers", [Super Hotel Keeper];
        /// See sensors.
        ReadSensors = "read_sensors", [Super Group Hotel Partner];
        /// Create and change sensors.
        ManageSensors = "manage_sensors", [Super Hotel];
        /// See how much plastic was saved.
        ReadEnvironment = "read_environment", [Super Group Hotel];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn permissions(role: HotelRole) -> Vec<&'static str> {
        role.permissions().map(HotelPermission::as_str).collect()
    }

    #[test]
    fn super_admin_has_every_permission() {
        assert!(HotelPermission::ALL.iter().all(|permission| Super.may(*permission)));
    }

    #[test]
    fn housekeeper_refills_and_partner_reads() {
        assert_eq!(permissions(Keeper), ["read_rooms", "read_refills", "refill_dispensers"]);
        assert_eq!(
            permissions(Partner),
            ["read_clients", "manage_api_keys", "read_overview", "read_rooms", "read_sensors"]
        );
    }

    #[test]
    fn headquarters_reads_and_orders() {
        let others: Vec<_> = permissions(Group).into_iter().filter(|code| !code.starts_with("read_")).collect();
        assert_eq!(others, ["place_orders"]);
    }

    #[test]
    fn permission_codes_are_unique() {
        let mut codes: Vec<_> = HotelPermission::ALL.iter().map(|permission| permission.as_str()).collect();
        codes.sort_unstable();
        codes.dedup();
        assert_eq!(codes.len(), HotelPermission::ALL.len());
    }
}
