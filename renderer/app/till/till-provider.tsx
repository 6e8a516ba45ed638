import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext } from 'react';
import type { TillClient } from './till-client.ts';

const ClientContext = createContext<TillClient | null>(null);

export function TillProvider(props: {
  readonly client: TillClient;
  readonly queryClient: QueryClient;
  readonly children: ReactNode;
}) {
  return (
    <ClientContext value={props.client}>
      <QueryClientProvider client={props.queryClient}>{props.children}</QueryClientProvider>
    </ClientContext>
  );
}

export function useTillClient(): TillClient {
  const client = useContext(ClientContext);
  if (client === null) throw new Error('useTillClient outside of a TillProvider');
  return client;
}

/**
 * The typed call, for single calls whose response is not cached. Returns a problem, never throws.
 */
export function useTillCall(): TillClient['call'] {
  return useTillClient().call;
}
