//! A channel in requests and responses.

use std::collections::BTreeMap;

use db::edit::kakao;
use domain::directory::KakaoInput;
use domain::{NotificationKind, TenantId};
use serde::{Deserialize, Serialize};
use strum::VariantArray as _;
use utoipa::ToSchema;

use crate::App;
use crate::ops::directory::read;
use crate::problem::Problem;

/// A channel.
#[derive(Debug, Default, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
#[schema(as = OpsKakaoChannel)]
pub struct KakaoChannel {
    /// The channel's id at the SMS provider.
    #[schema(required, max_length = 64)]
    pub pf_id: String,
    /// The id of each approved template at the SMS provider, by notification. A notification without one is sent as a
    /// text message.
    #[schema(required)]
    pub templates: BTreeMap<String, String>,
}

/// A tenant's channel.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OpsKakaoChannelResponse)]
pub struct KakaoChannelResponse {
    /// The channel; null without one.
    #[schema(required)]
    channel: Option<KakaoChannel>,
    /// The notifications that can have a template.
    #[schema(example = json!(["result_ready"]))]
    kinds: Vec<&'static str>,
}

impl From<KakaoChannel> for KakaoInput {
    fn from(channel: KakaoChannel) -> Self {
        Self { pf_id: channel.pf_id, templates: channel.templates }
    }
}

/// Returns a tenant's channel as it is now.
pub(super) async fn load_response(app: &App, tenant: TenantId) -> Result<KakaoChannelResponse, Problem> {
    let mut tx = read(app, tenant).await?;
    let channel = kakao::find(&mut tx, tenant).await?.map(|settings| {
        let KakaoInput { pf_id, templates } = KakaoInput::from(&settings);
        KakaoChannel { pf_id, templates }
    });
    let kinds = NotificationKind::VARIANTS.iter().map(|kind| kind.as_str()).collect();
    Ok(KakaoChannelResponse { channel, kinds })
}
