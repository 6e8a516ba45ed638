import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { ok } from '../../../shared/contract/index.ts';
import { getTextFunction } from '../../i18n/index.ts';
import { createFakeTill, createFakeTillState } from '../testing/index.ts';
import { startPage } from './start-page.tsx';

const OPENING = getTextFunction('es-MX')('app.opening');

let container: HTMLElement;
beforeEach(() => {
  // Skip preloading of features, which these tests do not use.
  vi.stubGlobal('requestIdleCallback', () => 0);
  container = document.createElement('div');
  document.body.replaceChildren(container);
});

/** A main that returns the till's state once `ready` resolves. */
function createTillAfter(ready: Promise<unknown>): ReturnType<typeof createFakeTill> {
  const fake = createFakeTill();
  fake.answer('till.state', async () => {
    await ready;
    return ok(createFakeTillState());
  });
  return fake;
}

test('renders the sign-in directly if main responds immediately', async () => {
  let firstText: string | null = null;
  new MutationObserver(() => {
    firstText ??= container.textContent;
  }).observe(container, { childList: true, subtree: true });
  await startPage(container, createTillAfter(Promise.resolve()).bridge);
  await screen.findByRole('option', { name: /Ana/ });
  expect(firstText).not.toContain(OPENING);
});

test('shows the loading screen after a second and the sign-in once main responds', async () => {
  const startedAt = performance.now();
  const main = Promise.withResolvers<null>();
  const pageStart = startPage(container, createTillAfter(main.promise).bridge);
  expect(container.textContent).toBe('');
  await pageStart;
  expect(performance.now() - startedAt).toBeGreaterThan(990);
  await waitFor(() => expect(container.textContent).toContain(OPENING));
  main.resolve(null);
  await screen.findByRole('option', { name: /Ana/ });
  expect(container.textContent).not.toContain(OPENING);
});
