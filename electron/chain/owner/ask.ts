import { setTimeout as wait } from 'node:timers/promises';
import { fail, ok, type Problem, type Result } from '../../../shared/contract/index.ts';
import type { Log } from '../../platform/index.ts';
import type { ChainAddress, ChainConnection, ChainProblem, ChainResult } from '../client/index.ts';

/** Asks one thing of the database. */
export type AskView = (
  text: string,
  values?: readonly unknown[],
) => Promise<Result<readonly Record<string, unknown>[]>>;

const CONNECT_MS = 4_000;
const DEADLINE_MS = 10_000;
/** For all of it: connecting to one host after the other, and the answer. */
const WHOLE_MS = 15_000;

/**
 * Runs `work` on a connection of its own, which is closed whatever comes of it. A host that does not
 * answer holds nobody up for longer than the whole deadline.
 */
export async function withView<Value>(
  address: ChainAddress,
  log: Log,
  work: (ask: AskView) => Promise<Result<Value>>,
  isLong = false,
): Promise<Result<Value>> {
  const options = { connectMs: CONNECT_MS, deadlineMs: DEADLINE_MS, mayBeReadOnly: true };
  // The client is loaded only by whoever looks.
  const { connectChain } = await import('../client/index.ts');
  const answer = connectChain(address, options).then((connected) => answerOf(connected, log, work));
  // A file of everything takes as long as it takes; each of its pages has its deadline.
  if (isLong) return await answer;
  const ending = new AbortController();
  const late = wait(WHOLE_MS, null, { signal: ending.signal, ref: false }).then(
    () => fail({ kind: 'chain-view', reason: 'silent' } satisfies Problem),
    () => fail({ kind: 'chain-view', reason: 'silent' } satisfies Problem),
  );
  try {
    return await Promise.race([answer, late]);
  } finally {
    ending.abort();
    answer.catch((error: unknown) => log.error({ err: error }, 'a view of the chain failed late'));
  }
}

async function answerOf<Value>(
  connected: ChainResult<ChainConnection>,
  log: Log,
  work: (ask: AskView) => Promise<Result<Value>>,
): Promise<Result<Value>> {
  if (!connected.ok) return fail(viewProblem(connected.problem, log));
  const connection = connected.value;
  try {
    return await work(async (text, values = []) => {
      const rows = await connection.query(text, values);
      return rows.ok ? ok(rows.value) : fail(viewProblem(rows.problem, log));
    });
  } finally {
    await connection.end();
  }
}

type Reason = Extract<Problem, { kind: 'chain-view' }>['reason'];

function viewProblem(problem: ChainProblem, log: Log): Problem {
  const { kind, detail, sqlState, host } = problem;
  log.warn({ kind, detail, sqlState, host }, 'the chain could not be looked into');
  return { kind: 'chain-view', reason: reasonOf(problem) };
}

/** A role that gets in and may not look. */
const MAY_NOT = '42501';
/** It gave up by its own limit. */
const TOOK_TOO_LONG = '57014';

function reasonOf({ kind, detail, sqlState }: ChainProblem): Reason {
  switch (kind) {
    case 'unreachable':
      return sqlState === TOOK_TOO_LONG || /^no answer within/.test(detail)
        ? 'silent'
        : 'unreachable';
    case 'refused':
      return sqlState === MAY_NOT ? 'not-office' : 'refused';
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
