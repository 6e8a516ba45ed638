import { cleanup, render } from '@testing-library/react';
import { afterEach } from 'vitest';
import { App, type Features } from '../app.tsx';
import { createNavigation, type NavigationStore, type Place } from '../navigation.ts';
import { createQueries, createTillClient } from '../till/index.ts';
import type { FakeTill } from './fake-till.ts';

afterEach(cleanup);

/** Stand-ins that only say which place is open. */
const EMPTY_FEATURES: Features = {
  home: () => <p>home</p>,
  pay: () => <p>pay</p>,
  choose: () => <p>choose</p>,
  bills: () => <p>bills</p>,
  history: () => <p>history</p>,
  unresolved: () => <p>unresolved</p>,
  training: () => <p>training</p>,
  'back-office': () => <p>back-office</p>,
  shift: () => <p>shift</p>,
  staff: () => <p>staff</p>,
  'daily-file': () => <p>daily-file</p>,
  audit: () => <p>audit</p>,
  settings: () => <p>settings</p>,
  backup: () => <p>backup</p>,
};

/** The whole page on a fake till, for tests. Taken off the page again after each test. */
export function showApp(
  fake: FakeTill,
  options: { readonly features?: Partial<Features>; readonly place?: Place } = {},
): { readonly navigation: NavigationStore } {
  const navigation = createNavigation(options.place);
  render(
    <App
      client={createTillClient(fake.bridge)}
      queries={createQueries()}
      navigation={navigation}
      features={{ ...EMPTY_FEATURES, ...options.features }}
    />,
  );
  return { navigation };
}
