-- Two administrators who enrolled at the same moment could give two tills the same number.
DO $$
DECLARE taken text;
BEGIN
  SELECT string_agg(format('%s (%s)', t.pos_number, t.logins), ', ') INTO taken
  FROM (SELECT pos_number, string_agg(role_name, ' and ' ORDER BY role_name) AS logins
    FROM chain.tills WHERE retired_at IS NULL GROUP BY 1 HAVING count(*) > 1) AS t;
  IF taken IS NOT NULL THEN
    RAISE EXCEPTION 'tills that are not retired have the same POS number: %. With the previous version of the program, retire all but one of each number, by their logins', taken
      USING ERRCODE = 'MS005';
  END IF;
END $$;
CREATE UNIQUE INDEX tills_pos_number ON chain.tills (pos_number) WHERE retired_at IS NULL;
