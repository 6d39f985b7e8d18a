//! Applies the migrations to the database whose URL is the first argument, for checking statements against it.

#[tokio::main]
async fn main() -> Result<(), db::Error> {
    let url = std::env::args().nth(1).expect("usage: migrate postgres://…");
    db::migrate(&url).await
}
