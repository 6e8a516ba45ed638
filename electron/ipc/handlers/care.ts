import { ok } from '../../../shared/contract/index.ts';
import { type HandlerPorts, type HandlersOf, withCashier, withTill } from './ports.ts';

export function careHandlers(ports: HandlerPorts): HandlersOf<'care'> {
  return {
    'care.rescue': async () => ok(await ports.host.rescue()),
    'care.backups': () => withTill(ports, async ({ care }) => ok(await care.backups())),
    'care.backUp': (_input, context) =>
      withCashier(ports, context, ({ care }, by) => care.backup.make(by)),
    'care.previewRestore': ({ file }) => withTill(ports, ({ care }) => care.previewRestore(file)),
    'care.stageRestore': ({ file, insists, approval }, context) =>
      withCashier(ports, context, async ({ care, staff }, by) => {
        const allowed = await staff.allow('restore', by, approval);
        if (!allowed.ok) return allowed;
        return await care.stageRestore(file, insists, by, allowed.value.approver);
      }),
    'care.takeBackRestore': (_input, context) =>
      withCashier(ports, context, async ({ care }, by) => ok(await care.takeBackRestore(by))),
    'care.diagnostics': ({ approval }, context) =>
      withCashier(ports, context, async ({ care, staff }, by) => {
        const allowed = await staff.allow('diagnostics', by, approval);
        if (!allowed.ok) return allowed;
        return await care.diagnostics.make(by, allowed.value.approver);
      }),
  };
}
