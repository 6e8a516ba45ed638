import { setTimeout as wait } from 'node:timers/promises';
import { fail, ok, type Problem, type Result } from '../../../shared/contract/index.ts';
import type { Log } from '../../platform/index.ts';
import type {
  ChainAddress,
  ChainConnection,
  ChainProblem,
  ChainResult,
  ConnectToChainOptions,
} from '../client/index.ts';

/** Runs one query on the database. */
export type ChainViewQuery = (
  text: string,
  values?: readonly unknown[],
) => Promise<Result<readonly Record<string, unknown>[]>>;

const CONNECT_TIMEOUT_MS = 4_000;
const QUERY_TIMEOUT_MS = 10_000;
/** For the whole view: connecting to each host in turn, and the answer. */
const TOTAL_TIMEOUT_MS = 15_000;

/**
 * Runs `work` on its own connection, which is always closed afterwards. The total timeout applies
 * however many hosts do not answer; `hasNoTotalTimeout` lifts it.
 */
export async function withChainViewQuery<Value>(
  address: ChainAddress,
  log: Log,
  work: (query: ChainViewQuery) => Promise<Result<Value>>,
  hasNoTotalTimeout = false,
): Promise<Result<Value>> {
  const options: ConnectToChainOptions = {
    connectTimeoutMs: CONNECT_TIMEOUT_MS,
    deadlineMs: QUERY_TIMEOUT_MS,
    acceptsReadOnlyHost: true,
  };
  // The client is loaded only when a view is read.
  const { connectToChain } = await import('../client/index.ts');
  const answer = connectToChain(address, options).then((connected) =>
    runWithConnection(connected, log, work),
  );
  // A full export has no total timeout; each of its pages has its own.
  if (hasNoTotalTimeout) return await answer;
  const timeoutController = new AbortController();
  const timeout = wait(TOTAL_TIMEOUT_MS, null, {
    signal: timeoutController.signal,
    ref: false,
  }).then(
    () => fail({ kind: 'chain-view', reason: 'silent' } satisfies Problem),
    () => fail({ kind: 'chain-view', reason: 'silent' } satisfies Problem),
  );
  try {
    return await Promise.race([answer, timeout]);
  } finally {
    timeoutController.abort();
    answer.catch((error: unknown) =>
      log.error({ err: error }, 'chain-view: query failed after timeout'),
    );
  }
}

async function runWithConnection<Value>(
  connected: ChainResult<ChainConnection>,
  log: Log,
  work: (query: ChainViewQuery) => Promise<Result<Value>>,
): Promise<Result<Value>> {
  if (!connected.ok) return fail(toViewProblem(connected.problem, log));
  const connection = connected.value;
  try {
    return await work(async (text, values = []) => {
      const rows = await connection.query(text, values);
      return rows.ok ? ok(rows.value) : fail(toViewProblem(rows.problem, log));
    });
  } finally {
    await connection.end();
  }
}

type ChainViewReason = Extract<Problem, { kind: 'chain-view' }>['reason'];

function toViewProblem(problem: ChainProblem, log: Log): Problem {
  const { kind, detail, sqlState, host } = problem;
  log.warn({ kind, detail, sqlState, host }, 'chain-view: query failed');
  return { kind: 'chain-view', reason: toViewReason(problem) };
}

/** The login works but cannot read the views. */
const INSUFFICIENT_PRIVILEGE = '42501';
/** The server's statement timeout. */
const QUERY_CANCELED = '57014';

/** Raised by view_payments, for a text in a period that is longer than a day. */
const REASONS_BY_SQL_STATE: Readonly<Record<string, ChainViewReason>> = {
  MS005: 'needs-day',
  MS006: 'needs-longer-number',
};

function toViewReason({ kind, detail, sqlState }: ChainProblem): ChainViewReason {
  switch (kind) {
    case 'unreachable':
      return sqlState === QUERY_CANCELED || /^no answer within/.test(detail)
        ? 'silent'
        : 'unreachable';
    case 'refused':
      return sqlState === INSUFFICIENT_PRIVILEGE ? 'not-office' : 'refused';
    case 'newer':
    case 'older':
    case 'wrong-certificate':
    case 'full':
    case 'too-many':
      return kind;
    case 'failed':
      return REASONS_BY_SQL_STATE[sqlState ?? ''] ?? 'failed';
    case 'read-only':
    case 'session-taken':
    case 'other-environment':
      return 'failed';
  }
}
