mod checkout;
mod confirmation;
mod lists;

use chrono::TimeZone as _;
use domain::{ProviderName, ProviderStatus};

use super::*;
use crate::payment::{PaymentUrls, Payments, Provider, parse_form};
use crate::stub::{Party, body, closed_url, header};

const OID: &str = "clm_order-1";

/// Returns the documented response to a confirmation.
fn done_payment() -> Value {
    json!({
        "mId": "tosspayments", "version": "2022-11-16", "lastTransactionKey": "B7103F204998813B889C77C043D09502",
        "paymentKey": "tgen_1", "orderId": OID, "orderName": "x", "currency": "KRW", "method": "카드", "status": "DONE",
        "requestedAt": "2022-06-08T15:40:09+09:00", "approvedAt": "2022-06-08T15:40:49+09:00", "useEscrow": false,
        "cultureExpense": false, "card": {"issuerCode": "61", "number": "12345678****789*", "amount": 3630},
        "virtualAccount": null, "transfer": null, "cancels": null, "secret": null, "type": "NORMAL", "easyPay": null,
        "country": "KR", "failure": null, "totalAmount": 3630, "balanceAmount": 3630, "suppliedAmount": 3300, "vat": 330,
        "taxFreeAmount": 0, "receipt": {"url": "https://dashboard.tosspayments.com/receipt/1"},
        "checkout": {"url": "https://api.tosspayments.com/v1/payments/tgen_1/checkout"}, "newField": {"a": [1]},
    })
}

fn payment_with(field: &str, value: Value) -> Value {
    let mut body = done_payment();
    body[field] = value;
    body
}

fn provider(url: &Url) -> Provider {
    let urls = PaymentUrls { toss: url.clone(), inicis: url.clone(), inicis_api: url.clone() };
    let secret = "test_sk_sandbox".into();
    let account = MerchantAccount { provider: ProviderName::Toss, client_id: "test_ck".to_owned(), secret };
    Payments::new(urls).expect("clients").provider(account)
}

fn oid() -> Oid {
    Oid::parse(OID).expect("an order's number")
}

fn now() -> DateTime<Utc> {
    Utc.with_ymd_and_hms(2026, 11, 21, 0, 0, 0).single().expect("a time")
}

fn refusal(code: &str) -> String {
    json!({ "code": code, "message": "사유" }).to_string()
}

async fn confirm_at(url: &Url) -> Result<ProviderPayment, ConfirmError> {
    let oid = oid();
    let request = ConfirmRequest { oid: &oid, amount: Krw::new(3_630), provider_key: "tgen_1", confirm_at: None };
    provider(url).confirm(&request).await
}

async fn confirm(status: u16, body: &str) -> Result<ProviderPayment, ConfirmError> {
    let party = Party::with_responses(&[(status, body)]).await;
    confirm_at(&party.url).await
}

async fn find(status: u16, body: &str) -> Result<Option<ProviderPayment>, Error> {
    let party = Party::with_responses(&[(status, body)]).await;
    provider(&party.url).find_by_order(&oid(), now()).await
}
