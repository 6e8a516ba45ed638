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
import { type ChainRow, chainRowSchema, type UnreadableRow } from './rows.ts';
import { type PushedTillStatus, pushedTillStatusSchema } from './status.ts';

/**
 * Returns the epoch and the last change that the database has of this till; null if the till has
 * never sent a hello.
 */
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
 * Fails with `other-environment` if the chain belongs to another environment. With `decides`, a
 * chain without an environment gets this one.
 */
export async function assertEnvironment(
  connection: ChainConnection,
  assertion: { readonly environment: string; readonly decides: boolean },
): Promise<ChainResult<null>> {
  const values = [assertion.environment, assertion.decides];
  const answer = await connection.query('SELECT chain.environment_v1($1, $2)', values);
  return answer.ok ? { ok: true, value: null } : answer;
}

/**
 * Starts a session, which ends the previous one. `marks` are the ledger's marks by change number:
 * it must contain the mark of the number that `readSyncPosition` returned.
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
  return queryRow(
    connection,
    'SELECT * FROM chain.hello_v1($1, $2, $3, $4)',
    values,
    sessionAnswerSchema,
  );
}

/**
 * Sends the changes after `from` up to `to`, with the current values of their rows, and the till's
 * status. `acked` of the answer is the last change that the database has: `to`, or another number
 * if it was not at `from`.
 */
export async function pushChanges(
  connection: ChainConnection,
  input: {
    readonly session: number;
    readonly from: number;
    readonly to: number;
    /** The mark of the change `to`. */
    readonly mark: string | null;
    readonly rows: readonly (ChainRow | UnreadableRow)[];
    readonly status: PushedTillStatus;
  },
): Promise<ChainResult<PushAnswer>> {
  const { session, from, to, mark } = input;
  const rows = JSON.stringify(input.rows.map(toWireRow));
  const values = [
    session,
    from,
    to,
    mark,
    rows,
    JSON.stringify(pushedTillStatusSchema.parse(input.status)),
  ];
  const text = 'SELECT * FROM chain.push_v1($1, $2, $3, $4, $5, $6)';
  return queryRow(connection, text, values, pushAnswerSchema);
}

/**
 * Removes the fields that the schema does not have. A row that does not match the schema is sent as
 * its key and the names of the wrong fields: the database sets it aside for the owner to see, and
 * accepts the other rows.
 */
function toWireRow(row: ChainRow | UnreadableRow): unknown {
  if ('wrong' in row) return row;
  const parsed = chainRowSchema.safeParse(row);
  if (parsed.success) return parsed.data;
  const wrongFields = parsed.error.issues.map(({ path }) => path.join('.')).join(', ');
  const key = 'id' in row ? row.id : 'payment' in row ? row.payment : row.number;
  return { change: row.change, n: row.n, key, wrong: wrongFields };
}

/** Lists the payments to this account in the last minutes, newest first, three at most. */
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

/**
 * Takes or renews the lease for so many seconds. Returns its fence; null if another holder has it.
 */
export async function takeLease(
  connection: ChainConnection,
  input: { readonly name: string; readonly holder: string; readonly seconds: number },
): Promise<ChainResult<number | null>> {
  const { name, holder, seconds } = input;
  const text = 'SELECT chain.take_lease_v1($1, $2, $3) AS fence';
  const schema = z.object({ fence: z.number().int().nullable() });
  const answer = await queryRow(connection, text, [name, holder, seconds], schema);
  return answer.ok ? { ok: true, value: answer.value.fence } : answer;
}

/** Releases the lease: another holder can take it immediately. */
export async function releaseLease(
  connection: ChainConnection,
  input: { readonly name: string; readonly holder: string },
): Promise<ChainResult<null>> {
  const values = [input.name, input.holder];
  const answer = await connection.query('SELECT chain.release_lease_v1($1, $2)', values);
  return answer.ok ? { ok: true, value: null } : answer;
}

async function queryRow<Schema extends z.ZodType>(
  connection: ChainConnection,
  text: string,
  values: readonly unknown[],
  schema: Schema,
): Promise<ChainResult<z.infer<Schema>>> {
  const rows = await queryRows(connection, text, values, schema);
  if (!rows.ok) return rows;
  const [first] = rows.value;
  return first === undefined
    ? toUnreadableProblem(connection, 'no row')
    : { ok: true, value: first };
}

async function queryRows<Schema extends z.ZodType>(
  connection: ChainConnection,
  text: string,
  values: readonly unknown[],
  schema: Schema,
  options?: QueryOptions,
): Promise<ChainResult<z.infer<Schema>[]>> {
  const answer = await connection.query(text, values, options);
  if (!answer.ok) return answer;
  const rows = z.array(schema).safeParse(answer.value);
  if (!rows.success) return toUnreadableProblem(connection, z.prettifyError(rows.error));
  return { ok: true, value: rows.data };
}

function toUnreadableProblem(connection: ChainConnection, detail: string): ChainResult<never> {
  const { host } = connection;
  return { ok: false, problem: { kind: 'failed', detail, sqlState: null, host } };
}
