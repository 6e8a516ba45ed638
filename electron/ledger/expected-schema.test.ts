import { createHash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildAcceptedSchemas, findSchemaDifference } from './expected-schema.ts';
import { CREATE_CHAIN_SYNC_TRIGGERS, MIGRATIONS } from './schema/index.ts';

/** The schemas as the build inserts them, so that a start does not have to build them. */
const acceptedSchemas = buildAcceptedSchemas(MIGRATIONS);

let ledger: DatabaseSync;
beforeEach(() => {
  ledger = new DatabaseSync(':memory:');
  for (const migration of MIGRATIONS) ledger.exec(migration);
});
afterEach(() => ledger.close());

it('finds the same difference with and without the schemas of the build', () => {
  expect(findSchemaDifference(ledger, MIGRATIONS, acceptedSchemas)).toBeNull();
  expect(findSchemaDifference(ledger, MIGRATIONS, null)).toBeNull();
  ledger.exec('DROP INDEX audit_by_time; CREATE VIEW mine AS SELECT 1 AS a');
  const difference = 'added: view mine; missing: index audit_by_time; changed: nothing';
  expect(findSchemaDifference(ledger, MIGRATIONS, acceptedSchemas)).toBe(difference);
  expect(findSchemaDifference(ledger, MIGRATIONS, null)).toBe(difference);
});

it('accepts a ledger with all triggers of a chain or with none', () => {
  for (const trigger of CREATE_CHAIN_SYNC_TRIGGERS) ledger.exec(trigger);
  expect(findSchemaDifference(ledger, MIGRATIONS, acceptedSchemas)).toBeNull();
  expect(findSchemaDifference(ledger, MIGRATIONS, null)).toBeNull();
  expect(findSchemaDifference(ledger, [...MIGRATIONS, 'SELECT 1'])).toBeNull();
  ledger.exec('DROP TRIGGER chain_notes_shift');
  const difference = 'added: nothing; missing: trigger chain_notes_shift; changed: nothing';
  expect(findSchemaDifference(ledger, MIGRATIONS, acceptedSchemas)).toBe(difference);
});

it('uses the schemas of the build only for the newest version', () => {
  const later = [...MIGRATIONS, 'CREATE TABLE later (a TEXT) STRICT'];
  expect(findSchemaDifference(ledger, later, acceptedSchemas)).toMatch(/missing: table later/);
});

it('accepts a correct ledger if the schemas of the build are wrong', () => {
  expect(
    findSchemaDifference(
      ledger,
      MIGRATIONS,
      acceptedSchemas.map((schema) => schema.slice(1)),
    ),
  ).toBeNull();
});

it('creates byte for byte the schema that ledgers of version 8 store', () => {
  const schemas = JSON.stringify(buildAcceptedSchemas(MIGRATIONS.slice(0, 8)));
  // If this fails, the text of a migration was edited: ledgers would be refused as altered.
  expect(createHash('sha256').update(schemas).digest('hex')).toBe(
    '37e51ed27591f88dc0ba1702c5ce522ad6dd6b66d55f8fef3eeea07fe6d55116',
  );
});
