-- Which of a tenant's hosts is its main one: links in mail and text messages lead there.

alter table tenant_hosts
    -- 0 is the main host; the others follow in the order in which they were configured
    add column position smallint not null default 0 check (position >= 0);
