import { setTimeout as wait } from 'node:timers/promises';
import type { BillPaymentService, ServiceTransaction } from '../../../electron/service/index.ts';
import { ok } from '../../../shared/contract/index.ts';

/** The service as a chain sees it: it performs payments, lists them, and sends webhooks. */
export interface SimulatedService {
  /** What the chain's process reads: the time and the list, the newest transactions first. */
  readonly client: BillPaymentService;
  /** Performs a payment and sends its webhook a little later; returns the authorization. */
  perform(payment: {
    readonly externalId: string;
    readonly account: string;
    readonly at: string;
  }): string;
  /** Resolves once no webhook is to be sent; returns the problems of those that were refused. */
  finishWebhooks(): Promise<readonly string[]>;
}

const ROWS_PER_PAGE = 100;
/** Some arrive before the till has pushed the payment, and some later. */
const MAX_WEBHOOK_DELAY_MS = 20_000;
/** Each bill that a shop has saved changes once a month; a notice of it goes to every till. */
const PAYMENTS_PER_BILL_WEBHOOK = 100;

/** The fields that a chain reads. */
export type ListedTransaction = Pick<
  ServiceTransaction,
  'id' | 'externalId' | 'billerId' | 'accountNumber' | 'amount' | 'currency' | 'createdAt'
>;

/** The earlier transactions are listed as well; the oldest comes first. */
export function createSimulatedService(
  earlierTransactions: readonly ListedTransaction[],
  sendWebhook: (body: object) => Promise<string | null>,
): SimulatedService {
  const transactions = [...earlierTransactions];
  const webhooks = new Set<Promise<void>>();
  const problems: string[] = [];
  let performedCount = 0;

  const scheduleWebhook = (body: object): void => {
    const webhook = (async () => {
      await wait(Math.random() * MAX_WEBHOOK_DELAY_MS);
      const problem = await sendWebhook(body);
      if (problem !== null) problems.push(problem);
    })().finally(() => webhooks.delete(webhook));
    webhooks.add(webhook);
  };

  const client = {
    get health() {
      return { lastAnswerAt: Date.now(), rateLimitedUntilUptime: null };
    },
    getRequestDate: Date.now,
    getSlowestServiceTime: Date.now,
    readAccount: async () => {},
    listTransactions: async (page: number) => {
      const end = Math.max(0, transactions.length - (page - 1) * ROWS_PER_PAGE);
      return ok({
        page,
        transactions: transactions
          .slice(Math.max(0, end - ROWS_PER_PAGE), end)
          .reverse()
          .map((transaction) => ({ ...transaction, status: 'fulfilled' })),
        unreadableCount: 0,
        totalPages: Math.ceil(transactions.length / ROWS_PER_PAGE),
        totalEntries: transactions.length,
        hasNext: end > ROWS_PER_PAGE,
      });
    },
  } as unknown as BillPaymentService;

  return {
    client,
    perform: ({ externalId, account, at }) => {
      performedCount += 1;
      const id = `B${performedCount}`;
      const transaction = { id, externalId, accountNumber: account, createdAt: at };
      transactions.push({ ...transaction, billerId: 40, amount: '1.00', currency: 'MXN' });
      scheduleWebhook({ type: 'transaction', id, external_id: externalId });
      if (performedCount % PAYMENTS_PER_BILL_WEBHOOK === 0)
        scheduleWebhook({ type: 'bill', id: performedCount });
      return id;
    },
    finishWebhooks: async () => {
      await Promise.all(webhooks);
      return problems;
    },
  };
}
