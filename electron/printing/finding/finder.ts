import { lookup } from 'node:dns/promises';
import type { FoundPrinter } from '../../../shared/contract/index.ts';
import type { Clock, Log } from '../../platform/index.ts';
import { findOnUnix, findOnWindows, type RunPowerShell, runPowerShell } from './local.ts';
import { type Browsing, browsingOf, findOnNetwork } from './network.ts';

export interface Finder {
  /** USB and serial first, then the network; each by its name. */
  find(): Promise<FoundPrinter[]>;
}

/** Whatever hangs is left behind after this. */
const LONGEST_MS = 5_000;
const LOOK_UP_MS = 800;

export function createFinder(ports: {
  readonly clock: Clock;
  readonly log: Log;
  /** For tests; the product leaves them out. */
  readonly platform?: NodeJS.Platform;
  readonly root?: string;
  readonly run?: RunPowerShell;
  readonly browsing?: Browsing;
  readonly longestMs?: number;
}): Finder {
  const { clock, log } = ports;
  const platform = ports.platform ?? process.platform;

  /** Null where it took longer. */
  const within = async <Value>(
    milliseconds: number,
    work: Promise<Value>,
  ): Promise<Value | null> => {
    let cancel = (): void => {};
    const late = new Promise<null>((resolve) => {
      cancel = clock.after(milliseconds, () => resolve(null));
    });
    return await Promise.race([work, late]).finally(cancel);
  };

  /** A place that cannot be looked at, or not in time, has no printer to show. */
  const searched = async (where: string, search: Promise<FoundPrinter[]>) => {
    const found = search.catch((error: unknown) => {
      log.warn({ err: error, where }, 'the search for printers failed');
      return [];
    });
    const inTime = await within(ports.longestMs ?? LONGEST_MS, found);
    if (inTime === null) log.info({ where }, 'the search for printers took too long');
    return inTime ?? [];
  };

  const lookUp = async (host: string): Promise<string | null> =>
    await within(
      LOOK_UP_MS,
      lookup(host, { family: 4 }).then(
        ({ address }) => address,
        () => null,
      ),
    );

  return {
    find: async () => {
      const onComputer =
        platform === 'win32'
          ? findOnWindows(ports.run ?? runPowerShell, log)
          : findOnUnix(ports.root ?? '/', log);
      const onNetwork = findOnNetwork(ports.browsing ?? browsingOf(lookUp), clock, log);
      const found = await Promise.all([
        searched('computer', onComputer),
        searched('network', onNetwork),
      ]);
      return found.flat();
    },
  };
}
