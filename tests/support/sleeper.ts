import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';

/**
 * Loaded before main. A message of the test says that the machine has slept, as the system tells it:
 * by its uptime.
 */
const { uptime } = os;
let sleptSeconds = 0;
os.uptime = () => uptime() + sleptSeconds;
syncBuiltinESMExports();

process.on('message', (message: unknown) => {
  const slept: unknown = Reflect.get(Object(message), 'slept');
  if (typeof slept === 'number') sleptSeconds += slept / 1000;
});
