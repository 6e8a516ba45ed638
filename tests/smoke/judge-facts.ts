/** From facts to the words of a line. Each function throws what was seen if it is not what must hold. */
import type {
  CertificateFacts,
  CipherFacts,
  DatabaseFacts,
  HttpsFacts,
  KeyStoreFacts,
  SandboxFacts,
  VersionFacts,
  WindowFacts,
} from './main-facts.ts';
import type { WallFacts } from './page-facts.ts';

/** A page in one colour was not drawn. */
const MIN_COLOR_COUNT = 10;

export function judgeVersions(
  facts: VersionFacts,
  expectedElectron: string | null,
  browserVersion: string | null,
): string {
  const { till, electron, chrome, node, sqlite, openssl } = facts;
  if (expectedElectron !== electron) throw new Error(`Electron ${electron ?? 'is not there'}`);
  return [
    `Mostrador ${till}`,
    ...(electron === null ? [] : [`Electron ${electron}`]),
    `Chromium ${chrome ?? browserVersion ?? 'unknown'}`,
    `Node ${node}`,
    `SQLite ${sqlite ?? 'unknown'}`,
    `cryptography ${openssl ?? 'unknown'}`,
  ].join(', ');
}

export function judgeFrame(frame: {
  readonly visibility: string;
  readonly width: number;
  readonly height: number;
  readonly colorCount: number;
}): string {
  const { visibility, width, height, colorCount } = frame;
  const text = `${width} × ${height}, ${colorCount} colours, the page is ${visibility}`;
  if (visibility !== 'visible' || colorCount < MIN_COLOR_COUNT) throw new Error(text);
  return text;
}

export function judgeWindow({ visibleCount, bounds, displays }: WindowFacts): string {
  if (visibleCount !== 1 || bounds === null) throw new Error(`${visibleCount} visible windows`);
  const text = `${formatBounds(bounds)} on ${formatDisplays(displays)}`;
  const isOnDisplay = displays.some((display) => {
    const { x, y, width, height } = display.bounds;
    const isLeftOf = bounds.x < x + width && x < bounds.x + bounds.width;
    return isLeftOf && bounds.y < y + height && y < bounds.y + bounds.height;
  });
  if (!isOnDisplay) throw new Error(`the window is on no display: ${text}`);
  return text;
}

export function judgeDisplays({ displays }: WindowFacts): string {
  const text = formatDisplays(displays);
  const hasSizes = displays.every(({ bounds }) => bounds.width > 0 && bounds.height > 0);
  if (displays.length === 0 || !hasSizes) throw new Error(text);
  return text;
}

type Bounds = WindowFacts['displays'][number]['bounds'];

function formatBounds({ x, y, width, height }: Bounds): string {
  return `${width} × ${height} at ${x}, ${y}`;
}

function formatDisplays(displays: WindowFacts['displays']): string {
  const list = displays.map(
    ({ bounds, scaleFactor }) => `${formatBounds(bounds)} (scale ${scaleFactor})`,
  );
  return `${displays.length} ${displays.length === 1 ? 'display' : 'displays'}: ${list.join('; ')}`;
}

export function judgeSandbox(facts: SandboxFacts, platform: NodeJS.Platform): string {
  const { isSwitchedOff, isReported, seccomp } = facts;
  if (isSwitchedOff) throw new Error('Electron runs with --no-sandbox');
  if (platform === 'linux') {
    if (seccomp !== '2') throw new Error(`the page's process has seccomp mode ${seccomp}`);
    return "the page's process has a filter of system calls";
  }
  if (isReported !== true) throw new Error(`Electron reports sandboxed: ${isReported}`);
  return "Electron reports that the page's process is in it";
}

/** A constant key is not a fault of the till, which then stores no secret: it is what must be known. */
export function judgeKeyStore(facts: KeyStoreFacts): string {
  const { platform, backend, passwordStore, isAvailable, tag, isReadBack } = facts;
  const circumstances = [
    ...(backend === null ? [] : [`backend ${backend}`]),
    ...(passwordStore === '' ? [] : [`--password-store=${passwordStore}`]),
  ];
  const text = [isAvailable ? `tag ${tag}` : 'reports that it is not available', ...circumstances];
  if (!isAvailable || !isReadBack) {
    throw new Error([...text, ...(isAvailable ? ['what it sealed does not open'] : [])].join(', '));
  }
  if (platform !== 'linux') return `${text.join(', ')}: strong`;
  if (tag === 'v10') {
    return `${text.join(', ')}: none, a constant key. The till stores no secret here`;
  }
  if (tag !== 'v11' && tag !== 'v12') throw new Error(`an unknown ${text.join(', ')}`);
  return `${text.join(', ')}: strong`;
}

export function judgeWalls(walls: WallFacts, connectionCount: number): string {
  const { exposedNames, bridgeKeys, loadedAddresses } = walls;
  const holes = [
    ...exposedNames.map((name) => `the page has "${name}"`),
    ...loadedAddresses.map((address) => `the page loaded ${address}`),
    ...(bridgeKeys.join() === 'call,on' ? [] : [`its bridge has ${bridgeKeys.join(', ')}`]),
    ...(connectionCount === 0 ? [] : [`it opened ${connectionCount} connections`]),
  ];
  if (holes.length > 0) throw new Error(holes.join('; '));
  return 'no Node, no network, no other file; only the bridge';
}

export function judgeDatabase({ journal, hasBackup, value }: DatabaseFacts): string {
  if (journal !== 'wal') throw new Error(`journal mode ${journal}`);
  if (!hasBackup)
    return 'write-ahead log; no backup(), without which a copy waits for every reader';
  if (value !== 'áé €') throw new Error(`the copy contains ${JSON.stringify(value)}`);
  return 'write-ahead log, and a copy by backup()';
}

export function judgeCiphers({ missing, hasChaCha }: CipherFacts): string {
  if (missing.length > 0) throw new Error(`without ${missing.join(', ')}`);
  return `AES and the NIST curves; ${hasChaCha ? 'also' : 'no'} chacha20-poly1305`;
}

/** The till uses the certificates of the runtime if the system has none. */
export function judgeCertificates({ system, bundled }: CertificateFacts): string {
  if (system === 0 && bundled === 0) throw new Error('no certificates at all');
  return system > 0
    ? `${system} of the system`
    : `none of the system; the till uses the ${bundled} of the runtime`;
}

export function judgeHttps({ trusted, untrusted }: HttpsFacts): string {
  if (trusted.error !== null) throw new Error(trusted.error);
  const answer = `${trusted.protocol}, status ${trusted.status}`;
  // The request is not signed.
  if (trusted.status !== 401) throw new Error(`${answer} instead of 401`);
  if (untrusted.error === null) throw new Error('an unknown certificate was accepted');
  return `${answer} as expected; refused without its certificate`;
}
