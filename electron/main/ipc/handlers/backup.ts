import { ok } from '../../../../shared/contract/index.ts';
import { createHandlerFactories } from './handler-factories.ts';
import type { HandlerPorts, PartHandlers } from './ports.ts';

export function createBackupHandlers({
  host,
}: HandlerPorts): PartHandlers<'backup' | 'diagnostics'> {
  const { forTill, forCashier, forPermission } = createHandlerFactories(host);
  return {
    'backup.findRescueBackup': async () => ok(await host.findRescue()),
    'backup.state': forTill(async (till) => ok(await till.backups.getState())),
    'backup.create': forCashier((till, _input, cashier) => till.backups.make(cashier)),
    'backup.previewRestore': forTill((till, { file }) => till.backups.previewRestore(file)),
    'backup.stageRestore': forPermission('restore', (till, { file, insists }, cashier, approver) =>
      till.backups.stageRestore(file, insists, cashier, approver),
    ),
    'backup.cancelRestore': forCashier(async (till, _input, cashier) =>
      ok(await till.backups.cancelRestore(cashier)),
    ),
    'diagnostics.create': forPermission('diagnostics', (till, _input, cashier, approver) =>
      till.diagnostics.createBundle(cashier, approver),
    ),
  };
}
