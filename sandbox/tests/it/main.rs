//! The services, the parties and the web server, as their clients use them.

mod backing_services;
mod faults;
mod inicis;
mod juso;
mod portone;
mod redis_replica;
mod social;
mod toss;
mod web;
mod web_image;
