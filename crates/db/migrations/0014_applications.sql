-- TCI applications: a patient asks a clinic for an analysis before and one after cleaning, and its staff score both.

-- An application, as the patient or (for who comes by) the clinic entered it.
create table applications (
    id bigint generated always as identity primary key,
    tenant_id bigint not null default current_tenant() references tenants,
    kind text not null check (kind in ('application', 'walk_in')),
    -- whose account; null for who came by without one
    patient_id bigint,
    institution_id bigint not null,
    -- -1 canceled, 0 waiting, 1 received by the clinic, 2 complete; applications_step guards the steps
    status smallint not null default 0 check (status between -1 and 2),
    -- whom it is about, as entered
    name text not null check (name <> ''),
    birth date not null,
    -- 0 man, 1 woman, null not said
    gender smallint check (gender in (0, 1)),
    -- digits only
    phone_number text not null check (phone_number ~ '^01[0-9]{8,9}$'),
    created_at timestamptz not null,
    updated_at timestamptz not null,
    -- when the clinic took it
    claim_at timestamptz,
    -- when somebody of the clinic first opened it
    opened_at timestamptz,
    unique (tenant_id, id),
    foreign key (tenant_id, patient_id) references patients (tenant_id, id),
    foreign key (tenant_id, institution_id) references institutions (tenant_id, id),
    check (kind = 'walk_in' or patient_id is not null),
    check (status < 1 or claim_at is not null)
);
-- a patient's history, newest first, and the most recent clinic
create index applications_patient on applications (patient_id, created_at desc, id desc);
-- a clinic's worklist, newest first
create index applications_institution on applications (institution_id, created_at desc, id desc);
-- the same of one state
create index applications_institution_status on applications (institution_id, status, created_at desc, id desc);
-- the same of what nobody opened
create index applications_unopened on applications (institution_id, created_at desc, id desc) where opened_at is null;

alter table uploads
    alter column patient_id drop not null,
    -- the staff who was given the permission, for a clinic's picture
    add column staff_id bigint,
    add constraint uploads_staff foreign key (tenant_id, staff_id) references staff (tenant_id, id),
    add constraint uploads_owner check (num_nonnulls(patient_id, staff_id) = 1);

alter table tcis
    alter column patient_id drop not null,
    -- the application it belongs to; null for a self-check
    add column application_id bigint,
    -- which of the application's two it is
    add column phase text check (phase in ('before', 'after')),
    add column institution_id bigint,
    -- who took the picture and who scored it
    add column shooting_expert_id bigint,
    add column analysis_expert_id bigint,
    add constraint tcis_application foreign key (tenant_id, application_id) references applications (tenant_id, id),
    add constraint tcis_shooting_expert foreign key (tenant_id, institution_id, shooting_expert_id)
        references staff (tenant_id, institution_id, id),
    add constraint tcis_analysis_expert foreign key (tenant_id, institution_id, analysis_expert_id)
        references staff (tenant_id, institution_id, id),
    add constraint tcis_owner check (patient_id is not null or application_id is not null),
    add constraint tcis_place check (num_nulls(application_id, phase, institution_id) in (0, 3)),
    add constraint tcis_comment_length check (length(comment) <= 10000);
-- an application has each of its two analyses once
create unique index tcis_phase on tcis (application_id, phase);
-- a patient's self-checks, newest first
create index tcis_self_checks on tcis (patient_id, id desc) where application_id is null;

alter table pictures
    -- nine scores 0..2 that an expert saved, row by row from the root; null until then. They belong to the picture: another
    -- one has none
    add column expert_scores smallint[] check
        (array_length(expert_scores, 1) = 9 and 0 <= all (expert_scores) and 2 >= all (expert_scores)),
    add column scored_at timestamptz,
    -- the staff who saved them
    add column scored_by bigint,
    -- the square that an expert looks at, in pixels of the upright picture; the AI's reading stays that of crop_*
    add column view_left integer check (view_left >= 0),
    add column view_top integer check (view_top >= 0),
    add column view_size integer check (view_size > 0),
    add constraint pictures_scored_by foreign key (tenant_id, scored_by) references staff (tenant_id, id),
    add constraint pictures_scored check (num_nulls(expert_scores, scored_at, scored_by) in (0, 3)),
    add constraint pictures_view check (num_nulls(view_left, view_top, view_size) in (0, 3)),
    add constraint pictures_view_inside check (view_left + view_size <= width and view_top + view_size <= height);

alter table notifications
    add column application_id bigint,
    add constraint notifications_application foreign key (tenant_id, application_id) references applications (tenant_id, id),
    drop constraint notifications_kind_check,
    add constraint notifications_kind_check check
        (kind in ('result_ready', 'result_failed', 'export_failed', 'tci_received', 'tci_released', 'tci_canceled'));
-- taking and calling off are told once
create unique index notifications_application on notifications (application_id, kind) where picture_id is null;

-- The steps that an application may take; as `domain::ApplicationStatus::step`.
create function applications_step() returns trigger
    language plpgsql as $$
begin
    if tg_op = 'INSERT' then
        -- who comes by is in the clinic's hands already
        if new.status <> (case new.kind when 'walk_in' then 1 else 0 end) then
            raise exception 'an application cannot begin in state %', new.status
                using errcode = 'check_violation', constraint = 'applications_step';
        end if;
        return new;
    end if;
    if (old.status, new.status) not in ((0, 1), (0, -1), (1, -1), (1, 2)) then
        raise exception 'an application cannot go from % to %', old.status, new.status
            using errcode = 'check_violation', constraint = 'applications_step';
    end if;
    if new.status = 2 and (select count(*) from tcis where application_id = new.id and status = 2) <> 2 then
        raise exception 'an application is complete when both analyses are'
            using errcode = 'check_violation', constraint = 'applications_step';
    end if;
    return new;
end
$$;
-- after, so that a row of another tenant is refused as such
create trigger applications_begin after insert on applications
    for each row execute function applications_step();
create trigger applications_step before update of status on applications
    for each row when (old.status is distinct from new.status) execute function applications_step();

-- The steps that an analysis may take; as `domain::TciStatus`. That of a clinic is released, or gets another picture, only
-- while the clinic works on its application; the application is held, so that it cannot be called off meanwhile.
create function tcis_step() returns trigger
    language plpgsql as $$
declare application smallint;
begin
    if tg_op = 'INSERT' then
        if new.status <> 0 then
            raise exception 'an analysis cannot begin in state %', new.status
                using errcode = 'check_violation', constraint = 'tcis_step';
        end if;
        return new;
    end if;
    if (old.status, new.status) not in ((0, 1), (1, 2), (1, 0), (2, 0)) then
        raise exception 'an analysis cannot go from % to %', old.status, new.status
            using errcode = 'check_violation', constraint = 'tcis_step';
    end if;
    if new.application_id is not null and new.status in (0, 2) then
        select status into application from applications where id = new.application_id for share;
        if application is distinct from 1 then
            raise exception 'the application of this analysis is in state %', application
                using errcode = 'check_violation', constraint = 'tcis_step';
        end if;
    end if;
    if new.status = 2 and not exists
        (select from pictures where tci_id = new.id and current and expert_scores is not null) then
        raise exception 'an analysis is released with scores'
            using errcode = 'check_violation', constraint = 'tcis_scored';
    end if;
    return new;
end
$$;
create trigger tcis_begin after insert on tcis for each row execute function tcis_step();
create trigger tcis_step before update of status on tcis
    for each row when (old.status is distinct from new.status) execute function tcis_step();

-- What is released stays as it was released.
create function pictures_released() returns trigger
    language plpgsql as $$
begin
    if exists (select from tcis where id = old.tci_id and status = 2) and old.current then
        raise exception 'the scores of a released analysis do not change'
            using errcode = 'check_violation', constraint = 'pictures_released';
    end if;
    return new;
end
$$;
create trigger pictures_released before update of expert_scores, view_left, view_top, view_size on pictures
    for each row execute function pictures_released();

alter table applications enable row level security;
alter table applications force row level security;
create policy own_tenant on applications to hyeobom_app
    using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());
grant select, insert, update, delete on applications to hyeobom_app;
