import { execFile } from 'node:child_process';
import { expect, it } from 'vitest';

const program = `
  import { logUncaughtErrors } from ${JSON.stringify(new URL('./uncaught-errors.ts', import.meta.url).href)};
  const say = (fields, message) =>
    console.log(message + ': ' + fields.err.message + ' in ' + fields.version);
  logUncaughtErrors(process, { info: say, warn: say, error: say }, '1.2.3');
  setTimeout(() => { throw new Error('thrown'); }, 1);
  Promise.reject(new Error('rejected'));
  setTimeout(() => console.log('still here'), 50);
`;

it('logs uncaught errors and keeps the program running', async () => {
  const output = await new Promise<string>((resolve, reject) => {
    execFile(process.execPath, ['--input-type=module', '-e', program], (error, stdout) =>
      error ? reject(error) : resolve(stdout),
    );
  });
  expect(output).toContain('process: uncaught exception: thrown in 1.2.3');
  expect(output).toContain('process: unhandled rejection: rejected in 1.2.3');
  expect(output).toContain('still here');
});
