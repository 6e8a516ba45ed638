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

it('resolves a concurrent request for the reserve only once the reserve is on disk', async () => {
  const file = join(folder, 'ledger.db');
  const diskSpace = createDiskSpace(file);
  const first = diskSpace.ensureReserve();
  await diskSpace.ensureReserve();
  expect(existsSync(`${file}.reserve`)).toBe(true);
  await first;
});
