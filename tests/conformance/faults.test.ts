/** Every fault of the training service that needs no waiting, over HTTPS, in every version. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { TrainingFault, TrainingOperation } from '../../shared/contract/index.ts';
import { type Counter, openCounter, VERSIONS } from './support.ts';

type Fault = TrainingFault['fault'];
const status = (code: 429 | 500 | 503, retryAfter: number | null = null): Fault => ({
  kind: 'status',
  status: code,
  retryAfter,
});

describe.each(VERSIONS)('faults met by the client: %s', (version) => {
  let counter: Counter;
  let accounts = 0;
  beforeAll(async () => {
    counter = await openCounter(version);
  });
  afterEach(async () => {
    await counter.training.setFaults([]);
  });
  afterAll(() => counter.close());

  const set = (operation: TrainingOperation, fault: Fault, times = 1) =>
    counter.training.setFaults([{ operation, times, fault }]);
  /** To an account that nothing was paid to yet, so that no guard against repetition is met. */
  const payUnder = async (fault: Fault) => {
    await set('pay', fault);
    accounts += 1;
    const sent = await counter.pay({
      billerId: 35,
      accountNumber: String(120_000_000_000 + accounts),
      amount: '10.00',
    });
    const performed = (await counter.training.inspect(sent.externalId)).transactions.length;
    return { ...sent, performed };
  };

  describe('on a payment', () => {
    it('done, and the connection cut: unknown, then found, and paid once', async () => {
      const { answer, performed, externalId, request, key } = await payUnder({
        kind: 'commit-and-cut',
      });
      expect(answer).toEqual({
        kind: 'unknown',
        reason: 'connection-lost',
        httpStatus: null,
        raw: null,
      });
      expect(performed).toBe(1);
      expect(await counter.client.lookUp(externalId)).toMatchObject({ kind: 'found' });
      expect(await counter.send(request, key)).toMatchObject({ kind: 'done' });
      expect((await counter.training.inspect(externalId)).transactions).toHaveLength(1);
    });

    it('the connection cut before it was done: unknown, then empty, and done when sent again', async () => {
      const { answer, performed, externalId, request, key } = await payUnder({
        kind: 'cut-before-commit',
      });
      expect(answer).toMatchObject({ kind: 'unknown', reason: 'connection-lost' });
      expect(performed).toBe(0);
      expect(await counter.client.lookUp(externalId)).toMatchObject({ kind: 'empty' });
      expect(await counter.send(request, key)).toMatchObject({ kind: 'done' });
    });

    it.each([500, 503] as const)('%i: unknown', async (code) => {
      const { answer } = await payUnder(status(code));
      expect(answer).toMatchObject({ kind: 'unknown', reason: 'server-error', httpStatus: code });
    });

    it('429: refused, with the wait that was asked for, and not done', async () => {
      const { answer, performed } = await payUnder(status(429, 30));
      expect(answer).toMatchObject({ kind: 'refused', httpStatus: 429, retryAfterSeconds: 30 });
      expect(performed).toBe(0);
    });

    it.each([
      ['HTML', { kind: 'html' }],
      ['half a JSON', { kind: 'half-json' }],
      ['an empty body', { kind: 'empty-body' }],
    ] as const)('%s: unknown, and the look-up agrees with what was done', async (_name, fault) => {
      const { answer, performed, externalId } = await payUnder(fault);
      expect(answer).toMatchObject({ kind: 'unknown', reason: expect.stringMatching(/./) });
      expect((await counter.client.lookUp(externalId)).kind).toBe(
        performed === 1 ? 'found' : 'empty',
      );
    });
  });

  describe('on a look-up', () => {
    it('an ignored filter is not believed, and ours is found among all', async () => {
      const paid = await payUnder(status(503));
      const done = await counter.send(paid.request, paid.key);
      expect(done.kind).toBe('done');
      await set('transactions', { kind: 'filter-ignored' }, 100);
      expect(await counter.client.lookUp(paid.externalId)).toMatchObject({
        kind: 'found',
        rows: [{ externalId: paid.externalId }],
      });
      const other = await counter.client.lookUp('00000000-0000-4000-8000-000000000000');
      expect(other.kind).toBe('empty');
    });

    it('an empty list for a payment on its way is empty, and found the next time', async () => {
      const { externalId } = await payUnder({ kind: 'commit-and-cut' });
      await set('transactions', { kind: 'look-up-empty' });
      expect(await counter.client.lookUp(externalId)).toMatchObject({ kind: 'empty' });
      expect(await counter.client.lookUp(externalId)).toMatchObject({ kind: 'found' });
    });

    it.each([
      ['a cut connection', { kind: 'cut-before-commit' }, 'service-unreachable'],
      ['HTML', { kind: 'html' }, 'service-unreadable'],
      ['half a JSON', { kind: 'half-json' }, 'service-unreadable'],
      ['an empty body', { kind: 'empty-body' }, 'service-unreadable'],
      ['503', status(503), 'service-refused'],
      ['429', status(429), 'service-refused'],
    ] as const)('%s that stays is a failure, never empty', async (_name, fault, problem) => {
      const { externalId } = await payUnder({ kind: 'commit-and-cut' });
      await set('transactions', fault, 100);
      expect(await counter.client.lookUp(externalId)).toMatchObject({
        kind: 'failed',
        problem: { kind: problem },
      });
    });
  });

  describe('on a read', () => {
    it.each([
      ['a cut connection', { kind: 'cut-before-commit' }],
      ['a cut connection after the work', { kind: 'commit-and-cut' }],
      ['500', status(500)],
      ['503', status(503)],
      ['429', status(429, 1)],
      ['HTML', { kind: 'html' }],
      ['half a JSON', { kind: 'half-json' }],
      ['an empty body', { kind: 'empty-body' }],
    ] as const)('%s once is overcome', async (_name, fault) => {
      await set('any', fault);
      expect(await counter.client.account()).toMatchObject({ ok: true });
      expect(counter.client.health.trouble).toBeNull();
    });

    it.each([
      ['billers', 'html', 'service-unreadable'],
      ['billers', 'half-json', 'service-unreadable'],
      ['rates', 'empty-body', 'service-unreadable'],
      ['account', 'cut-before-commit', 'service-unreachable'],
    ] as const)('%s under %s that stays is a problem', async (operation, kind, problem) => {
      await set(operation, { kind }, 100);
      const { client } = counter;
      const read = {
        billers: () => client.billers('utility'),
        rates: () => client.rates(),
        account: () => client.account(),
      }[operation];
      expect(await read()).toMatchObject({ ok: false, problem: { kind: problem } });
      expect(client.health.trouble).toMatchObject({ kind: problem });
    });

    it('a list whose third page breaks for good is no list', async () => {
      const heard: number[] = [];
      const list = await counter.client.billers('utility', ({ page }) => {
        heard.push(page);
        if (page === 2) void set('billers', status(500), 100);
      });
      expect(list).toMatchObject({ ok: false, problem: { kind: 'service-refused' } });
      expect(heard.at(-1)).toBe(2);
    });
  });
});
