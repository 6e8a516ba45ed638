import { existsSync } from 'node:fs';
import {
  type EnvironmentName,
  fail,
  ok,
  type Problem,
  type Result,
} from '../../../../shared/contract/index.ts';
import { isChainUpToDate } from '../../../chain/till/sync/index.ts';
import {
  listPaymentsWithoutOutcome,
  openLedgerDatabase,
  StorageError,
  toStorageError,
  toStorageProblem,
} from '../../../ledger/index.ts';
import type { Log } from '../../../platform/index.ts';
import { getLedgerFile } from '../../../platform/index.ts';
import type { Settings, TillSettings } from '../../../settings/index.ts';
import type { Till } from '../create-till.ts';

/**
 * The reason why settings cannot be used with the current ledger of their environment; null if they
 * can. These cases are refused:
 *
 * - Another account's keys while payments are unresolved, because that account would report that
 *   they do not exist.
 * - Leaving the chain before the chain has received the whole ledger or while a payment is
 *   unresolved, because what was not sent by then is in no daily file. `canLeaveChainUnsynced`: an owner
 *   accepts this, because that chain will not return.
 * - Joining another chain in that state. An owner who accepts the loss first leaves the present one.
 */
export type FindLedgerConflict = (
  next: Pick<TillSettings, 'environment' | 'accountPrint'> & {
    readonly chain?: ChainIdentity | undefined;
  },
  options?: { readonly canLeaveChainUnsynced: boolean },
) => Problem | null;

type ChainIdentity = Pick<NonNullable<TillSettings['chain']>, 'database' | 'user' | 'ca'>;

interface LedgerFacts {
  readonly unresolvedCount: number;
  readonly hasSyncedChain: boolean;
}

export function createLedgerConflictFinder(ports: {
  readonly profileFolder: string;
  readonly settings: Result<Settings>;
  readonly log: Log;
  readonly till: () => Till | null;
}): FindLedgerConflict {
  const { settings, log } = ports;

  /** Reads the ledger of an environment, whether in use or not. */
  const readFacts = (environment: EnvironmentName): Result<LedgerFacts> => {
    const till = ports.till();
    if (till?.settings.environment === environment) {
      const unresolved = till.payments.countUnresolved();
      return ok({ unresolvedCount: unresolved, hasSyncedChain: till.hasSyncedChain() });
    }
    const file = getLedgerFile(ports.profileFolder, environment);
    if (!existsSync(file)) return ok({ unresolvedCount: 0, hasSyncedChain: true });
    try {
      const database = openLedgerDatabase(file);
      try {
        const unresolved = listPaymentsWithoutOutcome(database).length;
        return ok({ unresolvedCount: unresolved, hasSyncedChain: isChainUpToDate(database) });
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

  return (next, { canLeaveChainUnsynced } = { canLeaveChainUnsynced: false }) => {
    const previous = settings.ok ? settings.value.getTillSettings(next.environment) : null;
    if (!previous) return null;
    const isOtherAccount =
      next.environment !== 'training' && previous.accountPrint !== next.accountPrint;
    const isLeavingChain =
      previous.chain !== undefined && next.chain === undefined && !canLeaveChainUnsynced;
    const isJoiningOtherChain =
      previous.chain !== undefined &&
      next.chain !== undefined &&
      !isSameChain(previous.chain, next.chain);
    if (!isOtherAccount && !isLeavingChain && !isJoiningOtherChain) return null;
    const facts = readFacts(next.environment);
    if (!facts.ok) return facts.problem;
    const { unresolvedCount, hasSyncedChain } = facts.value;
    if (isOtherAccount && unresolvedCount > 0)
      return { kind: 'payment-state', state: 'unknown', until: null };
    if (isJoiningOtherChain && (unresolvedCount > 0 || !hasSyncedChain))
      return { kind: 'setting', reason: 'chain-other' };
    if (!isLeavingChain) return null;
    if (unresolvedCount > 0) return { kind: 'setting', reason: 'chain-unresolved' };
    return hasSyncedChain ? null : { kind: 'setting', reason: 'chain-unsent' };
  };
}

/**
 * A chain that was moved to another server keeps its logins; a till that was enrolled again has
 * another one in the same database.
 */
export function isSameChain(previous: ChainIdentity, next: ChainIdentity): boolean {
  if (previous.database !== next.database) return false;
  return previous.user === next.user || previous.ca.trim() === next.ca.trim();
}
