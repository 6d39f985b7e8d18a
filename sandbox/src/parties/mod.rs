//! Simulations of the product's outside parties, each on its own port.
//!
//! They are written from the parties' published documentation, not from the product's clients, so that a misreading on
//! one side shows up as a disagreement.

pub mod faults;
mod index;
pub mod inicis;
pub mod juso;
mod overrides;
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
use runtime::server::{self, Limits};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use crate::machine::ports;
use crate::machine::signals::ShutdownSignals;
use faults::Faults;
pub use overrides::PartyOverrides;
use portone::Store;
use social::{App, google, kakao, naver};

/// The number of parties.
pub const COUNT: usize = 7;

/// The product's credentials at the parties, by the name of their variables.
pub type PartyKeys = BTreeMap<&'static str, String>;

/// A party.
#[derive(Debug)]
pub struct Party {
    /// Its name in URLs and in `dev.json`.
    pub name: &'static str,
    /// A description for people.
    pub about: &'static str,
    /// The variables with its URLs, each with the path below its base URL.
    pub addresses: &'static [(&'static str, &'static str)],
    /// Its routes.
    pub router: Router,
}

/// Returns all parties, in the order of their ports. None listens yet. The card provider keeps its payments in `data`.
#[must_use]
pub fn all(keys: &PartyKeys, data: Option<&Path>) -> [Party; COUNT] {
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
                toss::Settings { ledger: data.map(|data| data.join("toss.json")), ..toss::Settings::default() },
                Faults::default(),
            ),
        },
        Party {
            name: "inicis",
            about: "모바일 카드 결제 (KG Inicis)",
            addresses: &[("INICIS_URL", ""), ("INICIS_API_URL", "")],
            router: inicis::router(inicis::Merchant::default(), Faults::default()),
        },
    ]
}

/// Returns a free port for each party.
///
/// # Errors
/// Too few ports are free.
pub fn find_free_ports() -> Result<[u16; COUNT]> {
    let mut found = [0; COUNT];
    for port in &mut found {
        *port = ports::find_free()?;
    }
    Ok(found)
}

/// Adds the list of all parties to each party.
#[must_use]
pub fn with_index(parties: [Party; COUNT], ports: [u16; COUNT], inbox: Option<u16>) -> [Party; COUNT] {
    let index = index(ports, inbox);
    parties.map(|mut party| {
        party.router = party.router.merge(index.clone());
        party
    })
}

/// `GET /parties`: the list of all parties, including mail and text messages.
pub fn index(ports: [u16; COUNT], inbox: Option<u16>) -> Router {
    let keys = PartyKeys::new();
    let mut rows: Vec<_> = all(&keys, None)
        .iter()
        .zip(ports)
        .map(|(party, port)| index::Row { name: party.name, about: party.about, port, path: "" })
        .collect();
    if let Some(port) = inbox {
        rows.extend([
            index::Row { name: "sms", about: "문자 메시지 (Solapi)", port, path: "" },
            index::Row { name: "smtp", about: "메일 (SMTP)", port, path: "/smtp" },
        ]);
    }
    index::router(rows)
}

/// Serves one party on a free loopback port until the caller's runtime ends, and returns its URL.
///
/// # Errors
/// No port is free.
pub async fn serve(router: Router) -> Result<String> {
    let listener = TcpListener::bind(ports::loopback(0)).await?;
    let address = listener.local_addr()?;
    tokio::spawn(server::serve(listener, router, Limits::CLIENTS, CancellationToken::new()));
    Ok(format!("http://{address}"))
}

/// Serves only the parties, for a product that runs in containers.
#[derive(Args, Clone, Debug)]
pub struct PartyServers {
    /// The address to listen on.
    #[arg(long, env = "PARTIES_LISTEN", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    listen: IpAddr,
    /// The first of their consecutive ports.
    #[arg(long, default_value_t = 8409)]
    first_port: u16,
    #[command(flatten)]
    overrides: PartyOverrides,
}

/// Serves until a signal ends the program.
///
/// # Errors
/// An address is in use.
pub async fn run(options: PartyServers) -> Result<()> {
    let mut shutdown = ShutdownSignals::listen()?;
    let mut ports = [0; COUNT];
    for (port, number) in ports.iter_mut().zip(options.first_port..) {
        *port = number;
    }
    let keys = secrets::create_keys(&options.overrides)?;
    let servers = with_index(all(&keys, None), ports, None).into_iter().zip(ports).map(async |(party, port)| {
        let listener = TcpListener::bind(SocketAddr::new(options.listen, port)).await?;
        server::serve(listener, party.router, Limits::CLIENTS, CancellationToken::new()).await;
        Ok::<_, anyhow::Error>(())
    });
    tokio::select! {
        served = try_join_all(servers) => served.map(drop),
        _ = shutdown.recv() => Ok(()),
    }
}
