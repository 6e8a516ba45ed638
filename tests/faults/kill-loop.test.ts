import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openLedgerDatabase } from '../../electron/ledger/index.ts';
import { testCodes } from '../../electron/ledger/testing/index.ts';
import type { Random } from '../support/random.ts';
import { createNamedRandom, getSampleSize } from '../support/sampling.ts';
import { createBody } from './support/committing.ts';

/**
 * Kills, again and again with SIGKILL, a process that commits intents to a real ledger: every
 * commit that it acknowledged must be in the ledger. 250 commits; `--all` makes 10,000.
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
  // If a sync costs nothing, a run commits a hundred times before it is killed.
  while (acknowledged.length < COMMITS || runs < MIN_RUNS) {
    const lines = await runAndKill(file, `run${runs}`, random);
    const names = lines.filter((line) => line.startsWith('run'));
    acknowledged.push(...names);
    runs += 1;
    if (!lines.includes('open')) killedWhileOpening += 1;
  }
  const missingCommits = findMissingCommits(file, acknowledged);
  process.stderr.write(
    `kill -9: ${acknowledged.length} commits acknowledged in ${runs} runs, ` +
      `${killedWhileOpening} of them killed while opening; ${missingCommits.length} lost\n`,
  );
  expect(missingCommits).toEqual([]);
});

/**
 * Starts the process, kills it at a random moment, and returns the lines that it printed until
 * then.
 */
function runAndKill(file: string, run: string, random: Random): Promise<string[]> {
  const child = spawn(process.execPath, [ENTRY, file, run], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // The moment is counted in lines, so that a slow machine is killed at the same moments as a fast
  // one, plus a short delay, so that it is not always between two commits.
  const isEarly = random.isLikely(0.15);
  const fatalLine = isEarly ? 1 : random.between(2, 60);
  const delayMs = random.next() * 4;
  let text = '';
  let isKillScheduled = false;
  return new Promise((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      if (isKillScheduled || text.split('\n').length <= fatalLine) return;
      isKillScheduled = true;
      setTimeout(() => child.kill('SIGKILL'), delayMs);
    });
    child.once('error', reject);
    child.once('close', (code, signal) => {
      if (signal !== 'SIGKILL') reject(new Error(`it ended by itself: ${code}\n${text}`));
      // Lines in the pipe were printed before the kill, and count.
      resolve(text.split('\n').slice(0, -1));
    });
  });
}

/**
 * Returns the acknowledged names that are incomplete in the ledger: intent, exact bytes, outcome,
 * send, event.
 */
function findMissingCommits(file: string, acknowledged: readonly string[]): string[] {
  const database = openLedgerDatabase(file, testCodes);
  try {
    expect(database.prepare('PRAGMA integrity_check').all()).toEqual([{ integrity_check: 'ok' }]);
    expect(database.prepare('PRAGMA foreign_key_check').all()).toEqual([]);
    const intentQuery = database.prepare(
      `SELECT i.body FROM intents i
         JOIN outcomes o ON o.intent_id = i.id JOIN sends s ON s.intent_id = i.id
         JOIN payment_events e ON e.intent_id = i.id
       WHERE i.id = ? AND o.state = 'intent' AND s.number = 1 AND e.kind = 'intent'`,
    );
    // A commit that was interrupted leaves nothing.
    expect(
      database
        .prepare(
          `SELECT count(*) AS n FROM intents WHERE id NOT IN (SELECT intent_id FROM payment_events)`,
        )
        .get(),
    ).toEqual({ n: 0 });
    return acknowledged.filter((name) => {
      const body = intentQuery.get(name)?.body;
      return !(body instanceof Uint8Array) || Buffer.from(body).toString() !== createBody(name);
    });
  } finally {
    database.close();
  }
}
