import {
  keepPreviousData,
  type QueryClient,
  useMutation,
  useQueries,
  useQuery,
} from '@tanstack/react-query';
import type {
  CallAnswer,
  CallInput,
  CallName,
  CallOutput,
  Problem,
} from '../../../shared/contract/index.ts';
import { getTillQueryKey } from './query-cache.ts';
import type { TillClient } from './till-client.ts';
import { useTillClient } from './till-provider.tsx';

/** Carries a problem through react-query, which only knows thrown failures. */
class ProblemError extends Error {
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(problem.kind);
    this.problem = problem;
  }
}

function toProblem(error: Error | null): Problem | null {
  if (error === null) return null;
  return error instanceof ProblemError
    ? error.problem
    : { kind: 'internal', reference: `page:${error.name}` };
}

export interface TillQuery<Value> {
  /** The last answer; it stays while the call is repeated. */
  readonly value: Value | undefined;
  readonly problem: Problem | null;
  /** There is no answer yet. */
  readonly isWaiting: boolean;
  /** The call is being made, with or without an earlier answer. */
  readonly isAsking: boolean;
  /** The value belongs to an earlier input; the answer to this one is awaited (`keepPreviousData`). */
  readonly isPlaceholderData: boolean;
  readonly again: () => void;
}

/** Options of react-query under their own names. */
export interface TillQueryOptions {
  /** False: do not ask yet. */
  readonly enabled?: boolean;
  /** Shows the last answer while a new input is being asked (search while typing). */
  readonly keepPreviousData?: boolean;
  /** In milliseconds: repeats the call, for what has no event. */
  readonly refetchInterval?: number;
  /** Repeats the call whenever a screen opens on it, for what changes without an event. */
  readonly refetchOnMount?: 'always';
  /**
   * 0 drops the answer once no screen shows it: for a list whose first row is acted on at once, and
   * must not be an old one.
   */
  readonly gcTime?: 0;
}

function getQueryOptions<Name extends CallName>(
  client: TillClient,
  name: Name,
  input: CallInput<Name>,
) {
  return {
    queryKey: getTillQueryKey(name, input),
    queryFn: async (): Promise<CallOutput<Name>> => {
      const answer = await client.call(name, input);
      if (!answer.ok) throw new ProblemError(answer.problem);
      return answer.value;
    },
  };
}

/** Long after the page has begun to listen by itself. */
const EVENT_LISTENER_TTL_MS = 5_000;

/**
 * Asks at once for both answers that the sign-in needs; by itself, the page would ask for the names
 * only after the state has come. Resolves with the state when both are here or known not to come.
 * What changes before the page listens by itself is asked for again.
 */
export async function prefetchSignIn(
  client: TillClient,
  queries: QueryClient,
): Promise<CallOutput<'till.state'> | undefined> {
  const stop = client.on('till.changed', () => void queries.invalidateQueries());
  setTimeout(stop, EVENT_LISTENER_TTL_MS);
  await Promise.all([
    queries.prefetchQuery(getQueryOptions(client, 'till.state', {})),
    queries.prefetchQuery(getQueryOptions(client, 'staff.names', {})),
  ]);
  return queries.getQueryData(getTillQueryKey('till.state', {}));
}

/** A read of the contract. Repeated when main's events say so (`useQueryInvalidation`), or by `again`. */
export function useTillQuery<Name extends CallName>(
  name: Name,
  input: CallInput<Name>,
  options: TillQueryOptions = {},
): TillQuery<CallOutput<Name>> {
  const client = useTillClient();
  const query = useQuery<CallOutput<Name>, Error, CallOutput<Name>, unknown[]>({
    ...getQueryOptions(client, name, input),
    enabled: options.enabled ?? true,
    refetchInterval: options.refetchInterval ?? false,
    refetchOnMount: options.refetchOnMount ?? true,
    ...(options.gcTime === undefined ? {} : { gcTime: options.gcTime }),
    ...(options.keepPreviousData === true ? { placeholderData: keepPreviousData } : {}),
  });
  return {
    value: query.data,
    problem: toProblem(query.error),
    isWaiting: query.isPending,
    isAsking: query.isFetching,
    isPlaceholderData: query.isPlaceholderData,
    again: () => void query.refetch(),
  };
}

/** The same read of several things at once; the answers in their order, undefined until they come. */
export function useTillQueries<Name extends CallName>(
  name: Name,
  inputs: readonly CallInput<Name>[],
): readonly (CallOutput<Name> | undefined)[] {
  const client = useTillClient();
  const queries = inputs.map((input) => getQueryOptions(client, name, input));
  return useQueries({ queries }).map(({ data }) => data);
}

export interface TillMutation<Name extends CallName> {
  /** Makes the call once. The caller must ignore presses until it is answered. */
  readonly run: (input: CallInput<Name>) => Promise<CallAnswer<Name>>;
  readonly isWaiting: boolean;
  readonly value: CallOutput<Name> | undefined;
  readonly problem: Problem | null;
  /** Forgets the last answer. */
  readonly reset: () => void;
}

/**
 * A call that changes something. Never repeated automatically; its answer is returned as a value.
 */
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
    problem: answer?.ok === false ? answer.problem : toProblem(mutation.error),
    reset: mutation.reset,
  };
}
