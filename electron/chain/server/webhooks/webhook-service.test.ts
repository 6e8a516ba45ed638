import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCertificateAuthority } from '../../../../tests/support/postgres/index.ts';
import { createVirtualClock, silentLog, systemClock } from '../../../platform/index.ts';
import type { ChainServerConfig, RunningService } from '../config/index.ts';
import { createServerTestChain } from '../testing/index.ts';
import { createRejectedWebhookCounter } from './rejected-webhooks.ts';
import { createWebhookService } from './webhook-service.ts';

const TOKEN = 'A'.repeat(43);
const ports = { clock: systemClock, log: silentLog };
const config = (
  hooks: Partial<NonNullable<ChainServerConfig['hooks']>> = {},
): ChainServerConfig => ({
  // Nothing listens there: notices are not stored, and requests are still answered.
  hosts: ['127.0.0.1:1'],
  database: 'chain',
  ca: 'none',
  hook: { user: 'hook', password: 'secret-of-hook' },
  hooks: { tokens: [TOKEN], ...hooks },
});

it.skipIf(process.platform === 'win32')(
  'reports rejected webhooks in its status and in the database for a while',
  async () => {
    const testChain = await createServerTestChain();
    try {
      const clock = createVirtualClock();
      const rejectedWebhooks = createRejectedWebhookCounter(testChain.maker, {
        clock,
        log: silentLog,
      });
      expect(rejectedWebhooks.describeRecent()).toBeNull();
      for (let n = 0; n < 700; n += 1) rejectedWebhooks.countRejection();
      expect(rejectedWebhooks.describeRecent()).toMatch(/^700 webhooks were rejected/);
      await expect
        .poll(() =>
          testChain.chain.database.sql(
            "SELECT note FROM chain.office_notes WHERE name = 'webhooks'",
          ),
        )
        .toHaveLength(1);
      await clock.advance(16 * 60_000);
      expect(rejectedWebhooks.describeRecent()).toBeNull();
      rejectedWebhooks.countRejection();
      expect(rejectedWebhooks.describeRecent()).toMatch(/^1 webhooks/);
    } finally {
      await testChain.drop();
    }
  },
);

describe('the webhook service of the process', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mostrador-hooks-'));
  const [certificateFile, keyFile] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  let authority: Awaited<ReturnType<typeof createCertificateAuthority>>;
  let running: RunningService;
  let port = 0;

  beforeAll(async () => {
    authority = await createCertificateAuthority();
    const { certPem, keyPem } = await authority.sign({ dns: ['hooks.example'], ips: [] });
    writeFileSync(certificateFile, certPem);
    writeFileSync(keyFile, keyPem);
    const log = {
      ...silentLog,
      info: (fields: object) => {
        if ('port' in fields) port = Number(fields.port);
      },
    };
    const settings = config({ certificateFile, keyFile, host: '127.0.0.1' });
    running = await createWebhookService(settings, 0, { ...ports, log }).start();
  });
  afterAll(async () => {
    await running.stop();
    rmSync(folder, { recursive: true });
  });

  it('serves TLS with its own certificate, and turns yellow while the database is unreachable', async () => {
    expect(running.getStatus?.()).toMatchObject({ level: 'green' });
    const status = await new Promise<number>((resolve, reject) => {
      const requestOptions = {
        host: '127.0.0.1',
        port,
        path: `/hooks/${TOKEN}`,
        method: 'POST',
        ca: authority.caPem,
        servername: 'hooks.example',
      };
      const clientRequest = request(requestOptions, (answer) => {
        answer.resume();
        resolve(answer.statusCode ?? 0);
      });
      clientRequest.on('error', reject);
      clientRequest.end('{"type":"bill","id":1}');
    });
    expect(status).toBe(503);
    expect(running.getStatus?.()).toMatchObject({
      level: 'yellow',
      text: expect.stringContaining('unreachable'),
    });
  });

  it.each([
    [{ host: '0.0.0.0' }, /hooks\.host 0\.0\.0\.0 is reachable from other computers/],
    [{ certificateFile: 'x.pem' }, /must be set together/],
  ])('rejects settings that would expose the token or are incomplete: %j', (hooks, message) => {
    expect(() => createWebhookService(config(hooks), 0, ports)).toThrow(message);
  });

  it('names the missing part of the configuration', () => {
    const { hook: _, ...without } = config();
    expect(() => createWebhookService(without, 0, ports)).toThrow(
      /--hooks needs the fields "hook" and "hooks"/,
    );
  });
});
