/**
 * The certification of a shop's integration against the service's sandbox: every endpoint of its
 * version, the refusals that the sandbox is known for, a time-out with its look-up and repetition,
 * a cancel where there is one, and the daily file of what was performed. It uses the till's own
 * client and the till's own daily file, and writes a report to be handed in.
 *
 * - It plays only with `environment: "sandbox"`. Production, training, a file that cannot be read
 *   and a folder that is not empty are refused before the first request.
 * - Everything is kept in one folder of its own: nothing of a till's profile is read or changed.
 *   Each request that moves money is written there and synced before it is sent, with its
 *   external_id, Idempotency-Key and exact body.
 * - Amounts are decimal text in the currency of the biller; times are ISO 8601 in UTC.
 * - The report shows each request and answer without keys, checksums, passwords and proxy. What is
 *   longer than `MAX_BODY_LENGTH` is cut there, and says so.
 * - A step whose answer is another than the expected one does not end the play. A step that cannot
 *   be played (no cash-out biller, no SFTP server) is left out, with the reason; so is one that
 *   needs what an earlier step did not bring.
 *
 * Implements, as a client, every row of "Endpoints" and "Timeout handling" of the interface, and
 * "Reconciliation file".
 *
 * Decisions where the interface was silent:
 * - The accounts are those that the interface's sandbox is known for; another sandbox's are given in
 *   a file (`cases.ts`).
 * - The time-out is the client's: it gives up on a payment that its biller answers late, looks it up
 *   by its external_id, and sends the same bytes again with the same key.
 * - The daily file of a certification is that of its own day up to now, under today's name in UTC.
 *   It is uploaded only if the server shows the key that was given on the command line.
 */
export { type CertificationOptions, type CertificationResult, certify } from './certify.ts';
