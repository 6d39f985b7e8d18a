//! Deliveries through the sandbox's carrier, run by the queue as in production.

use chrono::TimeDelta;
use db::deliveries;
use domain::{DeliverySettings, DeliveryTopics, Locale, NotificationId, NotificationKind};
use runtime::Clock as _;
use serde_json::Value;
use sqlx::AssertSqlSafe;

use crate::deliver_notification::enqueue_due;
use crate::tests::{TestMailbox, carrier, inbox, order, text};

/// Daytime in Korea, so that no message waits for the morning.
const DAY: &str = "2026-11-26T03:00:00Z";

/// A mailbox whose tenant has a `KakaoTalk` channel with one template, both registered at the sandbox.
struct Delivery {
    mailbox: TestMailbox,
}

impl Delivery {
    async fn new(name: &str) -> Self {
        let mailbox = TestMailbox::new(name).await;
        let this = Self { mailbox };
        let tenant = this.mailbox.database.first.id;
        this.write(&format!(
            "insert into kakao_channels (tenant_id, pf_id, created_at) values ({tenant}, 'KA01PFSANDBOXBOM', now());
             insert into kakao_templates (tenant_id, kind, template_id, created_at)
             values ({tenant}, 'payment_failed', 'KA01TPSANDBOXPaymentFailed', now())"
        ))
        .await;
        this
    }

    async fn write(&self, statement: &str) {
        let mut superuser = self.mailbox.database.superuser().await;
        sqlx::raw_sql(AssertSqlSafe(statement.to_owned())).execute(&mut superuser).await.expect("written");
    }

    async fn notify(&self, kind: NotificationKind) -> NotificationId {
        let mut conn = self.mailbox.db().acquire().await.expect("a connection");
        let now = self.mailbox.clock.now();
        db::notifications::insert_plain(&mut conn, self.mailbox.patient(), kind, now).await.expect("inserted")
    }

    async fn allow(&self, alimtalk: bool, sms: bool, locale: Locale) {
        self.set(DeliverySettings { alimtalk, sms, locale: Some(locale), ..DeliverySettings::default() }).await;
    }

    async fn set(&self, settings: DeliverySettings) {
        let mut conn = self.mailbox.db().acquire().await.expect("a connection");
        let now = self.mailbox.clock.now();
        deliveries::set_settings(&mut conn, self.mailbox.patient(), settings, now).await.expect("set");
    }

    /// Enqueues what is due, makes the jobs that wait for the morning due at once, and returns the number of failed
    /// jobs.
    async fn deliver(&self) -> i64 {
        for _ in 0..2 {
            let mut tx = self.mailbox.db().begin().await.expect("a transaction");
            enqueue_due(&mut tx, self.mailbox.clock.now()).await.expect("enqueued");
            tx.commit().await.expect("committed");
        }
        self.write("update jobs set run_at = now() where state = 'queued'").await;
        self.mailbox.run().await.1
    }

    async fn arrived(&self) -> Vec<Value> {
        inbox(&self.mailbox.phone).await
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn notification_arrives_once_as_alimtalk() {
    let (delivery, _carrier) = (Delivery::new("alimtalk").await, carrier());
    delivery.notify(NotificationKind::PaymentFailed).await;
    delivery.notify(NotificationKind::ExportFailed).await;
    assert_eq!((delivery.deliver().await, delivery.deliver().await), (0, 0));
    let arrived = delivery.arrived().await;
    assert_eq!(arrived.len(), 1, "{arrived:?}");
    assert_eq!(arrived[0]["channel"], "alimtalk");
    let expected =
        "[혀봄 first] 결제가 끝나지 않았어요. 앱에서 확인해 주세요.\nhttp://first.localhost:8400/notifications";
    assert_eq!(text(&arrived[0], "text"), expected);
    assert_eq!(arrived[0]["button"]["url"], "http://first.localhost:8400/notifications");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn unknown_template_falls_back_to_text_message() {
    let (delivery, _carrier) = (Delivery::new("fallback").await, carrier());
    delivery.write("update kakao_templates set template_id = 'KA01TPwithdrawn'").await;
    delivery.notify(NotificationKind::PaymentFailed).await;
    assert_eq!(delivery.deliver().await, 0);
    let arrived = delivery.arrived().await;
    assert_eq!((arrived.len(), &arrived[0]["channel"]), (1, &Value::from("sms")));
    assert!(text(&arrived[0], "text").starts_with("[혀봄 first] 결제가 끝나지 않았어요."));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn settings_choose_the_channel() {
    let (delivery, _carrier) = (Delivery::new("channels").await, carrier());
    for (alimtalk, sms, locale, expected) in [
        (true, false, Locale::Ko, Some("alimtalk")),
        (false, true, Locale::Ko, Some("sms")),
        (true, true, Locale::En, Some("sms")),
        (true, false, Locale::En, None),
        (false, false, Locale::Ko, None),
    ] {
        let before = delivery.arrived().await.len();
        delivery.allow(alimtalk, sms, locale).await;
        delivery.notify(NotificationKind::PaymentFailed).await;
        assert_eq!(delivery.deliver().await, 0);
        let arrived = delivery.arrived().await;
        let newest = (arrived.len() > before).then(|| text(&arrived[0], "channel"));
        assert_eq!(newest, expected, "{alimtalk} {sms} {locale:?}");
        assert!(locale == Locale::Ko || newest.is_none() || text(&arrived[0], "text").contains("did not go through"));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn refused_topic_stays_in_the_app() {
    let (delivery, _carrier) = (Delivery::new("topics").await, carrier());
    let topics = DeliveryTopics { results: false, ..DeliveryTopics::default() };
    let refusing = DeliverySettings { topics, locale: Some(Locale::Ko), ..DeliverySettings::default() };
    // one is refused before the message is due, the other when its job is already enqueued
    delivery.set(refusing).await;
    delivery.notify(NotificationKind::TciReleased).await;
    delivery.notify(NotificationKind::TciReceived).await;
    assert_eq!(delivery.deliver().await, 0);
    delivery.set(DeliverySettings::default()).await;
    let mut tx = delivery.mailbox.db().begin().await.expect("a transaction");
    enqueue_due(&mut tx, delivery.mailbox.clock.now()).await.expect("enqueued");
    tx.commit().await.expect("committed");
    delivery.set(refusing).await;
    assert_eq!(delivery.deliver().await, 0);
    let arrived = delivery.arrived().await;
    assert_eq!(arrived.len(), 1, "{arrived:?}");
    assert!(text(&arrived[0], "text").starts_with("[혀봄 first] 신청이 접수됐어요."), "{arrived:?}");
    let mut conn = delivery.mailbox.db().acquire().await.expect("a connection");
    let listed = db::notifications::list(&mut conn, delivery.mailbox.patient(), None, 9).await.expect("a list");
    let kinds: Vec<_> = listed.iter().map(|one| (one.kind, one.read_at)).collect();
    assert_eq!(kinds, [(NotificationKind::TciReceived, None), (NotificationKind::TciReleased, None)]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn refund_is_sent_whatever_is_off() {
    let (delivery, _carrier) = (Delivery::new("refund").await, carrier());
    let topics = DeliveryTopics { results: false, applications: false, claims: false };
    delivery.set(DeliverySettings { alimtalk: false, sms: false, topics, locale: Some(Locale::Ko) }).await;
    delivery.notify(NotificationKind::PaymentFailed).await;
    delivery.notify(NotificationKind::RefundDone).await;
    assert_eq!(delivery.deliver().await, 0);
    let arrived = delivery.arrived().await;
    assert_eq!((arrived.len(), &arrived[0]["channel"]), (1, &Value::from("sms")), "{arrived:?}");
    assert!(text(&arrived[0], "text").contains("결제한 금액을 돌려드렸어요."), "{arrived:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn number_without_kakao_gets_one_text_message() {
    let (delivery, _carrier) = (Delivery::new("without").await, carrier());
    let phone = format!("{}0404", &delivery.mailbox.phone[..7]);
    delivery.write(&format!("update patients set phone_number = '{phone}' where email like 'without%'")).await;
    let before = inbox(&phone).await.len();
    delivery.notify(NotificationKind::PaymentFailed).await;
    assert_eq!(delivery.deliver().await, 0);
    delivery.allow(true, false, Locale::Ko).await;
    delivery.notify(NotificationKind::PaymentFailed).await;
    assert_eq!(delivery.deliver().await, 0);
    let arrived = inbox(&phone).await;
    assert_eq!((arrived.len() - before, &arrived[0]["channel"]), (1, &Value::from("sms")), "the second has no way");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn blocked_number_gets_nothing() {
    let (delivery, _carrier) = (Delivery::new("blocked").await, carrier());
    let phone = format!("{}0808", &delivery.mailbox.phone[..7]);
    delivery.write(&format!("update patients set phone_number = '{phone}' where email like 'blocked%'")).await;
    for (alimtalk, sms) in [(true, true), (false, true)] {
        delivery.allow(alimtalk, sms, Locale::Ko).await;
        delivery.notify(NotificationKind::PaymentFailed).await;
        assert_eq!(delivery.deliver().await, 0, "{alimtalk} {sms}: no job fails");
        assert!(inbox(&phone).await.is_empty());
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn delivery_is_made_once_despite_faults() {
    let (delivery, _carrier) = (Delivery::new("once").await, carrier());
    for fault in ["lost_answer", "error"] {
        let before = delivery.arrived().await.len();
        delivery.notify(NotificationKind::PaymentFailed).await;
        order(fault, 1).await;
        assert_eq!(delivery.deliver().await, 0, "{fault}");
        assert_eq!(delivery.arrived().await.len() - before, 1, "{fault}");
    }
    // a worker that crashed after the carrier had accepted the message recorded only the beginning
    let before = delivery.arrived().await.len();
    delivery.write("update notification_deliveries set sent_at = null, channel = null").await;
    delivery.write("update jobs set state = 'queued', finished_at = null, enqueued_at = null").await;
    assert_eq!(delivery.mailbox.run().await.1, 0);
    assert_eq!(delivery.arrived().await.len(), before);
}

#[tokio::test]
async fn night_notification_waits_until_morning() {
    let delivery = Delivery::new("night").await;
    for (now, run_at) in [(DAY, DAY), ("2026-11-26T13:00:00Z", "2026-11-26T23:00:00Z")] {
        delivery.mailbox.clock.set(now.parse().expect("a time"));
        delivery.notify(NotificationKind::PaymentFailed).await;
        let mut tx = delivery.mailbox.db().begin().await.expect("a transaction");
        enqueue_due(&mut tx, delivery.mailbox.clock.now()).await.expect("enqueued");
        tx.commit().await.expect("committed");
        let due: chrono::DateTime<chrono::Utc> = sqlx::query_scalar("select run_at from jobs order by id desc limit 1")
            .fetch_one(&mut delivery.mailbox.database.superuser().await)
            .await
            .expect("the job");
        assert_eq!(due, run_at.parse::<chrono::DateTime<chrono::Utc>>().expect("a time"), "{now}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn late_job_sends_nothing_at_night() {
    let (delivery, _carrier) = (Delivery::new("late").await, carrier());
    delivery.notify(NotificationKind::PaymentFailed).await;
    let mut tx = delivery.mailbox.db().begin().await.expect("a transaction");
    enqueue_due(&mut tx, delivery.mailbox.clock.now()).await.expect("enqueued");
    tx.commit().await.expect("committed");
    delivery.mailbox.run_over_night().await;
    assert_eq!(delivery.arrived().await.len(), 1);
}

#[tokio::test]
async fn read_or_waiting_notification_is_not_sent() {
    let delivery = Delivery::new("read").await;
    let read = delivery.notify(NotificationKind::PaymentFailed).await;
    let now = delivery.mailbox.clock.now();
    let mut conn = delivery.mailbox.db().acquire().await.expect("a connection");
    db::notifications::set_read(&mut conn, delivery.mailbox.patient(), read, now).await.expect("read");
    delivery.notify(NotificationKind::ResultReady).await;
    let due = async |minutes| {
        let mut conn = delivery.mailbox.db().acquire().await.expect("a connection");
        deliveries::insert_due(&mut conn, 9, now + TimeDelta::minutes(minutes)).await.expect("inserted").len()
    };
    assert_eq!(due(9).await, 0, "the patient may still see the result on the screen");
    assert_eq!(due(10).await, 1);
    assert_eq!(due(11).await, 0, "once");
}

/// The carrier rejects unknown templates, so the sandbox must contain each demo template with the product's text.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_template_is_known_to_the_carrier() {
    let (delivery, _carrier) = (Delivery::new("templates").await, carrier());
    let tenant = delivery.mailbox.database.first.id;
    for template in domain::delivery::TEMPLATES {
        let kind = template.kind.as_str();
        let words: String = kind.split('_').map(|word| word[..1].to_uppercase() + &word[1..]).collect();
        delivery
            .write(&format!(
                "delete from kakao_templates;
                 insert into kakao_templates (tenant_id, kind, template_id, created_at)
                 values ({tenant}, '{kind}', 'KA01TPSANDBOX{words}', now())"
            ))
            .await;
        let before = delivery.arrived().await.len();
        delivery.notify(template.kind).await;
        delivery.write("update notifications set created_at = created_at - interval '10 minutes'").await;
        assert_eq!(delivery.deliver().await, 0, "{kind}");
        let arrived = delivery.arrived().await;
        assert_eq!((arrived.len() - before, &arrived[0]["channel"]), (1, &Value::from("alimtalk")), "{kind}");
        assert!(text(&arrived[0], "text").starts_with(&format!("[혀봄 first] {}\nhttp://", template.ko)), "{kind}");
    }
}
