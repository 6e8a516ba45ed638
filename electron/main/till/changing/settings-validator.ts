import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  fail,
  ok,
  type PrinterSettings,
  type PrinterState,
  type Result,
  type SavedSettings,
  type SettingsChange,
} from '../../../../shared/contract/index.ts';
import { validateChainLogin } from '../../../chain/till/gateway/index.ts';
import type { Clock, Log } from '../../../platform/index.ts';
import { checkPrinter } from '../../../printing/index.ts';
import { createBillPaymentService, type ServiceConfig } from '../../../service/index.ts';
import type { PreparedChange, PreparedPatch, TillSettings } from '../../../settings/index.ts';
import type { Till } from '../create-till.ts';
import { toUploadServer } from '../part-settings.ts';
import { toServiceConfig } from '../service-config.ts';

/** Validates what a change of the settings names, before the change is saved. */
export interface SettingsValidator {
  printTestPage(printer: PrinterSettings, settings: TillSettings): Promise<Result<PrinterState>>;
  /** Checks the section of the change; null if it has nothing to check. */
  validateChange(
    till: Till,
    change: SettingsChange,
    prepared: PreparedChange,
    config: ServiceConfig | null,
  ): Promise<Result<SavedSettings['found']>>;
  /**
   * Checks everything that a patch names. `till` is the open till, even if the patch switches to
   * another environment.
   */
  validatePatch(
    till: Till,
    prepared: PreparedPatch,
    config: ServiceConfig | null,
  ): Promise<Result<null>>;
  /** The client's configuration after the change; null if it stays the same. */
  buildServiceConfig(
    till: Till,
    change: SettingsChange,
    prepared: PreparedChange,
  ): Promise<ServiceConfig | null>;
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
    const result = await checkPrinter({ clock, log }, printer, paper);
    if (result.ok) testedPrinters.add(JSON.stringify(printer));
    return result;
  };

  const validateAccount = async (
    config: ServiceConfig,
  ): Promise<Result<SavedSettings['found']>> => {
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
    prepared: Pick<PreparedChange, 'settings' | 'secrets'>,
  ): Promise<Result<SavedSettings['found']>> => {
    const server = toUploadServer(prepared.settings);
    if (server === null) return ok(null);
    const { sftpPassword, sftpPrivateKey } = prepared.secrets;
    const connected = await till.reconciliation.tryServer(server, {
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
  }: Pick<PreparedChange, 'settings' | 'secrets'>): Promise<Result<null>> =>
    chain === undefined ? ok(null) : await validateChainLogin(chain, { environment, secrets }, log);

  const validateChange = async (
    till: Till,
    change: SettingsChange,
    prepared: PreparedChange,
    config: ServiceConfig | null,
  ): Promise<Result<SavedSettings['found']>> => {
    if (change.section === 'service' && config) return await validateAccount(config);
    if (change.section === 'reconciliation' && !change.isUntried)
      return await validateUploadServer(till, prepared);
    if (change.section === 'printer' && !change.isUntried) {
      return await testPrinter(change.printer, prepared.settings);
    }
    if (change.section === 'chain' && !change.isUntried) return await validateChain(prepared);
    if (change.section === 'heartbeat' && change.to !== null) {
      return await validateHeartbeatFile(change.to.file);
    }
    if (change.section === 'backup' && change.to !== null) {
      return (await canWriteTo(change.to.folder))
        ? ok(null)
        : fail({ kind: 'setting', reason: 'backup-folder' });
    }
    return ok(null);
  };

  const testPrinter = async (
    printer: PrinterSettings,
    settings: TillSettings,
  ): Promise<Result<null>> => {
    if (printer.kind === 'screen' || testedPrinters.has(JSON.stringify(printer))) return ok(null);
    const printed = await printTestPage(printer, settings);
    return printed.ok ? ok(null) : printed;
  };

  const validatePatch: SettingsValidator['validatePatch'] = async (till, prepared, config) => {
    const { settings, fieldNames } = prepared;
    if (config !== null && settings.environment !== 'training') {
      const account = await validateAccount(config);
      if (!account.ok) return account;
    }
    if (fieldNames.includes('reconciliation') && settings.reconciliation?.uploads === true) {
      const server = await validateUploadServer(till, prepared);
      if (!server.ok) return server;
    }
    if (fieldNames.includes('chain')) {
      const chain = await validateChain(prepared);
      if (!chain.ok) return chain;
    }
    if (fieldNames.includes('backup') && settings.backup !== undefined) {
      if (!(await canWriteTo(settings.backup.folder))) {
        return fail({ kind: 'setting', reason: 'backup-folder' });
      }
    }
    if (fieldNames.includes('heartbeat') && settings.heartbeat !== undefined) {
      const heartbeatCheck = await validateHeartbeatFile(settings.heartbeat.file);
      if (!heartbeatCheck.ok) return heartbeatCheck;
    }
    // The printer is tested last, so that a refused patch prints nothing.
    return fieldNames.includes('printer')
      ? await testPrinter(settings.printer, settings)
      : ok(null);
  };

  const buildServiceConfig = async (
    till: Till,
    change: SettingsChange,
    prepared: PreparedChange,
  ): Promise<ServiceConfig | null> => {
    if (change.section !== 'service' && change.section !== 'training-service') return null;
    const isTraining = prepared.settings.environment === 'training';
    const trainingService = isTraining ? await till.training : null;
    return toServiceConfig(prepared.settings, prepared.secrets, trainingService);
  };

  return {
    printTestPage,
    validateChange,
    validatePatch,
    buildServiceConfig,
  };
}

async function validateHeartbeatFile(file: string): Promise<Result<null>> {
  if (await canWriteTo(dirname(file))) return ok(null);
  return fail({ kind: 'setting', reason: 'heartbeat-folder' });
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
