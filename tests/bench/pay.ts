/**
 * F12 to the first byte at the service, against a bare signed request after one synced write. Both
 * on a new TLS connection, as a till that pays every few minutes has it, to a server in another
 * thread that notes when the first byte arrives.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openBarePayments } from './support/bare-payments.ts';
import { type FirstByteServer, startFirstByteServer } from './support/first-byte-server.ts';
import { openPaymentCounter, type PreparedPayment } from './support/payment-counter.ts';
import { type BenchResult, toBenchResult } from './support/result.ts';
import { createSamples, measureInTurns } from './support/rounds.ts';

const ROUNDS = { rounds: 150, warmUp: 20 };
const MOST = 1.2;

export async function run(): Promise<BenchResult[]> {
  const folder = mkdtempSync(join(tmpdir(), 'mostrador-bench-'));
  const server = await startFirstByteServer();
  const both = {
    ours: await openPaymentCounter(join(folder, 'ledger.sqlite'), server),
    bare: openBare(join(folder, 'bare.sqlite'), server),
  };
  const samples = createSamples();
  try {
    await measureInTurns('pay', ROUNDS, async (turn, isKept, round) => {
      const { account, press } = await both[turn].ready(ROUNDS.warmUp + round);
      const pressed = process.hrtime.bigint();
      press();
      const took = Number((await server.arrivalOf(account)) - pressed) / 1e6;
      if (isKept) samples[turn].push(took);
      // The answer of one must not run into the next.
      await new Promise((resolve) => setTimeout(resolve, 5));
    });
  } finally {
    await both.ours.close();
    await both.bare.close();
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
  return [
    toBenchResult({
      name: 'F12 to the first byte at the service',
      samples,
      least: ROUNDS.rounds,
      limit: { of: 'ratio', most: MOST },
    }),
  ];
}

function openBare(file: string, server: FirstByteServer) {
  const keys = { vendor: 'v', apiKey: 'k', secretKey: 's' };
  const bare = openBarePayments(file, { ...keys, baseUrl: server.origin, caPem: server.caPem });
  const paid: Promise<void>[] = [];
  return {
    ready: async (number: number): Promise<PreparedPayment> => {
      const account = String(2_000_000_000 + number);
      return { account, press: () => void paid.push(bare.pay(account)) };
    },
    close: async () => {
      await Promise.all(paid);
      bare.close();
    },
  };
}
