import { setTimeout as wait } from 'node:timers/promises';
import { fail, ok, type Problem, type Result } from '../../../../shared/contract/index.ts';
import type { Log } from '../../../platform/index.ts';
import type { ChainAddress, ChainConnection, ChainProblem, ChainResult } from '../client/index.ts';

/** Asks one thing of the database. */
export type ChainViewQuery = (
  text: string,
  values?: readonly unknown[],
) => Promise<Result<readonly Record<string, unknown>[]>>;

const CONNECT_TIMEOUT_MS = 4_000;
const QUERY_TIMEOUT_MS = 10_000;
/** For all of it: connecting to one host after the other, and the answer. */
const TOTAL_TIMEOUT_MS = 15_000;

/**
 * Runs `work` on a connection of its own, which is closed whatever comes of it. A host that does not
 * answer holds nobody up for longer than the whole deadline.
 */
export async function withChainView<Value>(
  address: ChainAddress,
  log: Log,
  work: (ask: ChainViewQuery) => Promise<Result<Value>>,
  isLong = false,
): Promise<Result<Value>> {
  const options = {
    connectMs: CONNECT_TIMEOUT_MS,
    deadlineMs: QUERY_TIMEOUT_MS,
    mayBeReadOnly: true,
  };
  // The client is loaded only by whoever looks.
  const { connectChain } = await import('../client/index.ts');
  const answer = connectChain(address, options).then((connected) =>
    runWithConnection(connected, log, work),
  );
  // A file of everything takes as long as it takes; each of its pages has its deadline.
  if (isLong) return await answer;
  const ending = new AbortController();
  const late = wait(TOTAL_TIMEOUT_MS, null, { signal: ending.signal, ref: false }).then(
    () => fail({ kind: 'chain-view', reason: 'silent' } satisfies Problem),
    () => fail({ kind: 'chain-view', reason: 'silent' } satisfies Problem),
  );
  try {
    return await Promise.race([answer, late]);
  } finally {
    ending.abort();
    answer.catch((error: unknown) =>
      log.error({ err: error }, 'chain-view: query failed after timeout'),
    );
  }
}

async function runWithConnection<Value>(
  connected: ChainResult<ChainConnection>,
  log: Log,
  work: (ask: ChainViewQuery) => Promise<Result<Value>>,
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

/** A role that gets in and may not look. */
const INSUFFICIENT_PRIVILEGE = '42501';
/** It gave up by its own limit. */
const QUERY_CANCELED = '57014';

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
    case 'read-only':
    case 'session-taken':
    case 'other-environment':
      return 'failed';
  }
}
