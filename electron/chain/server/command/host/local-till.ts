import { readHostKey } from '../../../../back-office/reconciliation/index.ts';
import { openLedgerReadOnly } from '../../../../ledger/index.ts';
import { readTillSettings } from '../../../../operations/headless/index.ts';
import { getLedgerFile } from '../../../../platform/index.ts';
import { type TillSettings, withDefaultSettings } from '../../../../settings/index.ts';

/** The till of this computer, as its files show it without its keys. */
export interface LocalTill {
  readonly profileFolder: string;
  readonly settings: TillSettings;
  /** The key of the daily file's server: that of the settings, or the one that a person confirmed. */
  readonly hostKey: string | null;
}

/** Returns null if no till was set up there. */
export function readLocalTill(profileFolder: string): LocalTill | null {
  const read = readTillSettings(profileFolder);
  if (!read.ok) {
    throw new Error(
      `The settings of the till in ${profileFolder} cannot be read. Open Mostrador, which says why, and run this again.`,
    );
  }
  const settings = read.value;
  if (settings === null) return null;
  return { profileFolder, settings, hostKey: findHostKey(profileFolder, settings) };
}

function findHostKey(profileFolder: string, settings: TillSettings): string | null {
  const { reconciliation } = withDefaultSettings(settings);
  if (reconciliation === undefined) return null;
  if (reconciliation.hostKey !== null) return reconciliation.hostKey;
  try {
    const database = openLedgerReadOnly(getLedgerFile(profileFolder, settings.environment));
    try {
      const { host, port } = reconciliation;
      return readHostKey(database, host, port).confirmed?.fingerprint ?? null;
    } finally {
      database.close();
    }
  } catch {
    // The key can still be given in the file of secrets.
    return null;
  }
}
