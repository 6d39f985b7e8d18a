//! The configuration of `api serve`.

use api::Config;
use api::services::trace_url::TraceUrl;
use runtime::config::Env;

fn env(environment: &'static str, changed: (&'static str, &'static str)) -> Env {
    let mut pairs = pairs(environment);
    pairs.retain(|(name, _)| *name != changed.0);
    pairs.push(changed);
    Env::from_pairs(pairs).expect("a known environment")
}

fn pairs(environment: &'static str) -> Vec<(&'static str, &'static str)> {
    vec![
        ("HYEOBOM_ENVIRONMENT", environment),
        ("API_LISTEN", "0.0.0.0:8080"),
        ("API_OPS_LISTEN", "0.0.0.0:9080"),
        ("OPS_TOKEN", "0123456789abcdef0123456789abcdef"),
        ("DATABASE_URL", "postgres://db/hyeobom"),
        ("REDIS_URL", "redis://redis"),
        ("S3_ENDPOINT", "https://s3.ap-northeast-2.amazonaws.com"),
        ("S3_PUBLIC_URL", "https://s3.ap-northeast-2.amazonaws.com"),
        ("S3_REGION", "ap-northeast-2"),
        ("S3_BUCKET", "hyeobom"),
        ("S3_ACCESS_KEY_ID", "id"),
        ("S3_SECRET_ACCESS_KEY", "secret"),
        ("WEB_ORIGIN", "https://hyeobom.kr"),
        ("OPS_HOST", "ops.hyeobom.kr"),
        ("SEAL_KEYS", "1:AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE="),
        ("CI_PEPPER", "AwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwM="),
        ("JUSO_URL", "https://business.juso.go.kr"),
        ("JUSO_KEY", "key"),
        ("TOSS_URL", "https://api.tosspayments.com"),
        ("INICIS_URL", "https://mobile.inicis.com"),
        ("INICIS_API_URL", "https://iniapi.inicis.com"),
    ]
}

#[test]
fn plain_http_is_refused_outside_local() {
    let parties = [
        ("PORTONE_API_SECRET", "secret"),
        ("PORTONE_STORE_ID", "store"),
        ("PORTONE_CHANNEL_KEY", "channel"),
        ("PORTONE_URL", "https://api.portone.io"),
        ("PORTONE_SDK_URL", "https://cdn.portone.io/v2/browser-sdk.js"),
        ("GOOGLE_CLIENT_ID", "id"),
        ("GOOGLE_CLIENT_SECRET", "secret"),
        ("GOOGLE_AUTH_URL", "https://accounts.google.com"),
        ("GOOGLE_TOKEN_URL", "https://oauth2.googleapis.com"),
        ("GOOGLE_API_URL", "https://openidconnect.googleapis.com"),
    ];
    let all: Vec<_> = pairs("staging").into_iter().chain(parties).collect();
    assert!(Config::load(&Env::from_pairs(all.clone()).expect("an environment")).is_ok());
    let addresses = all.iter().filter(|(_, value)| value.starts_with("https://"));
    for (changed, _) in addresses {
        let plain = all.iter().map(|&(name, value)| (name, if name == *changed { "http://party.kr" } else { value }));
        let env = Env::from_pairs(plain).expect("an environment");
        let refused = Config::load(&env).expect_err("in clear").to_string();
        assert!(refused.starts_with(&format!("{changed} cannot be used: http://")), "{refused}");
    }
}

#[test]
fn invalid_configuration_names_the_variable() {
    assert!(Config::load(&env("production", ("API_LISTEN", "0.0.0.0:8080"))).is_ok());
    let refused = |environment, changed| Config::load(&env(environment, changed)).expect_err("refused").to_string();
    assert_eq!(refused("local", ("S3_BUCKET", "")), "S3_BUCKET is not set");
    assert!(refused("production", ("S3_PUBLIC_URL", "http://localhost:9000")).starts_with("S3_PUBLIC_URL cannot"));
    assert!(refused("production", ("JUSO_URL", "http://127.0.0.1:8405/juso")).starts_with("JUSO_URL cannot"));
    assert_eq!(refused("local", ("SEAL_KEYS", "")), "SEAL_KEYS is not set");
    assert_eq!(refused("local", ("KAKAO_CLIENT_ID", "id")), "KAKAO_AUTH_URL is not set");
    assert_eq!(refused("local", ("PORTONE_API_SECRET", "secret")), "PORTONE_URL is not set");
    assert_eq!(refused("local", ("JUSO_KEY", "")), "JUSO_KEY is not set");
    assert!(refused("staging", ("OPS_TOKEN", "short")).starts_with("OPS_TOKEN cannot be used"));
    assert!(refused("local", ("OPS_HOST", "https://ops.hyeobom.kr")).starts_with("OPS_HOST cannot be used"));
    assert!(refused("local", ("TRACE_URL", "https://traces.example")).starts_with("TRACE_URL cannot be used"));
    assert!(refused("local", ("TRUSTED_PROXIES", "any")).starts_with("TRUSTED_PROXIES cannot be used"));
    assert!(refused("local", ("API_LISTEN", "8080")).starts_with("API_LISTEN cannot be used"));
    for limit in ["0", "-1", "many"] {
        let refusal = refused("local", ("API_MAX_CONCURRENT_REQUESTS", limit));
        assert!(refusal.starts_with("API_MAX_CONCURRENT_REQUESTS cannot be used"), "{refusal}");
    }
}

#[test]
fn trace_url_needs_an_address_and_a_place() {
    let url: TraceUrl = "https://traces.example/trace/{traceId}?from=ops".parse().expect("an address");
    assert_eq!(url.link_to("4bf9"), "https://traces.example/trace/4bf9?from=ops");
    for bad in ["https://traces.example/trace", "javascript:{traceId}", "{traceId}"] {
        assert!(bad.parse::<TraceUrl>().is_err(), "{bad}");
    }
}
