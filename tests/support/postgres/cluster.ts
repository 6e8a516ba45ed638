import { randomBytes, randomUUID } from 'node:crypto';
import { Client } from 'pg';

/** How one reaches a database, as the `chain` block of a provisioning file says it. */
export interface DatabaseAddress {
  readonly hosts: readonly string[];
  readonly database: string;
  readonly user: string;
  readonly password: string;
  /** PEM. */
  readonly ca: string;
}

/** A login that may make databases and roles, and nothing else: what an owner gets from a provider. */
export interface DatabaseLogin {
  readonly user: string;
  readonly password: string;
}

export interface TestDatabase {
  readonly name: string;
  /** As its superuser: rows come back as objects, dates and numbers as `pg` reads them. */
  sql(text: string, values?: readonly unknown[]): Promise<Record<string, unknown>[]>;
  drop(): Promise<void>;
}

/** What one may do with any running cluster: the same whether it is shared or one's own. */
export interface Cluster {
  readonly host: '127.0.0.1';
  /** Answers there as well, but its certificate does not name it. */
  readonly wrongHost: '127.0.0.2';
  readonly port: number;
  readonly caPem: string;
  readonly superuser: DatabaseLogin;
  /** The server's number, for example 150018. */
  version(): Promise<number>;
  /** As the superuser in the database `postgres`. */
  sql(text: string, values?: readonly unknown[]): Promise<Record<string, unknown>[]>;
  /** A new login with CREATEROLE and CREATEDB. */
  createAdmin(): Promise<DatabaseLogin>;
  /** A new, empty database. Its name is good for the names of roles too. */
  createDatabase(): Promise<TestDatabase>;
  /** For a database or a role that nobody else has. */
  newName(kind: string): string;
  /** A database that is there already. */
  database(name: string): TestDatabase;
  /** How `who` reaches a database of this cluster. */
  getAddress(database: string, who: DatabaseLogin): DatabaseAddress;
  /** Every session in this database begins read-only; those that are open go on as they were. */
  setReadOnly(database: string, isReadOnly: boolean): Promise<void>;
}

export interface ClusterLocation {
  readonly port: number;
  readonly caPem: string;
  readonly superuser: DatabaseLogin;
}

export function connectToCluster({ port, caPem, superuser }: ClusterLocation): Cluster {
  const run = async (
    database: string,
    text: string,
    values: readonly unknown[] = [],
  ): Promise<Record<string, unknown>[]> => {
    const client = new Client({
      ...superuser,
      host: '127.0.0.1',
      port,
      database,
      ssl: { ca: caPem },
    });
    // A server that is killed under it says so by the query as well.
    client.on('error', () => undefined);
    await client.connect();
    try {
      const result = await client.query<Record<string, unknown>>(text, [...values]);
      // Several statements at once answer with several results.
      return [result].flat().at(-1)?.rows ?? [];
    } finally {
      await client.end();
    }
  };
  const sql: Cluster['sql'] = async (text, values) => run('postgres', text, values);
  const database = (name: string): TestDatabase => ({
    name,
    sql: async (text, values) => run(name, text, values),
    drop: async () => void (await sql(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`)),
  });
  return {
    host: '127.0.0.1',
    wrongHost: '127.0.0.2',
    port,
    caPem,
    superuser,
    version: async () => {
      const [row] = await sql("SELECT current_setting('server_version_num')::int AS version");
      return Number(row?.version);
    },
    sql,
    createAdmin: async () => {
      const made = { user: createName('admin'), password: randomBytes(12).toString('hex') };
      await sql(`CREATE ROLE "${made.user}" LOGIN CREATEROLE CREATEDB PASSWORD '${made.password}'`);
      return made;
    },
    createDatabase: async () => {
      const name = createName('db');
      await sql(`CREATE DATABASE "${name}"`);
      return database(name);
    },
    newName: createName,
    database,
    getAddress: (name, { user, password }) => ({
      hosts: [`127.0.0.1:${port}`],
      database: name,
      user,
      password,
      ca: caPem,
    }),
    setReadOnly: async (name, isReadOnly) => {
      const word = isReadOnly ? 'on' : 'off';
      await sql(`ALTER DATABASE "${name}" SET default_transaction_read_only = ${word}`);
    },
  };
}

function createName(kind: string): string {
  return `${kind}_${randomUUID().slice(0, 8)}`;
}
