import type { Log } from '../../../platform/index.ts';
import type { ChainServerService, RunningService } from '../config/index.ts';

export interface NamedRunningService {
  readonly name: string;
  readonly service: RunningService;
}

/** Longer than any step that a service does not abort; systemd waits for 20 s. */
const STOP_TIMEOUT_MS = 10_000;

/**
 * Starts every service, calls `onStarted`, and stops all once `stopped` resolves. Returns false if
 * a service did not stop in time: each is built so that a kill at any moment is safe. Throws if a
 * service cannot start, and stops those started before it.
 */
export async function runChainServerServices(
  services: readonly ChainServerService[],
  stopRequested: Promise<unknown>,
  ports: {
    readonly log: Log;
    readonly onStarted: (running: readonly NamedRunningService[]) => Promise<() => Promise<void>>;
    readonly stopTimeoutMs?: number;
  },
): Promise<boolean> {
  const running: NamedRunningService[] = [];
  const stop = (): Promise<boolean> =>
    stopAll(running, ports.log, ports.stopTimeoutMs ?? STOP_TIMEOUT_MS);
  try {
    for (const { name, start } of services) running.push({ name, service: await start() });
    const cleanUp = await ports.onStarted(running);
    await stopRequested;
    await cleanUp();
  } catch (error) {
    await stop();
    throw error;
  }
  return await stop();
}

async function stopAll(
  running: readonly NamedRunningService[],
  log: Log,
  stopMs: number,
): Promise<boolean> {
  const remaining = new Set(running.map(({ name }) => name));
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, stopMs);
  });
  const allStopped = Promise.all(
    running.map(async ({ name, service }) => {
      try {
        await service.stop();
      } catch (error) {
        log.error({ err: error, service: name }, 'chain-process: part failed to stop');
      }
      remaining.delete(name);
    }),
  );
  await Promise.race([allStopped, timeout]);
  clearTimeout(timer);
  for (const name of remaining)
    log.error({ service: name }, 'chain-process: part still running at stop timeout');
  return remaining.size === 0;
}
