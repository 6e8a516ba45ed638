/**
 * Marked secrets are planted wherever a till takes one, its flows are gone through, those that fail
 * included, and the marks are looked for in everything that Mostrador has written: the profile
 * (ledger, journal, settings, log, exports, backups, the zip) and every message to the page.
 */
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openFileLog } from '../../electron/platform/index.ts';
import { createCodeSealer } from '../../electron/settings/keys/index.ts';
import { openTestTill, SECRETS, type TestTill } from './fuzz/till.ts';
import { CARDS, marks, privateKey } from './secrets/marks.ts';
import { type DayPlayed, playDay } from './secrets/play-day.ts';
import { filesIn, findIn, findInFolder, listPieces, listValues } from './secrets/search.ts';
import { sealingVault } from './secrets/vault.ts';
import { type WatchedTill, watchTill } from './secrets/watched-till.ts';

let till: TestTill;
let watched: WatchedTill;
let day: DayPlayed;

beforeAll(async () => {
  till = await openTestTill('v1.6', {
    keepsSettings: true,
    log: (folder) => openFileLog(join(folder, 'logs')),
    vault: sealingVault(),
    also: {
      keepCustomerDays: 30,
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
  watched = watchTill(till);
  day = await playDay(watched);
});
afterAll(() => till.close());

describe('a secret of the shop', () => {
  it('stands in nothing that was written into the profile', () => {
    expect(filesIn(till.folder).map((file) => relative(till.folder, file))).toEqual(
      expect.arrayContaining([
        'settings.json',
        'ledger-sandbox.sqlite',
        'ledger-sandbox.sqlite-wal',
        'logs/log.txt',
        expect.stringMatching(/^backups\/mostrador-sandbox-.*\.tar\.zst\.age$/),
        expect.stringMatching(/^exports\/mostrador-.*\.csv$/),
        expect.stringMatching(/^exports\/mostrador-audit-.*\.csv$/),
        expect.stringMatching(/^exports\/mostrador-diagnostics-.*\.zip$/),
      ]),
    );
    expect(findInFolder(till.folder, marks)).toEqual([]);
  });

  it('stands in no message to the page and in no line of the log', () => {
    expect(watched.answers.length).toBeGreaterThan(100);
    for (const [at, message] of [...watched.answers, ...till.said].entries()) {
      expect(findIn(`${at} ${message.slice(0, 60)}`, Buffer.from(message), marks)).toEqual([]);
    }
  });
});

describe("a gift card's code", () => {
  it('stands readable in nothing of the profile: ledger, journal, papers, backups, exports', () => {
    expect(day.giftCardCode).not.toBe('');
    const pieces = [
      day.giftCardCode,
      day.giftCardCode.replaceAll('-', ''),
      ...Object.values(CARDS),
    ];
    expect(findInFolder(till.folder, pieces)).toEqual([]);
  });

  it('is kept all the same, sealed: a long text whole, and an answer as it came', () => {
    // The till holds its own file; what the journal holds is read too.
    const there = mkdtempSync(join(tmpdir(), 'mostrador-copied-'));
    for (const name of ['ledger-sandbox.sqlite', 'ledger-sandbox.sqlite-wal']) {
      copyFileSync(join(till.folder, name), join(there, name));
    }
    const database = new DatabaseSync(join(there, 'ledger-sandbox.sqlite'));
    const codes = createCodeSealer(() => till.host.till()?.keys.now() ?? null);
    const texts = database.prepare('SELECT intent_id AS id, text FROM long_ticket_texts').all();
    expect(texts).toHaveLength(1);
    for (const { id, text } of texts) {
      const opened = codes.openText(String(text), `long_ticket_texts.text ${String(id)}`);
      expect(opened).toContain(CARDS.head);
      expect(opened).toContain(CARDS.tail);
    }
    const sends = database
      .prepare(`SELECT s.intent_id AS id, s.number, s.raw FROM sends s
        JOIN intents i ON i.id = s.intent_id WHERE i.biller_kind = 'gift-card'`)
      .all();
    database.close();
    rmSync(there, { recursive: true });
    const answered = sends.map(({ id, number, raw }) =>
      codes.openText(String(raw), `sends.raw ${String(id)} ${String(number)}`),
    );
    expect(answered.join('\n')).toContain(CARDS.head);
    expect(answered.join('\n')).toContain(CARDS.broken);
  });

  it('crosses to the page with its payment and its paper alone', () => {
    const names = watched.answers
      .filter((one) => one.includes(day.giftCardCode))
      .map((one) => one.slice(2, one.indexOf('"', 2)));
    const others = [...new Set(names)].filter(
      (name) => !/^(?:payments|printing|history)\./.test(name),
    );
    expect(others).toEqual([]);
    expect(till.said.filter((one) => one.includes(day.giftCardCode))).toEqual([]);
  });
});

it('no account number stands whole in the log or in the zip', () => {
  const found = filesIn(till.folder)
    .map((file) => [relative(till.folder, file), readFileSync(file)] as const)
    .filter(([name]) => name.startsWith('logs/') || name.endsWith('.zip'))
    .flatMap(([name, content]) => listPieces(name, content))
    .flatMap(([name, content]) => findIn(name, content, watched.accounts));
  expect(found).toEqual([]);
});

it('no account of a customer is shown whole to a cashier', () => {
  expect(day.shownToCashier).toContain('"isMasked":true');
  expect(findIn('customers', Buffer.from(day.shownToCashier), watched.accounts)).toEqual([]);
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
    const [ledger] = filesIn(till.folder).filter((file) => /ledger-.*\.sqlite$/.test(file));
    const places = new Set([...listValues(ledger ?? '')].map(([place]) => place));
    expect(places).toContain('intents.body');
    expect(places).toContain('audit.detail');
  });
});
