-- Outlines that experts corrected by hand: they stand beside the model's, which stays as it was read.

alter table pictures
    -- [[x, y], …] in pixels of the upright picture, clockwise, 8 to 128 points; null while the model's is nobody's mistake. It
    -- belongs to the picture: another one has none
    add column expert_outline jsonb check
        (jsonb_typeof(expert_outline) = 'array' and jsonb_array_length(expert_outline) between 8 and 128),
    add column outlined_at timestamptz,
    -- the staff who corrected it
    add column outlined_by bigint,
    add constraint pictures_outlined_by foreign key (tenant_id, outlined_by) references staff (tenant_id, id),
    add constraint pictures_outlined check (num_nulls(expert_outline, outlined_at, outlined_by) in (0, 3));

-- What is released stays as it was released: the outline too.
drop trigger pictures_released on pictures;
create trigger pictures_released before update of expert_scores, view_left, view_top, view_size, expert_outline on pictures
    for each row execute function pictures_released();
