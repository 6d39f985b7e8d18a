//! The provider's book: every payment, and every movement of money.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use axum::http::StatusCode;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::Refusal;
use super::payment::{Canceling, Next, Payment, Status};
use crate::machine::random;

/// More payments than this are a test's, and are not kept.
const MOST_KEPT: usize = 10_000;

const NO_SESSION: Refusal = Refusal(
    StatusCode::NOT_FOUND,
    "NOT_FOUND_PAYMENT_SESSION",
    "결제 시간이 만료되어 결제 진행 데이터가 존재하지 않습니다.",
);
pub(super) const NO_PAYMENT: Refusal =
    Refusal(StatusCode::NOT_FOUND, "NOT_FOUND_PAYMENT", "존재하지 않는 결제 정보 입니다.");
const PROCESSED: Refusal = Refusal(StatusCode::BAD_REQUEST, "ALREADY_PROCESSED_PAYMENT", "이미 처리된 결제 입니다.");
const OTHER_AMOUNT: Refusal =
    Refusal(StatusCode::BAD_REQUEST, "INVALID_REQUEST", "주문번호나 금액이 결제 요청과 다릅니다.");
const REJECTED: Refusal =
    Refusal(StatusCode::FORBIDDEN, "REJECT_CARD_PAYMENT", "한도초과 혹은 잔액부족으로 결제에 실패했습니다.");
const CANCELED: Refusal = Refusal(StatusCode::BAD_REQUEST, "ALREADY_CANCELED_PAYMENT", "이미 취소된 결제 입니다.");
const NOT_CANCELABLE: Refusal =
    Refusal(StatusCode::FORBIDDEN, "NOT_CANCELABLE_PAYMENT", "취소 할 수 없는 결제 입니다.");
const TOO_MUCH: Refusal = Refusal(StatusCode::FORBIDDEN, "NOT_CANCELABLE_AMOUNT", "취소 할 수 없는 금액 입니다.");
const DUPLICATED: Refusal = Refusal(
    StatusCode::BAD_REQUEST,
    "DUPLICATED_ORDER_ID",
    "이미 승인 및 취소가 진행된 중복된 주문번호 입니다. 다른 주문번호로 진행해주세요.",
);
const BROKEN: Refusal = Refusal(
    StatusCode::INTERNAL_SERVER_ERROR,
    "FAILED_INTERNAL_SYSTEM_PROCESSING",
    "내부 시스템 처리 작업이 실패했습니다. 잠시 후 다시 시도해주세요.",
);

/// One movement of money.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(super) struct Movement {
    pub merchant: String,
    pub transaction: String,
    pub payment: String,
    pub order: String,
    pub status: Status,
    /// Negative when it went back.
    pub amount: i64,
    pub at: DateTime<Utc>,
}

/// A payment whose state changed, for the webhook.
#[derive(Clone, Debug)]
pub(super) struct Change {
    pub key: String,
    pub order: String,
    pub status: Status,
    pub success: String,
}

/// A checkout that is asked for.
#[derive(Debug)]
pub(super) struct NewPayment {
    pub merchant: String,
    pub order: String,
    pub name: String,
    pub amount: i64,
    pub success: String,
    pub fail: String,
}

/// Everything, by payment key. Movements lie in the order of their times.
#[derive(Debug, Default, Deserialize, Serialize)]
pub(super) struct Book {
    pub payments: BTreeMap<String, Payment>,
    pub movements: Vec<Movement>,
    #[serde(skip)]
    changes: Vec<Change>,
}

impl Book {
    /// The book that `file` holds; an empty one when it holds none.
    pub(super) fn read(file: &Path) -> Self {
        fs::read_to_string(file).ok().and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default()
    }

    /// Keeps the book in `file`, whole or not at all.
    pub(super) fn write(&self, file: &Path) {
        if self.payments.len() > MOST_KEPT {
            return;
        }
        let beside = file.with_extension("new");
        let text = serde_json::to_string(self).unwrap_or_default();
        let written = fs::write(&beside, text).and_then(|()| fs::rename(&beside, file));
        if let Err(error) = written {
            tracing::warn!(%error, "the card provider's book was not kept");
        }
    }

    /// Lets the time pass.
    pub(super) fn pass(&mut self, now: DateTime<Utc>) {
        let over = self.payments.values_mut().filter_map(|payment| payment.pass(now).then(|| change(payment)));
        self.changes.extend(over);
    }

    /// What changed since the last time this was asked.
    pub(super) fn changes(&mut self) -> Vec<Change> {
        std::mem::take(&mut self.changes)
    }

    pub(super) fn open(&mut self, new: NewPayment, now: DateTime<Utc>) -> Result<Payment, Refusal> {
        let taken = |payment: &Payment| payment.merchant == new.merchant && payment.order == new.order;
        if self.payments.values().any(|payment| taken(payment) && payment.approved.is_some()) {
            return Err(DUPLICATED);
        }
        self.add(new, now)
    }

    /// The same for an order that may have been paid already.
    pub(super) fn add(&mut self, new: NewPayment, now: DateTime<Utc>) -> Result<Payment, Refusal> {
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
            next: Next::Plain,
            lies: super::payment::Lies::default(),
        };
        self.payments.insert(payment.key.clone(), payment.clone());
        Ok(payment)
    }

    /// The merchant's payment.
    pub(super) fn find(&self, merchant: &str, key: &str) -> Option<&Payment> {
        self.payments.get(key).filter(|payment| payment.merchant == merchant)
    }

    /// The merchant's payment of an order: the one that was paid, or the last one that was begun.
    pub(super) fn find_order(&self, merchant: &str, order: &str) -> Option<&Payment> {
        let of_order = self.payments.values().filter(|payment| payment.merchant == merchant && payment.order == order);
        of_order.max_by_key(|payment| (payment.approved.is_some(), payment.requested))
    }

    /// The payer agrees.
    pub(super) fn agree(&mut self, key: &str, next: Next, now: DateTime<Utc>) -> Option<Payment> {
        let payment = self.payments.get_mut(key)?;
        if payment.status == Status::Ready {
            (payment.status, payment.agreed, payment.next) = (Status::InProgress, Some(now), next);
            self.changes.push(change(payment));
        }
        (payment.status == Status::InProgress).then(|| payment.clone())
    }

    /// The card's company refuses in the payer's window.
    pub(super) fn decline(&mut self, key: &str, code: &str, message: &str) -> Option<Payment> {
        let payment = self.payments.get_mut(key).filter(|payment| payment.status == Status::Ready)?;
        (payment.status, payment.failure) = (Status::Aborted, Some((code.to_owned(), message.to_owned())));
        self.changes.push(change(payment));
        Some(payment.clone())
    }

    /// Takes the money.
    pub(super) fn confirm(
        &mut self,
        merchant: &str,
        (key, order, amount): (&str, &str, i64),
        now: DateTime<Utc>,
    ) -> Result<Payment, Refusal> {
        let transaction = random::hex(16).map_err(|_| BROKEN)?.to_uppercase();
        let payment = self.payments.get_mut(key).filter(|payment| payment.merchant == merchant).ok_or(NO_SESSION)?;
        match payment.status {
            Status::InProgress => {}
            Status::Done | Status::Canceled | Status::PartialCanceled => return Err(PROCESSED),
            Status::Ready | Status::Aborted | Status::Expired => return Err(NO_SESSION),
        }
        if payment.order != order || payment.amount != amount {
            return Err(OTHER_AMOUNT);
        }
        if payment.next == Next::Reject {
            payment.status = Status::Aborted;
            payment.failure = Some((REJECTED.1.to_owned(), REJECTED.2.to_owned()));
            self.changes.push(change(payment));
            return Err(REJECTED);
        }
        (payment.status, payment.approved) = (Status::Done, Some(now));
        payment.last_transaction = Some(transaction.clone());
        self.changes.push(change(payment));
        self.movements.push(movement(payment, transaction, payment.amount, now));
        Ok(payment.clone())
    }

    /// Gives money back; all that is left when no amount is said.
    pub(super) fn cancel(
        &mut self,
        merchant: &str,
        key: &str,
        (amount, reason): (Option<i64>, &str),
        now: DateTime<Utc>,
    ) -> Result<Payment, Refusal> {
        let transaction = random::hex(16).map_err(|_| BROKEN)?.to_uppercase();
        let payment = self.payments.get_mut(key).filter(|payment| payment.merchant == merchant).ok_or(NO_PAYMENT)?;
        match payment.status {
            Status::Done | Status::PartialCanceled => {}
            Status::Canceled => return Err(CANCELED),
            _ => return Err(NOT_CANCELABLE),
        }
        let amount = amount.unwrap_or(payment.balance);
        if amount <= 0 || amount > payment.balance {
            return Err(TOO_MUCH);
        }
        payment.balance -= amount;
        payment.status = if payment.balance == 0 { Status::Canceled } else { Status::PartialCanceled };
        payment.last_transaction = Some(transaction.clone());
        let (left, reason) = (payment.balance, reason.to_owned());
        payment.cancels.push(Canceling { amount, reason, left, at: now, key: transaction.clone() });
        self.changes.push(change(payment));
        self.movements.push(movement(payment, transaction, -amount, now));
        Ok(payment.clone())
    }
}

fn change(payment: &Payment) -> Change {
    let Payment { key, order, status, success, .. } = payment;
    Change { key: key.clone(), order: order.clone(), status: *status, success: success.clone() }
}

fn movement(payment: &Payment, transaction: String, amount: i64, at: DateTime<Utc>) -> Movement {
    Movement {
        merchant: payment.merchant.clone(),
        transaction,
        payment: payment.key.clone(),
        order: payment.order.clone(),
        status: payment.status,
        amount,
        at,
    }
}
