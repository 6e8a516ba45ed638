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
import {
  exportOf,
  type PreparedChange,
  type Settings,
  type TillSettings,
  viewOf,
} from '../settings/index.ts';
import type { OpenTill } from './open-till.ts';
import { exportsFolder } from './paths.ts';
import { createSettingsChecks } from './settings-checks.ts';

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
  const { printTest, check, configOf } = createSettingsChecks({ clock, log });

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
