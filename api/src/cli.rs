//! The API's commands.

use anyhow::Context as _;
use clap::{Parser, Subcommand};
use domain::Password;
use runtime::config::Env;

use crate::staff::first_admin::{self, NewAdmin};

/// HTTP in; rows and jobs out.
#[derive(Parser)]
#[command(name = "api")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Serves until SIGTERM or SIGINT.
    Serve,
    /// Brings the database at `DATABASE_URL` to this program's schema.
    Migrate,
    /// Prints the OpenAPI document.
    Openapi,
    /// Makes a clinic's first account, its admin's, and prints the temporary password.
    AddAdmin(NewAdmin),
    /// Exits with 0 when the API at `API_OPS_LISTEN` is alive; for containers.
    Healthcheck,
}

/// Reads the command line and does what it says.
///
/// The program itself only calls this: what is awaited here is compiled once, with the library.
///
/// # Errors
/// When the command failed; the program then ends with 1.
///
/// # Panics
/// When the system gives no threads.
#[tokio::main]
pub async fn run() -> anyhow::Result<()> {
    match Arguments::parse().command {
        Command::Openapi => print_openapi(),
        Command::Serve => {
            let env = Env::from_process()?;
            runtime::logging::init(&env)?;
            crate::serve(crate::Config::load(&env)?).await
        }
        Command::Migrate => {
            let env = Env::from_process()?;
            runtime::logging::init(&env)?;
            crate::migrate(&env.secret("DATABASE_URL")?).await
        }
        Command::AddAdmin(new) => {
            let env = Env::from_process()?;
            print_password(&first_admin::add(&env.secret("DATABASE_URL")?, &new).await?);
            Ok(())
        }
        Command::Healthcheck => {
            let env = Env::from_process()?;
            let mut address: std::net::SocketAddr = env.parse("API_OPS_LISTEN")?;
            if address.ip().is_unspecified() {
                address.set_ip(std::net::Ipv4Addr::LOCALHOST.into());
            }
            runtime::ops::probe(address).await.context("the API does not answer")
        }
    }
}

#[expect(clippy::print_stdout, reason = "printing is what the command is for")]
fn print_openapi() -> anyhow::Result<()> {
    println!("{}", crate::openapi().to_pretty_json()?);
    Ok(())
}

#[expect(clippy::print_stdout, reason = "the password is shown this once")]
fn print_password(password: &Password) {
    println!("{}", password.reveal());
}
