import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';

/** PostgreSQL's default; the client repeats them at each login. */
const ITERATIONS = 4096;

/**
 * Returns the verifier that a server stores for a password (SCRAM-SHA-256, RFC 5803), for `CREATE
 * ROLE … PASSWORD` and `ALTER ROLE … PASSWORD`: a server that logs its statements would log the
 * password itself. For ASCII passwords, as all of ours are; others would need normalization first.
 */
export function computeScramVerifier(password: string, salt: Uint8Array = randomBytes(16)): string {
  const salted = pbkdf2Sync(password, salt, ITERATIONS, 32, 'sha256');
  const clientKey = createHmac('sha256', salted).update('Client Key').digest();
  const storedKey = createHash('sha256').update(clientKey).digest('base64');
  const serverKey = createHmac('sha256', salted).update('Server Key').digest('base64');
  const encoded = Buffer.from(salt).toString('base64');
  return `SCRAM-SHA-256$${ITERATIONS}:${encoded}$${storedKey}:${serverKey}`;
}
