import { expect, it } from 'vitest';
import { z } from 'zod';
import { provisioningSchema } from '../../shared/contract/index.ts';
import { tillSettingsSchema } from './till-settings.ts';

/** The names of all fields at any depth, in a schema's own words. */
function fieldsOf(schema: z.ZodType): string[] {
  const names = new Set<string>();
  const walk = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    for (const [key, value] of Object.entries(node)) {
      if (key === 'properties') for (const name of Object.keys(Object(value))) names.add(name);
      walk(value);
    }
  };
  walk(z.toJSONSchema(schema, { unrepresentable: 'any' }));
  return [...names];
}

const isSecret = (name: string): boolean =>
  /pass|secret|token|^pin$|private|apiKey|office/i.test(name);

it('what is kept in clear has no field whose name says that it is a secret', () => {
  expect(fieldsOf(provisioningSchema).filter(isSecret).sort()).toEqual([
    'apiKey',
    'office',
    'password',
    'pin',
    'privateKey',
    'secretKey',
  ]);
  expect(fieldsOf(tillSettingsSchema)).toContain('uploadTime');
  expect(fieldsOf(tillSettingsSchema).filter(isSecret)).toEqual([]);
});
