-- What the runs of the retention rules erased.

-- A run that erased something, or that was asked for.
create table retention_runs (
    id bigint generated always as identity primary key,
    tenant_id bigint not null default current_tenant() references tenants,
    asked_by text check (asked_by ~ '^[A-Za-z0-9]{4,20}$'),
    reason text check (length(reason) between 1 and 200),
    started_at timestamptz not null,
    finished_at timestamptz,
    erased jsonb not null default '{}' check (jsonb_typeof(erased) = 'object'),
    check ((asked_by is null) = (reason is null))
);
comment on table retention_runs is 'A run of the retention rules: one that erased something, or that an operator asked for.';
comment on column retention_runs.asked_by is 'The sign-in name of the operator who asked for it; null for the regular one.';
comment on column retention_runs.reason is 'Why, as the operator wrote it.';
comment on column retention_runs.started_at is 'When it was asked for, or when the regular one began.';
comment on column retention_runs.finished_at is 'When everything that was due was erased; null while the job waits, runs or failed.';
comment on column retention_runs.erased is 'How many rows of each class were erased: db::retention::Class.';
-- the newest runs
create index retention_runs_started on retention_runs (tenant_id, started_at desc);
comment on index retention_runs_started is 'The newest runs.';

alter table retention_runs enable row level security;
alter table retention_runs force row level security;
create policy own_tenant on retention_runs to hyeobom_app
    using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());
grant select, insert, update on retention_runs to hyeobom_app;
