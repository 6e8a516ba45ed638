import { z } from 'zod';
import type { ChainConnection, ChainQueryOptions, ChainResult } from '../client/index.ts';
import {
  type BillLayoutsRow,
  billLayoutsRowSchema,
  type OtherTillPaymentRow,
  otherTillPaymentRowSchema,
  type PushChangesAnswer,
  pushChangesAnswerSchema,
  type StartSessionAnswer,
  startSessionAnswerSchema,
  syncPositionSchema,
} from './answers.ts';
import { type ChainRow, chainRowSchema, type UnreadableRow } from './rows.ts';
import { type PushedTillStatus, pushedTillStatusSchema } from './status.ts';

/**
 * Returns the epoch and the last change that the database has of this till; null if the till has
 * never sent a hello.
 */
export async function readRemoteSyncPosition(
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
 * Fails with `other-environment` if the chain belongs to another environment. With
 * `claimsUnclaimedChain`, a chain without an environment gets this one.
 */
export async function assertChainEnvironment(
  connection: ChainConnection,
  assertion: { readonly environment: string; readonly claimsUnclaimedChain: boolean },
): Promise<ChainResult<null>> {
  const values = [assertion.environment, assertion.claimsUnclaimedChain];
  const answer = await connection.query('SELECT chain.environment_v1($1, $2)', values);
  return answer.ok ? { ok: true, value: null } : answer;
}

/**
 * Starts a session, which ends the previous one. `lostSession` is one that ended while this till used
 * it: two copies of one till end each other's, and a till that restarts has none. `changeTokens` are the ledger's tokens by change
 * number: it must contain the token of the number that `readRemoteSyncPosition` returned.
 */
export async function startSession(
  connection: ChainConnection,
  input: {
    readonly ledgerId: string;
    readonly epochKey: string;
    readonly newestChangeNumber: number;
    readonly changeTokens: Readonly<Record<string, string>>;
    readonly lostSession?: number | null;
  },
): Promise<ChainResult<StartSessionAnswer>> {
  const { ledgerId, epochKey, newestChangeNumber, changeTokens, lostSession = null } = input;
  const tokens = JSON.stringify(changeTokens);
  const values = [ledgerId, epochKey, newestChangeNumber, tokens, lostSession];
  return queryRow(
    connection,
    'SELECT * FROM chain.hello_v2($1, $2, $3, $4, $5)',
    values,
    startSessionAnswerSchema,
  );
}

/**
 * Sends the changes after `afterChangeNumber` up to `lastChangeNumber`, with the current values of
 * their rows, and the till's status. `acked` of the answer is the last change that the database has:
 * `lastChangeNumber`, or another number if it was not at `afterChangeNumber`.
 */
export async function pushChanges(
  connection: ChainConnection,
  input: {
    readonly sessionNumber: number;
    readonly afterChangeNumber: number;
    readonly lastChangeNumber: number;
    /** The token of the change `lastChangeNumber`. */
    readonly lastChangeToken: string | null;
    readonly rows: readonly (ChainRow | UnreadableRow)[];
    readonly status: PushedTillStatus;
  },
): Promise<ChainResult<PushChangesAnswer>> {
  const { sessionNumber, afterChangeNumber, lastChangeNumber, lastChangeToken } = input;
  const rows = JSON.stringify(input.rows.map(toWireRow));
  const values = [
    sessionNumber,
    afterChangeNumber,
    lastChangeNumber,
    lastChangeToken,
    rows,
    JSON.stringify(pushedTillStatusSchema.parse(input.status)),
  ];
  const text = 'SELECT * FROM chain.push_v2($1, $2, $3, $4, $5, $6)';
  return queryRow(connection, text, values, pushChangesAnswerSchema);
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

/**
 * Lists the payments to this account in the last minutes, newest first: three at most of other tills,
 * and three of this one.
 */
export async function listOtherTillPayments(
  connection: ChainConnection,
  input: { readonly billerId: number; readonly accountNumber: string; readonly minutes: number },
  options?: ChainQueryOptions,
): Promise<ChainResult<readonly OtherTillPaymentRow[]>> {
  const { billerId, accountNumber, minutes } = input;
  const text = 'SELECT * FROM chain.same_v1($1, $2, $3)';
  return queryRows(
    connection,
    text,
    [billerId, accountNumber, minutes],
    otherTillPaymentRowSchema,
    options,
  );
}

/** Reads the chain's layouts of bills; null if the till has this revision already. */
export async function readBillLayouts(
  connection: ChainConnection,
  knownRevision: string | null,
): Promise<ChainResult<BillLayoutsRow | null>> {
  const text = 'SELECT * FROM chain.bill_layouts_v1($1)';
  const rows = await queryRows(connection, text, [knownRevision], billLayoutsRowSchema);
  return rows.ok ? { ok: true, value: rows.value[0] ?? null } : rows;
}

/** Whether an administrator wants this till to replace its password (`chain rotate-passwords`). */
export async function readIsPasswordDue(
  connection: ChainConnection,
): Promise<ChainResult<boolean>> {
  const text = 'SELECT chain.is_password_due_v1() AS "isDue"';
  const answer = await queryRow(connection, text, [], z.object({ isDue: z.boolean() }));
  return answer.ok ? { ok: true, value: answer.value.isDue } : answer;
}

/** Records that this till has replaced its password. */
export async function recordPasswordReplaced(
  connection: ChainConnection,
): Promise<ChainResult<null>> {
  const answer = await connection.query('SELECT chain.password_replaced_v1()');
  return answer.ok ? { ok: true, value: null } : answer;
}

/**
 * Takes or renews the lease for so many seconds. Returns its fence; null if another holder has it.
 */
export async function takeOrRenewLease(
  connection: ChainConnection,
  input: { readonly leaseName: string; readonly holder: string; readonly ttlSeconds: number },
): Promise<ChainResult<number | null>> {
  const { leaseName, holder, ttlSeconds } = input;
  const text = 'SELECT chain.take_lease_v1($1, $2, $3) AS fence';
  const schema = z.object({ fence: z.number().int().nullable() });
  const answer = await queryRow(connection, text, [leaseName, holder, ttlSeconds], schema);
  return answer.ok ? { ok: true, value: answer.value.fence } : answer;
}

/** Releases the lease: another holder can take it immediately. */
export async function releaseLease(
  connection: ChainConnection,
  input: { readonly leaseName: string; readonly holder: string },
): Promise<ChainResult<null>> {
  const values = [input.leaseName, input.holder];
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
  options?: ChainQueryOptions,
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
