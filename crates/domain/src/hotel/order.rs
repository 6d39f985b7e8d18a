//! The states of a hotel's order, and who may change them.

use strum::{EnumString, IntoStaticStr, VariantArray};

use crate::text::parse_line;
use crate::validation::{Invalid, InvalidCode};

/// The longest name of a courier, in characters.
const MAX_COURIER_CHARS: usize = 40;
/// The longest tracking number, in characters.
const MAX_TRACKING_CHARS: usize = 40;

/// The state of a hotel's order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum HotelOrderState {
    /// The hotel ordered.
    OrderRequest,
    /// The products are being prepared.
    ProductPreparation,
    /// The electronic invoice is issued: the hotel owes the total.
    ElectronicInvoice,
    /// The products are on their way.
    Shipping,
    /// The products arrived and are in the hotel's stock.
    DeliveryComplete,
    /// The order was canceled before it was shipped.
    Canceled,
}

/// Who requests a change of an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OrderActor {
    /// The hotel or its headquarters.
    Hotel,
    /// The super admin.
    SuperAdmin,
}

impl HotelOrderState {
    /// Returns the next state; `None` for a closed order.
    #[must_use]
    pub const fn next(self) -> Option<Self> {
        match self {
            Self::OrderRequest => Some(Self::ProductPreparation),
            Self::ProductPreparation => Some(Self::ElectronicInvoice),
            Self::ElectronicInvoice => Some(Self::Shipping),
            Self::Shipping => Some(Self::DeliveryComplete),
            Self::DeliveryComplete | Self::Canceled => None,
        }
    }

    /// Returns whether the order may go to `to`: one step forward, or to [`Self::Canceled`] before it is shipped. The trigger on
    /// `hotel_orders` enforces the same rule.
    #[must_use]
    pub fn allows(self, to: Self) -> bool {
        match to {
            Self::Canceled => matches!(self, Self::OrderRequest | Self::ProductPreparation | Self::ElectronicInvoice),
            _ => self.next() == Some(to),
        }
    }

    /// Returns whether `actor` may cancel the order: the hotel before anybody worked on it, the super admin before it is shipped.
    #[must_use]
    pub fn may_be_canceled_by(self, actor: OrderActor) -> bool {
        match actor {
            OrderActor::Hotel => self == Self::OrderRequest,
            OrderActor::SuperAdmin => self.allows(Self::Canceled),
        }
    }

    /// Returns whether the order is neither delivered nor canceled.
    #[must_use]
    pub const fn is_open(self) -> bool {
        self.next().is_some()
    }

    /// Returns the state's display text. It differs by view in two states: "Order request" is "Order received" to super
    /// admins, and "Shipping" is "Shipping completed".
    #[must_use]
    pub const fn label(self, actor: OrderActor) -> &'static str {
        match (self, actor) {
            (Self::OrderRequest, OrderActor::Hotel) => "Order request",
            (Self::OrderRequest, OrderActor::SuperAdmin) => "Order received",
            (Self::ProductPreparation, _) => "Product preparation",
            (Self::ElectronicInvoice, _) => "Electronic invoice",
            (Self::Shipping, OrderActor::Hotel) => "Shipping",
            (Self::Shipping, OrderActor::SuperAdmin) => "Shipping completed",
            (Self::DeliveryComplete, _) => "Delivery complete",
            (Self::Canceled, _) => "Canceled",
        }
    }

    /// Returns whether the hotel already owes the total. Canceling such an order books a reversal.
    #[must_use]
    pub fn is_invoiced(self) -> bool {
        matches!(self, Self::ElectronicInvoice | Self::Shipping | Self::DeliveryComplete)
    }
}

/// The parcel of an order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parcel {
    /// The courier company.
    pub courier_company: String,
    /// The tracking number.
    pub tracking_number: String,
}

impl Parcel {
    /// Parses courier and tracking number; shipping needs both.
    ///
    /// # Errors
    /// Every invalid field.
    pub fn parse(courier: &str, tracking: &str) -> Result<Self, Vec<Invalid>> {
        let courier = parse_line("courierCompany", courier, MAX_COURIER_CHARS);
        let tracking = parse_line("trackingNumber", tracking, MAX_TRACKING_CHARS).and_then(|number| {
            let is_number = number.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
            if is_number { Ok(number) } else { Err(Invalid::new("trackingNumber", InvalidCode::Format)) }
        });
        match (courier, tracking) {
            (Ok(courier_company), Ok(tracking_number)) => Ok(Self { courier_company, tracking_number }),
            (courier, tracking) => Err([courier.err(), tracking.err()].into_iter().flatten().collect()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::HotelOrderState::{
        Canceled, DeliveryComplete, ElectronicInvoice, OrderRequest, ProductPreparation, Shipping,
    };
    use super::*;

    #[test]
    fn order_goes_forward_one_step_only() {
        let allowed: Vec<_> = HotelOrderState::VARIANTS
            .iter()
            .flat_map(|from| HotelOrderState::VARIANTS.iter().map(move |to| (*from, *to)))
            .filter(|(from, to)| from.allows(*to))
            .collect();
        assert_eq!(
            allowed,
            [
                (OrderRequest, ProductPreparation),
                (OrderRequest, Canceled),
                (ProductPreparation, ElectronicInvoice),
                (ProductPreparation, Canceled),
                (ElectronicInvoice, Shipping),
                (ElectronicInvoice, Canceled),
                (Shipping, DeliveryComplete),
            ]
        );
    }

    #[test]
    fn super_admin_reads_the_supplier_words() {
        let different: Vec<_> = HotelOrderState::VARIANTS
            .iter()
            .map(|state| (state.label(OrderActor::Hotel), state.label(OrderActor::SuperAdmin)))
            .filter(|(hotel, supplier)| hotel != supplier)
            .collect();
        assert_eq!(different, [("Order request", "Order received"), ("Shipping", "Shipping completed")]);
    }

    #[test]
    fn hotel_cancels_before_preparation_only() {
        for state in HotelOrderState::VARIANTS {
            assert_eq!(state.may_be_canceled_by(OrderActor::Hotel), *state == OrderRequest, "{state:?}");
            let before_shipping = matches!(state, OrderRequest | ProductPreparation | ElectronicInvoice);
            assert_eq!(state.may_be_canceled_by(OrderActor::SuperAdmin), before_shipping, "{state:?}");
        }
    }

    #[test]
    fn closed_order_is_neither_open_nor_left() {
        for state in HotelOrderState::VARIANTS {
            assert_eq!(state.is_open(), !matches!(state, DeliveryComplete | Canceled), "{state:?}");
            assert_eq!(state.is_invoiced(), matches!(state, ElectronicInvoice | Shipping | DeliveryComplete));
        }
    }

    #[test]
    fn parcel_needs_courier_and_tracking_number() {
        assert!(Parcel::parse("CJ Logistics", "6895-1234-5678").is_ok());
        let fields = |courier, tracking| {
            let errors = Parcel::parse(courier, tracking).expect_err("no parcel");
            errors.iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        assert_eq!(fields("", " "), ["courierCompany: required", "trackingNumber: required"]);
        assert_eq!(fields("CJ", "=1+2"), ["trackingNumber: format"]);
    }
}
