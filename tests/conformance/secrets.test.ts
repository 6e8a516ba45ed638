/**
 * Marked secrets are planted wherever a till takes one, its flows are gone through, those that fail
 * included, and the marks are looked for in everything that Mostrador has written: the profile
 * (ledger, journal, settings, log, exports, backups, the zip) and every message to the page.
 */
import { createCipheriv, createDecipheriv, generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import fc from 'fast-check';
import { zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openFileLog, type Vault } from '../../electron/platform/index.ts';
import {
  type BackupCopy,
  type Biller,
  type CallName,
  fail,
  type Order,
  ok,
  type Payment,
} from '../../shared/contract/index.ts';
import { CALL_NAMES, fitting } from './fuzz/inputs.ts';
import { asText, givenBy } from './fuzz/records.ts';
import { openTestTill, PINS, SECRETS, type TestTill, until } from './fuzz/till.ts';
import { filesIn, findIn, findInFolder, piecesOf, valuesOf } from './secrets/search.ts';

vi.mock('electron-store', () => ({ default: class {} }));
vi.mock('electron', async () => {
  const double = await import('../../electron/shell/electron-double.ts');
  return { ...double, BrowserWindow: double.WindowDouble };
});

const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  publicKeyEncoding: { type: 'pkcs1', format: 'pem' },
});
const MARKS: Readonly<Record<string, string>> = {
  ...SECRETS,
  ...PINS,
  /** A line of it is enough to know it by. */
  sftpKey: privateKey.split('\n')[4] ?? '',
  proxyPassword: 'MARK-proxy-password-9c41',
  newApiKey: 'MARK-new-api-key-2f86',
  newSecretKey: 'MARK-new-secret-key-60b9',
  newSftpPassword: 'MARK-new-sftp-password-d7e0',
  newPin: '52836147',
  wrongPin: '38174925',
};
const marks = Object.values(MARKS);
const mark = (name: string): string => MARKS[name] ?? '';

/** What crossed to the page, besides events and the log: `till.said` has those. */
const answers: string[] = [];
const accounts: string[] = [];
let giftCardCode = '';
let till: TestTill;

/** Seals as a key store does: what is written down cannot be read back from the disk. */
function sealingVault(): Vault {
  const key = randomBytes(32);
  return {
    isStrong: async () => true,
    seal: async (text) => {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return ok(Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64'));
    },
    open: async (text) => {
      const bytes = Buffer.from(text, 'base64');
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12));
      decipher.setAuthTag(bytes.subarray(12, 28));
      const opened = Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]);
      return opened.length === 0 ? fail('lost') : ok({ text: opened.toString(), sealAgain: false });
    },
  };
}

async function call(name: CallName, input: unknown): Promise<unknown> {
  const answer = await till.call(name, input);
  answers.push(JSON.stringify([name, answer]));
  return answer;
}

async function given<Value>(name: CallName, input: unknown): Promise<Value> {
  const answer = await call(name, input);
  const value = givenBy(answer);
  if (value === undefined) throw new Error(`${name}: ${asText(answer)}`);
  return value as Value;
}

const approval = (cashierId: 'luis' | 'carmen') => ({ cashierId, pin: PINS[cashierId] });

async function sell(kind: string, billerId: number, amount: string): Promise<Payment> {
  const tail = String(accounts.length).padStart(4, '0');
  const accountNumber =
    kind === 'cash-out'
      ? `123456781234${tail}`
      : kind === 'gift-card'
        ? `559999${tail}`
        : `12345685${tail}`;
  accounts.push(accountNumber);
  const order = await given<Order>('payments.prepare', {
    kind,
    billerId,
    accountNumber,
    nameOnAccount: null,
    balanceId: null,
    amount: { amount, currency: 'MXN' },
  });
  const { id } = await given<Payment>('payments.pay', {
    orderId: order.id,
    cash: kind === 'cash-out' ? null : order.due,
    acknowledged: ['large-amount', 'stale-rate', 'looks-like-earlier'],
  });
  await till.settle();
  return await given<Payment>('payments.get', { paymentId: id });
}

/** A fault after the other: what fails is what writes most. */
async function sellThroughFaults(): Promise<void> {
  const { training } = till.service;
  for (const fault of [
    { kind: 'cut-before-commit' },
    { kind: 'commit-and-cut' },
    { kind: 'html' },
    { kind: 'half-json' },
    { kind: 'status', status: 500, retryAfter: null },
    { kind: 'status', status: 429, retryAfter: 1 },
  ] as const) {
    training.setFaults([{ operation: 'pay', times: 1, fault }]);
    await sell('bill', 35, '120.00').catch(() => null);
  }
}

async function everyCallOnce(): Promise<void> {
  // What would make it another till, with other people.
  const leftOut = new Set<CallName>([
    'setup.provision',
    'setup.startTraining',
    'settings.change',
    'staff.change',
    'staff.disable',
    'staff.enable',
    'staff.signOut',
  ]);
  for (const who of ['ana', 'carmen'] as const) {
    await till.signIn(who);
    for (const name of CALL_NAMES.filter((one) => !leftOut.has(one))) {
      for (const input of fc.sample(fitting(name), { numRuns: 2, seed: 11 })) {
        await call(name, input).catch(() => null);
      }
    }
  }
}

/** One change that its check refuses, and one that is kept. */
async function changeKeys(): Promise<void> {
  const { revision } = await given<{ revision: number }>('settings.read', { approval: null });
  const service = {
    section: 'service',
    baseUrl: till.service.baseUrl,
    vendor: 'mostrador',
    version: 'v1.6',
    apiKey: mark('newApiKey'),
    secretKey: mark('newSecretKey'),
    proxy: `http://shop:${mark('proxyPassword')}@127.0.0.1:9`,
    deadlineSeconds: null,
  };
  await call('settings.change', { revision, change: service, approval: null });
  const reconciliation = {
    section: 'reconciliation',
    to: {
      timeZone: null,
      host: '127.0.0.1',
      port: 9,
      user: 'lupita',
      password: mark('newSftpPassword'),
      folder: null,
      uploads: true,
    },
    isUntried: true,
  };
  await given('settings.change', { revision, change: reconciliation, approval: null });
  await given('settings.export', { approval: null });
}

beforeAll(async () => {
  till = await openTestTill('v1.6', {
    keepsSettings: true,
    log: (folder) => openFileLog(join(folder, 'logs')),
    vault: sealingVault(),
    also: {
      reconciliation: {
        host: '127.0.0.1',
        port: 9,
        user: 'lupita',
        password: SECRETS.sftpPassword,
        privateKey,
        uploads: true,
      },
    },
  });
  await call('staff.signIn', { cashierId: 'ana', pin: mark('wrongPin') });
  await till.signIn('ana');
  const paid = await sell('bill', 35, '120.00');
  const found = await given<readonly { biller: Biller }[]>('catalog.search', {
    text: 'steam',
    kinds: ['gift-card'],
    limit: 5,
  });
  const card = found[0]?.biller;
  if (card?.amounts.kind !== 'list') throw new Error('no gift card');
  const sold = await sell('gift-card', card.id, card.amounts.amounts[0] ?? '');
  await sell('cash-out', 20001, '300.00');
  await sellThroughFaults();
  await call('payments.cancel', {
    paymentId: paid.id,
    reason: 'the customer asks',
    approval: { cashierId: 'luis', pin: mark('wrongPin') },
  });
  await call('payments.cancel', {
    paymentId: paid.id,
    reason: 'the customer asks',
    approval: approval('luis'),
  });
  await call('printing.copy', { paymentId: sold.id, approval: approval('luis') });
  await till.signIn('carmen');
  await call('staff.add', { id: 'eva', name: 'Eva', pin: mark('newPin'), role: 'cashier' });
  await call('setup.checkKeys', {
    environment: 'sandbox',
    baseUrl: till.service.baseUrl,
    vendor: 'mostrador',
    version: 'v1.6',
    apiKey: mark('newApiKey'),
    secretKey: mark('newSecretKey'),
    caFile: `${till.folder}/ca.pem`,
    proxy: `http://shop:${mark('proxyPassword')}@127.0.0.1:9`,
  });
  await changeKeys();
  await everyCallOnce();
  await till.signIn('carmen');
  await given('history.export', {
    filter: {
      from: null,
      to: null,
      cashierId: null,
      billerId: null,
      kind: null,
      state: null,
      amount: null,
      text: null,
    },
  });
  await given('audit.export', { filter: { from: null, to: null, personId: null, kind: null } });
  const copy = await given<BackupCopy>('backup.make', {});
  giftCardCode = codeInLedger(join(till.folder, 'backups', copy.file));
  await given('backup.stageRestore', {
    file: copy.file,
    insists: true,
    approval: approval('luis'),
  });
  await given('backup.takeBackRestore', {});
  await given('diagnostics.make', { approval: null });
  await till.signIn('ana');
  await given('diagnostics.make', { approval: approval('luis') });
  await until(() => filesIn(till.folder).some((file) => file.endsWith('.zip')));
}, 120_000);
afterAll(() => till.close());

/** From the ticket's own text in the ledger: where it may be. */
function codeInLedger(file: string): string {
  for (const [place, value] of valuesOf(file)) {
    if (place !== 'outcomes.ticket_text') continue;
    const [, code] = /Código:\s+([\d-]{19})/.exec(Buffer.from(value).toString()) ?? [];
    if (code !== undefined) return code;
  }
  throw new Error('no gift card was sold');
}

describe('a secret of the shop', () => {
  it('stands in nothing that was written into the profile', () => {
    expect(filesIn(till.folder).map((file) => relative(till.folder, file))).toEqual(
      expect.arrayContaining([
        'settings.json',
        'ledger-sandbox.sqlite',
        'ledger-sandbox.sqlite-wal',
        'logs/log.txt',
        expect.stringMatching(/^backups\/mostrador-sandbox-.*\.sqlite$/),
        expect.stringMatching(/^exports\/mostrador-.*\.csv$/),
        expect.stringMatching(/^exports\/mostrador-audit-.*\.csv$/),
        expect.stringMatching(/^exports\/mostrador-diagnostics-.*\.zip$/),
      ]),
    );
    expect(findInFolder(till.folder, marks)).toEqual([]);
  });

  it('stands in no message to the page and in no line of the log', () => {
    expect(answers.length).toBeGreaterThan(100);
    for (const [at, message] of [...answers, ...till.said].entries()) {
      expect(findIn(`${at} ${message.slice(0, 60)}`, Buffer.from(message), marks)).toEqual([]);
    }
  });
});

describe("a gift card's code", () => {
  /** The service's own answer, as evidence, and the ticket that it holds. */
  const ITS_PLACES =
    /\.sqlite(?:-wal)?(?::(?:sends\.raw|outcomes\.ticket_text|print_jobs\.(?:bytes|lines)))?$/;

  it('stands in the ledger with its ticket and its paper, and in its copies, and nowhere else', () => {
    expect(giftCardCode).not.toBe('');
    const found = findInFolder(till.folder, [giftCardCode]).map(({ where }) => where);
    const inTable = found.flatMap((where) => /sqlite:(.*)$/.exec(where)?.slice(1) ?? []);
    expect(inTable).toEqual(expect.arrayContaining(['outcomes.ticket_text', 'print_jobs.lines']));
    expect(found.filter((where) => !ITS_PLACES.test(where))).toEqual([]);
  });

  it('crosses to the page with its payment and its paper alone', () => {
    const names = answers
      .filter((one) => one.includes(giftCardCode))
      .map((one) => one.slice(2, one.indexOf('"', 2)));
    const others = [...new Set(names)].filter(
      (name) => !/^(?:payments|printing|history)\./.test(name),
    );
    expect(others).toEqual([]);
    expect(till.said.filter((one) => one.includes(giftCardCode))).toEqual([]);
  });
});

it('no account number stands whole in the log or in the zip', () => {
  const found = filesIn(till.folder)
    .map((file) => [relative(till.folder, file), readFileSync(file)] as const)
    .filter(([name]) => name.startsWith('logs/') || name.endsWith('.zip'))
    .flatMap(([name, content]) => piecesOf(name, content))
    .flatMap(([name, content]) => findIn(name, content, accounts));
  expect(found).toEqual([]);
});

describe('the search itself', () => {
  it('finds a mark in each form and in each kind of file', () => {
    const folder = mkdtempSync(join(tmpdir(), 'mostrador-planted-'));
    const [secret = ''] = marks;
    const planted: Readonly<Record<string, Uint8Array>> = {
      'plain.txt': Buffer.from(`a ${secret} b`),
      'base64.txt': Buffer.from(Buffer.from(secret).toString('base64')),
      'hex.txt': Buffer.from(Buffer.from(secret).toString('hex')),
      'wide.txt': Buffer.from(secret, 'utf16le'),
      'packed.zip': zipSync({ 'inside.txt': Buffer.from(`${secret} `.repeat(50)) }),
      'clean.txt': Buffer.from('nothing'),
    };
    for (const [name, content] of Object.entries(planted)) {
      writeFileSync(join(folder, name), content);
    }
    const where = findInFolder(folder, marks).map((one) => one.where);
    expect(where.sort()).toEqual(
      ['base64.txt', 'hex.txt', 'packed.zip:inside.txt', 'plain.txt', 'wide.txt'].sort(),
    );
    rmSync(folder, { recursive: true });
  });

  it('reads every value of a ledger', () => {
    const [backup] = filesIn(till.folder).filter((file) => /backups.*\.sqlite$/.test(file));
    const places = new Set([...valuesOf(backup ?? '')].map(([place]) => place));
    expect(places).toContain('intents.body');
    expect(places).toContain('audit.detail');
  });
});
