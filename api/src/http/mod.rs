//! What every request passes, and what handlers take requests apart with.

pub mod address;
pub mod cors;
pub mod creation;
pub mod frame;
pub mod host;
pub mod html;
pub mod input;
pub mod language;
mod measure;
pub mod page;
pub mod prefer;
pub mod request_id;
pub mod site_path;

pub use address::ClientAddress;
pub use creation::Creation;
pub use host::RequestHost;
pub use input::{Id, IdAndCode, Ids, Input, Query, given, search_text};
pub use language::Language;
pub use page::Page;
pub use prefer::Wait;
pub use request_id::RequestId;
pub use site_path::site_path;
