import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createServerTestChain, type ServerTestChain } from '../testing/index.ts';
import { runChainCommand } from './run-chain.ts';

describe.skipIf(process.platform === 'win32')('chain day command', () => {
  const workingFolder = mkdtempSync(join(tmpdir(), 'mostrador-day-'));
  let testChain: ServerTestChain;

  beforeAll(async () => {
    testChain = await createServerTestChain();
    const { hosts, database, ca, user, password } = testChain.maker;
    const file = { hosts, database, ca, maker: { user, password } };
    writeFileSync(join(workingFolder, 'chain.json'), JSON.stringify(file), { mode: 0o600 });
    await testChain.chain.database.sql(`
      INSERT INTO chain.days (day, since_second, until_second, due_at, name, build, made_at,
        offered_at, in_doubt_at)
      VALUES ('2026-11-20', 0, 1, now(), 'lupita_20261121.txt', gen_random_uuid(), now(), now(), now());
      INSERT INTO chain.day_pieces (build, n, day, first_second, last_second, bytes)
      SELECT build, 0, day, -1, -1, 'HEADER|20261121' FROM chain.days`);
  });
  afterAll(async () => {
    await testChain.drop();
    rmSync(workingFolder, { recursive: true });
  });

  const run = async (...args: string[]) => {
    let output = '';
    const note = (text: string): void => {
      output += text;
    };
    const code = await runChainCommand({
      args: ['day', ...args, '--config', 'chain.json'],
      workingFolder,
      env: {},
      version: '1.2.3',
      write: note,
      writeError: note,
      stopRequested: new Promise(() => {}),
    });
    return { code, output };
  };
  const containing = (text: string) => expect.stringContaining(text);

  it('ends its connection when it refuses a day that is none', async () => {
    expect(await run('DAY', '--handed-in', 'x')).toMatchObject({
      code: 1,
      output: containing('no such day'),
    });
    const sessions = async (): Promise<unknown> =>
      await testChain.chain.database.sql('SELECT FROM pg_stat_activity WHERE usename = $1', [
        testChain.maker.user,
      ]);
    await vi.waitFor(async () => expect(await sessions()).toEqual([]), { timeout: 10_000 });
  });

  it('records a decision about a day with its reason, and can revert it', async () => {
    const day = '2026-11-20';
    expect(await run(day)).toMatchObject({
      code: 1,
      output: containing('Give exactly one option'),
    });
    expect(await run('20.11.', '--handed-in', 'x')).toMatchObject({
      code: 1,
      output: containing('no such day'),
    });
    expect(await run(day, '--not-handed-in', 'x')).toMatchObject({ code: 1 });
    expect(await run(day, '--handed-in', 'they have it')).toMatchObject({ code: 0 });
    expect(await run(day, '--send-again', 'x')).toMatchObject({
      code: 1,
      output: containing('not-handed'),
    });
    expect(await run(day, '--not-handed-in', 'they have not')).toMatchObject({ code: 0 });
    expect(await run(day, '--send-again', 'they asked for it')).toMatchObject({ code: 0 });
    const actions = await testChain.chain.database.sql(
      'SELECT act, reason FROM chain.day_acts WHERE role_name <> $1 ORDER BY id',
      ['postgres'],
    );
    expect(actions).toEqual([
      { act: 'handed-in', reason: 'they have it' },
      { act: 'not-handed-in', reason: 'they have not' },
      { act: 'sent-again', reason: 'they asked for it' },
    ]);
  });

  it('saves the stored file and never overwrites a file', async () => {
    expect(await run('2026-11-20', '--save', '.')).toMatchObject({ code: 0 });
    const file = join(workingFolder, 'lupita_20261121.txt');
    expect(readFileSync(file, 'utf8')).toBe('HEADER|20261121');
    writeFileSync(file, 'mine');
    expect(await run('2026-11-20', '--save', '.')).toMatchObject({ code: 1 });
    expect(readFileSync(file, 'utf8')).toBe('mine');
  });
});
