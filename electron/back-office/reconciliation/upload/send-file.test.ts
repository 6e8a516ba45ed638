import { expect, it } from 'vitest';
import { type RemoteFolder, UploadFailure } from '../upload-server.ts';
import { sendFile } from './send-file.ts';

const FILE = { path: '/nowhere/day.txt', name: 'day.txt', bytes: 10, sha256: 'ours' };

/** A server that shows names and sizes, and lets nothing be read. */
function closedFolder(files: Readonly<Record<string, number>>): RemoteFolder {
  return {
    readSize: async (name) => files[name] ?? null,
    computeDigest: () => Promise.reject(new UploadFailure('no-permission')),
    upload: () => Promise.reject(new Error('put')),
    rename: () => Promise.reject(new Error('rename')),
    remove: () => Promise.reject(new Error('remove')),
    takeAway: () => Promise.reject(new Error('takeAway')),
    close: () => {},
  };
}

const offered = { isOpen: true, open: () => {}, close: () => {} };

it('takes a file of its name and size for its own where it was offered and nothing can be read', async () => {
  expect(await sendFile(closedFolder({ 'day.txt': 10 }), FILE, offered)).toBe('was-there');
});

it('does not, where its own still stands there unfinished', async () => {
  const folder = closedFolder({ 'day.txt': 10, 'day.txt.part': 10 });
  await expect(sendFile(folder, FILE, offered)).rejects.toMatchObject({
    problem: { reason: 'another-file' },
  });
});

/** A server whose files are held in memory. */
function openFolder(files: Map<string, number>): RemoteFolder {
  return {
    readSize: async (name) => files.get(name) ?? null,
    computeDigest: async () => 'ours',
    upload: async (_path, name) => void files.set(name, FILE.bytes),
    rename: async (from, to) => {
      const size = files.get(from);
      if (size === undefined || files.has(to)) throw new UploadFailure('server-error');
      files.delete(from);
      files.set(to, size);
    },
    remove: async (name) => void files.delete(name),
    takeAway: async (name) => files.delete(name),
    close: () => {},
  };
}

const second = { ...FILE, unfinishedName: 'day.txt.2.part' };

it('takes away what another process offered and did not rename, before its own goes out', async () => {
  const files = new Map([['day.txt.1.part', 10]]);
  const offer = { ...offered, earlierName: 'day.txt.1.part' };
  expect(await sendFile(openFolder(files), second, offer)).toBe('uploaded');
  expect([...files.keys()]).toEqual(['day.txt']);
});

it('sends nothing where the other process renamed it as it was to be taken away', async () => {
  const files = new Map([['day.txt.1.part', 10]]);
  const folder = { ...openFolder(files), takeAway: async () => false };
  const offer = { ...offered, earlierName: 'day.txt.1.part' };
  await expect(sendFile(folder, second, offer)).rejects.toMatchObject({
    problem: { reason: 'may-have-arrived' },
  });
});

it('removes what an earlier process left there without ever offering it', async () => {
  const files = new Map([['day.txt.1.part', 4]]);
  const offer = { ...offered, isOpen: false, earlierName: 'day.txt.1.part' };
  expect(await sendFile(openFolder(files), second, offer)).toBe('uploaded');
  expect([...files.keys()]).toEqual(['day.txt']);
});
