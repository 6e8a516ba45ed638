CREATE TABLE chain.leases (
  name text PRIMARY KEY,
  holder text,
  -- Higher with each new holder: what an earlier one still writes is refused by it.
  fence bigint NOT NULL DEFAULT 0,
  until timestamptz NOT NULL DEFAULT '-infinity'
);
