//! Job `announce_order`: announces a change of a hotel's order to one user by mail.

use std::sync::Arc;

use db::hotel::orders;
use domain::{Email, Locale};
use queue::jobs::AnnounceOrder;
use queue::{Done, Failure, JobRun, Outcome};

use crate::send_message::{AddressedMail, MessageContext, texts};

/// Runs the job. Users who left or have no e-mail address get no mail.
///
/// # Errors
/// Retries while the mail server or the database fails; fails when the mail server rejects the mail.
pub async fn run(context: Arc<MessageContext>, run: JobRun<AnnounceOrder>) -> Outcome {
    let (event, user) = (run.job.event_id, run.job.user_id);
    let found = orders::find_notice(&mut run.tenant_db().acquire().await?, event, user).await?;
    let Some(notice) = found else { return Ok(Done::without_effect()) };
    let Ok(address) = Email::parse(&notice.recipient.contact) else { return Ok(Done::without_effect()) };
    let tenant = db::tenants::find(&mut context.database.system().acquire().await?, run.tenant).await?;
    let tenant = tenant.ok_or_else(|| Failure::fail("the tenant is gone"))?;
    let link = context.link(&tenant, &format!("/hotel/orders/{}", notice.order))?;
    let written = texts::order_change_mail(&tenant.name, &notice, &link);
    let id = format!("order-{}-{event}-{user}", tenant.id);
    let mail = AddressedMail { id: &id, to: &address, locale: Locale::En };
    context.send_mail(&tenant, mail, &written).await?;
    Ok(Done::without_effect())
}

#[cfg(test)]
mod tests {
    use db::hotel::orders::{Actor, NewLine, NewOrder};
    use domain::HotelUserId;
    use domain::hotel::order::OrderActor;
    use domain::hotel::price::{PriceInput, price};
    use domain::hotel::{HotelClientKind, HotelScope};
    use runtime::Clock as _;

    use super::*;
    use crate::hotel_tests::{insert_client, insert_product, insert_user};
    use crate::tests::{TestMailbox, inbox, text};

    /// The users that an order concerns.
    struct People<'a> {
        /// The manager's contact.
        manager: &'a str,
        /// The super admin's contact.
        super_admin: &'a str,
    }

    /// Inserts an order that its manager canceled. Returns the event and its recipients.
    async fn canceled_order(
        mailbox: &TestMailbox,
        people: &People<'_>,
    ) -> (domain::HotelOrderEventId, HotelUserId, Vec<HotelUserId>) {
        let now = mailbox.clock.now();
        let mut tx = mailbox.db().begin().await.expect("a transaction");
        let hotel = insert_client(&mut tx, HotelClientKind::GeneralHotel, "Hanbit Seoul").await;
        let user = insert_user(&mut tx, Some(hotel), people.manager).await;
        insert_user(&mut tx, None, people.super_admin).await;
        let product = insert_product(&mut tx).await;
        let input = PriceInput { boxes: 1, bottles_per_box: 20, bottle_ml: 300, unit_price: product.spec.unit_price };
        let lines = [NewLine { product, boxes: 1 }];
        let new = NewOrder { hotel, ordered_by: user, lines: &lines, price: &price(&[input]).expect("a price") };
        let (order, _) = orders::insert(&mut tx, &new, now).await.expect("an order");
        let actor = Actor { scope: HotelScope::ALL, user, role: OrderActor::Hotel, version: 1 };
        let event = orders::cancel(&mut tx, actor, order, "Too many", now).await.expect("canceled");
        let recipients = orders::list_recipients(&mut tx, event).await.expect("a list");
        tx.commit().await.expect("committed");
        (event, user, recipients)
    }

    #[tokio::test]
    async fn manager_gets_a_mail_about_the_order() {
        let mailbox = TestMailbox::new("hotel-order").await;
        let people = People { manager: &mailbox.email, super_admin: "02-000-0000" };
        let (event_id, user_id, recipients) = canceled_order(&mailbox, &people).await;
        assert_eq!(recipients, [user_id]);
        mailbox.enqueue(AnnounceOrder { event_id, user_id }).await;
        assert_eq!(mailbox.run().await, (1, 0));
        let mails = inbox(&mailbox.email).await;
        assert_eq!(mails.len(), 1);
        let subject = text(&mails[0], "subject");
        assert!(subject.contains("Order HO-") && subject.ends_with("canceled"), "{subject}");
        let body = text(&mails[0], "text");
        for part in
            ["Your order was canceled.", "Hanbit Seoul", "Total: ₩105,600", "Reason: Too many", "/hotel/orders/"]
        {
            assert!(body.contains(part), "{part} is not in {body}");
        }
    }

    #[tokio::test]
    async fn super_admin_hears_of_canceled_order() {
        let mailbox = TestMailbox::new("hotel-supplier").await;
        let people = People { manager: "010-1234-5678", super_admin: &mailbox.email };
        let (event_id, _, recipients) = canceled_order(&mailbox, &people).await;
        let [user_id] = recipients.as_slice() else { panic!("{recipients:?}") };
        mailbox.enqueue(AnnounceOrder { event_id, user_id: *user_id }).await;
        assert_eq!(mailbox.run().await, (1, 0));
        let mails = inbox(&mailbox.email).await;
        assert_eq!(mails.len(), 1);
        let body = text(&mails[0], "text");
        for part in ["An order was canceled.", "Hanbit Seoul", "because you take care of orders"] {
            assert!(body.contains(part), "{part} is not in {body}");
        }
    }

    #[tokio::test]
    async fn manager_without_address_gets_none() {
        let mailbox = TestMailbox::new("hotel-phone").await;
        let people = People { manager: "010-1234-5678", super_admin: "" };
        let (event_id, user_id, recipients) = canceled_order(&mailbox, &people).await;
        assert_eq!(recipients, []);
        mailbox.enqueue(AnnounceOrder { event_id, user_id }).await;
        assert_eq!(mailbox.run().await, (1, 0));
    }
}
