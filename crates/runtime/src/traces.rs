//! Traces: the spans of a request and of the jobs that it makes, in one trace. They are exported over OTLP (HTTP,
//! protobuf) when `OTEL_EXPORTER_OTLP_ENDPOINT` is set; without it nothing is recorded.
//!
//! OpenTelemetry's other variables (sampler, headers, batches, resource attributes) are read by its own library.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use opentelemetry::KeyValue;
use opentelemetry::propagation::TextMapPropagator as _;
use opentelemetry::trace::TracerProvider as _;
use opentelemetry_http::{Bytes, HttpClient, HttpError, Request, Response};
use opentelemetry_otlp::{Protocol, SpanExporter, WithExportConfig as _, WithHttpConfig as _};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::propagation::TraceContextPropagator;
use opentelemetry_sdk::trace::SdkTracerProvider;
use tokio::runtime::Handle;
use tracing::{Level, Span, Subscriber};
use tracing_opentelemetry::OpenTelemetrySpanExt as _;
use tracing_subscriber::Layer;
use tracing_subscriber::filter::filter_fn;
use tracing_subscriber::registry::LookupSpan;
use url::Url;

use crate::config::{ConfigError, Env};

/// The target of spans that are exported. The logs do not show them.
pub const TARGET: &str = "hyeobom::traces";

const ENDPOINT: &str = "OTEL_EXPORTER_OTLP_ENDPOINT";
const TRACEPARENT: &str = "traceparent";
/// How long the collector may take to accept a batch.
const EXPORT_TIMEOUT: Duration = Duration::from_secs(10);
/// How long the last batch may take when the program ends.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(5);

static ARE_EXPORTED: AtomicBool = AtomicBool::new(false);

/// Creates a span of the trace, or a disabled one while traces are not exported. Its fields must not contain personal
/// data.
#[macro_export]
macro_rules! exported_span {
    ($($fields:tt)*) => {
        if $crate::traces::are_exported() {
            ::tracing::info_span!(target: $crate::traces::TARGET, $($fields)*)
        } else {
            ::tracing::Span::none()
        }
    };
}

/// Returns whether this process exports traces.
#[must_use]
pub fn are_exported() -> bool {
    ARE_EXPORTED.load(Ordering::Relaxed)
}

/// Returns a span's context in the form of the W3C header `traceparent`; `None` while traces are not exported.
#[must_use]
pub fn traceparent(span: &Span) -> Option<String> {
    if span.is_none() {
        return None;
    }
    let mut carrier = HashMap::new();
    TraceContextPropagator::new().inject_context(&span.context(), &mut carrier);
    carrier.remove(TRACEPARENT)
}

/// Makes a span the child of the span in a `traceparent`. If the text is invalid, the span starts a new trace.
pub fn set_parent(span: &Span, traceparent: &str) {
    if !span.is_none() {
        let carrier = HashMap::from([(TRACEPARENT.to_owned(), traceparent.to_owned())]);
        // fails only for a span that the layer does not record, and that is therefore not exported
        let _ = span.set_parent(TraceContextPropagator::new().extract(&carrier));
    }
}

/// Returns the trace id of a sampled `traceparent`. Other traces are not exported.
#[must_use]
pub fn sampled_trace_id(traceparent: &str) -> Option<&str> {
    let (_, rest) = traceparent.split_once('-')?;
    let (trace_id, rest) = rest.split_once('-')?;
    rest.ends_with("-01").then_some(trace_id)
}

/// The export of traces of this process.
#[derive(Debug)]
pub struct Traces(Option<SdkTracerProvider>);

impl Traces {
    /// Starts the export if `OTEL_EXPORTER_OTLP_ENDPOINT` is set. Must be called in a tokio runtime.
    pub(crate) fn start(env: &Env, program: &'static str) -> Result<Self, ConfigError> {
        let Some(endpoint) = env.optional(ENDPOINT) else { return Ok(Self(None)) };
        let endpoint = signal_url(&endpoint)?;
        let invalid = |error: &dyn std::fmt::Display| ConfigError::invalid(ENDPOINT, error);
        let client = reqwest::Client::builder().timeout(EXPORT_TIMEOUT).build().map_err(|error| invalid(&error))?;
        let exporter = SpanExporter::builder()
            .with_http()
            .with_http_client(CollectorClient { client, runtime: Handle::current() })
            .with_protocol(Protocol::HttpBinary)
            .with_timeout(EXPORT_TIMEOUT)
            .with_endpoint(endpoint)
            .build()
            .map_err(|error| invalid(&error))?;
        let resource = Resource::builder().with_service_name(format!("hyeobom-{program}")).with_attributes([
            KeyValue::new("service.version", env!("CARGO_PKG_VERSION")),
            KeyValue::new("deployment.environment.name", env.environment().as_str()),
        ]);
        let provider =
            SdkTracerProvider::builder().with_batch_exporter(exporter).with_resource(resource.build()).build();
        ARE_EXPORTED.store(true, Ordering::Relaxed);
        Ok(Self(Some(provider)))
    }

    /// Returns the layer that records the spans, with the log lines written in them.
    pub(crate) fn layer<S>(&self) -> Option<impl Layer<S> + use<S>>
    where
        S: Subscriber + for<'a> LookupSpan<'a>,
    {
        let tracer = self.0.as_ref()?.tracer("hyeobom");
        let layer = tracing_opentelemetry::layer().with_tracer(tracer).with_location(false).with_threads(false);
        Some(layer.with_filter(filter_fn(|metadata| {
            metadata.target() == TARGET || metadata.is_event() && *metadata.level() <= Level::INFO
        })))
    }

    /// Exports what was recorded and stops. Call it when the program ends.
    pub async fn shutdown(self) {
        let Some(provider) = self.0 else { return };
        ARE_EXPORTED.store(false, Ordering::Relaxed);
        // the shutdown blocks on the exporter's thread, which needs this runtime
        let ended = tokio::task::spawn_blocking(move || provider.shutdown_with_timeout(SHUTDOWN_TIMEOUT)).await;
        if let Ok(Err(error)) = ended {
            tracing::warn!(%error, "the last traces were not exported");
        }
    }
}

/// Returns where traces are posted: OpenTelemetry's path below the endpoint.
fn signal_url(endpoint: &str) -> Result<String, ConfigError> {
    let url = Url::parse(endpoint).map_err(|error| ConfigError::invalid(ENDPOINT, error))?;
    if !matches!(url.scheme(), "http" | "https") || !url.has_host() {
        return Err(ConfigError::invalid(ENDPOINT, "it must be the http:// or https:// address of a collector"));
    }
    Ok(format!("{}/v1/traces", url.as_str().trim_end_matches('/')))
}

/// Posts batches from the exporter's own thread, on the program's runtime.
#[derive(Debug)]
struct CollectorClient {
    client: reqwest::Client,
    runtime: Handle,
}

#[async_trait]
impl HttpClient for CollectorClient {
    async fn send_bytes(&self, request: Request<Bytes>) -> Result<Response<Bytes>, HttpError> {
        let (client, request) = (self.client.clone(), request.try_into()?);
        let sent = self.runtime.spawn(async move {
            let mut received = client.execute(request).await?;
            let (status, headers) = (received.status(), std::mem::take(received.headers_mut()));
            let mut response = Response::new(received.bytes().await?);
            *response.status_mut() = status;
            *response.headers_mut() = headers;
            Ok(response)
        });
        sent.await?
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endpoint_gets_the_path_of_traces() {
        for base in ["http://collector:4318", "http://collector:4318/"] {
            assert_eq!(signal_url(base).expect("an address"), "http://collector:4318/v1/traces");
        }
        assert_eq!(signal_url("https://otlp.example/x").expect("an address"), "https://otlp.example/x/v1/traces");
        for bad in ["collector:4318", "grpc://collector:4317", "4318"] {
            let refused = signal_url(bad).expect_err(bad).to_string();
            assert!(refused.starts_with(ENDPOINT), "{refused}");
        }
    }

    #[test]
    fn only_sampled_contexts_have_a_trace() {
        let id = "4bf92f3577b34da6a3ce929d0e0e4736";
        assert_eq!(sampled_trace_id(&format!("00-{id}-00f067aa0ba902b7-01")), Some(id));
        assert_eq!(sampled_trace_id(&format!("00-{id}-00f067aa0ba902b7-00")), None);
        assert_eq!(sampled_trace_id("00"), None);
    }

    #[tokio::test]
    async fn span_without_export_has_no_context() {
        let env = Env::from_pairs([("HYEOBOM_ENVIRONMENT", "local")]).expect("an environment");
        let traces = Traces::start(&env, "api").expect("nothing to start");
        let span = exported_span!("request", otel.kind = "server");
        assert!(span.is_none() && traceparent(&span).is_none());
        traces.shutdown().await;
    }
}
