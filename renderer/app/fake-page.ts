import { createElement, type ReactElement } from 'react';
import { App } from './app.tsx';
import { createTillClient } from './client.ts';
import type { FakeTill } from './fake-till.ts';
import { createNavigation } from './navigation.ts';
import { features } from './start/features.ts';
import { createQueries } from './till.tsx';

/** The whole page on a fake till, as `start` builds it on the real one. */
export function fakePage(fake: FakeTill): ReactElement {
  return createElement(App, {
    client: createTillClient(fake.bridge),
    queries: createQueries(),
    navigation: createNavigation(),
    features,
  });
}
