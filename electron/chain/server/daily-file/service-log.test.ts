import { expect, it } from 'vitest';
import { silentLog } from '../../../platform/index.ts';
import { createFailedRequestsLog } from './service-log.ts';

it('logs failed requests for pages, and no successful ones', () => {
  const logged: object[] = [];
  const log = createFailedRequestsLog({ ...silentLog, info: (fields) => void logged.push(fields) });
  const page = { method: 'GET', path: '/transactions', reason: null };
  log.info({ ...page, result: 'answered', status: 200 }, 'service-client: request finished');
  log.info({ ...page, result: 'answered', status: 503 }, 'service-client: request finished');
  log.info({ ...page, result: 'unreachable', status: null }, 'service-client: request finished');
  expect(logged).toMatchObject([{ status: 503 }, { status: null }]);
});
