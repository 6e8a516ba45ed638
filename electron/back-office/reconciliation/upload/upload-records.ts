import type { AuditPerson } from '../../../ledger/audit/index.ts';
import type { Awaitable, FileToSend } from '../types.ts';
import type { UploadDoubtRecord } from './send-file.ts';

/** The records of the uploads of each day, independent of their storage. */
export interface UploadRecords {
  /** Called before each attempt. */
  prepare(day: string): Promise<void>;
  /** Whether the day is neither uploaded nor handed in, and this till uploads it. */
  isMissing(day: string): Awaitable<boolean>;
  getUploadDoubt(day: string): Awaitable<UploadDoubtRecord>;
  /** Records the start of an attempt; returns its number. */
  startAttempt(day: string, by: AuditPerson | null): Awaitable<number>;
  recordUploaded(
    day: string,
    file: FileToSend,
    how: 'uploaded' | 'was-there',
    by: AuditPerson | null,
  ): Awaitable<void>;
  /** `result` is `uploaded`, `was-there`, or the JSON of a problem. */
  endAttempt(day: string, number: number, result: string): Awaitable<void>;
}
