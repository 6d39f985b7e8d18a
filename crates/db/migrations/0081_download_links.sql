-- Addresses under which a browser downloads one file by itself: many apps' own browsers save nothing that a script fetched.

alter table patient_sessions add constraint patient_sessions_tenant_id_id_key unique (tenant_id, id);

-- A link of one file, of a claim or of an application.
create table download_links (
    id bigint generated always as identity primary key,
    tenant_id bigint not null default current_tenant() references tenants,
    session_id bigint not null,
    claim_id bigint,
    code text check (code in ('medical_bill_receipt', 'detailed_statement')),
    application_id bigint,
    locale text not null check (locale in ('ko', 'en')),
    token_hash bytea not null check (octet_length(token_hash) = 32),
    created_at timestamptz not null,
    expires_at timestamptz not null,
    opened_at timestamptz,
    opened_from text check (length(opened_from) between 1 and 60),
    check ((claim_id is null) = (code is null)),
    check ((claim_id is null) <> (application_id is null)),
    check ((opened_at is null) = (opened_from is null)),
    foreign key (tenant_id, session_id) references patient_sessions (tenant_id, id) on delete cascade,
    foreign key (tenant_id, claim_id) references claims (tenant_id, id) on delete cascade,
    foreign key (tenant_id, application_id) references applications (tenant_id, id) on delete cascade
);
comment on table download_links is 'A link that downloads one file without the session''s token, once, for a few minutes.';
comment on column download_links.session_id is 'The session that asked for it. The link ends with it.';
comment on column download_links.claim_id is 'The claim whose document it is; null for a report.';
comment on column download_links.code is 'Which document of the claim.';
comment on column download_links.application_id is 'The application whose report it is; null for a document.';
comment on column download_links.locale is 'The language of a report.';
comment on column download_links.token_hash is 'SHA-256 of the token in the link.';
comment on column download_links.created_at is 'When it was asked for.';
comment on column download_links.expires_at is 'Until when it can be opened.';
comment on column download_links.opened_at is 'When it was opened first; null before. For a minute the same network may open it again, as download managers do.';
comment on column download_links.opened_from is 'The network that opened it.';
-- the look-up of an opened link
create unique index download_links_token on download_links (token_hash);
-- what ends with a session
create index download_links_session on download_links (session_id);
-- what ends with a claim
create index download_links_claim on download_links (claim_id) where claim_id is not null;
-- what ends with an application
create index download_links_application on download_links (application_id) where application_id is not null;
-- the sweep's deletion of ended links
create index download_links_expiry on download_links (expires_at);

alter table download_links enable row level security;
alter table download_links force row level security;
create policy own_tenant on download_links to hyeobom_app
    using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());
grant select, insert, update, delete on download_links to hyeobom_app;
