import { afterEach, expect, it } from 'vitest';
import { z } from 'zod';
import {
  decodePrinted,
  startVirtualPrinter,
  type VirtualPrinter,
} from '../support/virtual-printer/index.ts';
import { openTestTill, type TestTill } from './fuzz/test-till.ts';

/** A whole till on a computer with a wrong clock, and a service with the right clock. */

const MINUTE_MS = 60_000;
const successSchema = z.object({ ok: z.literal(true), value: z.unknown() });

let till: TestTill | null = null;
let printer: VirtualPrinter | null = null;
afterEach(async () => {
  await till?.close();
  await printer?.close();
});

it.each([20, -20])(
  'opens the drawer and uses the service’s time everywhere if the clock is %i minutes off',
  { timeout: 240_000 },
  async (minutes) => {
    printer = await startVirtualPrinter();
    const openPrinter = printer;
    till = await openTestTill('v1.6', {
      provisioning: {
        printer: {
          kind: 'network',
          address: openPrinter.address,
          model: 'epson',
          columns: 42,
          drawer: 'pin-2',
        },
      },
      clockOffsetMs: minutes * MINUTE_MS,
      shortensDelays: false,
    });
    const { call, clock, host } = till;
    const callOrFail = async (...args: Parameters<TestTill['call']>): Promise<unknown> =>
      successSchema.parse(await call(...args)).value;
    await till.signIn('ana');
    const order = z.looseObject({ id: z.string(), due: z.unknown() }).parse(
      await callOrFail('payments.prepare', {
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
      .parse(
        await callOrFail('payments.pay', { orderId: order.id, cash: order.due, acknowledged: [] }),
      );
    await expect
      .poll(async () => await callOrFail('payments.get', { paymentId: id }))
      .toMatchObject({ state: 'paid' });
    await expect.poll(() => host.till()?.printing.getPaymentTape(id)?.state).toBe('printed');
    await expect
      .poll(() => openPrinter.jobs.map((job) => decodePrinted(job, 'epson').drawerPulses))
      .toEqual([1]);
    const now = clock.now();
    const isNow = (time: unknown): boolean =>
      Math.abs(Date.parse(String(time)) - now) < 5 * MINUTE_MS;
    const openTill = host.till();
    const statusLine = openTill?.status.getStatusLine();
    expect(
      [statusLine?.now, statusLine?.service.lastAnswerAt, statusLine?.account?.at].map(isNow),
    ).toEqual([true, true, true]);
    expect(statusLine?.service.light).toBe('clock-off');
    const [payment] = z
      .array(z.looseObject({ id: z.string(), createdAt: z.string(), resolvedAt: z.string() }))
      .parse(await callOrFail('payments.recent', { limit: 1 }));
    expect([payment?.createdAt, payment?.resolvedAt].map(isNow)).toEqual([true, true]);
    expect(openTill?.printing.getPaymentTape(id)?.isDrawerKept).toBe(false);
  },
);
