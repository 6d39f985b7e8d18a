//! The API's commands.

use anyhow::Context as _;
use clap::{Parser, Subcommand};
use domain::Password;
use runtime::config::Env;

use crate::ops::directory::command::DirectoryCommand;
use crate::ops::operators::add::{self, AddOperator};
use crate::ops::reseal::Reseal;
use crate::ops::retention::print;

/// The HTTP API of Hyeobom.
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
    /// Migrates the database at `DATABASE_URL`.
    Migrate,
    /// Prints the OpenAPI document.
    Openapi,
    /// Adds an operator's account, and prints its temporary password.
    AddOperator(AddOperator),
    /// Prints what the retention rules would erase now. Erases nothing.
    Retention,
    /// Re-encrypts stored values with the last key of `SEAL_KEYS`. It can be stopped and run again at any time.
    Reseal(Reseal),
    #[command(flatten)]
    Directory(DirectoryCommand),
    /// Exits with 0 when the API at `API_OPS_LISTEN` is alive, for container health checks.
    Healthcheck,
}

/// Runs the command from the command line.
///
/// `main` only calls this, so that all async code is compiled once, with the library.
///
/// # Errors
/// When the command failed. The program then exits with 1.
///
/// # Panics
/// When the runtime cannot start.
#[tokio::main]
pub async fn run() -> anyhow::Result<()> {
    match Arguments::parse().command {
        Command::Openapi => print_openapi(),
        Command::Serve => {
            let env = Env::from_process()?;
            let traces = runtime::logging::init_with_traces(&env, "api")?;
            let served = crate::serve(crate::Config::load(&env)?).await;
            traces.shutdown().await;
            served
        }
        Command::Migrate => {
            let env = Env::from_process()?;
            runtime::logging::init(&env)?;
            crate::migrate(&env.secret("DATABASE_URL")?).await
        }
        Command::AddOperator(new) => {
            let env = Env::from_process()?;
            print_password(&add::add_operator(&env.secret("DATABASE_URL")?, &new).await?);
            Ok(())
        }
        Command::Retention => {
            let env = Env::from_process()?;
            print_text(&print::print_due(&env.secret("DATABASE_URL")?).await?);
            Ok(())
        }
        Command::Reseal(command) => {
            let env = Env::from_process()?;
            print_text(&command.run(&env).await?);
            Ok(())
        }
        Command::Directory(command) => {
            print_text(&command.run(Env::from_process()?).await?);
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

#[expect(clippy::print_stdout, reason = "printing is what the command is for")]
fn print_text(text: &str) {
    println!("{text}");
}

#[expect(clippy::print_stdout, reason = "the password is shown this once")]
fn print_password(password: &Password) {
    println!("{}", password.reveal());
}
