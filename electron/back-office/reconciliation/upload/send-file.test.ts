import { expect, it } from 'vitest';
import { type RemoteFolder, UploadFailure } from '../upload-server.ts';
import { sendFile } from './send-file.ts';

const FILE = { path: '/nowhere/day.txt', name: 'day.txt', bytes: 10, sha256: 'ours' };

/** A server that returns names and sizes, and denies reading. */
function createUnreadableFolder(files: Readonly<Record<string, number>>): RemoteFolder {
  return {
    readSize: async (name) => files[name] ?? null,
    computeDigest: () => Promise.reject(new UploadFailure('no-permission')),
    upload: () => Promise.reject(new Error('put')),
    rename: () => Promise.reject(new Error('rename')),
    remove: () => Promise.reject(new Error('remove')),
    tryRemove: () => Promise.reject(new Error('takeAway')),
    close: () => {},
  };
}

const doubtful = { isInDoubt: true, mark: () => {}, clear: () => {} };

it('accepts a file of the same name and size when the upload is in doubt and reading is denied', async () => {
  expect(await sendFile(createUnreadableFolder({ 'day.txt': 10 }), FILE, doubtful)).toBe(
    'was-there',
  );
});

it('rejects a file of the same name while its own is still unfinished', async () => {
  const folder = createUnreadableFolder({ 'day.txt': 10, 'day.txt.part': 10 });
  await expect(sendFile(folder, FILE, doubtful)).rejects.toMatchObject({
    problem: { reason: 'another-file' },
  });
});

/** A server with files in memory. */
function createMemoryFolder(files: Map<string, number>): RemoteFolder {
  return {
    readSize: async (name) => files.get(name) ?? null,
    computeDigest: async () => 'ours',
    upload: async (_path, name, beforeClose) => {
      files.set(name, FILE.bytes);
      await beforeClose();
    },
    rename: async (from, to) => {
      const size = files.get(from);
      if (size === undefined || files.has(to)) throw new UploadFailure('server-error');
      files.delete(from);
      files.set(to, size);
    },
    remove: async (name) => void files.delete(name),
    tryRemove: async (name) => files.delete(name),
    close: () => {},
  };
}

const secondProcessFile = { ...FILE, unfinishedName: 'day.txt.2.part' };

it('removes the unrenamed file of another process before uploading its own', async () => {
  const files = new Map([['day.txt.1.part', 10]]);
  const doubt = { ...doubtful, earlierName: 'day.txt.1.part' };
  expect(await sendFile(createMemoryFolder(files), secondProcessFile, doubt)).toBe('uploaded');
  expect([...files.keys()]).toEqual(['day.txt']);
});

it('uploads nothing when the other process renamed its file before the removal', async () => {
  const files = new Map([['day.txt.1.part', 10]]);
  const folder = { ...createMemoryFolder(files), tryRemove: async () => false };
  const doubt = { ...doubtful, earlierName: 'day.txt.1.part' };
  await expect(sendFile(folder, secondProcessFile, doubt)).rejects.toMatchObject({
    problem: { reason: 'may-have-arrived' },
  });
});

it('removes the unfinished file of an earlier process that never offered it', async () => {
  const files = new Map([['day.txt.1.part', 4]]);
  const doubt = { ...doubtful, isInDoubt: false, earlierName: 'day.txt.1.part' };
  expect(await sendFile(createMemoryFolder(files), secondProcessFile, doubt)).toBe('uploaded');
  expect([...files.keys()]).toEqual(['day.txt']);
});
