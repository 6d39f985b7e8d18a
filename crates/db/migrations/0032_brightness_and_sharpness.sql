-- How bright and how sharp the photos were: whether the inputs drift.

alter table results
    -- mean luma of the tongue, 0 to 255; null of what was read before it was kept
    add column brightness real check (brightness >= 0),
    -- variance of the Laplacian of the luma inside the tongue, in squared levels of 255, at the scale of the closer look, of a dark
    -- tongue as if it were well lit; null like the brightness
    add column sharpness real check (sharpness >= 0),
    add constraint results_measured check (num_nulls(brightness, sharpness) in (0, 2));

alter table model_agreements
    -- means of the results that have them; null when none has
    add column brightness real,
    add column sharpness real;
