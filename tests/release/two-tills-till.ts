import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { LOCAL_TILL } from '../../electron/chain/server/command/host/host.fixture.ts';
import { PROVISIONED_BY_FIRST_SET_UP } from '../../electron/counter/staff/index.ts';
import { createTillHost, type TillHost } from '../../electron/main/till/index.ts';
import { createTestHostPorts } from '../../electron/main/till/testing/index.ts';
import {
  runRemoteCommand,
  startRemoteCommandServer,
} from '../../electron/operations/headless/index.ts';
import { silentLog, systemClock, type Vault } from '../../electron/platform/index.ts';
import { createSettings, type Settings } from '../../electron/settings/index.ts';
import { type Provisioning, provisioningSchema } from '../../shared/contract/index.ts';

/**
 * A whole till without a page, as a program: `node two-tills-till.ts PROFILE POS`. It answers
 * remote commands, and each line on standard input: `join CODE` as an owner types it in F7, `synced` once
 * the chain has everything. An answer is one line of JSON.
 */
const [profileFolder = '', posNumber = ''] = process.argv.slice(2);

/** A key store of this process. */
const vault: Vault = {
  getStrength: async () => 'strong',
  seal: async (text) => ({ ok: true, value: text }),
  open: async (text) => ({ ok: true, value: { text, needsReseal: false } }),
};

function openSettings(): Settings {
  const file = join(profileFolder, 'settings.json');
  const settings = createSettings({
    store: {
      name: 'settings.json',
      read: () => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).settings : undefined),
      write: (value) => writeFileSync(file, JSON.stringify({ settings: value })),
    },
    vault,
    log: silentLog,
  });
  if (!settings.ok) throw new Error(JSON.stringify(settings.problem));
  return settings.value;
}

function createProvisioning(): Provisioning {
  const { accountPrint: _, reconciliation, ...till } = LOCAL_TILL;
  return provisioningSchema.parse({
    ...till,
    // Nobody answers there: a chain is joined without the service.
    baseUrl: 'https://127.0.0.1:9',
    apiKey: 'key',
    secretKey: 'secret',
    posNumber,
    // Only the main till uploads its file.
    ...(posNumber === LOCAL_TILL.posNumber
      ? { reconciliation: { ...reconciliation, password: 'of the server' } }
      : {}),
    cashiers: [{ id: 'carmen', name: 'Carmen', pin: '4821', role: 'owner' }],
  });
}

async function answer(host: TillHost, settings: Settings, line: string): Promise<unknown> {
  const [verb, code = ''] = line.split(' ');
  if (verb === 'synced') {
    while (host.till()?.hasSyncedChain() !== true) await wait(200);
    return true;
  }
  return await host.auditedSettings?.change(
    {
      revision: settings.getRevision(),
      patch: {},
      files: { 'chain.code': code },
    },
    { by: { id: 'carmen', name: 'Carmen' }, approvedBy: null },
  );
}

mkdirSync(profileFolder, { recursive: true });
const settings = openSettings();
const host = createTillHost({
  ...createTestHostPorts(profileFolder),
  settings: { ok: true, value: settings },
  vault,
  clock: systemClock,
  emit: () => {},
});
const provisioned = await host.provision(
  createProvisioning(),
  profileFolder,
  PROVISIONED_BY_FIRST_SET_UP,
);
if (!provisioned.ok) throw new Error(JSON.stringify(provisioned.problem));
host.till()?.start();
await startRemoteCommandServer({
  profileFolder,
  log: silentLog,
  run: (command) => runRemoteCommand(host, command),
});
process.stdout.write(`${JSON.stringify('open')}\n`);
for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify((await answer(host, settings, line)) ?? null)}\n`);
}
