import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { certificate, registerTransportCleanup, startTestHttps } from './transport.fixture.ts';

registerTransportCleanup();

const TRANSPORT_URL = new URL('./transport.ts', import.meta.url).href;
const CLOCK_URL = new URL('../../platform/index.ts', import.meta.url).href;

/** A process reads the system's certificates once, so each way needs its own. */
async function readOverSystemCertificates(
  port: number,
  environment: Readonly<Record<string, string>>,
): Promise<string> {
  const script = `
    const { createHttpTransport } = await import(${JSON.stringify(TRANSPORT_URL)});
    const { systemClock } = await import(${JSON.stringify(CLOCK_URL)});
    const origin = 'https://localhost:${port}';
    const transport = createHttpTransport({ origin, caPem: null, proxy: null, clock: systemClock });
    const result = await transport.exchange({
      method: 'GET', target: '/billers', headers: {}, body: null, needsOwnConnection: true,
      signal: AbortSignal.timeout(60_000),
    });
    await transport.close();
    console.log(result.kind, result.reason ?? result.status);`;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--eval', script],
    { env: { ...process.env, ...environment } },
  );
  return stdout.trim();
}

// OpenSSL finds the system's certificates by this variable on Linux only.
it.skipIf(process.platform !== 'linux')(
  'trusts what the system trusts, and nothing else, if the settings name no certificate',
  async () => {
    const server = await startTestHttps((request, response) => {
      request.resume().on('end', () => response.end('{}'));
    });
    const folder = mkdtempSync(join(tmpdir(), 'till-certificates-'));
    try {
      const file = join(folder, 'system.pem');
      writeFileSync(file, certificate.cert);
      const environment = { SSL_CERT_FILE: file, SSL_CERT_DIR: folder };
      expect(await readOverSystemCertificates(server.port, environment)).toBe('answered 200');
      expect(await readOverSystemCertificates(server.port, {})).toMatch(/^not-sent /);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
