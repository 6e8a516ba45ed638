import { hash } from 'node:crypto';

/** A full run walks for minutes, also on a computer that is busy. */
export const FULL_WALK_TIMEOUT_MS = 60 * 60_000;

/** One step that is possible in a state: in words, and the state that follows. */
export interface Step<State> {
  readonly words: string;
  readonly next: State;
}

/** One decision of the till that is replaced by a wrong one, and the rule that it breaks. */
export interface PlantedFault<Decisions> {
  readonly name: string;
  readonly rule: string;
  readonly changes: Partial<Decisions>;
}

export interface WalkResult {
  readonly states: number;
  readonly transitions: number;
  readonly depth: number;
  /** True if no state was left that has not been walked. */
  readonly isComplete: boolean;
  /** The first violation that was found, with a shortest trace to it; null if there is none. */
  readonly violation: { readonly rule: string; readonly trace: readonly string[] } | null;
}

/**
 * Walks every state that is reachable in at most `maxDepth` steps, breadth-first and in a fixed
 * order, and stops at the first violation. Two states are the same if their JSON is;
 * its hash is kept, because millions of states must fit into the memory.
 */
export function walkStates<State>(
  initial: State,
  listSteps: (state: State) => Iterable<Step<State>>,
  findViolation: (state: State) => string | null,
  maxDepth: number,
): WalkResult {
  const nodes: { readonly parent: number; readonly words: string }[] = [{ parent: -1, words: '' }];
  const seen = new Set([toKey(initial)]);
  let level: { readonly state: State; readonly node: number }[] = [{ state: initial, node: 0 }];
  let transitions = 0;
  let depth = 0;
  const toResult = (violation: WalkResult['violation']): WalkResult => ({
    states: seen.size,
    transitions,
    depth,
    isComplete: level.length === 0,
    violation,
  });
  const buildTrace = (from: number): string[] => {
    const trace: string[] = [];
    for (let node = nodes[from]; node && node.parent >= 0; node = nodes[node.parent]) {
      trace.unshift(node.words);
    }
    return trace;
  };
  while (level.length > 0 && depth < maxDepth) {
    depth += 1;
    const nextLevel: typeof level = [];
    for (const { state, node } of level) {
      for (const { words, next } of listSteps(state)) {
        transitions += 1;
        const key = toKey(next);
        if (seen.has(key)) continue;
        seen.add(key);
        nodes.push({ parent: node, words });
        const index = nodes.length - 1;
        const rule = findViolation(next);
        if (rule !== null) return toResult({ rule, trace: buildTrace(index) });
        nextLevel.push({ state: next, node: index });
      }
    }
    level = nextLevel;
  }
  return toResult(null);
}

function toKey(state: unknown): string {
  return hash('sha1', JSON.stringify(state), 'base64');
}

/**
 * Describes a violation in words. `firstStep`: the step before the trace, with which
 * `replay-on-till.ts` can replay it; the command that does so is added.
 */
export function formatViolation({ violation }: WalkResult, firstStep?: string): string {
  if (violation === null) return 'no violation';
  const trace = firstStep === undefined ? violation.trace : [firstStep, ...violation.trace];
  const steps = trace.map((words, index) => `${index + 1}. ${words}`);
  const command = `PROOF_TRACE="${trace.join('; ')}" npm test -- --unit tests/proof/replay`;
  const replay = firstStep === undefined ? [] : ['Replay it on the whole till:', command];
  return [`${violation.rule}:`, ...steps, ...replay].join('\n');
}
