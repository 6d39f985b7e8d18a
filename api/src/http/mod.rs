//! Parts of requests and responses that need neither the application's state nor a feature.

pub mod address;
pub mod attachment;
pub mod concurrency;
pub mod cookie;
pub mod days;
pub mod host;
pub mod input;
pub mod origin;
pub mod page;
pub mod prefer;
pub mod request_id;
pub mod site_path;
pub mod spreadsheet;

pub use address::{ClientAddress, TrustedProxies};
pub use attachment::Attachment;
pub use concurrency::{ConcurrencyLimit, RequestPermit};
pub use host::RequestHost;
pub use input::{JsonBody, PathParams, Query, RawBody, parse_search_text};
pub use page::Page;
pub use prefer::Wait;
pub use request_id::RequestId;
pub use site_path::site_path;
pub use spreadsheet::Spreadsheet;
