//! Job `send_walk_in_link`: sends a walk-in without an account a text message with a link to a released result.

use std::sync::Arc;

use db::{TenantTx, walk_in_links};
use domain::{InviteCode, TokenHash, walk_in_link};
use futures::future::{BoxFuture, FutureExt as _};
use partners::sms::Message;
use queue::jobs::SendWalkInLink;
use queue::{DeadJob, Done, Failure, JobRun, Outcome};

use crate::deliver_notification::{DeliveryContext, check_quiet_hours};
use crate::sms;

/// Runs the job.
///
/// # Errors
/// Is postponed at night; retries while the service or the database fails; fails when the service rejects the message.
pub async fn run(context: Arc<DeliveryContext>, run: JobRun<SendWalkInLink>) -> Outcome {
    let (id, now) = (run.job.walk_in_link_id, context.clock.now());
    check_quiet_hours(now)?;
    let Some(link) = walk_in_links::find_to_send(&mut run.tenant_db().acquire().await?, id, now).await? else {
        return Ok(Done::without_effect());
    };
    let tenant = db::tenants::find(&mut context.database.system().acquire().await?, run.tenant).await?;
    let tenant = tenant.ok_or_else(|| Failure::fail("the tenant is gone"))?;
    let host = tenant.hosts.first().ok_or_else(|| Failure::fail("the tenant has no host"))?;
    let code = InviteCode::new(context.random.bytes());
    let path = format!("/link?code={}", code.as_str());
    let url = context.web.address(host, &path).map_err(|_| Failure::fail("the tenant's host is no host"))?;
    let hash = TokenHash::from_token(code.as_str());
    if !walk_in_links::set_code(&mut run.tenant_db().acquire().await?, id, &hash).await? {
        return Ok(Done::without_effect());
    }
    let text = walk_in_link::sms_text(&tenant.name, url.as_str());
    let message = Message { to: link.phone.as_str(), from: &tenant.sms_from, text: &text };
    sms::send(&context.solapi, message, context.signature_clock.now(), &context.random).await?;
    let mut tx = run.tenant_db().begin().await?;
    walk_in_links::set_sent(&mut tx, id, now).await?;
    run.complete(tx).await
}

/// Deletes the link, so that the next release sends another.
pub fn on_dead<'a>(
    _: &'a DeliveryContext,
    dead: &'a DeadJob<SendWalkInLink>,
    tx: &'a mut TenantTx,
) -> BoxFuture<'a, db::Result<()>> {
    walk_in_links::delete_unsent(tx, dead.job.walk_in_link_id).boxed()
}

#[cfg(test)]
mod tests {
    use domain::{ApplicationId, walk_in_link::SMS_LIFETIME};
    use queue::NewJob;
    use runtime::Clock as _;
    use sqlx::AssertSqlSafe;

    use super::*;
    use crate::tests::{TestMailbox, carrier, inbox, text};

    /// Inserts a walk-in with the mailbox's number.
    async fn insert_walk_in(mailbox: &TestMailbox) -> ApplicationId {
        let (tenant, clinic) = (mailbox.database.first.id, mailbox.database.first.institutions[0]);
        let statement = format!(
            "insert into applications (tenant_id, kind, institution_id, status, name, birth, phone_number, created_at, updated_at, claim_at)
             values ({tenant}, 'walk_in', {clinic}, 1, '방문자', '1990-01-31', '{}', now(), now(), now()) returning id",
            mailbox.phone
        );
        let inserted = sqlx::query_scalar(AssertSqlSafe(statement));
        ApplicationId::new(inserted.fetch_one(&mut mailbox.database.superuser().await).await.expect("written"))
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn message_brings_a_code_that_is_not_kept() {
        let (mailbox, _carrier) = (TestMailbox::new("walkin").await, carrier());
        let (id, now) = (insert_walk_in(&mailbox).await, mailbox.clock.now());
        let mut tx = mailbox.db().begin().await.expect("a transaction");
        let link = walk_in_links::insert_for_sms(&mut tx, id, now + SMS_LIFETIME, now).await.expect("a result");
        let walk_in_link_id = link.expect("a link");
        queue::enqueue(&mut tx, NewJob::new(SendWalkInLink { walk_in_link_id })).await.expect("enqueued");
        tx.commit().await.expect("committed");
        mailbox.run_over_night().await;
        let arrived = inbox(&mailbox.phone).await;
        assert_eq!(arrived.len(), 1, "{arrived:?}");
        let (_, code) = text(&arrived[0], "text").rsplit_once("/link?code=").expect("a link");
        let mut tx = mailbox.db().begin().await.expect("a transaction");
        let opened = walk_in_links::open(&mut tx, &TokenHash::from_token(code), now).await.expect("a result");
        assert_eq!(opened.expect("the walk-in").application, id);
        assert!(walk_in_links::find_to_send(&mut tx, walk_in_link_id, now).await.expect("a result").is_none(), "once");
    }
    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn dead_link_blocks_no_later_one() {
        let mailbox = TestMailbox::new("walkindead").await;
        let (id, now) = (insert_walk_in(&mailbox).await, mailbox.clock.now());
        let delete_hosts = format!("delete from tenant_hosts where tenant_id = {}", mailbox.database.first.id);
        sqlx::raw_sql(AssertSqlSafe(delete_hosts))
            .execute(&mut mailbox.database.superuser().await)
            .await
            .expect("deleted");
        let insert = async || {
            let mut tx = mailbox.db().begin().await.expect("a transaction");
            let link = walk_in_links::insert_for_sms(&mut tx, id, now + SMS_LIFETIME, now).await.expect("a result");
            if let Some(walk_in_link_id) = link {
                queue::enqueue(&mut tx, NewJob::new(SendWalkInLink { walk_in_link_id })).await.expect("enqueued");
            }
            tx.commit().await.expect("committed");
            link.is_some()
        };
        assert_eq!((insert().await, insert().await), (true, false), "one at a time");
        mailbox.clock.set("2025-10-09T01:00:00Z".parse().expect("a time in the day"));
        assert_eq!(mailbox.run().await, (0, 1), "the tenant has no host");
        assert!(insert().await, "the next release sends another");
    }
}
