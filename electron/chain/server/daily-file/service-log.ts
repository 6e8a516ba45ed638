import type { Log } from '../../../platform/index.ts';

/**
 * For the service's client in this process: it reads long lists page by page, and the journal keeps
 * what went wrong, not every page that came.
 */
export function createServiceLog(log: Log): Log {
  return {
    ...log,
    info: (fields, message) => {
      const status: unknown = Reflect.get(fields, 'status');
      if (typeof status !== 'number' || status >= 400) log.info(fields, message);
    },
  };
}
