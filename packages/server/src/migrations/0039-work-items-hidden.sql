-- Items that nobody but administrators may know of: their author was banned, or they were marked as spam. A table of its own,
-- which is nearly always empty: lists then answer from the indexes they have, whatever is hidden.
CREATE TABLE hidden_work_items (
  work_item_id bigint NOT NULL REFERENCES work_items ON DELETE CASCADE,
  reason text NOT NULL,
  hidden_by_id bigint REFERENCES users ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (work_item_id, reason),
  CONSTRAINT hidden_work_items_reason_is_known CHECK (reason IN ('banned', 'spam'))
);

ALTER TABLE users DROP CONSTRAINT users_state_is_known,
  ADD CONSTRAINT users_state_is_known CHECK (state IN ('active', 'blocked', 'banned'));

-- The fifth audience: administrators (core/hierarchy.ts). What is hidden counts for them alone in the sums above it.
CREATE OR REPLACE FUNCTION set_work_item_audience() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE seen_by text;
BEGIN
  SELECT visibility INTO seen_by FROM namespaces WHERE id = NEW.namespace_id FOR SHARE;
  NEW.audience := work_item_audience(NEW.is_confidential, coalesce(seen_by, 'private'));
  IF TG_OP = 'UPDATE' AND EXISTS (SELECT FROM hidden_work_items WHERE work_item_id = NEW.id) THEN
    NEW.audience := 5;
  END IF;
  RETURN NEW;
END
$$;

CREATE FUNCTION follow_hiding() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  hidden_id bigint := CASE WHEN TG_OP = 'DELETE' THEN OLD.work_item_id ELSE NEW.work_item_id END;
  item work_items;
  other smallint;
BEGIN
  SELECT * INTO item FROM work_items WHERE id = hidden_id FOR NO KEY UPDATE;
  -- It went with the item itself.
  IF NOT FOUND THEN RETURN NULL; END IF;
  IF EXISTS (SELECT FROM hidden_work_items WHERE work_item_id = hidden_id) THEN
    other := 5;
  ELSE
    SELECT work_item_audience(item.is_confidential, n.visibility) INTO other FROM namespaces n WHERE n.id = item.namespace_id FOR SHARE;
  END IF;
  IF other = item.audience THEN RETURN NULL; END IF;
  UPDATE work_items SET audience = other WHERE id = hidden_id;
  INSERT INTO work_item_rollup_deltas (
    work_item_id, audience, opened_epics, closed_epics, opened_issues, closed_issues, opened_tasks, closed_tasks,
    opened_weight, closed_weight, issues_on_track, issues_needing_attention, issues_at_risk
  )
  SELECT ancestor.id, side.audience, sign * c.opened_epics, sign * c.closed_epics, sign * c.opened_issues, sign * c.closed_issues,
    sign * c.opened_tasks, sign * c.closed_tasks, sign * c.opened_weight, sign * c.closed_weight,
    sign * c.issues_on_track, sign * c.issues_needing_attention, sign * c.issues_at_risk
  FROM unnest(item.ancestor_ids) AS ancestor (id)
  CROSS JOIN (VALUES (item.audience, -1), (other, 1)) AS side (audience, sign)
  CROSS JOIN LATERAL work_item_contribution(item.type, item.state, item.weight, item.health_status) AS c;
  RETURN NULL;
END
$$;
CREATE TRIGGER hidden_work_items_follow AFTER INSERT OR DELETE ON hidden_work_items
  FOR EACH ROW EXECUTE FUNCTION follow_hiding();

-- An import may bring more from somebody who was banned here.
CREATE FUNCTION hide_items_of_banned() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO hidden_work_items (work_item_id, reason)
  SELECT made.id, 'banned' FROM made JOIN users u ON u.id = made.author_id WHERE u.state = 'banned' ORDER BY made.id;
  RETURN NULL;
END
$$;
CREATE TRIGGER work_items_hide_of_banned AFTER INSERT ON work_items
  REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION hide_items_of_banned();

-- As in 0022; what is hidden stays so, whoever may look into its place.
CREATE OR REPLACE FUNCTION follow_visibility() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WITH moved AS (
    UPDATE work_items w SET audience = work_item_audience(false, NEW.visibility)
    WHERE w.namespace_id = NEW.id AND NOT w.is_confidential AND w.audience <> 5
    RETURNING w.ancestor_ids, w.type, w.state, w.weight, w.health_status
  ),
  change AS (
    SELECT ancestor.id AS ancestor_id, side.audience, side.sign, moved.type, moved.state, moved.weight, moved.health_status
    FROM moved CROSS JOIN unnest(moved.ancestor_ids) AS ancestor (id)
    CROSS JOIN (VALUES
      (work_item_audience(false, OLD.visibility), -1), (work_item_audience(false, NEW.visibility), 1)
    ) AS side (audience, sign)
  )
  INSERT INTO work_item_rollup_deltas (
    work_item_id, audience, opened_epics, closed_epics, opened_issues, closed_issues, opened_tasks, closed_tasks,
    opened_weight, closed_weight, issues_on_track, issues_needing_attention, issues_at_risk
  )
  SELECT change.ancestor_id, change.audience, sum(sign * c.opened_epics), sum(sign * c.closed_epics),
    sum(sign * c.opened_issues), sum(sign * c.closed_issues), sum(sign * c.opened_tasks), sum(sign * c.closed_tasks),
    sum(sign * c.opened_weight), sum(sign * c.closed_weight), sum(sign * c.issues_on_track),
    sum(sign * c.issues_needing_attention), sum(sign * c.issues_at_risk)
  FROM change CROSS JOIN LATERAL work_item_contribution(change.type, change.state, change.weight, change.health_status) AS c
  GROUP BY change.ancestor_id, change.audience;
  RETURN NULL;
END
$$;

CREATE TABLE abuse_reports (
  id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  reporter_id bigint REFERENCES users ON DELETE SET NULL,
  category text NOT NULL,
  reported_from_url text NOT NULL,
  state text NOT NULL DEFAULT 'open',
  created_at timestamptz NOT NULL DEFAULT now(),
  closed_at timestamptz,
  closed_by_id bigint REFERENCES users ON DELETE SET NULL,
  CONSTRAINT abuse_reports_category_is_known CHECK (category IN
    ('spam', 'offensive', 'phishing', 'crypto', 'credentials', 'copyright', 'malware', 'other')),
  CONSTRAINT abuse_reports_state_is_known CHECK (state IN ('open', 'closed')),
  CONSTRAINT abuse_reports_url_is_limited CHECK (char_length(reported_from_url) <= 2048),
  CONSTRAINT abuse_reports_closed_has_time CHECK ((state = 'closed') = (closed_at IS NOT NULL))
);
CREATE INDEX abuse_reports_by_state ON abuse_reports (state, id);
CREATE INDEX abuse_reports_by_user ON abuse_reports (user_id);
CREATE INDEX abuse_reports_by_reporter ON abuse_reports (reporter_id);

-- What the head of an issue's page tells besides.
ALTER TABLE work_items
  -- Who wrote an email that became this item; null for all that was written here.
  ADD COLUMN service_desk_reply_to text,
  ADD COLUMN meeting_url text,
  -- Where the public reads about an incident.
  ADD COLUMN published_url text,
  ADD CONSTRAINT work_items_meeting_url_is_limited CHECK (char_length(meeting_url) <= 2048),
  ADD CONSTRAINT work_items_published_url_is_limited CHECK (char_length(published_url) <= 2048);
-- Whether something is its author's first in a project is asked of every page of an issue.
DROP INDEX work_items_by_author;
CREATE INDEX work_items_by_author ON work_items (author_id, namespace_id, iid);
