import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { StorageError } from '../../../ledger/index.ts';
import type { MoneyAnswer } from '../../../service/index.ts';
import { createRefusal, createTestCounter, type TestCounter } from '../testing/index.ts';

/** The request timeout, and the time after it in which an answer still counts. */
const LIMIT_MS = 90_000;
/** From the send to its answer. */
const ANSWER_MS = 50;

let counter: TestCounter;
beforeEach(() => {
  counter = createTestCounter();
});
afterEach(() => counter.close());

type Refusal = Extract<MoneyAnswer, { kind: 'refused' }>;

/** Pays a bill that is refused; `meanwhile` runs between the send and the answer. */
async function readRefusedState(
  meanwhile: () => void,
  httpStatus = 422,
  changes: Partial<Refusal> = {},
): Promise<string> {
  const answer = { ...(createRefusal(null, httpStatus) as Refusal), ...changes };
  counter.service.fates.push({ arrives: 20, answers: ANSWER_MS - 20, answer });
  await counter.payBill();
  meanwhile();
  await counter.advance(ANSWER_MS);
  const [row] = counter.rows("SELECT detail FROM payment_events WHERE kind = 'answer-refused'") as {
    detail: string;
  }[];
  return (JSON.parse(row?.detail ?? '{}') as { state: string }).state;
}

describe('a refusal that comes late', () => {
  it.each([
    ['the till’s clock shows 90 s later', LIMIT_MS - ANSWER_MS, 1],
    ['the till’s clock shows 90 s earlier', -LIMIT_MS - ANSWER_MS, -1],
  ])(
    'concludes nothing from a refusal once %s than the request’s Date',
    async (_, jumpMs, more) => {
      expect(await readRefusedState(() => counter.jump(jumpMs))).toBe('rejected');
      counter.close();
      counter = createTestCounter();
      expect(await readRefusedState(() => counter.jump(jumpMs + more))).toBe('unknown');
    },
  );

  it('concludes nothing from a refusal 90 s after the send, whatever the clock shows', async () => {
    const sleep = (ms: number) => () => {
      counter.clock.sleep(ms);
      counter.jump(-ms);
    };
    expect(await readRefusedState(sleep(LIMIT_MS - ANSWER_MS))).toBe('rejected');
    counter.close();
    counter = createTestCounter();
    expect(await readRefusedState(sleep(LIMIT_MS - ANSWER_MS + 1))).toBe('unknown');
  });
});

describe('a refusal that may be about the Date alone', () => {
  const read = (httpStatus: number, changes: Partial<Refusal>) =>
    readRefusedState(() => {}, httpStatus, changes);

  it.each([
    [401, LIMIT_MS, 'rejected'],
    [401, LIMIT_MS + 1, 'unknown'],
    [401, -LIMIT_MS, 'rejected'],
    [401, -LIMIT_MS - 1, 'unknown'],
    [401, null, 'rejected'],
    [422, LIMIT_MS + 1, 'rejected'],
  ])(
    'takes a refusal with %i whose Date differs by %s ms for: %s',
    async (status, dateDifferenceMs, state) => {
      expect(await read(status, { dateDifferenceMs })).toBe(state);
    },
  );

  it.each([
    [401, 'unknown'],
    [422, 'rejected'],
  ])(
    'takes a refusal with %i from machines that disagree about the time for: %s',
    async (status, state) => {
      expect(await read(status, { isTimeDisputed: true })).toBe(state);
    },
  );
});

describe('an answer that cannot be written', () => {
  it('writes an answer again after growing pauses, and reports the failure once', async () => {
    const tries: number[] = [];
    counter.log = {
      ...counter.log,
      error: (fields: object) => tries.push(Reflect.get(fields, 'tries')),
    };
    counter.restart();
    const { id } = await counter.payBill();
    counter.fault = (call) => {
      if (call === 'before-commit') throw new StorageError('full', 'ledger', null);
    };
    const changes = counter.changes.length;
    const countAfter = async (ms: number) => {
      await counter.advance(ms);
      return tries.length;
    };
    const counts = [await countAfter(ANSWER_MS)];
    for (const pause of [500, 1000, 2000, 5000, 10_000, 30_000, 30_000]) {
      counts.push(await countAfter(pause - 1), await countAfter(1));
    }
    expect(counts).toEqual([1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8]);
    expect(tries).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(counter.changes.slice(changes)).toEqual([id]);
  });

  it('writes no answer after the till has stopped', async () => {
    const { id } = await counter.payBill();
    counter.payments.stop();
    await counter.advance(ANSWER_MS);
    expect(counter.rows('SELECT state FROM outcomes')).toEqual([{ state: 'sent' }]);
    expect(counter.get(id).state).not.toBe('paid');
  });
});

describe('a fault around a request', () => {
  const collectErrors = (): object[] => {
    const errors: object[] = [];
    counter.log = { ...counter.log, error: (fields: object) => errors.push(fields) };
    counter.restart();
    return errors;
  };

  it('takes a service client that throws for a lost connection', async () => {
    const errors = collectErrors();
    Object.assign(counter.service, {
      send: () => {
        throw new Error('the client broke');
      },
    });
    const { id } = await counter.payBill();
    await counter.advance(1);
    expect(counter.get(id)).toMatchObject({
      state: 'unknown',
      unknownBecause: 'connection-lost',
      httpStatus: null,
    });
    expect(errors[0]).toMatchObject({ err: { message: 'the client broke' }, paymentId: id });
  });

  it('reports an answer that can neither be written nor tried again', async () => {
    const errors = collectErrors();
    const { id } = await counter.payBill();
    counter.fault = (call) => {
      if (call === 'before-commit') throw new StorageError('full', 'ledger', null);
    };
    counter.portCall = (name) => {
      if (name === 'clock.after') throw new Error('no timer');
    };
    await counter.advance(ANSWER_MS);
    expect(errors).toMatchObject([
      { paymentId: id, tries: 0 },
      { paymentId: id, err: { message: 'no timer' } },
    ]);
  });
});

it('waits for the answers of all requests in flight', async () => {
  await counter.payBill();
  const isDone = vi.fn();
  void counter.payments.waitForAnswers().then(isDone);
  await counter.advance(ANSWER_MS - 1);
  expect(isDone).not.toHaveBeenCalled();
  await counter.advance(1);
  expect(isDone).toHaveBeenCalled();
});

it('tells nobody of a low balance after any other refusal', async () => {
  counter.service.fates.push({ arrives: 20, answers: 30, answer: createRefusal('R2') });
  await counter.payBill();
  await counter.advance(ANSWER_MS);
  expect(counter.lowBalanceCount).toBe(0);
});
