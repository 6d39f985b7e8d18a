-- What patients choose for themselves: favorite clinics, and the topics that also reach them outside the app.

-- A clinic that a patient marked, to find it again.
create table favorite_clinics (
    tenant_id bigint not null default current_tenant() references tenants,
    patient_id bigint not null,
    institution_id bigint not null,
    created_at timestamptz not null,
    primary key (tenant_id, patient_id, institution_id),
    foreign key (tenant_id, patient_id) references patients (tenant_id, id),
    foreign key (tenant_id, institution_id) references institutions (tenant_id, id)
);
comment on table favorite_clinics is 'A clinic that a patient marked, to find it again.';
comment on column favorite_clinics.tenant_id is 'The tenant of both.';
comment on column favorite_clinics.patient_id is 'Who marked it.';
comment on column favorite_clinics.institution_id is 'The clinic.';
comment on column favorite_clinics.created_at is 'When it was marked.';
comment on index favorite_clinics_pkey is 'The clinics of a patient, each once.';

alter table favorite_clinics enable row level security;
alter table favorite_clinics force row level security;
create policy own_tenant on favorite_clinics to hyeobom_app
    using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());
grant select, insert, delete on favorite_clinics to hyeobom_app;

-- A topic that is off sends nothing outside the app; the notification stays in it.
alter table notification_settings
    add column results boolean not null default true,
    add column applications boolean not null default true,
    add column claims boolean not null default true;
comment on column notification_settings.results is 'Whether results are also notified of outside the app.';
comment on column notification_settings.applications is
    'Whether the progress of applications is also notified of outside the app.';
comment on column notification_settings.claims is
    'Whether the progress of claims and payments is also notified of outside the app.';
