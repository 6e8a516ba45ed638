/** A training service over HTTPS and clients for it, for the conformance tests. */
import { randomUUID } from 'node:crypto';
import { type Clock, silentLog, systemClock } from '../../electron/platform/index.ts';
import {
  type BillPaymentService,
  createBillPaymentService,
  type MoneyAnswer,
  type MoneyOperation,
  type MoneyRequest,
  type ServiceConfig,
  type TransactionLookUp,
} from '../../electron/service/index.ts';
import { startTrainingServer, type TrainingServer } from '../../electron/training/index.ts';
import type { ServiceVersion } from '../../shared/contract/index.ts';
import { createMoney, type Money } from '../../shared/money/index.ts';
import { SERVICE_VERSIONS } from '../../shared/rules/index.ts';
import { TEST_CERTIFICATE_FOLDER } from '../support/certificates.ts';

export const VERSIONS = SERVICE_VERSIONS;

export interface Counter {
  readonly training: TrainingServer;
  readonly client: BillPaymentService;
  /** Creates another client of the same service. */
  createClient(config: Partial<ServiceConfig>): BillPaymentService;
  /** Consults first if the version pays only a bill, then composes and sends. */
  pay(payment: Payment): Promise<SentPayment>;
  send(request: MoneyRequest, idempotencyKey?: string): Promise<MoneyAnswer>;
  /** Looks up again while no row has an external_id: some lists of the strict service have none. */
  lookUp(externalId: string): Promise<TransactionLookUp>;
  close(): Promise<void>;
}

export interface Payment {
  readonly billerId: number;
  readonly accountNumber: string;
  readonly amount: string;
  readonly currency?: string;
  readonly nameOnAccount?: string;
  readonly externalId?: string;
}

export interface SentPayment {
  readonly request: MoneyRequest;
  readonly externalId: string;
  readonly key: string;
  readonly answer: MoneyAnswer;
}

const MAX_LOOK_UPS = 10;

/** Shortens the delays of the back-off; deadlines stay as they are. */
const shortDelayClock: Clock = {
  ...systemClock,
  after: (milliseconds, callback) =>
    systemClock.after(milliseconds < 5000 ? milliseconds / 50 : milliseconds, callback),
};

export async function openCounter(version: ServiceVersion): Promise<Counter> {
  const training = await startTrainingServer({
    strict: true,
    r24Milliseconds: 50,
    certificateFolder: TEST_CERTIFICATE_FOLDER,
  });
  const clients: BillPaymentService[] = [];
  const createClient = (config: Partial<ServiceConfig>): BillPaymentService => {
    const { baseUrl, caPem, vendor, apiKey, secretKey } = training;
    const newClient = createBillPaymentService(
      { baseUrl, caPem, vendor, apiKey, secretKey, version, ...config },
      { clock: shortDelayClock, log: silentLog, random: () => 0 },
    );
    clients.push(newClient);
    return newClient;
  };
  const client = createClient({});
  const send = (request: MoneyRequest, idempotencyKey: string = randomUUID()) =>
    client.send(request, { idempotencyKey, requestDate: client.getRequestDate() });

  const lookUp = async (externalId: string): Promise<TransactionLookUp> => {
    for (let lookUps = 1; ; lookUps += 1) {
      const result = await client.lookUp(externalId);
      if (result.kind !== 'without-id' || lookUps >= MAX_LOOK_UPS) return result;
    }
  };

  const pay = async (payment: Payment): Promise<SentPayment> => {
    const operation = await createPayOperation(client, payment);
    const request = client.compose(operation);
    const key = randomUUID();
    const answer = await send(request, key);
    return { request, externalId: operation.externalId, key, answer };
  };

  return {
    training,
    client,
    createClient,
    pay,
    send,
    lookUp,
    close: async () => {
      for (const openClient of clients) await openClient.close();
      await training.close();
    },
  };
}

export async function createPayOperation(
  client: BillPaymentService,
  payment: Payment,
): Promise<Extract<MoneyOperation, { kind: 'pay' }>> {
  const currency = payment.currency ?? 'MXN';
  const amount: Money = createMoney(payment.amount, currency);
  const nameOnAccount = payment.nameOnAccount ?? null;
  const { billerId, accountNumber } = payment;
  let billId: string | null = null;
  if (client.version === 'v3.3') {
    const bill = await client.consult({ billerId, accountNumber, nameOnAccount, currency });
    if (!bill.ok) throw new Error(`no bill to be paid: ${JSON.stringify(bill.problem)}`);
    billId = bill.value.billId;
  }
  return {
    kind: 'pay',
    billerId,
    accountNumber,
    nameOnAccount,
    amount,
    externalId: payment.externalId ?? randomUUID(),
    posNumber: '07',
    billId,
  };
}
