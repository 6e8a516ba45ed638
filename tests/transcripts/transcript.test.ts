import { expect, it } from 'vitest';
import type { ServiceVersion } from '../../shared/contract/index.ts';
import { SERVICE_VERSIONS } from '../../shared/rules/index.ts';
import { transcripts } from './transcript.ts';

/** The tables "Generation 1.6" and "Generation 3" of the interface. */
const BILLER_LISTS = ['utilities', 'topups', 'gift_cards', 'partner'].map(
  (name) => `/billers/${name}`,
);
const FLAT_PATHS = [
  '/account',
  ...BILLER_LISTS,
  '/rates',
  '/bill/consult',
  '/bill/check',
  '/bill/pay',
  '/bill/cash_out',
  '/transaction/cancel',
  '/transactions',
];
const BILL_OPERATIONS = [
  ...['/account', ...BILLER_LISTS, '/rates', '/transactions'].map((path) => `GET ${path}`),
  'POST /bills',
  'GET /bills',
  'GET /bills/{bill_id}',
  'GET /bills/{bill_id}/xdata',
  'POST /bills/{bill_id}/refresh',
  'DELETE /bills/{bill_id}',
  'POST /bills/{bill_id}/pay',
  'POST /single/cash_out',
];
const SINGLE_OPERATIONS = ['POST /single/consult', 'POST /single/pay'];

/** The compiler asks for a new version. */
const OPERATIONS: Readonly<Record<ServiceVersion, readonly string[]>> = {
  'v1.6': FLAT_PATHS.map((path) => `POST ${path}`),
  'v3.3': BILL_OPERATIONS,
  'v3.mx': [...BILL_OPERATIONS, ...SINGLE_OPERATIONS],
  'v3.co': [...BILL_OPERATIONS, ...SINGLE_OPERATIONS],
};

it.each(SERVICE_VERSIONS)('covers every operation of %s', (version) => {
  const successes = transcripts.filter(
    ({ versions, onlySide, answer }) =>
      versions.includes(version) && onlySide === null && answer.status < 300,
  );
  const covered = successes.map(({ method, target }) => `${method} ${target.split('?')[0]}`);
  expect([...new Set(covered)].toSorted()).toEqual(OPERATIONS[version].toSorted());
});
