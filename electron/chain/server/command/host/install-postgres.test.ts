import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createHostComputer, type HostComputer, runProgram } from './host-computer.ts';
import { installPostgres } from './install-postgres.ts';

const LOCKED = 'E: Could not get lock /var/lib/apt/lists/lock. It is held by process 7 (apt-get)';

describe.skipIf(process.platform !== 'linux')('the installation of PostgreSQL', () => {
  let folder: string;
  let computer: HostComputer;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'mostrador-apt-'));
    computer = {
      ...createHostComputer(),
      postgresFolder: join(folder, 'postgresql'),
      clusterDefaultsFolder: join(folder, 'defaults'),
      run: (command, options) => {
        const [program = '', ...args] = command;
        return runProgram(
          program === 'apt-get' ? [join(folder, 'apt-get'), ...args] : command,
          options,
        );
      },
    };
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** Writes a stand-in for apt-get, which runs these lines of shell before it installs a server. */
  const writeApt = (lines: string): void => {
    const server = join(computer.postgresFolder, '17', 'bin');
    const file = join(folder, 'apt-get');
    const isServer = `case "$*" in *" postgresql") mkdir -p ${server}; touch ${server}/postgres;; esac`;
    writeFileSync(file, `#!/bin/sh\n${lines}\n${isServer}\n`);
    chmodSync(file, 0o755);
  };
  const install = () => installPostgres(computer, () => {}, 1);

  it('waits while another installation has a lock', async () => {
    const first = join(folder, 'first-try-of');
    writeApt(`[ -e ${first}-$1-$4 ] || { touch ${first}-$1-$4; echo '${LOCKED}' >&2; exit 100; }`);
    expect(await install()).toBe(17);
    expect(existsSync(`${first}-update-`)).toBe(true);
    expect(existsSync(join(computer.clusterDefaultsFolder, 'mostrador.conf'))).toBe(false);
  });

  it('installs it though a source of other packages fails', async () => {
    writeApt(`[ "$1" != update ] || { echo 'E: no Release file' >&2; exit 100; }`);
    expect(await install()).toBe(17);
  });

  it("reports apt's last lines, and why the lists could not be updated", async () => {
    writeApt(
      `if [ "$1" = update ]; then echo 'E: no network' >&2; exit 100; fi
      seq 1000; echo 'E: no package postgresql-common' >&2; exit 100`,
    );
    mkdirSync(computer.clusterDefaultsFolder);
    await expect(install()).rejects.toThrow(/E: no network.*E: no package postgresql-common\)/s);
  });
});
