import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import {
  CHAIN_LOOKBACK_MS,
  MAX_CLOCK_DIFFERENCE_MS,
  TILL_SILENT_AFTER_MS,
} from '../../../shared/rules/index.ts';
import { SCHEMA_TOPICS } from './topics.ts';

const functions = SCHEMA_TOPICS.map((topic) => topic.functions).join('\n');

it('states the limits of the till where SQL repeats them', () => {
  for (const text of [
    `least(p_minutes, ${CHAIN_LOOKBACK_MS / 60_000})`,
    `interval '${TILL_SILENT_AFTER_MS / 60_000} minutes' AS is_silent`,
    `abs(o.clock_offset) > ${MAX_CLOCK_DIFFERENCE_MS / 1000} THEN 'clock'`,
  ]) {
    expect(functions).toContain(text);
  }
});

it('lets groups call only functions with the rights of the owner and a fixed search path', () => {
  const definitions = functions.split('CREATE OR REPLACE FUNCTION ');
  const calls = SCHEMA_TOPICS.flatMap((topic) => Object.values(topic.calls).flat());
  expect(calls.length).toBeGreaterThan(60);
  for (const call of new Set(calls)) {
    const name = call.slice(0, call.indexOf('(') + 1);
    const definition = definitions.find((candidate) => candidate.startsWith(name)) ?? '';
    expect(definition.split('AS $$')[0]?.replace(/\s+/g, ' '), name).toContain(
      ' SECURITY DEFINER SET search_path = pg_catalog, pg_temp ',
    );
  }
});

it('loads every SQL file of the folder', () => {
  const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.sql'));
  const steps = SCHEMA_TOPICS.reduce((count, topic) => count + Object.keys(topic.steps).length, 0);
  // Two more create the table and the function of the version.
  expect(files).toHaveLength(steps + SCHEMA_TOPICS.length + 2);
});
