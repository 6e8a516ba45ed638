import { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { Client, types } from 'pg';
import { createSerialQueue } from '../../platform/index.ts';
import type { ChainAddress } from './chain-address.ts';
import { ChainError, toChainProblem } from './chain-problem.ts';

export interface ChainQueryOptions {
  /** The timeout of this query; the connection's timeout by default. */
  readonly deadlineMs?: number;
}

/** Rejects with a `ChainError`. */
export type ChainQuery = (
  text: string,
  values?: readonly unknown[],
  options?: ChainQueryOptions,
) => Promise<Record<string, unknown>[]>;

/** One connection to one host. */
export interface HostSession {
  readonly host: string;
  readonly query: ChainQuery;
  /** False once the connection is broken or one of its queries timed out. */
  isUsable(): boolean;
  close(): Promise<void>;
}

export interface HostSessionOptions {
  readonly connectTimeoutMs: number;
  readonly deadlineMs: number;
  /** The server gets no password, and must prove that it knows it. */
  readonly mustProveItself: boolean;
}

/** The time that the server has to confirm the end of the session. */
const DISCONNECT_TIMEOUT_MS = 500;
const APPLICATION_NAME = 'mostrador';

/** Rejects with a `ChainError`; no connection is open then. */
export async function openHostSession(
  address: ChainAddress,
  { host, port, name }: { readonly host: string; readonly port: number; readonly name: string },
  { connectTimeoutMs, deadlineMs, mustProveItself }: HostSessionOptions,
): Promise<HostSession> {
  // Created here, so that it can be destroyed whatever state the client is in.
  const socket = new Socket();
  const client = new Client({
    host,
    port,
    database: address.database,
    user: address.user,
    password: address.password,
    ssl: { ca: address.ca, rejectUnauthorized: true, minVersion: 'TLSv1.2' },
    stream: () => socket,
    application_name: APPLICATION_NAME,
    keepAlive: true,
    // The server cancels a statement that the till no longer waits for.
    statement_timeout: deadlineMs,
    idle_in_transaction_session_timeout: 60_000,
  });
  registerTypeParsers(client);
  let isBroken = false;
  const abort = (): void => {
    isBroken = true;
    socket.destroy();
  };
  // A broken connection rejects the pending query; without one, there is nothing to report.
  client.on('error', abort);
  const proof = mustProveItself ? requireServerProof(client) : null;
  try {
    await withTimeout(client.connect(), connectTimeoutMs, abort);
  } catch (error) {
    abort();
    throw new ChainError(toChainProblem(error, name));
  }
  if (proof !== null && !proof.isGiven) {
    abort();
    const detail = 'the server did not prove that it knows the password (SCRAM)';
    throw new ChainError({ kind: 'refused', detail, sqlState: null, host: name });
  }
  // `pg` accepts a query while another one runs, and warns that it will not in its next version.
  const runSerially = createSerialQueue();
  const query: ChainQuery = async (text, values = [], options = {}) => {
    const timeoutMs = options.deadlineMs ?? deadlineMs;
    try {
      const answer = runSerially(() => client.query(text, [...values]));
      const result = await withTimeout(answer, timeoutMs, abort);
      // A text of several statements returns several results.
      return [result].flat().at(-1)?.rows ?? [];
    } catch (error) {
      throw new ChainError(toChainProblem(error, name));
    }
  };
  return {
    host: name,
    query,
    isUsable: () => !isBroken,
    close: async () => {
      if (!isBroken)
        await Promise.race([client.end(), wait(DISCONNECT_TIMEOUT_MS, null, { ref: false })]);
      abort();
    },
  };
}

/**
 * A till that joins a chain does not know yet whether the server is one of its present chain. Only SCRAM
 * keeps the password, and shows that the server knows it: the client rejects a wrong proof.
 */
function requireServerProof(client: Client): { readonly isGiven: boolean } {
  const proof = { isGiven: false };
  for (const event of ['authenticationCleartextPassword', 'authenticationMD5Password'])
    client.connection.prependListener(event, () => {
      client.password = '';
    });
  client.connection.once('authenticationSASLFinal', () => {
    proof.isGiven = true;
  });
  return proof;
}

/** Resolves as the promise does, or rejects at the timeout and calls `abort`. */
async function withTimeout<T>(
  promise: Promise<T>,
  timeoutMs: number,
  abort: () => void,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`no answer within ${timeoutMs} ms`));
      abort();
    }, timeoutMs);
  });
  try {
    return await Promise.race([promise, deadline]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Parses integers as numbers; times and dates as text, because `pg` would use the machine's time
 * zone.
 */
function registerTypeParsers(client: Client): void {
  const { INT8, DATE, TIMESTAMPTZ } = types.builtins;
  client.setTypeParser(INT8, 'text', (text) => {
    const number = Number(text);
    if (!Number.isSafeInteger(number)) throw new RangeError(`integer is not safe: ${text}`);
    return number;
  });
  client.setTypeParser(DATE, 'text', (text) => text);
  const parseTimestamp = types.getTypeParser(TIMESTAMPTZ, 'text');
  client.setTypeParser(TIMESTAMPTZ, 'text', (text) => {
    const timestamp: unknown = parseTimestamp(text);
    return timestamp instanceof Date ? timestamp.toISOString() : timestamp;
  });
}
