import { expect, it } from 'vitest';
import { type Language, ok } from '../../../../shared/contract/index.ts';
import { createTrainingProvisioning } from '../../../settings/index.ts';
import type { HandlerPorts } from './ports.ts';
import { getTillState } from './till.ts';

function stateOf(of: { readonly chosen: Language | null; readonly isSetUp: boolean }) {
  const settings = {
    language: () => of.chosen,
    active: () => (of.isSetUp ? createTrainingProvisioning('es-CO') : null),
  };
  const host = { till: () => null, isSetUp: () => of.isSetUp, storageProblem: () => null };
  return getTillState({
    host,
    settings: ok(settings),
    applicationVersion: '0.0.0',
    firstLanguage: 'en',
  } as unknown as HandlerPorts);
}

it('speaks the system’s language until it is set up, and then its own', () => {
  expect(stateOf({ chosen: null, isSetUp: false })).toMatchObject({ language: 'en' });
  expect(stateOf({ chosen: null, isSetUp: true })).toMatchObject({ language: 'es-CO' });
  expect(stateOf({ chosen: 'es-MX', isSetUp: false })).toMatchObject({ language: 'es-MX' });
  expect(stateOf({ chosen: 'es-MX', isSetUp: true })).toMatchObject({ language: 'es-MX' });
});
