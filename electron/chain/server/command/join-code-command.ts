import { X509Certificate } from 'node:crypto';
import { EXIT_CODES, type ExitCode } from '../../../platform/index.ts';
import { formatTerminalQr } from '../../../printing/codes/index.ts';
import type { ChainCommandLine } from '../../../settings/command-line/index.ts';
import {
  type ChainAddress,
  computeJoinFingerprint,
  fetchServerAuthority,
  formatJoinCode,
  parseDatabaseHost,
} from '../../client/index.ts';
import { createJoinLogin } from '../../schema/index.ts';
import { ChainCommandError, toChainCommandError } from './chain-refusal.ts';
import type { ChainTerminal } from './chain-terminal.ts';
import { readChainAdmin } from './till-commands.ts';

const VALID_MINUTES = 15;

/** Prints a code with which one till joins the chain, or tills in it take another address. */
export async function runJoinCodeCommand(
  commandLine: ChainCommandLine,
  terminal: ChainTerminal,
): Promise<ExitCode> {
  const admin = await readChainAdmin(commandLine, terminal);
  const isScreen = terminal.isScreen === true;
  terminal.write(await createJoinCodeText(admin, parseServer(admin), isScreen));
  return EXIT_CODES.done;
}

/**
 * Creates a code with the address that the tills use. Returns the text for the terminal, on a screen
 * with a QR code.
 */
export async function createJoinCodeText(
  admin: ChainAddress,
  server: { readonly host: string; readonly port: number },
  isScreen: boolean,
): Promise<string> {
  const fingerprint = computeJoinFingerprint(new X509Certificate(admin.ca).raw);
  await assertServerShowsAuthority(server, fingerprint);
  const login = await createJoinLogin(admin, { validForMs: VALID_MINUTES * 60_000 });
  if (!login.ok) throw toChainCommandError(login.problem);
  const { database } = admin;
  const code = formatJoinCode({ ...server, database, fingerprint, secret: login.value.secret });
  // Keyboards may write another character for a dash.
  const qr = isScreen ? `${formatTerminalQr(code.replaceAll('-', ''))}\n` : '';
  return `${code}\n\n${qr}Within ${VALID_MINUTES} minutes, the code adds one till, or gives this address to tills that have joined. On each an owner opens F7, Settings, Chain, and types or scans it. Show it to nobody else.\n`;
}

function parseServer({ hosts }: ChainAddress): { readonly host: string; readonly port: number } {
  const server = parseDatabaseHost(hosts[0] ?? '');
  if (!server.host.includes(':')) return server;
  throw new Error(
    'A code cannot contain an IPv6 address. Name the server by a name or an IPv4 address, which must be in its certificate.',
  );
}

/** The till knows only the digest, so the server must show the certificate itself. */
async function assertServerShowsAuthority(
  server: { readonly host: string; readonly port: number },
  fingerprint: Buffer,
): Promise<void> {
  const authority = await fetchServerAuthority(server, (certificate) =>
    computeJoinFingerprint(certificate).equals(fingerprint),
  );
  if (!authority.ok) throw toChainCommandError(authority.problem);
  if (authority.value !== null) return;
  throw new ChainCommandError(
    EXIT_CODES.database,
    'The server does not show the certificate of its authority, which a till that joins by a code needs. Append it to the file of ssl_cert_file, reload PostgreSQL, and run this again; or use chain enroll.',
  );
}
