import { ok } from '../../../shared/contract/index.ts';
import { silentLog, type Vault } from '../../platform/index.ts';
import { createSettings, type Settings } from '../settings.ts';

/** Settings as a till keeps them, in memory instead of on a disk, with a key store that is open. */
export interface SettingsInMemory {
  readonly vault: Vault;
  /** What is kept, as JSON; undefined before the till is set up. */
  kept(): string | undefined;
  /** What the next write throws, and each after it; null where the disk takes everything. */
  refuse(error: Error | null): void;
  /** As a program that starts reads them. */
  open(): { readonly ok: true; readonly value: Settings };
}

export function settingsInMemory(): SettingsInMemory {
  let kept: string | undefined;
  let refusal: Error | null = null;
  const vault: Vault = {
    isStrong: async () => true,
    seal: async (text) => ok(Buffer.from(text).toString('base64')),
    open: async (text) => ok({ text: Buffer.from(text, 'base64').toString(), sealAgain: false }),
  };
  return {
    vault,
    kept: () => kept,
    refuse: (error) => {
      refusal = error;
    },
    open: () => {
      const opened = createSettings({
        store: {
          name: 'settings.json',
          read: () => (kept === undefined ? undefined : JSON.parse(kept)),
          write: (value) => {
            if (refusal !== null) throw refusal;
            kept = JSON.stringify(value);
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
