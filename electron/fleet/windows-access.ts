/** Local Administrators, the system, the installer of Windows, and the creator who is one of them. */
const ADMINISTRATORS =
  /^(BA|SY|S-1-5-32-544|S-1-5-18|S-1-5-80-956008885-3418522649-1831038044-1853292631-2271478464)$/;
/** Rights that only read, in letters and as the mask of reading and executing. */
const READING = /^(FR|FX|GR|GX|RC|CC|SW|WP|LO)+$/;
const READING_MASK = 0x1200a9n | 0xa0000000n;

/**
 * Who besides administrators may write a file or a folder, by its security descriptor in Windows'
 * own letters (SDDL); null if nobody may. What cannot be read counts as somebody.
 */
export function whoMayWrite(sddl: string): string | null {
  const owner = /^O:(S-[\d-]+|[A-Z]{2})/.exec(sddl)?.[1] ?? 'somebody';
  if (!ADMINISTRATORS.test(owner)) return owner;
  return whoIsAllowed(sddl, (who, rights) => ADMINISTRATORS.test(who) || isReading(rights));
}

/** Who besides administrators and the account `own` has any right to a file; null if nobody has. */
export function whoMayRead(sddl: string, own: string): string | null {
  return whoIsAllowed(sddl, (who) => ADMINISTRATORS.test(who) || (own !== '' && who === own));
}

function whoIsAllowed(
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

function isReading(rights: string): boolean {
  if (READING.test(rights)) return true;
  return /^0x[0-9a-f]+$/i.test(rights) && (BigInt(rights) & ~READING_MASK) === 0n;
}
