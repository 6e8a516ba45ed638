import type { Log } from '../../../platform/index.ts';
import type { OfficeService, RunningService } from '../config/index.ts';

export interface RunningPart {
  readonly name: string;
  readonly service: RunningService;
}

/** Longer than any step that a part of the process does not break off; systemd waits for 20 s. */
const STOP_TIMEOUT_MS = 10_000;

/**
 * Starts every part, tells `onStarted`, and stops them all once `stopped` resolves. False if a part
 * had to be left behind: whatever it was doing is such that a kill at any moment is safe.
 * Throws if a part cannot start, and stops those before it.
 */
export async function runServices(
  services: readonly OfficeService[],
  stopped: Promise<unknown>,
  ports: {
    readonly log: Log;
    readonly onStarted: (running: readonly RunningPart[]) => Promise<() => Promise<void>>;
    readonly stopMs?: number;
  },
): Promise<boolean> {
  const running: RunningPart[] = [];
  const stop = (): Promise<boolean> => stopAll(running, ports.log, ports.stopMs ?? STOP_TIMEOUT_MS);
  try {
    for (const { name, start } of services) running.push({ name, service: await start() });
    const end = await ports.onStarted(running);
    await stopped;
    await end();
  } catch (error) {
    await stop();
    throw error;
  }
  return await stop();
}

async function stopAll(
  running: readonly RunningPart[],
  log: Log,
  stopMs: number,
): Promise<boolean> {
  const left = new Set(running.map(({ name }) => name));
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, stopMs);
  });
  const all = Promise.all(
    running.map(async ({ name, service }) => {
      try {
        await service.stop();
      } catch (error) {
        log.error({ err: error, service: name }, 'chain-process: part failed to stop');
      }
      left.delete(name);
    }),
  );
  await Promise.race([all, late]);
  clearTimeout(timer);
  for (const name of left)
    log.error({ service: name }, 'chain-process: part still running at stop timeout');
  return left.size === 0;
}
