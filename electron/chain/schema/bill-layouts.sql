-- Where the account stands in the bar codes of bills, for all tills: one row, in the form of a till's
-- settings (billLayouts and billPatterns), which the till validates as it validates those.

-- No row if the till has this revision already.
CREATE OR REPLACE FUNCTION chain.bill_layouts_v1(p_revision uuid)
RETURNS TABLE (revision text, layouts text, patterns text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM chain.must_be_till();
  RETURN QUERY SELECT l.revision::text, l.layouts::text, l.patterns::text FROM chain.bill_layouts l
    WHERE l.revision IS DISTINCT FROM p_revision;
END $$;

CREATE OR REPLACE FUNCTION chain.set_bill_layouts_v1(p_layouts jsonb, p_patterns jsonb) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  UPDATE chain.bill_layouts SET revision = gen_random_uuid(), layouts = p_layouts,
    patterns = p_patterns, set_by = session_user, set_at = now() $$;
