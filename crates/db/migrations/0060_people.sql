-- The people of an account: its holder, and those whom the holder applies and claims for. Applications, analyses and claims
-- belong to one of them, so that nothing of two people is shown as one's history.

-- A person of an account.
create table people (
    id bigint generated always as identity primary key,
    tenant_id bigint not null default current_tenant() references tenants,
    -- the account
    patient_id bigint not null,
    -- what the person is to the account's holder; `self` is the holder
    relation text not null check (relation in ('self', 'child', 'parent', 'spouse', 'other')),
    -- of the holder a copy of the account's name, birth date and gender, kept by people_of_account
    name text not null check (name <> '' and name is nfc normalized),
    -- null where it is not known: of a holder who did not state it, and of who was only named in an earlier claim
    birth date,
    -- 0 man, 1 woman, null not said
    gender smallint check (gender in (0, 1)),
    -- what the holder declared: `guardian`, to be the legal guardian and to agree for a child under 14; `agreed`, that the person
    -- agreed. Null for the holder, and for who was entered before this was recorded
    consent_kind text check (consent_kind in ('guardian', 'agreed')),
    -- effective date of the text that was agreed to
    consent_version date,
    consent_at timestamptz,
    -- the address that it was declared from
    client_address inet,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    -- when the holder removed the person; what belongs to it is no longer shown, and erased after the period of the service's data
    removed_at timestamptz,
    -- when that was erased
    erased_at timestamptz,
    unique (tenant_id, id),
    unique (tenant_id, patient_id, id),
    foreign key (tenant_id, patient_id) references patients (tenant_id, id),
    check (num_nulls(consent_kind, consent_version, consent_at) in (0, 3)),
    check (relation <> 'self' or (consent_kind is null and removed_at is null)),
    check (erased_at is null or removed_at is not null)
);
-- the holder of an account
create unique index people_self on people (patient_id) where relation = 'self';
-- the people of an account
create index people_patient on people (patient_id, id);
-- what the sweep erases
create index people_removed on people (removed_at) where removed_at is not null and erased_at is null;

alter table people enable row level security;
alter table people force row level security;
create policy own_tenant on people to hyeobom_app
    using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());
grant select, insert, update, delete on people to hyeobom_app;

alter table applications
    -- the person of the account whom it is about; null for who came by without an account
    add column person_id bigint,
    add constraint applications_person foreign key (tenant_id, patient_id, person_id)
        references people (tenant_id, patient_id, id);
alter table tcis
    -- the person of the account whose tongue it is; null where the application has no account
    add column person_id bigint,
    add constraint tcis_person foreign key (tenant_id, patient_id, person_id) references people (tenant_id, patient_id, id);
alter table claims
    -- the insured person, of the account
    add column person_id bigint,
    add constraint claims_person foreign key (tenant_id, patient_id, person_id) references people (tenant_id, patient_id, id);
alter table claim_drafts
    -- the insured person, of the order's account; null for its holder
    add column person_id bigint,
    add constraint claim_drafts_person foreign key (tenant_id, person_id) references people (tenant_id, id);

-- The rows that exist are given their people. Forced row-level security binds an owner who is no superuser.
alter table patients no force row level security;
alter table people no force row level security;
alter table applications no force row level security;
alter table tcis no force row level security;
alter table claims no force row level security;
alter table claim_drafts no force row level security;
alter table orders no force row level security;

insert into people (tenant_id, patient_id, relation, name, birth, gender, created_at, updated_at)
select tenant_id, id, 'self', name, birth, gender, created_at, created_at from patients;

-- A name as it is compared: without spaces, in small letters.
create function person_name_key(text) returns text
    language sql immutable strict parallel safe
    return regexp_replace(lower(normalize($1, nfc)), '\s', '', 'g');

-- Who was entered under another name or birth date than the holder's becomes a person of the account, without a consent: nothing new
-- is accepted for this person until it is declared.
insert into people (tenant_id, patient_id, relation, name, birth, gender, created_at, updated_at)
select a.tenant_id, a.patient_id, 'other', min(a.name), a.birth, min(a.gender), min(a.created_at), min(a.created_at)
from applications a
join people h on h.patient_id = a.patient_id and h.relation = 'self'
where person_name_key(a.name) <> person_name_key(h.name) or a.birth <> h.birth
group by a.tenant_id, a.patient_id, person_name_key(a.name), a.birth;

update applications a
set person_id = (select p.id from people p
                 where p.patient_id = a.patient_id and person_name_key(p.name) = person_name_key(a.name)
                   and (p.birth = a.birth or (p.birth is null and p.relation = 'self'))
                 order by p.relation = 'self' desc, p.id limit 1)
where a.patient_id is not null;

update tcis t
set person_id = case when t.application_id is null
                     then (select id from people where patient_id = t.patient_id and relation = 'self')
                     else (select person_id from applications where id = t.application_id) end
where t.patient_id is not null;

-- A claim has no birth date: it belongs to the one person of that name, else to a person of its own.
insert into people (tenant_id, patient_id, relation, name, created_at, updated_at)
select c.tenant_id, c.patient_id, 'other', min(c.insured_name), min(c.created_at), min(c.created_at)
from (select tenant_id, patient_id, insured_name, created_at from claims
      union all
      select d.tenant_id, o.patient_id, d.insured_name, d.created_at
      from claim_drafts d join orders o on o.id = d.order_id) c
where (select count(*) from people p
       where p.patient_id = c.patient_id and person_name_key(p.name) = person_name_key(c.insured_name)) = 0
group by c.tenant_id, c.patient_id, person_name_key(c.insured_name);

update claims c
set person_id = (select p.id from people p
                 where p.patient_id = c.patient_id and person_name_key(p.name) = person_name_key(c.insured_name)
                 order by p.relation = 'self' desc, p.id limit 1);
update claim_drafts d
set person_id = (select p.id from people p join orders o on o.patient_id = p.patient_id
                 where o.id = d.order_id and person_name_key(p.name) = person_name_key(d.insured_name)
                 order by p.relation = 'self' desc, p.id limit 1);

drop function person_name_key(text);

alter table patients force row level security;
alter table people force row level security;
alter table applications force row level security;
alter table tcis force row level security;
alter table claims force row level security;
alter table claim_drafts force row level security;
alter table orders force row level security;

alter table applications add constraint applications_of_person check ((patient_id is null) = (person_id is null));
alter table tcis add constraint tcis_of_person check ((patient_id is null) = (person_id is null));
alter table claims add constraint claims_of_person check (person_id is not null);

-- a person's history of applications, newest first
create index applications_person on applications (person_id, created_at desc, id desc);
-- a person's self-checks, newest first
create index tcis_person on tcis (person_id, id desc) where application_id is null;
-- a person's claims, newest first
create index claims_person on claims (person_id, created_at desc, id desc);

-- The holder's row follows the account.
create function people_of_account() returns trigger
    language plpgsql as $$
begin
    if tg_op = 'INSERT' then
        insert into people (tenant_id, patient_id, relation, name, birth, gender, created_at, updated_at)
        values (new.tenant_id, new.id, 'self', new.name, new.birth, new.gender, new.created_at, new.created_at);
    else
        update people set name = new.name, birth = new.birth, gender = new.gender
        where patient_id = new.id and relation = 'self';
    end if;
    return null;
end
$$;
create trigger patients_people after insert or update of name, birth, gender on patients
    for each row execute function people_of_account();

-- What is written without a person is the holder's.
create function person_of_account() returns trigger
    language plpgsql as $$
begin
    if new.patient_id is not null and new.person_id is null then
        select id into new.person_id from people where patient_id = new.patient_id and relation = 'self';
    end if;
    return new;
end
$$;
create trigger applications_person before insert on applications for each row execute function person_of_account();
create trigger tcis_person before insert on tcis for each row execute function person_of_account();
create trigger claims_person before insert on claims for each row execute function person_of_account();
