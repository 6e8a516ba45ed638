import type { Page } from '@playwright/test';
import { type FocusExpectation, findLayoutFaults } from './layout-faults.ts';

const MAX_TAB_STOPS = 120;
const SEEN = 'stopsOfTest';

/** Goes round the page by Tab, and names what is covered or outside the window when it has the focus. */
export async function findHiddenFocus(page: Page): Promise<string[]> {
  const before = await page.evaluateHandle(() => document.activeElement);
  const faults: string[] = [];
  await page.evaluate((name) => Reflect.set(window, name, new Set()), SEEN);
  for (let stop = 0; stop < MAX_TAB_STOPS; stop += 1) {
    await page.keyboard.press('Tab');
    if (!(await page.evaluate(isFirstTime, SEEN))) break;
    faults.push(...(await page.evaluate<string[], FocusExpectation>(findLayoutFaults, 'only')));
  }
  await before.evaluate((element) => {
    if (element instanceof HTMLElement) element.focus();
  });
  return faults;
}

/** Run inside the page. */
function isFirstTime(name: string): boolean {
  const seen: Set<Element | null> = Reflect.get(window, name);
  const isFirst = !seen.has(document.activeElement);
  seen.add(document.activeElement);
  return isFirst;
}
