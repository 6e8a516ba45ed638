import {
  keepPreviousData,
  QueryClient,
  QueryClientProvider,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useEffectEvent,
  useMemo,
} from 'react';
import type {
  CallInput,
  CallName,
  CallOutput,
  CallResult,
  EventName,
  EventPayload,
  Problem,
} from '../../../shared/contract/index.ts';
import type { TillClient } from './client.ts';

const ClientContext = createContext<TillClient | null>(null);

/** Papers that were looked at are not kept: on one of them may stand a gift card's code. */
const PAPERS = [
  'printing.tape',
  'printing.job',
  'printing.recent',
  'printing.ofPayment',
] as const satisfies readonly CallName[];

/**
 * Queries are read again only when main says that something changed. Nothing retries, and
 * `networkMode: 'always'` because the default would hold a payment while the machine is offline and
 * send it later, behind the cashier's back.
 */
export function createQueries(): QueryClient {
  const queries = new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        networkMode: 'always',
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: 5 * 60_000,
      },
      // What was handed over is not kept either: a PIN may be among it.
      mutations: { retry: false, networkMode: 'always', gcTime: 0 },
    },
  });
  // Gone with the last screen that shows it, whichever key led away from there.
  for (const name of PAPERS) queries.setQueryDefaults([name], { gcTime: 0 });
  return queries;
}

export function TillProvider(props: {
  readonly client: TillClient;
  readonly queries: QueryClient;
  readonly children: ReactNode;
}) {
  return (
    <ClientContext value={props.client}>
      <QueryClientProvider client={props.queries}>{props.children}</QueryClientProvider>
    </ClientContext>
  );
}

export function useTillClient(): TillClient {
  const client = useContext(ClientContext);
  if (client === null) throw new Error('useTillClient outside of a TillProvider');
  return client;
}

/** The typed call, for what is asked once and not kept. Answers a problem, never throws. */
export function useCall(): TillClient['call'] {
  return useTillClient().call;
}

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

export function tillKey<Name extends CallName>(name: Name, input: CallInput<Name>): unknown[] {
  return [name, input];
}

/** A read of the contract. Asked again when main's events say so (`useTillEvents`), or by `again`. */
export function useTillQuery<Name extends CallName>(
  name: Name,
  input: CallInput<Name>,
  options: TillQueryOptions = {},
): TillQuery<CallOutput<Name>> {
  const client = useTillClient();
  const query = useQuery<CallOutput<Name>, Error, CallOutput<Name>, unknown[]>({
    queryKey: tillKey(name, input),
    queryFn: async () => {
      const answer = await client.call(name, input);
      if (!answer.ok) throw new ProblemError(answer.problem);
      return answer.value;
    },
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
  readonly run: (input: CallInput<Name>) => Promise<CallResult<Name>>;
  readonly isWaiting: boolean;
  readonly value: CallOutput<Name> | undefined;
  readonly problem: Problem | null;
  /** Forgets the last answer. */
  readonly reset: () => void;
}

/** A call that changes something. Never repeated by itself; the answer comes back as a value. */
export function useTillMutation<Name extends CallName>(name: Name): TillMutation<Name> {
  const client = useTillClient();
  const mutation = useMutation<CallResult<Name>, Error, CallInput<Name>>({
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

/** Listens to an event of main while the component is shown. Ask for the state on mount as well. */
export function useTillEvent<Name extends EventName>(
  name: Name,
  listener: (payload: EventPayload<Name>) => void,
): void {
  const client = useTillClient();
  const onEvent = useEffectEvent(listener);
  useEffect(() => client.on(name, (payload) => onEvent(payload)), [client, name]);
}

/** Puts what `till.state` answered in the place of the old state, for every screen at once. */
export function useKeepTillState(): (state: CallOutput<'till.state'>) => void {
  const queries = useQueryClient();
  return useCallback((state) => queries.setQueryData(tillKey('till.state', {}), state), [queries]);
}

/** Nothing of the papers that were looked at is kept for the next customer. */
export function useForgetPapers(): () => void {
  const queries = useQueryClient();
  return useCallback(() => {
    for (const name of PAPERS) {
      queries.removeQueries({ queryKey: [name] });
    }
  }, [queries]);
}

/** At the lock: what was read for one cashier is read anew for whoever comes. */
export function useReadAnew(): { readonly papers: () => void; readonly all: () => void } {
  const queries = useQueryClient();
  return useMemo(
    () => ({
      papers: () => {
        for (const name of PAPERS) void queries.resetQueries({ queryKey: [name] });
      },
      all: () => void queries.invalidateQueries(),
    }),
    [queries],
  );
}

/** Main's events, turned into fresh answers for the queries that show them. Once, in the app. */
export function useTillEvents(): void {
  const queries = useQueryClient();
  const again = (...names: readonly CallName[]): void => {
    for (const name of names) void queries.invalidateQueries({ queryKey: [name] });
  };
  useTillEvent('till.changed', () =>
    again('till.state', 'till.status', 'staff.names', 'staff.list', 'cash.state'),
  );
  useTillEvent('status.changed', (status) =>
    queries.setQueryData(tillKey('till.status', {}), status),
  );
  useTillEvent('catalog.changed', (state) => {
    queries.setQueryData(tillKey('catalog.state', {}), state);
    again('catalog.search', 'catalog.biller', 'catalog.rates');
  });
  useTillEvent('care.changed', () => again('care.backups'));
  useTillEvent('payments.changed', () =>
    again('payments.get', 'payments.recent', 'payments.unresolved', 'payments.inHand'),
  );
  useTillEvent('cash.changed', () => again('cash.state', 'cash.openItems', 'cash.counted'));
  useTillEvent('printing.changed', () =>
    again(
      'printing.tape',
      'printing.job',
      'printing.open',
      'printing.ofPayment',
      'printing.recent',
      'printing.state',
      'payments.get',
      'payments.recent',
    ),
  );
}
