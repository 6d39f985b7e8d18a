-- Which version of the model photos are read with, and what its tests found: what the page about the score says of it.

-- Of all tenants: they share the workers.
create table deployed_model (
    -- one row, of the version that a worker took up last
    id smallint primary key default 1 check (id = 1),
    -- as in results.model_version
    version text not null,
    -- SHA-256, hexadecimal, of the photos that it learned from and was tested on
    data_hash text not null,
    -- domain::deployed_model::Figures; what was not recorded is null, an empty list or missing
    figures jsonb not null check (jsonb_typeof(figures) = 'object'),
    -- when the first worker took it up after another version
    taken_up_at timestamptz not null
);

alter table deployed_model enable row level security;
alter table deployed_model force row level security;

-- everybody reads it, workers write it
create policy everybody on deployed_model for select to hyeobom_app using (true);
create policy workers on deployed_model to hyeobom_system using (true) with check (true);
grant select on deployed_model to hyeobom_app;
grant select, insert, update on deployed_model to hyeobom_system;
