import { expect, it } from 'vitest';
import type { CatalogState } from '../../../../shared/contract/index.ts';
import { createFakeCatalogState } from '../../../app/testing/fake-shop.ts';
import { findCatalogProblem } from './catalog-notice.tsx';

const state = (changes: Partial<CatalogState>): CatalogState => ({
  ...createFakeCatalogState(),
  ...changes,
});
const noLists = createFakeCatalogState().lists.map((list) => ({
  ...list,
  count: 0,
  refreshedAt: null,
}));
const emptyLists = createFakeCatalogState().lists.map((list) => ({ ...list, count: 0 }));
const onePartMissing = createFakeCatalogState().lists.map((list) =>
  list.kind === 'gift-card' ? { ...list, count: 0, refreshedAt: null } : list,
);
const refreshing = { kind: 'utility' as const, done: 1500, total: 6000 };
const failure = (problem: string) => ({ at: '2026-03-14T16:00:00Z', problem });

it.each([
  [null, state({})],
  ['loading', state({ lists: noLists, refreshing })],
  ['refreshing', state({ refreshing, isStale: true })],
  ['never', state({ lists: noLists })],
  ['never', state({ lists: noLists, lastFailure: failure('service-unreachable') })],
  ['empty', state({ lists: emptyLists })],
  ['part', state({ lists: onePartMissing })],
  ['part', state({ lists: onePartMissing, isStale: true })],
  ['part', state({ lists: onePartMissing, lastFailure: failure('service-unreachable') })],
  ['offline', state({ lastFailure: failure('service-unreachable') })],
  ['failed', state({ lastFailure: failure('service-unreadable'), isStale: true })],
  ['stale', state({ isStale: true })],
] as const)('returns the catalogue condition %s', (word, catalog) => {
  expect(findCatalogProblem(catalog)).toBe(word);
});
