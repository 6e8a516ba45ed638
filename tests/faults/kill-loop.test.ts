import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDatabase } from '../../electron/ledger/index.ts';
import { testCodes } from '../../electron/ledger/testing/index.ts';
import type { Random } from '../support/random.ts';
import { createNamedRandom, getSampleSize } from '../support/sampling.ts';
import { createBody } from './support/committing.ts';

/**
 * kill -9, again and again, of a process that commits intents to a real ledger: whatever it had
 * said was committed is there. 1,000 commits; `--all` makes them 10,000.
 */

const COMMITS = getSampleSize('commits');
const MIN_RUNS = 6;
const ENTRY = join(import.meta.dirname, 'support', 'committing.ts');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mostrador-kill-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it(`loses none of ${COMMITS} acknowledged commits`, { timeout: 1_200_000 }, async () => {
  const file = join(folder, 'ledger.sqlite');
  const random = createNamedRandom('kill -9');
  const acknowledged: string[] = [];
  let runs = 0;
  let killedWhileOpening = 0;
  // Where a sync costs nothing a run commits a hundred times before it is killed.
  while (acknowledged.length < COMMITS || runs < MIN_RUNS) {
    const lines = await runAndKill(file, `run${runs}`, random);
    const names = lines.filter((line) => line.startsWith('run'));
    acknowledged.push(...names);
    runs += 1;
    if (!lines.includes('open')) killedWhileOpening += 1;
  }
  const missing = whatIsMissing(file, acknowledged);
  process.stderr.write(
    `kill -9: ${acknowledged.length} commits acknowledged in ${runs} runs, ` +
      `${killedWhileOpening} of them killed while opening; ${missing.length} lost\n`,
  );
  expect(missing).toEqual([]);
});

/** Starts it, kills it at a moment that chance chose, and answers what it had said until then. */
function runAndKill(file: string, run: string, random: Random): Promise<string[]> {
  const child = spawn(process.execPath, [ENTRY, file, run], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // Counted in what it says, so that a slow machine is killed at the same moments as a fast one;
  // then a little later, so that the moment is not always the one between two commits.
  const isEarly = random.isLikely(0.15);
  const fatalLine = isEarly ? 1 : random.between(2, 60);
  const later = random.next() * 4;
  let text = '';
  let isDoomed = false;
  return new Promise((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      text += part;
      if (isDoomed || text.split('\n').length <= fatalLine) return;
      isDoomed = true;
      setTimeout(() => child.kill('SIGKILL'), later);
    });
    child.once('error', reject);
    child.once('close', (code, signal) => {
      if (signal !== 'SIGKILL') reject(new Error(`it ended by itself: ${code}\n${text}`));
      // What stands in the pipe was said before it died, and counts.
      resolve(text.split('\n').slice(0, -1));
    });
  });
}

/** Acknowledged names that are not in the ledger whole: intent, exact bytes, outcome, send, event. */
function whatIsMissing(file: string, acknowledged: readonly string[]): string[] {
  const database = openDatabase(file, testCodes);
  try {
    expect(database.prepare('PRAGMA integrity_check').all()).toEqual([{ integrity_check: 'ok' }]);
    expect(database.prepare('PRAGMA foreign_key_check').all()).toEqual([]);
    const whole = database.prepare(
      `SELECT i.body FROM intents i
         JOIN outcomes o ON o.intent_id = i.id JOIN sends s ON s.intent_id = i.id
         JOIN payment_events e ON e.intent_id = i.id
       WHERE i.id = ? AND o.state = 'intent' AND s.number = 1 AND e.kind = 'intent'`,
    );
    // Nothing is there in part: a commit that was cut short has left nothing.
    expect(
      database
        .prepare(
          `SELECT count(*) AS n FROM intents WHERE id NOT IN (SELECT intent_id FROM payment_events)`,
        )
        .get(),
    ).toEqual({ n: 0 });
    return acknowledged.filter((name) => {
      const body = whole.get(name)?.body;
      return !(body instanceof Uint8Array) || Buffer.from(body).toString() !== createBody(name);
    });
  } finally {
    database.close();
  }
}
