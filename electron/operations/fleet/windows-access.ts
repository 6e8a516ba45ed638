/** Local Administrators, the system, the installer of Windows, and the creator who is one of them. */
const ADMINISTRATORS =
  /^(BA|SY|S-1-5-32-544|S-1-5-18|S-1-5-80-956008885-3418522649-1831038044-1853292631-2271478464)$/;
/** Rights that only read, in letters and as the mask of reading and executing. */
const READ_ONLY_RIGHTS = /^(FR|FX|GR|GX|RC|CC|SW|WP|LO)+$/;
const READ_ONLY_MASK = 0x1200a9n | 0xa0000000n;

/**
 * Who besides administrators may write a file or a folder, by its security descriptor in Windows'
 * own letters (SDDL); null if nobody may. What cannot be read counts as somebody.
 */
export function findSddlWriter(sddl: string): string | null {
  const owner = /^O:(S-[\d-]+|[A-Z]{2})/.exec(sddl)?.[1] ?? 'somebody';
  if (!ADMINISTRATORS.test(owner)) return owner;
  return findOtherTrustee(sddl, (who, rights) => ADMINISTRATORS.test(who) || isReadOnly(rights));
}

/** Who besides administrators and the account `own` has any right to a file; null if nobody has. */
export function findSddlReader(sddl: string, own: string): string | null {
  return findOtherTrustee(sddl, (who) => ADMINISTRATORS.test(who) || (own !== '' && who === own));
}

function findOtherTrustee(
  sddl: string,
  isFine: (who: string, rights: string) => boolean,
): string | null {
  const list = /D:[A-Z_]*((?:\([^)]*\))*)/.exec(sddl)?.[1] ?? '';
  const entries = [...list.matchAll(/\(([^)]*)\)/g)].map(([, entry]) => (entry ?? '').split(';'));
  // Without a list at all, everybody may do everything.
  if (entries.length === 0) return 'everybody';
  for (const [type = '', flags = '', rights = '', , , who = ''] of entries) {
    if (type === 'D' || type === 'OD') continue;
    // It only says what files made here inherit; they are asked themselves.
    if (flags.includes('IO')) continue;
    if (!isFine(who, rights)) return who;
  }
  return null;
}

function isReadOnly(rights: string): boolean {
  if (READ_ONLY_RIGHTS.test(rights)) return true;
  return /^0x[0-9a-f]+$/i.test(rights) && (BigInt(rights) & ~READ_ONLY_MASK) === 0n;
}
