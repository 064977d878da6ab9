-- The highest number of seats in the running term of a plan.
CREATE TABLE seat_peaks (
  namespace_id bigint PRIMARY KEY REFERENCES plans ON DELETE CASCADE,
  -- The start of that term: the number of another term does not count.
  starts_on date NOT NULL,
  seats integer NOT NULL
);

-- Mail domains of a top-level group. The group proves that a domain is its own by a TXT record.
CREATE TABLE mail_domains (
  namespace_id bigint NOT NULL REFERENCES namespaces ON DELETE CASCADE,
  -- In lower case.
  domain text NOT NULL,
  token text NOT NULL,
  verified_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (namespace_id, domain)
);
CREATE UNIQUE INDEX mail_domains_are_verified_once ON mail_domains (domain) WHERE verified_at IS NOT NULL;
CREATE INDEX users_by_mail_domain ON users (lower(split_part(email, '@', 2)));

-- The open payment form of a person for a group. Its number is part of the idempotency key: sending the form again makes no second
-- intent, and a form after a completed one makes a new one.
CREATE TABLE payment_forms (
  namespace_id bigint NOT NULL REFERENCES namespaces ON DELETE CASCADE,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  number integer NOT NULL DEFAULT 1,
  intent_id text,
  opened_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (namespace_id, user_id)
);

-- Events of the payment provider, so that each is processed once.
CREATE TABLE payment_events (
  id text PRIMARY KEY,
  type text NOT NULL,
  received_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX payment_events_by_time ON payment_events (received_at);

-- The latest state of each subscription: an older event does not overwrite it, also after it ended.
CREATE TABLE payment_subscriptions (
  id text PRIMARY KEY,
  namespace_id bigint NOT NULL REFERENCES namespaces ON DELETE CASCADE,
  status text NOT NULL,
  changed_at timestamptz NOT NULL
);
CREATE INDEX payment_subscriptions_by_namespace ON payment_subscriptions (namespace_id);
