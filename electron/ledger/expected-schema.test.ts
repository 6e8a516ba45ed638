import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildSchemas, findSchemaDifference } from './expected-schema.ts';
import { CREATE_CHAIN_TRIGGERS } from './schema/chain.ts';
import { MIGRATIONS } from './schema/index.ts';

/** The schemas as the build inserts them, so that a start does not have to build them. */
const builtSchemas = buildSchemas(MIGRATIONS);

let ledger: DatabaseSync;
beforeEach(() => {
  ledger = new DatabaseSync(':memory:');
  for (const migration of MIGRATIONS) ledger.exec(migration);
});
afterEach(() => ledger.close());

it('finds the same difference with and without the schemas of the build', () => {
  expect(findSchemaDifference(ledger, MIGRATIONS, builtSchemas)).toBeNull();
  expect(findSchemaDifference(ledger, MIGRATIONS, null)).toBeNull();
  ledger.exec('DROP INDEX audit_by_time; CREATE VIEW mine AS SELECT 1 AS a');
  const difference = 'added: view mine; missing: index audit_by_time; changed: nothing';
  expect(findSchemaDifference(ledger, MIGRATIONS, builtSchemas)).toBe(difference);
  expect(findSchemaDifference(ledger, MIGRATIONS, null)).toBe(difference);
});

it('accepts a ledger with all triggers of a chain or with none', () => {
  for (const trigger of CREATE_CHAIN_TRIGGERS) ledger.exec(trigger);
  expect(findSchemaDifference(ledger, MIGRATIONS, builtSchemas)).toBeNull();
  expect(findSchemaDifference(ledger, MIGRATIONS, null)).toBeNull();
  expect(findSchemaDifference(ledger, [...MIGRATIONS, 'SELECT 1'])).toBeNull();
  ledger.exec('DROP TRIGGER chain_notes_shift');
  const difference = 'added: nothing; missing: trigger chain_notes_shift; changed: nothing';
  expect(findSchemaDifference(ledger, MIGRATIONS, builtSchemas)).toBe(difference);
});

it('uses the schemas of the build only for the newest version', () => {
  const later = [...MIGRATIONS, 'CREATE TABLE later (a TEXT) STRICT'];
  expect(findSchemaDifference(ledger, later, builtSchemas)).toMatch(/missing: table later/);
});

it('accepts a correct ledger if the schemas of the build are wrong', () => {
  expect(
    findSchemaDifference(
      ledger,
      MIGRATIONS,
      builtSchemas.map((schema) => schema.slice(1)),
    ),
  ).toBeNull();
});
