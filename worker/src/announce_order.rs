//! Job `announce_order`: tells a hotel's manager by mail what happened to an order.

use std::sync::Arc;

use db::hotel::orders;
use domain::{Email, Locale};
use queue::jobs::AnnounceOrder;
use queue::{Done, Failure, JobRun, Outcome};

use crate::send_message::{AddressedMail, MessageContext, texts};

/// Runs the job. People who left, or have no e-mail address any more, get nothing.
///
/// # Errors
/// Retries while the mail server or the database fails; fails when the mail server rejects the mail.
pub async fn run(context: Arc<MessageContext>, run: JobRun<AnnounceOrder>) -> Outcome {
    let (event, user) = (run.job.event_id, run.job.user_id);
    let found = orders::find_notice(&mut run.tenant_db().acquire().await?, event, user).await?;
    let Some(notice) = found else { return Ok(Done::nothing()) };
    let Ok(address) = Email::parse(&notice.recipient.contact) else { return Ok(Done::nothing()) };
    let tenant = db::tenants::find(&mut context.database.system().acquire().await?, run.tenant).await?;
    let tenant = tenant.ok_or_else(|| Failure::fail("the tenant is gone"))?;
    let link = context.link(&tenant, &format!("/hotel/orders/{}", notice.order))?;
    let written = texts::order_changed(&tenant.name, &notice, &link);
    let id = format!("order-{}-{event}-{user}", tenant.id);
    let mail = AddressedMail { id: &id, to: &address, locale: Locale::En };
    context.send_mail(&tenant, mail, &written).await?;
    Ok(Done::nothing())
}

#[cfg(test)]
mod tests {
    use db::hotel::clients::{self, ClientForm};
    use db::hotel::orders::{Actor, NewLine, NewOrder};
    use db::hotel::products::{self, Product};
    use db::hotel::users::{self, NewUser};
    use domain::hotel::order::OrderActor;
    use domain::hotel::price::{PriceInput, price};
    use domain::hotel::product::{ProductInput, ProductSpec};
    use domain::hotel::{HotelClientKind, HotelRole, HotelScope, UserDetails};
    use domain::{HotelUserId, LoginUserId, Name, PasswordHash};
    use runtime::Clock as _;

    use super::*;
    use crate::tests::{TestMailbox, inbox, text};

    /// An order that its manager canceled, and the event.
    async fn canceled_order(mailbox: &TestMailbox, contact: &str) -> (domain::HotelOrderEventId, HotelUserId) {
        let now = mailbox.clock.now();
        let mut tx = mailbox.db().begin().await.expect("a transaction");
        let (headquarters, partner) = (None, None);
        let form = ClientForm { name: "Hanbit Seoul".into(), address: "1".into(), headquarters, partner, active: true };
        let hotel = clients::insert(&mut tx, HotelClientKind::GeneralHotel, &form, now).await.expect("a hotel");
        let new = NewUser {
            client: Some(hotel),
            role: HotelRole::HotelClient,
            login_id: LoginUserId::parse("manager1").expect("a name"),
            password_hash: PasswordHash::new("$argon2id$x".to_owned()),
            name: Name::parse("Kim Haneul").expect("a name"),
            details: UserDetails { contact: contact.to_owned(), ..UserDetails::default() },
        };
        let user = users::insert(&mut tx, &new, now).await.expect("a manager");
        let input = ProductInput {
            code: "SH",
            kind: "shampoo",
            name: "Shampoo",
            fragrance: "Tea",
            bottle_ml: 300,
            bottles_per_box: 20,
            unit_price: 96_000,
        };
        let spec = ProductSpec::parse(&input).expect("a product");
        let id = products::insert(&mut tx, &spec, now).await.expect("a product");
        let input = PriceInput { boxes: 1, bottles_per_box: 20, bottle_ml: 300, unit_price: spec.unit_price };
        let lines = [NewLine { product: Product { id, spec, active: true }, boxes: 1 }];
        let new = NewOrder { hotel, ordered_by: user, lines: &lines, price: &price(&[input]).expect("a price") };
        let (order, _) = orders::insert(&mut tx, &new, now).await.expect("an order");
        let actor = Actor { scope: HotelScope::ALL, user, role: OrderActor::Hotel, version: 1 };
        let event = orders::cancel(&mut tx, actor, order, "Too many", now).await.expect("canceled");
        let expected = if contact.contains('@') { vec![user] } else { Vec::new() };
        assert_eq!(orders::list_recipients(&mut tx, event).await.expect("a list"), expected);
        tx.commit().await.expect("committed");
        (event, user)
    }

    #[tokio::test]
    async fn manager_gets_a_mail_about_the_order() {
        let mailbox = TestMailbox::new("hotel-order").await;
        let (event_id, user_id) = canceled_order(&mailbox, &mailbox.email).await;
        mailbox.enqueue(AnnounceOrder { event_id, user_id }).await;
        assert_eq!(mailbox.run().await, (1, 0));
        let mails = inbox(&mailbox.email).await;
        assert_eq!(mails.len(), 1);
        let subject = text(&mails[0], "subject");
        assert!(subject.contains("Order HO-") && subject.ends_with("canceled"), "{subject}");
        let body = text(&mails[0], "text");
        for part in
            ["Your order was canceled.", "Hanbit Seoul", "Total: KRW 105600", "Reason: Too many", "/hotel/orders/"]
        {
            assert!(body.contains(part), "{part} is not in {body}");
        }
    }

    #[tokio::test]
    async fn manager_without_address_gets_none() {
        let mailbox = TestMailbox::new("hotel-phone").await;
        let (event_id, user_id) = canceled_order(&mailbox, "010-1234-5678").await;
        mailbox.enqueue(AnnounceOrder { event_id, user_id }).await;
        assert_eq!(mailbox.run().await, (1, 0));
    }
}
