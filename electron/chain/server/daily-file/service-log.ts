import type { Log } from '../../../platform/index.ts';

/**
 * The log of the service's client in this process: it reads long lists page by page, so only failed
 * requests are logged, not every page.
 */
export function createFailedRequestsLog(log: Log): Log {
  return {
    ...log,
    info: (fields, message) => {
      const status: unknown = Reflect.get(fields, 'status');
      if (typeof status !== 'number' || status >= 400) log.info(fields, message);
    },
  };
}
