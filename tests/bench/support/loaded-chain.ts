import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { initChain } from '../../../electron/chain/schema/index.ts';
import {
  createChain,
  type DatabaseLogin,
  getProgramPath,
  isServerRunning,
  type OwnCluster,
  openChain,
  startPostgres,
  type TestChain,
} from '../../support/postgres/index.ts';
import { reportProgress } from './measure-in-turns.ts';
import type { UnavailablePart } from './result.ts';

const INSERTING_FILES = ['insert-payments.ts', 'insert-busy-days.ts', 'insert-service-list.ts'];
/** The owner's views show the last days, and a stored chain gets no new ones. */
const DEFAULT_MAX_AGE_DAYS = 7;
const DAY_MS = 86_400_000;
/** A payment with its indexes, the write-ahead log, and some space that stays free. */
const BYTES_PER_PAYMENT = 750;
const SPARE_BYTES = 8e9;

interface LoadedChain {
  readonly postgres: OwnCluster;
  readonly chain: TestChain;
}

/** What is written beside a cluster once its chain is loaded. */
interface StoredChain {
  readonly key: string;
  readonly loadedAt: number;
  readonly database: string;
  readonly admin: DatabaseLogin;
}

interface ChainToLoad {
  readonly size: { readonly rows: number; readonly days: number; readonly tills?: number };
  readonly config: readonly string[];
  /**
   * The folder's name in the system's folder for temporary files; null deletes the chain when its
   * cluster stops.
   */
  readonly folderName: string | null;
  /** A stored chain that is older is loaded again; seven days by default. */
  readonly maxAgeDays?: number;
  load(chain: TestChain): Promise<void>;
}

/**
 * Starts a cluster with a chain in which `load` has written the payments. One that a recent
 * earlier run has stored is opened instead, with the newest schema.
 */
export async function openLoadedChain(
  options: ChainToLoad,
): Promise<LoadedChain | UnavailablePart> {
  const { size, config, folderName, maxAgeDays = DEFAULT_MAX_AGE_DAYS, load } = options;
  if (folderName === null) {
    const postgres = await startPostgres({ config });
    return await stopOnError(postgres, async () => {
      return { postgres, chain: await loadChain(postgres, load) };
    });
  }
  const folder = join(tmpdir(), folderName);
  if (isServerRunning(folder)) return { unavailableReason: `another run uses ${folder}` };
  const key = computeKey(options);
  const storedChain = readStoredChain(folder, key, maxAgeDays);
  if (storedChain !== null) return await openStoredChain(folder, storedChain);
  rmSync(folder, { recursive: true, force: true });
  const unavailableReason = getSpaceUnavailableReason(size.rows);
  if (unavailableReason !== null) return { unavailableReason };
  const postgres = await startPostgres({ config, keptFolder: folder });
  return await stopOnError(postgres, async () => {
    const chain = await loadChain(postgres, load);
    // The cluster itself does not wait for the disk while it is loaded.
    execFileSync('sync');
    const { database, user, password } = chain.admin;
    const admin = { user, password: String(password) };
    const stored: StoredChain = { key, loadedAt: Date.now(), database, admin };
    writeFileSync(getStoredChainFile(folder), JSON.stringify(stored), { mode: 0o600 });
    reportProgress(`the chain stays in ${folder} for later runs, until you delete it`);
    return { postgres, chain };
  });
}

async function loadChain(postgres: OwnCluster, load: ChainToLoad['load']): Promise<TestChain> {
  const chain = await createChain(postgres);
  await load(chain);
  // Otherwise the server writes what was loaded while it is measured.
  await chain.database.sql('CHECKPOINT');
  return chain;
}

const getStoredChainFile = (folder: string): string => join(folder, 'chain.json');

/** Returns null if the folder has no such chain of the last days. */
function readStoredChain(folder: string, key: string, maxAgeDays: number): StoredChain | null {
  const file = getStoredChainFile(folder);
  if (!existsSync(file)) return null;
  const stored: StoredChain = JSON.parse(readFileSync(file, 'utf8'));
  return stored.key === key && Date.now() - stored.loadedAt < maxAgeDays * DAY_MS ? stored : null;
}

async function openStoredChain(
  folder: string,
  { database, admin }: StoredChain,
): Promise<LoadedChain> {
  reportProgress(`opening the chain in ${folder}`);
  const postgres = await startPostgres({ keptFolder: folder });
  return await stopOnError(postgres, async () => {
    const address = postgres.getAddress(database, admin);
    const initialization = await initChain(address);
    if (!initialization.ok) throw new Error(JSON.stringify(initialization.problem));
    return { postgres, chain: openChain(postgres, address, initialization.value) };
  });
}

async function stopOnError<Value>(
  postgres: OwnCluster,
  work: () => Promise<Value>,
): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}

function getSpaceUnavailableReason(payments: number): string | null {
  const { bavail, bsize } = statfsSync(tmpdir());
  const neededBytes = payments * BYTES_PER_PAYMENT + SPARE_BYTES;
  if (bavail * bsize >= neededBytes) return null;
  return `${payments.toLocaleString('en')} payments need ${Math.ceil(neededBytes / 1e9)} GB in ${tmpdir()}`;
}

/** Of all that a stored chain depends on, except the schema, which is migrated. */
function computeKey({ size, config }: ChainToLoad): string {
  const program = getProgramPath('postgres');
  const hash = createHash('sha256').update(JSON.stringify({ size, config, program }));
  for (const file of INSERTING_FILES) hash.update(readFileSync(join(import.meta.dirname, file)));
  return hash.digest('hex');
}
