/**
 * Certifies a shop's integration against the service's sandbox: every endpoint of its version, the
 * known refusals of the sandbox, a timeout with its look-up and repetition, a cancel if the version
 * supports it, and the daily file of the performed transactions. It uses the till's own client and
 * daily file, and writes a report to hand in.
 *
 * - It runs only with `environment: "sandbox"`. Production, training, an unreadable file and a
 *   folder that is not empty are rejected before the first request.
 * - All results are in one separate folder: no till profile is read or changed. Each request that
 *   moves money is written there and synced before it is sent, with its external_id,
 *   Idempotency-Key and exact body.
 * - Amounts are decimal text in the currency of the biller; times are ISO 8601 in UTC.
 * - The report shows each request and answer without keys, signatures, passwords and proxy. Bodies
 *   longer than `MAX_BODY_LENGTH` are truncated and marked.
 * - A step with an unexpected answer does not end the certification. A step that cannot run (no
 *   cash-out biller, no SFTP server), or that needs a missing result of an earlier step, is left
 *   out with the reason.
 *
 * Implements, as a client, every row of "Endpoints" and "Timeout handling" of the interface, and
 * "Reconciliation file".
 *
 * Decisions where the interface was silent:
 * - The accounts are the known ones of the interface's sandbox; those of another sandbox are given
 *   in a file (`cases.ts`).
 * - The timeout is the client's: it gives up on a payment whose biller answers late, looks it up by
 *   its external_id, and sends the same bytes again with the same key.
 * - The daily file of a certification covers its own start until now, under today's name in UTC. It
 *   is uploaded only if the server shows the key given on the command line.
 */
export { type CertificationOptions, type CertificationResult, certify } from './certify.ts';
