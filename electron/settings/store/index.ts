import Store from 'electron-store';
import { flushFolderToDiskSync } from '../../platform/index.ts';
import { readSettingsFile } from '../read-only-store.ts';
import type { SettingsStore } from '../stored-settings.ts';
import type { SettingsFile } from '../till-settings.ts';

/**
 * The settings file of the profile, always written completely by electron-store. Separate from the
 * rest of the settings, because electron-store loads Electron, which a headless program does not
 * have.
 */
export function openSettingsStore(folder: string): SettingsStore {
  let store: Store<{ settings?: SettingsFile }> | null = null;
  const getStore = (): Store<{ settings?: SettingsFile }> => {
    // Opened at the first write: for a damaged file the constructor throws.
    store ??= new Store({ cwd: folder, name: 'settings', clearInvalidConfig: false });
    return store;
  };
  return {
    name: 'settings.json',
    read: () => readSettingsFile(folder),
    write: (value) => {
      // electron-store syncs the file before it renames it, but not the new name.
      getStore().set('settings', value);
      flushFolderToDiskSync(folder);
    },
  };
}
