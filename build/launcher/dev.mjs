import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { writeMessage } from './messages.mjs';
import { buildEnvironment } from './run.mjs';
import { run as runStart } from './start.mjs';

/**
 * Runs the till in the browser shell, with Vite's server for its page, which reloads after an edit in renderer/ or
 * shared/. Main runs from dist/, which is built first if it is stale.
 *
 * @type {import('./run.mjs').Command}
 */
export async function run({ node, args, root }) {
  const port = await findFreePort();
  const server = spawn(node, [join(import.meta.dirname, 'dev-server.mjs'), root, String(port)], {
    cwd: root,
    env: buildEnvironment(node),
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  await new Promise((resolve, reject) => {
    server.once('message', resolve);
    server.once('error', reject);
    server.once('exit', (code) => reject(new Error(`Vite's server exited with code ${code}.`)));
  });
  process.env.TILL_DEV_SERVER = `http://127.0.0.1:${port}/`;
  writeMessage(
    'The page reloads while you edit renderer/ and shared/. After a change in electron/, restart this command.',
  );
  try {
    return await runStart({ node, args: [...args, '--browser'], root });
  } finally {
    server.kill();
  }
}

/** @returns {Promise<number>} */
function findFreePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
      server.close(() => resolve(port));
    });
  });
}
