-- A token and those that replaced it are a family: who uses a replaced one again may have stolen it, and the family is revoked.
ALTER TABLE personal_access_tokens
  ADD COLUMN family_id bigint,
  ADD COLUMN is_rotated boolean NOT NULL DEFAULT false,
  -- The addresses that used it, newest first.
  ADD COLUMN used_from text[] NOT NULL DEFAULT '{}',
  ADD CONSTRAINT personal_access_tokens_used_from_is_short CHECK (cardinality(used_from) <= 5);
CREATE INDEX personal_access_tokens_of_family ON personal_access_tokens (family_id) WHERE family_id IS NOT NULL;

ALTER TABLE personal_access_tokens DROP CONSTRAINT personal_access_tokens_scopes_are_known;
ALTER TABLE personal_access_tokens ADD CONSTRAINT personal_access_tokens_scopes_are_known CHECK (
  scopes <@ ARRAY['api', 'read_api', 'read_user', 'read_repository', 'write_repository', 'self_rotate'] AND cardinality(scopes) > 0);
