import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Agent, request } from 'undici';
import { describe, expect, it } from 'vitest';
import { parseCliOptions } from './cli-options.ts';
import { signed } from './test-support.ts';

const CLI = fileURLToPath(new URL('./cli.ts', import.meta.url));

interface Running {
  readonly process: ChildProcess;
  readonly line: {
    baseUrl: string;
    caFile: string;
    vendor: string;
    apiKey: string;
    secretKey: string;
  };
  readonly stdout: () => string;
  readonly exited: Promise<number | null>;
}

async function run(...flags: string[]): Promise<Running> {
  const child = spawn(process.execPath, [CLI, ...flags], { stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const line = new Promise<Running['line']>((resolve, reject) => {
    child.stdout.on('data', (part) => {
      text += String(part);
      if (text.includes('\n')) resolve(JSON.parse(text));
    });
    child.once('exit', () => reject(new Error('it ended without a line')));
  });
  return { process: child, line: await line, stdout: () => text, exited };
}

async function ask(running: Running, now: number): Promise<{ status: number; date: string }> {
  const agent = new Agent({ connect: { ca: readFileSync(running.line.caFile, 'utf8') } });
  const { headers } = signed(running.line, 'GET', '/account', now, { version: 'v3.mx' });
  const answer = await request(`${running.line.baseUrl}/account`, { dispatcher: agent, headers });
  await answer.body.text();
  await agent.close();
  return { status: answer.statusCode, date: String(answer.headers.date) };
}

describe('the command', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)(
    'prints one line, serves, and on %s ends cleanly with nothing left behind',
    async (signal) => {
      const running = await run('--port', '0');
      expect(Object.keys(running.line)).toEqual([
        'baseUrl',
        'caFile',
        'vendor',
        'apiKey',
        'secretKey',
      ]);
      expect((await ask(running, Date.now())).status).toBe(200);
      running.process.kill(signal);
      expect(await running.exited).toBe(0);
      expect(running.stdout().trimEnd().split('\n')).toHaveLength(1);
      expect(existsSync(dirname(running.line.caFile))).toBe(false);
    },
  );

  it('takes keys and a fixed time; its certificate is valid today all the same', async () => {
    const now = '2017-01-20T18:11:04Z';
    const running = await run(
      '--api-key',
      'testing',
      '--secret-key',
      'secret',
      '--now',
      now,
      '--vendor',
      'acme',
    );
    expect(running.line).toMatchObject({ apiKey: 'testing', secretKey: 'secret', vendor: 'acme' });
    const answer = await ask(running, Date.parse(now));
    expect(answer).toEqual({ status: 200, date: 'Fri, 20 Jan 2017 18:11:04 GMT' });
    expect((await ask(running, Date.now())).status).toBe(401);
    running.process.kill('SIGTERM');
    expect(await running.exited).toBe(0);
  });

  it('with a wrong flag says which, prints nothing else, and exits with 2', async () => {
    const child = spawn(process.execPath, [CLI, '--prot', '1'], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let out = '';
    let error = '';
    child.stdout.on('data', (part) => {
      out += String(part);
    });
    child.stderr.on('data', (part) => {
      error += String(part);
    });
    const code = await new Promise((resolve) => child.once('close', resolve));
    expect([code, out]).toEqual([2, '']);
    expect(error).toContain('--prot');
    expect(error).toContain('Usage');
  });

  it('with a port that is taken says so and exits with 1', async () => {
    const first = await run('--port', '0');
    const child = spawn(process.execPath, [CLI, '--port', new URL(first.line.baseUrl).port], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let error = '';
    child.stderr.on('data', (part) => {
      error += String(part);
    });
    expect(await new Promise((resolve) => child.once('close', resolve))).toBe(1);
    expect(error).toContain('EADDRINUSE');
    first.process.kill('SIGTERM');
    await first.exited;
  });
});

describe('flags', () => {
  it.each([
    [['--port', '65536'], '--port'],
    [['--port', 'x'], '--port'],
    [['--port'], '--port'],
    [['--now', 'yesterday'], '--now'],
    [['--now', '2026-13-40'], '--now'],
    [['--seed', '-1'], '--seed'],
    [['--api-key', 'a:b'], '--api-key'],
    [['--api-key', ''], '--api-key'],
    [['--balance', '1e3'], '--balance'],
    [['--r24-seconds', '601'], '--r24-seconds'],
    [['--limit-per-minute', '0'], '--limit-per-minute'],
    [['--webhook', 'hooks.example'], '--webhook'],
    [['--webhook', 'ftp://hooks.example/x'], '--webhook'],
    [['--webhook-ca', 'ca.pem'], '--webhook-ca is for --webhook'],
    [['--webhook', 'https://x/', '--webhook-ca', '/nowhere.pem'], '--webhook-ca'],
    [['extra'], 'extra'],
  ])('%j is wrong, and the message names it', (flags, named) => {
    const read = parseCliOptions(flags);
    expect(read.kind).toBe('wrong');
    expect(read.kind === 'wrong' && read.message).toContain(named);
  });

  it('say where webhooks go, and who vouches for it', () => {
    expect(parseCliOptions(['--webhook', 'https://x/hooks/y', '--webhook-ca', CLI])).toMatchObject({
      options: { webhook: { url: 'https://x/hooks/y', caPem: readFileSync(CLI, 'utf8') } },
    });
    expect(parseCliOptions([])).toMatchObject({ options: { webhook: undefined } });
  });

  it('parses all flags', () => {
    const read = parseCliOptions([
      '--seed',
      '7',
      '--now',
      '2026-01-15',
      '--r24-seconds',
      '1',
      '--balance',
      '10',
    ]);
    expect(read).toMatchObject({
      kind: 'start',
      options: { port: 0, seed: 7, r24Milliseconds: 1000, balance: '10.00' },
    });
    expect(read.kind === 'start' && read.options.clock?.now()).toBe(Date.UTC(2026, 0, 15));
  });
});
