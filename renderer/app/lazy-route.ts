import { type ComponentType, createElement, use } from 'react';

/** A part's file could not be loaded. The browser does not request it again in this document. */
export class RouteLoadError extends Error {}

const preloadQueue: (() => Promise<unknown>)[] = [];

/**
 * A part of the page that is not in its first file, so that it does not delay the sign-in. All such
 * parts are in one file (vite.config.ts), which is loaded while the cashier types the PIN
 * (`preloadLazyRoutes`), or when a part is first shown.
 */
export function lazyRoute<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const part = createLazyPart(load);
  preloadQueue.push(part.fetch);
  return part.Part;
}

/**
 * Loads all parts that are not loaded yet. An error is not lost: showing that part throws it again,
 * and the error boundary offers to reload the page.
 */
export function preloadLazyRoutes(): void {
  for (const fetch of preloadQueue) fetch().catch(() => {});
}

/**
 * The fields that React's `use` reads of an already tracked promise: with them it returns
 * synchronously.
 */
interface TrackedPromise<Value> extends Promise<Value> {
  status?: 'fulfilled';
  value?: Value;
}

/** Unlike with React's `lazy`, a loaded part is shown immediately, without a fallback first. */
function createLazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let pending: TrackedPromise<ComponentType<Props>> | null = null;
  const loadPart = async (): Promise<ComponentType<Props>> => {
    try {
      return await load();
    } catch (error) {
      throw new RouteLoadError('a part of the page could not be loaded', { cause: error });
    }
  };
  const fetch = (): Promise<ComponentType<Props>> => {
    if (pending !== null) return pending;
    const promise: TrackedPromise<ComponentType<Props>> = loadPart();
    pending = promise;
    promise.then(
      (value) => Object.assign(promise, { status: 'fulfilled', value }),
      () => {},
    );
    return promise;
  };
  const Part = (props: Props) => createElement(use(fetch()), props);
  return { fetch, Part };
}
