import { randomUUID } from 'node:crypto';

/** Identifiers as a port: version 4 UUIDs in the product, a counted sequence in tests. */
export type CreateId = () => string;

export const createUuid: CreateId = () => randomUUID();
