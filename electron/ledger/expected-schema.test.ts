import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { foreignInSchema, makeSchemas } from './expected-schema.ts';
import { makeChainTriggers } from './schema/chain.ts';
import { MIGRATIONS } from './schema/index.ts';

/** What the build makes, so that no start has to. */
const made = makeSchemas(MIGRATIONS);

let ledger: DatabaseSync;
beforeEach(() => {
  ledger = new DatabaseSync(':memory:');
  for (const migration of MIGRATIONS) ledger.exec(migration);
});
afterEach(() => ledger.close());

it('says the same of a ledger with the schema that the build has made and without it', () => {
  expect(foreignInSchema(ledger, MIGRATIONS, made)).toBeNull();
  expect(foreignInSchema(ledger, MIGRATIONS, null)).toBeNull();
  ledger.exec('DROP INDEX audit_by_time; CREATE VIEW mine AS SELECT 1 AS a');
  const said = 'added: view mine; missing: index audit_by_time; changed: nothing';
  expect(foreignInSchema(ledger, MIGRATIONS, made)).toBe(said);
  expect(foreignInSchema(ledger, MIGRATIONS, null)).toBe(said);
});

it('takes a ledger with the triggers of a chain, all of them or none', () => {
  for (const trigger of makeChainTriggers) ledger.exec(trigger);
  expect(foreignInSchema(ledger, MIGRATIONS, made)).toBeNull();
  expect(foreignInSchema(ledger, MIGRATIONS, null)).toBeNull();
  expect(foreignInSchema(ledger, [...MIGRATIONS, 'SELECT 1'])).toBeNull();
  ledger.exec('DROP TRIGGER chain_notes_shift');
  const said = 'added: nothing; missing: trigger chain_notes_shift; changed: nothing';
  expect(foreignInSchema(ledger, MIGRATIONS, made)).toBe(said);
});

it('takes the schema of the build for no other version than the newest', () => {
  const later = [...MIGRATIONS, 'CREATE TABLE later (a TEXT) STRICT'];
  expect(foreignInSchema(ledger, later, made)).toMatch(/missing: table later/);
});

it('opens a ledger that is right where the build has made another schema', () => {
  expect(
    foreignInSchema(
      ledger,
      MIGRATIONS,
      made.map((schema) => schema.slice(1)),
    ),
  ).toBeNull();
});
