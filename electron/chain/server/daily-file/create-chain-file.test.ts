import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createUuid } from '../../../platform/index.ts';
import { type ChainServerDatabase, openChainServerDatabase } from '../database/index.ts';
import {
  createServerTestChain,
  type ServerTestChain,
  type ServerTestTill,
} from '../testing/index.ts';
import { readChainDay } from './chain-days.ts';
import { createAndStoreChainDailyFile } from './create-chain-file.ts';

const DAY = '2026-11-20';
const SINCE = 1_795_154_400;

describe.skipIf(process.platform === 'win32')('storing the file of a day', () => {
  let testChain: ServerTestChain;
  let database: ChainServerDatabase;
  let fencingToken: number;
  let till: ServerTestTill;
  beforeAll(async () => {
    testChain = await createServerTestChain();
    testChain.setFirstDay(DAY, SINCE);
    database = openChainServerDatabase(testChain.connect);
    till = await testChain.enrollTill('Centro', '01');
    await till.push([{ at: (SINCE + 60) * 1000 }]);
    await testChain.chain.database.sql(
      `INSERT INTO chain.days (day, since_second, until_second, due_at, name)
       VALUES ($1, $2, $3, now(), 'file')`,
      [DAY, SINCE, SINCE + 86_400],
    );
    const [lease] = await database.query("SELECT chain.take_lease_v1('maker', 'test', 600) AS n");
    fencingToken = Number(lease?.n);
  });
  afterAll(async () => {
    await database.end();
    await testChain.drop();
  });

  const createFile = async (token = fencingToken, through = database): Promise<boolean> => {
    const day = await readChainDay(database.query, DAY);
    if (day === null) throw new Error(`no day ${DAY}`);
    return await createAndStoreChainDailyFile(through, day, token, createUuid);
  };
  const readBuild = async (): Promise<unknown> => (await readChainDay(database.query, DAY))?.build;
  const listStoredBuilds = async (): Promise<unknown[]> =>
    (await testChain.chain.database.sql('SELECT DISTINCT build FROM chain.day_pieces')).map(
      ({ build }) => build,
    );

  it('deletes what an interrupted process left', async () => {
    await database.query('SELECT chain.set_piece_v1($1, $2, 0, $3)', [
      DAY,
      randomUUID(),
      Buffer.from('HEADER'),
    ]);
    expect(await createFile()).toBe(true);
    expect(await listStoredBuilds()).toEqual([await readBuild()]);
  });

  it('deletes the pieces of the earlier file', async () => {
    const earlierBuild = await readBuild();
    expect(await createFile()).toBe(true);
    expect(await readBuild()).not.toBe(earlierBuild);
    expect(await listStoredBuilds()).toEqual([await readBuild()]);
  });

  it('replaces no file if another process is elected', async () => {
    const build = await readBuild();
    await expect(createFile(fencingToken - 1)).rejects.toMatchObject({
      problem: { sqlState: 'MS002' },
    });
    expect(await readBuild()).toBe(build);
    expect(await listStoredBuilds()).toContain(build);
    expect(await createFile()).toBe(true);
    expect(await listStoredBuilds()).toEqual([await readBuild()]);
  });

  it('makes the file of what the database held at the beginning', async () => {
    const pushBeforePage: ChainServerDatabase = {
      ...database,
      transaction: (kind, work) =>
        database.transaction(kind, (query) =>
          work(async (text, ...rest) => {
            if (text.includes('page_end_v1')) await till.push([{ at: (SINCE + 120) * 1000 }]);
            return await query(text, ...rest);
          }),
        ),
    };
    expect(await createFile(fencingToken, pushBeforePage)).toBe(true);
    expect(await readChainDay(database.query, DAY)).toMatchObject({ lines: 1 });
    expect(await createFile()).toBe(true);
    expect(await readChainDay(database.query, DAY)).toMatchObject({ lines: 2 });
  });

  it('keeps the earlier file if a server may already have it', async () => {
    const build = await readBuild();
    await testChain.chain.database.sql('UPDATE chain.days SET offered_at = now()');
    expect(await createFile()).toBe(false);
    expect(await readBuild()).toBe(build);
    expect(await listStoredBuilds()).toEqual([build]);
  });
});
