import {
  type EnvironmentName,
  fail,
  ok,
  type Problem,
  type Result,
  type StatusLine,
} from '../../shared/contract/index.ts';
import { createDiagnostics } from '../diagnostics/index.ts';
import { recoveryConfirmedIn } from '../keys/index.ts';
import { type Database, openForReading, StorageError, storageProblem } from '../ledger/index.ts';
import {
  type GateFacts,
  gateFactsOf,
  type LedgerFacts,
  makeStatusReport,
  type ReportSources,
  readFacts,
  type StatusReport,
} from '../monitoring/index.ts';
import { silentLog, systemClock, type Vault } from '../platform/index.ts';
import { createSettings, readSettingsStore, type TillSettings } from '../settings/index.ts';
import { sectionsOfFiles } from './diagnostics.ts';
import { backupsFolder, ledgerFile, logsFolder } from './paths.ts';

/** What the files of a till say that nobody has open. Nothing is written, made or locked. */
export interface ClosedTill {
  report(): StatusReport;
  /** What the gate of updates asks; null where no till is set up. */
  gate(): GateFacts | null;
  /** Null where no ledger can be read. */
  writeDiagnostics(file: string): Promise<Result<{ readonly file: string }>>;
}

/** Whoever only looks opens no key store: the files hold no secret that is not sealed. */
const NO_VAULT: Vault = {
  isStrong: async () => false,
  seal: async () => ({ ok: false, problem: 'failed' }),
  open: async () => ({ ok: false, problem: 'failed' }),
};

export function closedTill(profileFolder: string, version: string): ClosedTill {
  const opened = createSettings({
    store: readSettingsStore(profileFolder),
    vault: NO_VAULT,
    log: silentLog,
  });
  const settings = opened.ok ? opened.value.active() : null;
  const settingsTrouble = opened.ok ? null : opened.problem;

  const withLedger = <Value>(
    till: TillSettings,
    work: (database: ReturnType<typeof openForReading>) => Value,
  ): Result<Value> => {
    try {
      const database = openForReading(ledgerFile(profileFolder, till.environment));
      try {
        return ok(work(database));
      } finally {
        database.close();
      }
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
      return fail(storageProblem(error));
    }
  };

  const sources = (): ReportSources => ({
    version,
    profileFolder,
    now: systemClock.now(),
    till: settings && identityOf(settings, profileFolder),
    hasRecoveryKey: settings && hasRecoveryKey(profileFolder, settings.environment),
    ...facts(),
    open: null,
  });

  const facts = (): { readonly facts: LedgerFacts | null; readonly trouble: Problem | null } => {
    if (settings === null) return { facts: null, trouble: settingsTrouble };
    const read = withLedger(settings, readFacts);
    return read.ok ? { facts: read.value, trouble: null } : { facts: null, trouble: read.problem };
  };

  return {
    report: () => makeStatusReport(sources()),
    gate: () => gateFactsOf(sources()),
    writeDiagnostics: async (file) => {
      if (settings === null) return fail(settingsTrouble ?? { kind: 'not-set-up' });
      // Asked for now, because the ledger is closed again before the zip is written.
      const said = withLedger(settings, (database) =>
        Object.entries(
          sectionsOfFiles({
            profileFolder,
            version,
            database,
            clock: systemClock,
            settings: () => settings,
          }),
        ).map(([name, ask]) => [name, answerOf(ask)] as const),
      );
      if (!said.ok) return said;
      const diagnostics = createDiagnostics({
        clock: systemClock,
        audit: null,
        folder: profileFolder,
        logFolder: logsFolder(profileFolder),
        sections: Object.fromEntries(said.value.map(([name, value]) => [name, () => value])),
        secrets: async () => [],
      });
      return await diagnostics.writeTo(file);
    },
  };
}

function answerOf(ask: () => unknown): unknown {
  try {
    return ask();
  } catch (error) {
    return { couldNotBeRead: error instanceof Error ? error.message : String(error) };
  }
}

/** The same of a till that is open, with what only it knows. */
export function reportOf(parts: {
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
  return makeStatusReport({
    version,
    profileFolder,
    now,
    till: identityOf(settings, profileFolder),
    facts: readFacts(parts.database),
    hasRecoveryKey: line.hasRecoveryKey,
    trouble: null,
    open: { line, isSending, hasCustomer },
  });
}

function hasRecoveryKey(profileFolder: string, environment: EnvironmentName): boolean | null {
  return environment === 'training' ? null : recoveryConfirmedIn(profileFolder, environment);
}

/** Which till it is, as the report names it. */
function identityOf(settings: TillSettings, profileFolder: string) {
  const { environment, chainName, posNumber, version, timeZone, backup, shifts } = settings;
  return {
    environment,
    chainName,
    posNumber,
    serviceVersion: version,
    timeZone,
    backupFolder: backup?.folder ?? backupsFolder(profileFolder),
    shifts: shifts ?? 'automatic',
  };
}
