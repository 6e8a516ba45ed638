import { randomBytes, randomUUID } from 'node:crypto';
import { Client } from 'pg';

/** The address of a database, as in the `chain` block of a provisioning file. */
export interface DatabaseAddress {
  readonly hosts: readonly string[];
  readonly database: string;
  readonly user: string;
  readonly password: string;
  /** PEM. */
  readonly ca: string;
}

/**
 * A login that may create databases and roles, and nothing else: what a provider gives to an owner.
 */
export interface DatabaseLogin {
  readonly user: string;
  readonly password: string;
}

export interface TestDatabase {
  readonly name: string;
  /**
   * Runs SQL as the superuser of the database. Returns rows as objects, with dates and numbers as
   * `pg` parses them.
   */
  sql(text: string, values?: readonly unknown[]): Promise<Record<string, unknown>[]>;
  drop(): Promise<void>;
}

/** What a test may do with any running cluster, shared or its own. */
export interface Cluster {
  readonly host: '127.0.0.1';
  /** The server listens there too, but its certificate does not name this address. */
  readonly wrongHost: '127.0.0.2';
  readonly port: number;
  readonly caPem: string;
  readonly superuser: DatabaseLogin;
  /** Returns the server's version number, for example 150018. */
  readVersion(): Promise<number>;
  /** Runs SQL as the superuser in the database `postgres`. */
  sql(text: string, values?: readonly unknown[]): Promise<Record<string, unknown>[]>;
  /** Creates a login with CREATEROLE and CREATEDB. */
  createAdmin(): Promise<DatabaseLogin>;
  /** Creates an empty database. Its name is also valid as the prefix of role names. */
  createDatabase(): Promise<TestDatabase>;
  /** Returns a unique name for a database or a role. */
  createName(kind: string): string;
  /** Returns an existing database. */
  getDatabase(name: string): TestDatabase;
  /** Returns the address of a database of this cluster for a login. */
  getAddress(database: string, login: DatabaseLogin): DatabaseAddress;
  /** Makes new sessions in this database read-only; open sessions do not change. */
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
    // When the server is killed, the query rejects too.
    client.on('error', () => undefined);
    await client.connect();
    try {
      const result = await client.query<Record<string, unknown>>(text, [...values]);
      // Several statements in one query return several results.
      return [result].flat().at(-1)?.rows ?? [];
    } finally {
      await client.end();
    }
  };
  const sql: Cluster['sql'] = async (text, values) => run('postgres', text, values);
  const getDatabase = (name: string): TestDatabase => ({
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
    readVersion: async () => {
      const [row] = await sql("SELECT current_setting('server_version_num')::int AS version");
      return Number(row?.version);
    },
    sql,
    createAdmin: async () => {
      const login = { user: createName('admin'), password: randomBytes(12).toString('hex') };
      await sql(
        `CREATE ROLE "${login.user}" LOGIN CREATEROLE CREATEDB PASSWORD '${login.password}'`,
      );
      return login;
    },
    createDatabase: async () => {
      const name = createName('db');
      await sql(`CREATE DATABASE "${name}"`);
      return getDatabase(name);
    },
    createName,
    getDatabase,
    getAddress: (name, { user, password }) => ({
      hosts: [`127.0.0.1:${port}`],
      database: name,
      user,
      password,
      ca: caPem,
    }),
    setReadOnly: async (name, isReadOnly) => {
      const setting = isReadOnly ? 'on' : 'off';
      await sql(`ALTER DATABASE "${name}" SET default_transaction_read_only = ${setting}`);
    },
  };
}

function createName(kind: string): string {
  return `${kind}_${randomUUID().slice(0, 8)}`;
}
