import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fail, ok } from '../../../shared/contract/index.ts';
import { newUuid, silentLog, systemClock, type Vault } from '../../platform/index.ts';
import {
  computeSeal,
  createCodeSealer,
  createDataKey,
  createKeys,
  deriveKey,
  getKeyFileName,
  isSealValid,
  type Keys,
} from './index.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'keys-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Two users of a computer, or a system before and after: neither opens what the other sealed. */
function strongVault(user: string): Vault {
  return {
    isStrong: async () => true,
    seal: async (text) => ok(`${user}:${Buffer.from(text).toString('hex')}`),
    open: async (sealed) =>
      sealed.startsWith(`${user}:`)
        ? ok({ text: Buffer.from(sealed.split(':')[1] ?? '', 'hex').toString(), sealAgain: false })
        : fail('lost'),
  };
}
const NO_VAULT: Vault = {
  isStrong: async () => false,
  seal: async () => fail('failed'),
  open: async () => fail('lost'),
};

function keysOf(
  over: Partial<Parameters<typeof createKeys>[0]> = {},
  expected: string | null = null,
): Keys {
  return createKeys({
    folder,
    environment: 'sandbox',
    vault: strongVault('ana'),
    clock: systemClock,
    newId: newUuid,
    log: silentLog,
    expectedId: () => expected,
    canCreate: true,
    onOpened: () => {},
    onChange: () => {},
    ...over,
  });
}

async function opened(keys: Keys): Promise<NonNullable<ReturnType<Keys['now']>>> {
  const key = await keys.open();
  if (!key.ok) throw new Error(JSON.stringify(key.problem));
  return key.value;
}

async function confirmed(keys: Keys): Promise<string> {
  const offer = await keys.offerRecoveryKey();
  if (!offer.ok) throw new Error('no offer');
  const end = offer.value.shown.replaceAll(' ', '').slice(-8);
  expect(await keys.confirmRecoveryKey(offer.value.offer, end)).toMatchObject({ ok: true });
  return offer.value.shown;
}

const keyFile = (): string => readFileSync(join(folder, getKeyFileName('sandbox')), 'utf8');

describe('the data key', () => {
  it('is made once, sealed by the vault, and opens again as the same', async () => {
    const first = await opened(keysOf());
    expect(statSync(join(folder, getKeyFileName('sandbox'))).mode & 0o777).toBe(0o600);
    expect(keyFile()).not.toContain(first.bytes.toString('base64'));
    const again = await opened(keysOf({}, first.id));
    expect(again.bytes.equals(first.bytes)).toBe(true);
  });

  it('gives each purpose another key', () => {
    const key = createDataKey();
    const all = (['pin-pepper', 'gift-card-codes', 'backup-seal', 'backup-identity'] as const).map(
      (purpose) => deriveKey(key, purpose).toString('hex'),
    );
    expect(new Set([...all, key.bytes.toString('hex')]).size).toBe(5);
  });

  it('stands in a 0600 file without a strong vault, says so, and is never kept so in production', async () => {
    const keys = keysOf({ vault: NO_VAULT });
    await opened(keys);
    expect(keys.getState().keptBy).toBe('file');
    expect(statSync(join(folder, getKeyFileName('sandbox'))).mode & 0o777).toBe(0o600);
    expect(await keysOf({ vault: NO_VAULT, environment: 'production' }).open()).toEqual({
      ok: false,
      problem: { kind: 'no-key-store', environment: 'production' },
    });
  });

  it('goes over to a strong vault that comes later', async () => {
    const first = await opened(keysOf({ vault: NO_VAULT }));
    const later = keysOf({}, first.id);
    expect((await opened(later)).id).toBe(first.id);
    expect(later.getState().keptBy).toBe('vault');
    expect(keyFile()).not.toContain(first.bytes.toString('base64'));
  });

  it('rejects a data key file that is missing, damaged or of another ledger instead of replacing it', async () => {
    const first = await opened(keysOf());
    expect(await keysOf({}, 'ab12').open()).toMatchObject({
      problem: { kind: 'data-key', reason: 'other-ledger' },
    });
    writeFileSync(join(folder, getKeyFileName('sandbox')), '{');
    expect(await keysOf({}, first.id).open()).toMatchObject({
      problem: { kind: 'data-key', reason: 'damaged' },
    });
    rmSync(join(folder, getKeyFileName('sandbox')));
    expect(await keysOf({}, first.id).open()).toMatchObject({
      problem: { kind: 'data-key', reason: 'missing' },
    });
  });

  it('opens at a later asking after the key store did not answer', async () => {
    const { id } = await opened(keysOf());
    const ana = strongVault('ana');
    let isSilent = true;
    const keys = keysOf(
      {
        vault: {
          ...ana,
          open: (sealed) => (isSilent ? Promise.resolve(fail('silent')) : ana.open(sealed)),
        },
      },
      id,
    );
    expect(await keys.open()).toMatchObject({ problem: { reason: 'no-answer' } });
    isSilent = false;
    expect((await opened(keys)).id).toBe(id);
  });
});

describe('the recovery key', () => {
  it('counts only once its end was typed back, and its secret half is kept nowhere', async () => {
    const keys = keysOf();
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
    expect(keyFile().toUpperCase()).not.toContain(letters.slice(0, 12));
    expect(keys.getOfferedKey(offer.value.offer)).toBeNull();
  });

  it('opens the data key by the recovery key for another user or after a reinstall', async () => {
    const first = keysOf();
    const key = await opened(first);
    const shown = await confirmed(first);
    const elsewhere = keysOf({ vault: strongVault('eva') }, key.id);
    expect(await elsewhere.open()).toMatchObject({ problem: { kind: 'data-key', reason: 'lost' } });
    expect(await elsewhere.enterRecoveryKey(shown.toLowerCase())).toMatchObject({ ok: true });
    expect(elsewhere.now()?.bytes.equals(key.bytes)).toBe(true);
    const restarted = keysOf({ vault: strongVault('eva') }, key.id);
    expect((await opened(restarted)).id).toBe(key.id);
  });

  it('tells a mistyped key from a wrong one, and a replaced one from the new one', async () => {
    const keys = keysOf();
    expect(await keys.enterRecoveryKey('x')).toMatchObject({ ok: false });
    await opened(keys);
    expect(await keys.enterRecoveryKey('x')).toMatchObject({
      problem: { reason: 'none-confirmed' },
    });
    const old = await confirmed(keys);
    expect(await keys.enterRecoveryKey(`AGE-SECRET-KEY-1${old}`)).toMatchObject({ ok: true });
    expect(await keys.enterRecoveryKey(old.slice(0, -1))).toMatchObject({
      problem: { kind: 'recovery-key', reason: 'not-a-key' },
    });
    const now = await confirmed(keys);
    expect(await keys.enterRecoveryKey(old)).toMatchObject({
      problem: { kind: 'recovery-key', reason: 'wrong' },
    });
    expect(await keys.enterRecoveryKey(now)).toMatchObject({ ok: true });
  });

  it('does not open what somebody else put into the profile with his own recovery key', async () => {
    const keys = keysOf();
    const key = await opened(keys);
    const mine = await confirmed(keys);
    const file = JSON.parse(keyFile());
    const strangers = keysOf({ folder: mkdtempSync(join(folder, 'other-')) });
    await opened(strangers);
    await confirmed(strangers);
    const offer = await strangers.recovery();
    const swapped = { ...file, recovery: { ...offer, recipient: file.recovery.recipient } };
    writeFileSync(join(folder, getKeyFileName('sandbox')), JSON.stringify(swapped));
    const lost = keysOf({ vault: strongVault('eva') }, key.id);
    expect(await lost.enterRecoveryKey(mine)).toMatchObject({
      problem: { kind: 'data-key', reason: 'damaged' },
    });
  });
});

describe('a seal and a code', () => {
  it('a seal holds for its text and its key alone', () => {
    const [one, other] = [createDataKey(), createDataKey()];
    const seal = computeSeal(one, 'text');
    expect(isSealValid(one, 'text', seal)).toBe(true);
    expect(isSealValid(one, 'text.', seal)).toBe(false);
    expect(isSealValid(other, 'text', seal)).toBe(false);
  });

  it('a code comes back whole, and neither changed, moved nor without the key', () => {
    const key = createDataKey();
    const codes = createCodeSealer(() => key);
    const text = 'Su código:\n\n   XKCD-2347-ABCD-0001 領収書\r\n';
    const sealed = codes.sealText(text, 'p1 ticket');
    expect(sealed).not.toContain('XKCD');
    expect(codes.openText(sealed, 'p1 ticket')).toBe(text);
    expect(() => codes.openText(sealed, 'p2 ticket')).toThrow();
    expect(() => codes.openText(`${sealed.slice(0, -6)}AAAA==`, 'p1 ticket')).toThrow();
    expect(() => createCodeSealer(() => null).openText(sealed, 'p1 ticket')).toThrow(/not open/);
    expect(() => createCodeSealer(createDataKey).openText(sealed, 'p1 ticket')).toThrow();
    // What is too short would have a tag of four bytes, which a stranger can guess.
    expect(() => codes.openBytes(Buffer.alloc(12), 'p1 ticket')).toThrow(/tag length/);
  });
});
