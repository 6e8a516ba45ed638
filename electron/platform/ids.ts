import { randomUUID } from 'node:crypto';

/** Identifiers as a port: version 4 UUIDs in the product, a counted sequence in tests. */
export type NewId = () => string;

export const newUuid: NewId = () => randomUUID();
