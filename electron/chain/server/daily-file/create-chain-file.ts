import { createHash } from 'node:crypto';
import { z } from 'zod';
import { type CreateId, createUuid } from '../../../platform/index.ts';
import type { ChainDay, TillMissingFromDay } from '../chain-day.ts';
import type { ChainServerDatabase, ResultRow } from '../database/index.ts';
import { readChainDay } from './chain-days.ts';
import { createChainFilePieces } from './chain-file-pieces.ts';
import { runInSharedSnapshot } from './shared-snapshot.ts';

/** The status of a till in the snapshot. */
const tillAtDaySchema = z.object({
  till_id: z.string(),
  shop: z.string(),
  pos_number: z.string(),
  standing: z.enum(['in', 'in-but-open', 'not-in', 'never']),
  seen_at: z.string().nullable(),
  epoch: z.number(),
  acked: z.number(),
});

/** The maximum of omitted transactions that a day lists; it counts all of them. */
const MAX_LISTED_LEFT_OUT = 1_000;

/**
 * Makes the file of a day from one snapshot of the tills' status and rows, and stores its pieces.
 * A second commit makes them the day's file, which the fencing token may reject. Returns false if a
 * server may already have an earlier file, or if a person handed the file in.
 */
export async function createAndStoreChainDailyFile(
  database: ChainServerDatabase,
  day: ChainDay,
  fencingToken: number,
  createId: CreateId,
): Promise<boolean> {
  const buildId = createId();
  const { file, tillPositions } = await runInSharedSnapshot(database, async (queries) => {
    const [query] = queries;
    const tills = (
      await query('SELECT * FROM chain.day_tills_v1($1, $2)', [day.since, day.until])
    ).map(parseTill);
    const pieces = createChainFilePieces(queries, day, buildId);
    const hash = createHash('sha256');
    let bytes = 0;
    for await (const text of pieces.store()) {
      hash.update(text, 'utf8');
      bytes += Buffer.byteLength(text, 'utf8');
    }
    const { leftOut, ...totals } = pieces.getTotals();
    return {
      file: {
        ...totals,
        bytes,
        sha256: hash.digest('hex'),
        leftOut: leftOut.slice(0, MAX_LISTED_LEFT_OUT),
        missing: tills.flatMap(toMissingTills),
      },
      tillPositions: tills.map((till) => ({
        till: till.till_id,
        epoch: till.epoch,
        acked: till.acked,
      })),
    };
  });
  const [fileRow] = await database.query('SELECT chain.set_file_v1($1, $2, $3, $4, $5) AS done', [
    fencingToken,
    day.day,
    buildId,
    JSON.stringify(file),
    JSON.stringify(tillPositions),
  ]);
  return fileRow?.done === true;
}

/** Makes the file of a day given by its date. Throws if no file could be made. */
export async function createDailyFileOfDay(
  database: ChainServerDatabase,
  day: string,
  fencingToken: number,
): Promise<void> {
  const row = await readChainDay(database.query, day);
  if (
    row === null ||
    !(await createAndStoreChainDailyFile(database, row, fencingToken, createUuid))
  ) {
    throw new Error(`no file was made of ${day}`);
  }
}

/**
 * Lists the tills whose payments are not complete, and the complete ones with an open payment of
 * the day. `seenSince`: a till that has not reported since then (ISO 8601) is not complete.
 */
export async function listMissingTills(
  query: (text: string, values: readonly unknown[]) => Promise<readonly ResultRow[]>,
  day: Pick<ChainDay, 'since' | 'until'>,
  seenSince: string | null = null,
): Promise<TillMissingFromDay[]> {
  const rows = await query('SELECT * FROM chain.day_tills_v1($1, $2)', [day.since, day.until]);
  return rows.map(parseTill).flatMap((till) => {
    const isSeen = seenSince === null || Date.parse(till.seen_at ?? '') >= Date.parse(seenSince);
    return toMissingTills(isSeen ? till : { ...till, standing: 'not-in' });
  });
}

function parseTill(row: ResultRow): z.infer<typeof tillAtDaySchema> {
  return tillAtDaySchema.parse(row);
}

function toMissingTills(till: z.infer<typeof tillAtDaySchema>): TillMissingFromDay[] {
  if (till.standing === 'in') return [];
  const { till_id: id, shop, pos_number: pos, standing, seen_at: seenAt } = till;
  return [{ till: id, shop, pos, standing, seenAt }];
}
