import { z } from 'zod';
import type { ChainQuery } from '../database/index.ts';
import type { JournalEntry } from './upload-journal.ts';

/** What the database knows about the upload of a day. */
export interface RecordedDay {
  /** Null if the file was not uploaded. */
  readonly upload: JournalEntry | null;
  readonly isHandedIn: boolean;
  /** The digest of a file that may have arrived; null if none. */
  readonly inDoubtSha256: string | null;
  /** When a person last had the file sent again; null if never. */
  readonly sendAgainAt: string | null;
}

const rowSchema = z.object({
  day: z.string(),
  name: z.string(),
  bytes: z.coerce.number(),
  sha256: z.string().nullable(),
  uploadedAt: z.string().nullable(),
  host: z.string(),
  isHandedIn: z.boolean(),
  isInDoubt: z.boolean(),
  sendAgainAt: z.string().nullable(),
});

const UTC_FORMAT = `'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`;
const SELECT_DAYS = `
  SELECT d.day::text, d.name, d.bytes, d.sha256,
    to_char(d.uploaded_at AT TIME ZONE 'UTC', ${UTC_FORMAT}) AS "uploadedAt",
    coalesce((SELECT split_part(t.holder, ' ', 1) FROM chain.day_attempts t
      WHERE t.day = d.day AND t.result IN ('uploaded', 'was-there') LIMIT 1), '') AS host,
    d.handed_in_at IS NOT NULL AS "isHandedIn", d.in_doubt_at IS NOT NULL AS "isInDoubt",
    (SELECT to_char(max(a.at) AT TIME ZONE 'UTC', ${UTC_FORMAT}) FROM chain.day_acts a
      WHERE a.day = d.day AND a.act IN ('not-handed-in', 'sent-again')) AS "sendAgainAt"
  FROM chain.days d
  WHERE d.uploaded_at IS NOT NULL OR d.handed_in_at IS NOT NULL OR d.in_doubt_at IS NOT NULL
    OR EXISTS (SELECT FROM chain.day_acts a WHERE a.day = d.day)
  ORDER BY d.day`;

/** The days about whose upload the database knows something, the oldest first. */
export async function readRecordedDays(
  query: ChainQuery,
): Promise<ReadonlyMap<string, RecordedDay>> {
  const rows = (await query(SELECT_DAYS)).map((row) => rowSchema.parse(row));
  return new Map(rows.map((row) => [row.day, toRecordedDay(row)]));
}

function toRecordedDay(row: z.infer<typeof rowSchema>): RecordedDay {
  const { day, name, bytes, sha256, uploadedAt, host, isHandedIn, isInDoubt, sendAgainAt } = row;
  return {
    upload:
      uploadedAt === null ? null : { day, name, bytes, sha256: sha256 ?? '', uploadedAt, host },
    isHandedIn,
    inDoubtSha256: isInDoubt ? sha256 : null,
    sendAgainAt,
  };
}

/** Identifies the database, also after it was restored into another one: when it was created. */
export async function readDatabaseId(query: ChainQuery): Promise<string> {
  const [row] = await query(
    `SELECT to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS id
     FROM chain.versions WHERE version = 1`,
  );
  return z.string().parse(row?.id);
}
