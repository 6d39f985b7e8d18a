-- A permission to upload one object, given to one patient.
create table uploads (
    id bigint generated always as identity primary key,
    tenant_id bigint not null default current_tenant() references tenants,
    patient_id bigint not null,
    -- {folder}/{environment}/{random}.{ext}
    object_key text not null unique,
    content_type text not null,
    -- bytes; the signed form refuses more
    max_size integer not null check (max_size > 0),
    created_at timestamptz not null,
    expires_at timestamptz not null,
    -- when an analysis took the object; a key is used once
    used_at timestamptz,
    unique (tenant_id, id),
    foreign key (tenant_id, patient_id) references patients (tenant_id, id)
);

-- One analysis of one tongue.
create table tcis (
    id bigint generated always as identity primary key,
    tenant_id bigint not null default current_tenant() references tenants,
    patient_id bigint not null,
    -- S-YYYYMMDD-NNNN-C: kind, local date, the day's count, check digit
    tci_number text not null,
    -- 0 requested, 1 AI read done, 2 complete
    status smallint not null default 0 check (status in (0, 1, 2)),
    shooting_at timestamptz not null,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    comment text not null default '',
    -- why the current picture could not be read; null when it could, or is not read yet
    failure_code text,
    -- counts the changes, for optimistic concurrency
    version integer not null default 1,
    unique (tenant_id, id),
    unique (tenant_id, tci_number),
    foreign key (tenant_id, patient_id) references patients (tenant_id, id),
    check (status = 0 or failure_code is null)
);
-- a patient's history, newest first
create index tcis_patient on tcis (patient_id, id desc);

-- The day's count of analyses, for their numbers.
create table tci_counters (
    tenant_id bigint not null default current_tenant() references tenants,
    -- local date in Korea
    day date not null,
    count integer not null,
    primary key (tenant_id, day)
);

-- A picture of an analysis. A re-upload or another crop is a new row: results belong to exactly what was read.
create table pictures (
    id bigint generated always as identity primary key,
    tenant_id bigint not null default current_tenant() references tenants,
    tci_id bigint not null,
    upload_id bigint not null,
    object_key text not null,
    -- the square that is read, in pixels of the upright picture; null reads the whole picture
    crop_left integer check (crop_left >= 0),
    crop_top integer check (crop_top >= 0),
    crop_size integer check (crop_size > 0),
    -- size of the upright picture; null until it has been read
    width integer check (width > 0),
    height integer check (height > 0),
    -- the current picture of its analysis
    current boolean not null default true,
    created_at timestamptz not null,
    unique (tenant_id, id),
    foreign key (tenant_id, tci_id) references tcis (tenant_id, id),
    foreign key (tenant_id, upload_id) references uploads (tenant_id, id),
    check ((crop_left is null) = (crop_top is null) and (crop_top is null) = (crop_size is null))
);
-- at most one current picture
create unique index pictures_current on pictures (tci_id) where current;

-- What the AI read from a picture; once for each picture.
create table results (
    picture_id bigint primary key,
    tenant_id bigint not null default current_tenant() references tenants,
    -- nine scores 0..2, row by row from the root
    scores smallint[] not null check (array_length(scores, 1) = 9 and 0 <= all (scores) and 2 >= all (scores)),
    -- calibrated probability of each score, 0..1
    confidences real[] not null check (array_length(confidences, 1) = 9 and 0 <= all (confidences) and 1 >= all (confidences)),
    -- outline [[x, y], …], clockwise, 8 to 128 points, pixels of the upright picture
    outline jsonb not null check (jsonb_array_length(outline) between 8 and 128),
    -- frame of the 3x3 cells: box in pixels, turned clockwise about its centre by degrees
    grid_left real not null,
    grid_top real not null,
    grid_width real not null check (grid_width > 0),
    grid_height real not null check (grid_height > 0),
    grid_angle real not null,
    model_version text not null,
    created_at timestamptz not null,
    foreign key (tenant_id, picture_id) references pictures (tenant_id, id)
);

-- Something to tell a patient in the app; texts come from the catalogue by kind.
create table notifications (
    id bigint generated always as identity primary key,
    tenant_id bigint not null default current_tenant() references tenants,
    patient_id bigint not null,
    kind text not null check (kind in ('result_ready', 'result_failed')),
    -- the analysis it is about
    tci_id bigint,
    -- the picture it is about: one notification for each reading
    picture_id bigint,
    created_at timestamptz not null,
    read_at timestamptz,
    foreign key (tenant_id, patient_id) references patients (tenant_id, id),
    foreign key (tenant_id, tci_id) references tcis (tenant_id, id),
    foreign key (tenant_id, picture_id) references pictures (tenant_id, id)
);
-- a patient's list, newest first
create index notifications_patient on notifications (patient_id, id desc);
-- a reading is told once
create unique index notifications_picture on notifications (picture_id, kind);

do $$
declare t text;
begin
    foreach t in array array['uploads', 'tcis', 'tci_counters', 'pictures', 'results', 'notifications'] loop
        execute format('alter table %I enable row level security', t);
        execute format('alter table %I force row level security', t);
        execute format('create policy own_tenant on %I to hyeobom_app using (tenant_id = current_tenant())
                        with check (tenant_id = current_tenant())', t);
        execute format('grant select, insert, update, delete on %I to hyeobom_app', t);
    end loop;
end
$$;
