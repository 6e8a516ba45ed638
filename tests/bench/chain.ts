import * as day from './chain-day.ts';
import * as pay from './chain-pay.ts';
import * as push from './chain-push.ts';
import type { BenchResult } from './support/result.ts';

/** What a chain costs: F12 at its tills, its database, and the owner's views. */
export async function run(): Promise<BenchResult[]> {
  return [...(await pay.run()), ...(await push.run()), ...(await day.run())];
}
