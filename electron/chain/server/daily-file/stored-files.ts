import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { fail, ok, type Result } from '../../../../shared/contract/index.ts';
import {
  createFileStore,
  type FileToSend,
} from '../../../back-office/reconciliation/file/index.ts';
import type { NewId } from '../../../platform/index.ts';
import type { ChainQuery, OfficeDatabase } from '../database/index.ts';
import { readChainDay } from './chain-days.ts';
import { createChainFile } from './create-chain-file.ts';

const PIECES_PER_QUERY = 4;
const pieceSchema = z.object({ n: z.number(), bytes: z.instanceof(Uint8Array) });

/** The bytes of a day's file as the database keeps them. */
export async function* readStoredBytes(ask: ChainQuery, build: string): AsyncGenerator<Uint8Array> {
  let after = -1;
  for (;;) {
    const rows = await ask('SELECT * FROM chain.pieces_v1($1, $2, $3)', [
      build,
      after,
      PIECES_PER_QUERY,
    ]);
    for (const row of rows) {
      const { n, bytes } = pieceSchema.parse(row);
      after = n;
      yield bytes;
    }
    if (rows.length < PIECES_PER_QUERY) return;
  }
}

export interface StoredFiles {
  /**
   * The file of a day as it goes out: made again from the rows as they are now, unless a server may
   * have one already. What is sent is always what is kept.
   */
  hold(day: string): Promise<Result<FileToSend>>;
  release(day: string): void;
}

export function createStoredFiles(ports: {
  readonly database: OfficeDatabase;
  readonly fence: number;
  readonly newId: NewId;
  /** For the copy that is sent; it is removed again. */
  readonly folder: string;
}): StoredFiles {
  const { database, fence } = ports;
  const store = createFileStore(ports.folder);
  const held = new Map<string, string>();

  return {
    hold: async (day) => {
      const before = await readChainDay(database.query, day);
      if (before?.handedIn != null) return fail({ kind: 'daily-file', reason: 'handed-in' });
      if (before === null) return fail({ kind: 'daily-file', reason: 'not-this-till' });
      if (before.offeredAt === null) await createChainFile(database, before, fence, ports.newId);
      const row = (await readChainDay(database.query, day)) ?? before;
      const { build, name, sha256, bytes } = row;
      if (build === null || sha256 === null || bytes === null) {
        return fail({ kind: 'daily-file', reason: 'busy' });
      }
      const written = await store.write(day, name, readStoredText(database.query, build));
      if (!written.ok) return written;
      if (written.value.sha256 !== sha256 || written.value.bytes !== bytes) {
        return fail({ kind: 'daily-file', reason: 'file-changed' });
      }
      const path = store.getPath(day, name);
      held.set(day, path);
      return ok({ path, name, bytes, sha256, unfinishedName: toPartName(name, fence) });
    },
    release: (day) => {
      const path = held.get(day);
      held.delete(day);
      // Nobody misses the copy; a leftover is written over.
      if (path !== undefined) rm(dirname(path), { recursive: true, force: true }).catch(() => {});
    },
  };
}

/** Of this term alone: whoever was elected before and wakes up writes into another file. */
export function toPartName(name: string, fence: number): string {
  return `${name}.${fence}.part`;
}

async function* readStoredText(ask: ChainQuery, build: string): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  for await (const bytes of readStoredBytes(ask, build)) yield decoder.decode(bytes);
}
