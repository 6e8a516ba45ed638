import { cleanup, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, it } from 'vitest';
import { ok, type TillCallResult } from '../../../shared/contract/index.ts';
import { createPayment } from '../testing/fake-values.ts';
import { createFakeTill } from '../testing/index.ts';
import { createQueryClient } from './query-cache.ts';
import { createTillClient } from './till-client.ts';
import { TillProvider } from './till-provider.tsx';
import { useInvalidateQueriesOnTillEvents } from './use-till-event.ts';
import { useTillQuery } from './use-till-query.ts';

afterEach(cleanup);

it('reads a payment again if it changed before its first answer arrived', async () => {
  const fake = createFakeTill();
  const firstAnswer = Promise.withResolvers<TillCallResult<'payments.get'>>();
  fake.answer('payments.get', () => firstAnswer.promise);
  const [client, queries] = [createTillClient(fake.bridge), createQueryClient()];
  const wrapper = (props: { readonly children: ReactNode }) => (
    <TillProvider client={client} queryClient={queries}>
      {props.children}
    </TillProvider>
  );
  const { result } = renderHook(
    () => {
      useInvalidateQueriesOnTillEvents();
      return useTillQuery('payments.get', { paymentId: 'payment-1' });
    },
    { wrapper },
  );
  await waitFor(() => expect(fake.getInputs('payments.get')).toHaveLength(1));
  fake.answer('payments.get', () => ok(createPayment({ state: 'paid' })));
  fake.emit('payments.changed', { paymentId: 'payment-1', payment: null });
  firstAnswer.resolve(ok(createPayment({ state: 'sending' })));
  await waitFor(() => expect(result.current.value?.state).toBe('paid'));
});
