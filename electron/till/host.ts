import { mkdirSync } from 'node:fs';
import {
  type EnvironmentName,
  fail,
  ok,
  type Problem,
  type Provisioning,
  type Rescue,
  type Result,
} from '../../shared/contract/index.ts';
import { createAudit } from '../audit/index.ts';
import { applyRestore, noteRestore, type Stage } from '../backup/index.ts';
import type { Emit } from '../ipc/index.ts';
import {
  type Database,
  openDatabase,
  StorageError,
  storageErrorOf,
  storageProblem,
} from '../ledger/index.ts';
import { type Clock, createSerialQueue, type Log, type NewId } from '../platform/index.ts';
import { accountPrint, parseProvisioning, type Settings } from '../settings/index.ts';
import type { ProvisionedBy } from '../staff/index.ts';
import { createAccountGuard } from './account-guard.ts';
import { openTrainingLedger } from './begin-anew.ts';
import { type OpenTill, openTill } from './open-till.ts';
import { ledgerFile } from './paths.ts';
import { createRescue } from './rescue.ts';
import { lookInto } from './restore.ts';
import { createSettingsRoom, type SettingsRoom } from './settings-room.ts';

/** Which till is open, if any, and how another becomes the open one. */
export interface TillHost {
  /** Null while the till is not set up or its ledger cannot be opened. */
  till(): OpenTill | null;
  /** Why there is no till although it is set up: the settings or the ledger. */
  storageProblem(): Extract<Problem, { kind: 'storage' }> | null;
  /** The backups that a damaged ledger can be restored from; null unless it is damaged. */
  rescue(): Promise<Rescue | null>;
  /** True once there are settings and a cashier who can sign in. */
  isSetUp(): boolean;
  /** Opens the till that the settings name, if any. */
  open(): void;
  /**
   * Keeps a provisioning, whether a file's or the wizard's, and opens its till. Refused while a
   * payment is being sent, and where other keys or another address would be asked about payments
   * that are not resolved: an account that never saw them answers that they do not exist. That
   * holds for the ledger of the environment that is set up, whether it is the one in use or not.
   * The audit log says by whom, or by which way where nobody can be signed in.
   */
  provision(provisioning: Provisioning, folder: string, by: ProvisionedBy): Promise<Result<null>>;
  /** What the settings' screens ask; null if the settings cannot be read. Changes take turns. */
  readonly room: SettingsRoom | null;
  /** For the end of the program: nothing is opened after it. */
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
  /** `backup/inspect-worker.ts`, or what the bundler made of it. */
  readonly checkWorker: URL;
  readonly applicationVersion: string;
}): TillHost {
  const { settings, log } = ports;
  let till: OpenTill | null = null;
  let found: Extract<Problem, { kind: 'storage' }> | null =
    !settings.ok && settings.problem.kind === 'storage' ? settings.problem : null;

  let isEnding = false;
  // One provisioning at a time: two would open one ledger twice.
  const inTurn = createSerialQueue();

  const keepTrouble = (error: StorageError): void => {
    const said = storageProblem(error);
    found = said.kind === 'storage' ? said : null;
    log.error({ err: error, cause: String(error.cause) }, 'the ledger could not be opened');
  };

  const openLedger = (environment: EnvironmentName): Database | null => {
    try {
      mkdirSync(ports.profileFolder, { recursive: true });
      const ledger = ledgerFile(ports.profileFolder, environment);
      const restored = restoreAsAgreed(environment, ledger);
      if (!restored.ok) return null;
      const database =
        environment === 'training' ? openTrainingLedger(ports, ledger) : openDatabase(ledger);
      found = null;
      if (restored.value) {
        const audit = createAudit({ database, clock: ports.clock });
        noteRestore({ ...ports, ledger: database.file, database, audit }, restored.value);
      }
      return database;
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
      keepTrouble(error);
      return null;
    }
  };

  /** A restore that was agreed to takes place before anything opens the ledger. */
  const restoreAsAgreed = (environment: EnvironmentName, ledger: string): Result<Stage | null> => {
    const done = applyRestore({
      profileFolder: ports.profileFolder,
      environment,
      ledger,
      look: (work) => lookInto(ledger, log, work),
      log,
    });
    if (!done.ok && done.problem.kind === 'storage') found = done.problem;
    return done;
  };

  const open = (): void => {
    if (!settings.ok || isEnding) return;
    const active = settings.value.active();
    if (!active || till) return;
    const database = openLedger(active.environment);
    if (!database) return;
    try {
      till = openTill({ ...ports, settings: settings.value, tillSettings: active, database });
    } catch (error) {
      // What opens may be damaged further in.
      const storage = storageErrorOf(error, database);
      database.close();
      if (!storage) throw error;
      keepTrouble(storage);
      return;
    }
    till.startSoon();
  };

  const close = async (): Promise<void> => {
    const closing = till;
    till = null;
    await closing?.close();
  };

  const refuseAccount = createAccountGuard({ ...ports, till: () => till });

  const whyNot = (next: Provisioning): Problem | null => {
    if (till?.payments.isSending()) return { kind: 'payment-state', state: 'sending', until: null };
    return refuseAccount({ environment: next.environment, accountPrint: accountPrint(next) });
  };

  const provision: TillHost['provision'] = async (provisioning, folder, by) => {
    if (!settings.ok) return settings;
    const checked = parseProvisioning(provisioning);
    if ('problem' in checked) return fail(checked.problem);
    const prepared = await settings.value.prepare(checked.value, folder);
    if (!prepared.ok) return prepared;
    // From this question until the old till takes no more payments, nothing waits: one that came
    // in between would be looked up with other keys than it was sent with.
    const refused = whyNot(checked.value);
    if (refused) return fail(refused);
    const kept = prepared.value.keep();
    if (!kept.ok) return kept;
    await close();
    open();
    // `open` gave `till` a value behind the compiler's back.
    const opened = till as OpenTill | null;
    if (!opened) return fail(found ?? { kind: 'not-set-up' });
    await opened.staff.replaceAll(checked.value.cashiers, by);
    ports.emit('till.changed', {});
    log.info({ environment: provisioning.environment }, 'the till was provisioned');
    return ok(null);
  };

  const room = settings.ok
    ? createSettingsRoom({
        ...ports,
        settings: settings.value,
        till: () => till,
        refuseAccount,
      })
    : null;

  const rescue = createRescue(ports);

  return {
    till: () => till,
    rescue: async () => {
      const active = settings.ok ? settings.value.active() : null;
      return active !== null && found?.reason === 'damaged' ? await rescue.find(active) : null;
    },
    room: room && { ...room, change: (input, act) => inTurn(() => room.change(input, act)) },
    storageProblem: () => found,
    isSetUp: () => {
      // A till whose settings or ledger cannot be read counts as set up: nobody replaces it.
      if (!settings.ok) return true;
      if (settings.value.active() === null) return false;
      return till === null || till.staff.names().length > 0;
    },
    open,
    close: async () => {
      isEnding = true;
      await rescue.stop();
      await close();
    },
    provision: (provisioning, folder, by) => inTurn(() => provision(provisioning, folder, by)),
  };
}
