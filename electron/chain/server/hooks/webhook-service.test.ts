import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCertificateAuthority } from '../../../../tests/support/postgres/index.ts';
import { createVirtualClock, silentLog, systemClock } from '../../../platform/index.ts';
import type { OfficeConfig, RunningService } from '../config/index.ts';
import { makeOfficeChain } from '../testing/index.ts';
import { createRejectedWebhooks } from './rejected-webhooks.ts';
import { createWebhookService } from './webhook-service.ts';

const TOKEN = 'A'.repeat(43);
const ports = { clock: systemClock, log: silentLog };
const config = (hooks: Partial<NonNullable<OfficeConfig['hooks']>> = {}): OfficeConfig => ({
  // Nothing listens there: what comes is not kept, and is answered all the same.
  hosts: ['127.0.0.1:1'],
  database: 'chain',
  ca: 'none',
  hook: { user: 'hook', password: 'secret-of-hook' },
  hooks: { tokens: [TOKEN], ...hooks },
});

it.skipIf(process.platform === 'win32')(
  'says of a flood in its light, and in the status, until it is some time past',
  async () => {
    const office = await makeOfficeChain();
    try {
      const clock = createVirtualClock();
      const turnedAway = createRejectedWebhooks(office.maker, { clock, log: silentLog });
      expect(turnedAway.describe()).toBeNull();
      for (let n = 0; n < 700; n += 1) turnedAway.record();
      expect(turnedAway.describe()).toMatch(/^700 webhooks were turned away/);
      await expect
        .poll(() =>
          office.chain.database.sql("SELECT note FROM chain.office_notes WHERE name = 'webhooks'"),
        )
        .toHaveLength(1);
      await clock.advance(16 * 60_000);
      expect(turnedAway.describe()).toBeNull();
      turnedAway.record();
      expect(turnedAway.describe()).toMatch(/^1 webhooks/);
    } finally {
      await office.drop();
    }
  },
);

describe('the receiver as a part of the process', () => {
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

  it('speaks TLS by its own certificate, and turns yellow while the database is away', async () => {
    expect(running.light?.()).toMatchObject({ light: 'green' });
    const status = await new Promise<number>((resolve, reject) => {
      const asked = {
        host: '127.0.0.1',
        port,
        path: `/hooks/${TOKEN}`,
        method: 'POST',
        ca: authority.caPem,
        servername: 'hooks.example',
      };
      const sent = request(asked, (answer) => {
        answer.resume();
        resolve(answer.statusCode ?? 0);
      });
      sent.on('error', reject);
      sent.end('{"type":"bill","id":1}');
    });
    expect(status).toBe(503);
    expect(running.light?.()).toMatchObject({
      light: 'yellow',
      says: expect.stringContaining('unreachable'),
    });
  });

  it.each([
    [{ host: '0.0.0.0' }, /hooks\.host 0\.0\.0\.0 is reached from other computers/],
    [{ certificateFile: 'x.pem' }, /go together/],
  ])('refuses what would send the token in the clear, or is half said: %j', (hooks, why) => {
    expect(() => createWebhookService(config(hooks), 0, ports)).toThrow(why);
  });

  it('says which part of the file it needs', () => {
    const { hook: _, ...without } = config();
    expect(() => createWebhookService(without, 0, ports)).toThrow(
      /--hooks needs "hook" and "hooks"/,
    );
  });
});
