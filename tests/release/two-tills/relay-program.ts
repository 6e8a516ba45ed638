import { connect, createServer } from 'node:net';

/**
 * `node relay-program.ts PORT=SOCKET…`: gives each local port the server behind a Unix socket, which
 * network namespaces do not separate. So a computer reaches the service without a way out.
 */
for (const pair of process.argv.slice(2)) {
  const [port = '', socket = ''] = pair.split('=');
  createServer((client) => {
    const server = connect(socket);
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      from.on('error', () => to.destroy());
      from.pipe(to);
    }
  }).listen(Number(port), '127.0.0.1');
}
