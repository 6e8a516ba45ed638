-- No query read shifts by their till.
DROP INDEX IF EXISTS chain.shifts_by_till;
