-- The operators' view of jobs: pauses, workers, figures by minute, actions on many jobs, and the indexes that keep lists
-- fast over millions of jobs (docs/adr/0063-operators-view-of-jobs.md).

-- Queues whose jobs are not started.
create table paused_queues (
    queue text primary key check (queue in ('inference', 'notifications', 'payments', 'maintenance')),
    paused_at timestamptz not null default now(),
    operator text not null check (length(operator) between 1 and 40),
    reason text not null check (length(reason) between 1 and 200)
);
comment on table paused_queues is 'A queue whose jobs are not started. Without a row a queue runs.';
comment on column paused_queues.queue is 'Which queue.';
comment on column paused_queues.paused_at is 'Since when.';
comment on column paused_queues.operator is 'The sign-in name of the operator who paused it.';
comment on column paused_queues.reason is 'Why, as the operator wrote it.';

-- The worker processes.
create table queue_workers (
    id text primary key check (length(id) between 1 and 100),
    version text not null,
    host text not null,
    queues text[] not null,
    started_at timestamptz not null default now(),
    seen_at timestamptz not null default now(),
    is_stopping boolean not null default false
);
comment on table queue_workers is 'A worker process. It writes its heartbeat here and deletes the row when it stops in order.';
comment on column queue_workers.id is 'Host and a random part, new at every start.';
comment on column queue_workers.version is 'The version of the program.';
comment on column queue_workers.host is 'The machine or container.';
comment on column queue_workers.queues is 'The queues whose jobs it runs.';
comment on column queue_workers.started_at is 'When it started.';
comment on column queue_workers.seen_at is 'Its last heartbeat.';
comment on column queue_workers.is_stopping is 'Whether it only lets its running jobs end.';

-- What happened in each queue, by minute.
create table queue_minutes (
    minute timestamptz not null,
    queue text not null,
    enqueued integer not null,
    ended integer not null,
    failed integer not null,
    last_event_id bigint not null,
    primary key (minute, queue)
);
comment on table queue_minutes is 'What happened in a queue in one minute, counted once when the minute is over and kept for two days.';
comment on column queue_minutes.minute is 'The start of the minute.';
comment on column queue_minutes.queue is 'Which queue.';
comment on column queue_minutes.enqueued is 'Jobs that were made or queued again by an operator.';
comment on column queue_minutes.ended is 'Jobs that were done, canceled or dead.';
comment on column queue_minutes.failed is 'Attempts that failed.';
comment on column queue_minutes.last_event_id is 'No later minute has an event with this id or a smaller one: where its count begins.';

-- Operators' actions on many jobs.
create table bulk_actions (
    id bigint generated always as identity primary key,
    action text not null check (action in ('retry', 'cancel', 'delete')),
    filter jsonb not null check (jsonb_typeof(filter) = 'object'),
    operator text not null check (length(operator) between 1 and 40),
    reason text not null check (length(reason) between 1 and 200),
    state text not null default 'queued' check (state in ('queued', 'running', 'done', 'canceled')),
    total bigint,
    done bigint not null default 0,
    skipped bigint not null default 0,
    before_id bigint not null,
    created_at timestamptz not null default now(),
    started_at timestamptz,
    finished_at timestamptz,
    check ((state in ('done', 'canceled')) = (finished_at is not null))
);
comment on table bulk_actions is 'An operator''s action on all jobs of a filter, done by the workers in batches.';
comment on column bulk_actions.action is 'What is done to each job.';
comment on column bulk_actions.filter is 'queue::JobFilter: which jobs.';
comment on column bulk_actions.operator is 'The sign-in name of the operator who started it.';
comment on column bulk_actions.reason is 'Why, as the operator wrote it.';
comment on column bulk_actions.state is 'queued waits for a worker; done and canceled are final.';
comment on column bulk_actions.total is 'How many jobs matched at its start; null before.';
comment on column bulk_actions.done is 'Jobs that it changed.';
comment on column bulk_actions.skipped is 'Jobs that it left as they were: changed by somebody else meanwhile, or another job has their unique key.';
comment on column bulk_actions.before_id is 'The next batch has smaller ids of jobs. At first above every job that existed.';
comment on column bulk_actions.created_at is 'When it was ordered.';
comment on column bulk_actions.started_at is 'When a worker began.';
comment on column bulk_actions.finished_at is 'When it ended.';
-- what the workers have to do
create index bulk_actions_open on bulk_actions (id) where state in ('queued', 'running');
comment on index bulk_actions_open is 'What the workers have to do.';

do $$
declare t text;
begin
    foreach t in array array['paused_queues', 'queue_workers', 'queue_minutes', 'bulk_actions'] loop
        execute format('alter table %I enable row level security', t);
        execute format('alter table %I force row level security', t);
        execute format('create policy system on %I to hyeobom_system using (true) with check (true)', t);
        execute format('grant select, insert, update, delete on %I to hyeobom_system', t);
    end loop;
end
$$;

-- Groups errors that differ in numbers, ids and quoted values alone.
create function job_error_group(error text) returns text
    language sql immutable parallel safe
    return left(regexp_replace(regexp_replace(regexp_replace(error,
        '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}', '#', 'gi'),
        '"[^"]*"|''[^'']*''', '#', 'g'),
        '[0-9]+', '#', 'g'), 200);
comment on function job_error_group(text) is 'The error of a job without what is particular about it.';

-- The value of a payload's first field: operators look for a job by the id or the day that it is about.
create function job_payload_value(payload jsonb) returns text
    language sql immutable parallel safe
    return jsonb_path_query_first(payload, '$.*') #>> '{}';
comment on function job_payload_value(jsonb) is 'The value of a job''s first field as text.';

alter table jobs
    add column error_group text,
    add constraint jobs_priority check (priority in (10, 100));
comment on column jobs.error_group is 'Of a dead job: the error without numbers, ids and quoted values.';
update jobs set error_group = job_error_group(coalesce(last_error, '')) where state = 'dead';

-- the operators' lists, counts and searches
create index jobs_by_state on jobs (state, queue, kind, id);
comment on index jobs_by_state is 'Lists and counts of jobs by state, queue and kind.';
create index jobs_by_tenant on jobs (tenant_id, state, queue, kind, id);
comment on index jobs_by_tenant is 'The same for one tenant.';
create index jobs_error_group on jobs (queue, kind, error_group, id) include (finished_at, tenant_id)
    where state = 'dead';
comment on index jobs_error_group is 'Dead jobs by kind and error.';
create index jobs_request_id on jobs (request_id) where request_id is not null;
comment on index jobs_request_id is 'Jobs of a request.';
create index jobs_payload_value on jobs (job_payload_value(payload));
comment on index jobs_payload_value is 'Jobs about an id or a day.';
-- jobs_by_state has it
drop index jobs_dead;
