/** What the billers of payments were called when they were paid: the history is searched by it. */
export const BILLER_NAMES_MIGRATION = `
  -- A biller that was called otherwise meanwhile has several. Kept by the trigger below alone.
  CREATE TABLE biller_names (
    biller_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    PRIMARY KEY (biller_id, name)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO biller_names (biller_id, name) SELECT DISTINCT biller_id, biller_name FROM intents;
  CREATE TRIGGER biller_is_named AFTER INSERT ON intents
    BEGIN
      INSERT OR IGNORE INTO biller_names (biller_id, name) VALUES (NEW.biller_id, NEW.biller_name);
    END;
`;
