//! Parts of the API by themselves, without a request to it. They are here and not in the API's crate, so that the API is
//! not compiled a second time for them.

mod access_log_cursor;
mod catalogue;
mod client_address;
mod concurrency;
mod config;
mod cookies;
mod days;
mod headers;
mod host;
mod known_device;
mod limiter;
mod metrics;
mod pages;
mod paging;
mod passwords;
mod picture_type;
mod result_waiters;
mod site_path;
mod spreadsheets;
mod totp;
