import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const started = z.object({
  baseUrl: z.string(),
  caFile: z.string(),
  vendor: z.string(),
  apiKey: z.string(),
  secretKey: z.string(),
});

export interface TrainingProcess extends z.infer<typeof started> {
  readonly caPem: string;
  close(): Promise<void>;
}

/** The training service in a process of its own, so that its work is not measured as ours. */
export async function startTrainingProcess(): Promise<TrainingProcess> {
  const cli = fileURLToPath(new URL('../../../electron/training/cli.ts', import.meta.url));
  const child = spawn(process.execPath, [cli, '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const [line] = await Promise.race([
    once(createInterface(child.stdout), 'line'),
    ended.then(() => {
      throw new Error('training-service: start failed');
    }),
  ]);
  const told = started.parse(JSON.parse(String(line)));
  return {
    ...told,
    caPem: readFileSync(told.caFile, 'utf8'),
    close: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
