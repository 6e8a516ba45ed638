import { expect, it } from 'vitest';
import { type RemoteFolder, UploadFailure } from '../server.ts';
import { sendFile } from './send-file.ts';

const FILE = { path: '/nowhere/day.txt', name: 'day.txt', bytes: 10, sha256: 'ours' };

/** A server that shows names and sizes, and lets nothing be read. */
function closedFolder(files: Readonly<Record<string, number>>): RemoteFolder {
  return {
    sizeOf: async (name) => files[name] ?? null,
    digestOf: () => Promise.reject(new UploadFailure('no-permission')),
    put: () => Promise.reject(new Error('put')),
    rename: () => Promise.reject(new Error('rename')),
    remove: () => Promise.reject(new Error('remove')),
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
