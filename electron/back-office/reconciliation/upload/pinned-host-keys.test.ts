import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { calls } from '../../../../shared/contract/index.ts';
import { createAudit } from '../../../ledger/audit/index.ts';
import { type Database, openLedgerDatabase } from '../../../ledger/index.ts';
import { systemClock } from '../../../platform/index.ts';
import { createPinnedHostKeys, type PinnedHostKeys } from './pinned-host-keys.ts';

const BLOB = Buffer.concat([
  Buffer.from([0, 0, 0, 11]),
  Buffer.from('ssh-ed25519'),
  Buffer.alloc(36, 7),
]);
const FINGERPRINT = `SHA256:${createHash('sha256').update(BLOB).digest('base64').replace(/=+$/, '')}`;
const KEY = { keyType: 'ssh-ed25519', fingerprint: FINGERPRINT };
const OTHER = { keyType: 'ssh-ed25519', fingerprint: `SHA256:${'x'.repeat(43)}` };
const SERVER = { host: 'sftp.example', port: 22, user: 'u', folder: '', fileMode: 0o600 };
const ANA = { id: 'ana', name: 'Ana' };

let folder: string;
let database: Database;
let keys: PinnedHostKeys;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mostrador-host-keys-'));
  database = openLedgerDatabase(join(folder, 'ledger.sqlite'));
  const audit = createAudit({ database, clock: systemClock });
  keys = createPinnedHostKeys({ database, clock: systemClock, audit, onChange: () => {} });
});
afterEach(() => {
  database.close();
  rmSync(folder, { recursive: true });
});

it.each([
  ['the fingerprint', FINGERPRINT, ''],
  ['the public key', `ssh-ed25519 ${BLOB.toString('base64')}`, 'ssh-ed25519'],
])('confirms %s from the settings without a person', (_name, hostKey, firstType) => {
  const server = { ...SERVER, hostKey };
  expect(keys.getKeyType(server)).toBe(firstType);
  expect(keys.isConfirmed(server, KEY)).toBe(true);
  expect(keys.readHostKey(server).confirmed).toMatchObject(KEY);
  expect(keys.getKeyType(server)).toBe('ssh-ed25519');
});

it('rejects every other key while the settings pin one', () => {
  expect(keys.isConfirmed(SERVER, OTHER)).toBe(false);
  expect(keys.confirm(SERVER, OTHER.fingerprint, ANA)).toMatchObject({ ok: true });
  const pinned = { ...SERVER, hostKey: FINGERPRINT };
  expect(keys.isConfirmed(pinned, OTHER)).toBe(false);
  expect(keys.getKeyType(pinned)).not.toBeNull();
  expect(keys.confirm(pinned, OTHER.fingerprint, ANA)).toMatchObject({
    ok: false,
    problem: { reason: 'host-key-changed' },
  });
  expect(keys.isConfirmed(pinned, KEY)).toBe(true);
  expect(
    calls['reconciliation.state'].output.shape.hostKeys.safeParse(keys.readHostKey(pinned)).success,
  ).toBe(true);
});
