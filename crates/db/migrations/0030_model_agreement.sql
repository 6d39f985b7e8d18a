-- How far the model and the clinics' experts agree, what a candidate would have read, and who lets the model learn from them.

alter table consents
    drop constraint consents_kind_check,
    add constraint consents_kind_check check (kind in ('health', 'terms', 'privacy', 'age14', 'provide', 'training'));
comment on column consents.kind is
    'what is consented to; training: photos and scores, without the person, may teach and test later versions of the model';

-- Agreement of one clinic's experts with one version, as it was on one day over the days before it.
create table model_agreements (
    id bigint generated always as identity primary key,
    tenant_id bigint not null default current_tenant() references tenants,
    institution_id bigint not null,
    -- results.model_version
    model_version text not null,
    -- the last Korean day that is counted
    day date not null,
    -- released analyses, of nine cells each
    photos integer not null check (photos > 0),
    -- share of cells with the expert's very score
    exact real not null check (exact between 0 and 1),
    -- quadratic-weighted kappa and its 95 % interval, by resampling analyses
    kappa real not null check (kappa between -1 and 1),
    kappa_low real not null,
    kappa_high real not null,
    -- mean absolute difference of the index, in points of 100
    index_error real not null check (index_error between 0 and 100),
    -- cells that the model gave 0, 1 and 2
    model_cells integer[] not null check (array_length(model_cells, 1) = 3),
    -- cells that the experts gave 0, 1 and 2
    expert_cells integer[] not null check (array_length(expert_cells, 1) = 3),
    -- mean confidence of the model's scores
    confidence real not null check (confidence between 0 and 1),
    -- mean share of the photo that the tongue's frame takes, and mean pixels of the photo's shorter side: whether the inputs drift
    tongue_share real not null,
    shorter_side real not null,
    created_at timestamptz not null,
    foreign key (tenant_id, institution_id) references institutions (tenant_id, id),
    check (kappa_low <= kappa_high)
);
-- a day is counted once; counting it again replaces it
create unique index model_agreements_day on model_agreements (institution_id, model_version, day);

-- What a candidate version read from a picture beside the deployed one. Shown to nobody but who works on the model.
create table shadow_readings (
    picture_id bigint not null,
    tenant_id bigint not null default current_tenant() references tenants,
    -- the candidate
    candidate text not null,
    -- the version whose result the picture has
    deployed text not null,
    -- both read it, or both refused it for the same reason
    same_outcome boolean not null,
    -- the candidate's nine scores, row by row from the root; null when either refused the picture
    scores smallint[] check (array_length(scores, 1) = 9 and 0 <= all (scores) and 2 >= all (scores)),
    -- cells with the same score
    same_cells smallint check (same_cells between 0 and 9),
    -- intersection over union of both outlines
    overlap real check (overlap between 0 and 1),
    created_at timestamptz not null,
    primary key (picture_id, candidate),
    foreign key (tenant_id, picture_id) references pictures (tenant_id, id) on delete cascade,
    check (num_nulls(scores, same_cells, overlap) in (0, 3))
);

do $$
declare t text;
begin
    foreach t in array array['model_agreements', 'shadow_readings'] loop
        execute format('alter table %I enable row level security', t);
        execute format('alter table %I force row level security', t);
        execute format('create policy own_tenant on %I to hyeobom_app using (tenant_id = current_tenant())
                        with check (tenant_id = current_tenant())', t);
        execute format('grant select, insert, update, delete on %I to hyeobom_app', t);
    end loop;
end
$$;
