import { existsSync } from 'node:fs';
import {
  type EnvironmentName,
  fail,
  ok,
  type Problem,
  type Result,
} from '../../shared/contract/index.ts';
import {
  openDatabase,
  openPayments,
  StorageError,
  storageErrorOf,
  storageProblem,
} from '../ledger/index.ts';
import type { Log } from '../platform/index.ts';
import type { Settings, TillSettings } from '../settings/index.ts';
import type { OpenTill } from './open-till.ts';
import { ledgerFile } from './paths.ts';

/**
 * Refuses another account's keys while payments are not resolved: it would answer that they do not
 * exist. Answers why an account cannot take the place of the one in use, or null.
 */
export function createAccountGuard(ports: {
  readonly profileFolder: string;
  readonly settings: Result<Settings>;
  readonly log: Log;
  readonly till: () => OpenTill | null;
}): (next: Pick<TillSettings, 'environment' | 'accountPrint'>) => Problem | null {
  const { settings, log } = ports;

  /** How many payments are not resolved in the ledger of an environment, in use or not. */
  const unresolvedIn = (environment: EnvironmentName): Result<number> => {
    const till = ports.till();
    if (till?.settings.environment === environment) return ok(till.payments.unresolvedCount());
    const file = ledgerFile(ports.profileFolder, environment);
    if (!existsSync(file)) return ok(0);
    try {
      const database = openDatabase(file);
      try {
        return ok(openPayments(database).length);
      } catch (error) {
        throw storageErrorOf(error, database) ?? error;
      } finally {
        database.close();
      }
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
      log.error({ err: error, cause: String(error.cause) }, 'a ledger could not be looked into');
      return fail(storageProblem(error));
    }
  };

  const refuseAccount = (
    next: Pick<TillSettings, 'environment' | 'accountPrint'>,
  ): Problem | null => {
    if (!settings.ok || next.environment === 'training') return null;
    const known = settings.value.of(next.environment);
    if (!known || known.accountPrint === next.accountPrint) return null;
    const unresolved = unresolvedIn(next.environment);
    if (!unresolved.ok) return unresolved.problem;
    return unresolved.value === 0 ? null : { kind: 'payment-state', state: 'unknown', until: null };
  };

  return refuseAccount;
}
