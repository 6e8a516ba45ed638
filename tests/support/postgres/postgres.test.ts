import { Client } from 'pg';
import { describe, expect, it } from 'vitest';
import { getSharedCluster } from './index.ts';

/** What kills, freezes, fills and fails over is tried by tests/faults/chain-database.test.ts. */

describe.skipIf(process.platform === 'win32')('a PostgreSQL for tests', () => {
  it('is one and the same for whoever asks in a run', async () => {
    const [one, other] = await Promise.all([getSharedCluster(), getSharedCluster()]);
    expect(one.port).toBe(other.port);
    expect(one.port).toBeLessThan(32_768);
    const database = await one.createDatabase();
    await database.sql('CREATE TABLE t (n int)');
    await one.setReadOnly(database.name, true);
    await expect(database.sql('INSERT INTO t VALUES (1)')).rejects.toMatchObject({ code: '25006' });
    await database.drop();
  });

  it('speaks TLS alone, under the name that its certificate bears', async () => {
    const { port, superuser, caPem, wrongHost } = await getSharedCluster();
    const open = async (options: object): Promise<void> => {
      const client = new Client({ ...superuser, host: '127.0.0.1', port, ...options });
      await client.connect().finally(async () => client.end());
    };
    await expect(open({ ssl: false })).rejects.toThrow('no encryption');
    await expect(open({ ssl: true })).rejects.toThrow('unable to verify');
    await expect(open({ ssl: { ca: caPem }, host: wrongHost })).rejects.toThrow('altnames');
  });
});
