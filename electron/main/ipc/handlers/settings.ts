import { type Approval, fail, type Result } from '../../../../shared/contract/index.ts';
import type { AuditedSettings, SettingsActor } from '../../till/index.ts';
import { createHandlerFactories } from './handler-factories.ts';
import type { HandlerPorts, PartHandlers } from './ports.ts';

/** The settings screens: allowed for an owner, or with an owner's PIN for one call. */
export function createSettingsHandlers({ host }: HandlerPorts): PartHandlers<'settings'> {
  const { forPermission } = createHandlerFactories(host);
  const forOwner = <Input extends { readonly approval: Approval | null }, Value>(
    work: (
      settings: AuditedSettings,
      input: Omit<Input, 'approval'>,
      actor: SettingsActor,
    ) => Promise<Result<Value>>,
  ) =>
    forPermission<Input, Value>('settings', (_till, input, by, approvedBy) =>
      host.auditedSettings === null
        ? fail({ kind: 'not-set-up' })
        : work(host.auditedSettings, input, { by, approvedBy }),
    );

  return {
    'settings.read': forOwner((settings, _input, actor) => settings.view(actor)),
    'settings.change': forOwner((settings, input, actor) => settings.change(input, actor)),
    'settings.testPrinter': forOwner((settings, { printer }, actor) =>
      settings.tryPrinter(printer, actor),
    ),
    'settings.findPrinters': forOwner((settings, _input, actor) => settings.findPrinters(actor)),
    'settings.export': forOwner((settings, _input, actor) => settings.export(actor)),
  };
}
