//! The product's jobs. Each job's handler is in the worker's file of the same name.

use std::time::Duration;

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use domain::{
    DeliveryId, ExportId, HotelOrderEventId, HotelUserId, MessageId, OrderId, PhoneCodeId, PictureId, ReadingBatchId,
    RetentionRunId, WalkInLinkId,
};
use serde::{Deserialize, Serialize};

use crate::job::{Job, NewJob};
use crate::settings::Queue;

/// Enough attempts for a payment provider or a carrier that is unreachable for a night.
const PROVIDER_ATTEMPTS: i16 = 60;

/// Every kind. A worker without a handler for one of them does not start.
pub const KINDS: [&str; 20] = [
    ReadPicture::KIND,
    SendPhoneCode::KIND,
    SendMessage::KIND,
    DeliverNotification::KIND,
    SendWalkInLink::KIND,
    ReconcileOrder::KIND,
    RefundOrder::KIND,
    SweepOrders::KIND,
    ExpireDrafts::KIND,
    CompareDay::KIND,
    CompareSettlements::KIND,
    CompareExperts::KIND,
    ExportData::KIND,
    FoldReadings::KIND,
    FoldReadingDays::KIND,
    CheckSilentSensors::KIND,
    ReportEnvironment::KIND,
    AnnounceOrder::KIND,
    CheckAccessLog::KIND,
    Sweep::KIND,
];

/// Analyzes a picture and records its result, or the reason why there is none.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ReadPicture {
    /// The picture.
    pub picture_id: PictureId,
}

impl Job for ReadPicture {
    const KIND: &'static str = "read_picture";
    const QUEUE: Queue = Queue::Inference;
    const TIMEOUT: Duration = Duration::from_secs(30);
}

/// Sends the six digits that confirm a phone number.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SendPhoneCode {
    /// The code's row.
    pub phone_code_id: PhoneCodeId,
}

impl Job for SendPhoneCode {
    const KIND: &'static str = "send_phone_code";
    const QUEUE: Queue = Queue::Notifications;
    const TIMEOUT: Duration = Duration::from_secs(20);
}

/// Renders a message in the patient's language and sends it by mail or SMS.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SendMessage {
    /// The message's row.
    pub message_id: MessageId,
}

impl Job for SendMessage {
    const KIND: &'static str = "send_message";
    const QUEUE: Queue = Queue::Notifications;
    const TIMEOUT: Duration = Duration::from_secs(30);
    const MAX_ATTEMPTS: i16 = PROVIDER_ATTEMPTS;
}

/// Sends a notification outside the app, as 알림톡 or SMS.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct DeliverNotification {
    /// The delivery's row.
    pub delivery_id: DeliveryId,
}

impl Job for DeliverNotification {
    const KIND: &'static str = "deliver_notification";
    const QUEUE: Queue = Queue::Notifications;
    const TIMEOUT: Duration = Duration::from_secs(30);
    const MAX_ATTEMPTS: i16 = PROVIDER_ATTEMPTS;
}

/// Notifies a walk-in without an account by SMS that a result is released.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SendWalkInLink {
    /// The link's row.
    pub walk_in_link_id: WalkInLinkId,
}

impl Job for SendWalkInLink {
    const KIND: &'static str = "send_walk_in_link";
    const QUEUE: Queue = Queue::Notifications;
    const TIMEOUT: Duration = Duration::from_secs(30);
    const MAX_ATTEMPTS: i16 = PROVIDER_ATTEMPTS;
}

/// Queries the payment provider for one order and settles it. [`ReconcileOrder::at`] makes one.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ReconcileOrder {
    /// The order.
    pub order_id: OrderId,
}

impl ReconcileOrder {
    /// When the provider is queried, counted from the order's creation or confirmation. After the last one, the sweep
    /// takes over.
    pub const CHECK_DELAYS: [TimeDelta; 4] =
        [TimeDelta::seconds(10), TimeDelta::minutes(1), TimeDelta::minutes(5), TimeDelta::minutes(15)];

    /// Returns the check of an order at a time.
    #[must_use]
    pub fn at(order: OrderId, at: DateTime<Utc>) -> NewJob<Self> {
        let key = format!("reconcile:{order}:{}", at.timestamp());
        NewJob::new(Self { order_id: order }).with_unique_key(key).at(at)
    }
}

impl Job for ReconcileOrder {
    const KIND: &'static str = "reconcile_order";
    const QUEUE: Queue = Queue::Payments;
    const TIMEOUT: Duration = Duration::from_secs(40);
}

/// Refunds an order. [`RefundOrder::once`] makes one.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RefundOrder {
    /// The order.
    pub order_id: OrderId,
}

impl RefundOrder {
    /// Returns the only refund of an order.
    #[must_use]
    pub fn once(order: OrderId) -> NewJob<Self> {
        NewJob::new(Self { order_id: order }).with_unique_key(format!("refund:{order}"))
    }
}

impl Job for RefundOrder {
    const KIND: &'static str = "refund_order";
    const QUEUE: Queue = Queue::Payments;
    const TIMEOUT: Duration = Duration::from_secs(40);
    const MAX_ATTEMPTS: i16 = PROVIDER_ATTEMPTS;
}

/// Finds one tenant's orders that were not settled in time, and enqueues a [`ReconcileOrder`] for each.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SweepOrders {}

impl Job for SweepOrders {
    const KIND: &'static str = "sweep_orders";
    const QUEUE: Queue = Queue::Payments;
    const TIMEOUT: Duration = Duration::from_mins(5);
}

/// Deletes one tenant's claims that were not paid within a day.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ExpireDrafts {}

impl Job for ExpireDrafts {
    const KIND: &'static str = "expire_drafts";
    const QUEUE: Queue = Queue::Payments;
    const TIMEOUT: Duration = Duration::from_mins(5);
}

/// Compares the provider's payments of one Korean day with the ledger.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CompareDay {
    /// The day in Korea.
    pub day: NaiveDate,
}

impl Job for CompareDay {
    const KIND: &'static str = "compare_day";
    const QUEUE: Queue = Queue::Payments;
    const TIMEOUT: Duration = Duration::from_mins(30);
    const MAX_ATTEMPTS: i16 = PROVIDER_ATTEMPTS;
}

/// Records what the providers pay out on one Korean day and compares it with the ledger.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CompareSettlements {
    /// The day in Korea.
    pub day: NaiveDate,
}

impl Job for CompareSettlements {
    const KIND: &'static str = "compare_settlements";
    const QUEUE: Queue = Queue::Payments;
    const TIMEOUT: Duration = Duration::from_mins(30);
    const MAX_ATTEMPTS: i16 = PROVIDER_ATTEMPTS;
}

/// Measures the agreement between the model and each clinic's experts, over the 90 days up to one Korean day.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CompareExperts {
    /// The last day, in Korea.
    pub day: NaiveDate,
}

impl Job for CompareExperts {
    const KIND: &'static str = "compare_experts";
    const QUEUE: Queue = Queue::Maintenance;
    const TIMEOUT: Duration = Duration::from_mins(10);
    const MAX_ATTEMPTS: i16 = 20;
}

/// Packs a patient's data into one file and enqueues the message with its download link.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ExportData {
    /// The export's row.
    pub export_id: ExportId,
}

impl Job for ExportData {
    const KIND: &'static str = "export_data";
    const QUEUE: Queue = Queue::Maintenance;
    const TIMEOUT: Duration = Duration::from_mins(10);
}

/// Deletes one tenant's rows and files whose retention has ended.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Sweep {
    /// The run that an operator requested; none for the regular one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run: Option<RetentionRunId>,
}

impl Job for Sweep {
    const KIND: &'static str = "sweep";
    const QUEUE: Queue = Queue::Maintenance;
    const TIMEOUT: Duration = Duration::from_mins(10);
}

/// Checks the hash chain of one tenant's access log, over the month up to one Korean day.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CheckAccessLog {
    /// The last day, in Korea.
    pub day: NaiveDate,
}

impl Job for CheckAccessLog {
    const KIND: &'static str = "check_access_log";
    const QUEUE: Queue = Queue::Maintenance;
    const TIMEOUT: Duration = Duration::from_mins(30);
}

/// Applies a batch of readings to the states of sensors, dispensers and rooms.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct FoldReadings {
    /// The batch's row.
    pub batch_id: ReadingBatchId,
}

impl Job for FoldReadings {
    const KIND: &'static str = "fold_readings";
    const QUEUE: Queue = Queue::Maintenance;
    const TIMEOUT: Duration = Duration::from_secs(30);
}

/// Aggregates the complete days of one tenant's readings, and maintains the monthly partitions.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct FoldReadingDays {
    /// The day on which it runs, in Korea.
    pub day: NaiveDate,
}

impl Job for FoldReadingDays {
    const KIND: &'static str = "fold_reading_days";
    const QUEUE: Queue = Queue::Maintenance;
    const TIMEOUT: Duration = Duration::from_mins(30);
}

/// Marks the sensors of one tenant that sent nothing for a day or are due for replacement.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CheckSilentSensors {}

impl Job for CheckSilentSensors {
    const KIND: &'static str = "check_silent_sensors";
    const QUEUE: Queue = Queue::Maintenance;
    const TIMEOUT: Duration = Duration::from_mins(2);
}

/// Writes the monthly environmental reports of one tenant's hotels, once.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ReportEnvironment {
    /// The first day of the month.
    pub month: NaiveDate,
}

impl Job for ReportEnvironment {
    const KIND: &'static str = "report_environment";
    const QUEUE: Queue = Queue::Maintenance;
    const TIMEOUT: Duration = Duration::from_mins(10);
}

/// Notifies one person by mail of a change to a hotel's order.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct AnnounceOrder {
    /// The change.
    pub event_id: HotelOrderEventId,
    /// The person.
    pub user_id: HotelUserId,
}

impl Job for AnnounceOrder {
    const KIND: &'static str = "announce_order";
    const QUEUE: Queue = Queue::Notifications;
    const TIMEOUT: Duration = Duration::from_secs(30);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Settings;

    #[test]
    fn provider_attempts_outlast_a_night() {
        let settings = Settings::default();
        let shortest: Duration = (1..PROVIDER_ATTEMPTS).map(|attempts| settings.pause_after(attempts, 0.0)).sum();
        assert!(shortest >= Duration::from_hours(6), "{shortest:?}");
    }
}
