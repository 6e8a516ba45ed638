import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A file in a profile of the browser shell. It opens the customer screen's page, once. */
export const CUSTOMER_SCREEN_FILE = 'customer-screen.html';

/** Returns the address in that file; null if there is none yet. */
export function readCustomerScreenAddress(profile: string): string | null {
  const file = join(profile, CUSTOMER_SCREEN_FILE);
  if (!existsSync(file)) return null;
  const address = /url=(http:\/\/127\.0\.0\.1:\d+\/\?token=[\w-]{43})/;
  return address.exec(readFileSync(file, 'utf8'))?.[1] ?? null;
}
