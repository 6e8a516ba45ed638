import type { Page } from '@playwright/test';
import { type FocusExpectation, findLayoutFaults } from './layout-faults.ts';

const MAX_TAB_STOPS = 120;
const VISITED_STOPS_KEY = 'stopsOfTest';

/**
 * Moves through the page with Tab, and lists each focused element that is covered or outside the
 * window. Restores the focus.
 */
export async function findHiddenFocus(page: Page): Promise<string[]> {
  const initialFocus = await page.evaluateHandle(() => document.activeElement);
  const faults: string[] = [];
  await page.evaluate((name) => Reflect.set(window, name, new Set()), VISITED_STOPS_KEY);
  for (let stop = 0; stop < MAX_TAB_STOPS; stop += 1) {
    await page.keyboard.press('Tab');
    if (!(await page.evaluate(isFirstTime, VISITED_STOPS_KEY))) break;
    faults.push(...(await page.evaluate<string[], FocusExpectation>(findLayoutFaults, 'only')));
  }
  await initialFocus.evaluate((element) => {
    if (element instanceof HTMLElement) element.focus();
  });
  return faults;
}

/** Runs inside the page. */
function isFirstTime(name: string): boolean {
  const visitedStops: Set<Element | null> = Reflect.get(window, name);
  const isFirst = !visitedStops.has(document.activeElement);
  visitedStops.add(document.activeElement);
  return isFirst;
}
