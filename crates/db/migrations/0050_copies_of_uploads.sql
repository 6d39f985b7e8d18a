-- A signed form can be posted again until it expires, and would replace an object that was checked. What is accepted is therefore
-- copied to a key that no form covers, and its SHA-256 is kept.

alter table uploads
    -- the key of the form of whose object this is a copy; null for a form's own object, and for one that was generated here
    add column form_key text,
    -- SHA-256 of an accepted copy; readers compare it
    add column hash bytea check (octet_length(hash) = 32),
    -- when a copy of this form's object was accepted; the object itself is deleted then, and once more after the form has expired
    add column copied_at timestamptz,
    add constraint uploads_copy check (hash is null or form_key is not null),
    add constraint uploads_copied check (copied_at is null or form_key is null and used_at is not null);
comment on column uploads.form_key is
    'The key of the form of whose object this is a copy; null for a form''s own object, and for one that was generated here.';
comment on column uploads.hash is 'SHA-256 of an accepted copy; readers compare it.';
comment on column uploads.copied_at is
    'When a copy of this form''s object was accepted; the object is deleted then, and once more after the form has expired.';
-- a repeated call names the form's key
create index uploads_form_key on uploads (form_key) where form_key is not null;
-- what the sweep looks at
create index uploads_deletable on uploads (expires_at) where used_at is null or copied_at is not null;
