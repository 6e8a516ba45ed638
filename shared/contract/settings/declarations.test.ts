import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { provisioningSchema, SETTINGS_SECTIONS } from '../provisioning.ts';
import {
  applyDefaults,
  getSettingGroupFields,
  getSettingMetadata,
  getSettingsSection,
  SETTINGS,
} from './declarations.ts';
import { publicSettingsSchema } from './view.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');

/** The files that use settings, without those that only declare, store, change or display them. */
function listReaders(): readonly string[] {
  const files = globSync('{electron,renderer}/**/*.{ts,tsx}', { cwd: ROOT });
  const isReader = (file: string): boolean =>
    !/\.(test|fixture)\.|\/testing\//.test(file) &&
    !/^electron\/settings\/|^electron\/training\//.test(file) &&
    !/^renderer\/features\/administration\/(settings|setup)\//.test(file) &&
    !/settings-validator|settings-patcher|certification/.test(file);
  return files.map((file) => file.replaceAll('\\', '/')).filter(isReader);
}

/** Without comments and texts, in which the name of a setting may occur as a word. */
function readCode(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8')
    .replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
    .replace(/'[^'\n]*'/g, "''");
}

/** The names under which the content of files is stored. */
const CONTENT_NAMES: Readonly<Record<string, string>> = { caFile: 'caPem', 'shop.logo': 'logoPng' };

/** The texts that say what applies to an empty field, and the setting of that field. */
const HINTS_WITH_DEFAULT = {
  'settings.lock.hint': 'lockAfterMinutes',
  'settings.lock.hint.production': 'lockAfterMinutes',
  'settings.deadline.hint': 'deadlineSeconds',
  'settings.server.port.hint': 'reconciliation.port',
  'settings.server.mode.hint': 'reconciliation.mode',
  'settings.heartbeat.every.hint': 'heartbeat.everySeconds',
  'settings.backup.retention.hint': 'backup.keep',
};

describe('settings declarations', () => {
  it('declares no setting that no part of the till reads', () => {
    const code = listReaders().map(readCode).join('\n');
    const isRead = (name: string): boolean =>
      new RegExp(`\\.${name}\\b|[{,]\\s*${name}\\b`).test(code);
    const unread = SETTINGS.filter(({ name, metadata: { secret } }) => {
      // The parts of the till use a secret by its name in the vault, and the content of a file.
      const used = secret ?? CONTENT_NAMES[name] ?? name.split('.').at(-1) ?? '';
      return !isRead(used);
    });
    expect(unread.map(({ name }) => name)).toEqual([]);
    expect(isRead('unheardOf')).toBe(false);
  });

  it('declares a section and a default for each setting that is not required', () => {
    const check = (fields: Readonly<Record<string, z.ZodType>>, group: string): string[] =>
      Object.entries(fields).flatMap(([field, schema]) => {
        const { default: value, secret } = getSettingMetadata(schema);
        const inner = getSettingGroupFields(schema);
        const name = `${group}${field}`;
        if (secret !== undefined) return [];
        if (inner !== null) return check(inner, `${name}.`);
        const isOptional = schema.safeParse(undefined).success;
        return isOptional === (value !== undefined) ? [] : [name];
      });
    // The content of these files is stored: null is not a value of them.
    expect(check(provisioningSchema.shape, '')).toEqual(['caFile', 'shop.logo']);
    const names = SETTINGS.map(({ name }) => name).filter((name) => name !== 'cashiers');
    expect(names.filter((name) => getSettingsSection(name) === undefined)).toEqual([]);
    const sections = names.map(getSettingsSection);
    expect(SETTINGS_SECTIONS.filter((section) => !sections.includes(section))).toEqual([]);
    expect(getSettingsSection('unheardOf')).toBeUndefined();
  });

  it('accepts each default in a provisioning file', () => {
    const check = (fields: Readonly<Record<string, z.ZodType>>): void => {
      for (const [name, schema] of Object.entries(fields)) {
        const { default: declared } = getSettingMetadata(schema);
        const value = typeof declared === 'function' ? declared('sandbox') : declared;
        if (value !== undefined && value !== null) {
          expect(schema.safeParse(value), name).toMatchObject({ success: true });
        }
        check(getSettingGroupFields(schema) ?? {});
      }
    };
    check(provisioningSchema.shape);
  });

  it('applies defaults at every depth and keeps values that are set', () => {
    const values = {
      lockAfterMinutes: 9,
      heartbeat: { file: '/run/till.json' },
      shop: { name: 'x' },
    };
    const inUse = applyDefaults(publicSettingsSchema.shape, values, 'training');
    expect(inUse).toMatchObject({
      lockAfterMinutes: 9,
      keepCustomerDays: 90,
      heartbeat: { file: '/run/till.json', everySeconds: 60 },
      shop: { name: 'x', address: null },
      updates: { by: 'owner', feed: null },
      shifts: 'automatic',
    });
    expect(inUse.chain).toBeUndefined();
    expect(applyDefaults(publicSettingsSchema.shape, {}, 'production').keepCustomerDays).toBe(0);
  });

  it('stores no secret in plain text except for the address of the proxy', () => {
    const isPlain = (name: string): boolean => {
      const [first = '', second] = name.split('.');
      const schema = Object.entries(publicSettingsSchema.shape).find(([field]) => field === first);
      if (schema === undefined || second === undefined) return schema !== undefined;
      return Object.hasOwn(getSettingGroupFields(schema[1]) ?? {}, second);
    };
    const secrets = SETTINGS.filter(({ metadata }) => metadata.secret !== undefined);
    expect(secrets.length).toBeGreaterThan(6);
    expect(secrets.map(({ name }) => name).filter(isPlain)).toEqual(['proxy']);
  });

  it('documents each default in docs/setting-up.md', () => {
    const page = readFileSync(join(ROOT, 'docs', 'setting-up.md'), 'utf8');
    const undocumented = SETTINGS.filter(({ name, metadata: { default: value } }) => {
      const isNamed = typeof value === 'number' || (typeof value === 'string' && value !== '');
      const field = name.split('.').at(-1) ?? '';
      const lines = page.split('\n').filter((line) => line.includes(field));
      return isNamed && !lines.some((line) => line.includes(String(value)));
    });
    expect(undocumented.map(({ name }) => name)).toEqual([]);
  });

  it.each(['es-MX', 'en'])('names each default below its field in the language %s', (language) => {
    const file = join(ROOT, 'shared', 'locales', language, 'settings.json');
    const texts: Readonly<Record<string, string>> = JSON.parse(readFileSync(file, 'utf8'));
    const wrong = Object.entries(HINTS_WITH_DEFAULT).filter(([key, name]) => {
      const value = SETTINGS.find((setting) => setting.name === name)?.metadata.default;
      return value === undefined || !texts[key]?.includes(`: ${String(value)}`);
    });
    expect(wrong).toEqual([]);
  });
});
