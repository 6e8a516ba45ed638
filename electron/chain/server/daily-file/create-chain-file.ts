import { createHash } from 'node:crypto';
import { z } from 'zod';
import { formatHeaderDate } from '../../../back-office/reconciliation/days/index.ts';
import { type NewId, newUuid } from '../../../platform/index.ts';
import type { ChainDay, MissingTill } from '../chain-day.ts';
import type { OfficeDatabase, ResultRow } from '../database/index.ts';
import { readChainDay } from './chain-days.ts';
import { createChainLines } from './chain-lines.ts';

/** Where a till stood in the snapshot. */
const tillAtDaySchema = z.object({
  till_id: z.string(),
  shop: z.string(),
  pos_number: z.string(),
  standing: z.enum(['in', 'in-but-open', 'not-in', 'never']),
  seen_at: z.string().nullable(),
  epoch: z.number(),
  acked: z.number(),
});

/** A day lists at most so many of what the file cannot hold; it counts them all. */
const MAX_LISTED_LEFT_OUT = 1_000;

/**
 * Makes the file of a day from one snapshot of the tills' standings and of their rows, and keeps
 * its bytes. They become the day's file with the last statement of one commit, which the fence may
 * refuse. False if a server may have an earlier file already, or a person handed it in.
 */
export async function createChainFile(
  database: OfficeDatabase,
  day: ChainDay,
  fence: number,
  newId: NewId,
): Promise<boolean> {
  const build = newId();
  return await database.transaction('snapshot', (read) =>
    database.transaction('write', async (write) => {
      const tills = (
        await read('SELECT * FROM chain.day_tills_v1($1, $2)', [day.since, day.until])
      ).map(parseTill);
      const lines = createChainLines(read, day, formatHeaderDate(day));
      const hash = createHash('sha256');
      let bytes = 0;
      let count = 0;
      let writing: Promise<unknown> = Promise.resolve();
      const keep = async (text: string, first: number, last: number): Promise<void> => {
        const piece = Buffer.from(text, 'utf8');
        hash.update(piece);
        bytes += piece.length;
        // One piece is written while the next one is read.
        await writing;
        writing = write('SELECT chain.add_piece_v1($1, $2, $3, $4, $5, $6)', [
          day.day,
          build,
          count,
          first,
          last,
          piece,
        ]);
        writing.catch(() => {});
        count += 1;
      };
      await keep(lines.header, -1, -1);
      for await (const page of lines.pages()) {
        if (page.text !== '') await keep(page.text, page.firstSecond, page.lastSecond);
      }
      await keep(lines.footer(), -1, -1);
      await writing;
      const { leftOut, ...totals } = lines.totals();
      const file = {
        ...totals,
        bytes,
        sha256: hash.digest('hex'),
        leftOut: leftOut.slice(0, MAX_LISTED_LEFT_OUT),
        missing: tills.flatMap(toMissingTills),
      };
      const standings = tills.map((one) => ({
        till: one.till_id,
        epoch: one.epoch,
        acked: one.acked,
      }));
      const [made] = await write('SELECT chain.set_file_v1($1, $2, $3, $4, $5) AS done', [
        fence,
        day.day,
        build,
        JSON.stringify(file),
        JSON.stringify(standings),
      ]);
      return made?.done === true;
    }),
  );
}

/** The same, for a day by its name. */
export async function createDayFile(
  database: OfficeDatabase,
  day: string,
  fence: number,
): Promise<void> {
  const row = await readChainDay(database.query, day);
  if (row === null || !(await createChainFile(database, row, fence, newUuid))) {
    throw new Error(`no file was made of ${day}`);
  }
}

/** The tills that are not in; those that are in with an open payment of the day as well. */
export async function listMissingTills(
  ask: (text: string, values: readonly unknown[]) => Promise<readonly ResultRow[]>,
  day: Pick<ChainDay, 'since' | 'until'>,
): Promise<MissingTill[]> {
  const rows = await ask('SELECT * FROM chain.day_tills_v1($1, $2)', [day.since, day.until]);
  return rows.map(parseTill).flatMap(toMissingTills);
}

function parseTill(row: ResultRow): z.infer<typeof tillAtDaySchema> {
  return tillAtDaySchema.parse(row);
}

function toMissingTills(one: z.infer<typeof tillAtDaySchema>): MissingTill[] {
  if (one.standing === 'in') return [];
  const { till_id: till, shop, pos_number: pos, standing, seen_at: seenAt } = one;
  return [{ till, shop, pos, standing, seenAt }];
}
