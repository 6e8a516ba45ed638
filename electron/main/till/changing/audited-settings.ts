import { join } from 'node:path';
import {
  type CallInput,
  type CallOutput,
  type DiscoveredPrinter,
  fail,
  ok,
  type PrinterSettings,
  type PrinterState,
  type Result,
  type SettingsSaveResult,
  type SettingsView,
} from '../../../../shared/contract/index.ts';
import { readChainInvitation } from '../../../chain/till/gateway/index.ts';
import type { AuditPerson } from '../../../ledger/audit/index.ts';
import {
  type Clock,
  getExportsFolder,
  type Log,
  systemClock,
  toIsoTime,
  writeFileAtomically,
} from '../../../platform/index.ts';
import { createPrinterFinder } from '../../../printing/index.ts';
import {
  createSettingsExport,
  mergePatchFiles,
  type Settings,
  toSettingsScreenProblem,
  toSettingsView,
} from '../../../settings/index.ts';
import { deriveKey } from '../../../settings/keys/index.ts';
import type { Till } from '../create-till.ts';
import { prepareChainDeparture } from './chain-departure.ts';
import type { FindLedgerConflict } from './ledger-conflict-finder.ts';
import { saveWithAuditNote, waitUntilNoPaymentIsSending } from './save-with-audit-note.ts';
import { createSettingsValidator } from './settings-validator.ts';

/** Who made a change: the person at the till, and the person whose PIN approved it. */
export interface SettingsChangeActor {
  readonly by: AuditPerson;
  readonly approvedBy: AuditPerson | null;
}

/**
 * The calls of the settings screens. A change is noted in the ledger's own commit; viewing the
 * settings and testing a printer are noted before they happen.
 */
export interface AuditedSettings {
  getView(actor: SettingsChangeActor): Promise<Result<SettingsView>>;
  change(
    input: Omit<CallInput<'settings.change'>, 'approval'>,
    actor: SettingsChangeActor,
  ): Promise<Result<SettingsSaveResult>>;
  printTestPage(
    printer: PrinterSettings,
    actor: SettingsChangeActor,
  ): Promise<Result<PrinterState>>;
  findPrinters(actor: SettingsChangeActor): Promise<Result<DiscoveredPrinter[]>>;
  exportToFile(actor: SettingsChangeActor): Promise<Result<CallOutput<'settings.export'>>>;
}

export function createAuditedSettings(ports: {
  readonly profileFolder: string;
  readonly settings: Settings;
  readonly till: () => Till | null;
  readonly findLedgerConflict: FindLedgerConflict;
  readonly clock: Clock;
  readonly log: Log;
}): AuditedSettings {
  const { settings, clock, log } = ports;
  const { printTestPage, validatePatch, buildServiceConfig } = createSettingsValidator({
    clock,
    log,
  });
  // Uses the system clock: network timeouts do not depend on the till's clock.
  const finder = createPrinterFinder({ clock: systemClock, log });

  const withTill = async <Value>(
    work: (till: Till) => Promise<Result<Value>>,
  ): Promise<Result<Value>> => {
    const till = ports.till();
    return till ? await work(till) : fail({ kind: 'not-set-up' });
  };

  const buildView = async (till: Till): Promise<SettingsView> =>
    toSettingsView({
      revision: settings.getRevision(),
      settings: till.settings,
      secrets: await settings.readSecrets(till.settings.environment),
      billerName: (id) => till.catalog.biller(id)?.biller.name ?? null,
    });

  const readInvitation = async (code: string, till: Till) => {
    const key = await till.keys.open();
    if (!key.ok) return key;
    const { shop, environment, chain } = till.settings;
    const joiningTill = {
      shop: shop.name,
      environment,
      chain: chain ?? null,
      secrets: await settings.readSecrets(environment),
      passwordKey: deriveKey(key.value, 'chain-password'),
    };
    return await readChainInvitation(code, joiningTill, log);
  };

  const change: AuditedSettings['change'] = (input, actor) =>
    withTill(async (till) => {
      const { files = {}, isUntried = false } = input;
      const merged = await mergePatchFiles(input.patch, files);
      if (!merged.ok) return merged;
      const typedCode = files['chain.code'];
      const invitation = typedCode === undefined ? null : await readInvitation(typedCode, till);
      if (invitation !== null && !invitation.ok) return invitation;
      const patch = ok(
        invitation === null ? merged.value : { ...merged.value, chain: invitation.value.chain },
      );
      const prepared = await settings.preparePatch(patch.value, process.cwd(), input.revision);
      if (!prepared.ok)
        return fail(toSettingsScreenProblem(prepared.problem, 'chain' in patch.value));
      if (invitation !== null) {
        // A refused patch must not use up the code.
        const conflict = ports.findLedgerConflict(prepared.value.settings);
        if (conflict) return fail(conflict);
        const accepted = await invitation.value.accept(prepared.value.settings.posNumber);
        if (!accepted.ok) return accepted;
      }
      const config = await buildServiceConfig(till, prepared.value);
      const validated = await validatePatch(till, prepared.value, config, isUntried);
      if (!validated.ok) return validated;
      const departure = await prepareChainDeparture(till, prepared.value.settings, settings, log);
      if (config !== null) await waitUntilNoPaymentIsSending(till, clock);
      // Do not await anything between these checks and the use of the new settings.
      if (ports.till() !== till) return fail({ kind: 'stale-settings' });
      const isSending = config !== null && till.payments.isSending();
      if (isSending) return fail({ kind: 'payment-state', state: 'sending', until: null });
      const { settings: next, note } = prepared.value;
      const refused = ports.findLedgerConflict(next, { canLeaveChainUnsynced: isUntried });
      if (refused) return fail(refused);
      const hasChainLostChanges = departure?.hasChainLostChanges === true;
      if (hasChainLostChanges && !isUntried)
        return fail({ kind: 'setting', reason: 'chain-unsent' });
      const hasSentAll = till.hasSyncedChain() && !hasChainLostChanges;
      const notedFacts = {
        ...(isUntried ? ({ isUntried: true } as const) : {}),
        ...(departure !== null && !hasSentAll ? ({ isUntold: true } as const) : {}),
      };
      const saved = saveWithAuditNote(
        till,
        { ...prepared.value, note: { ...note, ...notedFacts } },
        actor,
        log,
      );
      if (!saved.ok) return saved;
      till.apply(prepared.value.settings, config);
      log.info({ section: note.section }, 'settings: changed');
      const found =
        departure === null
          ? validated.value
          : ({
              kind: 'chain-left',
              isLoginRetired: await departure.retireLogin(hasSentAll),
            } as const);
      return ok({ settings: await buildView(till), found });
    });

  const writeExport = async (till: Till, actor: SettingsChangeActor) => {
    const { posNumber, environment } = till.settings;
    const at = toIsoTime(clock.now()).slice(0, 19).replaceAll(':', '');
    const name = `till-${posNumber.replace(/[^A-Za-z0-9_-]+/g, '_')}-${at}`;
    const { files, missingFields: lacks } = createSettingsExport({
      name,
      settings: till.settings,
      secrets: await settings.readSecrets(environment),
      cashiers: till.staff.listActive(),
    });
    const folder = getExportsFolder(ports.profileFolder);
    // The provisioning file is written last: once it exists, every file that it names exists.
    for (const [file, content] of [...files].reverse()) {
      const written = await writeFileAtomically(join(folder, file), (handle) =>
        handle.writeFile(content),
      );
      if (!written.ok) return written;
    }
    const path = join(folder, `${name}.json`);
    till.audit.note({ kind: 'settings-exported', ...actor, detail: { file: `${name}.json` } });
    return ok({ path, lacks: [...lacks] });
  };

  return {
    getView: (actor) =>
      withTill(async (till) => {
        till.audit.note({ kind: 'settings-seen', ...actor, detail: {} });
        return ok(await buildView(till));
      }),
    change,
    printTestPage: (printer, actor) =>
      withTill(async (till) => {
        till.audit.note({ kind: 'printer-tried', ...actor, detail: { printer } });
        return await printTestPage(printer, till.settings);
      }),
    findPrinters: (actor) =>
      withTill(async (till) => {
        till.audit.note({ kind: 'settings-seen', ...actor, detail: { section: 'printer' } });
        return ok(await finder.find());
      }),
    exportToFile: (actor) => withTill((till) => writeExport(till, actor)),
  };
}
