import { z } from 'zod';
import type { ChainConnection, ChainResult, QueryOptions } from '../client/index.ts';
import {
  type OtherTillPaymentRow,
  otherTillPaymentRowSchema,
  type PushAnswer,
  pushAnswerSchema,
  type SessionAnswer,
  sessionAnswerSchema,
  syncPositionSchema,
} from './answers.ts';
import { type ChainRow, chainRow, type UnreadableRow } from './rows.ts';
import { type ChainStatus, chainStatus } from './status.ts';

/** Where the database stands with this till; null if it has never said hello. */
export async function readSyncPosition(
  connection: ChainConnection,
): Promise<ChainResult<z.infer<typeof syncPositionSchema> | null>> {
  const rows = await queryRows(
    connection,
    'SELECT * FROM chain.standing_v1()',
    [],
    syncPositionSchema,
  );
  return rows.ok ? { ok: true, value: rows.value[0] ?? null } : rows;
}

/**
 * Refused with `other-environment` where the chain is of another one; `decides`: of this one, from now
 * on, if no till has said so before.
 */
export async function assertEnvironment(
  connection: ChainConnection,
  said: { readonly environment: string; readonly decides: boolean },
): Promise<ChainResult<null>> {
  const values = [said.environment, said.decides];
  const answer = await connection.query('SELECT chain.environment_v1($1, $2)', values);
  return answer.ok ? { ok: true, value: null } : answer;
}

/**
 * Begins a session, which ends the one before. `marks` are the ledger's marks of changes by their
 * numbers: that of the number that `standing` answered has to be among them.
 */
export async function startSession(
  connection: ChainConnection,
  input: {
    readonly ledger: string;
    readonly epochKey: string;
    readonly head: number;
    readonly marks: Readonly<Record<string, string>>;
  },
): Promise<ChainResult<SessionAnswer>> {
  const { ledger, epochKey, head, marks } = input;
  const values = [ledger, epochKey, head, JSON.stringify(marks)];
  return queryOne(
    connection,
    'SELECT * FROM chain.hello_v1($1, $2, $3, $4)',
    values,
    sessionAnswerSchema,
  );
}

/**
 * The changes after `from` up to `to`, as their rows stand now, and the till's status. The answer's
 * `acked` is where the database stands: `to`, or another number if it was not at `from`.
 */
export async function pushChanges(
  connection: ChainConnection,
  input: {
    readonly session: number;
    readonly from: number;
    readonly to: number;
    /** Of the change `to`. */
    readonly mark: string | null;
    readonly rows: readonly (ChainRow | UnreadableRow)[];
    readonly status: ChainStatus;
  },
): Promise<ChainResult<PushAnswer>> {
  const { session, from, to, mark } = input;
  const rows = JSON.stringify(input.rows.map(toWireRow));
  const values = [session, from, to, mark, rows, JSON.stringify(chainStatus.parse(input.status))];
  const text = 'SELECT * FROM chain.push_v1($1, $2, $3, $4, $5, $6)';
  return queryOne(connection, text, values, pushAnswerSchema);
}

/**
 * With the fields of its shape alone. One that has not the shape goes by its name and with the
 * fields that are wrong: the database puts it aside, where the owner sees it, and the rest goes on.
 */
function toWireRow(row: ChainRow | UnreadableRow): unknown {
  if ('wrong' in row) return row;
  const parsed = chainRow.safeParse(row);
  if (parsed.success) return parsed.data;
  const wrong = parsed.error.issues.map(({ path }) => path.join('.')).join(', ');
  const key = 'id' in row ? row.id : 'payment' in row ? row.payment : row.number;
  return { change: row.change, n: row.n, key, wrong };
}

/** Payments of this very account in the last minutes, the newest first, three at most. */
export async function findOtherTillPayments(
  connection: ChainConnection,
  input: { readonly biller: number; readonly account: string; readonly minutes: number },
  options?: QueryOptions,
): Promise<ChainResult<readonly OtherTillPaymentRow[]>> {
  const { biller, account, minutes } = input;
  const text = 'SELECT * FROM chain.same_v1($1, $2, $3)';
  return queryRows(
    connection,
    text,
    [biller, account, minutes],
    otherTillPaymentRowSchema,
    options,
  );
}

/** The fence of the lease if it is ours now, for so long; null if somebody else has it. */
export async function takeLease(
  connection: ChainConnection,
  input: { readonly name: string; readonly holder: string; readonly seconds: number },
): Promise<ChainResult<number | null>> {
  const { name, holder, seconds } = input;
  const text = 'SELECT chain.take_lease_v1($1, $2, $3) AS fence';
  const shape = z.object({ fence: z.number().int().nullable() });
  const answer = await queryOne(connection, text, [name, holder, seconds], shape);
  return answer.ok ? { ok: true, value: answer.value.fence } : answer;
}

/** Somebody else may have it at once. */
export async function releaseLease(
  connection: ChainConnection,
  input: { readonly name: string; readonly holder: string },
): Promise<ChainResult<null>> {
  const values = [input.name, input.holder];
  const answer = await connection.query('SELECT chain.release_lease_v1($1, $2)', values);
  return answer.ok ? { ok: true, value: null } : answer;
}

async function queryOne<Shape extends z.ZodType>(
  connection: ChainConnection,
  text: string,
  values: readonly unknown[],
  shape: Shape,
): Promise<ChainResult<z.infer<Shape>>> {
  const rows = await queryRows(connection, text, values, shape);
  if (!rows.ok) return rows;
  const [first] = rows.value;
  return first === undefined
    ? toUnreadableProblem(connection, 'no row')
    : { ok: true, value: first };
}

async function queryRows<Shape extends z.ZodType>(
  connection: ChainConnection,
  text: string,
  values: readonly unknown[],
  shape: Shape,
  options?: QueryOptions,
): Promise<ChainResult<z.infer<Shape>[]>> {
  const answer = await connection.query(text, values, options);
  if (!answer.ok) return answer;
  const rows = z.array(shape).safeParse(answer.value);
  if (!rows.success) return toUnreadableProblem(connection, z.prettifyError(rows.error));
  return { ok: true, value: rows.data };
}

function toUnreadableProblem(connection: ChainConnection, detail: string): ChainResult<never> {
  const { host } = connection;
  return { ok: false, problem: { kind: 'failed', detail, sqlState: null, host } };
}
