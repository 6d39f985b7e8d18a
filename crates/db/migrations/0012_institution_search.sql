-- Finding a clinic by any part of its name, its representative or its address, and by initial consonants (초성).
--
-- Trigram indexes are of no use here: neither `like` nor an array's `@>` is leakproof, so under row-level security
-- PostgreSQL may only filter by them. Comparing texts is leakproof. So each text is kept with all its ends, and a part of
-- it is the beginning of one of these: a range of a plain index.

alter table institutions
    -- whether patients can choose it; one that is not stays in what was applied for
    add column active boolean not null default true;

-- Each Korean syllable as its initial consonant; other characters stay. As `domain::hangul::initials`.
create function hangul_initials(text) returns text
    language sql immutable strict parallel safe
    return (
        select coalesce(string_agg(
            case when ascii(letter) between 44032 and 55203
                 then substr('ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ', (ascii(letter) - 44032) / 588 + 1, 1)
                 else letter end, '' order by position), '')
        from unnest(string_to_array($1, null)) with ordinality as letters (letter, position)
    );

-- A text as it is searched: composed, in small letters, without spaces.
create function search_form(text) returns text
    language sql immutable strict parallel safe
    return regexp_replace(lower(normalize($1, nfc)), '\s', '', 'g');

alter table institutions
    -- what a search goes through; line ends part the fields, so that no word is found across two
    add column search_text text not null generated always as
        (search_form(name) || E'\n' || search_form(representative_name) || E'\n' || search_form(address)) stored,
    -- the initial consonants of name and representative
    add column search_initials text not null generated always as
        (hangul_initials(search_form(name)) || E'\n' || hangul_initials(search_form(representative_name))) stored;

-- The ends of a clinic's texts, each at most sixteen characters: what a part of them begins with.
create table institution_terms (
    tenant_id bigint not null default current_tenant() references tenants,
    -- compared by bytes, so that a beginning is a range
    term text collate "C" not null,
    institution_id bigint not null,
    -- also the index of the search
    primary key (tenant_id, term, institution_id),
    foreign key (tenant_id, institution_id) references institutions (tenant_id, id) on delete cascade
);
-- writing a clinic's terms anew
create index institution_terms_institution on institution_terms (tenant_id, institution_id);

create function write_institution_terms() returns trigger
    language plpgsql as $$
begin
    delete from institution_terms where tenant_id = new.tenant_id and institution_id = new.id;
    insert into institution_terms (tenant_id, term, institution_id)
    select distinct new.tenant_id, substr(field, start, 16), new.id
    from unnest(string_to_array(new.search_text || E'\n' || new.search_initials, E'\n')) as field,
         generate_series(1, length(field)) as start;
    return null;
end
$$;
create trigger institutions_terms after insert or update of name, representative_name, address on institutions
    for each row execute function write_institution_terms();

alter table institution_terms enable row level security;
alter table institution_terms force row level security;
create policy own_tenant on institution_terms to hyeobom_app
    using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());
grant select, insert, update, delete on institution_terms to hyeobom_app;

-- the clinics there are already, tenant by tenant: forced row-level security binds the owner too
do $$
declare t bigint;
begin
    for t in select id from tenants loop
        perform set_config('app.tenant_id', t::text, true);
        update institutions set name = name where tenant_id = t;
    end loop;
    perform set_config('app.tenant_id', '', true);
end
$$;
