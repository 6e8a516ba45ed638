import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { initChain } from '../../../electron/chain/schema/index.ts';
import {
  createChain,
  type DatabaseLogin,
  getProgramPath,
  type OwnCluster,
  openChain,
  startPostgres,
  type TestChain,
} from '../../support/postgres/index.ts';
import { reportProgress } from './measure-in-turns.ts';

const INSERTING_FILES = ['insert-payments.ts', 'insert-busy-days.ts'];
/** The owner's views show the last days, and a kept chain gets no new ones. */
const KEPT_MS = 7 * 86_400_000;
/** A payment with its indexes, the write-ahead log, and some space that stays free. */
const BYTES_PER_ROW = 750;
const SPARE_BYTES = 8e9;

interface LoadedChain {
  readonly postgres: OwnCluster;
  readonly chain: TestChain;
}

/** What is written beside a kept cluster once its chain is loaded. */
interface KeptChain {
  readonly key: string;
  readonly loadedAt: number;
  readonly database: string;
  readonly admin: DatabaseLogin;
}

interface ChainToLoad {
  readonly rows: number;
  readonly days: number;
  readonly config: readonly string[];
  /**
   * Under which the chain is kept for a week in the system's folder for temporary files, unless the
   * code that loads it changes; null if it ends with its cluster.
   */
  readonly keptName: string | null;
  load(chain: TestChain): Promise<void>;
}

/** Starts a cluster with a chain in which `load` has written `rows` payments, or opens a kept one. */
export async function openLoadedChain(options: ChainToLoad): Promise<LoadedChain> {
  const { config, keptName, load } = options;
  const folder = keptName === null ? null : getFolder(keptName);
  const key = computeKey(options);
  const keptChain = folder === null ? null : await openKeptChain(folder, key);
  if (keptChain !== null) return keptChain;
  if (folder !== null) rmSync(folder, { recursive: true, force: true });
  const postgres = await startPostgres({ config, keptFolder: folder });
  try {
    const chain = await createChain(postgres);
    await load(chain);
    if (folder !== null) {
      const { database, user, password } = chain.admin;
      const admin = { user, password: String(password) };
      const kept: KeptChain = { key, loadedAt: Date.now(), database, admin };
      writeFileSync(getKeptFile(folder), JSON.stringify(kept), { mode: 0o600 });
      reportProgress(`the chain is kept for a week in ${folder}`);
    }
    return { postgres, chain };
  } catch (error) {
    await postgres.stop();
    if (folder !== null) rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

/** Opens the chain of an earlier run, with the newest schema; null if there is none of this key. */
async function openKeptChain(folder: string, key: string): Promise<LoadedChain | null> {
  if (!existsSync(getKeptFile(folder))) return null;
  const kept: KeptChain = JSON.parse(readFileSync(getKeptFile(folder), 'utf8'));
  if (kept.key !== key || Date.now() - kept.loadedAt > KEPT_MS) return null;
  reportProgress(`opening the chain that is kept in ${folder}`);
  const postgres = await startPostgres({ keptFolder: folder });
  const admin = postgres.getAddress(kept.database, kept.admin);
  const initialization = await initChain(admin);
  if (!initialization.ok) {
    await postgres.stop();
    throw new Error(JSON.stringify(initialization.problem));
  }
  return { postgres, chain: openChain(postgres, admin, initialization.value) };
}

const getFolder = (keptName: string): string => join(tmpdir(), `mostrador-bench-${keptName}`);
const getKeptFile = (folder: string): string => join(folder, 'chain.json');

/** Returns why the disk cannot hold so many payments; null if it can. */
export function tooLittleSpaceReason({
  rows,
  keptName,
}: Pick<ChainToLoad, 'rows' | 'keptName'>): string | null {
  if (keptName !== null && existsSync(getFolder(keptName))) return null;
  const { bavail, bsize } = statfsSync(tmpdir());
  const neededBytes = rows * BYTES_PER_ROW + SPARE_BYTES;
  if (bavail * bsize >= neededBytes) return null;
  return `${rows.toLocaleString('en')} payments need ${Math.ceil(neededBytes / 1e9)} GB in ${tmpdir()}`;
}

/** Of all that a kept chain depends on, except the schema, which is migrated. */
function computeKey({ rows, days, config }: ChainToLoad): string {
  const program = getProgramPath('postgres');
  const hash = createHash('sha256').update(JSON.stringify({ rows, days, config, program }));
  for (const file of INSERTING_FILES) hash.update(readFileSync(join(import.meta.dirname, file)));
  return hash.digest('hex');
}
