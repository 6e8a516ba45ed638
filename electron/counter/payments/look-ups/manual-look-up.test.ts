import { expect, it } from 'vitest';
import { fail, ok, type Payment, type Problem } from '../../../../shared/contract/index.ts';
import type { PaymentRecord } from '../../../ledger/index.ts';
import type { BillPaymentService } from '../../../service/index.ts';
import { createManualLookUp } from './manual-look-up.ts';

const NOT_READY: Problem = { kind: 'not-connected', reason: 'not-ready' };
const SERVICE = {} as BillPaymentService;
const VIEW = { id: 'payment-1' } as Payment;

/** Looks up a payment in this state, and returns the result and the calls that it took. */
async function lookUp(
  state: 'unknown' | 'paid',
  ports: { readonly isConnected: boolean; readonly problem?: Problem },
) {
  const calls: string[] = [];
  const lookUpNow = createManualLookUp(
    {
      service: () => (ports.isConnected ? SERVICE : null),
      waitForService: async () => {
        calls.push('wait');
        return ports.problem === undefined ? ok(SERVICE) : fail(ports.problem);
      },
    },
    {
      reader: {
        find: () => ok({ outcome: { state } } as PaymentRecord),
        readView: () => ok(VIEW),
        catchStorageError: (work: () => unknown) => work(),
      } as never,
      resolver: {
        lookUpNow: async () => {
          calls.push('ask');
          return ok(null);
        },
      } as never,
    },
  );
  return { result: await lookUpNow(VIEW.id), calls };
}

it('asks at once if there is a connection', async () => {
  expect(await lookUp('unknown', { isConnected: true })).toEqual({
    result: ok(VIEW),
    calls: ['ask'],
  });
});

it('waits for the connection of a till that was just opened, and then asks', async () => {
  expect(await lookUp('unknown', { isConnected: false })).toEqual({
    result: ok(VIEW),
    calls: ['wait', 'ask'],
  });
});

it('asks nothing if no connection comes, and returns why', async () => {
  expect(await lookUp('unknown', { isConnected: false, problem: NOT_READY })).toEqual({
    result: fail(NOT_READY),
    calls: ['wait'],
  });
});

it('returns a resolved payment without a connection', async () => {
  expect(await lookUp('paid', { isConnected: false, problem: NOT_READY })).toEqual({
    result: ok(VIEW),
    calls: [],
  });
});
