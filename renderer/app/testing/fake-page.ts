import { createElement, type ReactElement } from 'react';
import { App } from '../app.tsx';
import { features } from '../features.ts';
import { createNavigation } from '../navigation.ts';
import { createQueryClient, createTillClient } from '../till/index.ts';
import type { FakeTill } from './fake-till.ts';

/** The whole page on a fake till, as `start` builds it on the real one. */
export function createFakePage(fake: FakeTill): ReactElement {
  return createElement(App, {
    client: createTillClient(fake.bridge),
    queries: createQueryClient(),
    navigation: createNavigation(),
    features,
  });
}
