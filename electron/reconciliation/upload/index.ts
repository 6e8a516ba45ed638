/**
 * The upload of the files: when they go out (`schedule.ts`, `pauses.ts`), over one connection, one
 * after the other (`uploads.ts`), each whole or not at all (`send-file.ts`), to the server whose key
 * a person has confirmed (`host-keys.ts`), by SFTP (`sftp.ts`, loaded only when it is needed).
 *
 * - A file that may have arrived is not sent again: the day is in doubt until a person decides.
 * - Days are the chain's business days; durations are milliseconds; other moments are ISO 8601 in
 *   UTC.
 * - Answers `upload`, `daily-file` and `storage` problems. Each step has a deadline, and `signal`
 *   ends all of them.
 *
 * Implements "Reconciliation upload" of the interface.
 *
 * Decisions where the interface was silent:
 * - Once the service has told the time, 15 seconds pass before the till begins, for the look-ups of
 *   payments that were not known. The pauses between attempts are each day's own: 1, 2, 4, 8, then 15
 *   minutes, eight in all; after that, and where only a person can help, an hour. A new night begins
 *   anew. What one day meets keeps no other waiting, unless the server cannot be reached at all;
 *   those that failed least go first (`schedule.ts`, `pauses.ts`).
 * - A till whose settings no longer say `uploads` sends nothing, whoever asks: what it still owes is
 *   saved elsewhere or marked as handed in.
 * - A file of the same name on the server: with the same size and digest the day is done; any other
 *   is not touched, and a person decides. One of that name and size that the server lets nobody read
 *   is ours where it was offered before, and another's where it was not (`send-file.ts`).
 * - With the offer of the new name the day is in doubt until it is known what became of it, also over
 *   a restart. Where the answer to the rename was lost, the server is looked at. The file under its
 *   name, with the same digest, has arrived. Whole under its temporary name, it was not taken, and is
 *   sent again. If it is nowhere, it may have been taken away as it arrived: nothing is sent, and a
 *   person who has asked the service marks the day or has the same bytes sent again, which is noted.
 * - A file that the server has taken away after a rename that it answered counts as uploaded: its
 *   size was compared before.
 * - A server that says of a file only that it failed has told nothing, and nothing is sent: the
 *   library would take the file for one that is not there. A write that fails, or that the server
 *   does not keep whole, is "no room": SFTP 3 has no word of its own for that (`sftp.ts`).
 * - A server's key is judged before a login is tried. In the settings, a server whose key nobody has
 *   confirmed is kept after its key was seen, and nothing secret is said to it before; the key is
 *   confirmed in the daily file's room (`try-server.ts`).
 * - The socket is the till's own, so that a server that hangs is left at a step's deadline by closing
 *   it. ssh2 is loaded when the first file goes out, without its compiled parts (`vite.config.ts`).
 */
export { type AttemptRow, readAttempts } from './attempt-queries.ts';
export { createPinnedKeys } from './host-keys.ts';
export { createSchedule, type Schedule } from './schedule.ts';
export { tryServer } from './try-server.ts';
export { createUploads, type Uploads } from './uploads.ts';
