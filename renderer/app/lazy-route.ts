import { type ComponentType, createElement, use } from 'react';

/** A part's file could not be read. The browser does not ask for it again in this document. */
export class RouteLoadError extends Error {}

const preloadQueue: (() => Promise<unknown>)[] = [];

/**
 * A part of the page in a file of its own, so that the sign-in does not wait for it. It is fetched
 * while the cashier types her PIN (`preloadLazyRoutes`), or when it is first shown.
 */
export function lazyRoute<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const part = createLazyPart(load);
  preloadQueue.push(part.fetch);
  return part.Part;
}

/** A part that most tills never show: fetched only then. */
export function lazyRouteWithoutPreload<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  return createLazyPart(load).Part;
}

/**
 * Fetches what is still missing. An error is not lost: showing that part meets it again, and the
 * fault boundary offers to load the page anew.
 */
export function preloadLazyRoutes(): void {
  for (const fetch of preloadQueue) fetch().catch(() => {});
}

/** What React's `use` reads of a promise that somebody else has seen through: it returns at once. */
interface TrackedPromise<Value> extends Promise<Value> {
  status?: 'fulfilled';
  value?: Value;
}

/** Unlike React's `lazy`, a part that is here is shown at once, without a fallback before it. */
function createLazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let fetching: TrackedPromise<ComponentType<Props>> | null = null;
  const fetched = async (): Promise<ComponentType<Props>> => {
    try {
      return await load();
    } catch (error) {
      throw new RouteLoadError('a part of the page could not be loaded', { cause: error });
    }
  };
  const fetch = (): Promise<ComponentType<Props>> => {
    if (fetching !== null) return fetching;
    const here: TrackedPromise<ComponentType<Props>> = fetched();
    fetching = here;
    here.then(
      (value) => Object.assign(here, { status: 'fulfilled', value }),
      () => {},
    );
    return here;
  };
  const Part = (props: Props) => createElement(use(fetch()), props);
  return { fetch, Part };
}
