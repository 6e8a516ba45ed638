import { type Approval, fail, type Result } from '../../../../shared/contract/index.ts';
import type { AuditedSettings, SettingsActor } from '../../till/index.ts';
import type { CallContext } from '../types.ts';
import { type HandlerPorts, type PartHandlers, withCashier } from './ports.ts';

/** The settings screens: allowed for an owner, or with an owner's PIN for one call. */
export function createSettingsHandlers(ports: HandlerPorts): PartHandlers<'settings'> {
  const withOwner = async <Value>(
    approval: Approval | null,
    context: CallContext,
    work: (settings: AuditedSettings, actor: SettingsActor) => Promise<Result<Value>>,
  ): Promise<Result<Value>> =>
    await withCashier(ports, context, async ({ staff }, cashier): Promise<Result<Value>> => {
      const { auditedSettings: settings } = ports.host;
      if (settings === null) return fail({ kind: 'not-set-up' });
      const authorized = await staff.authorize('settings', cashier, approval);
      if (!authorized.ok) return authorized;
      return await work(settings, { by: cashier, approvedBy: authorized.value.approver });
    });

  return {
    'settings.read': ({ approval }, context) =>
      withOwner(approval, context, (settings, settingsActor) => settings.view(settingsActor)),
    'settings.change': ({ approval, ...input }, context) =>
      withOwner(approval, context, (settings, settingsActor) =>
        settings.change(input, settingsActor),
      ),
    'settings.testPrinter': ({ approval, printer }, context) =>
      withOwner(approval, context, (settings, settingsActor) =>
        settings.tryPrinter(printer, settingsActor),
      ),
    'settings.findPrinters': ({ approval }, context) =>
      withOwner(approval, context, (settings, settingsActor) =>
        settings.findPrinters(settingsActor),
      ),
    'settings.export': ({ approval }, context) =>
      withOwner(approval, context, (settings, settingsActor) => settings.export(settingsActor)),
  };
}
