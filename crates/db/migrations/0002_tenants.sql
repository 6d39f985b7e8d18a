-- A tenant: one operator of the product under its own name and hosts.
create table tenants (
    id bigint generated always as identity primary key,
    -- short stable name used in logs and seeds, never shown
    key text not null unique check (key ~ '^[a-z][a-z0-9-]{1,30}$'),
    -- the product's name as patients see it
    name text not null,
    -- language of a visitor who states none
    default_locale text not null default 'ko' check (default_locale in ('ko', 'en')),
    -- where the home tiles lead; null means this app's own pages
    subsite_tci text,
    subsite_chea text,
    -- what the footer must show of the company
    company_name text not null,
    company_representative text not null,
    company_registration_number text not null,
    company_address text not null,
    company_phone text not null,
    company_email text not null,
    -- the home screen's banner; no banner when the link is null
    banner_title text,
    banner_text text,
    banner_image_url text,
    banner_link_url text,
    -- senders of mail and SMS
    mail_from text not null,
    sms_from text not null check (sms_from ~ '^[0-9]{8,11}$'),
    -- whether sign-up needs a verified identity
    identity_required boolean not null default false,
    created_at timestamptz not null default now()
);

-- The hosts by which a tenant is addressed, lower case, without a port.
create table tenant_hosts (
    host text primary key check (host = lower(host)),
    tenant_id bigint not null references tenants
);
-- for listing a tenant's hosts
create index tenant_hosts_tenant on tenant_hosts (tenant_id);

alter table tenants enable row level security;
alter table tenants force row level security;
alter table tenant_hosts enable row level security;
alter table tenant_hosts force row level security;

-- a tenant sees itself; the directory sees all
create policy own_tenant on tenants to hyeobom_app using (id = current_tenant());
create policy directory on tenants to hyeobom_system using (true);
create policy own_tenant on tenant_hosts to hyeobom_app using (tenant_id = current_tenant());
create policy directory on tenant_hosts to hyeobom_system using (true);
grant select on tenants, tenant_hosts to hyeobom_app, hyeobom_system;

-- A clinic of a tenant.
create table institutions (
    id bigint generated always as identity primary key,
    tenant_id bigint not null default current_tenant() references tenants,
    name text not null,
    representative_name text not null,
    address text not null,
    -- digits only
    phone_number text not null check (phone_number ~ '^[0-9]{8,11}$'),
    created_at timestamptz not null default now(),
    unique (tenant_id, id),
    unique (tenant_id, name)
);
alter table institutions enable row level security;
alter table institutions force row level security;
create policy own_tenant on institutions to hyeobom_app
    using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());
grant select, insert, update on institutions to hyeobom_app;
