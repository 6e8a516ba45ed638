/**
 * All benchmarks, one after the other: ours beside the bare thing, in turns, in one run.
 *
 *     npm run bench -- [--json]
 */
import { run as ledger } from './ledger.ts';
import { run as pay } from './pay.ts';
import { run as reconciliation } from './reconciliation.ts';
import { run as refresh } from './refresh.ts';
import { run as search } from './search.ts';
import { run as start } from './start.ts';
import { runDirectly } from './support/result.ts';

await runDirectly(async () => {
  const results = [];
  for (const run of [pay, refresh, start, search, ledger, reconciliation])
    results.push(...(await run()));
  return results;
}, true);
