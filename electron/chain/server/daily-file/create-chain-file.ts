import { createHash } from 'node:crypto';
import { z } from 'zod';
import { formatFileHeaderDate } from '../../../back-office/reconciliation/days/index.ts';
import { type CreateId, createUuid } from '../../../platform/index.ts';
import type { ChainDay, TillMissingFromDay } from '../chain-day.ts';
import type { ChainServerDatabase, ResultRow } from '../database/index.ts';
import { readChainDay } from './chain-days.ts';
import { createChainDailyFileLines } from './chain-lines.ts';

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
 * Makes the file of a day from one snapshot of the tills' status and rows, and stores its bytes.
 * They become the day's file with the last statement of one commit, which the fencing token may reject.
 * Returns false if a server may already have an earlier file, or if a person handed the file in.
 */
export async function createAndStoreChainDailyFile(
  database: ChainServerDatabase,
  day: ChainDay,
  fencingToken: number,
  createId: CreateId,
): Promise<boolean> {
  const buildId = createId();
  return await database.transaction('snapshot', (read) =>
    database.transaction('write', async (write) => {
      const tills = (
        await read('SELECT * FROM chain.day_tills_v1($1, $2)', [day.since, day.until])
      ).map(parseTill);
      const lines = createChainDailyFileLines(read, day, formatFileHeaderDate(day));
      const hash = createHash('sha256');
      let bytes = 0;
      let pieceCount = 0;
      let pendingWrite: Promise<unknown> = Promise.resolve();
      const writePiece = async (text: string, first: number, last: number): Promise<void> => {
        const piece = Buffer.from(text, 'utf8');
        hash.update(piece);
        bytes += piece.length;
        // One piece is written while the next one is read.
        await pendingWrite;
        pendingWrite = write('SELECT chain.add_piece_v1($1, $2, $3, $4, $5, $6)', [
          day.day,
          buildId,
          pieceCount,
          first,
          last,
          piece,
        ]);
        pendingWrite.catch(() => {});
        pieceCount += 1;
      };
      await writePiece(lines.header, -1, -1);
      for await (const page of lines.readPages()) {
        if (page.text !== '') await writePiece(page.text, page.firstSecond, page.lastSecond);
      }
      await writePiece(lines.formatFooter(), -1, -1);
      await pendingWrite;
      const { leftOut, ...totals } = lines.getTotals();
      const file = {
        ...totals,
        bytes,
        sha256: hash.digest('hex'),
        leftOut: leftOut.slice(0, MAX_LISTED_LEFT_OUT),
        missing: tills.flatMap(toMissingTills),
      };
      const tillPositions = tills.map((till) => ({
        till: till.till_id,
        epoch: till.epoch,
        acked: till.acked,
      }));
      const [fileRow] = await write('SELECT chain.set_file_v1($1, $2, $3, $4, $5) AS done', [
        fencingToken,
        day.day,
        buildId,
        JSON.stringify(file),
        JSON.stringify(tillPositions),
      ]);
      return fileRow?.done === true;
    }),
  );
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
 * the day.
 */
export async function listMissingTills(
  query: (text: string, values: readonly unknown[]) => Promise<readonly ResultRow[]>,
  day: Pick<ChainDay, 'since' | 'until'>,
): Promise<TillMissingFromDay[]> {
  const rows = await query('SELECT * FROM chain.day_tills_v1($1, $2)', [day.since, day.until]);
  return rows.map(parseTill).flatMap(toMissingTills);
}

function parseTill(row: ResultRow): z.infer<typeof tillAtDaySchema> {
  return tillAtDaySchema.parse(row);
}

function toMissingTills(till: z.infer<typeof tillAtDaySchema>): TillMissingFromDay[] {
  if (till.standing === 'in') return [];
  const { till_id: id, shop, pos_number: pos, standing, seen_at: seenAt } = till;
  return [{ till: id, shop, pos, standing, seenAt }];
}
