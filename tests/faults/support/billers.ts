import { silentLog, systemClock } from '../../../electron/platform/index.ts';
import { createBillPaymentService } from '../../../electron/service/index.ts';
import { createTrainingService } from '../../../electron/training/index.ts';
import {
  type Biller,
  billerKindSchema,
  type ServiceVersion,
} from '../../../shared/contract/index.ts';
import { createNetwork } from './fake-network.ts';

/** The billers as the service lists them; the same for every run of a version. */
const cachedBillers = new Map<ServiceVersion, Promise<readonly Biller[]>>();

export function getBillers(version: ServiceVersion): Promise<readonly Biller[]> {
  const billers = cachedBillers.get(version) ?? readBillers(version);
  cachedBillers.set(version, billers);
  return billers;
}

async function readBillers(version: ServiceVersion): Promise<readonly Biller[]> {
  const training = createTrainingService({ strict: true });
  const { exchange } = createNetwork(systemClock, () => training);
  const client = createBillPaymentService(
    { baseUrl: 'https://service.test', version, ...training.keys },
    { clock: systemClock, log: silentLog, exchange },
  );
  try {
    const billersByKind = await Promise.all(
      billerKindSchema.options.map(async (kind) => {
        const list = await client.readBillers(kind);
        if (!list.ok) throw new Error(`no ${kind} billers: ${JSON.stringify(list.problem)}`);
        return list.value;
      }),
    );
    return billersByKind.flat();
  } finally {
    training.close();
  }
}
