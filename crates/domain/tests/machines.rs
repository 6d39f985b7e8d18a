//! State machines driven by random events: none leaves its allowed transitions, and the money follows the state.

use std::fmt::Debug;

use domain::claim::{Actor, StepContext};
use domain::hotel::order::{HotelOrderState, OrderActor};
use domain::order::{OrderStatus, Step, next_step};
use domain::payment::{ProviderPayment, ProviderStatus};
use domain::refund::refund_of_cancellation;
use domain::{ApplicationStatus, ClaimStatus, Krw, Oid};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use strum::VariantArray;

const AMOUNT: Krw = Krw::new(3_630);

fn any_of<T: VariantArray + Copy + Debug + 'static>() -> impl Strategy<Value = T> {
    select(T::VARIANTS)
}

/// What happens to an order between two queries of the provider.
#[derive(Clone, Copy, Debug)]
enum Event {
    /// The patient returns from the payment page.
    Confirm,
    /// The provider creates the payment.
    Create,
    /// The patient entered a card.
    Authenticate,
    /// The provider took the money, and its response was lost.
    Charge,
    /// The provider refuses the card.
    Abort,
    /// The payment page was open too long.
    TimeOut,
    /// The patient, or the deadline, ends an open order.
    End(OrderStatus),
    /// The claim was canceled.
    Refund,
    /// Somebody returns the money in the provider's console.
    CancelOutside,
    /// Only another query.
    Query,
}

const EVENTS: &[Event] = &[
    Event::Confirm,
    Event::Create,
    Event::Authenticate,
    Event::Charge,
    Event::Abort,
    Event::TimeOut,
    Event::End(OrderStatus::Canceled),
    Event::End(OrderStatus::Expired),
    Event::Refund,
    Event::CancelOutside,
    Event::Query,
];

/// An order, the provider's payment, and our ledger.
#[derive(Debug)]
struct Shop {
    order: OrderStatus,
    payment: Option<ProviderPayment>,
    ledger: Krw,
    alarms: usize,
}

impl Shop {
    fn new() -> Self {
        Self { order: OrderStatus::Pending, payment: None, ledger: Krw::ZERO, alarms: 0 }
    }

    fn provider(&self) -> Option<ProviderStatus> {
        self.payment.as_ref().map(|payment| payment.status)
    }

    fn paid_balance(&self) -> Krw {
        self.payment.as_ref().map_or(Krw::ZERO, |payment| payment.balance)
    }

    fn set_provider(&mut self, from: &[ProviderStatus], to: ProviderStatus) {
        if let Some(payment) = self.payment.as_mut().filter(|payment| from.contains(&payment.status)) {
            payment.status = to;
            payment.balance = if to == ProviderStatus::Done { payment.amount } else { Krw::ZERO };
        }
    }

    fn move_to(&mut self, to: OrderStatus) {
        if self.order.allows(to) {
            self.order = to;
        }
    }

    fn apply(&mut self, event: Event, amount: Krw) {
        use ProviderStatus::{Aborted, Canceled, Done, Expired, InProgress, Ready};
        match event {
            Event::Confirm => self.move_to(OrderStatus::Confirming),
            Event::Create if self.payment.is_none() => self.payment = Some(payment(amount)),
            Event::Authenticate => self.set_provider(&[Ready], InProgress),
            Event::Charge if self.order != OrderStatus::Pending => self.set_provider(&[InProgress], Done),
            Event::Abort => self.set_provider(&[Ready, InProgress], Aborted),
            Event::TimeOut => self.set_provider(&[Ready, InProgress], Expired),
            Event::End(to) => self.move_to(to),
            Event::Refund => self.move_to(OrderStatus::Refunding),
            Event::CancelOutside => self.set_provider(&[Done], Canceled),
            Event::Create | Event::Charge | Event::Query => {}
        }
    }

    /// Applies steps until nothing is left to do, as the worker does.
    fn settle(&mut self) {
        for _ in 0..4 {
            match next_step(self.order, AMOUNT, self.payment.as_ref()) {
                Step::Keep | Step::Wait => return,
                Step::Confirm => self.set_provider(&[ProviderStatus::InProgress], ProviderStatus::Done),
                Step::Pay => self.step(OrderStatus::Paid, AMOUNT),
                Step::Close(to) => self.step(to, Krw::ZERO),
                Step::Refund(balance) => {
                    assert_eq!(balance, self.paid_balance(), "all that is left goes back");
                    self.set_provider(&[ProviderStatus::Done], ProviderStatus::Canceled);
                }
                Step::Refunded => self.step(OrderStatus::Refunded, -AMOUNT),
                Step::Unpaid | Step::Mismatch => {
                    self.alarms += 1;
                    return;
                }
            }
        }
        panic!("it never settles: {self:?}");
    }

    fn step(&mut self, to: OrderStatus, booked: Krw) {
        assert!(self.order.allows(to), "{:?} -> {to:?}", self.order);
        self.order = to;
        self.ledger = self.ledger + booked;
    }
}

fn payment(amount: Krw) -> ProviderPayment {
    ProviderPayment {
        oid: Oid::new([7; 18]),
        provider_key: "key".to_owned(),
        status: ProviderStatus::Ready,
        amount,
        balance: Krw::ZERO,
        currency: "KRW".to_owned(),
        method: None,
        approved_at: None,
        receipt_url: None,
        transaction_key: None,
        failure: None,
    }
}

proptest! {
    #[test]
    fn ledger_holds_what_the_provider_holds(events in vec(select(EVENTS), 0..40)) {
        let mut shop = Shop::new();
        for event in events {
            shop.apply(event, AMOUNT);
            shop.settle();
            let holds = matches!(shop.order, OrderStatus::Paid | OrderStatus::Refunding);
            prop_assert_eq!(shop.ledger, if holds { AMOUNT } else { Krw::ZERO }, "{:?}", shop);
            if shop.alarms == 0 {
                prop_assert_eq!(shop.paid_balance(), shop.ledger, "{:?}", shop);
            }
        }
    }

    #[test]
    fn alarm_needs_a_cancellation_outside(events in vec(select(EVENTS), 0..40)) {
        let mut shop = Shop::new();
        let is_inside = |event: &&Event| !matches!(event, Event::CancelOutside);
        for event in events.iter().filter(is_inside) {
            shop.apply(*event, AMOUNT);
            shop.settle();
        }
        prop_assert_eq!(shop.alarms, 0, "{:?}", shop);
    }

    #[test]
    fn refund_ends_with_the_money_returned(events in vec(select(EVENTS), 0..40)) {
        let mut shop = Shop::new();
        for event in events {
            shop.apply(event, AMOUNT);
            shop.settle();
            prop_assert_ne!(shop.order, OrderStatus::Refunding, "a refund is never left half done");
            if shop.order == OrderStatus::Refunded {
                prop_assert_eq!((shop.paid_balance(), shop.provider()), (Krw::ZERO, Some(ProviderStatus::Canceled)));
            }
        }
    }

    #[test]
    fn other_amount_never_pays_an_order(events in vec(select(EVENTS), 0..40), amount in 1_i64..10_000) {
        prop_assume!(amount != AMOUNT.get());
        let mut shop = Shop::new();
        for event in events {
            shop.apply(event, Krw::new(amount));
            shop.settle();
            prop_assert_ne!(shop.order, OrderStatus::Paid);
            prop_assert_eq!(shop.ledger, Krw::ZERO);
        }
    }

    #[test]
    fn hotel_order_never_comes_back(targets in vec(any_of::<HotelOrderState>(), 0..40)) {
        let mut state = HotelOrderState::OrderRequest;
        let mut passed = vec![state];
        for to in targets {
            if state.allows(to) {
                prop_assert!(state.is_open(), "{state:?} was final");
                prop_assert!(!passed.contains(&to), "{to:?} twice");
                state = to;
                passed.push(to);
            }
        }
        let was_shipped = passed.contains(&HotelOrderState::Shipping);
        prop_assert!(!(was_shipped && state == HotelOrderState::Canceled), "{passed:?}");
        let owes = passed.contains(&HotelOrderState::ElectronicInvoice) && state != HotelOrderState::Canceled;
        prop_assert_eq!(state.is_invoiced(), owes, "{:?}", passed);
    }

    #[test]
    fn super_admin_may_all_that_a_hotel_may(state in any_of::<HotelOrderState>()) {
        let [hotel, admin] = [OrderActor::Hotel, OrderActor::SuperAdmin].map(|actor| state.may_be_canceled_by(actor));
        prop_assert!(admin || !hotel);
        prop_assert_eq!(admin, state.allows(HotelOrderState::Canceled));
        prop_assert!(state.is_open() || !admin);
    }

    #[test]
    fn application_is_complete_when_finished(
        events in vec((any_of::<ApplicationStatus>(), any::<bool>()), 0..30),
    ) {
        let mut status = ApplicationStatus::Waiting;
        for (to, is_finished) in events {
            match status.step(to, is_finished) {
                Ok(next) => {
                    prop_assert_eq!(next, to);
                    prop_assert!(status.needs_work(), "{:?} was final", status);
                    prop_assert!(next != ApplicationStatus::Complete || (is_finished && status.is_open()));
                    status = next;
                }
                Err(error) => prop_assert_eq!((error.from, error.to), (status, to)),
            }
        }
    }

    #[test]
    fn claim_is_issued_only_when_paid(
        events in vec((any_of::<ClaimStatus>(), any_of::<Actor>(), any::<[bool; 3]>()), 0..30),
    ) {
        let mut status = ClaimStatus::Requested;
        for (to, by, [is_paid, all_issued, any_issued]) in events {
            let context = StepContext { by, is_paid, all_issued, any_issued };
            let Ok(next) = status.step(to, context) else { continue };
            prop_assert!(status != ClaimStatus::Canceled, "it was final");
            let is_cancellation = next == ClaimStatus::Canceled && by == Actor::Staff;
            prop_assert!(status != ClaimStatus::Issued || is_cancellation, "{:?} by {:?}", next, by);
            let is_work = matches!(next, ClaimStatus::Issuing | ClaimStatus::Issued);
            prop_assert!(!is_work || (is_paid && by == Actor::Staff), "{:?} {:?}", next, context);
            prop_assert!(next != ClaimStatus::Issued || all_issued);
            status = next;
        }
    }

    #[test]
    fn patient_gets_money_back_or_may_not_cancel(
        status in any_of::<ClaimStatus>(),
        paid in proptest::option::of(1_i64..100_000),
        any_issued in any::<bool>(),
    ) {
        let context = StepContext { by: Actor::Patient, is_paid: paid.is_some(), all_issued: false, any_issued };
        let may = status.step(ClaimStatus::Canceled, context).is_ok();
        let refund = refund_of_cancellation(status, paid.map(Krw::new), any_issued);
        prop_assert_eq!(refund, may.then_some(Krw::new(paid.unwrap_or(0))));
        let by_staff = status.step(ClaimStatus::Canceled, StepContext { by: Actor::Staff, ..context });
        prop_assert!(by_staff.is_ok() || !may, "staff may all that the patient may");
    }
}
