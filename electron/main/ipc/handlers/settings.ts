import { type Approval, fail, type Result } from '../../../../shared/contract/index.ts';
import type { AuditedSettings, SettingsActor } from '../../till/index.ts';
import type { CallContext } from '../types.ts';
import { type HandlerPorts, type PartHandlers, withCashier } from './ports.ts';

/** The settings' screens: an owner, or whoever has an owner's PIN for this one call. */
export function createSettingsHandlers(ports: HandlerPorts): PartHandlers<'settings'> {
  const allowed = async <Value>(
    approval: Approval | null,
    context: CallContext,
    work: (settings: AuditedSettings, act: SettingsActor) => Promise<Result<Value>>,
  ): Promise<Result<Value>> =>
    await withCashier(ports, context, async ({ staff }, cashier): Promise<Result<Value>> => {
      const { auditedSettings: settings } = ports.host;
      if (settings === null) return fail({ kind: 'not-set-up' });
      const may = await staff.authorize('settings', cashier, approval);
      if (!may.ok) return may;
      return await work(settings, { by: cashier, approvedBy: may.value.approver });
    });

  return {
    'settings.read': ({ approval }, context) =>
      allowed(approval, context, (settings, act) => settings.view(act)),
    'settings.change': ({ approval, ...input }, context) =>
      allowed(approval, context, (settings, act) => settings.change(input, act)),
    'settings.tryPrinter': ({ approval, printer }, context) =>
      allowed(approval, context, (settings, act) => settings.tryPrinter(printer, act)),
    'settings.findPrinters': ({ approval }, context) =>
      allowed(approval, context, (settings, act) => settings.findPrinters(act)),
    'settings.export': ({ approval }, context) =>
      allowed(approval, context, (settings, act) => settings.export(act)),
  };
}
