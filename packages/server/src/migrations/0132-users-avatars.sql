-- Small, and read with the page: in the database, so that backups and several servers need nothing else.
CREATE TABLE user_avatars (
  user_id bigint PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  media_type text NOT NULL,
  bytes bytea NOT NULL,
  -- Part of the address, so that browsers may keep the image.
  digest text NOT NULL,
  CONSTRAINT user_avatars_media_type_is_known CHECK (media_type IN ('image/png', 'image/jpeg', 'image/gif', 'image/webp')),
  CONSTRAINT user_avatars_size CHECK (octet_length(bytes) BETWEEN 1 AND 204800)
);
