import { Client } from 'pg';
import { describe, expect, it } from 'vitest';
import { getSharedCluster } from './index.ts';

/** tests/faults/chain-database.test.ts tests kill, freeze, a full disk and failover. */

describe.skipIf(process.platform === 'win32')('PostgreSQL for tests', () => {
  it('returns the same PostgreSQL cluster to every caller in a run', async () => {
    const [first, second] = await Promise.all([getSharedCluster(), getSharedCluster()]);
    expect(first.port).toBe(second.port);
    expect(first.port).toBeLessThan(32_768);
    const database = await first.createDatabase();
    await database.sql('CREATE TABLE t (n int)');
    await first.setReadOnly(database.name, true);
    await expect(database.sql('INSERT INTO t VALUES (1)')).rejects.toMatchObject({ code: '25006' });
    await database.drop();
  });

  it('accepts only TLS connections to PostgreSQL, under the name in its certificate', async () => {
    const { port, superuser, caPem, wrongHost } = await getSharedCluster();
    const connect = async (options: object): Promise<void> => {
      const client = new Client({ ...superuser, host: '127.0.0.1', port, ...options });
      await client.connect().finally(async () => client.end());
    };
    await expect(connect({ ssl: false })).rejects.toThrow('no encryption');
    await expect(connect({ ssl: true })).rejects.toThrow('self-signed certificate');
    await expect(connect({ ssl: { ca: caPem }, host: wrongHost })).rejects.toThrow('altnames');
  });
});
