import { expect, it } from 'vitest';
import { createFakeStatusLine } from '../../../renderer/app/testing/fake-shop.ts';
import type { ConnectionFault } from '../../../shared/contract/index.ts';
import { buildStatusReport, formatStatusReport, toStatusExitCode } from './index.ts';

const getReport = (fault: ConnectionFault | null) =>
  buildStatusReport({
    version: '1.2.3',
    now: Date.parse('2026-03-14T16:00:00Z'),
    profileFolder: import.meta.dirname,
    till: {
      environment: 'training',
      chainName: 'lupita',
      posNumber: '07',
      serviceVersion: 'v3.mx',
      timeZone: 'America/Mexico_City',
      backupFolder: null,
      shifts: 'required',
    },
    problem: null,
    ledgerFacts: null,
    open: {
      line: createFakeStatusLine({ service: createService(fault) }),
      isSending: false,
      hasCustomer: false,
    },
    hasRecoveryKey: null,
  });

const createService = (fault: ConnectionFault | null) => ({
  ...createFakeStatusLine().service,
  ...(fault === null ? {} : { light: 'unreachable' as const }),
  fault,
});

it.each<[ConnectionFault, string]>([
  [{ kind: 'no-link' }, 'red    connection: no-link ('],
  [{ kind: 'intercepted' }, 'red    connection: intercepted ('],
  [{ kind: 'service', httpStatus: 503 }, 'red    connection: service ('],
  [{ kind: 'clock', minutes: 20 }, 'red    connection: clock ('],
])('reports the cause of a failed connection with its sentence: %j', (fault, beginning) => {
  const report = getReport(fault);
  const line = formatStatusReport(report).find((text) => text.includes('connection:'));
  expect(line?.startsWith(beginning)).toBe(true);
  expect(line?.length).toBeGreaterThan(beginning.length + 20);
  expect(report.worst).toBe('red');
});

it('has no light of the connection while the service can be used', () => {
  const report = getReport(null);
  expect(report.lights.map(({ light }) => light)).not.toContain('connection');
  expect(toStatusExitCode(report)).not.toBe(0);
});
