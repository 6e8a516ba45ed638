import { openSync, readSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';

/**
 * Loaded before a program: its clock and uptime are ahead by the milliseconds in the file
 * `TEST_CLOCK_FILE`, as if the computer had slept. The test changes the file meanwhile.
 */
const file = openSync(process.env.TEST_CLOCK_FILE ?? '', 'r');
const buffer = Buffer.alloc(8);

function readShiftMs(): number {
  readSync(file, buffer, 0, 8, 0);
  return buffer.readDoubleLE();
}

const { now } = Date;
const { uptime } = os;
Date.now = () => now() + readShiftMs();
os.uptime = () => uptime() + readShiftMs() / 1000;
syncBuiltinESMExports();
