import type { Page } from '@playwright/test';
import { type FocusWanted, faultsOfLayout } from './layout-faults.ts';

const MOST_STOPS = 120;
const SEEN = 'stopsOfTest';

/** Goes round the page by Tab, and names what is covered or outside the window when it has the focus. */
export async function hiddenFocus(page: Page): Promise<string[]> {
  const before = await page.evaluateHandle(() => document.activeElement);
  const faults: string[] = [];
  await page.evaluate((name) => Reflect.set(window, name, new Set()), SEEN);
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    await page.keyboard.press('Tab');
    if (!(await page.evaluate(isFirstTime, SEEN))) break;
    faults.push(...(await page.evaluate<string[], FocusWanted>(faultsOfLayout, 'only')));
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
