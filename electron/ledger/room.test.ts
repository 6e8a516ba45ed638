import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createRoom } from './room.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mostrador-room-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('has its reserve on disk for everybody who asked, not only for the first', async () => {
  const file = join(folder, 'ledger.db');
  const room = createRoom(file);
  const first = room.keepReserve();
  await room.keepReserve();
  expect(existsSync(`${file}.reserve`)).toBe(true);
  await first;
});
