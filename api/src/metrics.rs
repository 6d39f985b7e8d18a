//! The metrics of this program: requests, and those that a rate limit or overload refused.

use runtime::metrics::{Metric, describe};

pub const REQUEST_SECONDS: Metric = Metric::histogram(
    "hyeobom_http_request_seconds",
    "Seconds that requests took, by area: the first part of the path after /api/v1.",
);
pub const REQUESTS: Metric = Metric::counter("hyeobom_http_requests_total", "Requests, by method and route.");
pub const RESPONSES: Metric =
    Metric::counter("hyeobom_http_responses_total", "Responses, by area and class of status: 2xx, 3xx, 4xx or 5xx.");
pub const FAILURES: Metric = Metric::counter("hyeobom_http_failures_total", "Responses with a 5xx status, by route.");
pub const RATE_LIMITED: Metric =
    Metric::counter("hyeobom_rate_limited_total", "Attempts that a rate limit refused, by rule.");
pub const SHED: Metric =
    Metric::counter("hyeobom_http_shed_total", "Requests refused because as many as possible were in work.");

/// Registers the help texts of the metrics.
pub fn start() {
    describe(&[REQUEST_SECONDS, REQUESTS, RESPONSES, FAILURES, RATE_LIMITED, SHED]);
    // a rate needs a value before the first refusal
    metrics::counter!(SHED.name).increment(0);
}
