//! The provider's ledger: every payment and every transaction.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use axum::http::StatusCode;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::ApiError;
use super::payment::{Cancellation, ConfirmBehavior, Payment, ResponseOverrides, Status};
use crate::machine::random;

/// Larger ledgers come from load tests and are not saved.
const MAX_SAVED_PAYMENTS: usize = 10_000;

const NO_SESSION: ApiError = ApiError::new(
    StatusCode::NOT_FOUND,
    "NOT_FOUND_PAYMENT_SESSION",
    "결제 시간이 만료되어 결제 진행 데이터가 존재하지 않습니다.",
);
pub(super) const NO_PAYMENT: ApiError =
    ApiError::new(StatusCode::NOT_FOUND, "NOT_FOUND_PAYMENT", "존재하지 않는 결제 정보 입니다.");
const PROCESSED: ApiError =
    ApiError::new(StatusCode::BAD_REQUEST, "ALREADY_PROCESSED_PAYMENT", "이미 처리된 결제 입니다.");
const OTHER_AMOUNT: ApiError =
    ApiError::new(StatusCode::BAD_REQUEST, "INVALID_REQUEST", "주문번호나 금액이 결제 요청과 다릅니다.");
const REJECTED: ApiError =
    ApiError::new(StatusCode::FORBIDDEN, "REJECT_CARD_PAYMENT", "한도초과 혹은 잔액부족으로 결제에 실패했습니다.");
const CANCELED: ApiError =
    ApiError::new(StatusCode::BAD_REQUEST, "ALREADY_CANCELED_PAYMENT", "이미 취소된 결제 입니다.");
const NOT_CANCELABLE: ApiError =
    ApiError::new(StatusCode::FORBIDDEN, "NOT_CANCELABLE_PAYMENT", "취소 할 수 없는 결제 입니다.");
const TOO_MUCH: ApiError =
    ApiError::new(StatusCode::FORBIDDEN, "NOT_CANCELABLE_AMOUNT", "취소 할 수 없는 금액 입니다.");
const DUPLICATED: ApiError = ApiError::new(
    StatusCode::BAD_REQUEST,
    "DUPLICATED_ORDER_ID",
    "이미 승인 및 취소가 진행된 중복된 주문번호 입니다. 다른 주문번호로 진행해주세요.",
);
const BROKEN: ApiError = ApiError::new(
    StatusCode::INTERNAL_SERVER_ERROR,
    "FAILED_INTERNAL_SYSTEM_PROCESSING",
    "내부 시스템 처리 작업이 실패했습니다. 잠시 후 다시 시도해주세요.",
);

/// A movement of money.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(super) struct Movement {
    pub merchant: String,
    pub transaction: String,
    pub payment: String,
    pub order: String,
    pub status: Status,
    /// Negative for a cancellation.
    pub amount: i64,
    pub at: DateTime<Utc>,
}

/// A status change, for the webhook.
#[derive(Clone, Debug)]
pub(super) struct Change {
    pub key: String,
    pub order: String,
    pub status: Status,
    pub success: String,
}

/// A checkout to create.
#[derive(Debug)]
pub(super) struct NewPayment {
    pub merchant: String,
    pub order: String,
    pub name: String,
    pub amount: i64,
    pub success: String,
    pub fail: String,
}

/// A request to capture a payment.
#[derive(Debug)]
pub(super) struct Confirmation {
    pub key: String,
    pub order: String,
    pub amount: i64,
}

/// A request to refund a payment.
#[derive(Debug)]
pub(super) struct CancelRequest {
    /// `None` for the whole balance.
    pub amount: Option<i64>,
    pub reason: String,
}

/// The payments by key, and the movements in the order of their times.
#[derive(Debug, Default, Deserialize, Serialize)]
pub(super) struct Ledger {
    pub payments: BTreeMap<String, Payment>,
    pub movements: Vec<Movement>,
    #[serde(skip)]
    changes: Vec<Change>,
}

impl Ledger {
    /// Reads the ledger from `file`; empty when the file does not exist or is malformed.
    pub(super) fn read(file: &Path) -> Self {
        fs::read_to_string(file).ok().and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default()
    }

    /// Writes the ledger to `file` atomically.
    pub(super) fn write(&self, file: &Path) {
        if self.payments.len() > MAX_SAVED_PAYMENTS {
            return;
        }
        let temporary = file.with_extension("new");
        let text = serde_json::to_string(self).unwrap_or_default();
        let written = fs::write(&temporary, text).and_then(|()| fs::rename(&temporary, file));
        if let Err(error) = written {
            tracing::warn!(%error, "cannot save the card provider's ledger");
        }
    }

    /// Expires the payments whose timeout has passed.
    pub(super) fn expire(&mut self, now: DateTime<Utc>) {
        let expired = self.payments.values_mut().filter_map(|payment| payment.expire(now).then(|| change_of(payment)));
        self.changes.extend(expired);
    }

    /// Returns the changes since the last call.
    pub(super) fn take_changes(&mut self) -> Vec<Change> {
        std::mem::take(&mut self.changes)
    }

    /// Creates a checkout.
    ///
    /// # Errors
    /// The order is already paid.
    pub(super) fn open(&mut self, new: NewPayment, now: DateTime<Utc>) -> Result<Payment, ApiError> {
        let is_same_order = |payment: &Payment| payment.merchant == new.merchant && payment.order == new.order;
        if self.payments.values().any(|payment| is_same_order(payment) && payment.approved.is_some()) {
            return Err(DUPLICATED);
        }
        self.add(new, now)
    }

    /// Creates a checkout for an order that may already be paid.
    pub(super) fn add(&mut self, new: NewPayment, now: DateTime<Utc>) -> Result<Payment, ApiError> {
        let key = random::hex(12).map_err(|_| BROKEN)?;
        let payment = Payment {
            merchant: new.merchant,
            key: format!("tgen_{}{key}", now.format("%Y%m%d%H%M%S")),
            order: new.order,
            name: new.name,
            amount: new.amount,
            balance: new.amount,
            status: Status::Ready,
            success: new.success,
            fail: new.fail,
            requested: now,
            agreed: None,
            approved: None,
            last_transaction: None,
            cancels: Vec::new(),
            failure: None,
            next: ConfirmBehavior::Plain,
            overrides: ResponseOverrides::default(),
        };
        self.payments.insert(payment.key.clone(), payment.clone());
        Ok(payment)
    }

    /// Finds a payment of the merchant.
    pub(super) fn find(&self, merchant: &str, key: &str) -> Option<&Payment> {
        self.payments.get(key).filter(|payment| payment.merchant == merchant)
    }

    /// Finds the merchant's payment of an order: the paid one, or else the latest.
    pub(super) fn find_order(&self, merchant: &str, order: &str) -> Option<&Payment> {
        let payments = self.payments.values().filter(|payment| payment.merchant == merchant && payment.order == order);
        payments.max_by_key(|payment| (payment.approved.is_some(), payment.requested))
    }

    /// Records that the payer authorized the payment.
    pub(super) fn authorize(&mut self, key: &str, next: ConfirmBehavior, now: DateTime<Utc>) -> Option<Payment> {
        let payment = self.payments.get_mut(key)?;
        if payment.status == Status::Ready {
            (payment.status, payment.agreed, payment.next) = (Status::InProgress, Some(now), next);
            self.changes.push(change_of(payment));
        }
        (payment.status == Status::InProgress).then(|| payment.clone())
    }

    /// Records that the card company declined in the payer's window.
    pub(super) fn decline(&mut self, key: &str, code: &str, message: &str) -> Option<Payment> {
        let payment = self.payments.get_mut(key).filter(|payment| payment.status == Status::Ready)?;
        (payment.status, payment.failure) = (Status::Aborted, Some((code.to_owned(), message.to_owned())));
        self.changes.push(change_of(payment));
        Some(payment.clone())
    }

    /// Captures an authorized payment.
    ///
    /// # Errors
    /// The payment is not authorized, is already captured, has another order or amount, or the card company declines.
    pub(super) fn confirm(
        &mut self,
        merchant: &str,
        request: &Confirmation,
        now: DateTime<Utc>,
    ) -> Result<Payment, ApiError> {
        let transaction = random::hex(16).map_err(|_| BROKEN)?.to_uppercase();
        let payment =
            self.payments.get_mut(&request.key).filter(|payment| payment.merchant == merchant).ok_or(NO_SESSION)?;
        match payment.status {
            Status::InProgress => {}
            Status::Done | Status::Canceled | Status::PartialCanceled => return Err(PROCESSED),
            Status::Ready | Status::Aborted | Status::Expired => return Err(NO_SESSION),
        }
        if payment.order != request.order || payment.amount != request.amount {
            return Err(OTHER_AMOUNT);
        }
        if payment.next == ConfirmBehavior::Reject {
            payment.status = Status::Aborted;
            payment.failure = Some((REJECTED.code.to_owned(), REJECTED.message.to_owned()));
            self.changes.push(change_of(payment));
            return Err(REJECTED);
        }
        (payment.status, payment.approved) = (Status::Done, Some(now));
        payment.last_transaction = Some(transaction.clone());
        self.changes.push(change_of(payment));
        self.movements.push(Movement::new(payment, transaction, payment.amount, now));
        Ok(payment.clone())
    }

    /// Refunds an amount, or the whole balance.
    ///
    /// # Errors
    /// The payment is unknown, not captured or already refunded, or the amount exceeds the balance.
    pub(super) fn cancel(
        &mut self,
        merchant: &str,
        key: &str,
        request: &CancelRequest,
        now: DateTime<Utc>,
    ) -> Result<Payment, ApiError> {
        let transaction = random::hex(16).map_err(|_| BROKEN)?.to_uppercase();
        let payment = self.payments.get_mut(key).filter(|payment| payment.merchant == merchant).ok_or(NO_PAYMENT)?;
        match payment.status {
            Status::Done | Status::PartialCanceled => {}
            Status::Canceled => return Err(CANCELED),
            _ => return Err(NOT_CANCELABLE),
        }
        let amount = request.amount.unwrap_or(payment.balance);
        if amount <= 0 || amount > payment.balance {
            return Err(TOO_MUCH);
        }
        payment.balance -= amount;
        payment.status = if payment.balance == 0 { Status::Canceled } else { Status::PartialCanceled };
        payment.last_transaction = Some(transaction.clone());
        let (left, reason) = (payment.balance, request.reason.clone());
        payment.cancels.push(Cancellation { amount, reason, left, at: now, key: transaction.clone() });
        self.changes.push(change_of(payment));
        self.movements.push(Movement::new(payment, transaction, -amount, now));
        Ok(payment.clone())
    }
}

fn change_of(payment: &Payment) -> Change {
    let Payment { key, order, status, success, .. } = payment;
    Change { key: key.clone(), order: order.clone(), status: *status, success: success.clone() }
}

impl Movement {
    fn new(payment: &Payment, transaction: String, amount: i64, at: DateTime<Utc>) -> Self {
        Self {
            merchant: payment.merchant.clone(),
            transaction,
            payment: payment.key.clone(),
            order: payment.order.clone(),
            status: payment.status,
            amount,
            at,
        }
    }
}
