import Store from 'electron-store';
import type { SettingsStore } from '../stored-settings.ts';
import type { SettingsFile } from '../till-settings.ts';

/**
 * The settings file of the profile, written as a whole by electron-store. Apart from the rest of the
 * settings, because electron-store loads Electron, which a program without a window does not have.
 */
export function openSettingsStore(folder: string): SettingsStore {
  let store: Store<{ settings?: SettingsFile }> | null = null;
  const opened = (): Store<{ settings?: SettingsFile }> => {
    // Opened at the first reading: a damaged file makes the constructor throw, and that must be
    // said on the screen.
    store ??= new Store({ cwd: folder, name: 'settings', clearInvalidConfig: false });
    return store;
  };
  return {
    name: 'settings.json',
    read: () => opened().get('settings'),
    write: (value) => opened().set('settings', value),
  };
}
