//! Card payments against the sandbox's providers, which follow the published documentation rather than the clients.

use anyhow::{Context as _, Result};
use chrono::{DateTime, TimeDelta, Utc};
use domain::order::{Step, next_step};
use domain::{Krw, Oid, OrderStatus, ProviderName, ProviderPayment, ProviderStatus};
use partners::payment::{
    CancelRequest, Checkout, CheckoutResult, ConfirmError, ConfirmRequest, Error, MerchantAccount, NewCheckout,
    PaymentUrls, Payments, Provider, TransactionQuery, parse_form, parse_webhook,
};
use reqwest::redirect::Policy;
use reqwest::{Client, Url};
use sandbox::parties::faults::Faults;
use sandbox::parties::{inicis, serve, toss};
use serde_json::{Value, json};

const AMOUNT: Krw = Krw::new(18_260);
const RETURN_URL: &str = "http://bom.localhost:8400/api/v1/payments/return/x";

/// Both providers and a browser.
struct TestProviders {
    base: String,
    payments: Payments,
    browser: Client,
}

/// A payment that the payer agreed to.
struct AuthorizedPayment {
    oid: Oid,
    amount: Krw,
    provider_key: String,
    confirm_at: Option<Url>,
}

impl AuthorizedPayment {
    fn confirm(&self) -> ConfirmRequest<'_> {
        let Self { oid, amount, provider_key, confirm_at } = self;
        ConfirmRequest { oid, amount: *amount, provider_key, confirm_at: confirm_at.as_ref() }
    }

    fn cancel(&self) -> CancelRequest<'_> {
        let Self { oid, amount, provider_key, .. } = self;
        CancelRequest { oid, provider_key, amount: *amount, reason: "취소", now: now() }
    }
}

fn now() -> DateTime<Utc> {
    sandbox::clock::now()
}

fn oid(number: u8) -> Oid {
    Oid::new([number; 18])
}

impl TestProviders {
    async fn start() -> Result<Self> {
        let slow = std::time::Duration::from_millis(400);
        let base =
            serve(toss::router(toss::Settings { slow_delay: slow, ..toss::Settings::default() }, Faults::default()))
                .await?;
        let mobile = serve(inicis::router(
            inicis::Merchant { slow_delay: slow, ..inicis::Merchant::default() },
            Faults::default(),
        ))
        .await?;
        let (toss, inicis): (Url, Url) = (base.parse()?, mobile.parse()?);
        let payments = Payments::new(PaymentUrls { toss, inicis: inicis.clone(), inicis_api: inicis })?;
        let browser = Client::builder().no_proxy().redirect(Policy::none()).build()?;
        Ok(Self { base, payments, browser })
    }

    fn toss(&self, tenant: &str) -> Provider {
        let (client_id, secret) = (format!("test_ck_{tenant}"), format!("test_sk_sandbox_{tenant}").into());
        self.payments.provider(MerchantAccount { provider: ProviderName::Toss, client_id, secret })
    }

    fn inicis(&self) -> Provider {
        let (client_id, secret) = ("INIpayTest".to_owned(), "ItEQKi3rY7uvDS8l".into());
        self.payments.provider(MerchantAccount { provider: ProviderName::Inicis, client_id, secret })
    }

    /// Starts a payment, presses a button in the payer's window, and parses the browser's return.
    async fn press_button(&self, provider: &Provider, oid: &Oid, button: &str) -> Result<CheckoutResult> {
        let back = RETURN_URL.parse()?;
        let new =
            NewCheckout {
                oid, amount: AMOUNT, name: "보험 서류", buyer: "김하늘", return_url: &back, mobile: true
            };
        let started = provider.start(&new).await?;
        let pairs = match started.checkout {
            Checkout::Redirect(url) => {
                let shown = self.browser.get(url.clone()).send().await?.text().await?;
                assert!(shown.contains("보험 서류") && shown.contains("18,260원"), "{shown}");
                assert!(shown.contains(&format!("data-pay=\"{button}\"")), "{shown}");
                let response = self.browser.post(url).form(&[("choice", button)]).send().await?;
                let to: Url = response.headers().get("location").context("a way back")?.to_str()?.parse()?;
                assert!(to.as_str().starts_with(RETURN_URL), "{to}");
                parse_form(to.query().unwrap_or_default().as_bytes())
            }
            Checkout::FormPost { action, fields, charset } => {
                assert_eq!(charset, "euc-kr");
                let shown = self.post(action.clone(), &encode_form(&fields)).await?;
                assert!(shown.contains("보험 서류") && shown.contains(&format!("data-pay=\"{button}\"")), "{shown}");
                let mut repeated = hidden_fields(&shown);
                repeated.push(("choice".to_owned(), button.to_owned()));
                let response = self.browser.post(action.join("/smart/payment/choice")?).form(&repeated).send().await?;
                let shown = response.text().await?;
                assert!(shown.contains(&format!("action=\"{RETURN_URL}?oid={oid}\"")), "{shown}");
                // the browser uses the encoding of the page
                parse_form(encode_form(&hidden_fields(&shown)).as_bytes())
            }
        };
        Ok(provider.parse_return(&pairs)?)
    }

    async fn post(&self, url: Url, form: &str) -> Result<String> {
        let call = self.browser.post(url).header("content-type", "application/x-www-form-urlencoded");
        Ok(call.body(form.to_owned()).send().await?.text().await?)
    }

    async fn agree(&self, provider: &Provider, oid: &Oid, button: &str) -> Result<AuthorizedPayment> {
        match self.press_button(provider, oid, button).await? {
            CheckoutResult::Authorized { oid, amount, provider_key, confirm_at } => {
                assert_eq!(amount, Some(AMOUNT));
                Ok(AuthorizedPayment { oid, amount: AMOUNT, provider_key, confirm_at })
            }
            other => anyhow::bail!("{other:?}"),
        }
    }

    async fn control(&self, path: &str, body: &Value) -> Result<u16> {
        Ok(self.browser.post(format!("{}/sandbox/{path}", self.base)).json(body).send().await?.status().as_u16())
    }

    /// Returns the amounts that moved for an order.
    async fn list_amounts(&self, oid: &Oid) -> Result<Vec<i64>> {
        let url = format!("{}/sandbox/book?orderId={oid}", self.base);
        let list_amounts: Value = self.browser.get(url).send().await?.json().await?;
        let rows = list_amounts["transactions"].as_array().context("a list")?;
        Ok(rows.iter().filter_map(|row| row["amount"].as_i64()).collect())
    }
}

/// Encodes a form as a browser does on a page in EUC-KR.
fn encode_form(fields: &[(String, String)]) -> String {
    let escape = |text: &str| -> String {
        let bytes = encoding_rs::EUC_KR.encode(text).0.into_owned();
        bytes.iter().fold(String::new(), |text, byte| text + &format!("%{byte:02X}"))
    };
    let pairs: Vec<String> = fields.iter().map(|(name, value)| format!("{}={}", escape(name), escape(value))).collect();
    pairs.join("&")
}

/// Returns the hidden fields of a page.
fn hidden_fields(html: &str) -> Vec<(String, String)> {
    let unescape = |text: &str| text.replace("&quot;", "\"").replace("&#39;", "'").replace("&amp;", "&");
    let inputs = html.split("<input type=\"hidden\" name=\"").skip(1);
    let read = |input: &str| {
        let (name, rest) = input.split_once("\" value=\"")?;
        Some((unescape(name), unescape(rest.split_once('"')?.0)))
    };
    inputs.filter_map(read).collect()
}

async fn find(provider: &Provider, oid: &Oid) -> Result<ProviderPayment> {
    provider.find_by_order(oid, now()).await?.context("a payment")
}

#[tokio::test]
async fn retries_move_money_once() -> Result<()> {
    let providers = TestProviders::start().await?;
    for (provider, oid) in [(providers.toss("first"), oid(1)), (providers.inicis(), oid(2))] {
        let agreed = providers.agree(&provider, &oid, "pay").await?;
        let paid = provider.confirm(&agreed.confirm()).await?;
        assert_eq!((paid.status, paid.amount, paid.balance), (ProviderStatus::Done, AMOUNT, AMOUNT));
        assert_eq!(next_step(OrderStatus::Confirming, AMOUNT, Some(&paid)), Step::Pay);
        let again = provider.confirm(&agreed.confirm()).await;
        if provider.name() == ProviderName::Toss {
            assert_eq!(again?, paid, "the first response again");
            assert_eq!(find(&provider, &oid).await?, paid);
        }
        assert_eq!(find(&provider, &oid).await?.status, ProviderStatus::Done);
        for _ in 0..2 {
            let back = provider.cancel(&agreed.cancel()).await?;
            assert_eq!((back.status, back.amount, back.balance), (ProviderStatus::Canceled, AMOUNT, Krw::ZERO));
            assert_ne!(back.transaction_key, paid.transaction_key);
        }
        assert_eq!(next_step(OrderStatus::Refunding, AMOUNT, Some(&find(&provider, &oid).await?)), Step::Refunded);
    }
    assert_eq!(providers.list_amounts(&oid(1)).await?, [AMOUNT.get(), -AMOUNT.get()]);
    Ok(())
}

#[tokio::test]
async fn lost_confirmation_is_found_by_lookup() -> Result<()> {
    let providers = TestProviders::start().await?;
    let toss = providers.toss("first");
    let agreed = providers.agree(&toss, &oid(1), "lose").await?;
    let lost = toss.confirm(&agreed.confirm()).await;
    assert!(matches!(lost, Err(ConfirmError::Unknown(_))), "{lost:?}");
    assert_eq!(next_step(OrderStatus::Confirming, AMOUNT, Some(&find(&toss, &oid(1)).await?)), Step::Pay);
    assert_eq!(toss.confirm(&agreed.confirm()).await?.status, ProviderStatus::Done);
    assert_eq!(providers.list_amounts(&oid(1)).await?, [AMOUNT.get()]);
    // Inicis has no idempotency key: when the response is lost, the client cancels the payment
    let inicis = providers.inicis();
    let agreed = providers.agree(&inicis, &oid(2), "lose").await?;
    let undone = inicis.confirm(&agreed.confirm()).await;
    assert!(matches!(&undone, Err(ConfirmError::Declined { code, .. }) if code == "net_canceled"), "{undone:?}");
    assert_eq!(find(&inicis, &oid(2)).await?.status, ProviderStatus::Canceled);
    Ok(())
}

#[tokio::test]
async fn confirmation_during_another_is_unknown() -> Result<()> {
    let providers = TestProviders::start().await?;
    let toss = providers.toss("first");
    let agreed = providers.agree(&toss, &oid(1), "slow").await?;
    let (confirm, second) = (agreed.confirm(), agreed.confirm());
    let (first, second) = tokio::join!(toss.confirm(&confirm), async {
        // the provider has captured the money and delays its response
        let captured = async { while providers.list_amounts(&oid(1)).await.is_ok_and(|amounts| amounts.is_empty()) {} };
        tokio::time::timeout(std::time::Duration::from_secs(10), captured).await.expect("a transaction");
        toss.confirm(&second).await
    });
    assert_eq!(first?.status, ProviderStatus::Done);
    assert!(matches!(second, Err(ConfirmError::Unknown(_))), "{second:?}");
    assert_eq!(toss.confirm(&agreed.confirm()).await?.status, ProviderStatus::Done);
    assert_eq!(providers.list_amounts(&oid(1)).await?, [AMOUNT.get()]);
    Ok(())
}

#[tokio::test]
async fn canceled_and_refused_payments_take_nothing() -> Result<()> {
    let providers = TestProviders::start().await?;
    for (provider, number) in [(providers.toss("first"), 10), (providers.inicis(), 20)] {
        let canceled = providers.press_button(&provider, &oid(number), "cancel").await?;
        assert_eq!(canceled, CheckoutResult::Canceled { oid: Some(oid(number)) });
        let refused = providers.press_button(&provider, &oid(number + 1), "decline").await?;
        let CheckoutResult::Refused { oid: of, code, message } = refused else { panic!("{refused:?}") };
        assert_eq!(of, Some(oid(number + 1)));
        assert!(!code.is_empty() && message.contains("거절"), "{code} {message}");
        let agreed = providers.agree(&provider, &oid(number + 2), "reject").await?;
        let declined = provider.confirm(&agreed.confirm()).await;
        let Err(ConfirmError::Declined { message, .. }) = declined else { panic!("{declined:?}") };
        assert!(message.contains("한도초과"), "{message}");
    }
    let toss = providers.toss("first");
    for (number, status, step) in [
        (10, ProviderStatus::Ready, Step::Wait),
        (11, ProviderStatus::Aborted, Step::Close(OrderStatus::Failed)),
        (12, ProviderStatus::Aborted, Step::Close(OrderStatus::Failed)),
    ] {
        let payment = find(&toss, &oid(number)).await?;
        assert_eq!((payment.status, next_step(OrderStatus::Pending, AMOUNT, Some(&payment))), (status, step));
        assert!(providers.list_amounts(&oid(number)).await?.is_empty());
    }
    assert!(providers.inicis().find_by_order(&oid(20), now()).await?.is_none());
    Ok(())
}

#[tokio::test]
async fn tampered_amount_is_declined() -> Result<()> {
    let providers = TestProviders::start().await?;
    let toss = providers.toss("first");
    let agreed = providers.agree(&toss, &oid(1), "pay").await?;
    let less = AuthorizedPayment { amount: Krw::new(100), ..agreed };
    let declined = toss.confirm(&less.confirm()).await;
    assert!(matches!(declined, Err(ConfirmError::Declined { .. })), "{declined:?}");
    assert_eq!(find(&toss, &oid(1)).await?.status, ProviderStatus::InProgress);
    assert!(providers.list_amounts(&oid(1)).await?.is_empty());
    Ok(())
}

#[tokio::test]
async fn tenants_have_separate_payments() -> Result<()> {
    let providers = TestProviders::start().await?;
    let (first, second) = (providers.toss("first"), providers.toss("second"));
    let agreed = providers.agree(&first, &oid(1), "pay").await?;
    assert!(second.find_by_order(&oid(1), now()).await?.is_none());
    let stolen = second.confirm(&agreed.confirm()).await;
    assert!(matches!(stolen, Err(ConfirmError::Declined { .. })), "{stolen:?}");
    assert_eq!(first.confirm(&agreed.confirm()).await?.status, ProviderStatus::Done);
    assert!(matches!(second.cancel(&agreed.cancel()).await, Err(ConfirmError::Declined { .. })));
    let wrong = MerchantAccount {
        provider: ProviderName::Toss,
        client_id: "test_ck".to_owned(),
        secret: "live_sk_other".to_owned().into(),
    };
    let wrong = providers.payments.provider(wrong);
    let refused = wrong.find_by_order(&oid(1), now()).await;
    assert!(matches!(&refused, Err(Error::Refused { code, .. }) if code == "UNAUTHORIZED_KEY"), "{refused:?}");
    Ok(())
}

#[tokio::test]
async fn expired_and_false_payments_are_detected() -> Result<()> {
    let providers = TestProviders::start().await?;
    let toss = providers.toss("first");
    let agreed = providers.agree(&toss, &oid(1), "pay").await?;
    providers.control("clock", &json!({ "advanceSeconds": 601 })).await?;
    assert_eq!(find(&toss, &oid(1)).await?.status, ProviderStatus::Expired);
    assert!(matches!(toss.confirm(&agreed.confirm()).await, Err(ConfirmError::Declined { .. })));
    let agreed = providers.agree(&toss, &oid(2), "pay").await?;
    toss.confirm(&agreed.confirm()).await?;
    let lie = async |lies: Value| providers.control(&format!("payments/{}/lies", oid(2)), &lies).await;
    for lies in [json!({ "amount": 1 }), json!({ "currency": "USD" }), json!({ "status": "PARTIAL_CANCELED" })] {
        assert_eq!(lie(lies.clone()).await?, 204);
        let payment = find(&toss, &oid(2)).await?;
        assert_eq!(next_step(OrderStatus::Confirming, AMOUNT, Some(&payment)), Step::Mismatch, "{lies}");
    }
    lie(json!({ "orderId": "clm_another" })).await?;
    assert!(matches!(toss.find_by_order(&oid(2), now()).await, Err(Error::ServiceUnavailable(_))));
    Ok(())
}

#[tokio::test]
async fn lists_are_paged_and_settled_later() -> Result<()> {
    let providers = TestProviders::start().await?;
    let toss = providers.toss("first");
    let order = json!({ "secret": "test_sk_sandbox_first", "orderId": "bulk_01", "amount": 10_000, "count": 25,
        "at": "2026-11-20T03:00:00Z" });
    assert_eq!(providers.control("payments", &order).await?, 200);
    let day = chrono::NaiveDate::from_ymd_opt(2026, 11, 20).context("a day")?;
    let mut keys = std::collections::BTreeSet::new();
    let (mut after, mut pages, mut sum) = (None, 0, Krw::ZERO);
    loop {
        let page = toss.list_transactions(&TransactionQuery::for_day(day, after.take(), 10)).await?;
        pages += 1;
        after = page.last().map(|row| row.transaction_key.clone());
        sum = sum + page.iter().map(|row| row.amount).sum();
        keys.extend(page.iter().map(|row| row.transaction_key.clone()));
        if page.len() < 10 {
            break;
        }
    }
    assert_eq!((pages, keys.len(), sum), (3, 25, Krw::new(250_000)));
    assert!(
        toss.list_transactions(&TransactionQuery::for_day(day.pred_opt().context("a day")?, None, 10))
            .await?
            .is_empty()
    );
    assert!(providers.toss("second").list_transactions(&TransactionQuery::for_day(day, None, 10)).await?.is_empty());
    // the 20th is a Friday
    let paid_out = day + TimeDelta::days(4);
    let rows = toss.list_settlements(paid_out, 1).await?;
    assert_eq!(rows.len(), 25);
    assert!(rows.iter().all(|row| row.paid_out == row.amount - row.fee - row.vat && row.sold_on == day));
    assert!(toss.list_settlements(paid_out, 2).await?.is_empty() && toss.list_settlements(day, 1).await?.is_empty());
    Ok(())
}

#[tokio::test]
async fn webhooks_are_repeated_until_accepted() -> Result<()> {
    let providers = TestProviders::start().await?;
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
    let url = format!("http://{}/hook", listener.local_addr()?);
    providers.control("webhooks", &json!({ "url": url, "copies": 2, "minuteMillis": 1 })).await?;
    let toss = providers.toss("first");
    let agreed = providers.agree(&toss, &oid(1), "pay").await?;
    toss.confirm(&agreed.confirm()).await?;
    // two changes, each sent twice, and the first four attempts are refused
    let mut bodies = Vec::new();
    for number in 0..8 {
        let (mut stream, _) = listener.accept().await?;
        let body =
            respond_to_webhook(&mut stream, if number < 4 { "500 Internal Server Error" } else { "200 OK" }).await?;
        bodies.push(body);
    }
    let hint = parse_webhook(ProviderName::Toss, bodies[0].as_bytes()).context("a hint")?;
    assert_eq!((hint.oid, hint.provider_key.as_deref()), (Some(oid(1)), Some(agreed.provider_key.as_str())));
    let done = bodies.iter().filter(|body| body.contains("\"DONE\"")).count();
    assert!(done >= 2, "{bodies:#?}");
    Ok(())
}

/// Responds to a webhook and returns its body.
async fn respond_to_webhook(stream: &mut tokio::net::TcpStream, status: &str) -> Result<String> {
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    let mut text = String::new();
    while !text.ends_with("CHANGED\"}") {
        let mut part = [0; 4_096];
        let count = stream.read(&mut part).await?;
        anyhow::ensure!(count > 0, "half a webhook");
        text.push_str(std::str::from_utf8(&part[..count])?);
    }
    let response = format!("HTTP/1.1 {status}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n");
    stream.write_all(response.as_bytes()).await?;
    Ok(text.split("\r\n\r\n").nth(1).context("a body")?.to_owned())
}
