-- A job's place in the trace of the request that made it (docs/adr/0072-traces-over-the-queue.md).
alter table jobs add column traceparent text check (traceparent ~ '^00-[0-9a-f]{32}-[0-9a-f]{16}-0[01]$');
comment on column jobs.traceparent is 'W3C trace context of the span that made the job; null while traces are not exported.';
