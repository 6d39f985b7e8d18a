//! How many authenticated look-ups a second the database answers: `me_throughput postgres://… [tasks] [connections]`.
//!
//! Writes one tenant, patient and session into the database, which must be migrated and may be thrown away.

use std::time::{Duration, Instant};

use chrono::{DateTime, TimeDelta};
use db::patients::NewPatient;
use db::seed::TenantSeed;
use db::sessions::NewSession;
use db::{Database, DatabaseConfig, OwnerConn, seed, sessions};
use domain::directory::TenantSettings;
use domain::tenant::Company;
use domain::{Browser, Device, Locale, LoginUserId, Name, PasswordHash, Phone, Platform, TokenHash};

const DURATION: Duration = Duration::from_secs(5);

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let url = arguments.next().ok_or("usage: me_throughput postgres://… [tasks] [connections]")?;
    let tasks: usize = arguments.next().map_or(Ok(32), |n| n.parse())?;
    let connections: u32 = arguments.next().map_or(Ok(8), |n| n.parse())?;

    let now = DateTime::from_timestamp(1_760_000_000, 0).ok_or("a valid time")?;
    let seeded = seed::tenant(&mut OwnerConn::connect(&url).await?, &demo()?, now).await?;
    let config = DatabaseConfig { url, max_connections_per_tenant: connections, max_system_connections: 2 };
    let tenant = Database::connect(&config).await?.tenant(seeded.tenant_id);
    let token = TokenHash::new([7; 32]);
    if sessions::find_patient(&tenant, &token, now).await?.is_none() {
        let until = now + TimeDelta::days(1);
        let new = NewSession {
            patient_id: seeded.patient_ids[0],
            token,
            expires_at: until,
            device: Device { browser: Browser::Chrome, platform: Platform::Android },
            network: "203.0.113.*".to_owned(),
        };
        sessions::insert(&mut tenant.acquire().await?, &new, now).await?;
    }

    let started = Instant::now();
    let workers = (0..tasks).map(|_| {
        let tenant = tenant.clone();
        tokio::spawn(async move {
            let mut micros = Vec::new();
            while started.elapsed() < DURATION {
                let began = Instant::now();
                let found = sessions::find_patient(&tenant, &token, now).await?;
                assert!(found.is_some(), "the session stands");
                micros.push(began.elapsed().as_micros());
            }
            Ok::<_, db::Error>(micros)
        })
    });
    let mut micros = Vec::new();
    for worker in workers.collect::<Vec<_>>() {
        micros.extend(worker.await??);
    }
    micros.sort_unstable();
    let per_second = u128::try_from(micros.len())? * 1000 / started.elapsed().as_millis();
    let at = |percent: usize| micros[(micros.len() - 1) * percent / 100];
    println!(
        "{per_second} look-ups/s, p50 {} us, p99 {} us ({tasks} tasks, {connections} connections)",
        at(50),
        at(99)
    );
    Ok(())
}

fn demo() -> Result<TenantSeed, Box<dyn std::error::Error>> {
    let text = str::to_owned;
    let invalid = |invalid: domain::Invalid| invalid.to_string();
    let settings = TenantSettings {
        kind: domain::TenantKind::Dental,
        key: text("throughput"),
        name: text("Throughput"),
        default_locale: Locale::Ko,
        hosts: Vec::new(),
        subsite_tci: None,
        subsite_chea: None,
        company: Company {
            name: text("-"),
            representative: text("-"),
            registration_number: text("-"),
            address: text("-"),
            phone: text("-"),
            email: text("-"),
        },
        banner: None,
        brand_color: None,
        mail_from: text("-"),
        sms_from: text("0212345678"),
        identity_required: false,
        resident_number_full: false,
        mobile_provider: None,
    };
    Ok(TenantSeed {
        settings,
        institutions: Vec::new(),
        patients: vec![NewPatient {
            login_user_id: LoginUserId::parse("throughput").map_err(invalid)?,
            password_hash: PasswordHash::new(text("-")),
            name: Name::parse("홍길동").map_err(invalid)?,
            birth: None,
            gender: None,
            phone_number: Phone::parse("01012345678").map_err(invalid)?,
            email: None,
            zipcode: None,
            address: None,
            address_detail: None,
        }],
    })
}
