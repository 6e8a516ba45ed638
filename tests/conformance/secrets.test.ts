/**
 * The test puts marked secrets wherever a till takes one, runs its flows, also those that fail, and
 * searches for the marks in everything that Mostrador writes: the profile (ledger, journal,
 * settings, log, exports, backups, support bundle) and every message to the page.
 */
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openFileLog } from '../../electron/platform/index.ts';
import { createCodeSealer } from '../../electron/settings/keys/index.ts';
import { openTestTill, SECRETS, type TestTill } from './fuzz/test-till.ts';
import { CARDS, MARK_TEXTS, privateKey } from './secrets/marks.ts';
import { type DayResult, runDay } from './secrets/play-day.ts';
import { findInFolder, findMarks, listFiles, listPieces, listValues } from './secrets/search.ts';
import { createSealingVault } from './secrets/vault.ts';
import { type WatchedTill, watchTill } from './secrets/watched-till.ts';

let till: TestTill;
let watched: WatchedTill;
let day: DayResult;

beforeAll(async () => {
  till = await openTestTill('v1.6', {
    writesSettingsFile: true,
    log: (folder) => openFileLog(join(folder, 'logs')),
    vault: createSealingVault(),
    provisioning: {
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
  day = await runDay(watched);
});
afterAll(() => till.close());

describe('a secret of the shop', () => {
  it('writes no secret of the shop into the profile', () => {
    expect(listFiles(till.folder).map((file) => relative(till.folder, file))).toEqual(
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
    expect(findInFolder(till.folder, MARK_TEXTS)).toEqual([]);
  });

  it('writes no secret of the shop into a message to the page or the log', () => {
    expect(watched.answers.length).toBeGreaterThan(100);
    for (const [index, message] of [...watched.answers, ...till.messages].entries()) {
      expect(
        findMarks(`${index} ${message.slice(0, 60)}`, Buffer.from(message), MARK_TEXTS),
      ).toEqual([]);
    }
  });
});

describe("a gift card's code", () => {
  it('writes no readable gift-card code into the profile: ledger, journal, papers, backups, exports', () => {
    expect(day.giftCardCode).not.toBe('');
    const codes = [day.giftCardCode, day.giftCardCode.replaceAll('-', ''), ...Object.values(CARDS)];
    expect(findInFolder(till.folder, codes)).toEqual([]);
  });

  it('stores a gift-card code sealed: a long text in full, and an answer as received', () => {
    // The till locks its own file; the copy includes the journal.
    const copyFolder = mkdtempSync(join(tmpdir(), 'mostrador-copied-'));
    for (const name of ['ledger-sandbox.sqlite', 'ledger-sandbox.sqlite-wal']) {
      copyFileSync(join(till.folder, name), join(copyFolder, name));
    }
    const database = new DatabaseSync(join(copyFolder, 'ledger-sandbox.sqlite'));
    const codeSealer = createCodeSealer(() => till.host.till()?.keys.getDataKey() ?? null);
    const texts = database.prepare('SELECT intent_id AS id, text FROM long_ticket_texts').all();
    expect(texts).toHaveLength(1);
    for (const { id, text } of texts) {
      const openedText = codeSealer.openText(String(text), `long_ticket_texts.text ${String(id)}`);
      expect(openedText).toContain(CARDS.head);
      expect(openedText).toContain(CARDS.tail);
    }
    const sends = database
      .prepare(`SELECT s.intent_id AS id, s.number, s.raw FROM sends s
        JOIN intents i ON i.id = s.intent_id WHERE i.biller_kind = 'gift-card'`)
      .all();
    database.close();
    rmSync(copyFolder, { recursive: true });
    const answers = sends.map(({ id, number, raw }) =>
      codeSealer.openText(String(raw), `sends.raw ${String(id)} ${String(number)}`),
    );
    expect(answers.join('\n')).toContain(CARDS.head);
    expect(answers.join('\n')).toContain(CARDS.broken);
  });

  it('sends a gift-card code to the page only with its payment and its paper', () => {
    const callNames = watched.answers
      .filter((answer) => answer.includes(day.giftCardCode))
      .map((answer) => answer.slice(2, answer.indexOf('"', 2)));
    const otherCalls = [...new Set(callNames)].filter(
      (name) => !/^(?:payments|printing|history)\./.test(name),
    );
    expect(otherCalls).toEqual([]);
    expect(till.messages.filter((answer) => answer.includes(day.giftCardCode))).toEqual([]);
  });
});

it('writes no complete account number into the log or the support bundle', () => {
  const matches = listFiles(till.folder)
    .map((file) => [relative(till.folder, file), readFileSync(file)] as const)
    .filter(([name]) => name.startsWith('logs/') || name.endsWith('.zip'))
    .flatMap(([name, content]) => listPieces(name, content))
    .flatMap(([name, content]) => findMarks(name, content, watched.accounts));
  expect(matches).toEqual([]);
});

it('shows no complete customer account to a cashier', () => {
  expect(day.shownToCashier).toContain('"isMasked":true');
  expect(findMarks('customers', Buffer.from(day.shownToCashier), watched.accounts)).toEqual([]);
});

describe('the search itself', () => {
  it('finds a mark in each encoding and in each kind of file', () => {
    const folder = mkdtempSync(join(tmpdir(), 'mostrador-planted-'));
    const [secret = ''] = MARK_TEXTS;
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
    const locations = findInFolder(folder, MARK_TEXTS).map((match) => match.location);
    expect(locations.sort()).toEqual(
      ['base64.txt', 'hex.txt', 'packed.zip:inside.txt', 'plain.txt', 'wide.txt'].sort(),
    );
    rmSync(folder, { recursive: true });
  });

  it('reads every value of a ledger', () => {
    const [ledger] = listFiles(till.folder).filter((file) => /ledger-.*\.sqlite$/.test(file));
    const places = new Set([...listValues(ledger ?? '')].map(([location]) => location));
    expect(places).toContain('intents.body');
    expect(places).toContain('audit.detail');
  });
});
