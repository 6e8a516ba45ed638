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
  createMulticastDnsOptions,
  findNetworkPrinters,
  type MulticastDnsOptions,
} from './find-network-printers.ts';

export interface PrinterFinder {
  /** USB and serial printers first, then network printers. */
  find(): Promise<DiscoveredPrinter[]>;
}

/** A search that hangs is abandoned after this. */
const SEARCH_TIMEOUT_MS = 5_000;
const HOST_LOOK_UP_TIMEOUT_MS = 800;

export function createPrinterFinder(ports: {
  readonly clock: Clock;
  readonly log: Log;
  /** The rest is for tests only. */
  readonly platform?: NodeJS.Platform;
  readonly root?: string;
  readonly run?: RunPowerShell;
  readonly browsing?: MulticastDnsOptions;
  readonly searchTimeoutMs?: number;
}): PrinterFinder {
  const { clock, log } = ports;
  const platform = ports.platform ?? process.platform;

  /** Null on a timeout. */
  const waitFor = async <Value>(
    milliseconds: number,
    work: Promise<Value>,
  ): Promise<Value | null> => {
    let cancel = (): void => {};
    const timeout = new Promise<null>((resolve) => {
      cancel = clock.after(milliseconds, () => resolve(null));
    });
    return await Promise.race([work, timeout]).finally(cancel);
  };

  /** A search that fails or times out lists no printers. */
  const searchInTime = async (place: string, search: Promise<DiscoveredPrinter[]>) => {
    const printers = search.catch((error: unknown) => {
      log.warn({ err: error, where: place }, 'printer-finder: search failed');
      return [];
    });
    const printersInTime = await waitFor(ports.searchTimeoutMs ?? SEARCH_TIMEOUT_MS, printers);
    if (printersInTime === null) log.info({ where: place }, 'printer-finder: search timed out');
    return printersInTime ?? [];
  };

  const lookUp = async (host: string): Promise<string | null> =>
    await waitFor(
      HOST_LOOK_UP_TIMEOUT_MS,
      lookup(host, { family: 4 }).then(
        ({ address }) => address,
        () => null,
      ),
    );

  return {
    find: async () => {
      const localSearch =
        platform === 'win32'
          ? findWindowsPrinters(ports.run ?? runPowerShell, log)
          : findUnixPrinters(ports.root ?? '/', log);
      const networkSearch = findNetworkPrinters(
        ports.browsing ?? createMulticastDnsOptions(lookUp),
        clock,
        log,
      );
      const results = await Promise.all([
        searchInTime('computer', localSearch),
        searchInTime('network', networkSearch),
      ]);
      return results.flat();
    },
  };
}
