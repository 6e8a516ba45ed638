import { keepPreviousData, type QueryClient, useMutation, useQuery } from '@tanstack/react-query';
import type {
  CallAnswer,
  CallInput,
  CallName,
  CallOutput,
  Problem,
} from '../../../shared/contract/index.ts';
import type { TillClient } from './client.ts';
import { useTillClient } from './provider.tsx';
import { tillKey } from './query-cache.ts';

/** Carries a problem through react-query, which knows failures only as thrown. */
class ProblemError extends Error {
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(problem.kind);
    this.problem = problem;
  }
}

function problemOf(error: Error | null): Problem | null {
  if (error === null) return null;
  return error instanceof ProblemError
    ? error.problem
    : { kind: 'internal', reference: `page:${error.name}` };
}

export interface TillQuery<Value> {
  /** The last answer; stays while it is asked again. */
  readonly value: Value | undefined;
  readonly problem: Problem | null;
  /** The first answer is still on its way. */
  readonly isWaiting: boolean;
  /** Being asked again, with or without an earlier answer. */
  readonly isAsking: boolean;
  /** The value answers another input than this one, whose answer is on its way (`keepsLast`). */
  readonly isOld: boolean;
  readonly again: () => void;
}

export interface TillQueryOptions {
  /** False: not asked yet. */
  readonly isEnabled?: boolean;
  /** Shows the last answer while the one for a new input is on its way (search as one types). */
  readonly keepsLast?: boolean;
  /** Asked again after so long, for what main has no event for. */
  readonly everyMs?: number;
  /** Asked again whenever a screen opens on it, for what changes where main has no event for it. */
  readonly asksAnew?: boolean;
  /**
   * Not remembered once no screen shows it: for a list whose first row is acted on at once, which
   * must not be yesterday's, or the one before the last payment.
   */
  readonly forgets?: boolean;
}

function questionOf<Name extends CallName>(client: TillClient, name: Name, input: CallInput<Name>) {
  return {
    queryKey: tillKey(name, input),
    queryFn: async (): Promise<CallOutput<Name>> => {
      const answer = await client.call(name, input);
      if (!answer.ok) throw new ProblemError(answer.problem);
      return answer.value;
    },
  };
}

/**
 * Asks at once for both answers that the sign-in is made of: by itself the names would be asked for
 * only after the state has come. Resolves when both are here or are known not to come.
 */
export async function askForSignIn(client: TillClient, queries: QueryClient): Promise<void> {
  await Promise.all([
    queries.prefetchQuery(questionOf(client, 'till.state', {})),
    queries.prefetchQuery(questionOf(client, 'staff.names', {})),
  ]);
}

/**
 * A read of the contract. Asked again when main's events say so (`useTillEvents`), or by `again`.
 */
export function useTillQuery<Name extends CallName>(
  name: Name,
  input: CallInput<Name>,
  options: TillQueryOptions = {},
): TillQuery<CallOutput<Name>> {
  const client = useTillClient();
  const query = useQuery<CallOutput<Name>, Error, CallOutput<Name>, unknown[]>({
    ...questionOf(client, name, input),
    enabled: options.isEnabled ?? true,
    refetchInterval: options.everyMs ?? false,
    refetchOnMount: options.asksAnew === true ? 'always' : true,
    ...(options.forgets === true ? { gcTime: 0 } : {}),
    ...(options.keepsLast === true ? { placeholderData: keepPreviousData } : {}),
  });
  return {
    value: query.data,
    problem: problemOf(query.error),
    isWaiting: query.isPending,
    isAsking: query.isFetching,
    isOld: query.isPlaceholderData,
    again: () => void query.refetch(),
  };
}

export interface TillMutation<Name extends CallName> {
  /** Makes the call once. Presses while it is on its way are the caller's to hold back. */
  readonly run: (input: CallInput<Name>) => Promise<CallAnswer<Name>>;
  readonly isWaiting: boolean;
  readonly value: CallOutput<Name> | undefined;
  readonly problem: Problem | null;
  /** Forgets the last answer. */
  readonly reset: () => void;
}

/** A call that changes something. Never repeated by itself; the answer comes back as a value. */
export function useTillMutation<Name extends CallName>(name: Name): TillMutation<Name> {
  const client = useTillClient();
  const mutation = useMutation<CallAnswer<Name>, Error, CallInput<Name>>({
    mutationFn: (input) => client.call(name, input),
  });
  const answer = mutation.data;
  return {
    run: mutation.mutateAsync,
    isWaiting: mutation.isPending,
    value: answer?.ok === true ? answer.value : undefined,
    problem: answer?.ok === false ? answer.problem : problemOf(mutation.error),
    reset: mutation.reset,
  };
}
