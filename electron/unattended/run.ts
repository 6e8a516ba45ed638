import { assertNever } from '../../shared/contract/index.ts';
import type { TillHost } from '../till/index.ts';
import { applyPatchFile } from './apply.ts';
import { askOpenTill, type Errand } from './errands.ts';
import { lookIntoOpen } from './look.ts';
import { type Outcome, outcomeOf, type UnattendedReport } from './outcome.ts';

/** How long a till that is just starting, or ending, is waited for. */
const PATIENCE_MS = 30_000;
const ASK_EVERY_MS = 500;

/** What the till that is open here does when it is asked. */
export async function runErrand(host: TillHost, asked: Errand): Promise<Outcome> {
  switch (asked.kind) {
    case 'upload':
      return outcomeOf(await runUnattended(host, asked.tryForMs));
    case 'apply':
      return await applyPatchFile(host, asked);
    case 'status':
    case 'diagnostics':
      return await lookIntoOpen(host, asked);
    default:
      return assertNever(asked);
  }
}

export async function runUnattended(
  host: Pick<TillHost, 'till' | 'storageProblem'>,
  tryForMs: number,
): Promise<UnattendedReport> {
  const till = host.till();
  if (till === null) {
    return { kind: 'no-till', problem: host.storageProblem() ?? { kind: 'not-set-up' } };
  }
  // It need not wait for a page.
  till.start();
  return await till.reconciliation.uploadDue(tryForMs);
}

/** For a second copy: the first one holds the profile, and is asked to do it. */
export async function handOver(profileFolder: string, asked: Errand): Promise<Outcome> {
  const giveUpAt = performance.now() + PATIENCE_MS;
  for (;;) {
    const answer = await askOpenTill(profileFolder, asked);
    if (typeof answer !== 'string') return answer;
    if (answer === 'broke-off') return outcomeOf({ kind: 'stopped' });
    if (performance.now() > giveUpAt) return outcomeOf({ kind: 'held' });
    await new Promise((done) => setTimeout(done, ASK_EVERY_MS));
  }
}
