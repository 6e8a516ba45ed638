import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isPlainObject } from './merge-patch.ts';
import type { SettingsStore } from './stored-settings.ts';

/**
 * Reads what electron-store has written; undefined without a file. Throws for any other content,
 * also for `null` and `[]`, which electron-store takes for a first start.
 */
export function readSettingsFile(folder: string): unknown {
  const file = join(folder, 'settings.json');
  if (lstatSync(file, { throwIfNoEntry: false }) === undefined) return undefined;
  const json: unknown = JSON.parse(readFileSync(file, 'utf8'));
  if (isPlainObject(json) && isPlainObject(json.settings)) return json.settings;
  throw new Error('settings.json contains no settings');
}

/** The settings file for a read-only command; a till may have it open. */
export function createReadOnlySettingsStore(folder: string): SettingsStore {
  return {
    name: 'settings.json',
    read: () => readSettingsFile(folder),
    write: () => {
      throw new Error('the settings are only read here');
    },
  };
}
