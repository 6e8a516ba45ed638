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
    if ((await listFaults(page)).length === 0) continue;
    // An answer may have moved the page since the focus moved, so it moves there once more.
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Tab');
    faults.push(...(await listFaults(page)));
  }
  await initialFocus.evaluate((element) => {
    if (element instanceof HTMLElement) element.focus();
  });
  return faults;
}

function listFaults(page: Page): Promise<string[]> {
  return page.evaluate<string[], FocusExpectation>(findLayoutFaults, 'only');
}

/** Runs inside the page. */
function isFirstTime(name: string): boolean {
  const visitedStops: Set<Element | null> = Reflect.get(window, name);
  const isFirst = !visitedStops.has(document.activeElement);
  visitedStops.add(document.activeElement);
  return isFirst;
}
