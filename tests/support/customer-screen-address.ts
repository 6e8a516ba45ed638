import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** In a profile of the browser shell: leads in to the page that faces the customer, once. */
export const CUSTOMER_SCREEN_FILE = 'customer-screen.html';

/** The address in that file; null while there is none. */
export function readCustomerScreenAddress(profile: string): string | null {
  const file = join(profile, CUSTOMER_SCREEN_FILE);
  if (!existsSync(file)) return null;
  const address = /url=(http:\/\/127\.0\.0\.1:\d+\/\?token=[\w-]{43})/;
  return address.exec(readFileSync(file, 'utf8'))?.[1] ?? null;
}
