import { expect, it } from 'vitest';
import { type Language, ok } from '../../../../shared/contract/index.ts';
import { createTrainingProvisioning } from '../../../settings/index.ts';
import type { HandlerPorts } from './ports.ts';
import { getTillState } from './till.ts';

function getState(options: { readonly chosen: Language | null; readonly isSetUp: boolean }) {
  const settings = {
    getLanguage: () => options.chosen,
    getActive: () => (options.isSetUp ? createTrainingProvisioning('es-CO') : null),
  };
  const host = { till: () => null, isSetUp: () => options.isSetUp, storageProblem: () => null };
  return getTillState({
    host,
    settings: ok(settings),
    applicationVersion: '0.0.0',
    firstLanguage: 'en',
  } as unknown as HandlerPorts);
}

it('uses the system’s language until the till is set up and the till’s language afterwards', () => {
  expect(getState({ chosen: null, isSetUp: false })).toMatchObject({ language: 'en' });
  expect(getState({ chosen: null, isSetUp: true })).toMatchObject({ language: 'es-CO' });
  expect(getState({ chosen: 'es-MX', isSetUp: false })).toMatchObject({ language: 'es-MX' });
  expect(getState({ chosen: 'es-MX', isSetUp: true })).toMatchObject({ language: 'es-MX' });
});
