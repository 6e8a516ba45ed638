import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type CallOutput,
  fail,
  ok,
  type PrinterSettings,
  type PrinterState,
  type Problem,
  type Result,
  type SettingsChange,
  type SettingsKept,
  type SettingsView,
} from '../../shared/contract/index.ts';
import type { AuditPerson } from '../audit/index.ts';
import { type Clock, isoTime, type Log, writeWholeFile } from '../platform/index.ts';
import { checkPrinter } from '../printing/index.ts';
import { createService, type ServiceConfig } from '../service/index.ts';
import {
  exportOf,
  type PreparedChange,
  type Settings,
  type TillSettings,
  viewOf,
} from '../settings/index.ts';
import { serverOf } from './daily-file.ts';
import type { OpenTill } from './open-till.ts';
import { exportsFolder } from './paths.ts';
import { serviceConfigOf } from './service-config.ts';

/** Whose act it is: who stands at the till, and whose PIN allowed it. */
export interface ActOf {
  readonly by: AuditPerson;
  readonly approvedBy: AuditPerson | null;
}

/**
 * What the settings' screens may ask. Every change is noted in the ledger's own commit; that they
 * were looked at, and a printer that was tried, before it is done.
 */
export interface SettingsRoom {
  view(act: ActOf): Promise<Result<SettingsView>>;
  change(
    input: { readonly revision: number; readonly change: SettingsChange },
    act: ActOf,
  ): Promise<Result<SettingsKept>>;
  tryPrinter(printer: PrinterSettings, act: ActOf): Promise<Result<PrinterState>>;
  export(act: ActOf): Promise<Result<CallOutput<'settings.export'>>>;
}

/** A payment may take as long as its deadline; nobody stands before a screen for so long. */
const SENDING_PATIENCE_MS = 30_000;

export function createSettingsRoom(ports: {
  readonly profileFolder: string;
  readonly settings: Settings;
  readonly till: () => OpenTill | null;
  /** Why this account cannot take the place of the one in use. */
  readonly refuseAccount: (next: TillSettings) => Problem | null;
  readonly clock: Clock;
  readonly log: Log;
}): SettingsRoom {
  const { settings, clock, log } = ports;
  // What came out on paper need not come out again when it is kept.
  const tried = new Set<string>();

  const withTill = async <Value>(
    work: (till: OpenTill) => Promise<Result<Value>>,
  ): Promise<Result<Value>> => {
    const till = ports.till();
    return till ? await work(till) : fail({ kind: 'not-set-up' });
  };

  const viewNow = async (till: OpenTill): Promise<SettingsView> =>
    viewOf({
      revision: settings.revision(),
      settings: till.settings,
      secrets: await settings.secrets(till.settings.environment),
      billerName: (id) => till.catalog.biller(id)?.biller.name ?? null,
    });

  const printTest = async (
    printer: PrinterSettings,
    { shop, posNumber, timeZone, language, environment }: TillSettings,
  ): Promise<Result<PrinterState>> => {
    const isTraining = environment === 'training';
    const paper = { shop: { name: shop.name }, posNumber, timeZone, language, isTraining };
    const answer = await checkPrinter({ clock, log }, printer, paper);
    if (answer.ok) tried.add(JSON.stringify(printer));
    return answer;
  };

  const askAccount = async (config: ServiceConfig): Promise<Result<SettingsKept['found']>> => {
    const service = createService(config, { clock, log });
    try {
      const account = await service.account();
      if (!account.ok) return account;
      const { name: accountName, balance } = account.value;
      return ok({ kind: 'account', account: { accountName, balance } });
    } finally {
      await service.close();
    }
  };

  const askServer = async (
    till: OpenTill,
    prepared: PreparedChange,
  ): Promise<Result<SettingsKept['found']>> => {
    const server = serverOf(prepared.settings);
    if (server === null) return ok(null);
    const { sftpPassword, sftpPrivateKey } = prepared.secrets;
    const seen = await till.reconciliation.tryServer(server, {
      password: sftpPassword ?? null,
      privateKey: sftpPrivateKey ?? null,
    });
    return seen.ok ? ok({ kind: 'sftp', fingerprint: seen.value.fingerprint }) : seen;
  };

  /** Each section by its own means; null where it has none. */
  const check = async (
    till: OpenTill,
    change: SettingsChange,
    prepared: PreparedChange,
    config: ServiceConfig | null,
  ): Promise<Result<SettingsKept['found']>> => {
    if (change.section === 'service' && config) return await askAccount(config);
    if (change.section === 'reconciliation' && !change.isUntried)
      return await askServer(till, prepared);
    if (change.section === 'printer' && !change.isUntried) {
      const { printer } = change;
      if (printer.kind === 'screen' || tried.has(JSON.stringify(printer))) return ok(null);
      const printed = await printTest(printer, prepared.settings);
      return printed.ok ? ok(null) : printed;
    }
    if (change.section === 'backup' && change.to !== null) {
      return (await canWriteInto(change.to.folder))
        ? ok(null)
        : fail({ kind: 'setting', reason: 'backup-folder' });
    }
    return ok(null);
  };

  const configOf = async (
    till: OpenTill,
    change: SettingsChange,
    prepared: PreparedChange,
  ): Promise<ServiceConfig | null> => {
    if (change.section !== 'service' && change.section !== 'training-service') return null;
    const isTraining = prepared.settings.environment === 'training';
    const running = isTraining ? await till.training : null;
    return serviceConfigOf(prepared.settings, prepared.secrets, running);
  };

  /** A payment that is out keeps the service that it was sent to; it is waited for, for a while. */
  const noneSent = async (till: OpenTill): Promise<void> => {
    const { promise: enough, resolve } = Promise.withResolvers<void>();
    const cancel = clock.after(SENDING_PATIENCE_MS, resolve);
    await Promise.race([till.payments.answered(), enough]);
    cancel();
  };

  /** Both or neither: the note in the ledger, and the settings in their file. */
  const keepNoted = (till: OpenTill, prepared: PreparedChange, act: ActOf): Result<null> => {
    const detail = { ...prepared.note };
    let refused: Problem | null = null;
    let undo: (() => Result<null>) | null = null;
    try {
      till.commit(() => {
        till.audit.noteInCommit({ kind: 'settings-changed', ...act, detail });
        const kept = prepared.keep();
        if (!kept.ok) {
          refused = kept.problem;
          throw new Error('the settings were not kept');
        }
        undo = kept.value.undo;
      });
      return ok(null);
    } catch (error) {
      if (refused !== null) return fail(refused);
      // The file was written, and the ledger did not take the note.
      takeBack(undo);
      throw error;
    }
  };

  const takeBack = (undo: (() => Result<null>) | null): void => {
    const undone = undo?.();
    if (undone?.ok === false) log.error({ problem: undone.problem }, 'the settings stayed changed');
  };

  const change: SettingsRoom['change'] = (input, act) =>
    withTill(async (till) => {
      const prepared = await settings.prepareChange(input.change, input.revision);
      if (!prepared.ok) return prepared;
      const config = await configOf(till, input.change, prepared.value);
      const found = await check(till, input.change, prepared.value, config);
      if (!found.ok) return found;
      if (config !== null) await noneSent(till);
      // From these questions until the till works by the new settings, nothing waits.
      if (ports.till() !== till) return fail({ kind: 'stale-settings' });
      const isSending = config !== null && till.payments.isSending();
      if (isSending) return fail({ kind: 'payment-state', state: 'sending', until: null });
      const refused = ports.refuseAccount(prepared.value.settings);
      if (refused) return fail(refused);
      const kept = keepNoted(till, prepared.value, act);
      if (!kept.ok) return kept;
      till.apply(prepared.value.settings, config);
      log.info({ section: input.change.section }, 'the settings were changed');
      return ok({ settings: await viewNow(till), found: found.value });
    });

  const writeExport = async (till: OpenTill, act: ActOf) => {
    const { posNumber, environment } = till.settings;
    const at = isoTime(clock.now()).slice(0, 19).replaceAll(':', '');
    const name = `till-${posNumber.replace(/[^A-Za-z0-9_-]+/g, '_')}-${at}`;
    const { files, lacks } = exportOf({
      name,
      settings: till.settings,
      secrets: await settings.secrets(environment),
      cashiers: till.staff.names(),
    });
    const folder = exportsFolder(ports.profileFolder);
    // The provisioning file comes last: once it is there, what it names is there.
    for (const [file, content] of [...files].reverse()) {
      const written = await writeWholeFile(join(folder, file), (handle) =>
        handle.writeFile(content),
      );
      if (!written.ok) return written;
    }
    const path = join(folder, `${name}.json`);
    till.audit.note({ kind: 'settings-exported', ...act, detail: { file: `${name}.json` } });
    return ok({ path, lacks: [...lacks] });
  };

  return {
    view: (act) =>
      withTill(async (till) => {
        till.audit.note({ kind: 'settings-seen', ...act, detail: {} });
        return ok(await viewNow(till));
      }),
    change,
    tryPrinter: (printer, act) =>
      withTill(async (till) => {
        till.audit.note({ kind: 'printer-tried', ...act, detail: { printer } });
        return await printTest(printer, till.settings);
      }),
    export: (act) => withTill((till) => writeExport(till, act)),
  };
}

/** A folder that is not there is not made: it may be a disk that somebody took away. */
async function canWriteInto(folder: string): Promise<boolean> {
  const file = join(folder, `.mostrador-${randomUUID()}`);
  try {
    await writeFile(file, '', { flag: 'wx' });
    await rm(file);
    return true;
  } catch {
    return false;
  }
}
