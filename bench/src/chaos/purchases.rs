//! Patients who buy and claim.

use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;
use tokio::time::sleep;

use super::Users;
use crate::payer::Payer;

/// The pause between two purchases.
const CALL_INTERVAL: Duration = Duration::from_secs(1);
/// The number of patients who take turns, because a patient may create sixty orders per hour.
const TURNS: usize = 10;

/// Prepares the claims of the buying patients.
///
/// # Errors
/// A claim cannot be prepared.
pub async fn prepare(users: &Users, number: usize) -> Result<Vec<Payer>> {
    let mut payers = Vec::new();
    for patient in users.patients.iter().skip((number + 1) * TURNS).take(TURNS) {
        payers.push(Payer::new(patient).await?);
    }
    Ok(payers)
}

/// Buys repeatedly until the run is over.
pub async fn repeat(users: Arc<Users>, payers: Vec<Payer>) {
    for (count, payer) in payers.iter().cycle().enumerate() {
        if users.is_over() {
            return;
        }
        users.record("purchase", buy(&users, payer, count).await);
        sleep(CALL_INTERVAL).await;
    }
}

async fn buy(users: &Users, payer: &Payer, count: usize) -> Result<()> {
    let key = format!("{}-order-{count}", users.run);
    let order = payer.order(&users.caller, &key).await?;
    users.accepted.lock().orders.push(order.oid.clone());
    payer.pay(&users.caller, &order).await
}
