import {
  keepPreviousData,
  type QueryClient,
  useMutation,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type {
  CallInput,
  CallName,
  CallOutput,
  Problem,
  Result,
  TillCallResult,
} from '../../../shared/contract/index.ts';
import { getTillQueryKey } from './query-cache.ts';
import type { TillClient } from './till-client.ts';
import { useTillClient } from './till-provider.tsx';

/** Carries a problem through react-query, which only supports thrown errors. */
export class ProblemError extends Error {
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(problem.kind);
    this.problem = problem;
  }
}

/** Returns the value of an answer, or throws its problem for `useStaticQuery`. */
export function getValueOrThrow<Value>(result: Result<Value>): Value {
  if (!result.ok) throw new ProblemError(result.problem);
  return result.value;
}

function toProblem(error: Error | null): Problem | null {
  if (error === null) return null;
  return error instanceof ProblemError
    ? error.problem
    : { kind: 'internal', reference: `page:${error.name}` };
}

export interface TillQuery<Value> {
  /** The last response; it stays while the call is refetched. */
  readonly value: Value | undefined;
  readonly problem: Problem | null;
  /** There is no response yet. */
  readonly isPending: boolean;
  /** The call is pending, with or without an earlier response. */
  readonly isFetching: boolean;
  /**
   * The value belongs to an earlier input; the response for this input is pending
   * (`keepPreviousData`).
   */
  readonly isPlaceholderData: boolean;
  /**
   * The value was fetched for this input since the screen opened, and main has reported no change
   * since. Only then may a screen state that there is nothing: a cached value may be outdated.
   */
  readonly isUpToDate: boolean;
  readonly refetch: () => void;
}

/** Options of react-query under their own names. */
export interface TillQueryOptions {
  /** False: do not fetch yet. */
  readonly enabled?: boolean;
  /** Shows the last response while a new input is fetched (search while typing). */
  readonly keepPreviousData?: boolean;
  /** Milliseconds between refetches, for data that has no event. */
  readonly refetchInterval?: number;
  /** Refetches whenever a screen mounts, for data that changes without an event. */
  readonly refetchOnMount?: 'always';
  /**
   * 0 removes the response once no screen shows it: for a list whose first row is acted on
   * immediately, and must not be outdated.
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
    queryFn: async (): Promise<CallOutput<Name>> => getValueOrThrow(await client.call(name, input)),
  };
}

/** Long after the page's own subscription has started. */
const EVENT_LISTENER_TTL_MS = 5_000;

/**
 * Fetches both queries of the sign-in at the same time; the page alone would fetch the names only
 * after the state. Resolves with the state when both have completed or failed. Changes before the
 * page subscribes itself cause a refetch.
 */
export async function prefetchSignInQueries(
  client: TillClient,
  queryClient: QueryClient,
): Promise<CallOutput<'till.state'> | undefined> {
  const unsubscribe = client.on('till.changed', () => void queryClient.invalidateQueries());
  setTimeout(unsubscribe, EVENT_LISTENER_TTL_MS);
  await Promise.all([
    queryClient.prefetchQuery(getQueryOptions(client, 'till.state', {})),
    queryClient.prefetchQuery(getQueryOptions(client, 'staff.names', {})),
  ]);
  return queryClient.getQueryData(getTillQueryKey('till.state', {}));
}

/** A query of the contract. Refetched on main's events (`useInvalidateQueriesOnTillEvents`), or by `refetch`. */
export function useTillQuery<Name extends CallName>(
  name: Name,
  input: CallInput<Name>,
  options: TillQueryOptions = {},
): TillQuery<CallOutput<Name>> {
  const client = useTillClient();
  const cache = useQueryClient();
  const query = useQuery<CallOutput<Name>, Error, CallOutput<Name>, unknown[]>({
    ...getQueryOptions(client, name, input),
    enabled: options.enabled ?? true,
    refetchInterval: options.refetchInterval ?? false,
    refetchOnMount: options.refetchOnMount ?? true,
    // A changed input counts as a mount.
    ...(options.refetchOnMount === 'always' ? { staleTime: 0 } : {}),
    ...(options.gcTime === undefined ? {} : { gcTime: options.gcTime }),
    ...(options.keepPreviousData === true ? { placeholderData: keepPreviousData } : {}),
  });
  return {
    value: query.data,
    problem: toProblem(query.error),
    isPending: query.isPending,
    isFetching: query.isFetching,
    isPlaceholderData: query.isPlaceholderData,
    isUpToDate:
      query.isSuccess &&
      query.isFetchedAfterMount &&
      !query.isPlaceholderData &&
      cache.getQueryState(getTillQueryKey(name, input))?.isInvalidated === false,
    refetch: () => void query.refetch(),
  };
}

/** Several queries of one call; the responses in the same order, undefined until they arrive. */
export function useTillQueries<Name extends CallName>(
  name: Name,
  inputs: readonly CallInput<Name>[],
): readonly (CallOutput<Name> | undefined)[] {
  const client = useTillClient();
  const queries = inputs.map((input) => getQueryOptions(client, name, input));
  return useQueries({ queries }).map(({ data }) => data);
}

/**
 * What several calls answer together, read once when the component mounts, and again only by
 * `refetch`. `key` identifies it; `read` throws the problem of a call (`getValueOrThrow`).
 */
export function useStaticQuery<Value>(
  key: readonly unknown[],
  readValue: (call: TillClient['call']) => Promise<Value>,
): Pick<TillQuery<Value>, 'value' | 'problem' | 'isFetching' | 'refetch'> {
  const client = useTillClient();
  const query = useQuery({
    queryKey: key,
    queryFn: () => readValue(client.call),
    staleTime: 'static',
    gcTime: 0,
  });
  return {
    value: query.data,
    problem: toProblem(query.error),
    isFetching: query.isFetching,
    refetch: () => void query.refetch(),
  };
}

export interface TillMutation<Name extends CallName> {
  /** Makes the call once. The caller must ignore presses until it completes. */
  readonly run: (input: CallInput<Name>) => Promise<TillCallResult<Name>>;
  readonly isPending: boolean;
  readonly value: CallOutput<Name> | undefined;
  readonly problem: Problem | null;
  /** Clears the last response. */
  readonly reset: () => void;
}

/**
 * A call that changes something. Never retried automatically; its response is returned as a value.
 */
export function useTillMutation<Name extends CallName>(name: Name): TillMutation<Name> {
  const client = useTillClient();
  const mutation = useMutation<TillCallResult<Name>, Error, CallInput<Name>>({
    mutationFn: (input) => client.call(name, input),
  });
  const response = mutation.data;
  return {
    run: mutation.mutateAsync,
    isPending: mutation.isPending,
    value: response?.ok === true ? response.value : undefined,
    problem: response?.ok === false ? response.problem : toProblem(mutation.error),
    reset: mutation.reset,
  };
}
