import { expect, it } from 'vitest';
import { z } from 'zod';
import { listSettingNamesWith, provisioningSchema } from '../../shared/contract/index.ts';
import { tillSettingsSchema } from './till-settings.ts';

/** Lists the names of all fields of a schema at any depth. */
function listFields(schema: z.ZodType): string[] {
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

const isSecretName = (name: string): boolean =>
  /pass|secret|token|^pin$|private|apiKey|office/i.test(name);

it('stores no field in clear text whose name looks like a secret', () => {
  const declaredFields = listSettingNamesWith('secret').map((name) => name.split('.').at(-1));
  const secretNames = listFields(provisioningSchema).filter(isSecretName);
  // Cashiers are stored in the ledger.
  expect(secretNames.filter((name) => !declaredFields.includes(name))).toEqual(['pin']);
  expect(listFields(tillSettingsSchema)).toContain('uploadTime');
  expect(listFields(tillSettingsSchema).filter(isSecretName)).toEqual([]);
});
