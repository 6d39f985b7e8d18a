//! A Redis with a replica that takes over.

use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use sandbox::machine::ports;
use sandbox::servers::redis_replica::RedisReplica;
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::TcpStream;
use tokio::time::sleep;

/// Sends a command to the address and returns the first line of the reply.
async fn send(port: u16, words: &str) -> Result<String> {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).await?;
    stream.write_all(format!("{words}\r\n").as_bytes()).await?;
    BufReader::new(stream).lines().next_line().await?.context("no reply")
}

#[tokio::test]
async fn replica_takes_over_twice() -> Result<()> {
    let dir = tempfile::tempdir()?;
    let port = ports::find_free()?;
    let (mut primary, mut replica) = RedisReplica::start(dir.path().join("data"), dir.path().join("log"), port).await?;
    assert_eq!(replica.url(), format!("redis://127.0.0.1:{port}"));
    for round in ["one", "two"] {
        // what the replica has confirmed survives
        let mut attempts = 0;
        while !write(port, round).await? {
            attempts += 1;
            ensure!(attempts < 100, "the replica does not follow");
            sleep(Duration::from_millis(100)).await;
        }
        primary.child().kill_and_wait();
        replica.replace(&mut primary).await?;
        assert_eq!(send(port, "SET after 1").await?, "+OK", "the address leads to a primary");
        assert_eq!(send(port, &format!("EXISTS {round}")).await?, ":1");
    }
    Ok(())
}

/// Writes a key; returns whether the replica has it. `WAIT` is about the writes of its own connection.
async fn write(port: u16, key: &str) -> Result<bool> {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).await?;
    stream.write_all(format!("SET {key} 1\r\nWAIT 1 1000\r\n").as_bytes()).await?;
    let mut lines = BufReader::new(stream).lines();
    ensure!(lines.next_line().await?.as_deref() == Some("+OK"), "not written");
    Ok(lines.next_line().await?.as_deref() == Some(":1"))
}
