import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fail, ok } from '../../../../shared/contract/index.ts';
import { silentLog } from '../../../platform/index.ts';
import { createReceiptDeliveryChannels, type ReceiptDeliveryChannelPorts } from './index.ts';

const PDF = Buffer.from('%PDF-1.7 the receipt');
const FILE = { name: '2026-01-15_10-42-07_recibo_1a2b3c4d.pdf', bytes: PDF };
const MESSAGE = {
  subject: 'Ticket de Abarrotes Núñez, sucursal de la Colonia Independencia',
  text: 'Le enviamos el recibo de su pago.',
  file: FILE,
};

let folder: string;
let departures: number;
let openedPaths: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'receipt-delivery-'));
  departures = 0;
  failures = 0;
  openedPaths = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function createTestChannels(overrides: Partial<ReceiptDeliveryChannelPorts> = {}) {
  return createReceiptDeliveryChannels({
    kind: 'electron',
    platform: 'linux',
    environment: { DISPLAY: ':1', PATH: folder },
    profileFolder: join(folder, 'profile'),
    showSaveDialog: async () => null,
    openPath: async (path) => {
      openedPaths.push(path);
      return '';
    },
    log: silentLog,
    ...overrides,
  });
}

const recordDeparture = () => {
  departures += 1;
  return ok(null);
};

let failures: number;
const recordFailure = (): void => {
  failures += 1;
};

describe('a receipt saved as a file', () => {
  it('writes the complete file to the chosen path', async () => {
    const chosenPath = join(folder, 'cliente.pdf');
    const { saveFile } = createTestChannels({ showSaveDialog: async () => chosenPath });
    expect(await saveFile(FILE, recordDeparture)).toEqual({
      ok: true,
      value: { kind: 'saved', name: 'cliente.pdf' },
    });
    expect(readFileSync(chosenPath)).toEqual(PDF);
    expect(departures).toBe(1);
  });

  it('writes nothing and records no departure if the dialog is cancelled', async () => {
    const result = await createTestChannels().saveFile(FILE, recordDeparture);
    expect(result).toEqual({ ok: true, value: { kind: 'cancelled' } });
    expect(departures).toBe(0);
  });

  it('does not replace a file of the profile', async () => {
    mkdirSync(join(folder, 'profile'));
    const ledger = join(folder, 'profile', 'ledger-training.sqlite');
    writeFileSync(ledger, 'payments');
    const { saveFile } = createTestChannels({ showSaveDialog: async () => ledger });
    expect(await saveFile(FILE, recordDeparture)).toMatchObject({
      problem: { kind: 'without-paper', reason: 'folder-closed' },
    });
    expect(readFileSync(ledger, 'utf8')).toBe('payments');
    expect(departures).toBe(0);
  });

  it('returns not-saved if the folder does not exist', async () => {
    const { saveFile } = createTestChannels({
      showSaveDialog: async () => join(folder, 'gone', 'a.pdf'),
    });
    expect(await saveFile(FILE, recordDeparture)).toMatchObject({
      ok: false,
      problem: { kind: 'without-paper', reason: 'not-saved' },
    });
    // A missing folder, for example of an unplugged disk, is not created.
    expect(existsSync(join(folder, 'gone'))).toBe(false);
  });

  it('returns the file for download in the browser shell', async () => {
    const result = await createTestChannels({ kind: 'browser' }).saveFile(FILE, recordDeparture);
    expect(result).toEqual({
      ok: true,
      value: { kind: 'download', name: FILE.name, base64: PDF.toString('base64') },
    });
    expect(departures).toBe(1);
  });
});

describe('a receipt handed to the mail program', () => {
  /**
   * A fake xdg-email that records its arguments and reads the attachment as a mail program would.
   */
  function installXdgEmail(exitCode: number): void {
    const script = `#!/bin/sh\nprintf '%s\\n' "$@" > ${folder}/words\n${exitCode === 0 ? `for last; do :; done; /bin/cp "$last" ${folder}/attached` : ''}\nexit ${exitCode}\n`;
    writeFileSync(join(folder, 'xdg-email'), script);
    chmodSync(join(folder, 'xdg-email'), 0o755);
  }

  it.skipIf(process.platform === 'win32')('calls xdg-email with subject and file', async () => {
    installXdgEmail(0);
    const result = await createTestChannels().composeMail(MESSAGE, recordDeparture, recordFailure);
    expect(result).toEqual({ ok: true, value: { kind: 'mail-opened' } });
    const words = readFileSync(join(folder, 'words'), 'utf8').trim().split('\n');
    expect(words).toEqual([
      '--utf8',
      '--subject',
      MESSAGE.subject,
      '--body',
      MESSAGE.text,
      '--attach',
      join(folder, 'profile', 'mail', FILE.name),
    ]);
    expect(readFileSync(join(folder, 'attached'))).toEqual(PDF);
    // The file stays, because some programs read it only when the message is sent.
    expect(readFileSync(join(folder, 'profile', 'mail', FILE.name))).toEqual(PDF);
    expect(departures).toBe(1);
  });

  it.skipIf(process.platform === 'win32').each([
    [3, 'no-mail-program'],
    [4, 'mail-failed'],
  ])('returns a problem if xdg-email exits with %i', async (code, reason) => {
    installXdgEmail(code);
    const result = await createTestChannels().composeMail(MESSAGE, recordDeparture, recordFailure);
    expect(result).toMatchObject({ ok: false, problem: { kind: 'without-paper', reason } });
  });

  it.skipIf(process.platform === 'win32')(
    'reports a late failure of the mail program',
    async () => {
      // The script ends when the test creates a file, so the test needs no fixed delay.
      const script = `#!/bin/sh\nwhile [ ! -e ${folder}/ends ]; do /bin/sleep 0.02; done\nexit 4\n`;
      writeFileSync(join(folder, 'xdg-email'), script);
      chmodSync(join(folder, 'xdg-email'), 0o755);
      const failAndThrow = (): void => {
        recordFailure();
        throw new Error('the till has closed');
      };
      const { composeMail } = createTestChannels({ mailOpenTimeoutMs: 1 });
      const result = await composeMail(MESSAGE, recordDeparture, failAndThrow);
      expect(result).toEqual({ ok: true, value: { kind: 'mail-opened' } });
      expect(failures).toBe(0);
      writeFileSync(join(folder, 'ends'), '');
      await expect.poll(() => failures).toBe(1);
      await expect.poll(() => existsSync(join(folder, 'profile', 'mail', FILE.name))).toBe(false);
    },
  );

  it('returns no-mail-program without xdg-email or without a display', async () => {
    const noMailProgram = {
      ok: false,
      problem: { kind: 'without-paper', reason: 'no-mail-program' },
    };
    expect(
      await createTestChannels().composeMail(MESSAGE, recordDeparture, recordFailure),
    ).toMatchObject(noMailProgram);
    const withoutDisplay = createTestChannels({
      environment: { PATH: [folder, '/usr/bin'].join(delimiter) },
    });
    departures = 0;
    expect(await withoutDisplay.composeMail(MESSAGE, recordDeparture, recordFailure)).toMatchObject(
      noMailProgram,
    );
    expect(departures).toBe(0);
  });

  it.each(['win32', 'darwin'] as const)('opens an unsent message on %s', async (platform) => {
    const result = await createTestChannels({ platform, environment: {} }).composeMail(
      MESSAGE,
      recordDeparture,
      recordFailure,
    );
    expect(result).toMatchObject({ ok: true });
    const [path] = openedPaths;
    expect(path).toBe(join(folder, 'profile', 'mail', FILE.name.replace('.pdf', '.eml')));
    const [head = '', ...parts] = readFileSync(path ?? '', 'utf8').split(/--mostrador-[\w-]+/);
    expect(head).toMatch(/^X-Unsent: 1\r\n/);
    expect(head).not.toMatch(/^(From|To|Date):/im);
    const subject = /^Subject: ((?:.+\r\n )*.+)\r\n/m.exec(head)?.[1] ?? '';
    expect(subject.split('\r\n ').every((word) => word.length <= 75)).toBe(true);
    const words = subject.split('\r\n ').map((word) => /^=\?utf-8\?B\?(.+)\?=$/.exec(word)?.[1]);
    expect(words.map((word) => Buffer.from(word ?? '', 'base64').toString()).join('')).toBe(
      MESSAGE.subject,
    );
    const bodies = parts.slice(0, 2).map((part) => part.split('\r\n\r\n')[1] ?? '');
    expect(Buffer.from(bodies[0] ?? '', 'base64').toString()).toBe(`${MESSAGE.text}\r\n`);
    expect(Buffer.from(bodies[1] ?? '', 'base64')).toEqual(PDF);
    expect(parts[1]).toContain(`filename="${FILE.name}"`);
  });

  it('writes nothing if the receipt may not leave the till', async () => {
    const chosenPath = join(folder, 'cliente.pdf');
    const dialogPorts = { showSaveDialog: async () => chosenPath };
    const refuseDeparture = () => fail({ kind: 'not-signed-in' } as const);
    const throwOnDeparture = () => {
      throw new Error('the disk is full');
    };
    for (const platform of ['win32', 'linux'] as const) {
      const testChannels = createTestChannels({ ...dialogPorts, platform });
      expect(await testChannels.saveFile(FILE, refuseDeparture)).toEqual(refuseDeparture());
      expect(await testChannels.composeMail(MESSAGE, refuseDeparture, recordFailure)).toEqual(
        refuseDeparture(),
      );
      await expect(testChannels.saveFile(FILE, throwOnDeparture)).rejects.toThrow('full');
      await expect(
        testChannels.composeMail(MESSAGE, throwOnDeparture, recordFailure),
      ).rejects.toThrow('full');
    }
    const inBrowser = createTestChannels({ kind: 'browser' });
    expect(await inBrowser.saveFile(FILE, refuseDeparture)).toEqual(refuseDeparture());
    expect(existsSync(chosenPath)).toBe(false);
    expect(existsSync(join(folder, 'profile', 'mail'))).toBe(false);
    expect(openedPaths).toEqual([]);
  });

  it('deletes a draft that could not be opened and drafts older than a week', async () => {
    const mail = join(folder, 'profile', 'mail');
    mkdirSync(mail, { recursive: true });
    writeFileSync(join(mail, 'old.eml'), 'x');
    const longAgo = new Date(Date.now() - 8 * 86_400_000);
    const { readdir, utimes } = await import('node:fs/promises');
    await utimes(join(mail, 'old.eml'), longAgo, longAgo);
    const ports = { platform: 'win32', openPath: async () => 'no program' } as const;
    const { composeMail, deleteOldDrafts } = createTestChannels(ports);
    // Drafts are deleted at the start of the program, and twice a day while the till is open.
    await expect.poll(() => readdir(mail)).toEqual([]);
    for (const [name, at] of [
      ['old.eml', longAgo],
      ['new.eml', new Date()],
    ] as const) {
      writeFileSync(join(mail, name), 'x');
      await utimes(join(mail, name), at, at);
    }
    await deleteOldDrafts();
    expect(await readdir(mail)).toEqual(['new.eml']);
    expect(await composeMail(MESSAGE, recordDeparture, recordFailure)).toMatchObject({
      problem: { reason: 'no-mail-program' },
    });
    expect(await readdir(mail)).toEqual(['new.eml']);
  });
});
