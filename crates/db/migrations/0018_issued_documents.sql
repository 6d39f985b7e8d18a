-- The documents that clinics issue for claims, and what the access log says of claims.

-- A document as it was issued: the file is in object storage, under the key of its upload.
create table issued_documents (
    id bigint generated always as identity primary key,
    tenant_id bigint not null default current_tenant() references tenants,
    claim_id bigint not null,
    -- which of the documents that the claim asks for
    code text not null,
    -- where the file is; null once it was erased
    upload_id bigint,
    -- uploaded by staff, or generated here from what they entered
    origin text not null check (origin in ('uploaded', 'generated')),
    -- bytes
    size integer not null check (size > 0),
    pages smallint not null check (pages > 0),
    -- SHA-256 of the file
    hash bytea not null check (octet_length(hash) = 32),
    -- who issued it
    staff_id bigint not null,
    created_at timestamptz not null,
    foreign key (tenant_id, claim_id) references claims (tenant_id, id) on delete cascade,
    foreign key (claim_id, code) references claim_documents (claim_id, code) on delete cascade,
    foreign key (tenant_id, upload_id) references uploads (tenant_id, id),
    foreign key (tenant_id, staff_id) references staff (tenant_id, id)
);
-- a document is issued once; the next one takes its place
create unique index issued_documents_code on issued_documents (claim_id, code);
-- a file is one document
create unique index issued_documents_upload on issued_documents (upload_id) where upload_id is not null;

-- Files are put in while the claim is being issued, and stay as they are from its release on.
create function issued_documents_open() returns trigger
    language plpgsql as $$
begin
    if (select status from claims where id = new.claim_id) is distinct from 1 then
        raise exception 'documents are issued in state 1 of a claim'
            using errcode = 'check_violation', constraint = 'issued_documents_open';
    end if;
    return new;
end
$$;
-- after, so that a row of another tenant is refused as such
create trigger issued_documents_begin after insert on issued_documents
    for each row when (new.upload_id is not null) execute function issued_documents_open();
create trigger issued_documents_open before update on issued_documents
    for each row when (new.upload_id is not null) execute function issued_documents_open();

-- A claim is released with every document that it asks for.
create function claims_issued() returns trigger
    language plpgsql as $$
begin
    if exists (select from claim_documents d
               where d.claim_id = new.id
                 and not exists (select from issued_documents i
                                 where i.claim_id = d.claim_id and i.code = d.code and i.upload_id is not null)) then
        raise exception 'a document of the claim is missing'
            using errcode = 'check_violation', constraint = 'claims_issued';
    end if;
    return new;
end
$$;
create trigger claims_issued before update of status on claims
    for each row when (new.status = 2 and old.status is distinct from new.status) execute function claims_issued();

-- what the sweep looks at: files whose time of downloading is over
create index claims_released on claims (released_at) where released_at is not null;

-- it holds on to the columns that there were; it is made anew below
drop function access_log_hash(access_log);
alter table access_log
    drop constraint access_log_action_check,
    add constraint access_log_action_check check (action in
        ('sign_in', 'sign_in_failed', 'password_changed', 'applications_listed', 'application_read', 'application_made',
         'application_changed', 'picture_added', 'analysis_saved', 'analysis_released', 'staff_made', 'staff_changed',
         'claims_listed', 'claim_read', 'claim_changed', 'document_added', 'documents_released', 'document_downloaded')),
    -- the claims it was about
    add column claim_ids bigint[] not null default '{}',
    -- why somebody of the staff took a copy
    add column reason text check (length(reason) between 1 and 200);

-- A row's hash, from its content and the hash before it. What came later is a part of it only where it is there, so that the
-- hashes of older rows stay right.
create function access_log_hash(entry access_log) returns bytea
    language sql stable parallel safe
    return sha256(entry.previous_hash || convert_to((jsonb_build_array(
        entry.tenant_id, entry.seq, extract(epoch from entry.at), entry.staff_id, entry.login_id,
        host(entry.client_address), entry.action, entry.patient_ids, entry.application_ids, entry.request_id)
        || case when entry.claim_ids = '{}' and entry.reason is null then '[]'::jsonb
                else jsonb_build_array(entry.claim_ids, entry.reason) end)::text, 'utf8'));

alter table issued_documents enable row level security;
alter table issued_documents force row level security;
create policy own_tenant on issued_documents to hyeobom_app
    using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());
grant select, insert, update, delete on issued_documents to hyeobom_app;
