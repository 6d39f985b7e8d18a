//! Card payment on a phone over HTTP, as used by the shop's page, the payer's browser and the shop's server.

use anyhow::{Context as _, Result};
use reqwest::Client;
use sandbox::parties::faults::Faults;
use sandbox::parties::inicis::{Merchant, router};
use sandbox::parties::serve;
use serde_json::Value;
use sha2::{Digest as _, Sha512};

/// A form in EUC-KR: the goods are called 서류.
const FORM: &str = "P_INI_PAYMENT=CARD&P_MID=INIpayTest&P_OID=order_1&P_AMT=1000&P_GOODS=%BC%AD%B7%F9&P_UNAME=a&\
                    P_NEXT_URL=http%3A%2F%2Fbom.localhost%3A8400%2Fback&P_NOTI=order_1";
const TIME: &str = "20261121183015";

struct Inicis {
    client: Client,
    base: String,
}

impl Inicis {
    async fn start() -> Result<Self> {
        let base = serve(router(Merchant::default(), Faults::default())).await?;
        Ok(Self { client: Client::builder().no_proxy().build()?, base })
    }

    async fn post(&self, path: &str, form: &str) -> Result<(u16, Vec<u8>)> {
        let call = self.client.post(format!("{}{path}", self.base));
        let call = call.header("content-type", "application/x-www-form-urlencoded").body(form.to_owned());
        let response = call.send().await?;
        Ok((response.status().as_u16(), response.bytes().await?.to_vec()))
    }

    /// The page after a choice.
    async fn choose(&self, choice: &str) -> Result<String> {
        let form = "P_MID=INIpayTest&P_OID=order_1&P_AMT=1000&P_GOODS=x&P_NOTI=order_1&\
                    P_NEXT_URL=http%3A%2F%2Fbom.localhost%3A8400%2Fback";
        let (status, page) = self.post("/smart/payment/choice", &format!("{form}&choice={choice}")).await?;
        assert_eq!(status, 200);
        Ok(String::from_utf8(page)?)
    }

    async fn call(&self, path: &str, [kind, method]: [&str; 2], tid: &str, rest: &str) -> Result<Value> {
        let hash = hex::encode(Sha512::digest(format!("ItEQKi3rY7uvDS8l{kind}{method}{TIME}127.0.0.1INIpayTest{tid}")));
        let form = format!(
            "type={kind}&paymethod={method}&timestamp={TIME}&clientIp=127.0.0.1&mid=INIpayTest&hashData={hash}{rest}"
        );
        Ok(serde_json::from_slice(&self.post(path, &form).await?.1)?)
    }

    async fn status(&self) -> Result<Value> {
        Ok(self.call("/api/v1/extra", ["Extra", "Inquiry"], "", "&oid=order_1").await?["status"].clone())
    }
}

/// The value of a hidden field.
fn value<'a>(page: &'a str, name: &str) -> Option<&'a str> {
    let (_, rest) = page.split_once(&format!("name=\"{name}\" value=\""))?;
    Some(rest.split_once('"')?.0)
}

#[tokio::test]
async fn euc_kr_form_is_parsed_and_validated() -> Result<()> {
    let inicis = Inicis::start().await?;
    let (status, page) = inicis.post("/smart/payment/", FORM).await?;
    assert_eq!(status, 200);
    assert!(String::from_utf8(page)?.contains("서류"));
    for (from, to) in [
        ("P_MID=INIpayTest", "P_MID=other"),
        ("P_AMT=1000", "P_AMT=-1"),
        ("bom.localhost", "evil.example"),
        ("P_OID=order_1", "P_OID=a1234567890123456789012345678901234567890"),
        ("P_UNAME=a", "P_UNAME=a123456789012345678901234567890"),
        // sixteen syllables are 32 bytes
        ("P_UNAME=a", &format!("P_UNAME={}", "%BC%AD".repeat(16))),
        // as a browser sends Đặng Thị Hong N
        ("P_UNAME=a", "P_UNAME=%26%23272%3B%26%237863%3Bng+Th%26%237883%3B+Hong+N"),
        ("P_GOODS=%BC%AD", &format!("P_GOODS={}", "%BC%AD".repeat(40))),
    ] {
        assert_eq!(inicis.post("/smart/payment/", &FORM.replace(from, to)).await?.0, 400, "{to}");
    }
    let longest = FORM.replace("P_UNAME=a", &format!("P_UNAME={}", "%BC%AD".repeat(15)));
    assert_eq!(inicis.post("/smart/payment/", &longest).await?.0, 200);
    Ok(())
}

#[tokio::test]
async fn payment_is_captured_found_and_refunded() -> Result<()> {
    let inicis = Inicis::start().await?;
    assert_eq!(inicis.status().await?, "9");
    let page = inicis.choose("pay").await?;
    assert!(page.contains("accept-charset=\"euc-kr\""), "{page}");
    assert_eq!((value(&page, "P_STATUS"), value(&page, "P_NOTI")), (Some("00"), Some("order_1")));
    let request = format!("{}/smart/payReq.ini", inicis.base);
    assert_eq!(value(&page, "P_REQ_URL"), Some(request.as_str()));
    let tid = value(&page, "P_TID").context("a number")?;
    assert_eq!(&tid[10..20], "INIpayTest");
    let form = format!("P_MID=INIpayTest&P_TID={tid}");
    let (_, taken) = inicis.post("/smart/payReq.ini", &form).await?;
    assert!(taken.starts_with(b"P_STATUS=00&") && !taken.is_ascii() && String::from_utf8(taken).is_err());
    assert!(inicis.post("/smart/payReq.ini", &form).await?.1.starts_with(b"P_STATUS=9002"));
    assert_eq!(inicis.status().await?, "0");
    let refund = async || inicis.call("/api/v1/refund", ["Refund", "Card"], tid, &format!("&tid={tid}&msg=r")).await;
    assert_eq!(refund().await?["resultCode"], "00");
    assert_eq!(refund().await?["resultCode"], "01");
    assert_eq!(inicis.status().await?, "1");
    let forged = inicis.call("/api/v1/refund", ["Refund", "Card"], "other", &format!("&tid={tid}&msg=r")).await?;
    assert_eq!(forged["resultCode"], "01");
    Ok(())
}

#[tokio::test]
async fn net_cancel_works_before_and_after_capture() -> Result<()> {
    let inicis = Inicis::start().await?;
    for take in [true, false] {
        let page = inicis.choose("pay").await?;
        let form = format!("P_MID=INIpayTest&P_TID={}", value(&page, "P_TID").context("a number")?);
        if take {
            inicis.post("/smart/payReq.ini", &form).await?;
        }
        assert!(inicis.post("/smart/payNetCancel.ini", &form).await?.1.starts_with(b"P_STATUS=00"));
        assert!(inicis.post("/smart/payNetCancel.ini", &form).await?.1.starts_with(b"P_STATUS=9003"));
        assert!(inicis.post("/smart/payReq.ini", &form).await?.1.starts_with(b"P_STATUS=9002"));
    }
    let book: Value = inicis.client.get(format!("{}/sandbox/book", inicis.base)).send().await?.json().await?;
    let amounts: Vec<_> = book["transactions"].as_array().context("rows")?.iter().map(|row| &row["amount"]).collect();
    assert_eq!(amounts, [1_000, -1_000]);
    Ok(())
}

#[tokio::test]
async fn declined_payments_have_codes() -> Result<()> {
    let inicis = Inicis::start().await?;
    for (choice, status) in [("cancel", "01"), ("decline", "8037")] {
        let page = inicis.choose(choice).await?;
        assert_eq!((value(&page, "P_STATUS"), value(&page, "P_TID")), (Some(status), None));
    }
    let page = inicis.choose("reject").await?;
    let form = format!("P_MID=INIpayTest&P_TID={}", value(&page, "P_TID").context("a number")?);
    assert!(inicis.post("/smart/payReq.ini", &form).await?.1.starts_with(b"P_STATUS=8210"));
    assert_eq!(inicis.status().await?, "9");
    Ok(())
}
