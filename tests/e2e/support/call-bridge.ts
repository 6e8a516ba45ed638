import type { Page } from '@playwright/test';

/** Calls the bridge with names and values that its types would reject. */
export const callBridge = (page: Page, name: string, input: unknown): Promise<unknown> =>
  page.evaluate(
    ([callName, callInput]) => {
      const till: unknown = Reflect.get(window, 'till');
      const call: unknown = Reflect.get(Object(till), 'call');
      if (typeof call !== 'function') throw new Error('no bridge');
      return call(callName, callInput);
    },
    [name, input] as const,
  );
