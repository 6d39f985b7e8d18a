//! The cells of the matrix (a call of a purchase and its fault), and the purchase of each cell.

use reqwest::Method;

use super::cluster::{Patient, TestCluster};
use super::payer::{MAX_ATTEMPTS, Payer, text};
use super::programs::KilledProcess;
use super::proxy::{Fault, Rule};

const FAULTS: [Fault; 8] = [
    Fault::LostRequest,
    Fault::LostResponse,
    Fault::Slow,
    Fault::TooSlow,
    Fault::LateResponse,
    Fault::Broken,
    Fault::Duplicate,
    Fault::OutOfOrder,
];

/// A call between two of browser, api, worker and provider.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Call {
    /// The browser creates the order.
    Order,
    /// The browser opens the checkout page.
    Checkout,
    /// The api creates the payment at the provider.
    Create,
    /// The browser returns from the provider.
    Return,
    /// The browser returns from the provider, and the payer does not reload.
    LastReturn,
    /// The api captures the money.
    Confirm,
    /// The worker captures the money, because the api's call and the webhooks were lost.
    ConfirmAgain,
    /// The worker queries the provider after a webhook.
    LookupAfterWebhook,
    /// The worker queries the provider, because the response to the api and the webhooks were lost.
    LookupByOrder,
    /// The provider notifies the api.
    Webhook,
    /// The browser submits the claim.
    SubmitClaim,
    /// The browser cancels the claim.
    CancelClaim,
    /// The worker refunds the money.
    Refund,
}

const CALLS: [Call; 13] = [
    Call::Order,
    Call::Checkout,
    Call::Create,
    Call::Return,
    Call::LastReturn,
    Call::Confirm,
    Call::ConfirmAgain,
    Call::LookupAfterWebhook,
    Call::LookupByOrder,
    Call::Webhook,
    Call::SubmitClaim,
    Call::CancelClaim,
    Call::Refund,
];

/// A call and its fault.
#[derive(Clone, Copy, Debug)]
pub struct Cell {
    pub call: Call,
    pub fault: Fault,
}

/// Returns all cells.
pub fn all() -> Vec<Cell> {
    let cells = CALLS.into_iter().flat_map(|call| FAULTS.map(|fault| Cell { call, fault }));
    // a late response only matters to api and worker: the browser does not act on it
    cells.filter(|cell| cell.fault != Fault::LateResponse || cell.call.position().side == Side::Back).collect()
}

/// The proxy of a call.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Front,
    Back,
}

/// Where a call is intercepted.
struct CallPosition {
    side: Side,
    method: Method,
    prefix: &'static str,
    suffix: &'static str,
    /// Which of the calls that match, from 1.
    nth: usize,
}

impl CallPosition {
    /// The first of the calls to a path with this prefix and suffix.
    const fn new(side: Side, method: Method, prefix: &'static str, suffix: &'static str) -> Self {
        Self { side, method, prefix, suffix, nth: 1 }
    }
}

/// A fault of some calls.
#[derive(Clone, Copy)]
struct Injection {
    /// Which of the calls, from 1; `None` for all.
    nth: Option<usize>,
    fault: Fault,
    killed: Option<KilledProcess>,
}

impl Injection {
    /// A fault that kills no process.
    const fn from_fault(nth: Option<usize>, fault: Fault) -> Self {
        Self { nth, fault, killed: None }
    }
}

impl Call {
    /// Returns where the call is intercepted.
    fn position(self) -> CallPosition {
        use Side::{Back, Front};
        match self {
            Self::Order => CallPosition::new(Front, Method::POST, "/api/v1/patients/payments", "payments"),
            Self::Checkout => CallPosition::new(Front, Method::GET, "/api/v1/payments/checkout/", ""),
            Self::Create => CallPosition::new(Back, Method::POST, "/v1/payments", "/v1/payments"),
            Self::Return | Self::LastReturn => CallPosition::new(Front, Method::GET, "/api/v1/payments/return/", ""),
            Self::Confirm => CallPosition::new(Back, Method::POST, "/v1/payments/confirm", ""),
            Self::ConfirmAgain => {
                CallPosition { nth: 2, ..CallPosition::new(Back, Method::POST, "/v1/payments/confirm", "") }
            }
            Self::LookupAfterWebhook | Self::LookupByOrder => {
                CallPosition::new(Back, Method::GET, "/v1/payments/orders/", "")
            }
            Self::Webhook => CallPosition::new(Front, Method::POST, "/api/v1/payments/webhook", ""),
            Self::SubmitClaim => CallPosition::new(Front, Method::POST, "/api/v1/patients/insurances", ""),
            Self::CancelClaim => CallPosition::new(Front, Method::DELETE, "/api/v1/patients/insurances/", ""),
            Self::Refund => CallPosition::new(Back, Method::POST, "/v1/payments/", "/cancel"),
        }
    }

    /// Returns whether the call is identified by the patient instead of the order.
    const fn is_signed_in(self) -> bool {
        matches!(self, Self::Order | Self::SubmitClaim | Self::CancelClaim)
    }

    /// Returns whether the claim is canceled in the end.
    pub const fn cancels_claim(self) -> bool {
        matches!(self, Self::CancelClaim | Self::Refund)
    }

    /// Injects a fault into this call of a purchase.
    fn inject(self, cluster: &TestCluster, marker: &str, injection: Injection) {
        let CallPosition { side, method, prefix, suffix, .. } = self.position();
        let Injection { nth, fault, killed } = injection;
        let rule = Rule { method, prefix, suffix, marker: marker.to_owned(), nth, fault, killed };
        match side {
            Side::Front => cluster.front.inject(rule),
            Side::Back => cluster.back.inject(rule),
        }
    }
}

/// The purchase of a cell.
pub struct Scenario {
    pub cell: Cell,
    pub killed: Option<KilledProcess>,
    pub patient: Patient,
    /// The order number.
    pub oid: String,
    /// The last page of the payer.
    pub last_page: Option<String>,
    /// The claim that the payer received.
    pub claim: Option<i64>,
    pub is_claim_canceled: bool,
    /// The errors that the payer saw.
    pub errors: Vec<String>,
}

impl Scenario {
    /// Runs the purchase with the cell's fault.
    pub async fn run(cluster: &TestCluster, cell: Cell, killed: Option<KilledProcess>) -> Self {
        let number = cluster.count("patients").await;
        let patient = cluster.insert_patient(&format!("payer{number}")).await;
        let mut scenario = Self {
            cell,
            killed,
            patient,
            oid: String::new(),
            last_page: None,
            claim: None,
            is_claim_canceled: false,
            errors: Vec::new(),
        };
        if let Err(error) = scenario.buy(cluster).await {
            scenario.errors.push(error);
        }
        scenario
    }

    /// Returns the name of the cell.
    pub fn name(&self) -> String {
        let Cell { call, fault } = self.cell;
        format!("{call:?}, {fault:?}, {} killed", KilledProcess::name(self.killed))
    }

    async fn buy(&mut self, cluster: &TestCluster) -> Result<(), String> {
        let Cell { call, fault } = self.cell;
        let payer = Payer { cluster, patient: &self.patient };
        let injection = Injection { nth: Some(call.position().nth), fault, killed: self.killed };
        if call.is_signed_in() {
            call.inject(cluster, &self.patient.token, injection);
        }
        let order = payer.create_order().await?;
        text(&order["oid"]).clone_into(&mut self.oid);
        if !call.is_signed_in() {
            // an earlier fault that makes the call necessary
            let earlier = match call {
                Call::ConfirmAgain => Some(Fault::LostRequest),
                Call::LookupByOrder => Some(Fault::LostResponse),
                _ => None,
            };
            if let Some(earlier) = earlier {
                Call::Webhook.inject(cluster, &self.oid, Injection::from_fault(None, Fault::LostRequest));
                Call::Confirm.inject(cluster, &self.oid, Injection::from_fault(Some(1), earlier));
            }
            call.inject(cluster, &self.oid, injection);
        }
        let page = payer.open_checkout(&order).await?;
        let back = payer.pay(&page).await?;
        if call == Call::LookupAfterWebhook {
            // the worker queries the provider before the payer returns
            cluster.back.wait_until_called(&self.oid).await;
        }
        if call == Call::LastReturn {
            self.last_page = payer.browse(&back, 1).await.ok().map(|response| response.location);
            return Ok(());
        }
        self.last_page = Some(payer.browse(&back, MAX_ATTEMPTS).await?.location);
        self.finish(cluster).await
    }

    /// Submits the claim, and cancels it if the cell does so.
    async fn finish(&mut self, cluster: &TestCluster) -> Result<(), String> {
        let payer = Payer { cluster, patient: &self.patient };
        if self.claim.is_none() {
            self.claim = payer.submit_claim(&self.oid).await?;
        }
        if let Some(claim) = self.claim.filter(|_| self.cell.call.cancels_claim() && !self.is_claim_canceled) {
            payer.cancel_claim(claim).await?;
            self.is_claim_canceled = true;
        }
        Ok(())
    }

    /// Retries what failed before, after all orders are settled.
    pub async fn retry(&mut self, cluster: &TestCluster) {
        if self.oid.is_empty() || (self.claim.is_some() && self.is_claim_canceled == self.cell.call.cancels_claim()) {
            return;
        }
        let payer = Payer { cluster, patient: &self.patient };
        let result = match payer.order_status(&self.oid).await {
            Ok(status) if status == "paid" => self.finish(cluster).await,
            Ok(_) => Ok(()),
            Err(error) => Err(error),
        };
        if let Err(error) = result {
            self.errors.push(error);
        }
    }
}
