import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import {
  CUSTOMER_SCREEN_FILE,
  readCustomerScreenAddress,
} from '../../support/customer-screen-address.ts';
import type { Till } from './till.ts';

/** Opens the customer screen in a second window of the till's browser. */
export async function openCustomerScreen(till: Till): Promise<Page> {
  const file = join(till.profile, CUSTOMER_SCREEN_FILE);
  await expect.poll(() => readCustomerScreenAddress(till.profile)).not.toBeNull();
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
  const address = readCustomerScreenAddress(till.profile);
  if (address === null) throw new Error('no address in the file');
  const page = await till.page.context().newPage();
  await page.goto(address);
  await page.getByText('Abarrotes Lupita').waitFor();
  return page;
}

/** Lists the texts that are not completely inside the window or their container. */
export function findClippedTexts(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('main p, main dt, main dd, main h1, main h2')]
      .filter((element) => element.textContent !== '')
      .filter((element) => {
        const box = element.getBoundingClientRect();
        const isTall = document.documentElement.scrollHeight > window.innerHeight;
        return (
          box.left < 0 ||
          box.right > window.innerWidth + 1 ||
          element.scrollWidth > element.clientWidth + 1 ||
          (!isTall && box.bottom > window.innerHeight + 1)
        );
      })
      .map((element) => element.textContent ?? ''),
  );
}
