import { expect, it } from 'vitest';
import { silentLog } from '../../../platform/index.ts';
import { createServiceLog } from './service-log.ts';

it('tells of no page that came, and of each that did not', () => {
  const told: object[] = [];
  const log = createServiceLog({ ...silentLog, info: (fields) => void told.push(fields) });
  const page = { method: 'GET', path: '/transactions', reason: null };
  log.info({ ...page, result: 'answered', status: 200 }, 'service-client: request finished');
  log.info({ ...page, result: 'answered', status: 503 }, 'service-client: request finished');
  log.info({ ...page, result: 'unreachable', status: null }, 'service-client: request finished');
  expect(told).toMatchObject([{ status: 503 }, { status: null }]);
});
