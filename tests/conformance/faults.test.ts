/** Every fault of the training service that needs no waiting, over HTTPS, in every version. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { TrainingFault, TrainingOperation } from '../../shared/contract/index.ts';
import { type Counter, openCounter, VERSIONS } from './open-counter.ts';

type Fault = TrainingFault['fault'];
const createStatusFault = (code: 429 | 500 | 503, retryAfter: number | null = null): Fault => ({
  kind: 'status',
  status: code,
  retryAfter,
});

describe.each(VERSIONS)('faults seen by the client: %s', (version) => {
  let counter: Counter;
  let accountCount = 0;
  beforeAll(async () => {
    counter = await openCounter(version);
  });
  afterEach(async () => {
    await counter.training.setFaults([]);
  });
  afterAll(() => counter.close());

  const setFault = (operation: TrainingOperation, fault: Fault, times = 1) =>
    counter.training.setFaults([{ operation, times, fault }]);
  /** Pays to an account without earlier payments, so that no duplicate guard applies. */
  const payWithFault = async (fault: Fault) => {
    await setFault('pay', fault);
    accountCount += 1;
    const payment = await counter.pay({
      billerId: 35,
      accountNumber: String(120_000_000_000 + accountCount),
      amount: '10.00',
    });
    const performedCount = (await counter.training.inspect(payment.externalId)).transactions.length;
    return { ...payment, performed: performedCount };
  };

  describe('on a payment', () => {
    it('reports unknown when the connection is cut after the payment, then finds it, and pays once', async () => {
      const {
        answer,
        performed: performedCount,
        externalId,
        request,
        key,
      } = await payWithFault({
        kind: 'commit-and-cut',
      });
      expect(answer).toEqual({
        kind: 'unknown',
        reason: 'connection-lost',
        httpStatus: null,
        raw: null,
      });
      expect(performedCount).toBe(1);
      expect(await counter.lookUp(externalId)).toMatchObject({ kind: 'found' });
      expect(await counter.send(request, key)).toMatchObject({ kind: 'done' });
      expect((await counter.training.inspect(externalId)).transactions).toHaveLength(1);
    });

    it('reports unknown when the connection is cut before the payment, finds no row, and pays when sent again', async () => {
      const {
        answer,
        performed: performedCount,
        externalId,
        request,
        key,
      } = await payWithFault({
        kind: 'cut-before-commit',
      });
      expect(answer).toMatchObject({ kind: 'unknown', reason: 'connection-lost' });
      expect(performedCount).toBe(0);
      expect(await counter.lookUp(externalId)).toMatchObject({ kind: 'empty' });
      expect(await counter.send(request, key)).toMatchObject({ kind: 'done' });
    });

    it.each([500, 503] as const)('reports unknown for a payment answered with %i', async (code) => {
      const { answer } = await payWithFault(createStatusFault(code));
      expect(answer).toMatchObject({ kind: 'unknown', reason: 'server-error', httpStatus: code });
    });

    it('reports a refusal with the requested delay for a payment answered with 429, which is not performed', async () => {
      const { answer, performed: performedCount } = await payWithFault(createStatusFault(429, 30));
      expect(answer).toMatchObject({ kind: 'refused', httpStatus: 429, retryAfterSeconds: 30 });
      expect(performedCount).toBe(0);
    });

    it.each([
      ['HTML', { kind: 'html' }],
      ['half a JSON', { kind: 'half-json' }],
      ['an empty body', { kind: 'empty-body' }],
    ] as const)(
      'reports unknown for a payment answered with %s, and the look-up agrees with the service',
      async (_name, fault) => {
        const { answer, performed: performedCount, externalId } = await payWithFault(fault);
        expect(answer).toMatchObject({ kind: 'unknown', reason: expect.stringMatching(/./) });
        expect((await counter.lookUp(externalId)).kind).toBe(
          performedCount === 1 ? 'found' : 'empty',
        );
      },
    );
  });

  describe('on a look-up', () => {
    it('ignores rows of a look-up whose filter the service ignored, and finds its own payment among them', async () => {
      const paid = await payWithFault(createStatusFault(503));
      const resent = await counter.send(paid.request, paid.key);
      expect(resent.kind).toBe('done');
      await setFault('transactions', { kind: 'filter-ignored' }, 100);
      expect(await counter.lookUp(paid.externalId)).toMatchObject({
        kind: 'found',
        rows: [{ externalId: paid.externalId }],
      });
      const otherLookUp = await counter.lookUp('00000000-0000-4000-8000-000000000000');
      expect(otherLookUp.kind).toBe('empty');
    });

    it('reports an empty look-up for a payment in progress, and finds it the next time', async () => {
      const { externalId } = await payWithFault({ kind: 'commit-and-cut' });
      await setFault('transactions', { kind: 'look-up-empty' });
      expect(await counter.lookUp(externalId)).toMatchObject({ kind: 'empty' });
      expect(await counter.lookUp(externalId)).toMatchObject({ kind: 'found' });
    });

    it.each([
      ['a cut connection', { kind: 'cut-before-commit' }, 'service-unreachable'],
      ['HTML', { kind: 'html' }, 'service-unreadable'],
      ['half a JSON', { kind: 'half-json' }, 'service-unreadable'],
      ['an empty body', { kind: 'empty-body' }, 'service-unreadable'],
      ['503', createStatusFault(503), 'service-refused'],
      ['429', createStatusFault(429), 'service-refused'],
    ] as const)(
      'reports a failed look-up, never an empty one, for a persistent fault: %s',
      async (_name, fault, problem) => {
        const { externalId } = await payWithFault({ kind: 'commit-and-cut' });
        await setFault('transactions', fault, 100);
        expect(await counter.lookUp(externalId)).toMatchObject({
          kind: 'failed',
          problem: { kind: problem },
        });
      },
    );
  });

  describe('on a read', () => {
    it.each([
      ['a cut connection', { kind: 'cut-before-commit' }],
      ['a cut connection after the work', { kind: 'commit-and-cut' }],
      ['500', createStatusFault(500)],
      ['503', createStatusFault(503)],
      ['429', createStatusFault(429, 1)],
      ['HTML', { kind: 'html' }],
      ['half a JSON', { kind: 'half-json' }],
      ['an empty body', { kind: 'empty-body' }],
    ] as const)('retries a read after %s, and succeeds', async (_name, fault) => {
      await setFault('any', fault);
      expect(await counter.client.readAccount()).toMatchObject({ ok: true });
      expect(counter.client.health.problem).toBeNull();
    });

    it.each([
      ['billers', 'html', 'service-unreadable'],
      ['billers', 'half-json', 'service-unreadable'],
      ['rates', 'empty-body', 'service-unreadable'],
      ['account', 'cut-before-commit', 'service-unreachable'],
    ] as const)(
      'reports a problem when reading %s under the persistent fault %s',
      async (operation, kind, problem) => {
        await setFault(operation, { kind }, 100);
        const { client } = counter;
        const readOperation = {
          billers: () => client.readBillers('utility'),
          rates: () => client.readExchangeRates(),
          account: () => client.readAccount(),
        }[operation];
        expect(await readOperation()).toMatchObject({ ok: false, problem: { kind: problem } });
        expect(client.health.problem).toMatchObject({ kind: problem });
      },
    );

    it('reports a problem for a list whose third page keeps failing', async () => {
      const pages: number[] = [];
      const list = await counter.client.readBillers('utility', ({ page }) => {
        pages.push(page);
        if (page === 2) void setFault('billers', createStatusFault(500), 100);
      });
      expect(list).toMatchObject({ ok: false, problem: { kind: 'service-refused' } });
      expect(pages.at(-1)).toBe(2);
    });
  });
});
