import { expect, it } from 'vitest';
import { z } from 'zod';
import { calls } from './index.ts';

/** What a server shows to everybody, and what is on the screen. */
const PUBLIC = new Set(['hostKey', 'hostKeys', 'keyType', 'keypad']);

it.each(Object.entries(calls))('no answer of %s has a place for a key or a PIN', (_name, call) => {
  const schema = JSON.stringify(z.toJSONSchema(call.output, { unrepresentable: 'any' }));
  const fields = [...schema.matchAll(/"(\w+)":\{([^{}]*)/g)]
    // That there is one may be said.
    .filter(([, field = '', type]) => !PUBLIC.has(field) && !type?.includes('"boolean"'))
    .map(([, field = '']) => field);
  expect(fields.filter((field) => /key|secret|pin|password|hash|token/i.test(field))).toEqual([]);
});
