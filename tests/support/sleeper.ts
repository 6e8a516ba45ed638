import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';

/**
 * Loaded before main. On a message from the test, adds the time that the machine slept to its
 * uptime, as the operating system does.
 */
const { uptime } = os;
let sleptSeconds = 0;
os.uptime = () => uptime() + sleptSeconds;
syncBuiltinESMExports();

process.on('message', (message: unknown) => {
  const sleptMs: unknown = Reflect.get(Object(message), 'slept');
  if (typeof sleptMs === 'number') sleptSeconds += sleptMs / 1000;
});
