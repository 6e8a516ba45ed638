/** A UUID in the spellings of databases: any letter case, with or without dashes and braces. */
const UUID_PATTERN =
  /^\W*(?:urn:uuid:)?([0-9a-f]{8})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{12})\W*$/i;

/**
 * Converts an external_id from the service to the spelling in which the till sends and stores it, so
 * that it can be compared as text: a database may return a UUID in capitals or in braces. An id that
 * is no UUID is another client's, and only loses the blanks around it.
 */
export function normalizeExternalId(externalId: string): string {
  const match = UUID_PATTERN.exec(externalId);
  return match === null ? externalId.trim() : match.slice(1).join('-').toLowerCase();
}
