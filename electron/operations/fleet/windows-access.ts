/** The SIDs of the local Administrators group, the system and the Windows installer. */
const ADMINISTRATORS =
  /^(BA|SY|S-1-5-32-544|S-1-5-18|S-1-5-80-956008885-3418522649-1831038044-1853292631-2271478464)$/;
/** Read-only rights: as letters, and as the mask of reading and executing. */
const READ_ONLY_RIGHTS = /^(FR|FX|GR|GX|RC|CC|SW|WP|LO)+$/;
const READ_ONLY_MASK = 0x1200a9n | 0xa0000000n;

/**
 * Returns a user besides administrators who can write a file or a folder, from its security
 * descriptor in SDDL; null if there is none. A descriptor that cannot be parsed counts as writable.
 */
export function findUnauthorizedSddlWriter(sddl: string): string | null {
  const owner = /^O:(S-[\d-]+|[A-Z]{2})/.exec(sddl)?.[1] ?? 'somebody';
  if (!ADMINISTRATORS.test(owner)) return owner;
  return findOtherTrustee(
    sddl,
    (trustee, rights) => ADMINISTRATORS.test(trustee) || isReadOnly(rights),
  );
}

/**
 * Returns a user besides administrators and the account `ownSid` who has any right to a file; null if
 * there is none.
 */
export function findUnauthorizedSddlReader(sddl: string, ownSid: string): string | null {
  return findOtherTrustee(
    sddl,
    (trustee) => ADMINISTRATORS.test(trustee) || (ownSid !== '' && trustee === ownSid),
  );
}

function findOtherTrustee(
  sddl: string,
  isAllowed: (trustee: string, rights: string) => boolean,
): string | null {
  const list = /D:[A-Z_]*((?:\([^)]*\))*)/.exec(sddl)?.[1] ?? '';
  const entries = [...list.matchAll(/\(([^)]*)\)/g)].map(([, entry]) => (entry ?? '').split(';'));
  // Without an access list, everyone has full access.
  if (entries.length === 0) return 'everybody';
  for (const [type = '', flags = '', rights = '', , , trustee = ''] of entries) {
    if (type === 'D' || type === 'OD') continue;
    // The entry applies only to files created in the folder; these are checked themselves.
    if (flags.includes('IO')) continue;
    if (!isAllowed(trustee, rights)) return trustee;
  }
  return null;
}

function isReadOnly(rights: string): boolean {
  if (READ_ONLY_RIGHTS.test(rights)) return true;
  return /^0x[0-9a-f]+$/i.test(rights) && (BigInt(rights) & ~READ_ONLY_MASK) === 0n;
}
