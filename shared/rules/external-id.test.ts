import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalizeExternalId } from './external-id.ts';

const OURS = '5f0d7b1e-8f3c-4c39-9d5e-1f2a3b4c5d6e';

describe('normalizeExternalId', () => {
  it.each([
    OURS,
    OURS.toUpperCase(),
    `{${OURS}}`,
    `{${OURS.toUpperCase()}}`,
    ` ${OURS}\n`,
    `"${OURS}"`,
    OURS.replaceAll('-', ''),
    `urn:uuid:${OURS}`,
  ])('recognizes our UUID in the spelling %j', (spelling) => {
    expect(normalizeExternalId(spelling)).toBe(OURS);
  });

  it('keeps an id that is no UUID', () => {
    for (const id of ['Order-7', `till-${OURS}`, `${OURS}0`, OURS.slice(1), '']) {
      expect(normalizeExternalId(` ${id} `)).toBe(id);
    }
  });

  it('never makes two UUIDs equal', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.uuid(), (one, other) => {
        expect(normalizeExternalId(one.toUpperCase()) === normalizeExternalId(`{${other}}`)).toBe(
          one === other,
        );
      }),
    );
  });
});
