-- Every update of a job writes an entry into each of its indexes (docs/adr/0077-cost-of-a-job.md).

-- A tenant's jobs that have ended. Those that wait or run are few, and jobs_unique_key finds them.
drop index jobs_by_tenant;
create index jobs_ended_by_tenant on jobs (tenant_id, state, queue, kind, id)
    where state in ('done', 'dead', 'canceled');
comment on index jobs_ended_by_tenant is 'Lists of a tenant''s ended jobs by state, queue and kind.';

-- Jobs without a payload need no entry.
drop index jobs_payload_value;
create index jobs_payload_value on jobs (job_payload_value(payload)) where job_payload_value(payload) is not null;
comment on index jobs_payload_value is 'Jobs about an id or a day.';
