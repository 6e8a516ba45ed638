import { ok } from '../../../../shared/contract/index.ts';
import { createHandlerFactories } from './handler-factories.ts';
import type { AreaHandlers, HandlerPorts } from './ports.ts';

export function createBackupHandlers({
  host,
}: HandlerPorts): AreaHandlers<'backup' | 'diagnostics'> {
  const { createTillHandler, createCashierHandler, createApprovableHandler } =
    createHandlerFactories(host);
  return {
    'backup.findRescueBackup': async () => ok(await host.findRescueBackup()),
    'backup.state': createTillHandler(async (till) => ok(await till.backups.getState())),
    'backup.create': createCashierHandler((till, _input, cashier) =>
      till.backups.makeBackup(cashier),
    ),
    'backup.previewRestore': createTillHandler((till, { file }) =>
      till.backups.previewRestore(file),
    ),
    'backup.stageRestore': createApprovableHandler(
      'restore',
      (till, { file, insists }, cashier, approver) =>
        till.backups.stageRestore(file, insists, cashier, approver),
    ),
    'backup.cancelRestore': createCashierHandler(async (till, _input, cashier) =>
      ok(await till.backups.cancelRestore(cashier)),
    ),
    'diagnostics.create': createApprovableHandler(
      'diagnostics',
      (till, _input, cashier, approver) => till.diagnostics.createSupportBundle(cashier, approver),
    ),
  };
}
