-- As those of people: in the database, so that backups and several servers need nothing else.
CREATE TABLE namespace_avatars (
  namespace_id bigint PRIMARY KEY REFERENCES namespaces ON DELETE CASCADE,
  media_type text NOT NULL,
  bytes bytea NOT NULL,
  -- Part of the address, so that browsers may keep the image.
  digest text NOT NULL,
  CONSTRAINT namespace_avatars_media_type_is_known CHECK (media_type IN ('image/png', 'image/jpeg', 'image/gif', 'image/webp')),
  CONSTRAINT namespace_avatars_size CHECK (octet_length(bytes) BETWEEN 1 AND 204800)
);

-- The logo of the installation: one row, or none.
CREATE TABLE instance_logo (
  is_only boolean PRIMARY KEY DEFAULT true,
  media_type text NOT NULL,
  bytes bytea NOT NULL,
  digest text NOT NULL,
  CONSTRAINT instance_logo_is_one CHECK (is_only),
  CONSTRAINT instance_logo_media_type_is_known CHECK (media_type IN ('image/png', 'image/svg+xml')),
  CONSTRAINT instance_logo_size CHECK (octet_length(bytes) BETWEEN 1 AND 204800)
);
