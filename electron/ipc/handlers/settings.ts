import { type Approval, fail, type Result } from '../../../shared/contract/index.ts';
import type { ActOf, SettingsRoom } from '../../till/index.ts';
import type { CallContext } from '../types.ts';
import { type HandlerPorts, type HandlersOf, withCashier } from './ports.ts';

/** The settings' screens: an owner, or whoever has an owner's PIN for this one call. */
export function settingsHandlers(ports: HandlerPorts): HandlersOf<'settings'> {
  const allowed = async <Value>(
    approval: Approval | null,
    context: CallContext,
    work: (room: SettingsRoom, act: ActOf) => Promise<Result<Value>>,
  ): Promise<Result<Value>> =>
    await withCashier(ports, context, async ({ staff }, cashier): Promise<Result<Value>> => {
      const { room } = ports.host;
      if (room === null) return fail({ kind: 'not-set-up' });
      const may = await staff.allow('settings', cashier, approval);
      if (!may.ok) return may;
      return await work(room, { by: cashier, approvedBy: may.value.approver });
    });

  return {
    'settings.read': ({ approval }, context) =>
      allowed(approval, context, (room, act) => room.view(act)),
    'settings.change': ({ approval, ...input }, context) =>
      allowed(approval, context, (room, act) => room.change(input, act)),
    'settings.tryPrinter': ({ approval, printer }, context) =>
      allowed(approval, context, (room, act) => room.tryPrinter(printer, act)),
    'settings.export': ({ approval }, context) =>
      allowed(approval, context, (room, act) => room.export(act)),
  };
}
