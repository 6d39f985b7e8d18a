-- When an analysis was released, which a later correction does not change.

alter table tcis add column released_at timestamptz;
comment on column tcis.released_at is 'When it was first shown to the patient with its present picture; null until then.';

-- the owner of the tables is under row-level security too
alter table tcis no force row level security;
alter table notifications no force row level security;
alter table tci_corrections no force row level security;
update tcis t
set released_at = coalesce(
    (select min(n.created_at) from notifications n where n.tci_id = t.id and n.kind = 'tci_released'),
    (select min(c.scored_at) from tci_corrections c where c.tci_id = t.id),
    t.updated_at)
where t.status = 2;
alter table tcis force row level security;
alter table notifications force row level security;
alter table tci_corrections force row level security;

alter table tcis add constraint tcis_released check ((status = 2) = (released_at is not null));

create function tcis_released() returns trigger
    language plpgsql as $$
begin
    new.released_at := case when new.status = 2 then new.updated_at end;
    return new;
end
$$;
comment on function tcis_released is 'Keeps when an analysis was released.';
create trigger tcis_released before update of status on tcis
    for each row when (old.status is distinct from new.status) execute function tcis_released();

-- a clinic's released analyses by time
create index tcis_released_at on tcis (institution_id, released_at) where status = 2 and application_id is not null;
comment on index tcis_released_at is 'A clinic''s released analyses by time, for its statistics.';

create function score_index(scores smallint[]) returns float8
    language sql immutable strict parallel safe
    return (select sum(score)::float8 * 100 / 18 from unnest(scores) score);
comment on function score_index is 'The index of nine scores: their sum as a percentage of 18.';
