-- The retention deletes rows before the first second, except those that may prove the end of an open
-- payment, and keeps those from the second one on, because a day is still to be compared with them.
ALTER TABLE chain.service_list ADD COLUMN deleted_before_second bigint NOT NULL DEFAULT 0,
  ADD COLUMN needed_since_second bigint;
-- Until this version, all rows were deleted after four days.
UPDATE chain.service_list SET
  deleted_before_second = extract(epoch FROM now() - interval '3 days')::bigint
WHERE since_second IS NOT NULL;
