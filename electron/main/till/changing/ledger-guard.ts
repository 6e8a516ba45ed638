import { existsSync } from 'node:fs';
import {
  type EnvironmentName,
  fail,
  ok,
  type Problem,
  type Result,
} from '../../../../shared/contract/index.ts';
import { hasSyncedChain } from '../../../chain/till/till/index.ts';
import {
  listOpenPayments,
  openDatabase,
  StorageError,
  toStorageError,
  toStorageProblem,
} from '../../../ledger/index.ts';
import type { Log } from '../../../platform/index.ts';
import type { Settings, TillSettings } from '../../../settings/index.ts';
import type { OpenTill } from '../open-till.ts';
import { getLedgerFile } from '../profile-paths.ts';

/**
 * Why settings cannot be used as the ledger of their environment stands now, or null.
 *
 * - Another account's keys, while payments are not resolved: that account would report that they do
 *   not exist.
 * - A till that leaves its chain, while the chain does not know all of it, or how a payment ended: what
 *   was not told by then is in no daily file. `leavesAnyway`: an owner wants it, because that chain
 *   will not be back.
 */
export type LedgerGuard = (
  next: Pick<TillSettings, 'environment' | 'accountPrint'> & { readonly chain?: unknown },
  options?: { readonly leavesAnyway: boolean },
) => Problem | null;

interface LedgerFacts {
  readonly unresolved: number;
  readonly hasToldChain: boolean;
}

export function createLedgerGuard(ports: {
  readonly profileFolder: string;
  readonly settings: Result<Settings>;
  readonly log: Log;
  readonly till: () => OpenTill | null;
}): LedgerGuard {
  const { settings, log } = ports;

  /** Of the ledger of an environment, in use or not. */
  const factsOf = (environment: EnvironmentName): Result<LedgerFacts> => {
    const till = ports.till();
    if (till?.settings.environment === environment) {
      const unresolved = till.payments.unresolvedCount();
      return ok({ unresolved, hasToldChain: till.hasSyncedChain() });
    }
    const file = getLedgerFile(ports.profileFolder, environment);
    if (!existsSync(file)) return ok({ unresolved: 0, hasToldChain: true });
    try {
      const database = openDatabase(file);
      try {
        const unresolved = listOpenPayments(database).length;
        return ok({ unresolved, hasToldChain: hasSyncedChain(database) });
      } catch (error) {
        throw toStorageError(error, database) ?? error;
      } finally {
        database.close();
      }
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
      log.error({ err: error, cause: String(error.cause) }, 'ledger-guard: opening ledger failed');
      return fail(toStorageProblem(error));
    }
  };

  return (next, { leavesAnyway } = { leavesAnyway: false }) => {
    const known = settings.ok ? settings.value.of(next.environment) : null;
    if (!known) return null;
    const isOther = next.environment !== 'training' && known.accountPrint !== next.accountPrint;
    const leaves = known.chain !== undefined && next.chain === undefined && !leavesAnyway;
    if (!isOther && !leaves) return null;
    const facts = factsOf(next.environment);
    if (!facts.ok) return facts.problem;
    const { unresolved } = facts.value;
    if (isOther && unresolved > 0) return { kind: 'payment-state', state: 'unknown', until: null };
    if (!leaves) return null;
    if (unresolved > 0) return { kind: 'setting', reason: 'chain-unresolved' };
    return facts.value.hasToldChain ? null : { kind: 'setting', reason: 'chain-unsent' };
  };
}
