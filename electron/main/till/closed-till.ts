import {
  type EnvironmentName,
  fail,
  ok,
  type Problem,
  type Result,
  type StatusLine,
} from '../../../shared/contract/index.ts';
import { createDiagnostics } from '../../back-office/diagnostics/index.ts';
import {
  buildStatusReport,
  type LedgerFacts,
  type ReportSources,
  readLedgerFacts,
  type StatusReport,
  toUpdateGateFacts,
  type UpdateGateFacts,
} from '../../back-office/monitoring/index.ts';
import {
  type Database,
  openLedgerReadOnly,
  StorageError,
  toStorageProblem,
} from '../../ledger/index.ts';
import { silentLog, systemClock, type Vault } from '../../platform/index.ts';
import {
  createReadOnlySettingsStore,
  createSettings,
  type TillSettings,
} from '../../settings/index.ts';
import { isRecoveryKeyConfirmed } from '../../settings/keys/index.ts';
import { createFileSections } from './open-diagnostics.ts';
import { getBackupsFolder, getLedgerFile, getLogsFolder } from './profile-paths.ts';

/** What the files of a till say that nobody has open. Nothing is written, made or locked. */
export interface ClosedTill {
  readReport(): StatusReport;
  /** What the gate of updates asks; null where no till is set up. */
  readUpdateGate(): UpdateGateFacts | null;
  /** Null where no ledger can be read. */
  writeDiagnostics(file: string): Promise<Result<{ readonly file: string }>>;
}

/** Whoever only looks opens no key store: the files hold no secret that is not sealed. */
const UNAVAILABLE_VAULT: Vault = {
  isStrong: async () => false,
  seal: async () => ({ ok: false, problem: 'failed' }),
  open: async () => ({ ok: false, problem: 'failed' }),
};

export function createClosedTill(profileFolder: string, version: string): ClosedTill {
  const opened = createSettings({
    store: createReadOnlySettingsStore(profileFolder),
    vault: UNAVAILABLE_VAULT,
    log: silentLog,
  });
  const settings = opened.ok ? opened.value.active() : null;
  const settingsTrouble = opened.ok ? null : opened.problem;

  const withLedger = <Value>(
    till: TillSettings,
    work: (database: ReturnType<typeof openLedgerReadOnly>) => Value,
  ): Result<Value> => {
    try {
      const database = openLedgerReadOnly(getLedgerFile(profileFolder, till.environment));
      try {
        return ok(work(database));
      } finally {
        database.close();
      }
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
      return fail(toStorageProblem(error));
    }
  };

  const sources = (): ReportSources => ({
    version,
    profileFolder,
    now: systemClock.now(),
    till: settings && toTillIdentity(settings, profileFolder),
    hasRecoveryKey: settings && hasRecoveryKey(profileFolder, settings.environment),
    ...facts(),
    open: null,
  });

  const facts = (): { readonly facts: LedgerFacts | null; readonly trouble: Problem | null } => {
    if (settings === null) return { facts: null, trouble: settingsTrouble };
    const read = withLedger(settings, readLedgerFacts);
    return read.ok ? { facts: read.value, trouble: null } : { facts: null, trouble: read.problem };
  };

  return {
    readReport: () => buildStatusReport(sources()),
    readUpdateGate: () => toUpdateGateFacts(sources()),
    writeDiagnostics: async (file) => {
      if (settings === null) return fail(settingsTrouble ?? { kind: 'not-set-up' });
      // Asked for now, because the ledger is closed again before the zip is written.
      const said = withLedger(settings, (database) =>
        Object.entries(
          createFileSections({
            profileFolder,
            version,
            database,
            clock: systemClock,
            settings: () => settings,
          }),
        ).map(([name, ask]) => [name, readSection(ask)] as const),
      );
      if (!said.ok) return said;
      const diagnostics = createDiagnostics({
        clock: systemClock,
        audit: null,
        folder: profileFolder,
        logFolder: getLogsFolder(profileFolder),
        sections: Object.fromEntries(said.value.map(([name, value]) => [name, () => value])),
        secrets: async () => [],
      });
      return await diagnostics.writeBundle(file);
    },
  };
}

function readSection(ask: () => unknown): unknown {
  try {
    return ask();
  } catch (error) {
    return { couldNotBeRead: error instanceof Error ? error.message : String(error) };
  }
}

/** The same of a till that is open, with what only it knows. */
export function buildOpenTillReport(parts: {
  readonly profileFolder: string;
  readonly version: string;
  readonly database: Pick<Database, 'prepare'>;
  readonly now: number;
  readonly settings: TillSettings;
  readonly line: StatusLine;
  readonly isSending: boolean;
  readonly hasCustomer: boolean;
}): StatusReport {
  const { profileFolder, version, now, settings, line, isSending, hasCustomer } = parts;
  return buildStatusReport({
    version,
    profileFolder,
    now,
    till: toTillIdentity(settings, profileFolder),
    facts: readLedgerFacts(parts.database),
    hasRecoveryKey: line.hasRecoveryKey,
    trouble: null,
    open: { line, isSending, hasCustomer },
  });
}

function hasRecoveryKey(profileFolder: string, environment: EnvironmentName): boolean | null {
  return environment === 'training' ? null : isRecoveryKeyConfirmed(profileFolder, environment);
}

/** Which till it is, as the report names it. */
function toTillIdentity(settings: TillSettings, profileFolder: string) {
  const { environment, chainName, posNumber, version, timeZone, backup, shifts } = settings;
  return {
    environment,
    chainName,
    posNumber,
    serviceVersion: version,
    timeZone,
    backupFolder: backup?.folder ?? getBackupsFolder(profileFolder),
    shifts: shifts ?? 'automatic',
  };
}
