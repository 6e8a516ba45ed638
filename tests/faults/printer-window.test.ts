import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { PrinterCondition } from '../support/virtual-printer/index.ts';
import { type LongPrint, printLong, SAMPLE_LINE } from './support/print-long.ts';
import { skipUnlessAvailable } from './support/skip-unless.ts';

/** A job larger than the system's buffers: the till reports how many bytes were sent. */

const STOPS_READING: Partial<PrinterCondition> = { faultAt: { after: 300, how: 'deaf' } };

describe.each(['epson', 'star'] as const)('a long job on %s', (printsOfMake) => {
  it('reports the number of sent bytes when the printer stops reading', async () => {
    const lines = 1_500_000;
    const { result, hasLeft } = await printLong(printsOfMake, STOPS_READING, lines);
    expect(result).toMatchObject({ kind: 'failed', reason: 'silent' });
    expect(hasLeft).toBe(true);
    const sent = result.kind === 'failed' ? result.bytesSent : 0;
    expect(sent).toBeGreaterThan(300);
    expect(sent).toBeLessThan(lines * SAMPLE_LINE.length);
  });
});

/**
 * Makes the system's TCP buffers as small as possible, in a network namespace that needs no
 * privileges.
 */
const SMALL_BUFFER_COMMANDS = [
  'ip link set lo up',
  'echo "1024 1024 1024" > /proc/sys/net/ipv4/tcp_rmem',
  'echo "4096 4096 4096" > /proc/sys/net/ipv4/tcp_wmem',
];

function runInSmallNetwork(args: readonly string[]): ReturnType<typeof spawnSync> {
  const script = `${SMALL_BUFFER_COMMANDS.join(' && ')} && exec "$@"`;
  return spawnSync('unshare', ['-Urn', 'sh', '-c', script, 'sh', ...args], {
    encoding: 'utf8',
    timeout: 100_000,
  });
}

describe('a real TCP window of a few bytes', () => {
  it('prints a job in pieces, and reports the number of sent bytes if the window closes for good', {
    timeout: 120_000,
  }, (context) => {
    const isPossible = runInSmallNetwork(['true']).status === 0;
    skipUnlessAvailable(context, isPossible ? null : 'no network of its own can be had');
    const lines = 300;
    const conditions: readonly Partial<PrinterCondition>[] = [
      {},
      { window: 64 },
      { faultAt: { after: 5_000, how: 'pause' } },
      STOPS_READING,
      { faultAt: { after: 3_000, how: 'reset' } },
    ];
    const run = runInSmallNetwork([
      process.execPath,
      join(import.meta.dirname, 'support', 'print-long.ts'),
      JSON.stringify(conditions),
      String(lines),
    ]);
    const prints: readonly LongPrint[] = String(run.stdout)
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(prints, String(run.stderr)).toHaveLength(2 * conditions.length);
    for (const printsOfMake of [
      prints.slice(0, conditions.length),
      prints.slice(conditions.length),
    ]) {
      const [normal, narrow, paused, deaf, reset] = printsOfMake;
      for (const print of [normal, narrow, paused]) {
        expect(print).toMatchObject({ result: { kind: 'printed' }, lines });
      }
      for (const [print, reason] of [
        [deaf, 'silent'],
        [reset, 'broke-off'],
      ] as const) {
        expect(print).toMatchObject({ result: { kind: 'failed', reason }, hasLeft: true });
        const sent = print?.result.kind === 'failed' ? print.result.bytesSent : 0;
        expect(sent).toBeGreaterThan(0);
        expect(sent).toBeLessThan(lines * SAMPLE_LINE.length);
      }
    }
  });
});
