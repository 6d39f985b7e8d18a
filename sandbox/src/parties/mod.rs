//! The outside parties that the product speaks with, each as its own documents describe it, on an address of its own.
//!
//! They are written from what the parties publish and never from the product's client, so that both can be wrong apart.

pub mod faults;
mod given;
mod index;
pub mod inicis;
pub mod juso;
pub mod portone;
pub mod secrets;
pub mod social;
pub mod toss;
mod wire;

use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::Path;

use anyhow::Result;
use axum::Router;
use clap::Args;
use futures::future::try_join_all;
use tokio::net::TcpListener;

use crate::machine::ports;
use crate::machine::signals::Ending;
use faults::Faults;
pub use given::GivenParties;
use portone::Store;
use social::{App, google, kakao, naver};

/// How many parties there are.
pub const COUNT: usize = 7;

/// The keys that the product shows to the parties, by the name of their variables.
pub type Keys = BTreeMap<&'static str, String>;

/// A party.
#[derive(Debug)]
pub struct Party {
    /// Its name in addresses and in `dev.json`.
    pub name: &'static str,
    /// What it is, for people.
    pub about: &'static str,
    /// The variables that hold its addresses, each with the path that follows its base.
    pub addresses: &'static [(&'static str, &'static str)],
    /// What it serves.
    pub router: Router,
}

/// Every party, none of which listens yet. Their order is that of the ports. Money that was taken stays taken in the next start:
/// the book of it lies in `data`.
#[must_use]
pub fn all(keys: &Keys, data: Option<&Path>) -> [Party; COUNT] {
    let key = |name: &str| keys.get(name).cloned().unwrap_or_default();
    let app = |id: &str, secret: &str| App { id: key(id), secret: key(secret) };
    let store =
        Store { id: key("PORTONE_STORE_ID"), channel: key("PORTONE_CHANNEL_KEY"), secret: key("PORTONE_API_SECRET") };
    [
        Party {
            name: "juso",
            about: "도로명주소 검색 (juso.go.kr)",
            addresses: &[("JUSO_URL", "")],
            router: juso::router(&key("JUSO_KEY"), Faults::default()),
        },
        Party {
            name: "kakao",
            about: "카카오 로그인",
            addresses: &[("KAKAO_AUTH_URL", ""), ("KAKAO_API_URL", "")],
            router: kakao::router(app("KAKAO_CLIENT_ID", "KAKAO_CLIENT_SECRET"), Faults::default()),
        },
        Party {
            name: "naver",
            about: "네이버 로그인",
            addresses: &[("NAVER_AUTH_URL", ""), ("NAVER_API_URL", "")],
            router: naver::router(app("NAVER_CLIENT_ID", "NAVER_CLIENT_SECRET"), Faults::default()),
        },
        Party {
            name: "google",
            about: "Google 로그인",
            addresses: &[("GOOGLE_AUTH_URL", ""), ("GOOGLE_TOKEN_URL", ""), ("GOOGLE_API_URL", "")],
            router: google::router(app("GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"), Faults::default()),
        },
        Party {
            name: "portone",
            about: "PortOne 본인인증",
            addresses: &[("PORTONE_URL", ""), ("PORTONE_SDK_URL", "/v2/browser-sdk.js")],
            router: portone::router(store, Faults::default()),
        },
        Party {
            name: "toss",
            about: "카드 결제 (Toss Payments)",
            addresses: &[("TOSS_URL", "")],
            router: toss::router(
                toss::Setup { book: data.map(|data| data.join("toss.json")), ..toss::Setup::default() },
                Faults::default(),
            ),
        },
        Party {
            name: "inicis",
            about: "모바일 카드 결제 (KG Inicis)",
            addresses: &[("INICIS_URL", ""), ("INICIS_API_URL", "")],
            router: inicis::router(inicis::Shop::default(), Faults::default()),
        },
    ]
}

/// Free ports for all of them.
///
/// # Errors
/// When the machine has none.
pub fn free_ports() -> Result<[u16; COUNT]> {
    let mut free = [0; COUNT];
    for port in &mut free {
        *port = ports::free()?;
    }
    Ok(free)
}

/// Adds the list of all parties to each.
#[must_use]
pub fn with_index(parties: [Party; COUNT], ports: [u16; COUNT], inbox: Option<u16>) -> [Party; COUNT] {
    let index = index(ports, inbox);
    parties.map(|mut party| {
        party.router = party.router.merge(index.clone());
        party
    })
}

/// `GET /parties`: the list of all parties, and of what the inbox plays.
pub fn index(ports: [u16; COUNT], inbox: Option<u16>) -> Router {
    let keys = Keys::new();
    let mut rows: Vec<_> =
        all(&keys, None).iter().zip(ports).map(|(party, port)| (party.name, party.about, port, "")).collect();
    if let Some(port) = inbox {
        rows.extend([("sms", "문자 메시지 (Solapi)", port, ""), ("smtp", "메일 (SMTP)", port, "/smtp")]);
    }
    index::router(rows)
}

/// Serves one party on a free port of this machine as long as the caller's runtime lives, and returns its address.
///
/// # Errors
/// When the machine has no port.
pub async fn serve(router: Router) -> Result<String> {
    let listener = TcpListener::bind(ports::loopback(0)).await?;
    let address = listener.local_addr()?;
    tokio::spawn(async move { axum::serve(listener, router).await });
    Ok(format!("http://{address}"))
}

/// Serves the parties alone, for a product that runs in containers.
#[derive(Args, Clone, Debug)]
pub struct PartyServers {
    /// The address to listen on.
    #[arg(long, env = "PARTIES_LISTEN", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    listen: IpAddr,
    /// The first of their ports, which lie side by side.
    #[arg(long, default_value_t = 8409)]
    first_port: u16,
    #[command(flatten)]
    given: GivenParties,
}

/// Serves until a signal ends it.
///
/// # Errors
/// When an address is taken.
pub async fn run(options: PartyServers) -> Result<()> {
    let mut ending = Ending::listen()?;
    let mut numbers = [0; COUNT];
    for (port, number) in numbers.iter_mut().zip(options.first_port..) {
        *port = number;
    }
    let keys = secrets::keys(&options.given)?;
    let servers = with_index(all(&keys, None), numbers, None).into_iter().zip(numbers).map(async |(party, port)| {
        let listener = TcpListener::bind(SocketAddr::new(options.listen, port)).await?;
        axum::serve(listener, party.router).await
    });
    tokio::select! {
        served = try_join_all(servers) => Ok(served.map(drop)?),
        _ = ending.next() => Ok(()),
    }
}
