import { execFile } from 'node:child_process';
import { expect, it } from 'vitest';

const program = `
  import { handleUncaughtErrors } from ${JSON.stringify(new URL('./uncaught-errors.ts', import.meta.url).href)};
  const say = (fields, message) => console.log(message + ': ' + fields.err.message);
  handleUncaughtErrors(process, { info: say, warn: say, error: say });
  setTimeout(() => { throw new Error('thrown'); }, 1);
  Promise.reject(new Error('rejected'));
  setTimeout(() => console.log('still here'), 50);
`;

it('writes down what nobody caught, and the program lives on', async () => {
  const said = await new Promise<string>((resolve, reject) => {
    execFile(process.execPath, ['--input-type=module', '-e', program], (error, stdout) =>
      error ? reject(error) : resolve(stdout),
    );
  });
  expect(said).toContain('process: uncaught exception: thrown');
  expect(said).toContain('process: unhandled rejection: rejected');
  expect(said).toContain('still here');
});
