import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../support/till-process.ts';
import { judgeWalls } from './judge-facts.ts';
import { tryWalls } from './page-facts.ts';
import type { SmokeTill } from './smoke-till.ts';

const PICTURE = join(ROOT, 'docs', 'pictures', 'paid.png');

/** Offers a picture to the page in every way that it must not have: on a port, as a file, outside its folder. */
export async function askWalls({ page }: SmokeTill): Promise<string> {
  let connectionCount = 0;
  const server = createServer((_request, answer) => {
    answer.writeHead(200, { 'Content-Type': 'image/png', 'Access-Control-Allow-Origin': '*' });
    answer.end(readFileSync(PICTURE));
  });
  server.on('connection', () => {
    connectionCount += 1;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  try {
    const walls = await tryWalls(page, [
      `http://127.0.0.1:${port}/`,
      pathToFileURL(PICTURE).href,
      '/..%2f..%2fdocs%2fpictures%2fpaid.png',
      '/..%5c..%5cdocs%5cpictures%5cpaid.png',
    ]);
    return judgeWalls(walls, connectionCount);
  } finally {
    server.close();
    server.closeAllConnections();
  }
}
