-- Who of a clinic takes care of an application, what is to do, and the applications of one person.

alter table applications
    add column assignee_id bigint,
    add constraint applications_assignee foreign key (tenant_id, institution_id, assignee_id)
        references staff (tenant_id, institution_id, id);
comment on column applications.assignee_id is 'The analyst who takes care of it; null until one takes it.';

drop index applications_unopened;
-- what needs work, newest first
create index applications_to_do on applications (institution_id, created_at desc, id desc)
    where status in (0, 1) and hidden_at is null;
comment on index applications_to_do is 'A clinic''s worklist of what needs work, newest first.';
-- the applications of one person, by what was entered
create index applications_entered_person on applications (institution_id, birth, phone_number);
comment on index applications_entered_person is 'The applications of one person, by what was entered.';

-- The person of an application may have come by without an account, and may have applied with one later: both are found by what was
-- entered, and from there everything of the person of the account.
create function applications_of_same_person(clinic bigint, application bigint) returns setof bigint
    language sql stable as $$
    with recursive same as (
        select a.id, a.person_id, search_form(a.name) as name, a.birth, a.phone_number
        from applications a
        where a.id = application and a.institution_id = clinic and a.hidden_at is null
        union
        select a.id, a.person_id, search_form(a.name), a.birth, a.phone_number
        from same s
        join applications a on a.institution_id = clinic and a.hidden_at is null
             and (a.person_id = s.person_id
                  or (a.birth = s.birth and a.phone_number = s.phone_number and search_form(a.name) = s.name))
    )
    select id from same
$$;
comment on function applications_of_same_person is
    'The ids of a clinic''s applications of the person of one of them: of the same person of an account, or with the same name, birth date and number.';

alter table tcis
    add column saved_by bigint,
    add constraint tcis_saved_by foreign key (tenant_id, institution_id, saved_by) references staff (tenant_id, institution_id, id);
comment on column tcis.saved_by is 'Who of the clinic saved it last or gave it another photo, which a colleague whose form is older is shown; null until then.';
