use super::*;

fn env(environment: &str, pairs: &[(&str, &str)]) -> Env {
    let all = pairs.iter().copied().chain([("HYEOBOM_ENVIRONMENT", environment)]);
    Env::from_pairs(all).expect("a known environment")
}

#[test]
fn error_names_variable_and_hides_value() {
    let env = env("local", &[("API_LISTEN", "hunter2"), ("EMPTY", "  ")]);
    let bad = env.parse::<std::net::SocketAddr>("API_LISTEN").expect_err("not an address").to_string();
    assert!(bad.starts_with("API_LISTEN cannot be used") && !bad.contains("hunter2"), "{bad}");
    assert_eq!(env.text("EMPTY").expect_err("empty").to_string(), "EMPTY is not set");
    assert_eq!(env.text("S3_BUCKET").expect_err("missing").to_string(), "S3_BUCKET is not set");
}

#[test]
fn environment_is_required() {
    let missing = Env::from_pairs::<&str, &str>([]).expect_err("missing").to_string();
    assert_eq!(missing, "HYEOBOM_ENVIRONMENT is not set");
    let unknown = Env::from_pairs([("HYEOBOM_ENVIRONMENT", "dev")]).expect_err("unknown").to_string();
    assert_eq!(unknown, "HYEOBOM_ENVIRONMENT cannot be used: it must be local, staging or production");
}

#[test]
fn sandbox_url_is_local_only() {
    for url in [
        "http://localhost:9000",
        "http://s3.localhost",
        "http://127.0.0.1:1",
        "http://127.9.9.9",
        "http://[::1]:80",
        "http://[::ffff:127.0.0.1]",
        "http://0.0.0.0",
        "https://sms.test",
        "smtp://127.0.0.1:25",
    ] {
        let pairs = [("S3_ENDPOINT", url)];
        assert!(env("local", &pairs).party_address("S3_ENDPOINT").is_ok(), "{url}");
        for environment in ["staging", "production"] {
            let refused = env(environment, &pairs).party_address("S3_ENDPOINT").expect_err(url).to_string();
            assert!(refused.contains("is a sandbox's address"), "{refused}");
        }
    }
    let real = [("S3_ENDPOINT", "https://s3.ap-northeast-2.amazonaws.com")];
    assert!(env("production", &real).party_url("S3_ENDPOINT").is_ok());
}

#[test]
fn plain_http_is_local_only() {
    let pairs = [("TOSS_URL", "http://api.tosspayments.com"), ("WEB_ORIGIN", "http://hyeobom.kr")];
    assert!(env("local", &pairs).party_url("TOSS_URL").is_ok() && env("local", &pairs).web_origin().is_ok());
    for environment in ["staging", "production"] {
        let refused = env(environment, &pairs).party_url("TOSS_URL").expect_err("in clear").to_string();
        assert!(refused.starts_with("TOSS_URL cannot be used: http:// is for"), "{refused}");
        let refused = env(environment, &pairs).web_origin().expect_err("in clear").to_string();
        assert!(refused.starts_with("WEB_ORIGIN cannot be used: http:// is for"), "{refused}");
    }
    for environment in ["local", "production"] {
        assert!(env(environment, &[("TOSS_URL", "ftp://api.tosspayments.com")]).party_url("TOSS_URL").is_err());
    }
}

#[test]
fn tenant_url_has_shared_scheme_and_port() {
    let origin = |text: &str| text.parse::<WebOrigin>();
    let local = origin("http://localhost:8400").expect("an origin");
    let url = local.address("bom.localhost", "/reset-password/abc?x=1").expect("an address");
    assert_eq!(url.as_str(), "http://bom.localhost:8400/reset-password/abc?x=1");
    let real = origin("https://hyeobom.kr").expect("an origin").address("haneul.kr", "/").expect("an address");
    assert_eq!(real.as_str(), "https://haneul.kr/");
    assert!(local.address("two words", "/").is_err());
    for bad in ["localhost:8400", "ftp://a.kr", "https://a.kr/app", "https://a.kr/?q", ""] {
        assert!(origin(bad).is_err(), "{bad}");
    }
}

#[test]
fn secrets_are_hidden() {
    let env = env("local", &[("OPS_TOKEN", "hunter2")]);
    let shown = format!("{:?} {env:?}", env.secret("OPS_TOKEN").expect("set"));
    assert!(!shown.contains("hunter2"), "{shown}");
}

#[test]
fn values_are_trimmed_and_parsed() {
    let env = env("local", &[("POOL_SIZE", " 8 "), ("EMPTY", ""), ("WORD", "eight")]);
    assert_eq!(env.parse::<u8>("POOL_SIZE").expect("a number"), 8);
    assert_eq!(env.parse_or("POOL_SIZE", 1_u8).expect("a number"), 8);
    for missing in ["EMPTY", "MISSING"] {
        assert_eq!(env.parse_or(missing, 1_u8).expect("the default"), 1);
        assert_eq!(env.optional(missing), None);
    }
    assert!(matches!(env.parse_or("WORD", 1_u8), Err(ConfigError::Invalid { .. })));
}

#[test]
fn environment_name_parses() {
    for environment in [Environment::Local, Environment::Staging, Environment::Production] {
        assert_eq!(environment.as_str().parse(), Ok(environment));
        assert_eq!(env(environment.as_str(), &[]).environment(), environment);
    }
}

#[test]
fn party_url_needs_a_host() {
    let env =
        env("production", &[("A", "mailto:kim@example.com"), ("B", "no URL"), ("C", "https://127.0.0.1.evil.kr")]);
    assert!(matches!(env.party_url("A"), Err(ConfigError::Invalid { .. })));
    assert!(matches!(env.party_url("B"), Err(ConfigError::Invalid { .. })));
    assert!(matches!(env.party_url("MISSING"), Err(ConfigError::Missing(_))));
    assert!(env.party_url("C").is_ok());
}
