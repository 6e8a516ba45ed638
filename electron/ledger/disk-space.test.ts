import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createDiskSpace } from './disk-space.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mostrador-room-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('has its reserve on disk for everybody who asked, not only for the first', async () => {
  const file = join(folder, 'ledger.db');
  const room = createDiskSpace(file);
  const first = room.ensureReserve();
  await room.ensureReserve();
  expect(existsSync(`${file}.reserve`)).toBe(true);
  await first;
});
