-- Whether an expert began with the AI's scores: what was begun so agrees with the AI more easily.

alter table pictures
    -- true once the expert took over the AI's scores to change them; it belongs to the scores, and stays whatever is changed after
    add column scored_from_ai boolean not null default false,
    add constraint pictures_scored_from_ai check (not scored_from_ai or expert_scores is not null);

alter table model_agreements
    -- of the photos, those whose expert began with the AI's scores
    add column from_ai integer not null default 0 check (from_ai between 0 and photos),
    -- quadratic-weighted kappa of the others; null when there are none
    add column kappa_unaided real check (kappa_unaided between -1 and 1);
