import {
  type EnvironmentName,
  fail,
  ok,
  type Problem,
  type Result,
  type StatusLine,
} from '../../../shared/contract/index.ts';
import {
  createDiagnostics,
  createStoredDiagnosticsSections,
} from '../../back-office/diagnostics/index.ts';
import {
  buildStatusReport,
  type LedgerStatusFacts,
  readLedgerStatusFacts,
  type StatusReport,
  type StatusReportSources,
  toUpdateGateFacts,
  type UpdateGateFacts,
} from '../../back-office/monitoring/index.ts';
import {
  type Database,
  openLedgerReadOnly,
  StorageError,
  toStorageProblem,
} from '../../ledger/index.ts';
import {
  getBackupsFolder,
  getLedgerFile,
  silentLog,
  systemClock,
  type Vault,
} from '../../platform/index.ts';
import {
  createReadOnlySettingsStore,
  createSettings,
  type EffectiveSettings,
  type TillSettings,
  withDefaultSettings,
} from '../../settings/index.ts';
import { isRecoveryKeyConfirmed } from '../../settings/keys/index.ts';

/** Reads a till's files while no process has it open. Writes, creates and locks nothing. */
export interface ClosedTillReader {
  readStatusReport(): StatusReport;
  /** The input of the update gate; null if no till is set up. */
  readUpdateGate(): UpdateGateFacts | null;
  /**
   * Writes the support bundle. Returns `not-set-up` or a `storage` problem if no ledger can be
   * read.
   */
  writeSupportBundle(file: string): Promise<Result<{ readonly file: string }>>;
}

/** Reading needs no key store: the files hold no secret that is not sealed. */
const UNAVAILABLE_VAULT: Vault = {
  getStrength: async () => 'none',
  seal: async () => ({ ok: false, problem: 'none' }),
  open: async () => ({ ok: false, problem: 'none' }),
};

/** Reads the settings of a till that may be open; null if none was set up. */
export function readTillSettings(profileFolder: string): Result<TillSettings | null> {
  const settings = createSettings({
    store: createReadOnlySettingsStore(profileFolder),
    vault: UNAVAILABLE_VAULT,
    log: silentLog,
  });
  return settings.ok ? ok(settings.value.getActiveTillSettings()) : settings;
}

export function createClosedTillReader(profileFolder: string, version: string): ClosedTillReader {
  const settingsResult = readTillSettings(profileFolder);
  const settings = settingsResult.ok ? settingsResult.value : null;
  const settingsProblem = settingsResult.ok ? null : settingsResult.problem;

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

  const getReportSources = (): StatusReportSources => ({
    version,
    profileFolder,
    now: systemClock.now(),
    till: settings && toTillIdentity(withDefaultSettings(settings), profileFolder),
    hasRecoveryKey: settings && hasRecoveryKey(profileFolder, settings.environment),
    ...readFacts(),
    open: null,
  });

  const readFacts = (): {
    readonly ledgerFacts: LedgerStatusFacts | null;
    readonly problem: Problem | null;
  } => {
    if (settings === null) return { ledgerFacts: null, problem: settingsProblem };
    const read = withLedger(settings, readLedgerStatusFacts);
    return read.ok
      ? { ledgerFacts: read.value, problem: null }
      : { ledgerFacts: null, problem: read.problem };
  };

  return {
    readStatusReport: () => buildStatusReport(getReportSources()),
    readUpdateGate: () => toUpdateGateFacts(getReportSources()),
    writeSupportBundle: async (file) => {
      if (settings === null) return fail(settingsProblem ?? { kind: 'not-set-up' });
      // Read now, because the ledger is closed again before the zip is written.
      const sections = withLedger(settings, (database) =>
        Object.entries(
          createStoredDiagnosticsSections({
            profileFolder,
            version,
            database,
            clock: systemClock,
            settings: () => settings,
          }),
        ).map(([name, readValue]) => [name, readSection(readValue)] as const),
      );
      if (!sections.ok) return sections;
      const diagnostics = createDiagnostics({
        clock: systemClock,
        audit: null,
        profileFolder,
        sections: Object.fromEntries(sections.value.map(([name, value]) => [name, () => value])),
        listSecretsToRemove: async () => [],
      });
      return await diagnostics.writeSupportBundle(file);
    },
  };
}

function readSection(readValue: () => unknown): unknown {
  try {
    return readValue();
  } catch (error) {
    return { couldNotBeRead: error instanceof Error ? error.message : String(error) };
  }
}

/** The report of an open till, which also includes its live state. */
export function buildOpenTillStatusReport(parts: {
  readonly profileFolder: string;
  readonly version: string;
  readonly database: Pick<Database, 'prepare'>;
  readonly now: number;
  readonly settings: EffectiveSettings;
  readonly statusLine: StatusLine;
  readonly isSending: boolean;
  readonly hasCustomer: boolean;
}): StatusReport {
  const { profileFolder, version, now, settings, statusLine, isSending, hasCustomer } = parts;
  return buildStatusReport({
    version,
    profileFolder,
    now,
    till: toTillIdentity(settings, profileFolder),
    ledgerFacts: readLedgerStatusFacts(parts.database),
    hasRecoveryKey: statusLine.hasRecoveryKey,
    problem: null,
    open: { line: statusLine, isSending, hasCustomer },
  });
}

function hasRecoveryKey(profileFolder: string, environment: EnvironmentName): boolean | null {
  return environment === 'training' ? null : isRecoveryKeyConfirmed(profileFolder, environment);
}

/** Identifies the till in the report. */
function toTillIdentity(settings: EffectiveSettings, profileFolder: string) {
  const { environment, chainName, posNumber, version, timeZone, backup, shifts } = settings;
  return {
    environment,
    chainName,
    posNumber,
    serviceVersion: version,
    timeZone,
    backupFolder: backup?.folder ?? getBackupsFolder(profileFolder),
    shifts,
  };
}
