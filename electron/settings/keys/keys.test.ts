import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fail, ok } from '../../../shared/contract/index.ts';
import {
  createUuid,
  silentLog,
  systemClock,
  type Vault,
  type VaultFailure,
  type VaultStrength,
} from '../../platform/index.ts';
import {
  computeSeal,
  createCodeSealer,
  createDataKey,
  createDataKeyStore,
  deriveKey,
  getKeyFileName,
  isSealValid,
  type LedgerKeys,
} from './index.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'keys-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A vault of one user or of one installation: it cannot open texts that another one sealed. */
function strongVault(user: string): Vault {
  return {
    getStrength: async () => 'strong',
    seal: async (text) => ok(`${user}:${Buffer.from(text).toString('hex')}`),
    open: async (sealed) =>
      sealed.startsWith(`${user}:`)
        ? ok({
            text: Buffer.from(sealed.split(':')[1] ?? '', 'hex').toString(),
            needsReseal: false,
          })
        : fail('lost'),
  };
}
const NO_VAULT: Vault = {
  getStrength: async () => 'none',
  seal: async () => fail('none'),
  open: async () => fail('lost'),
};

function openKeys(
  overrides: Partial<Parameters<typeof createDataKeyStore>[0]> = {},
  expectedId: string | null = null,
): LedgerKeys {
  return createDataKeyStore({
    folder,
    environment: 'sandbox',
    vault: strongVault('ana'),
    clock: systemClock,
    createId: createUuid,
    log: silentLog,
    getExpectedKeyId: () => expectedId,
    canCreateKey: true,
    onOpened: () => {},
    onChange: () => {},
    ...overrides,
  });
}

async function openDataKey(
  keys: LedgerKeys,
): Promise<NonNullable<ReturnType<LedgerKeys['getDataKey']>>> {
  const key = await keys.open();
  if (!key.ok) throw new Error(JSON.stringify(key.problem));
  return key.value;
}

async function confirmRecoveryKey(keys: LedgerKeys): Promise<string> {
  const offer = await keys.offerRecoveryKey();
  if (!offer.ok) throw new Error('no offer');
  const end = offer.value.shown.replaceAll(' ', '').slice(-8);
  expect(await keys.confirmRecoveryKey(offer.value.offer, end)).toMatchObject({ ok: true });
  return offer.value.shown;
}

const readKeyFileText = (): string => readFileSync(join(folder, getKeyFileName('sandbox')), 'utf8');

describe('the data key', () => {
  it('creates the data key once, sealed by the vault, and opens the same key again', async () => {
    const firstKey = await openDataKey(openKeys());
    expect(statSync(join(folder, getKeyFileName('sandbox'))).mode & 0o777).toBe(0o600);
    expect(readKeyFileText()).not.toContain(firstKey.bytes.toString('base64'));
    const secondKey = await openDataKey(openKeys({}, firstKey.id));
    expect(secondKey.bytes.equals(firstKey.bytes)).toBe(true);
  });

  it('derives a different key for each purpose', () => {
    const key = createDataKey();
    const derivedKeys = (
      ['pin-pepper', 'gift-card-codes', 'backup-seal', 'backup-identity'] as const
    ).map((purpose) => deriveKey(key, purpose).toString('hex'));
    expect(new Set([...derivedKeys, key.bytes.toString('hex')]).size).toBe(5);
  });

  it('stores the data key in a 0600 file without a strong vault, except in production', async () => {
    const keys = openKeys({ vault: NO_VAULT });
    await openDataKey(keys);
    expect(keys.getState().keptBy).toBe('file');
    expect(statSync(join(folder, getKeyFileName('sandbox'))).mode & 0o777).toBe(0o600);
    expect(await openKeys({ vault: NO_VAULT, environment: 'production' }).open()).toEqual({
      ok: false,
      problem: { kind: 'no-key-store', environment: 'production' },
    });
  });

  it('seals the data key in a strong vault that is available later', async () => {
    const firstKey = await openDataKey(openKeys({ vault: NO_VAULT }));
    const laterKeys = openKeys({}, firstKey.id);
    expect((await openDataKey(laterKeys)).id).toBe(firstKey.id);
    expect(laterKeys.getState().keptBy).toBe('vault');
    expect(readKeyFileText()).not.toContain(firstKey.bytes.toString('base64'));
  });

  it('rejects a data key file that is missing, damaged or of another ledger instead of replacing it', async () => {
    const firstKey = await openDataKey(openKeys());
    expect(await openKeys({}, 'ab12').open()).toMatchObject({
      problem: { kind: 'data-key', reason: 'other-ledger' },
    });
    writeFileSync(join(folder, getKeyFileName('sandbox')), '{');
    expect(await openKeys({}, firstKey.id).open()).toMatchObject({
      problem: { kind: 'data-key', reason: 'damaged' },
    });
    rmSync(join(folder, getKeyFileName('sandbox')));
    expect(await openKeys({}, firstKey.id).open()).toMatchObject({
      problem: { kind: 'data-key', reason: 'missing' },
    });
  });

  it('opens the data key on a later call after the key store did not answer', async () => {
    const { id } = await openDataKey(openKeys());
    const anasVault = strongVault('ana');
    let isSilent = true;
    const keys = openKeys(
      {
        vault: {
          ...anasVault,
          open: (sealed) =>
            isSilent ? Promise.resolve(fail('no-answer')) : anasVault.open(sealed),
        },
      },
      id,
    );
    expect(await keys.open()).toMatchObject({ problem: { reason: 'no-answer' } });
    isSilent = false;
    expect((await openDataKey(keys)).id).toBe(id);
  });
});

describe('a key ring that does not open', () => {
  const createClosedVault = (problem: VaultFailure, strength: VaultStrength): Vault => ({
    getStrength: async () => strength,
    seal: async () => fail('no-answer'),
    open: async () => fail(problem),
  });

  it.each([
    ['no-answer', 'unavailable', 'no-answer'],
    ['locked', 'none', 'locked'],
    ['none', 'none', 'no-key-store'],
  ] as const)(
    'reports %s with strength %s as %s and writes nothing',
    async (problem, strength, reason) => {
      const keys = openKeys();
      const { id } = await openDataKey(keys);
      const recoveryKey = await confirmRecoveryKey(keys);
      const before = readKeyFileText();
      const closedKeys = openKeys({ vault: createClosedVault(problem, strength) }, id);
      const expected = { problem: { kind: 'data-key', reason } };
      expect(await closedKeys.open()).toMatchObject(expected);
      // Not even the recovery key replaces what an unlocked key ring would open again.
      expect(await closedKeys.enterRecoveryKey(recoveryKey)).toMatchObject(expected);
      expect(readKeyFileText()).toBe(before);
      expect((await openDataKey(openKeys({}, id))).id).toBe(id);
    },
  );

  it('creates no data key while the key ring asks for its password', async () => {
    const keys = openKeys({ vault: createClosedVault('no-answer', 'unavailable') });
    expect(await keys.open()).toMatchObject({ problem: { reason: 'no-answer' } });
    expect(existsSync(join(folder, getKeyFileName('sandbox')))).toBe(false);
  });
});

describe('the recovery key', () => {
  it('confirms a recovery key only with its end and stores its secret half nowhere', async () => {
    const keys = openKeys();
    const offer = await keys.offerRecoveryKey();
    if (!offer.ok) throw new Error('no offer');
    expect(keys.getState().recoveryConfirmedAt).toBeNull();
    expect(await keys.confirmRecoveryKey(offer.value.offer, 'qqqqqqqq')).toMatchObject({
      problem: { kind: 'recovery-key', reason: 'other-end' },
    });
    const letters = offer.value.shown.replaceAll(' ', '');
    const typed = letters
      .slice(-8)
      .toLowerCase()
      .replace(/(....)/, '$1 ');
    expect(await keys.confirmRecoveryKey(offer.value.offer, typed)).toMatchObject({ ok: true });
    expect(keys.getState().recoveryConfirmedAt).not.toBeNull();
    expect(readKeyFileText().toUpperCase()).not.toContain(letters.slice(0, 12));
    expect(keys.getOfferedRecoveryKey(offer.value.offer)).toBeNull();
  });

  it('opens the data key by the recovery key for another user or after a reinstall', async () => {
    const first = openKeys();
    const key = await openDataKey(first);
    const shown = await confirmRecoveryKey(first);
    const otherComputer = openKeys({ vault: strongVault('eva') }, key.id);
    expect(await otherComputer.open()).toMatchObject({
      problem: { kind: 'data-key', reason: 'lost' },
    });
    expect(await otherComputer.enterRecoveryKey(shown.toLowerCase())).toMatchObject({ ok: true });
    expect(otherComputer.getDataKey()?.bytes.equals(key.bytes)).toBe(true);
    const restarted = openKeys({ vault: strongVault('eva') }, key.id);
    expect((await openDataKey(restarted)).id).toBe(key.id);
  });

  it('distinguishes a mistyped, a wrong and a replaced recovery key', async () => {
    const keys = openKeys();
    expect(await keys.enterRecoveryKey('x')).toMatchObject({ ok: false });
    await openDataKey(keys);
    expect(await keys.enterRecoveryKey('x')).toMatchObject({
      problem: { reason: 'none-confirmed' },
    });
    const oldKey = await confirmRecoveryKey(keys);
    expect(await keys.enterRecoveryKey(`AGE-SECRET-KEY-1${oldKey}`)).toMatchObject({ ok: true });
    expect(await keys.enterRecoveryKey(oldKey.slice(0, -1))).toMatchObject({
      problem: { kind: 'recovery-key', reason: 'not-a-key' },
    });
    const newKey = await confirmRecoveryKey(keys);
    expect(await keys.enterRecoveryKey(oldKey)).toMatchObject({
      problem: { kind: 'recovery-key', reason: 'wrong' },
    });
    expect(await keys.enterRecoveryKey(newKey)).toMatchObject({ ok: true });
  });

  it('rejects a recovery entry that somebody else wrote with another recovery key', async () => {
    const keys = openKeys();
    const key = await openDataKey(keys);
    const ownKey = await confirmRecoveryKey(keys);
    const file = JSON.parse(readKeyFileText());
    const foreignKeys = openKeys({ folder: mkdtempSync(join(folder, 'other-')) });
    await openDataKey(foreignKeys);
    await confirmRecoveryKey(foreignKeys);
    const foreignRecovery = await foreignKeys.readStoredRecoveryKey();
    const forgedFile = {
      ...file,
      recovery: { ...foreignRecovery, recipient: file.recovery.recipient },
    };
    writeFileSync(join(folder, getKeyFileName('sandbox')), JSON.stringify(forgedFile));
    const keysOfOtherUser = openKeys({ vault: strongVault('eva') }, key.id);
    expect(await keysOfOtherUser.enterRecoveryKey(ownKey)).toMatchObject({
      problem: { kind: 'data-key', reason: 'damaged' },
    });
  });
});

describe('seals and sealed codes', () => {
  it('accepts a seal only for its own text and key', () => {
    const [key, otherKey] = [createDataKey(), createDataKey()];
    const seal = computeSeal(key, 'text');
    expect(isSealValid(key, 'text', seal)).toBe(true);
    expect(isSealValid(key, 'text.', seal)).toBe(false);
    expect(isSealValid(otherKey, 'text', seal)).toBe(false);
  });

  it('opens a sealed code unchanged, but not if it is changed, moved or without its key', () => {
    const key = createDataKey();
    const sealer = createCodeSealer(() => key);
    const text = 'Su código:\n\n   XKCD-2347-ABCD-0001 領収書\r\n';
    const sealed = sealer.sealText(text, 'p1 ticket');
    expect(sealed).not.toContain('XKCD');
    expect(sealer.openText(sealed, 'p1 ticket')).toBe(text);
    expect(() => sealer.openText(sealed, 'p2 ticket')).toThrow();
    expect(() => sealer.openText(`${sealed.slice(0, -6)}AAAA==`, 'p1 ticket')).toThrow();
    expect(() => createCodeSealer(() => null).openText(sealed, 'p1 ticket')).toThrow(/not open/);
    expect(() => createCodeSealer(createDataKey).openText(sealed, 'p1 ticket')).toThrow();
    // A text that is too short would have a tag of four bytes, which can be guessed.
    expect(() => sealer.openBytes(Buffer.alloc(12), 'p1 ticket')).toThrow(/tag length/);
  });
});

describe('the mark that the people of the ledger are sealed', () => {
  /** Rewrites the key file as an earlier version has written it. */
  const removeMark = (): void => {
    const file = JSON.parse(readKeyFileText());
    const text = Buffer.from(file.kept.key, 'utf8').toString();
    file.kept.key = text.replace('staff-sealed:', '');
    writeFileSync(join(folder, getKeyFileName('sandbox')), JSON.stringify(file));
  };

  it('marks a key once the ledger of an earlier version has taken it, and only then', async () => {
    await openDataKey(openKeys({ vault: NO_VAULT }));
    removeMark();
    const calls: boolean[] = [];
    const open = async (overrides: Parameters<typeof openKeys>[0] = {}) => {
      const onOpened = (_key: unknown, isStaffSealed: boolean) => void calls.push(isStaffSealed);
      const keys = openKeys({ vault: NO_VAULT, onOpened, ...overrides });
      await openDataKey(keys);
      return keys.isStaffSealed();
    };
    // A command that only checks a PIN opens no ledger for the key.
    expect(await open({ canCreateKey: false })).toBe(false);
    const failing = () => {
      throw new Error('the disk is full');
    };
    expect(await open({ onOpened: failing })).toBe(false);
    expect(await open()).toBe(true);
    expect(await open({ canCreateKey: false })).toBe(true);
    expect(calls[0]).toBe(false);
    expect(calls.at(-1)).toBe(true);
  });

  it('marks a new key at once', async () => {
    const keys = openKeys();
    await openDataKey(keys);
    expect(keys.isStaffSealed()).toBe(true);
  });
});
