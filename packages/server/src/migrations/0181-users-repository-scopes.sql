-- Tokens for Git: to fetch, and to push.
ALTER TABLE personal_access_tokens DROP CONSTRAINT personal_access_tokens_scopes_are_known;
ALTER TABLE personal_access_tokens ADD CONSTRAINT personal_access_tokens_scopes_are_known CHECK (
  scopes <@ ARRAY['api', 'read_api', 'read_user', 'read_repository', 'write_repository'] AND cardinality(scopes) > 0);
