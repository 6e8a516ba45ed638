import { createHash, createHmac, randomUUID } from 'node:crypto';
import { request } from 'node:https';
import { DatabaseSync } from 'node:sqlite';

/**
 * The minimum of a payment: one synced row before anything is sent, one signed request on a new TLS
 * connection, and one synced row of its answer.
 */
export interface BarePayments {
  /**
   * When this returns, the first row is on disk and the request was sent. Resolves when the answer
   * is on disk too.
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
    const canonicalText = `application/json,${md5},/single/pay,${date}`;
    const checksum = createHmac('sha1', service.secretKey).update(canonicalText).digest('base64');
    return new Promise((resolve, reject) => {
      const payRequest = request(
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
        (response) => {
          let text = '';
          response.on('data', (bytes) => {
            text += String(bytes);
          });
          response.once('end', () => {
            if (response.statusCode !== 201) reject(new Error(`${response.statusCode}: ${text}`));
            update.run(text, externalId);
            resolve();
          });
        },
      );
      payRequest.on('error', reject);
      payRequest.end(body);
    });
  };

  return { pay, close: () => database.close() };
}
