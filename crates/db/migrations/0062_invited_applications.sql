-- Which applications came by which invitation.

alter table applications
    -- the invitation that the patient accepted before; its first application counts
    add column invite_id bigint,
    add constraint applications_invite foreign key (tenant_id, invite_id) references invites (tenant_id, id);
-- who came by an invitation, newest first
create index applications_invite on applications (invite_id, id desc) where invite_id is not null;
