import { createHash, createHmac, randomUUID } from 'node:crypto';
import { request } from 'node:https';
import { DatabaseSync } from 'node:sqlite';

/**
 * What no till can leave out of a payment: one synced row before anything is sent, one signed
 * request on a new TLS connection, and one synced row of its answer.
 */
export interface BarePayments {
  /**
   * The first row is on disk and the request on its way when this returns; resolves once the answer
   * is on disk as well.
   */
  pay(account: string): Promise<void>;
  close(): void;
}

export interface BareService {
  readonly baseUrl: string;
  readonly caPem: string;
  readonly vendor: string;
  readonly apiKey: string;
  readonly secretKey: string;
}

export function openBarePayments(file: string, service: BareService): BarePayments {
  const database = new DatabaseSync(file);
  database.exec(
    'PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL',
  );
  database.exec(
    'CREATE TABLE intents (id TEXT PRIMARY KEY, key TEXT, body TEXT, answer TEXT) STRICT',
  );
  const insert = database.prepare('INSERT INTO intents (id, key, body) VALUES (?, ?, ?)');
  const update = database.prepare('UPDATE intents SET answer = ? WHERE id = ?');
  const { hostname, port } = new URL(service.baseUrl);

  const pay = (account: string): Promise<void> => {
    const externalId = randomUUID();
    const key = randomUUID();
    const body = `{"biller_id":37,"account_number":"${account}","amount":150.00,"currency":"MXN","external_id":"${externalId}","pos_number":"07"}`;
    insert.run(externalId, key, body);
    const date = new Date().toUTCString();
    const md5 = createHash('md5').update(body).digest('base64');
    const signed = `application/json,${md5},/single/pay,${date}`;
    const checksum = createHmac('sha1', service.secretKey).update(signed).digest('base64');
    return new Promise((resolve, reject) => {
      const sent = request(
        {
          host: hostname,
          port,
          path: '/single/pay',
          method: 'POST',
          agent: false,
          ca: service.caPem,
          headers: {
            Accept: `application/vnd.${service.vendor}.v3.mx+json`,
            'Content-Type': 'application/json',
            'Content-MD5': md5,
            'Content-Length': body.length,
            Date: date,
            Authorization: `APIAuth ${service.apiKey}:${checksum}`,
            'Idempotency-Key': key,
          },
        },
        (answer) => {
          let text = '';
          answer.on('data', (bytes) => {
            text += String(bytes);
          });
          answer.once('end', () => {
            if (answer.statusCode !== 201) reject(new Error(`${answer.statusCode}: ${text}`));
            update.run(text, externalId);
            resolve();
          });
        },
      );
      sent.on('error', reject);
      sent.end(body);
    });
  };

  return { pay, close: () => database.close() };
}
