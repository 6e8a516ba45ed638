import type { Page } from '@playwright/test';
import { PNG } from 'pngjs';

/** What the page can reach besides its bridge. */
export interface WallFacts {
  readonly exposedNames: readonly string[];
  readonly bridgeKeys: readonly string[];
  /** Of the addresses that were tried: those whose content arrived. */
  readonly loadedAddresses: readonly string[];
}

/**
 * Tries to reach Node from the page, and these addresses, as a picture and by `fetch`. There is a picture at
 * all of them, so that only a wall can keep the page from it.
 */
export async function tryWalls(page: Page, addresses: readonly string[]): Promise<WallFacts> {
  return await page.evaluate(async (urls) => {
    const names = ['require', 'process', 'Buffer', 'module', 'electron', 'ipcRenderer', 'global'];
    const loadPicture = (url: string): Promise<boolean> =>
      new Promise((resolve) => {
        const picture = new Image();
        picture.addEventListener('load', () => resolve(true));
        picture.addEventListener('error', () => resolve(false));
        picture.src = url;
      });
    const fetchAddress = (url: string): Promise<boolean> =>
      fetch(url, { mode: 'no-cors' }).then(
        () => true,
        () => false,
      );
    const loadedAddresses: string[] = [];
    for (const url of urls) {
      const attempts = [await loadPicture(url), await fetchAddress(url)];
      if (attempts.includes(true)) loadedAddresses.push(url);
    }
    return {
      exposedNames: names.filter((name) => Reflect.has(window, name)),
      bridgeKeys: Object.keys(Object(Reflect.get(window, 'till'))).sort(),
      loadedAddresses,
    };
  }, addresses);
}

/** Waits until two frames were drawn, and counts the colours of the page's picture. */
export async function drawFrame(page: Page): Promise<{
  readonly visibility: string;
  readonly width: number;
  readonly height: number;
  readonly colorCount: number;
}> {
  const visibility = await page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(document.visibilityState)));
      }),
  );
  const { width, height, data } = PNG.sync.read(await page.screenshot({ animations: 'allow' }));
  const colors = new Set<number>();
  for (let offset = 0; offset < data.length; offset += 4) colors.add(data.readUInt32LE(offset));
  return { visibility, width, height, colorCount: colors.size };
}
