//! The handler of each job, with its dependencies.

use std::sync::Arc;

use queue::{JobHandlers, MissingHandler, jobs};

use crate::compare_experts::{self, ExpertContext};
use crate::deliver_notification::{self, DeliveryContext};
use crate::export_data::{self, ExportContext};
use crate::payments::{self, PaymentContext};
use crate::read_picture::{self, PhotoContext};
use crate::send_message::{self, MessageContext};
use crate::send_phone_code::{self, CodeContext};
use crate::sweep::{self, SweepContext};
use crate::{
    announce_order, check_access_log, check_silent_sensors, fold_reading_days, fold_readings, report_environment,
    send_walk_in_link,
};

/// The dependencies of all handlers.
pub struct Contexts {
    /// For reading photos.
    pub photos: PhotoContext,
    /// For codes that confirm phone numbers.
    pub codes: CodeContext,
    /// For mails and text messages.
    pub messages: MessageContext,
    /// For notifications outside the app.
    pub deliveries: DeliveryContext,
    /// For payments.
    pub payments: PaymentContext,
    /// For patients' own data.
    pub exports: ExportContext,
    /// For the comparison with experts.
    pub experts: ExpertContext,
    /// For deleting data that is no longer needed.
    pub sweep: SweepContext,
}

/// Registers a handler for every kind of job.
///
/// # Errors
/// [`MissingHandler`] when a kind has no handler.
pub fn register(contexts: Contexts) -> Result<JobHandlers, MissingHandler> {
    let photos = Arc::new(contexts.photos);
    let messages = Arc::new(contexts.messages);
    let deliveries = Arc::new(contexts.deliveries);
    let exports = Arc::new(contexts.exports);
    let sweep = Arc::new(contexts.sweep);
    payments::handlers(&Arc::new(contexts.payments))
        .handle_with_on_dead(&photos, read_picture::run, read_picture::on_dead)
        .handle(&Arc::new(contexts.codes), send_phone_code::run)
        .handle_with_on_dead(&messages, send_message::run, send_message::on_dead)
        .handle(&deliveries, deliver_notification::run)
        .handle_with_on_dead(&deliveries, send_walk_in_link::run, send_walk_in_link::on_dead)
        .handle_with_on_dead(&exports, export_data::run, export_data::on_dead)
        .handle(&Arc::new(contexts.experts), compare_experts::run)
        .handle(&messages, announce_order::run)
        .handle(&sweep, sweep::run)
        .handle(&Arc::new(()), check_access_log::run)
        .handle(&sweep, fold_readings::run)
        .handle(&sweep, fold_reading_days::run)
        .handle(&sweep, check_silent_sensors::run)
        .handle(&sweep, report_environment::run)
        .require(&jobs::KINDS)
}
