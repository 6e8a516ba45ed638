import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { PrinterCondition } from '../support/virtual-printer/index.ts';
import { LINE, type LongPrint, printLong } from './support/print-long.ts';
import { skipUnlessAvailable } from './support/skip-unless.ts';

/** A job that the system cannot swallow whole: how far it came is told. */

const DEAF: Partial<PrinterCondition> = { faultAt: { after: 300, how: 'deaf' } };

describe.each(['epson', 'star'] as const)('a long job on %s', (make) => {
  it('whose printer stops reading says how far it came', async () => {
    const lines = 1_500_000;
    const { result, hasLeft } = await printLong(make, DEAF, lines);
    expect(result).toMatchObject({ kind: 'failed', why: 'silent' });
    expect(hasLeft).toBe(true);
    const sent = result.kind === 'failed' ? result.bytesSent : 0;
    expect(sent).toBeGreaterThan(300);
    expect(sent).toBeLessThan(lines * LINE.length);
  });
});

/** Buffers of the system as small as they can be, in a network of its own that needs no rights. */
const SMALL = [
  'ip link set lo up',
  'echo "1024 1024 1024" > /proc/sys/net/ipv4/tcp_rmem',
  'echo "4096 4096 4096" > /proc/sys/net/ipv4/tcp_wmem',
];

function inSmallNetwork(args: readonly string[]): ReturnType<typeof spawnSync> {
  const script = `${SMALL.join(' && ')} && exec "$@"`;
  return spawnSync('unshare', ['-Urn', 'sh', '-c', script, 'sh', ...args], {
    encoding: 'utf8',
    timeout: 100_000,
  });
}

describe('a window of a few bytes, in truth', () => {
  it('takes a job in pieces; one that closes for good is told, with how far it came', {
    timeout: 120_000,
  }, (context) => {
    const isPossible = inSmallNetwork(['true']).status === 0;
    skipUnlessAvailable(context, isPossible ? null : 'no network of its own can be had');
    const lines = 300;
    const moods: readonly Partial<PrinterCondition>[] = [
      {},
      { window: 64 },
      { faultAt: { after: 5_000, how: 'pause' } },
      DEAF,
      { faultAt: { after: 3_000, how: 'reset' } },
    ];
    const ran = inSmallNetwork([
      process.execPath,
      join(import.meta.dirname, 'support', 'print-long.ts'),
      JSON.stringify(moods),
      String(lines),
    ]);
    const told: readonly LongPrint[] = String(ran.stdout)
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(told, String(ran.stderr)).toHaveLength(2 * moods.length);
    for (const make of [told.slice(0, moods.length), told.slice(moods.length)]) {
      const [good, narrow, paused, deaf, reset] = make;
      for (const one of [good, narrow, paused]) {
        expect(one).toMatchObject({ result: { kind: 'printed' }, lines });
      }
      for (const [one, why] of [
        [deaf, 'silent'],
        [reset, 'broke-off'],
      ] as const) {
        expect(one).toMatchObject({ result: { kind: 'failed', why }, hasLeft: true });
        const sent = one?.result.kind === 'failed' ? one.result.bytesSent : 0;
        expect(sent).toBeGreaterThan(0);
        expect(sent).toBeLessThan(lines * LINE.length);
      }
    }
  });
});
