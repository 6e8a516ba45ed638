import type { ChainProblem } from '../../../client/index.ts';
import type { ChainConnectResult } from '../index.ts';

/**
 * The fate of a call: it works, the request is lost, the answer is lost, it arrives twice, it makes
 * the client throw, or it arrives late, when the till has given it up and made two other calls.
 */
export type CallFate = 'works' | 'never-arrives' | 'answer-lost' | 'doubled' | 'throws' | 'late';
export type TillCall = 'position' | 'hello' | 'push';

/** The connection between a till and its chain, with configurable faults. */
export interface FaultyConnection {
  connect(): Promise<ChainConnectResult>;
  /** Returns the fate of each call; by default all work. */
  fate: (call: TillCall) => CallFate;
  /** If set, every connection fails with this problem. */
  refusal: ChainProblem['kind'] | null;
  readonly calls: TillCall[];
  /** Resolves when no call is pending. */
  waitUntilIdle(): Promise<void>;
}

export function createFaultyConnection(
  connect: () => Promise<ChainConnectResult>,
): FaultyConnection {
  let pendingCount = 0;
  const countPending = async <Value>(work: () => Promise<Value>): Promise<Value> => {
    pendingCount += 1;
    try {
      return await work();
    } finally {
      pendingCount -= 1;
    }
  };
  const delayed: { calls: number; readonly arrive: () => Promise<unknown> }[] = [];
  const arriveLate = async (): Promise<void> => {
    for (const call of delayed) call.calls -= 1;
    for (const call of delayed.splice(0).filter((call) => {
      if (call.calls <= 0) return true;
      delayed.push(call);
      return false;
    }))
      await call.arrive();
  };
  const toProblem = (kind: ChainProblem['kind']) =>
    ({ ok: false, problem: { kind, detail: 'lost', sqlState: null, host: null } }) as const;

  const line: FaultyConnection = {
    fate: () => 'works',
    refusal: null,
    calls: [],
    connect: () =>
      countPending(async () => {
        if (line.refusal !== null) return toProblem(line.refusal);
        const connected = await connect();
        if (!connected.ok) return connected;
        const connection = connected.value;
        let isCut = false;
        let isLate = false;
        return {
          ok: true,
          value: {
            ...connection,
            query: (text, values, options) =>
              countPending(async () => {
                const call = parseCall(text);
                line.calls.push(call);
                const fate = isCut ? 'never-arrives' : line.fate(call);
                await arriveLate();
                isCut ||= ['never-arrives', 'answer-lost', 'throws', 'late'].includes(fate);
                if (fate === 'throws') throw new Error('the client broke');
                if (fate === 'late') {
                  isLate = true;
                  const arrive = async (): Promise<void> => {
                    await connection.query(text, values, options);
                    await connection.end();
                  };
                  delayed.push({ calls: 3, arrive });
                }
                if (fate === 'never-arrives' || fate === 'late') return toProblem('unreachable');
                const answer = await connection.query(text, values, options);
                if (fate === 'answer-lost') return toProblem('unreachable');
                if (fate === 'doubled') await connection.query(text, values, options);
                return answer;
              }),
            end: () =>
              countPending(async () => {
                if (!isLate) await connection.end();
              }),
          },
        };
      }),
    waitUntilIdle: async () => {
      for (let quietTurns = 0; quietTurns < 3; quietTurns += 1) {
        await new Promise((resolve) => setImmediate(resolve));
        if (pendingCount === 0) continue;
        quietTurns = 0;
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
    },
  };
  return line;
}

function parseCall(text: string): TillCall {
  const call = /chain\.(standing|hello|push)_v\d/.exec(text)?.[1];
  // The database's function of the position is called so.
  if (call === 'standing') return 'position';
  if (call === 'hello' || call === 'push') return call;
  throw new Error(`not a call of a till: ${text}`);
}
