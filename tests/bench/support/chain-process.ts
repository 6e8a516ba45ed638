import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { CLI_NODE_OPTIONS } from '../../../build/launcher/cli-node-options.mjs';
import type { ChainAddress } from '../../../electron/chain/client/index.ts';
import { startTrainingServer } from '../../../electron/training/index.ts';
import type { TestChain } from '../../support/postgres/index.ts';
import { ROOT } from './program.ts';

const PROGRAM = join(ROOT, 'dist', 'cli', 'mostrador-cli.mjs');
const POLL_INTERVAL_MS = 500;
const TIMEOUT_MS = 30 * 60_000;

/**
 * Starts the built `chain start` as an installation does, waits until it has made the file of a day
 * and compared it, and returns the most memory that it has used, in MB. The day counts as handed in,
 * so that no server is needed for its file.
 */
export async function measureChainProcessMegabytes({
  chain,
  maker,
  day,
}: {
  readonly chain: TestChain;
  readonly maker: ChainAddress;
  readonly day: string;
}): Promise<number> {
  const { sql } = chain.database;
  await sql(
    `UPDATE chain.days SET made_at = NULL, build = NULL, handed_in_at = now(), handed_in_by = 'ana',
      handed_in_reason = 'by mail' WHERE day = $1`,
    [day],
  );
  const folder = mkdtempSync(join(tmpdir(), 'mostrador-bench-'));
  const service = await startTrainingServer();
  const config = join(folder, 'chain.json');
  writeFileSync(config, JSON.stringify(createConfig(maker, service)), { mode: 0o600 });
  const args = ['chain', 'start', '--config', config, '--data', folder];
  const child = spawn(process.execPath, [...CLI_NODE_OPTIONS, PROGRAM, ...args], {
    stdio: 'ignore',
  });
  const exitEvent = once(child, 'exit');
  try {
    const deadline = Date.now() + TIMEOUT_MS;
    for (;;) {
      if (child.exitCode !== null) throw new Error('the process of the chain ended');
      if (Date.now() > deadline) throw new Error('the process of the chain made no file');
      const [row] = await sql(
        `SELECT d.made_at IS NOT NULL AND c.day IS NOT NULL AS is_done
         FROM chain.days d LEFT JOIN chain.comparisons c USING (day) WHERE d.day = $1`,
        [day],
      );
      if (row?.is_done === true) return readPeakMegabytes(child.pid);
      await pause(POLL_INTERVAL_MS);
    }
  } finally {
    child.kill('SIGKILL');
    await exitEvent;
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function createConfig(
  { hosts, database, ca, user, password }: ChainAddress,
  service: Awaited<ReturnType<typeof startTrainingServer>>,
): object {
  const { baseUrl, vendor, apiKey, secretKey, caFile } = service;
  return {
    ...{ hosts, database, ca, maker: { user, password }, chainName: 'lupita' },
    service: { baseUrl, version: 'v3.mx', vendor, apiKey, secretKey, caFile },
    reconciliation: { host: 'sftp.example', user: 'lupita', uploads: false },
  };
}

function readPeakMegabytes(pid: number | undefined): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024;
}
