import type { ChainProblem } from '../../client/index.ts';
import type { ChainConnectResult } from '../index.ts';

/**
 * What becomes of a call: it works, is lost on its way, its answer is, it arrives twice, breaks the client,
 * or arrives only when the till has long given it up and made two others.
 */
export type CallFate = 'works' | 'never-arrives' | 'answer-lost' | 'doubled' | 'throws' | 'late';
export type TillCall = 'standing' | 'hello' | 'push';

/** The line between a till and its chain, which can be told to fail. */
export interface Line {
  connect(): Promise<ChainConnectResult>;
  /** Decides about each call; by default all of them work. */
  fate: (call: TillCall) => CallFate;
  /** Nothing gets through. */
  refusal: ChainProblem['kind'] | null;
  readonly calls: TillCall[];
  /** Resolves when nobody waits for an answer. */
  idle(): Promise<void>;
}

export function lineTo(connect: () => Promise<ChainConnectResult>): Line {
  let waiting = 0;
  const counted = async <Value>(work: () => Promise<Value>): Promise<Value> => {
    waiting += 1;
    try {
      return await work();
    } finally {
      waiting -= 1;
    }
  };
  const delayed: { calls: number; readonly arrive: () => Promise<unknown> }[] = [];
  const arriveLate = async (): Promise<void> => {
    for (const one of delayed) one.calls -= 1;
    for (const one of delayed.splice(0).filter((each) => {
      if (each.calls <= 0) return true;
      delayed.push(each);
      return false;
    }))
      await one.arrive();
  };
  const lost = (kind: ChainProblem['kind']) =>
    ({ ok: false, problem: { kind, detail: 'lost', sqlState: null, host: null } }) as const;

  const line: Line = {
    fate: () => 'works',
    refusal: null,
    calls: [],
    connect: () =>
      counted(async () => {
        if (line.refusal !== null) return lost(line.refusal);
        const connected = await connect();
        if (!connected.ok) return connected;
        const connection = connected.value;
        let isCut = false;
        let isAwaited = false;
        return {
          ok: true,
          value: {
            ...connection,
            query: (text, values, options) =>
              counted(async () => {
                const call = callOf(text);
                line.calls.push(call);
                const fate = isCut ? 'never-arrives' : line.fate(call);
                await arriveLate();
                isCut ||= ['never-arrives', 'answer-lost', 'throws', 'late'].includes(fate);
                if (fate === 'throws') throw new Error('the client broke');
                if (fate === 'late') {
                  isAwaited = true;
                  const arrive = async (): Promise<void> => {
                    await connection.query(text, values, options);
                    await connection.end();
                  };
                  delayed.push({ calls: 3, arrive });
                }
                if (fate === 'never-arrives' || fate === 'late') return lost('unreachable');
                const answer = await connection.query(text, values, options);
                if (fate === 'answer-lost') return lost('unreachable');
                if (fate === 'doubled') await connection.query(text, values, options);
                return answer;
              }),
            end: () =>
              counted(async () => {
                if (!isAwaited) await connection.end();
              }),
          },
        };
      }),
    idle: async () => {
      for (let calm = 0; calm < 3; calm += 1) {
        await new Promise((later) => setImmediate(later));
        if (waiting === 0) continue;
        calm = 0;
        await new Promise((later) => setTimeout(later, 1));
      }
    },
  };
  return line;
}

function callOf(text: string): TillCall {
  const call = /chain\.(standing|hello|push)_v1/.exec(text)?.[1];
  if (call === 'standing' || call === 'hello' || call === 'push') return call;
  throw new Error(`not of a till: ${text}`);
}
