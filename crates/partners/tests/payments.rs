//! Card payment against the stand-ins of both providers, which were written from what the providers publish and not from the
//! clients.

use anyhow::{Context as _, Result};
use chrono::{DateTime, TimeDelta, Utc};
use domain::order::{Step, settle};
use domain::{Oid, OrderStatus, ProviderName, ProviderPayment, ProviderStatus, Won};
use partners::payment::{
    Account, Cancel, Checkout, Confirm, ConfirmError, Error, NewPayment, PaymentUrls, Payments, Provider, Returned,
    Window, read_form, read_webhook,
};
use reqwest::redirect::Policy;
use reqwest::{Client, Url};
use sandbox::parties::faults::Faults;
use sandbox::parties::{inicis, serve, toss};
use serde_json::{Value, json};

const AMOUNT: Won = Won::new(18_260);
const BACK: &str = "http://bom.localhost:8400/api/v1/payments/return/x";

/// Both providers, and a browser.
struct World {
    base: String,
    payments: Payments,
    browser: Client,
}

/// The money that a payer agreed to.
struct Agreed {
    oid: Oid,
    amount: Won,
    provider_key: String,
    confirm_at: Option<Url>,
}

impl Agreed {
    fn confirm(&self) -> Confirm<'_> {
        let Self { oid, amount, provider_key, confirm_at } = self;
        Confirm { oid, amount: *amount, provider_key, confirm_at: confirm_at.as_ref() }
    }

    fn cancel(&self) -> Cancel<'_> {
        let Self { oid, amount, provider_key, .. } = self;
        Cancel { oid, provider_key, amount: *amount, reason: "취소", now: now() }
    }
}

fn now() -> DateTime<Utc> {
    sandbox::clock::now()
}

fn oid(number: u8) -> Oid {
    Oid::new([number; 18])
}

impl World {
    async fn start() -> Result<Self> {
        let slow = std::time::Duration::from_millis(400);
        let base = serve(toss::router(toss::Setup { slow, ..toss::Setup::default() }, Faults::default())).await?;
        let mobile = serve(inicis::router(inicis::Shop { slow, ..inicis::Shop::default() }, Faults::default())).await?;
        let (toss, inicis): (Url, Url) = (base.parse()?, mobile.parse()?);
        let payments = Payments::new(PaymentUrls { toss, inicis: inicis.clone(), inicis_api: inicis })?;
        let browser = Client::builder().no_proxy().redirect(Policy::none()).build()?;
        Ok(Self { base, payments, browser })
    }

    fn toss(&self, tenant: &str) -> Provider {
        let (client_id, secret) = (format!("test_ck_{tenant}"), format!("test_sk_sandbox_{tenant}").into());
        self.payments.provider(Account { provider: ProviderName::Toss, client_id, secret })
    }

    fn inicis(&self) -> Provider {
        let (client_id, secret) = ("INIpayTest".to_owned(), "ItEQKi3rY7uvDS8l".into());
        self.payments.provider(Account { provider: ProviderName::Inicis, client_id, secret })
    }

    /// Begins a payment, presses a button of the payer's window, and reads what the browser brings back.
    async fn press(&self, provider: &Provider, oid: &Oid, button: &str) -> Result<Returned> {
        let back = BACK.parse()?;
        let new =
            NewPayment {
                oid, amount: AMOUNT, name: "보험 서류", buyer: "김하늘", return_url: &back, mobile: true
            };
        let started = provider.start(&new).await?;
        let pairs = match started.checkout {
            Checkout::Redirect(url) => {
                let shown = self.browser.get(url.clone()).send().await?.text().await?;
                assert!(shown.contains("보험 서류") && shown.contains("18,260원"), "{shown}");
                assert!(shown.contains(&format!("data-pay=\"{button}\"")), "{shown}");
                let answer = self.browser.post(url).form(&[("choice", button)]).send().await?;
                let to: Url = answer.headers().get("location").context("a way back")?.to_str()?.parse()?;
                assert!(to.as_str().starts_with(BACK), "{to}");
                read_form(to.query().unwrap_or_default().as_bytes())
            }
            Checkout::FormPost { action, fields, charset } => {
                assert_eq!(charset, "euc-kr");
                let shown = self.post(action.clone(), &encoded(&fields)).await?;
                assert!(shown.contains("보험 서류") && shown.contains(&format!("data-pay=\"{button}\"")), "{shown}");
                let mut repeated = hidden(&shown);
                repeated.push(("choice".to_owned(), button.to_owned()));
                let answer = self.browser.post(action.join("/smart/payment/choice")?).form(&repeated).send().await?;
                let shown = answer.text().await?;
                assert!(shown.contains(&format!("action=\"{BACK}?oid={oid}\"")), "{shown}");
                // the browser encodes as the page says
                read_form(encoded(&hidden(&shown)).as_bytes())
            }
        };
        Ok(provider.read_return(&pairs)?)
    }

    async fn post(&self, url: Url, form: &str) -> Result<String> {
        let call = self.browser.post(url).header("content-type", "application/x-www-form-urlencoded");
        Ok(call.body(form.to_owned()).send().await?.text().await?)
    }

    async fn agree(&self, provider: &Provider, oid: &Oid, button: &str) -> Result<Agreed> {
        match self.press(provider, oid, button).await? {
            Returned::Authorized { oid, amount, provider_key, confirm_at } => {
                assert_eq!(amount, Some(AMOUNT));
                Ok(Agreed { oid, amount: AMOUNT, provider_key, confirm_at })
            }
            other => anyhow::bail!("{other:?}"),
        }
    }

    async fn control(&self, path: &str, body: &Value) -> Result<u16> {
        Ok(self.browser.post(format!("{}/sandbox/{path}", self.base)).json(body).send().await?.status().as_u16())
    }

    /// What really moved for an order.
    async fn book(&self, oid: &Oid) -> Result<Vec<i64>> {
        let url = format!("{}/sandbox/book?orderId={oid}", self.base);
        let book: Value = self.browser.get(url).send().await?.json().await?;
        let rows = book["transactions"].as_array().context("a list")?;
        Ok(rows.iter().filter_map(|row| row["amount"].as_i64()).collect())
    }
}

/// A form as a browser encodes it on a page in EUC-KR.
fn encoded(fields: &[(String, String)]) -> String {
    let escape = |text: &str| -> String {
        let bytes = encoding_rs::EUC_KR.encode(text).0.into_owned();
        bytes.iter().fold(String::new(), |text, byte| text + &format!("%{byte:02X}"))
    };
    let pairs: Vec<String> = fields.iter().map(|(name, value)| format!("{}={}", escape(name), escape(value))).collect();
    pairs.join("&")
}

/// The hidden fields of a page.
fn hidden(html: &str) -> Vec<(String, String)> {
    let unescape = |text: &str| text.replace("&quot;", "\"").replace("&#39;", "'").replace("&amp;", "&");
    let inputs = html.split("<input type=\"hidden\" name=\"").skip(1);
    let read = |input: &str| {
        let (name, rest) = input.split_once("\" value=\"")?;
        Some((unescape(name), unescape(rest.split_once('"')?.0)))
    };
    inputs.filter_map(read).collect()
}

async fn seen(provider: &Provider, oid: &Oid) -> Result<ProviderPayment> {
    provider.by_order(oid, now()).await?.context("a payment")
}

#[tokio::test]
async fn money_is_taken_once_and_given_back_once() -> Result<()> {
    let world = World::start().await?;
    for (provider, oid) in [(world.toss("first"), oid(1)), (world.inicis(), oid(2))] {
        let agreed = world.agree(&provider, &oid, "pay").await?;
        let paid = provider.confirm(&agreed.confirm()).await?;
        assert_eq!((paid.status, paid.amount, paid.balance), (ProviderStatus::Done, AMOUNT, AMOUNT));
        assert_eq!(settle(OrderStatus::Confirming, AMOUNT, Some(&paid)), Step::Pay);
        let again = provider.confirm(&agreed.confirm()).await;
        if provider.name() == ProviderName::Toss {
            assert_eq!(again?, paid, "the first answer again");
            assert_eq!(seen(&provider, &oid).await?, paid);
        }
        assert_eq!(seen(&provider, &oid).await?.status, ProviderStatus::Done);
        for _ in 0..2 {
            let back = provider.cancel(&agreed.cancel()).await?;
            assert_eq!((back.status, back.amount, back.balance), (ProviderStatus::Canceled, AMOUNT, Won::ZERO));
            assert_ne!(back.transaction_key, paid.transaction_key);
        }
        assert_eq!(settle(OrderStatus::Refunding, AMOUNT, Some(&seen(&provider, &oid).await?)), Step::Refunded);
    }
    assert_eq!(world.book(&oid(1)).await?, [AMOUNT.get(), -AMOUNT.get()]);
    Ok(())
}

#[tokio::test]
async fn a_lost_answer_leaves_money_that_a_look_up_finds() -> Result<()> {
    let world = World::start().await?;
    let toss = world.toss("first");
    let agreed = world.agree(&toss, &oid(1), "lose").await?;
    let lost = toss.confirm(&agreed.confirm()).await;
    assert!(matches!(lost, Err(ConfirmError::Unknown(_))), "{lost:?}");
    assert_eq!(settle(OrderStatus::Confirming, AMOUNT, Some(&seen(&toss, &oid(1)).await?)), Step::Pay);
    assert_eq!(toss.confirm(&agreed.confirm()).await?.status, ProviderStatus::Done);
    assert_eq!(world.book(&oid(1)).await?, [AMOUNT.get()]);
    // the other provider has no key against asking twice: who hears nothing undoes it
    let inicis = world.inicis();
    let agreed = world.agree(&inicis, &oid(2), "lose").await?;
    let undone = inicis.confirm(&agreed.confirm()).await;
    assert!(matches!(&undone, Err(ConfirmError::Declined { code, .. }) if code == "net_canceled"), "{undone:?}");
    assert_eq!(seen(&inicis, &oid(2)).await?.status, ProviderStatus::Canceled);
    Ok(())
}

#[tokio::test]
async fn while_an_answer_is_late_a_second_question_is_open() -> Result<()> {
    let world = World::start().await?;
    let toss = world.toss("first");
    let agreed = world.agree(&toss, &oid(1), "slow").await?;
    let (confirm, second) = (agreed.confirm(), agreed.confirm());
    let (first, second) = tokio::join!(toss.confirm(&confirm), async {
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
        toss.confirm(&second).await
    });
    assert_eq!(first?.status, ProviderStatus::Done);
    assert!(matches!(second, Err(ConfirmError::Unknown(_))), "{second:?}");
    assert_eq!(toss.confirm(&agreed.confirm()).await?.status, ProviderStatus::Done);
    assert_eq!(world.book(&oid(1)).await?, [AMOUNT.get()]);
    Ok(())
}

#[tokio::test]
async fn refusals_and_second_thoughts_take_nothing() -> Result<()> {
    let world = World::start().await?;
    for (provider, number) in [(world.toss("first"), 10), (world.inicis(), 20)] {
        let canceled = world.press(&provider, &oid(number), "cancel").await?;
        assert_eq!(canceled, Returned::Canceled { oid: Some(oid(number)) });
        let refused = world.press(&provider, &oid(number + 1), "decline").await?;
        let Returned::Refused { oid: of, code, message } = refused else { panic!("{refused:?}") };
        assert_eq!(of, Some(oid(number + 1)));
        assert!(!code.is_empty() && message.contains("거절"), "{code} {message}");
        let agreed = world.agree(&provider, &oid(number + 2), "reject").await?;
        let declined = provider.confirm(&agreed.confirm()).await;
        let Err(ConfirmError::Declined { message, .. }) = declined else { panic!("{declined:?}") };
        assert!(message.contains("한도초과"), "{message}");
    }
    let toss = world.toss("first");
    for (number, status, step) in [
        (10, ProviderStatus::Ready, Step::Wait),
        (11, ProviderStatus::Aborted, Step::Close(OrderStatus::Failed)),
        (12, ProviderStatus::Aborted, Step::Close(OrderStatus::Failed)),
    ] {
        let payment = seen(&toss, &oid(number)).await?;
        assert_eq!((payment.status, settle(OrderStatus::Pending, AMOUNT, Some(&payment))), (status, step));
        assert!(world.book(&oid(number)).await?.is_empty());
    }
    assert!(world.inicis().by_order(&oid(20), now()).await?.is_none());
    Ok(())
}

#[tokio::test]
async fn a_tampered_amount_takes_nothing() -> Result<()> {
    let world = World::start().await?;
    let toss = world.toss("first");
    let agreed = world.agree(&toss, &oid(1), "pay").await?;
    let less = Agreed { amount: Won::new(100), ..agreed };
    let declined = toss.confirm(&less.confirm()).await;
    assert!(matches!(declined, Err(ConfirmError::Declined { .. })), "{declined:?}");
    assert_eq!(seen(&toss, &oid(1)).await?.status, ProviderStatus::InProgress);
    assert!(world.book(&oid(1)).await?.is_empty());
    Ok(())
}

#[tokio::test]
async fn tenants_do_not_see_each_other_s_payments() -> Result<()> {
    let world = World::start().await?;
    let (first, second) = (world.toss("first"), world.toss("second"));
    let agreed = world.agree(&first, &oid(1), "pay").await?;
    assert!(second.by_order(&oid(1), now()).await?.is_none());
    let stolen = second.confirm(&agreed.confirm()).await;
    assert!(matches!(stolen, Err(ConfirmError::Declined { .. })), "{stolen:?}");
    assert_eq!(first.confirm(&agreed.confirm()).await?.status, ProviderStatus::Done);
    assert!(matches!(second.cancel(&agreed.cancel()).await, Err(ConfirmError::Declined { .. })));
    let wrong = Account {
        provider: ProviderName::Toss,
        client_id: "test_ck".to_owned(),
        secret: "live_sk_other".to_owned().into(),
    };
    let wrong = world.payments.provider(wrong);
    let refused = wrong.by_order(&oid(1), now()).await;
    assert!(matches!(&refused, Err(Error::Refused { code, .. }) if code == "UNAUTHORIZED_KEY"), "{refused:?}");
    Ok(())
}

#[tokio::test]
async fn what_runs_out_is_expired_and_what_lies_is_noticed() -> Result<()> {
    let world = World::start().await?;
    let toss = world.toss("first");
    let agreed = world.agree(&toss, &oid(1), "pay").await?;
    world.control("clock", &json!({ "advanceSeconds": 601 })).await?;
    assert_eq!(seen(&toss, &oid(1)).await?.status, ProviderStatus::Expired);
    assert!(matches!(toss.confirm(&agreed.confirm()).await, Err(ConfirmError::Declined { .. })));
    let agreed = world.agree(&toss, &oid(2), "pay").await?;
    toss.confirm(&agreed.confirm()).await?;
    let lie = async |lies: Value| world.control(&format!("payments/{}/lies", oid(2)), &lies).await;
    for lies in [json!({ "amount": 1 }), json!({ "currency": "USD" }), json!({ "status": "PARTIAL_CANCELED" })] {
        assert_eq!(lie(lies.clone()).await?, 204);
        let payment = seen(&toss, &oid(2)).await?;
        assert_eq!(settle(OrderStatus::Confirming, AMOUNT, Some(&payment)), Step::Mismatch, "{lies}");
    }
    lie(json!({ "orderId": "clm_another" })).await?;
    assert!(matches!(toss.by_order(&oid(2), now()).await, Err(Error::Outage(_))));
    Ok(())
}

#[tokio::test]
async fn a_day_is_read_page_by_page_and_paid_out_two_business_days_later() -> Result<()> {
    let world = World::start().await?;
    let toss = world.toss("first");
    let order = json!({ "secret": "test_sk_sandbox_first", "orderId": "bulk_01", "amount": 10_000, "count": 25,
        "at": "2026-11-20T03:00:00Z" });
    assert_eq!(world.control("payments", &order).await?, 200);
    let day = chrono::NaiveDate::from_ymd_opt(2026, 11, 20).context("a day")?;
    let mut keys = std::collections::BTreeSet::new();
    let (mut after, mut pages, mut sum) = (None, 0, Won::ZERO);
    loop {
        let page = toss.day(&Window::of_day(day, after.take(), 10)).await?;
        pages += 1;
        after = page.last().map(|row| row.transaction_key.clone());
        sum = sum + page.iter().map(|row| row.amount).sum();
        keys.extend(page.iter().map(|row| row.transaction_key.clone()));
        if page.len() < 10 {
            break;
        }
    }
    assert_eq!((pages, keys.len(), sum), (3, 25, Won::new(250_000)));
    assert!(toss.day(&Window::of_day(day.pred_opt().context("a day")?, None, 10)).await?.is_empty());
    assert!(world.toss("second").day(&Window::of_day(day, None, 10)).await?.is_empty());
    // the 20th is a Friday
    let paid_out = day + TimeDelta::days(4);
    let rows = toss.settlements(paid_out, 1).await?;
    assert_eq!(rows.len(), 25);
    assert!(rows.iter().all(|row| row.paid_out == row.amount - row.fee - row.vat && row.sold_on == day));
    assert!(toss.settlements(paid_out, 2).await?.is_empty() && toss.settlements(day, 1).await?.is_empty());
    Ok(())
}

#[tokio::test]
async fn webhooks_hint_at_the_order_until_they_are_taken_and_twice_if_ordered() -> Result<()> {
    let world = World::start().await?;
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
    let url = format!("http://{}/hook", listener.local_addr()?);
    world.control("webhooks", &json!({ "url": url, "copies": 2, "minuteMillis": 1 })).await?;
    let toss = world.toss("first");
    let agreed = world.agree(&toss, &oid(1), "pay").await?;
    toss.confirm(&agreed.confirm()).await?;
    // two changes in two copies, and the first four attempts are refused
    let mut bodies = Vec::new();
    for number in 0..8 {
        let (mut stream, _) = listener.accept().await?;
        let body = hook(&mut stream, if number < 4 { "500 Internal Server Error" } else { "200 OK" }).await?;
        bodies.push(body);
    }
    let hint = read_webhook(ProviderName::Toss, bodies[0].as_bytes()).context("a hint")?;
    assert_eq!((hint.oid, hint.provider_key.as_deref()), (Some(oid(1)), Some(agreed.provider_key.as_str())));
    let done = bodies.iter().filter(|body| body.contains("\"DONE\"")).count();
    assert!(done >= 2, "{bodies:#?}");
    Ok(())
}

/// Answers one webhook, and returns its body.
async fn hook(stream: &mut tokio::net::TcpStream, status: &str) -> Result<String> {
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    let mut text = String::new();
    while !text.ends_with("CHANGED\"}") {
        let mut part = [0; 4_096];
        let count = stream.read(&mut part).await?;
        anyhow::ensure!(count > 0, "half a webhook");
        text.push_str(std::str::from_utf8(&part[..count])?);
    }
    let answer = format!("HTTP/1.1 {status}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n");
    stream.write_all(answer.as_bytes()).await?;
    Ok(text.split("\r\n\r\n").nth(1).context("a body")?.to_owned())
}
