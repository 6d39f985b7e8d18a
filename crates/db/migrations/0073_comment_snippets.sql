-- Texts that a clinic's analysts put into comments again and again.

-- A text that goes into comments: the clinic's, or a member's own.
create table comment_snippets (
    id bigint generated always as identity primary key,
    tenant_id bigint not null default current_tenant() references tenants,
    institution_id bigint not null,
    staff_id bigint,
    title text not null check (length(title) between 1 and 40),
    body text not null check (length(body) between 1 and 1000),
    created_at timestamptz not null,
    updated_at timestamptz not null,
    unique (tenant_id, id),
    foreign key (tenant_id, institution_id) references institutions (tenant_id, id),
    foreign key (tenant_id, institution_id, staff_id) references staff (tenant_id, institution_id, id)
);
comment on table comment_snippets is 'A text that analysts of a clinic put into comments. It names no patient.';
comment on column comment_snippets.institution_id is 'The clinic.';
comment on column comment_snippets.staff_id is 'Whose own it is; null for one of the whole clinic.';
comment on column comment_snippets.title is 'What the menu shows.';
comment on column comment_snippets.body is 'What goes into the comment.';
comment on column comment_snippets.created_at is 'When it was added.';
comment on column comment_snippets.updated_at is 'When it changed last.';
-- the snippets of a clinic and of one of its staff
create index comment_snippets_institution on comment_snippets (institution_id, staff_id);
comment on index comment_snippets_institution is 'The snippets of a clinic and of one of its staff.';

alter table comment_snippets enable row level security;
alter table comment_snippets force row level security;
create policy own_tenant on comment_snippets to hyeobom_app
    using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());
grant select, insert, update, delete on comment_snippets to hyeobom_app;
