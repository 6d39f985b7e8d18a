-- What operators ask of the model's registry. Only workers reach it: they do what is asked for, and write down what it holds.

-- A change that an operator asked for.
create table model_changes (
    id bigint generated always as identity primary key,
    action text not null check (action in ('promote', 'shadow', 'rollback')),
    version text check (version <> ''),
    share real check (share > 0 and share <= 1),
    forced boolean not null default false,
    operator_id bigint not null references operators,
    reason text not null check (length(reason) between 1 and 200),
    state text not null default 'pending' check (state in ('pending', 'running', 'done', 'refused', 'failed')),
    detail text check (length(detail) between 1 and 1000),
    created_at timestamptz not null,
    started_at timestamptz,
    finished_at timestamptz,
    check (action <> 'promote' or version is not null),
    check ((share is not null) = (action = 'shadow' and version is not null)),
    check ((finished_at is not null) = (state in ('done', 'refused', 'failed')))
);
comment on table model_changes is 'A change of the deployed version, or of the shadow run, that an operator asked for.';
comment on column model_changes.action is 'promote deploys the version, rollback the one before the deployed one; shadow starts or ends a shadow run.';
comment on column model_changes.version is
    'The version; of a rollback the one that it takes back, null for the built-in one; null ends the shadow run.';
comment on column model_changes.share is 'The share of the photos that a shadow run reads.';
comment on column model_changes.forced is 'Whether a version is deployed although it was not measured, or is worse.';
comment on column model_changes.operator_id is 'Who asked for it.';
comment on column model_changes.reason is 'Why.';
comment on column model_changes.state is 'refused: the checks are against it; failed: the registry did not do it.';
comment on column model_changes.detail is 'Why it was refused or failed.';
comment on column model_changes.created_at is 'When it was asked for.';
comment on column model_changes.started_at is 'When a worker began; one that ended without a result is taken up by another.';
comment on column model_changes.finished_at is 'When it was done, refused or failed.';
-- what workers look for
create index model_changes_open on model_changes (id) where state in ('pending', 'running');
comment on index model_changes_open is 'What workers look for.';

-- What the registry held when a worker read it last.
create table model_registry (
    id smallint primary key default 1 check (id = 1),
    state jsonb not null check (jsonb_typeof(state) = 'object'),
    read_at timestamptz not null
);
comment on table model_registry is 'What the registry of model versions held when a worker read it last; one row.';
comment on column model_registry.id is 'Always 1.';
comment on column model_registry.state is 'domain::model_registry::RegistryState.';
comment on column model_registry.read_at is 'When.';

do $$
declare t text;
begin
    foreach t in array array['model_changes', 'model_registry'] loop
        execute format('alter table %I enable row level security', t);
        execute format('alter table %I force row level security', t);
        execute format('create policy system on %I to hyeobom_system using (true) with check (true)', t);
        execute format('grant select, insert, update on %I to hyeobom_system', t);
    end loop;
end
$$;
