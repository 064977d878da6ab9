-- What banned people wrote is left out of every reading of comments: who they are is read once for a statement, from here.
CREATE INDEX users_banned ON users (id) WHERE state = 'banned';
