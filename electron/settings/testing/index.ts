import { ok } from '../../../shared/contract/index.ts';
import { silentLog, type Vault } from '../../platform/index.ts';
import { createSettings, type Settings } from '../settings.ts';

/** The settings of a till, in memory instead of on a disk, with an open key store. */
export interface SettingsInMemory {
  readonly vault: Vault;
  /** The stored settings as JSON; undefined before the till is set up. */
  getStored(): string | undefined;
  /** Makes every following write throw this error; null lets writes succeed. */
  setWriteError(error: Error | null): void;
  /** Reads the settings as a starting program does. */
  open(): { readonly ok: true; readonly value: Settings };
}

export function createSettingsInMemory(): SettingsInMemory {
  let stored: string | undefined;
  let writeError: Error | null = null;
  const vault: Vault = {
    getStrength: async () => 'strong',
    seal: async (text) => ok(Buffer.from(text).toString('base64')),
    open: async (text) => ok({ text: Buffer.from(text, 'base64').toString(), needsReseal: false }),
  };
  return {
    vault,
    getStored: () => stored,
    setWriteError: (error) => {
      writeError = error;
    },
    open: () => {
      const opened = createSettings({
        store: {
          name: 'settings.json',
          read: () => (stored === undefined ? undefined : JSON.parse(stored)),
          write: (value) => {
            if (writeError !== null) throw writeError;
            stored = JSON.stringify(value);
          },
        },
        vault,
        log: silentLog,
      });
      if (!opened.ok) throw new Error('the settings did not open');
      return opened;
    },
  };
}
