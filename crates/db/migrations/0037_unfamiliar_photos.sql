-- Whether a photo is like those that the model learned from: of one that is not, the score is less certain.

alter table results
    -- true where the tongue looks unlike those of every source that the version learned from; false also where the version could not
    -- tell, and of what was read before it was kept
    add column unfamiliar boolean not null default false;
