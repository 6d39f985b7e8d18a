-- Codes by which somebody who came by without an account takes the application into one.

-- A code of a walk-in's application.
create table walk_in_links (
    id bigint generated always as identity primary key,
    tenant_id bigint not null default current_tenant() references tenants,
    -- a walk-in's
    application_id bigint not null,
    -- `desk`: shown by staff; `sms`: sent to the walk-in's number after a release
    origin text not null check (origin in ('desk', 'sms')),
    -- SHA-256 of the code; null until the message with it is sent
    code_hash bytea check (octet_length(code_hash) = 32),
    -- by how many people whose name or birth date did not match it was tried; five end it
    attempts smallint not null default 0 check (attempts between 0 and 5),
    created_at timestamptz not null,
    expires_at timestamptz not null,
    -- when the carrier took the message
    sent_at timestamptz,
    -- when an account took the application
    used_at timestamptz,
    unique (tenant_id, id),
    foreign key (tenant_id, application_id) references applications (tenant_id, id) on delete cascade,
    check (origin = 'sms' or code_hash is not null)
);
-- the look-up of an entered code
create unique index walk_in_links_code on walk_in_links (code_hash);
-- the codes of an application
create index walk_in_links_application on walk_in_links (application_id);
-- what the sweep deletes
create index walk_in_links_ended on walk_in_links (expires_at);
alter table walk_in_links enable row level security;
alter table walk_in_links force row level security;
create policy own_tenant on walk_in_links to hyeobom_app
    using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());
grant select, insert, update, delete on walk_in_links to hyeobom_app;
