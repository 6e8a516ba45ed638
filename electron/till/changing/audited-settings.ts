import { join } from 'node:path';
import {
  type CallOutput,
  type FoundPrinter,
  fail,
  ok,
  type PrinterSettings,
  type PrinterState,
  type Result,
  type SettingsChange,
  type SettingsKept,
  type SettingsView,
} from '../../../shared/contract/index.ts';
import type { AuditPerson } from '../../audit/index.ts';
import {
  type Clock,
  isoTime,
  type Log,
  systemClock,
  writeWholeFile,
} from '../../platform/index.ts';
import { createFinder } from '../../printing/index.ts';
import { exportOf, type Settings, viewOf } from '../../settings/index.ts';
import type { OpenTill } from '../open-till.ts';
import { exportsFolder } from '../paths.ts';
import { keepNoted, noneSent } from './keep-noted.ts';
import type { LedgerGuard } from './ledger-guard.ts';
import { createSettingsChecks } from './settings-checks.ts';

/** Who did it: the person at the till, and the person whose PIN allowed it. */
export interface ActOf {
  readonly by: AuditPerson;
  readonly approvedBy: AuditPerson | null;
}

/**
 * The calls of the settings' screens. A change is noted in the ledger's own commit; viewing the
 * settings and trying a printer are noted before they happen.
 */
export interface AuditedSettings {
  view(act: ActOf): Promise<Result<SettingsView>>;
  change(
    input: { readonly revision: number; readonly change: SettingsChange },
    act: ActOf,
  ): Promise<Result<SettingsKept>>;
  tryPrinter(printer: PrinterSettings, act: ActOf): Promise<Result<PrinterState>>;
  findPrinters(act: ActOf): Promise<Result<FoundPrinter[]>>;
  export(act: ActOf): Promise<Result<CallOutput<'settings.export'>>>;
}

export function createAuditedSettings(ports: {
  readonly profileFolder: string;
  readonly settings: Settings;
  readonly till: () => OpenTill | null;
  readonly refusedByLedger: LedgerGuard;
  readonly clock: Clock;
  readonly log: Log;
}): AuditedSettings {
  const { settings, clock, log } = ports;
  const { printTest, check, configOf } = createSettingsChecks({ clock, log });
  // A network answers in its own time, whatever the till's clock says.
  const finder = createFinder({ clock: systemClock, log });

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

  const change: AuditedSettings['change'] = (input, act) =>
    withTill(async (till) => {
      const prepared = await settings.prepareChange(input.change, input.revision);
      if (!prepared.ok) return prepared;
      const config = await configOf(till, input.change, prepared.value);
      const found = await check(till, input.change, prepared.value, config);
      if (!found.ok) return found;
      if (config !== null) await noneSent(till, clock);
      // From these checks until the till uses the new settings, nothing may be awaited.
      if (ports.till() !== till) return fail({ kind: 'stale-settings' });
      const isSending = config !== null && till.payments.isSending();
      if (isSending) return fail({ kind: 'payment-state', state: 'sending', until: null });
      const { settings: next, note } = prepared.value;
      const leavesAnyway = note.section === 'chain' && note.isUntried === true;
      const refused = ports.refusedByLedger(next, { leavesAnyway });
      if (refused) return fail(refused);
      const left = till.settings.chain !== undefined && next.chain === undefined;
      const untold = left && !till.hasToldChain() ? ({ isUntold: true } as const) : {};
      const kept = keepNoted(till, { ...prepared.value, note: { ...note, ...untold } }, act, log);
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
    // The provisioning file is written last: once it exists, so does everything that it names.
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
    findPrinters: (act) =>
      withTill(async (till) => {
        till.audit.note({ kind: 'settings-seen', ...act, detail: { section: 'printer' } });
        return ok(await finder.find());
      }),
    export: (act) => withTill((till) => writeExport(till, act)),
  };
}
