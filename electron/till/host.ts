import { mkdirSync } from 'node:fs';
import {
  type EnvironmentName,
  fail,
  ok,
  type Problem,
  type Provisioning,
  type Result,
} from '../../shared/contract/index.ts';
import type { Emit } from '../ipc/index.ts';
import { type Database, openDatabase, StorageError, storageProblem } from '../ledger/index.ts';
import type { Clock, Log, NewId } from '../platform/index.ts';
import { accountPrint, parseProvisioning, type Settings } from '../settings/index.ts';
import { type OpenTill, openTill } from './open-till.ts';
import { ledgerFile } from './paths.ts';

/** Which till is open, if any, and how another becomes the open one. */
export interface TillHost {
  /** Null while the till is not set up or its ledger cannot be opened. */
  till(): OpenTill | null;
  /** Why there is no till although it is set up: the settings or the ledger. */
  storageProblem(): Extract<Problem, { kind: 'storage' }> | null;
  /** True once there are settings and a cashier who can sign in. */
  isSetUp(): boolean;
  /** Opens the till that the settings name, if any. */
  open(): void;
  /**
   * Keeps a provisioning, whether a file's or the wizard's, and opens its till. Refused while a
   * payment is being sent, and where other keys or another address would be asked about payments
   * that are not resolved: an account that never saw them answers that they do not exist.
   */
  provision(provisioning: Provisioning, folder: string): Promise<Result<null>>;
  close(): Promise<void>;
}

export function createTillHost(ports: {
  readonly profileFolder: string;
  readonly settings: Result<Settings>;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly log: Log;
  readonly emit: Emit;
  readonly trainingWorker: URL;
}): TillHost {
  const { settings, log } = ports;
  let till: OpenTill | null = null;
  let found: Extract<Problem, { kind: 'storage' }> | null =
    !settings.ok && settings.problem.kind === 'storage' ? settings.problem : null;

  const openLedger = (environment: EnvironmentName): Database | null => {
    try {
      mkdirSync(ports.profileFolder, { recursive: true });
      const database = openDatabase(ledgerFile(ports.profileFolder, environment));
      found = null;
      return database;
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
      const said = storageProblem(error);
      found = said.kind === 'storage' ? said : null;
      log.error({ err: error, cause: String(error.cause) }, 'the ledger could not be opened');
      return null;
    }
  };

  const open = (): void => {
    if (!settings.ok) return;
    const active = settings.value.active();
    if (!active || till) return;
    const database = openLedger(active.environment);
    if (!database) return;
    till = openTill({ ...ports, settings: settings.value, tillSettings: active, database });
    till.startSoon();
  };

  const close = async (): Promise<void> => {
    const closing = till;
    till = null;
    await closing?.close();
  };

  return {
    till: () => till,
    storageProblem: () => found,
    isSetUp: () => {
      // A till whose settings or ledger cannot be read is set up: nobody may set it up anew by that.
      if (!settings.ok) return true;
      if (settings.value.active() === null) return false;
      return till === null || till.staff.names().length > 0;
    },
    open,
    close,
    provision: async (provisioning, folder) => {
      if (!settings.ok) return settings;
      const checked = parseProvisioning(provisioning);
      if ('problem' in checked) return fail(checked.problem);
      if (till?.payments.isSending()) {
        return fail({ kind: 'payment-state', state: 'sending', until: null });
      }
      if (wouldOrphan(till, checked.value)) {
        return fail({ kind: 'payment-state', state: 'unknown', until: null });
      }
      const kept = await settings.value.provision(checked.value, folder);
      if (!kept.ok) return kept;
      await close();
      open();
      // `open` gave `till` a value behind the compiler's back.
      const opened = till as OpenTill | null;
      if (!opened) return fail(found ?? { kind: 'not-set-up' });
      await opened.staff.replaceAll(checked.value.cashiers);
      ports.emit('till.changed', {});
      log.info({ environment: provisioning.environment }, 'the till was provisioned');
      return ok(null);
    },
  };
}

function wouldOrphan(till: OpenTill | null, next: Provisioning): boolean {
  if (!till || till.settings.environment !== next.environment) return false;
  if (next.environment === 'training' || till.payments.unresolvedCount() === 0) return false;
  return till.settings.accountPrint !== accountPrint(next);
}
