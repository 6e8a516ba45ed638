import { afterEach, expect, it } from 'vitest';
import { z } from 'zod';
import {
  decodePrinted,
  startVirtualPrinter,
  type VirtualPrinter,
} from '../support/virtual-printer/index.ts';
import { openTestTill, type TestTill } from './fuzz/till.ts';

/** A whole till whose computer's clock is wrong, at a service whose clock is right. */

const MINUTE = 60_000;
const answered = z.object({ ok: z.literal(true), value: z.unknown() });

let till: TestTill | null = null;
let printer: VirtualPrinter | null = null;
afterEach(async () => {
  await till?.close();
  await printer?.close();
});

it.each([20, -20])(
  'set %i minutes off opens the drawer, and writes the service’s time everywhere',
  { timeout: 240_000 },
  async (minutes) => {
    printer = await startVirtualPrinter();
    const at = printer;
    till = await openTestTill('v1.6', {
      also: {
        printer: {
          kind: 'network',
          address: at.address,
          model: 'epson',
          columns: 42,
          drawer: 'pin-2',
        },
      },
      clockIsOffBy: minutes * MINUTE,
      hurries: false,
    });
    const { call, clock, host } = till;
    const ask = async (...given: Parameters<TestTill['call']>): Promise<unknown> =>
      answered.parse(await call(...given)).value;
    await till.signIn('ana');
    const order = z.looseObject({ id: z.string(), due: z.unknown() }).parse(
      await ask('payments.prepare', {
        kind: 'top-up',
        billerId: 13599,
        accountNumber: '5599999999',
        nameOnAccount: null,
        amount: { amount: '100.00', currency: 'MXN' },
        balanceId: null,
      }),
    );
    const { id } = z
      .looseObject({ id: z.string() })
      .parse(await ask('payments.pay', { orderId: order.id, cash: order.due, acknowledged: [] }));
    await expect
      .poll(async () => await ask('payments.get', { paymentId: id }))
      .toMatchObject({ state: 'paid' });
    await expect.poll(() => host.till()?.printing.getPaymentTape(id)?.state).toBe('printed');
    await expect
      .poll(() => at.jobs.map((job) => decodePrinted(job, 'epson').drawerPulses))
      .toEqual([1]);
    const now = clock.now();
    const isNow = (time: unknown): boolean => Math.abs(Date.parse(String(time)) - now) < 5 * MINUTE;
    const open = host.till();
    const line = open?.status.getLine();
    expect([line?.now, line?.service.lastAnswerAt, line?.account?.at].map(isNow)).toEqual([
      true,
      true,
      true,
    ]);
    expect(line?.service.light).toBe('clock-off');
    const [payment] = z
      .array(z.looseObject({ id: z.string(), createdAt: z.string(), resolvedAt: z.string() }))
      .parse(await ask('payments.recent', { limit: 1 }));
    expect([payment?.createdAt, payment?.resolvedAt].map(isNow)).toEqual([true, true]);
    expect(open?.printing.getPaymentTape(id)?.isDrawerKept).toBe(false);
  },
);
