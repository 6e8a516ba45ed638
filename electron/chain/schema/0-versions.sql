CREATE SCHEMA chain;
CREATE TABLE chain.versions (
  version int PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT now()
);
