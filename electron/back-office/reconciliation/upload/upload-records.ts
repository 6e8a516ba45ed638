import type { Actor } from '../ports.ts';
import type { Awaitable, FileToSend } from '../types.ts';
import type { UploadOffer } from './send-file.ts';

/** What the uploads record of each day, wherever that is kept. */
export interface UploadRecords {
  /** Before an attempt. */
  prepare(day: string): Promise<void>;
  /** Neither uploaded nor handed in, and to be sent from here. */
  isMissing(day: string): Awaitable<boolean>;
  getOffer(day: string): Awaitable<UploadOffer>;
  /** An attempt begins; returns its number. */
  startAttempt(day: string, by: Actor | null): Awaitable<number>;
  recordUploaded(
    day: string,
    file: FileToSend,
    how: 'uploaded' | 'was-there',
    by: Actor | null,
  ): Awaitable<void>;
  /** `result` is `uploaded`, `was-there`, or the JSON of a problem. */
  endAttempt(day: string, number: number, result: string): Awaitable<void>;
}
