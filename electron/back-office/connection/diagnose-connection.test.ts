import { expect, it } from 'vitest';
import { unreachableReasonSchema } from '../../../shared/contract/index.ts';
import { describeConnectionFault } from '../../../shared/i18n/index.ts';
import { LANGUAGES } from '../../../shared/locales/index.ts';
import { type ConnectionFacts, diagnoseConnection } from './diagnose-connection.ts';

const facts: ConnectionFacts = {
  problem: { kind: 'service-unreachable', reason: 'other' },
  hasLink: true,
  nameLookup: 'resolved',
  connection: { kind: 'failed', reason: 'other' },
  otherServers: 'silent',
};
const noNetwork = { kind: 'failed', reason: 'no-network' } as const;

it.each<[string, string, Partial<ConnectionFacts>]>([
  ['the link', 'no-link', { hasLink: false, nameLookup: 'failed', connection: noNetwork }],
  ['the route', 'no-route', { connection: noNetwork }],
  ['DNS', 'no-dns', { nameLookup: 'failed', connection: noNetwork }],
  ['the provider', 'provider', {}],
  ['the service', 'service', { otherServers: 'answering' }],
  ['the address', 'address', { nameLookup: 'not-found', otherServers: 'answering' }],
  ['either of two', 'provider-or-service', { otherServers: 'none' }],
  ['the clock', 'clock', { connection: { kind: 'failed', reason: 'tls-not-yet-valid' } }],
])('blames %s (%s)', (_name, kind, changes) => {
  expect(diagnoseConnection({ ...facts, ...changes })?.kind).toBe(kind);
});

it('blames the service for silence on a connection that opens', () => {
  const problem = { kind: 'service-silent', seconds: 60 } as const;
  expect(diagnoseConnection({ ...facts, problem, connection: { kind: 'opened' } })).toEqual({
    kind: 'service',
    httpStatus: null,
  });
});

it('finds no fault once the connection opens again, nor for another problem', () => {
  expect(diagnoseConnection({ ...facts, connection: { kind: 'opened' } })).toBeNull();
  const problem = { kind: 'not-signed-in' } as const;
  expect(diagnoseConnection({ ...facts, problem, connection: { kind: 'opened' } })).toBeNull();
});

it('describes each fault in one sentence of each language', () => {
  for (const reason of unreachableReasonSchema.options) {
    const fault = diagnoseConnection({ ...facts, connection: { kind: 'failed', reason } });
    if (fault === null) throw new Error(`no fault for ${reason}`);
    for (const language of LANGUAGES) {
      expect(describeConnectionFault(fault, language)).toMatch(/^[^.{}]+\.$/);
    }
  }
});
