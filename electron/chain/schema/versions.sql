-- Every group may call it, so that a program that is too old can report it.
CREATE OR REPLACE FUNCTION chain.version_v1() RETURNS int
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT max(version) FROM chain.versions $$;
