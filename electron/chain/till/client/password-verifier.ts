import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';

/** PostgreSQL's own number, which each login has to compute. */
const ITERATIONS = 4096;

/**
 * What a server keeps of a password (SCRAM-SHA-256, RFC 5803), for `CREATE ROLE … PASSWORD` and
 * `ALTER ROLE … PASSWORD`: the password itself would stand in the log of a server that writes down
 * its statements. For passwords of ASCII, as ours are; others would have to be normalized first.
 */
export function computePasswordVerifier(
  password: string,
  salt: Uint8Array = randomBytes(16),
): string {
  const salted = pbkdf2Sync(password, salt, ITERATIONS, 32, 'sha256');
  const clientKey = createHmac('sha256', salted).update('Client Key').digest();
  const storedKey = createHash('sha256').update(clientKey).digest('base64');
  const serverKey = createHmac('sha256', salted).update('Server Key').digest('base64');
  const encoded = Buffer.from(salt).toString('base64');
  return `SCRAM-SHA-256$${ITERATIONS}:${encoded}$${storedKey}:${serverKey}`;
}
