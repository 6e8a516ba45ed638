import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import {
  readCustomerScreenAddress,
  CUSTOMER_SCREEN_FILE as WAY_IN,
} from '../../support/customer-screen-address.ts';
import type { Till } from './till.ts';

/** The page that faces the customer, in a second window of the browser, while the till is used. */
export async function openCustomerScreen(till: Till): Promise<Page> {
  const file = join(till.profile, WAY_IN);
  await expect.poll(() => readCustomerScreenAddress(till.profile)).not.toBeNull();
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
  const address = readCustomerScreenAddress(till.profile);
  if (address === null) throw new Error('no address in the file');
  const page = await till.page.context().newPage();
  await page.goto(address);
  await page.getByText('Abarrotes Lupita').waitFor();
  return page;
}

/** What of the page's texts is not wholly within the window, or within what holds it. */
export function findClippedTexts(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('main p, main dt, main dd, main h1, main h2')]
      .filter((one) => one.textContent !== '')
      .filter((one) => {
        const box = one.getBoundingClientRect();
        const isTall = document.documentElement.scrollHeight > window.innerHeight;
        return (
          box.left < 0 ||
          box.right > window.innerWidth + 1 ||
          one.scrollWidth > one.clientWidth + 1 ||
          (!isTall && box.bottom > window.innerHeight + 1)
        );
      })
      .map((one) => one.textContent ?? ''),
  );
}
