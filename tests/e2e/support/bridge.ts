import type { Page } from '@playwright/test';

/** The bridge, called with names and values that its types would not let through. */
export const callBridge = (page: Page, name: string, input: unknown): Promise<unknown> =>
  page.evaluate(
    ([called, given]) => {
      const till: unknown = Reflect.get(window, 'till');
      const calling: unknown = Reflect.get(Object(till), 'call');
      if (typeof calling !== 'function') throw new Error('no bridge');
      return calling(called, given);
    },
    [name, input] as const,
  );
