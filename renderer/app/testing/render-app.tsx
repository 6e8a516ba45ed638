import { cleanup, render } from '@testing-library/react';
import { afterEach } from 'vitest';
import { App, type ScreenByRoute } from '../app.tsx';
import { createNavigation, type NavigationStore, type Route } from '../navigation.ts';
import { createQueryClient, createTillClient } from '../till/index.ts';
import type { FakeTill } from './fake-till.ts';

afterEach(cleanup);

/** Placeholders that only show which route is open. */
const EMPTY_FEATURES: ScreenByRoute = {
  home: () => <p>home</p>,
  pay: () => <p>pay</p>,
  basket: () => <p>basket</p>,
  choose: () => <p>choose</p>,
  scan: () => <p>scan</p>,
  'bill-codes': () => <p>bill-codes</p>,
  bills: () => <p>bills</p>,
  history: () => <p>history</p>,
  claims: () => <p>claims</p>,
  unresolved: () => <p>unresolved</p>,
  training: () => <p>training</p>,
  'back-office': () => <p>back-office</p>,
  shift: () => <p>shift</p>,
  customers: () => <p>customers</p>,
  earnings: () => <p>earnings</p>,
  outliers: () => <p>outliers</p>,
  staff: () => <p>staff</p>,
  'daily-file': () => <p>daily-file</p>,
  chain: () => <p>chain</p>,
  audit: () => <p>audit</p>,
  settings: () => <p>settings</p>,
  backup: () => <p>backup</p>,
  updates: () => <p>updates</p>,
};

/** Renders the whole page on a fake till. Unmounted after each test. */
export function renderApp(
  fake: FakeTill,
  options: { readonly features?: Partial<ScreenByRoute>; readonly route?: Route } = {},
): { readonly navigation: NavigationStore } {
  const navigation = createNavigation(options.route);
  render(
    <App
      client={createTillClient(fake.bridge)}
      queryClient={createQueryClient()}
      navigation={navigation}
      screenByRoute={{ ...EMPTY_FEATURES, ...options.features }}
    />,
  );
  return { navigation };
}
