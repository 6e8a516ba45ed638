import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  fail,
  listSettingNamesWith,
  ok,
  type PrinterSettings,
  type PrinterState,
  type Result,
  type SettingsSaveResult,
} from '../../../../shared/contract/index.ts';
import { validateChainLogin } from '../../../chain/till/gateway/index.ts';
import type { Clock, Log } from '../../../platform/index.ts';
import { printTestPageWithoutTill } from '../../../printing/index.ts';
import { createBillPaymentService, type ServiceConfig } from '../../../service/index.ts';
import {
  type PreparedPatch,
  type TillSettings,
  withDefaultSettings,
} from '../../../settings/index.ts';
import type { Till } from '../create-till.ts';
import { toUploadServer } from '../part-settings.ts';
import { toServiceConfig } from '../service-config.ts';

/** Fields that require a new connection to the service. */
const CONNECTION_FIELDS = listSettingNamesWith('isConnection');

/** Validates what a change of the settings names, before the change is saved. */
export interface SettingsValidator {
  printTestPage(printer: PrinterSettings, settings: TillSettings): Promise<Result<PrinterState>>;
  /**
   * Checks everything that a patch names; with `isUntried`, not the printer and the servers. `till`
   * is the open till, even if the patch switches to another environment. Returns what the service or
   * the upload server answered; null if nothing was asked.
   */
  validatePatch(
    till: Till,
    prepared: PreparedPatch,
    config: ServiceConfig | null,
    isUntried: boolean,
  ): Promise<Result<SettingsSaveResult['found']>>;
  /** The client's configuration after the change; null if it stays the same. */
  buildServiceConfig(till: Till, prepared: PreparedPatch): Promise<ServiceConfig | null>;
}

export function createSettingsValidator(ports: {
  readonly clock: Clock;
  readonly log: Log;
}): SettingsValidator {
  const { clock, log } = ports;
  // A printer whose test page was printed is not tested again when the setting is saved.
  const testedPrinters = new Set<string>();

  const printTestPage = async (
    printer: PrinterSettings,
    { shop, posNumber, timeZone, language, environment }: TillSettings,
  ): Promise<Result<PrinterState>> => {
    const paper = { shop: { name: shop.name }, posNumber, timeZone, language, environment };
    const result = await printTestPageWithoutTill({ clock, log }, printer, paper);
    if (result.ok) testedPrinters.add(JSON.stringify(printer));
    return result;
  };

  const validateAccount = async (
    config: ServiceConfig,
  ): Promise<Result<SettingsSaveResult['found']>> => {
    const service = createBillPaymentService(config, { clock, log });
    try {
      const account = await service.readAccount();
      if (!account.ok) return account;
      const { name: accountName, balance } = account.value;
      return ok({ kind: 'account', account: { accountName, balance } });
    } finally {
      await service.close();
    }
  };

  const validateUploadServer = async (
    till: Till,
    prepared: PreparedPatch,
  ): Promise<Result<SettingsSaveResult['found']>> => {
    const server = toUploadServer(withDefaultSettings(prepared.settings));
    if (server === null) return ok(null);
    const { sftpPassword, sftpPrivateKey } = prepared.secrets;
    const connected = await till.reconciliation.testServer(server, {
      password: sftpPassword ?? null,
      privateKey: sftpPrivateKey ?? null,
    });
    return connected.ok
      ? ok({ kind: 'sftp', fingerprint: connected.value.fingerprint })
      : connected;
  };

  const validateChain = async ({
    settings: { chain, environment },
    secrets,
  }: PreparedPatch): Promise<Result<null>> =>
    chain === undefined ? ok(null) : await validateChainLogin(chain, { environment, secrets }, log);

  const testPrinter = async (
    printer: PrinterSettings,
    settings: TillSettings,
  ): Promise<Result<null>> => {
    if (printer.kind === 'screen' || testedPrinters.has(JSON.stringify(printer))) return ok(null);
    const printed = await printTestPage(printer, settings);
    return printed.ok ? ok(null) : printed;
  };

  const validatePatch: SettingsValidator['validatePatch'] = async (
    till,
    prepared,
    config,
    isUntried,
  ) => {
    const { settings, namedFields } = prepared;
    let found: SettingsSaveResult['found'] = null;
    if (config !== null && settings.environment !== 'training') {
      const account = await validateAccount(config);
      if (!account.ok) return account;
      found = account.value;
    }
    const uploads = settings.reconciliation?.uploads === true;
    if (namedFields.includes('reconciliation') && uploads && !isUntried) {
      const server = await validateUploadServer(till, prepared);
      if (!server.ok) return server;
      found = server.value;
    }
    if (namedFields.includes('chain') && !isUntried) {
      const chain = await validateChain(prepared);
      if (!chain.ok) return chain;
    }
    if (namedFields.includes('backup') && settings.backup !== undefined) {
      if (!(await canWriteTo(settings.backup.folder))) {
        return fail({ kind: 'setting', reason: 'backup-folder' });
      }
    }
    if (namedFields.includes('heartbeat') && settings.heartbeat !== undefined) {
      if (!(await canWriteTo(dirname(settings.heartbeat.file)))) {
        return fail({ kind: 'setting', reason: 'heartbeat-folder' });
      }
    }
    // The printer is tested last, so that a refused patch prints nothing.
    if (namedFields.includes('printer') && !isUntried) {
      const printed = await testPrinter(settings.printer, settings);
      if (!printed.ok) return printed;
    }
    return ok(found);
  };

  const buildServiceConfig: SettingsValidator['buildServiceConfig'] = async (
    till,
    { settings, secrets, namedFields },
  ) => {
    if (!namedFields.some((field) => CONNECTION_FIELDS.includes(field))) return null;
    const isTraining = settings.environment === 'training';
    return toServiceConfig(settings, secrets, isTraining ? await till.training : null);
  };

  return { printTestPage, validatePatch, buildServiceConfig };
}

/** A missing folder is not created: it may be on a disk that is not connected. */
async function canWriteTo(folder: string): Promise<boolean> {
  const file = join(folder, `.mostrador-${randomUUID()}`);
  try {
    await writeFile(file, '', { flag: 'wx' });
    await rm(file);
    return true;
  } catch {
    return false;
  }
}
