-- Experts score photos that the AI refused, correct what they released, and finish an application with the analysis before alone.

alter table applications
    -- the clinic makes no analysis after cleaning: the application is complete with the one before
    add column before_only boolean not null default false;

-- The steps that an application may take; as `domain::ApplicationStatus::step`.
create or replace function applications_step() returns trigger
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
    if new.status = 2
       and (select count(*) filter (where status = 2) from tcis where application_id = new.id) <> 2
       and not (new.before_only and exists (select from tcis where application_id = new.id and status = 2)
                and not exists (select from tcis where application_id = new.id and phase = 'after')) then
        raise exception 'an application is complete when both analyses are, or the only one'
            using errcode = 'check_violation', constraint = 'applications_step';
    end if;
    return new;
end
$$;

alter table tcis
    drop constraint tcis_check,
    -- why the AI could not read the picture stays with what an expert released in its place
    add constraint tcis_failure check (status <> 1 or failure_code is null);

-- The steps that an analysis may take; as `domain::Tci::can_release` and `domain::TciStatus`. That of a clinic is released, or gets
-- another picture, only while the clinic works on its application; the application is held, so that it cannot be called off meanwhile.
create or replace function tcis_step() returns trigger
    language plpgsql as $$
declare application smallint;
begin
    if tg_op = 'INSERT' then
        if new.status <> 0 then
            raise exception 'an analysis cannot begin in state %', new.status
                using errcode = 'check_violation', constraint = 'tcis_step';
        end if;
        if new.phase = 'after' and exists (select from applications where id = new.application_id and before_only) then
            raise exception 'the application has an analysis before alone'
                using errcode = 'check_violation', constraint = 'tcis_step';
        end if;
        return new;
    end if;
    if (old.status, new.status) not in ((0, 1), (1, 2), (1, 0), (2, 0))
       -- a photo that the AI refused, and that can be seen, is an expert's to score
       and not ((old.status, new.status) = (0, 2) and new.failure_code is not null
                and exists (select from pictures where tci_id = new.id and current and width is not null)) then
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

-- A correction of a released analysis: why, and what was released before it. The row of the analysis holds what counts now.
create table tci_corrections (
    id bigint generated always as identity primary key,
    tenant_id bigint not null default current_tenant() references tenants,
    tci_id bigint not null,
    picture_id bigint not null,
    -- the version of the analysis that it replaced
    version integer not null,
    -- told to the patient
    reason text not null check (length(reason) between 1 and 500),
    -- the staff who corrected it
    staff_id bigint not null,
    created_at timestamptz not null,
    -- what was released before
    scores smallint[] not null check (array_length(scores, 1) = 9 and 0 <= all (scores) and 2 >= all (scores)),
    scored_at timestamptz not null,
    outline jsonb,
    comment text not null,
    analysis_expert_id bigint,
    -- released scores change in the transaction that keeps them here, and in no other
    transaction_id xid8 not null default pg_current_xact_id(),
    unique (tenant_id, id),
    foreign key (tenant_id, tci_id) references tcis (tenant_id, id) on delete cascade,
    foreign key (tenant_id, picture_id) references pictures (tenant_id, id) on delete cascade,
    foreign key (tenant_id, staff_id) references staff (tenant_id, id),
    foreign key (tenant_id, analysis_expert_id) references staff (tenant_id, id)
);
-- the corrections of an analysis, newest first
create index tci_corrections_tci on tci_corrections (tci_id, id desc);
-- erasing a picture
create index tci_corrections_picture on tci_corrections (picture_id);
alter table tci_corrections enable row level security;
alter table tci_corrections force row level security;
create policy own_tenant on tci_corrections to hyeobom_app
    using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());
grant select, insert, delete on tci_corrections to hyeobom_app;

-- What is released stays as it was released, unless a correction keeps it.
create or replace function pictures_released() returns trigger
    language plpgsql as $$
begin
    if exists (select from tcis where id = old.tci_id and status = 2) and old.current
       and not exists (select from tci_corrections
                       where tci_id = old.tci_id and transaction_id = pg_current_xact_id()) then
        raise exception 'the scores of a released analysis do not change'
            using errcode = 'check_violation', constraint = 'pictures_released';
    end if;
    return new;
end
$$;

alter table notifications
    -- the correction that it is about
    add column correction_id bigint,
    add constraint notifications_correction foreign key (tenant_id, correction_id)
        references tci_corrections (tenant_id, id) on delete cascade;
-- a correction is told once
create unique index notifications_correction_once on notifications (correction_id) where correction_id is not null;
drop index notifications_application;
-- taking and calling off are told once
create unique index notifications_application on notifications (application_id, kind)
    where picture_id is null and correction_id is null;
