import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { fail, ok, type Result } from '../../../../shared/contract/index.ts';
import {
  createDailyFileStore,
  type FileToSend,
} from '../../../back-office/reconciliation/file/index.ts';
import type { CreateId } from '../../../platform/index.ts';
import type { ChainQuery, ChainServerDatabase } from '../database/index.ts';
import { readChainDay } from './chain-days.ts';
import { createAndStoreChainDailyFile } from './create-chain-file.ts';

const PIECES_PER_QUERY = 4;
const pieceSchema = z.object({ n: z.number(), bytes: z.instanceof(Uint8Array) });

/** Reads the bytes of a day's file from the database. */
export async function* readStoredFileBytes(
  query: ChainQuery,
  buildId: string,
): AsyncGenerator<Uint8Array> {
  let after = -1;
  for (;;) {
    const rows = await query('SELECT * FROM chain.pieces_v1($1, $2, $3)', [
      buildId,
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

export interface DailyFileStorage {
  /**
   * Prepares the file of a day for sending: made again from the current rows, unless a server may
   * already have one. The stored bytes are always the ones that are sent.
   */
  holdForUpload(day: string): Promise<Result<FileToSend>>;
  releaseAfterUpload(day: string): void;
}

export function createDailyFileStorage(ports: {
  readonly database: ChainServerDatabase;
  readonly fencingToken: number;
  readonly createId: CreateId;
  /** The folder of the copy that is sent; the copy is removed afterwards. */
  readonly folder: string;
}): DailyFileStorage {
  const { database, fencingToken } = ports;
  const store = createDailyFileStore(ports.folder);
  const pathByDay = new Map<string, string>();

  return {
    holdForUpload: async (day) => {
      const previousRow = await readChainDay(database.query, day);
      if (previousRow?.handedIn != null) return fail({ kind: 'daily-file', reason: 'handed-in' });
      if (previousRow === null) return fail({ kind: 'daily-file', reason: 'not-this-till' });
      if (previousRow.offeredAt === null)
        await createAndStoreChainDailyFile(database, previousRow, fencingToken, ports.createId);
      const row = (await readChainDay(database.query, day)) ?? previousRow;
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
      pathByDay.set(day, path);
      return ok({
        path,
        name,
        bytes,
        sha256,
        unfinishedName: toUnfinishedFileName(name, fencingToken),
      });
    },
    releaseAfterUpload: (day) => {
      const path = pathByDay.get(day);
      pathByDay.delete(day);
      // The copy is not needed any more; a leftover is overwritten.
      if (path !== undefined) rm(dirname(path), { recursive: true, force: true }).catch(() => {});
    },
  };
}

/** The temporary name of this term only: a former maker that resumes writes into another file. */
export function toUnfinishedFileName(name: string, fencingToken: number): string {
  return `${name}.${fencingToken}.part`;
}

async function* readStoredText(query: ChainQuery, build: string): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  for await (const bytes of readStoredFileBytes(query, build)) yield decoder.decode(bytes);
}
