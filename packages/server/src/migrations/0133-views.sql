-- Lists and boards save views as well as roadmaps: the table holds the views of every page.
ALTER TABLE roadmap_views RENAME TO saved_views;
ALTER TABLE saved_views ADD COLUMN kind text NOT NULL DEFAULT 'roadmap';
ALTER TABLE saved_views ALTER COLUMN kind DROP DEFAULT;
ALTER TABLE saved_views ADD CONSTRAINT saved_views_kind_is_known CHECK (kind IN ('roadmap', 'issues', 'epics', 'board'));
ALTER TABLE saved_views RENAME CONSTRAINT roadmap_views_name_is_short TO saved_views_name_is_short;
ALTER TABLE saved_views RENAME CONSTRAINT roadmap_views_query_is_short TO saved_views_query_is_short;
DROP INDEX roadmap_views_shared_name_is_unique, roadmap_views_own_name_is_unique;
CREATE UNIQUE INDEX saved_views_shared_name_is_unique ON saved_views (namespace_id, kind, lower(name))
  WHERE is_shared AND deleted_at IS NULL;
CREATE UNIQUE INDEX saved_views_own_name_is_unique ON saved_views (namespace_id, kind, author_id, lower(name))
  WHERE NOT is_shared AND deleted_at IS NULL;
ALTER INDEX roadmap_views_by_author RENAME TO saved_views_by_author;
ALTER INDEX roadmap_views_deleted RENAME TO saved_views_deleted;
