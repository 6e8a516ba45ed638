import { resolve } from 'node:path';
import { z } from 'zod';
import { databaseHostSchema } from '../../../../shared/contract/index.ts';
import { readNamedFileSync } from '../../../platform/index.ts';
import type { ChainAddress } from '../../client/index.ts';
import { readPrivateJson } from '../config/index.ts';

/**
 * Returns the name of the chain's database; the administrator's login may also connect to others.
 */
export function getDatabaseName(options: ReadonlyMap<string, string>): string {
  return options.get('database') ?? 'chain';
}

type CommandEnvironment = Readonly<Record<string, string | undefined>>;

const adminFileSchema = z
  .strictObject({
    hosts: z.array(databaseHostSchema).min(1).max(10),
    user: z.string().min(1).max(63),
    password: z.string().min(1).max(1000),
    /** The database to connect to while creating a new one; default `postgres`. */
    database: z.string().min(1).max(63).optional(),
    /** The certificate authority in PEM, or a file with it. */
    ca: z.string().max(200_000).optional(),
    caFile: z.string().max(1000).optional(),
  })
  .refine(
    ({ ca, caFile }) => (ca === undefined) !== (caFile === undefined),
    'set either ca or caFile',
  );

/**
 * Reads the login that may create databases and roles, from a file that only this user can read or
 * from the environment variables of PostgreSQL's own tools. Throws an error that names what is
 * missing, and contains no secret.
 */
export async function readChainAdminAddress(
  addressFile: string | undefined,
  folder: string,
  env: CommandEnvironment,
): Promise<ChainAddress> {
  if (addressFile === undefined) return readAdminFromEnvironment(env, folder);
  const path = resolve(folder, addressFile);
  const parsed = adminFileSchema.safeParse(await readPrivateJson(path, env));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const unknownKeys = issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
    const field = [...(issue?.path ?? []), ...unknownKeys].map(String).join('.');
    throw new Error(
      `${path}: ${field || 'the file'} is invalid: ${issue?.message ?? ''}. Correct it, and run this again.`,
    );
  }
  const { ca, caFile, database = 'postgres', ...rest } = parsed.data;
  return { ...rest, database, ca: ca ?? readCa(resolve(folder, caFile ?? '')) };
}

const REQUIRED_VARIABLES = ['PGHOST', 'PGUSER', 'PGPASSWORD', 'PGSSLROOTCERT'];

function readAdminFromEnvironment(env: CommandEnvironment, folder: string): ChainAddress {
  const missing = REQUIRED_VARIABLES.filter((name) => !env[name]);
  if (missing.length > 0) {
    throw new Error(
      `The login of the database administrator is incomplete: ${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} not set. Set PGHOST, PGPORT, PGUSER, PGPASSWORD, PGDATABASE and PGSSLROOTCERT (the file with the authority that signed the server's certificate), or pass --admin FILE. For a chain that chain host made: sudo, and --admin /etc/mostrador/host/admin.json.`,
    );
  }
  const { PGHOST = '', PGUSER = '', PGPASSWORD = '', PGSSLROOTCERT = '' } = env;
  const ports = (env.PGPORT ?? '5432').split(',');
  return {
    hosts: PGHOST.split(',').map((host, index) =>
      toHostWithPort(host.trim(), ports[index] ?? ports[0]),
    ),
    user: PGUSER,
    password: PGPASSWORD,
    database: env.PGDATABASE || 'postgres',
    ca: readCa(resolve(folder, PGSSLROOTCERT)),
  };
}

function toHostWithPort(host: string, port = '5432'): string {
  if (host.startsWith('/')) {
    throw new Error(
      `PGHOST is the socket ${host}, which tills cannot reach. Set PGHOST to the name or address in the server's certificate.`,
    );
  }
  const address =
    host.includes(':') && !host.startsWith('[') ? `[${host}]:${port}` : `${host}:${port}`;
  if (!databaseHostSchema.safeParse(address).success) {
    throw new Error(
      `PGHOST or PGPORT is invalid: ${address} is no name or address with a port. Correct it, and run this again.`,
    );
  }
  return address;
}

function readCa(file: string): string {
  let text: string;
  try {
    text = readNamedFileSync(file).toString('utf8');
  } catch {
    throw new Error(
      `${file}: the file with the certificate authority cannot be read. Check its path and permissions.`,
    );
  }
  if (text.includes('-----BEGIN CERTIFICATE-----')) return text;
  throw new Error(
    `${file}: this is not a certificate in PEM format. Name the file of the authority that signed the server's certificate.`,
  );
}
