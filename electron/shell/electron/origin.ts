/**
 * The pages' origins in either shell, as main sees them: the till's page and the customer's screen.
 */
export const APP_SCHEME = 'app';
export const APP_ORIGIN = `${APP_SCHEME}://till`;
export const APP_PAGE = `${APP_ORIGIN}/`;
/** A separate origin: one page cannot read what the other stores. */
export const CUSTOMER_ORIGIN = `${APP_SCHEME}://customer`;
export const CUSTOMER_PAGE = `${CUSTOMER_ORIGIN}/`;

/** A page may load its own bundle, to which its policy restricts it, and embedded pictures. */
export function isRequestAllowed(url: string, resourceType: string, isPackaged: boolean): boolean {
  if (url.startsWith(APP_PAGE) || url.startsWith(CUSTOMER_PAGE)) return true;
  if (url.startsWith('data:image/')) return resourceType === 'image';
  return !isPackaged && url.startsWith('devtools://');
}

/** A page may reload itself; every other navigation is blocked, also one to the other page. */
export function isNavigationAllowed(from: string, to: string): boolean {
  return to === from && (to === APP_PAGE || to === CUSTOMER_PAGE);
}
