import { expect, it } from 'vitest';
import { z } from 'zod';
import { calls } from './index.ts';

/** Field names with "key" that hold no secret: public host keys, and the keypad on the screen. */
const PUBLIC = new Set(['hostKey', 'hostKeys', 'keyType', 'keypad']);

it.each(Object.entries(calls))('returns no field for a key or a PIN from %s', (_name, call) => {
  const schema = JSON.stringify(z.toJSONSchema(call.output, { unrepresentable: 'any' }));
  const fields = [...schema.matchAll(/"(\w+)":\{([^{}]*)/g)]
    // A boolean only tells whether a secret is set.
    .filter(([, field = '', type]) => !PUBLIC.has(field) && !type?.includes('"boolean"'))
    .map(([, field = '']) => field);
  expect(fields.filter((field) => /key|secret|pin|password|hash|token/i.test(field))).toEqual([]);
});
