import { join } from 'node:path';
import { createServer } from 'vite';

// Runs on Node 24 for `npm run dev`, and ends when it ends.
const [, , root = '', port = ''] = process.argv;
const server = await createServer({
  configFile: join(root, 'vite.config.ts'),
  logLevel: 'warn',
  server: {
    host: '127.0.0.1',
    port: Number(port),
    strictPort: true,
    // Set explicitly, because the page itself is served by the browser shell on another port.
    hmr: { host: '127.0.0.1', clientPort: Number(port) },
  },
});
await server.listen();
process.send?.('listening');
process.once('disconnect', () => process.exit());
