import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Overlay,
  openOverlay,
  overlayUnavailableReason,
} from '../../build/release/verify/overlay.ts';
import { postgresUnavailableReason } from '../support/postgres/index.ts';
import { IS_FULL_RUN } from '../support/sampling.ts';
import { ROOT } from '../support/till-process.ts';

/** The commands of docs/two-tills.md, on two computers: two network namespaces with a cable between them. */

/** Longer than on any machine. */
const LONG_TEST_OPTIONS = { timeout: 3_600_000 };

const PAGE = readFileSync(join(ROOT, 'docs', 'two-tills.md'), 'utf8');
const FOLDER = `/shared/${relative(ROOT, import.meta.dirname)}`;
const NODE = toSharedPath(process.execPath);
const DIST = process.env.TILL_DIST ?? 'dist';
const CLI = join(DIST, 'cli', 'mostrador-cli.mjs');
const ACCOUNT = 'caja';
const HOME = `/home/${ACCOUNT}`;

/** The repository is at /shared in the overlay, which any account can read. */
function toSharedPath(path: string): string {
  return path.startsWith(`${ROOT}/`) ? `/shared/${relative(ROOT, path)}` : path;
}

/** Starts and stops the services of this test as systemd would, which cannot run beside another one. */
const SYSTEMCTL = `#!/bin/sh
verb=$1
for word; do unit=\${word%.service}; done
name=\${unit#postgresql@}
state=/run/mostrador-chain.pid
stop() { [ ! -e $state ] || kill "$(cat $state)" 2>/dev/null; rm -f $state; }
case "$unit $verb" in
  postgresql@*\\ is-active) pg_lsclusters --no-header | grep -q "^\${name%%-*} *\${name#*-} .*online" ;;
  postgresql@*\\ *) exec pg_ctlcluster --skip-systemctl-redirect "\${name%%-*}" "\${name#*-}" "$verb" ;;
  mostrador-chain\\ stop | mostrador-chain\\ disable) stop ;;
  mostrador-chain\\ is-active) kill -0 "$(cat $state)" ;;
  mostrador-chain\\ start | mostrador-chain\\ restart)
    [ "$verb" = start ] || stop
    [ ! -e $state ] || exit 0
    file=/etc/systemd/system/mostrador-chain.service
    account=$(sed -n 's/^User=//p' $file)
    install -d -o "$account" -m 700 /var/lib/mostrador-chain /run/credentials
    install -o "$account" -m 400 /etc/mostrador/chain.json /run/credentials/chain.json
    setsid runuser -u "$account" -- env CREDENTIALS_DIRECTORY=/run/credentials \\
      STATE_DIRECTORY=/var/lib/mostrador-chain \\
      $(sed -n 's/^ExecStart=//p' $file | sed 's/ [$]DECISION//') >/run/mostrador-chain.log 2>&1 &
    echo $! >$state ;;
esac`;

const SET_UP = [
  'ip netns add main && ip netns add second',
  'ip link add cable netns main type veth peer name cable netns second',
  ...[
    ['main', '192.168.77.1'],
    ['second', '192.168.77.2'],
  ].map(
    ([computer, address]) =>
      `ip -n ${computer} addr add ${address}/24 dev cable && ip -n ${computer} link set cable up && ip -n ${computer} link set lo up`,
  ),
  'mkdir -p /run/systemd/system /run/postgresql && chown postgres: /run/postgresql',
  'rm -rf /etc/mostrador /var/lib/mostrador-chain /var/lib/mostrador-host',
  `useradd --create-home --shell /bin/sh ${ACCOUNT}`,
  `printf '#!/bin/sh\\nexec ${NODE} /shared/${CLI} "$@"\\n' >/usr/bin/mostrador-cli`,
  'chmod 755 /usr/bin/mostrador-cli /usr/bin/systemctl',
];

/** The lines of the fenced blocks of a section, in their order. */
function listBlocks(title: string): readonly { readonly kind: string; readonly text: string }[] {
  const section = PAGE.split(`\n## ${title}\n`)[1]?.split('\n## ')[0] ?? '';
  return [...section.matchAll(/^```(\w*)\n([\s\S]*?)^```/gm)].map(([, kind = '', text = '']) => ({
    kind,
    text,
  }));
}

const unavailableReason = !IS_FULL_RUN
  ? 'a run with --all'
  : !existsSync(join(ROOT, CLI))
    ? 'this test needs a build: npm run build'
    : (overlayUnavailableReason() ?? postgresUnavailableReason());

describe.skipIf(unavailableReason !== null)('two tills, as docs/two-tills.md says', () => {
  let overlay: Overlay;
  beforeAll(async () => {
    overlay = await openOverlay(ROOT);
    writeFile('/usr/bin/systemctl', SYSTEMCTL);
    for (const line of SET_UP) expectDone(overlay.sh(line));
  });
  afterAll(async () => overlay?.close());

  const expectDone = ({ code, text }: { readonly code: number; readonly text: string }): string => {
    expect({ code, text }).toEqual({ code: 0, text: expect.any(String) });
    return text;
  };
  const writeFile = (file: string, content: string): void => {
    const text = Buffer.from(content).toString('base64');
    expectDone(overlay.sh(`rm -f ${file}; echo ${text} | base64 -d >${file}`));
  };
  /** Runs a line of the page on the main till's computer, in the home of its account. */
  const runLine = (line: string) => {
    const command = line.startsWith('sudo ')
      ? `env SUDO_USER=${ACCOUNT} ${line.slice('sudo '.length)}`
      : `runuser -u ${ACCOUNT} -- ${line}`;
    return overlay.sh(`cd ${HOME} && ip netns exec main ${command}`);
  };
  const openTill = async (computer: string, posNumber: string) => {
    const profile = `${HOME}/.config/Mostrador${posNumber === '07' ? '' : posNumber}`;
    const till = overlay.start(
      'root',
      `ip netns exec ${computer} runuser -u ${ACCOUNT} -- ${NODE} ${FOLDER}/two-tills-till.ts ${profile} ${posNumber}`,
    );
    let messages = '';
    till.stderr?.on('data', (data) => {
      messages += String(data);
    });
    if (till.stdout === null || till.stdin === null) throw new Error('no pipes');
    const lines = createInterface({ input: till.stdout })[Symbol.asyncIterator]();
    const read = async (): Promise<unknown> => {
      const line = await Promise.race([lines.next(), once(till, 'exit')]);
      if (Array.isArray(line) || line.done === true) throw new Error(`the till ended: ${messages}`);
      return JSON.parse(line.value);
    };
    expect(await read()).toBe('open');
    return async (line: string): Promise<unknown> => {
      till.stdin?.write(`${line}\n`);
      return await read();
    };
  };

  it('joins two tills to a chain, and restores its backup', LONG_TEST_OPTIONS, async () => {
    const askMain = await openTill('main', '07');
    const askSecond = await openTill('second', '08');
    const blocks = listBlocks('Setting up');
    expect(blocks.map(({ kind }) => kind)).toEqual(['json', 'json', '', '', '']);
    const [pin, keys, setUp, cleanUp, check] = blocks.map(({ text }) => text);
    writeFile(`${HOME}/pin.json`, pin ?? '');
    writeFile(`${HOME}/keys.json`, (keys ?? '').replaceAll('…', 'key'));
    expectDone(overlay.sh(`chown ${ACCOUNT}: ${HOME}/*.json`));

    const output = `${setUp}${cleanUp}`
      .trim()
      .split('\n')
      .map((line) => expectDone(runLine(line)))
      .join('');
    expect(output).toContain('The till of this computer has joined');
    const [code = ''] = /^[0-9A-Z]{4}(-[0-9A-Z]{4})+$/m.exec(output) ?? [];
    expect(await askSecond(`join ${code}`)).toMatchObject({ ok: true });
    for (const ask of [askMain, askSecond]) expect(await ask('synced')).toBe(true);
    expectDone(overlay.sh(`test ! -e ${HOME}/pin.json && test ! -e ${HOME}/keys.json`));

    const status = runLine((check ?? '').trim()).text;
    for (const text of ['07', '08']) expect(status).toContain(text);
    const log = expectDone(overlay.sh('cat /run/mostrador-chain.log'));
    expect(log).toContain('chain-process: started');

    const [another] = listBlocks('Another till, another address');
    expect(expectDone(runLine(another?.text.trim() ?? ''))).toMatch(
      /^[0-9A-Z]{4}(-[0-9A-Z]{4})+$/m,
    );
    const [backUp] = listBlocks('What is where');
    const backup = expectDone(runLine(backUp?.text.trim() ?? ''));
    expect(backup).toContain(`${HOME}/.config/Mostrador/backups/chain/mostrador-chain-`);

    const [, restore] = listBlocks('Restoring a backup');
    const restored = runLine((restore?.text.trim() ?? '').replace('FILE', backup.trim()));
    expect(expectDone(restored)).toContain('was restored');
    const tills = runLine((check ?? '').trim()).text;
    for (const text of ['07', '08']) expect(tills).toContain(text);
  });
});
