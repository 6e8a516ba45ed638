import { type Approval, fail, type Result } from '../../../../shared/contract/index.ts';
import type { AuditedSettings, SettingsChangeActor } from '../../till/index.ts';
import { createHandlerFactories } from './handler-factories.ts';
import type { AreaHandlers, HandlerPorts } from './ports.ts';

/** The settings screens: allowed for an owner, or with an owner's PIN for one call. */
export function createSettingsHandlers({ host }: HandlerPorts): AreaHandlers<'settings'> {
  const { createApprovableHandler } = createHandlerFactories(host);
  const forOwner = <Input extends { readonly approval: Approval | null }, Value>(
    work: (
      settings: AuditedSettings,
      input: Omit<Input, 'approval'>,
      actor: SettingsChangeActor,
    ) => Promise<Result<Value>>,
  ) =>
    createApprovableHandler<Input, Value>('settings', (_till, input, by, approvedBy) =>
      host.auditedSettings === null
        ? fail({ kind: 'not-set-up' })
        : work(host.auditedSettings, input, { by, approvedBy }),
    );

  return {
    'settings.read': forOwner((settings, _input, actor) => settings.getView(actor)),
    'settings.change': forOwner((settings, input, actor) => settings.change(input, actor)),
    'settings.testPrinter': forOwner((settings, { printer }, actor) =>
      settings.printTestPage(printer, actor),
    ),
    'settings.findPrinters': forOwner((settings, _input, actor) => settings.findPrinters(actor)),
    'settings.export': forOwner((settings, _input, actor) => settings.exportToFile(actor)),
  };
}
