import { fail, ok, type Result } from '../../../../shared/contract/index.ts';
import { PROVISIONED_BY_FIRST_SET_UP, type ProvisionedBy } from '../../../counter/staff/index.ts';
import { readNamedFile, systemClock } from '../../../platform/index.ts';
import { createPrinterFinder, printTestPageWithoutTill } from '../../../printing/index.ts';
import { createBillPaymentService } from '../../../service/index.ts';
import { createTrainingProvisioning, parseProvisioningText } from '../../../settings/index.ts';
import type { CallContext } from '../types.ts';
import type { AreaHandlers, HandlerPorts } from './ports.ts';
import { getTillState } from './till.ts';

/** The first-run wizard. Everything that it names is checked before anything is saved. */
export function createSetupHandlers(ports: HandlerPorts): AreaHandlers<'setup'> {
  const { host, settings, clock, log } = ports;
  return {
    'setup.checkKeys': async (input) => {
      const certificate = await readCertificate(input.caFile);
      if (!certificate.ok) return certificate;
      const { baseUrl, vendor, version, apiKey, secretKey } = input;
      const service = createBillPaymentService(
        {
          baseUrl,
          vendor,
          version,
          apiKey,
          secretKey,
          ...(certificate.value === null ? {} : { caPem: certificate.value }),
          ...(input.proxy === null ? {} : { proxy: input.proxy }),
        },
        { clock, log },
      );
      try {
        const account = await service.readAccount();
        return account.ok
          ? ok({ accountName: account.value.name, balance: account.value.balance })
          : account;
      } finally {
        await service.close();
      }
    },
    'setup.testPrinter': (input) =>
      printTestPageWithoutTill({ clock, log }, input.printer, {
        shop: { name: 'Mostrador' },
        posNumber: '',
        timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
        language: input.language,
        environment: input.environment,
      }),
    'setup.findPrinters': async () =>
      ok(await createPrinterFinder({ clock: systemClock, log }).find()),
    'setup.provision': async (input, context) => {
      const provisioned = await host.provisionOnScreen(
        input,
        process.cwd(),
        toProvisionedBy(context, settings),
      );
      return provisioned.ok ? ok(getTillState(ports)) : provisioned;
    },
    'setup.checkFile': ({ text }) => {
      const parsed = parseProvisioningText(text);
      return parsed.ok ? ok({}) : parsed;
    },
    'setup.restore': async ({ file, recoveryKey }) => {
      const restored = await host.restore(file, recoveryKey);
      return restored.ok ? ok(getTillState(ports)) : restored;
    },
    'setup.startTraining': async ({ language }, context) => {
      const provisioning = createTrainingProvisioning(language);
      const provisioned = await host.provisionOnScreen(
        provisioning,
        process.cwd(),
        toProvisionedBy(context, settings),
      );
      return provisioned.ok ? ok(getTillState(ports)) : provisioned;
    },
  };
}

/**
 * On a till that is set up, the call listener admits only its owner here. If nobody is signed in
 * although settings exist, the ledger was removed, and this is not the first set-up.
 */
function toProvisionedBy(
  { cashier }: CallContext,
  settings: HandlerPorts['settings'],
): ProvisionedBy {
  if (cashier !== null) return { way: 'screen', person: { id: cashier.id, name: cashier.name } };
  const isFirst = settings.ok && settings.value.getActiveTillSettings() === null;
  return isFirst ? PROVISIONED_BY_FIRST_SET_UP : { way: 'screen', person: null };
}

async function readCertificate(caFile: string | null): Promise<Result<string | null>> {
  if (caFile === null || caFile === '') return ok(null);
  try {
    const text = (await readNamedFile(caFile)).toString('utf8');
    if (text.includes('-----BEGIN CERTIFICATE-----')) return ok(text);
  } catch {
    return fail({ kind: 'provisioning', field: 'caFile', reason: 'must be a readable file' });
  }
  return fail({
    kind: 'provisioning',
    field: 'caFile',
    reason: 'must be a certificate in PEM format',
  });
}
