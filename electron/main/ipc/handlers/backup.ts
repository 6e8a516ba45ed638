import { ok } from '../../../../shared/contract/index.ts';
import { type HandlerPorts, type PartHandlers, withCashier, withTill } from './ports.ts';

export function createBackupHandlers(ports: HandlerPorts): PartHandlers<'backup' | 'diagnostics'> {
  return {
    'backup.findRescueBackup': async () => ok(await ports.host.findRescue()),
    'backup.state': () => withTill(ports, async ({ backups }) => ok(await backups.getState())),
    'backup.create': (_input, context) =>
      withCashier(ports, context, ({ backups }, by) => backups.make(by)),
    'backup.previewRestore': ({ file }) =>
      withTill(ports, ({ backups }) => backups.previewRestore(file)),
    'backup.stageRestore': ({ file, insists, approval }, context) =>
      withCashier(ports, context, async ({ backups, staff }, by) => {
        const allowed = await staff.authorize('restore', by, approval);
        if (!allowed.ok) return allowed;
        return await backups.stageRestore(file, insists, by, allowed.value.approver);
      }),
    'backup.cancelRestore': (_input, context) =>
      withCashier(ports, context, async ({ backups }, by) => ok(await backups.cancelRestore(by))),
    'diagnostics.create': ({ approval }, context) =>
      withCashier(ports, context, async ({ diagnostics, staff }, by) => {
        const allowed = await staff.authorize('diagnostics', by, approval);
        if (!allowed.ok) return allowed;
        return await diagnostics.createBundle(by, allowed.value.approver);
      }),
  };
}
