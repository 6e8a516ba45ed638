import { lookup } from 'node:dns/promises';
import type { DiscoveredPrinter } from '../../../shared/contract/index.ts';
import type { Clock, Log } from '../../platform/index.ts';
import {
  findUnixPrinters,
  findWindowsPrinters,
  type RunPowerShell,
  runPowerShell,
} from './find-local-printers.ts';
import {
  type BrowseOptions,
  createBrowseOptions,
  findNetworkPrinters,
} from './find-network-printers.ts';

export interface PrinterFinder {
  /** USB and serial first, then the network; each by its name. */
  find(): Promise<DiscoveredPrinter[]>;
}

/** Whatever hangs is left behind after this. */
const SEARCH_TIMEOUT_MS = 5_000;
const HOST_LOOK_UP_TIMEOUT_MS = 800;

export function createPrinterFinder(ports: {
  readonly clock: Clock;
  readonly log: Log;
  /** For tests; the product leaves them out. */
  readonly platform?: NodeJS.Platform;
  readonly root?: string;
  readonly run?: RunPowerShell;
  readonly browsing?: BrowseOptions;
  readonly longestMs?: number;
}): PrinterFinder {
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
  const searched = async (where: string, search: Promise<DiscoveredPrinter[]>) => {
    const found = search.catch((error: unknown) => {
      log.warn({ err: error, where }, 'printer-finder: search failed');
      return [];
    });
    const inTime = await within(ports.longestMs ?? SEARCH_TIMEOUT_MS, found);
    if (inTime === null) log.info({ where }, 'printer-finder: search timed out');
    return inTime ?? [];
  };

  const lookUp = async (host: string): Promise<string | null> =>
    await within(
      HOST_LOOK_UP_TIMEOUT_MS,
      lookup(host, { family: 4 }).then(
        ({ address }) => address,
        () => null,
      ),
    );

  return {
    find: async () => {
      const onComputer =
        platform === 'win32'
          ? findWindowsPrinters(ports.run ?? runPowerShell, log)
          : findUnixPrinters(ports.root ?? '/', log);
      const onNetwork = findNetworkPrinters(
        ports.browsing ?? createBrowseOptions(lookUp),
        clock,
        log,
      );
      const found = await Promise.all([
        searched('computer', onComputer),
        searched('network', onNetwork),
      ]);
      return found.flat();
    },
  };
}
