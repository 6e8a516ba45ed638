/** The page's address in either shell, as main sees it. */
export const APP_SCHEME = 'app';
export const APP_HOST = 'till';
export const APP_ORIGIN = `${APP_SCHEME}://${APP_HOST}`;
export const APP_PAGE = `${APP_ORIGIN}/`;

/** What the page may load: its own bundle, and pictures embedded in it. */
export function mayRequest(url: string, resourceType: string, isPackaged: boolean): boolean {
  if (url.startsWith(APP_PAGE)) return true;
  if (url.startsWith('data:image/')) return resourceType === 'image';
  return !isPackaged && url.startsWith('devtools://');
}

/** The page may reload itself; every other navigation is blocked. */
export function mayNavigate(url: string): boolean {
  return url === APP_PAGE;
}
