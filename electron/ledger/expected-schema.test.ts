import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildSchemas, findSchemaDifference } from './expected-schema.ts';
import { CREATE_CHAIN_TRIGGERS } from './schema/chain.ts';
import { MIGRATIONS } from './schema/index.ts';

/** What the build makes, so that no start has to. */
const made = buildSchemas(MIGRATIONS);

let ledger: DatabaseSync;
beforeEach(() => {
  ledger = new DatabaseSync(':memory:');
  for (const migration of MIGRATIONS) ledger.exec(migration);
});
afterEach(() => ledger.close());

it('says the same of a ledger with the schema that the build has made and without it', () => {
  expect(findSchemaDifference(ledger, MIGRATIONS, made)).toBeNull();
  expect(findSchemaDifference(ledger, MIGRATIONS, null)).toBeNull();
  ledger.exec('DROP INDEX audit_by_time; CREATE VIEW mine AS SELECT 1 AS a');
  const said = 'added: view mine; missing: index audit_by_time; changed: nothing';
  expect(findSchemaDifference(ledger, MIGRATIONS, made)).toBe(said);
  expect(findSchemaDifference(ledger, MIGRATIONS, null)).toBe(said);
});

it('takes a ledger with the triggers of a chain, all of them or none', () => {
  for (const trigger of CREATE_CHAIN_TRIGGERS) ledger.exec(trigger);
  expect(findSchemaDifference(ledger, MIGRATIONS, made)).toBeNull();
  expect(findSchemaDifference(ledger, MIGRATIONS, null)).toBeNull();
  expect(findSchemaDifference(ledger, [...MIGRATIONS, 'SELECT 1'])).toBeNull();
  ledger.exec('DROP TRIGGER chain_notes_shift');
  const said = 'added: nothing; missing: trigger chain_notes_shift; changed: nothing';
  expect(findSchemaDifference(ledger, MIGRATIONS, made)).toBe(said);
});

it('takes the schema of the build for no other version than the newest', () => {
  const later = [...MIGRATIONS, 'CREATE TABLE later (a TEXT) STRICT'];
  expect(findSchemaDifference(ledger, later, made)).toMatch(/missing: table later/);
});

it('opens a ledger that is right where the build has made another schema', () => {
  expect(
    findSchemaDifference(
      ledger,
      MIGRATIONS,
      made.map((schema) => schema.slice(1)),
    ),
  ).toBeNull();
});
