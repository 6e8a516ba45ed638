-- A notice goes to every till that told its id, each in a row of its own: a till that guesses ids
-- takes no notice from another, and locks no row that another needs.
CREATE TABLE chain.hint_tills (
  till_id uuid NOT NULL,
  hint_id bigint NOT NULL,
  done_at timestamptz,
  PRIMARY KEY (till_id, hint_id)
);
CREATE INDEX hint_tills_waiting ON chain.hint_tills (till_id, hint_id) WHERE done_at IS NULL;
CREATE INDEX hint_tills_by_hint ON chain.hint_tills (hint_id);
INSERT INTO chain.hint_tills (till_id, hint_id, done_at)
SELECT till_id, id, done_at FROM chain.hints WHERE till_id IS NOT NULL;
ALTER TABLE chain.hints DROP COLUMN till_id, DROP COLUMN done_at;
