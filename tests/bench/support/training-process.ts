import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const startMessageSchema = z.object({
  baseUrl: z.string(),
  caFile: z.string(),
  vendor: z.string(),
  apiKey: z.string(),
  secretKey: z.string(),
});

export interface TrainingProcess extends z.infer<typeof startMessageSchema> {
  readonly caPem: string;
  close(): Promise<void>;
}

/** Starts the training service in its own process, so that its work is not measured as ours. */
export async function startTrainingProcess(): Promise<TrainingProcess> {
  const cli = fileURLToPath(new URL('../../../electron/training/cli.ts', import.meta.url));
  const child = spawn(process.execPath, [cli, '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exit = once(child, 'exit');
  const [line] = await Promise.race([
    once(createInterface(child.stdout), 'line'),
    exit.then(() => {
      throw new Error('training-service: start failed');
    }),
  ]);
  const startMessage = startMessageSchema.parse(JSON.parse(String(line)));
  return {
    ...startMessage,
    caPem: readFileSync(startMessage.caFile, 'utf8'),
    close: async () => {
      child.kill('SIGTERM');
      await exit;
    },
  };
}
