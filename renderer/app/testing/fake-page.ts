import { createElement, type ReactElement } from 'react';
import { App } from '../app.tsx';
import { screenByRoute } from '../features.ts';
import { createNavigation } from '../navigation.ts';
import { createQueryClient, createTillClient } from '../till/index.ts';
import type { FakeTill } from './fake-till.ts';

/** The whole page on a fake till, as `start` builds it on the real one. */
export function createFakePage(fake: FakeTill): ReactElement {
  return createElement(App, {
    client: createTillClient(fake.bridge),
    queryClient: createQueryClient(),
    navigation: createNavigation(),
    screenByRoute,
  });
}
