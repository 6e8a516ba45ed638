import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  fail,
  ok,
  type PrinterSettings,
  type PrinterState,
  type Result,
  type SettingsChange,
  type SettingsKept,
} from '../../shared/contract/index.ts';
import type { Clock, Log } from '../platform/index.ts';
import { checkPrinter } from '../printing/index.ts';
import { createService, type ServiceConfig } from '../service/index.ts';
import type { PreparedChange, TillSettings } from '../settings/index.ts';
import { serverOf } from './daily-file.ts';
import type { OpenTill } from './open-till.ts';
import { serviceConfigOf } from './service-config.ts';

/** Trying what a change of the settings names, before it is kept. */
export interface SettingsChecks {
  printTest(printer: PrinterSettings, settings: TillSettings): Promise<Result<PrinterState>>;
  /** Each section by its own means; null if it has none. */
  check(
    till: OpenTill,
    change: SettingsChange,
    prepared: PreparedChange,
    config: ServiceConfig | null,
  ): Promise<Result<SettingsKept['found']>>;
  /** The service that the till speaks to after the change; null if that stays the same. */
  configOf(
    till: OpenTill,
    change: SettingsChange,
    prepared: PreparedChange,
  ): Promise<ServiceConfig | null>;
}

export function createSettingsChecks(ports: {
  readonly clock: Clock;
  readonly log: Log;
}): SettingsChecks {
  const { clock, log } = ports;
  // What came out on paper need not come out again when it is kept.
  const tried = new Set<string>();

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

  return { printTest, check, configOf };
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
