-- Work to be done, owned here; Redis only carries the ids (docs/jobs.md).
create table jobs (
    id bigint generated always as identity primary key,
    tenant_id bigint not null default current_tenant() references tenants,
    queue text not null check (queue in ('inference', 'notifications', 'payments', 'maintenance')),
    -- what to do; the worker's file of that name does it
    kind text not null,
    -- the row it is about
    ref_id bigint not null,
    -- version of the meaning of kind and ref_id
    version smallint not null default 1,
    -- queued waits, running is held by a lease, done / dead / canceled are final
    state text not null default 'queued' check (state in ('queued', 'running', 'done', 'dead', 'canceled')),
    -- smaller runs first
    priority smallint not null default 100,
    -- how often it was begun; counted when claimed, so a run that kills its worker counts too
    attempts smallint not null default 0,
    max_attempts smallint not null default 5 check (max_attempts > 0),
    run_at timestamptz not null default now(),
    -- counts the hand-overs to Redis
    enqueue_no integer not null default 0,
    -- when it was last handed to Redis; null while it waits to be
    enqueued_at timestamptz,
    -- who runs it; a run whose token is gone may not write its effect
    lease_token uuid,
    lease_until timestamptz,
    -- why the last attempt failed; never personal data
    last_error text,
    -- a second job with the same key is not made while the first is unfinished
    unique_key text,
    -- joins the logs of the request and of the job
    request_id text,
    created_at timestamptz not null default now(),
    started_at timestamptz,
    finished_at timestamptz,
    check ((state = 'running') = (lease_token is not null)),
    check ((state in ('done', 'dead', 'canceled')) = (finished_at is not null))
);
-- what the relay hands over next
create index jobs_to_relay on jobs (queue, priority, run_at, id) where state = 'queued' and enqueued_at is null;
-- what the reconciler looks through
create index jobs_handed_over on jobs (enqueued_at) where state = 'queued' and enqueued_at is not null;
create index jobs_running on jobs (lease_until) where state = 'running';
-- the board's list of dead jobs
create index jobs_dead on jobs (queue, id desc) where state = 'dead';
-- the sweep of finished jobs
create index jobs_finished on jobs (finished_at) where finished_at is not null;
-- decides the race of two equal jobs
create unique index jobs_unique_key on jobs (tenant_id, unique_key) where state in ('queued', 'running');

-- A job's history: what happened to it and when.
create table job_events (
    id bigint generated always as identity primary key,
    job_id bigint not null references jobs on delete cascade,
    tenant_id bigint not null default current_tenant() references tenants,
    at timestamptz not null default now(),
    event text not null check (event in
        ('queued', 'started', 'retried', 'done', 'dead', 'canceled', 'requeued', 'repaired')),
    attempt smallint not null,
    -- never personal data
    detail text
);
-- a job's history in order
create index job_events_job on job_events (job_id, id);

alter table jobs enable row level security;
alter table jobs force row level security;
alter table job_events enable row level security;
alter table job_events force row level security;
create policy own_tenant on jobs to hyeobom_app
    using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());
create policy own_tenant on job_events to hyeobom_app
    using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());
-- the relay, the reconciler and the board work across tenants
create policy every_tenant on jobs to hyeobom_system using (true) with check (true);
create policy every_tenant on job_events to hyeobom_system using (true) with check (true);
grant select, insert, update on jobs, job_events to hyeobom_app;
grant select, insert, update, delete on jobs, job_events to hyeobom_system;
