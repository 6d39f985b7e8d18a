//! The cells: which call of a purchase goes wrong, and how; and the purchase around it.

use reqwest::Method;

use super::house::{House, Patient};
use super::payer::{Payer, TRIES, text};
use super::programs::Victim;
use super::proxy::{Fault, Rule};

const FAULTS: [Fault; 8] = [
    Fault::LostRequest,
    Fault::LostAnswer,
    Fault::Slow,
    Fault::TooSlow,
    Fault::LateAnswer,
    Fault::Broken,
    Fault::Duplicate,
    Fault::OutOfOrder,
];

/// A call between two of browser, api, worker and provider.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Call {
    /// The browser makes the order.
    Order,
    /// The browser opens the checkout page.
    Checkout,
    /// The api begins the payment at the provider.
    Start,
    /// The browser comes back from the provider.
    Return,
    /// The same, and the payer does not reload.
    LastReturn,
    /// The api takes the money.
    Confirm,
    /// The worker takes the money, for the api's call was lost and so were the webhooks.
    ConfirmAgain,
    /// The worker asks the provider when it tells that the payer agreed.
    Look,
    /// The worker asks the provider, for the api's answer was lost and so were the webhooks.
    ByOrder,
    /// The provider tells of the payment.
    Webhook,
    /// The browser asks for the claim.
    Bind,
    /// The browser calls the claim off.
    Cancel,
    /// The worker gives the money back.
    GiveBack,
}

const CALLS: [Call; 13] = [
    Call::Order,
    Call::Checkout,
    Call::Start,
    Call::Return,
    Call::LastReturn,
    Call::Confirm,
    Call::ConfirmAgain,
    Call::Look,
    Call::ByOrder,
    Call::Webhook,
    Call::Bind,
    Call::Cancel,
    Call::GiveBack,
];

/// One cell.
#[derive(Clone, Copy, Debug)]
pub struct Cell {
    pub call: Call,
    pub fault: Fault,
}

/// All of them.
pub fn all() -> Vec<Cell> {
    let cells = CALLS.into_iter().flat_map(|call| FAULTS.map(|fault| Cell { call, fault }));
    // a late answer matters to who acts on it: the browser only shows it
    cells.filter(|cell| cell.fault != Fault::LateAnswer || cell.call.place().0 == Side::Back).collect()
}

/// Which proxy a call goes through.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Front,
    Back,
}

impl Call {
    /// Where the call passes, which it is, and which of its kind.
    const fn place(self) -> (Side, Method, (&'static str, &'static str), usize) {
        use Side::{Back, Front};
        match self {
            Self::Order => (Front, Method::POST, ("/api/v1/patients/payments", "payments"), 1),
            Self::Checkout => (Front, Method::GET, ("/api/v1/payments/checkout/", ""), 1),
            Self::Start => (Back, Method::POST, ("/v1/payments", "/v1/payments"), 1),
            Self::Return | Self::LastReturn => (Front, Method::GET, ("/api/v1/payments/return/", ""), 1),
            Self::Confirm => (Back, Method::POST, ("/v1/payments/confirm", ""), 1),
            Self::ConfirmAgain => (Back, Method::POST, ("/v1/payments/confirm", ""), 2),
            Self::Look | Self::ByOrder => (Back, Method::GET, ("/v1/payments/orders/", ""), 1),
            Self::Webhook => (Front, Method::POST, ("/api/v1/payments/webhook", ""), 1),
            Self::Bind => (Front, Method::POST, ("/api/v1/patients/insurances", ""), 1),
            Self::Cancel => (Front, Method::DELETE, ("/api/v1/patients/insurances/", ""), 1),
            Self::GiveBack => (Back, Method::POST, ("/v1/payments/", "/cancel"), 1),
        }
    }

    /// Whether the patient, and not the order, tells whose call it is.
    const fn is_signed_in(self) -> bool {
        matches!(self, Self::Order | Self::Bind | Self::Cancel)
    }

    /// Whether the claim is called off in the end.
    pub const fn is_called_off(self) -> bool {
        matches!(self, Self::Cancel | Self::GiveBack)
    }

    fn arm(self, house: &House, about: &str, (nth, fault, victim): (Option<usize>, Fault, Option<Victim>)) {
        let (side, method, path, _) = self.place();
        let rule = Rule { method, path, about: about.to_owned(), nth, fault, victim };
        match side {
            Side::Front => house.front.arm(rule),
            Side::Back => house.back.arm(rule),
        }
    }
}

/// A cell's purchase.
pub struct Play {
    pub cell: Cell,
    pub victim: Option<Victim>,
    pub patient: Patient,
    /// The order's number.
    pub oid: String,
    /// Where the payer was sent in the end.
    pub told: Option<String>,
    /// The claim that the payer was answered.
    pub claim: Option<i64>,
    pub called_off: bool,
    /// What the payer could not do.
    pub troubles: Vec<String>,
}

impl Play {
    /// Buys, with the cell's fault.
    pub async fn of(house: &House, cell: Cell, victim: Option<Victim>) -> Self {
        let number = house.count("patients").await;
        let patient = house.patient(&format!("payer{number}")).await;
        let (oid, told, claim, called_off, troubles) = (String::new(), None, None, false, Vec::new());
        let mut play = Self { cell, victim, patient, oid, told, claim, called_off, troubles };
        if let Err(trouble) = play.buy(house).await {
            play.troubles.push(trouble);
        }
        play
    }

    /// The cell's name.
    pub fn name(&self) -> String {
        let Cell { call, fault } = self.cell;
        format!("{call:?}, {fault:?}, {} killed", Victim::name(self.victim))
    }

    async fn buy(&mut self, house: &House) -> Result<(), String> {
        let Cell { call, fault } = self.cell;
        let payer = Payer { house, patient: &self.patient };
        let nth = Some(call.place().3);
        if call.is_signed_in() {
            call.arm(house, &self.patient.token, (nth, fault, self.victim));
        }
        let order = payer.order().await?;
        text(&order["oid"]).clone_into(&mut self.oid);
        if !call.is_signed_in() {
            // what makes the call necessary
            let before = match call {
                Call::ConfirmAgain => Some(Fault::LostRequest),
                Call::ByOrder => Some(Fault::LostAnswer),
                _ => None,
            };
            if let Some(before) = before {
                Call::Webhook.arm(house, &self.oid, (None, Fault::LostRequest, None));
                Call::Confirm.arm(house, &self.oid, (Some(1), before, None));
            }
            call.arm(house, &self.oid, (nth, fault, self.victim));
        }
        let page = payer.open(&order).await?;
        let back = payer.pay(&page).await?;
        if call == Call::Look {
            // the worker asks before the payer is back
            house.back.met(&self.oid).await;
        }
        if call == Call::LastReturn {
            self.told = payer.browse(&back, 1).await.ok().map(|answer| answer.location);
            return Ok(());
        }
        self.told = Some(payer.browse(&back, TRIES).await?.location);
        self.finish(house).await
    }

    /// Asks for the claim, and calls it off where that is what the cell is about.
    async fn finish(&mut self, house: &House) -> Result<(), String> {
        let payer = Payer { house, patient: &self.patient };
        if self.claim.is_none() {
            self.claim = payer.bind(&self.oid).await?;
        }
        if let Some(claim) = self.claim.filter(|_| self.cell.call.is_called_off() && !self.called_off) {
            payer.cancel(claim).await?;
            self.called_off = true;
        }
        Ok(())
    }

    /// Comes back when everything was settled, for what was not to be had before.
    pub async fn come_again(&mut self, house: &House) {
        if self.oid.is_empty() || (self.claim.is_some() && self.called_off == self.cell.call.is_called_off()) {
            return;
        }
        let payer = Payer { house, patient: &self.patient };
        let done = match payer.status(&self.oid).await {
            Ok(status) if status == "paid" => self.finish(house).await,
            Ok(_) => Ok(()),
            Err(trouble) => Err(trouble),
        };
        if let Err(trouble) = done {
            self.troubles.push(trouble);
        }
    }
}
