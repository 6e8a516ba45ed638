/**
 * F12 to the first byte at the service, against a bare signed request after one synced write. Both
 * use a new TLS connection, as a till that pays every few minutes does, to a server in another
 * thread that records when the first byte arrives.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openBarePayments } from './support/bare-payments.ts';
import { type FirstByteServer, startFirstByteServer } from './support/first-byte-server.ts';
import { createSamples, measureInTurns } from './support/measure-in-turns.ts';
import { openPaymentCounter, type PreparedPayment } from './support/payment-counter.ts';
import { type BenchResult, toBenchResult } from './support/result.ts';

const ROUNDS = { rounds: 150, warmUp: 20 };
const MAX_RATIO = 1.2;

export async function run(): Promise<BenchResult[]> {
  const folder = mkdtempSync(join(tmpdir(), 'mostrador-bench-'));
  const server = await startFirstByteServer();
  const counters = {
    ours: await openPaymentCounter(join(folder, 'ledger.sqlite'), server),
    bare: openBare(join(folder, 'bare.sqlite'), server),
  };
  const samples = createSamples();
  try {
    await measureInTurns('pay', ROUNDS, async (turn, isKept, round) => {
      const { account, press } = await counters[turn].prepare(ROUNDS.warmUp + round);
      const pressedAt = process.hrtime.bigint();
      press();
      const firstByteMs = Number((await server.waitForArrival(account)) - pressedAt) / 1e6;
      if (isKept) samples[turn].push(firstByteMs);
      // An answer must not overlap the next payment.
      await new Promise((resolve) => setTimeout(resolve, 5));
    });
  } finally {
    await counters.ours.close();
    await counters.bare.close();
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
  return [
    toBenchResult({
      name: 'F12 to the first byte at the service',
      samples,
      minSamples: ROUNDS.rounds,
      limit: { of: 'ratio', most: MAX_RATIO },
    }),
  ];
}

function openBare(file: string, server: FirstByteServer) {
  const keys = { vendor: 'v', apiKey: 'k', secretKey: 's' };
  const bare = openBarePayments(file, { ...keys, baseUrl: server.origin, caPem: server.caPem });
  const pendingPayments: Promise<void>[] = [];
  return {
    prepare: async (number: number): Promise<PreparedPayment> => {
      const account = String(2_000_000_000 + number);
      return { account, press: () => void pendingPayments.push(bare.pay(account)) };
    },
    close: async () => {
      await Promise.all(pendingPayments);
      bare.close();
    },
  };
}
