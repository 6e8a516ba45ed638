-- The chain's business days, their files, and who was in when a file was made. A day is a date in
-- the chain's zone; moments of the interface are seconds since the epoch, others timestamps.
CREATE TABLE chain.office_state (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  -- Account numbers of intents before this day are shortened.
  shortened_until date
);
INSERT INTO chain.office_state DEFAULT VALUES;
CREATE TABLE chain.days (
  day date PRIMARY KEY,
  since_second bigint NOT NULL,
  until_second bigint NOT NULL,
  due_at timestamptz NOT NULL,
  name text NOT NULL,
  build uuid, made_at timestamptz, lines bigint, bytes bigint, sha256 text,
  totals jsonb, left_out jsonb, missing jsonb,
  -- From then on the server may have the file under its name.
  offered_at timestamptz,
  in_doubt_at timestamptz,
  -- The temporary name of the last attempt.
  part text,
  uploaded_at timestamptz,
  handed_in_at timestamptz, handed_in_by text, handed_in_reason text,
  -- All rows were looked through for late ones, once every transaction of the making's time had
  -- ended.
  searched_at timestamptz
);
CREATE INDEX days_missing ON chain.days (day) WHERE uploaded_at IS NULL AND handed_in_at IS NULL;
CREATE INDEX days_made ON chain.days (until_second) WHERE made_at IS NOT NULL;
-- The bytes of a file, as they were made; committed before the file is offered to a server.
CREATE TABLE chain.day_pieces (
  build uuid NOT NULL, n int NOT NULL,
  day date NOT NULL,
  first_second bigint NOT NULL, last_second bigint NOT NULL,
  bytes bytea NOT NULL,
  PRIMARY KEY (build, n)
);
ALTER TABLE chain.day_pieces ALTER COLUMN bytes SET STORAGE EXTERNAL;
CREATE INDEX day_pieces_day ON chain.day_pieces (day);
-- Where each till stood as the file was made, in the same snapshot as its rows.
CREATE TABLE chain.day_tills (
  day date NOT NULL, till_id uuid NOT NULL, epoch int NOT NULL, acked bigint NOT NULL,
  PRIMARY KEY (day, till_id)
);
CREATE TABLE chain.day_attempts (
  day date NOT NULL, number int NOT NULL, holder text NOT NULL, by text,
  started_at timestamptz NOT NULL DEFAULT clock_timestamp(), ended_at timestamptz, result text,
  PRIMARY KEY (day, number)
);
-- What persons did about a day.
CREATE TABLE chain.day_acts (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT clock_timestamp(), day date NOT NULL, act text NOT NULL,
  by text NOT NULL, reason text, role_name text NOT NULL DEFAULT session_user
);
-- What each part of the process last said of itself.
CREATE TABLE chain.office_notes (name text PRIMARY KEY, at timestamptz NOT NULL,
  note jsonb NOT NULL);
