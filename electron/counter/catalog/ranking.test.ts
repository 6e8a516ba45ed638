import { describe, expect, test } from 'vitest';
import { createBillerCatalog } from '../../../tests/bench/support/biller-catalog.ts';
import {
  getRankingFault,
  HOME_COUNTRY,
  RANKING_LIST,
  SHOP_USES,
} from '../../../tests/bench/support/ranking-list.ts';
import { runToCompletion } from '../../platform/index.ts';
import { createBillerUses } from './biller-uses.ts';
import { toBillerSearchEntry } from './search-entry.ts';
import { buildBillerSearchIndex } from './search-index.ts';

const now = Date.UTC(2026, 0, 15, 16);
const lastUsedAt = new Date(now - 60_000).toISOString();
const uses = createBillerUses(
  SHOP_USES.map(([billerId, times]) => ({ billerId, uses: times, lastUsedAt })),
);

describe.each([6000, 20_000])('the ranking list over %i billers', (count) => {
  const index = runToCompletion(
    buildBillerSearchIndex(createBillerCatalog(count).map(toBillerSearchEntry)),
  );

  test.each(RANKING_LIST)('$typed: $reason', (entry) => {
    const results = index.search({
      text: entry.typed,
      kinds: ['utility', 'top-up', 'gift-card', 'partner'],
      limit: 20,
      uses,
      country: HOME_COUNTRY,
      now,
    });
    expect(
      getRankingFault(
        entry,
        results.map(({ biller }) => biller.id),
      ),
    ).toBeNull();
  });
});
