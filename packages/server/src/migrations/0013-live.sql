-- Whoever lost a role, a session or a token is told to every process that has a live connection of theirs open: see
-- modules/live. The channel is the one that changes are told on; a notification goes out only when the change commits.
CREATE FUNCTION tell_live_of_people(ids bigint[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF cardinality(ids) > 0 THEN
    PERFORM pg_notify('milepost_live', CASE
      WHEN cardinality(ids) > 200 THEN '{"everybody":true}'
      ELSE json_build_object('people', ids)::text END);
  END IF;
END
$$;

CREATE FUNCTION tell_live_of_rows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_live_of_people(ARRAY(SELECT DISTINCT user_id FROM changed WHERE user_id IS NOT NULL ORDER BY user_id));
  RETURN NULL;
END
$$;

CREATE TRIGGER members_inserted_live AFTER INSERT ON members
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_live_of_rows();
CREATE TRIGGER members_updated_live AFTER UPDATE ON members
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_live_of_rows();
CREATE TRIGGER members_deleted_live AFTER DELETE ON members
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_live_of_rows();
CREATE TRIGGER sessions_deleted_live AFTER DELETE ON sessions
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_live_of_rows();
CREATE TRIGGER personal_access_tokens_deleted_live AFTER DELETE ON personal_access_tokens
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_live_of_rows();

-- These tables are written at every use of a session or token: only what matters here fires.
CREATE FUNCTION tell_live_of_token() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_live_of_people(ARRAY[NEW.user_id]);
  RETURN NULL;
END
$$;
CREATE TRIGGER personal_access_tokens_revoked_live AFTER UPDATE OF revoked_at, expires_at, scopes ON personal_access_tokens
  FOR EACH ROW WHEN (ROW (OLD.revoked_at, OLD.expires_at, OLD.scopes) IS DISTINCT FROM ROW (NEW.revoked_at, NEW.expires_at, NEW.scopes))
  EXECUTE FUNCTION tell_live_of_token();

CREATE FUNCTION tell_live_of_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_live_of_people(ARRAY[NEW.id]);
  RETURN NULL;
END
$$;
CREATE TRIGGER users_changed_live AFTER UPDATE OF state, is_admin ON users
  FOR EACH ROW WHEN (ROW (OLD.state, OLD.is_admin) IS DISTINCT FROM ROW (NEW.state, NEW.is_admin))
  EXECUTE FUNCTION tell_live_of_user();
