import { DatabaseSync } from 'node:sqlite';
import { Agent } from 'undici';
import { z } from 'zod';
import { buildSignatureHeaders } from '../../../electron/service/index.ts';
import type { TrainingProcess } from './training-process.ts';

/**
 * A minimal refresh: signed requests in sequence, `JSON.parse`, and the rows into a plain table in
 * one synced transaction. No checks, no search, no progress.
 */
export interface BareRefresh {
  refresh(file: string): Promise<number>;
  close(): Promise<void>;
}

const pageSchema = z.object({ billers: z.array(z.looseObject({ id: z.number() })) });
const paginationSchema = z.object({ next_page: z.number().nullable() });

export function createBareRefresh(service: TrainingProcess): BareRefresh {
  const { origin } = new URL(service.baseUrl);
  const agent = new Agent({ connect: { ca: service.caPem } });

  const fetchText = async (target: string) => {
    const { statusCode, headers, body } = await agent.request({
      origin,
      path: target,
      method: 'GET',
      headers: {
        Accept: `application/vnd.${service.vendor}.v3.mx+json`,
        ...buildSignatureHeaders(service, { target, body: null, date: Date.now() }),
      },
    });
    const text = await body.text();
    if (statusCode !== 200) throw new Error(`${target}: ${statusCode}`);
    return { text, pagination: headers['x-pagination'] };
  };

  return {
    refresh: async (file) => {
      const rows: { id: number; kind: string; json: string }[] = [];
      for (const kind of ['utilities', 'topups', 'gift_cards', 'partner']) {
        for (let number: number | null = 1; number !== null; ) {
          const { text, pagination } = await fetchText(`/billers/${kind}?page=${number}`);
          // The response is typed without a check of each biller.
          const page: z.infer<typeof pageSchema> = JSON.parse(text);
          for (const biller of page.billers)
            rows.push({ id: biller.id, kind, json: JSON.stringify(biller) });
          number = paginationSchema.parse(JSON.parse(String(pagination))).next_page;
        }
      }
      const rates: Record<string, number> = JSON.parse((await fetchText('/rates')).text);
      const database = new DatabaseSync(file);
      database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
        CREATE TABLE IF NOT EXISTS billers (id INTEGER, kind TEXT, biller TEXT, PRIMARY KEY (kind, id)) STRICT, WITHOUT ROWID;
        CREATE TABLE IF NOT EXISTS rates (currency TEXT PRIMARY KEY, per_usd TEXT) STRICT, WITHOUT ROWID`);
      const insertBiller = database.prepare(
        'INSERT OR REPLACE INTO billers (id, kind, biller) VALUES (?, ?, ?)',
      );
      const insertRate = database.prepare(
        'INSERT OR REPLACE INTO rates (currency, per_usd) VALUES (?, ?)',
      );
      database.exec('BEGIN IMMEDIATE');
      for (const row of rows) insertBiller.run(row.id, row.kind, row.json);
      for (const [currency, rate] of Object.entries(rates)) insertRate.run(currency, String(rate));
      database.exec('COMMIT');
      database.close();
      return rows.length;
    },
    close: () => agent.close(),
  };
}
