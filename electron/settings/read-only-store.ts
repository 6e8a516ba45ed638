import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SettingsStore } from './stored-settings.ts';

/** The settings file for a read-only command; a till may have it open. */
export function createReadOnlySettingsStore(folder: string): SettingsStore {
  return {
    name: 'settings.json',
    read: () => {
      const file = join(folder, 'settings.json');
      if (!existsSync(file)) return null;
      const { settings } = { settings: null, ...JSON.parse(readFileSync(file, 'utf8')) };
      return settings;
    },
    write: () => {
      throw new Error('the settings are only read here');
    },
  };
}
