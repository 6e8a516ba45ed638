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
import { createOutlets, type OutletPorts } from './index.ts';

const PDF = Buffer.from('%PDF-1.7 the receipt');
const FILE = { name: '2026-01-15_10-42-07_recibo_1a2b3c4d.pdf', bytes: PDF };
const MESSAGE = {
  subject: 'Recibo de Abarrotes Núñez, sucursal de la Colonia Independencia',
  text: 'Le enviamos el recibo de su pago.',
  file: FILE,
};

let folder: string;
let left: number;
let opened: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'outlets-'));
  left = 0;
  failures = 0;
  opened = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function outlets(over: Partial<OutletPorts> = {}) {
  return createOutlets({
    kind: 'electron',
    platform: 'linux',
    environment: { DISPLAY: ':1', PATH: folder },
    mailFolder: join(folder, 'mail'),
    askWhereTo: async () => null,
    openPath: async (path) => {
      opened.push(path);
      return '';
    },
    log: silentLog,
    ...over,
  });
}

const leaving = () => {
  left += 1;
  return ok(null);
};

let failures: number;
const failed = (): void => {
  failures += 1;
};

describe('a receipt saved as a file', () => {
  it('is where the person wanted it, whole', async () => {
    const wanted = join(folder, 'cliente.pdf');
    const { saveFile } = outlets({ askWhereTo: async () => wanted });
    expect(await saveFile(FILE, leaving)).toEqual({
      ok: true,
      value: { kind: 'saved', name: 'cliente.pdf' },
    });
    expect(readFileSync(wanted)).toEqual(PDF);
    expect(left).toBe(1);
  });

  it('is nowhere if she chose no place, and nothing has left', async () => {
    const answer = await outlets().saveFile(FILE, leaving);
    expect(answer).toEqual({ ok: true, value: { kind: 'cancelled' } });
    expect(left).toBe(0);
  });

  it('says what to do where it cannot be written', async () => {
    const { saveFile } = outlets({ askWhereTo: async () => join(folder, 'gone', 'a.pdf') });
    expect(await saveFile(FILE, leaving)).toMatchObject({
      ok: false,
      problem: { kind: 'without-paper', reason: 'not-saved' },
    });
    // A disk that was taken out is not made anew as a folder.
    expect(existsSync(join(folder, 'gone'))).toBe(false);
  });

  it('is given to the browser where there is no dialog', async () => {
    const answer = await outlets({ kind: 'browser' }).saveFile(FILE, leaving);
    expect(answer).toEqual({
      ok: true,
      value: { kind: 'download', name: FILE.name, base64: PDF.toString('base64') },
    });
    expect(left).toBe(1);
  });
});

describe('a receipt handed to the mail program', () => {
  /** A stand-in for xdg-email that notes its words and reads the attachment, as a program would. */
  function installXdgEmail(exitCode: number): void {
    const script = `#!/bin/sh\nprintf '%s\\n' "$@" > ${folder}/words\n${exitCode === 0 ? `for last; do :; done; /bin/cp "$last" ${folder}/attached` : ''}\nexit ${exitCode}\n`;
    writeFileSync(join(folder, 'xdg-email'), script);
    chmodSync(join(folder, 'xdg-email'), 0o755);
  }

  it.skipIf(process.platform === 'win32')('goes to xdg-email with subject and file', async () => {
    installXdgEmail(0);
    const answer = await outlets().composeMail(MESSAGE, leaving, failed);
    expect(answer).toEqual({ ok: true, value: { kind: 'mail-opened' } });
    const words = readFileSync(join(folder, 'words'), 'utf8').trim().split('\n');
    expect(words).toEqual([
      '--utf8',
      '--subject',
      MESSAGE.subject,
      '--body',
      MESSAGE.text,
      '--attach',
      join(folder, 'mail', FILE.name),
    ]);
    expect(readFileSync(join(folder, 'attached'))).toEqual(PDF);
    // It stays: some programs read it only when the message is sent.
    expect(readFileSync(join(folder, 'mail', FILE.name))).toEqual(PDF);
    expect(left).toBe(1);
  });

  it.skipIf(process.platform === 'win32').each([
    [3, 'no-mail-program'],
    [4, 'mail-failed'],
  ])('says so where xdg-email ends with %i', async (code, reason) => {
    installXdgEmail(code);
    const answer = await outlets().composeMail(MESSAGE, leaving, failed);
    expect(answer).toMatchObject({ ok: false, problem: { kind: 'without-paper', reason } });
  });

  it.skipIf(process.platform === 'win32')('says late that none was opened', async () => {
    // It ends when the test says so: nobody waits for a time.
    const script = `#!/bin/sh\nwhile [ ! -e ${folder}/ends ]; do /bin/sleep 0.02; done\nexit 4\n`;
    writeFileSync(join(folder, 'xdg-email'), script);
    chmodSync(join(folder, 'xdg-email'), 0o755);
    const throwing = (): void => {
      failed();
      throw new Error('the till has closed');
    };
    const { composeMail } = outlets({ mailOpenTimeoutMs: 1 });
    const answer = await composeMail(MESSAGE, leaving, throwing);
    expect(answer).toEqual({ ok: true, value: { kind: 'mail-opened' } });
    expect(failures).toBe(0);
    writeFileSync(join(folder, 'ends'), '');
    await expect.poll(() => failures).toBe(1);
    await expect.poll(() => existsSync(join(folder, 'mail', FILE.name))).toBe(false);
  });

  it('says so where there is no xdg-email, and without a screen starts nothing', async () => {
    const none = { ok: false, problem: { kind: 'without-paper', reason: 'no-mail-program' } };
    expect(await outlets().composeMail(MESSAGE, leaving, failed)).toMatchObject(none);
    const without = outlets({ environment: { PATH: [folder, '/usr/bin'].join(delimiter) } });
    left = 0;
    expect(await without.composeMail(MESSAGE, leaving, failed)).toMatchObject(none);
    expect(left).toBe(0);
  });

  it.each(['win32', 'darwin'] as const)('is an unsent message on %s', async (platform) => {
    const answer = await outlets({ platform, environment: {} }).composeMail(
      MESSAGE,
      leaving,
      failed,
    );
    expect(answer).toMatchObject({ ok: true });
    const [path] = opened;
    expect(path).toBe(join(folder, 'mail', FILE.name.replace('.pdf', '.eml')));
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

  it('writes nothing, anywhere, of a receipt that may not leave', async () => {
    const wanted = join(folder, 'cliente.pdf');
    const asked = { askWhereTo: async () => wanted };
    const refuses = () => fail({ kind: 'not-signed-in' } as const);
    const throws = () => {
      throw new Error('the disk is full');
    };
    for (const platform of ['win32', 'linux'] as const) {
      const one = outlets({ ...asked, platform });
      expect(await one.saveFile(FILE, refuses)).toEqual(refuses());
      expect(await one.composeMail(MESSAGE, refuses, failed)).toEqual(refuses());
      await expect(one.saveFile(FILE, throws)).rejects.toThrow('full');
      await expect(one.composeMail(MESSAGE, throws, failed)).rejects.toThrow('full');
    }
    const inBrowser = outlets({ kind: 'browser' });
    expect(await inBrowser.saveFile(FILE, refuses)).toEqual(refuses());
    expect(existsSync(wanted)).toBe(false);
    expect(existsSync(join(folder, 'mail'))).toBe(false);
    expect(opened).toEqual([]);
  });

  it('leaves no draft where the system opens none, and keeps the others for a week', async () => {
    const mail = join(folder, 'mail');
    mkdirSync(mail);
    writeFileSync(join(mail, 'old.eml'), 'x');
    const longAgo = new Date(Date.now() - 8 * 86_400_000);
    const { readdir, utimes } = await import('node:fs/promises');
    await utimes(join(mail, 'old.eml'), longAgo, longAgo);
    const ports = { platform: 'win32', openPath: async () => 'no program' } as const;
    const { composeMail, deleteOldDrafts } = outlets(ports);
    // As at the start of the program, and twice a day while the till is open.
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
    expect(await composeMail(MESSAGE, leaving, failed)).toMatchObject({
      problem: { reason: 'no-mail-program' },
    });
    expect(await readdir(mail)).toEqual(['new.eml']);
  });
});
