-- The length of the reference in which the account stands, if the three bills that taught its place have
-- the same: a code with another length may have lost digits.

  ALTER TABLE bill_layouts ADD COLUMN reference_length INTEGER;
