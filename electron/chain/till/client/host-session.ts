import { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { Client, types } from 'pg';
import type { ChainAddress } from './chain-address.ts';
import { ChainError, toChainProblem } from './chain-problem.ts';

export interface QueryOptions {
  /** The call's own deadline; that of the connection where it is left out. */
  readonly deadlineMs?: number;
}

/** Rejects with a `ChainError`. */
export type ChainQuery = (
  text: string,
  values?: readonly unknown[],
  options?: QueryOptions,
) => Promise<Record<string, unknown>[]>;

/** One connection to one host. */
export interface HostSession {
  readonly host: string;
  readonly query: ChainQuery;
  /** False once it has broken, or a call of it ran out of time. */
  isUsable(): boolean;
  close(): Promise<void>;
}

export interface HostOptions {
  readonly connectMs: number;
  readonly deadlineMs: number;
}

/** A goodbye that is not answered by then is none. */
const DISCONNECT_TIMEOUT_MS = 500;
const APPLICATION_NAME = 'mostrador';

/** Rejects with a `ChainError`; nothing of it is left open then. */
export async function openSession(
  address: ChainAddress,
  { host, port, name }: { readonly host: string; readonly port: number; readonly name: string },
  { connectMs, deadlineMs }: HostOptions,
): Promise<HostSession> {
  // Ours, so that it can be broken off whatever the client waits for.
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
    // The server gives up what nobody waits for any longer.
    statement_timeout: deadlineMs,
    idle_in_transaction_session_timeout: 60_000,
  });
  registerTypeParsers(client);
  let isBroken = false;
  const breakOff = (): void => {
    isBroken = true;
    socket.destroy();
  };
  // A broken connection fails the call that waits for it; without one there is nobody to tell.
  client.on('error', breakOff);
  try {
    await withTimeout(client.connect(), connectMs, breakOff);
  } catch (error) {
    breakOff();
    throw new ChainError(toChainProblem(error, name));
  }
  const query: ChainQuery = async (text, values = [], options = {}) => {
    const most = options.deadlineMs ?? deadlineMs;
    try {
      const result = await withTimeout(client.query(text, [...values]), most, breakOff);
      // Several statements at once answer with several results.
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
      breakOff();
    },
  };
}

/** The promise, or a rejection at its deadline, after which whatever it was doing is broken off. */
async function withTimeout<T>(promise: Promise<T>, most: number, breakOff: () => void): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`no answer within ${most} ms`));
      breakOff();
    }, most);
  });
  try {
    return await Promise.race([promise, deadline]);
  } finally {
    clearTimeout(timer);
  }
}

/** Numbers as numbers, moments and days as text: `pg` would read them in the machine's own zone. */
function registerTypeParsers(client: Client): void {
  const { INT8, DATE, TIMESTAMPTZ } = types.builtins;
  client.setTypeParser(INT8, 'text', (text) => {
    const number = Number(text);
    if (!Number.isSafeInteger(number)) throw new RangeError(`a number beyond ours: ${text}`);
    return number;
  });
  client.setTypeParser(DATE, 'text', (text) => text);
  const readMoment = types.getTypeParser(TIMESTAMPTZ, 'text');
  client.setTypeParser(TIMESTAMPTZ, 'text', (text) => {
    const moment: unknown = readMoment(text);
    return moment instanceof Date ? moment.toISOString() : moment;
  });
}
