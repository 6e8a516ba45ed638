import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { EXIT_CODES, flushFolderToDisk } from '../../../../platform/index.ts';
import { ChainCommandError } from '../chain-refusal.ts';
import { loadOrCreateAuthority } from './authority.ts';
import { writeChainArchive } from './back-up-chain.ts';
import {
  closeToNetwork,
  findCluster,
  type HostCluster,
  setStartedAtBoot,
  startCluster,
  stopCluster,
} from './cluster.ts';
import type { HostComputer } from './host-computer.ts';
import { type HostState, readHostState, writeHostState } from './host-state.ts';
import { startProcess, stopProcess } from './process-service.ts';
import { allowSleep } from './sleep-settings.ts';

/**
 * Closes the chain on this computer, and writes all of it into a file for another one. Nothing reaches
 * the database after the file was begun, so that the file has everything that a till was told is stored.
 */
export async function moveHostOut(
  computer: HostComputer,
  options: { readonly file: string; readonly passphrase: string; readonly version: string },
): Promise<void> {
  const { file, passphrase, version } = options;
  const { state, cluster } = await getHost(computer);
  if (state.movedAt !== null) throw toMovedAlready(state.movedAt);
  if (existsSync(file)) throw new Error(`${file} already exists. Name another file.`);
  const authority = await loadOrCreateAuthority(computer);
  try {
    await stopProcess(computer);
    await closeToNetwork(computer, cluster);
    const running = { ...cluster, isRunning: true };
    const lock = { kind: 'passphrase', passphrase } as const;
    // Whenever the file is there, also after a power cut, the chain is not opened here again.
    const onComplete = () =>
      writeHostState(computer, { ...state, movedAt: new Date().toISOString() });
    await writeChainArchive(computer, running, { file, lock, version, onComplete });
    await setStartedAtBoot(computer, cluster, false);
    await stopCluster(computer, running);
  } catch (error) {
    // The chain stays here, so the file must not be used.
    if (existsSync(file)) {
      await rm(file);
      await flushFolderToDisk(dirname(file));
    }
    await writeHostState(computer, state);
    await startCluster(computer, (await getHost(computer)).cluster, authority, state.address);
    await startProcess(computer);
    throw error;
  }
  await allowSleep(computer);
}

/**
 * Lets the chain run here again; `setUpHost` then starts it. Throws if nobody is certain that the file
 * of the move was restored nowhere.
 */
export async function cancelMove(
  computer: HostComputer,
  isRestoredNowhere: () => Promise<boolean>,
): Promise<void> {
  const { state } = await getHost(computer);
  if (state.movedAt !== null && !(await isRestoredNowhere())) {
    throw new Error(
      'Nothing was changed. If the file of the move was restored on no other computer, add --restored-nowhere. Otherwise the chain is there, and its codes give each till the new address.',
    );
  }
  await writeHostState(computer, { ...state, movedAt: null });
}

async function getHost(
  computer: HostComputer,
): Promise<{ readonly state: HostState; readonly cluster: HostCluster }> {
  const state = readHostState(computer);
  const cluster = await findCluster(computer);
  if (state !== null && cluster !== null) return { state, cluster };
  throw new Error('This computer has no chain. Run this on the computer that has it.');
}

function toMovedAlready(movedAt: string): ChainCommandError {
  return new ChainCommandError(
    EXIT_CODES.database,
    `The chain was already taken away on ${movedAt}. If that file is lost and no other computer has the chain, bring it back with mostrador-cli chain move --cancel, and move it again.`,
  );
}
