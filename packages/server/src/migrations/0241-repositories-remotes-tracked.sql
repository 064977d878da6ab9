-- The address whose branches and tags are stored below refs/mirror: those of another remote say nothing about this one.
ALTER TABLE repository_remotes ADD COLUMN tracked_url text;
