import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { ok } from '../../../shared/contract/index.ts';
import { getTextFunction } from '../../i18n/index.ts';
import { createFakeTill, createFakeTillState } from '../testing/index.ts';
import { startPage } from './start-page.tsx';

const OPENING = getTextFunction('es-MX')('app.opening');

let place: HTMLElement;
beforeEach(() => {
  // The features are fetched by then, and none of them is looked at here.
  vi.stubGlobal('requestIdleCallback', () => 0);
  place = document.createElement('div');
  document.body.replaceChildren(place);
});

/** A main that says how the till is once that is over. */
function tillAfter(over: Promise<unknown>): ReturnType<typeof createFakeTill> {
  const fake = createFakeTill();
  fake.answer('till.state', async () => {
    await over;
    return ok(createFakeTillState());
  });
  return fake;
}

test('the page is drawn once, with the sign-in, where main answers at once', async () => {
  let drawnFirst: string | null = null;
  new MutationObserver(() => {
    drawnFirst ??= place.textContent;
  }).observe(place, { childList: true, subtree: true });
  await startPage(place, tillAfter(Promise.resolve()).bridge);
  await screen.findByRole('option', { name: /Ana/ });
  expect(drawnFirst).not.toContain(OPENING);
});

test('after a second it says that the till opens, and the sign-in follows once main answers', async () => {
  const began = performance.now();
  const main = Promise.withResolvers<null>();
  const starting = startPage(place, tillAfter(main.promise).bridge);
  expect(place.textContent).toBe('');
  await starting;
  expect(performance.now() - began).toBeGreaterThan(990);
  await waitFor(() => expect(place.textContent).toContain(OPENING));
  main.resolve(null);
  await screen.findByRole('option', { name: /Ana/ });
  expect(place.textContent).not.toContain(OPENING);
});
