import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Agent, request } from 'undici';
import { describe, expect, it } from 'vitest';
import { parseTrainingCliOptions } from './cli-options.ts';
import { signTestRequest } from './test-support.ts';

const CLI = fileURLToPath(new URL('./cli.ts', import.meta.url));

interface RunningCli {
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

async function startCli(...flags: string[]): Promise<RunningCli> {
  const child = spawn(process.execPath, [CLI, ...flags], { stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const line = new Promise<RunningCli['line']>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      text += String(chunk);
      if (text.includes('\n')) resolve(JSON.parse(text));
    });
    child.once('exit', () => reject(new Error('it ended without a line')));
  });
  return { process: child, line: await line, stdout: () => text, exited };
}

async function requestAccount(
  running: RunningCli,
  now: number,
): Promise<{ status: number; date: string }> {
  const agent = new Agent({ connect: { ca: readFileSync(running.line.caFile, 'utf8') } });
  const { headers } = signTestRequest(running.line, 'GET', '/account', now, { version: 'v3.mx' });
  const answer = await request(`${running.line.baseUrl}/account`, { dispatcher: agent, headers });
  await answer.body.text();
  await agent.close();
  return { status: answer.statusCode, date: String(answer.headers.date) };
}

describe('the training-service command', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)(
    'prints one line, serves, and removes its folder on %s',
    async (signal) => {
      const running = await startCli('--port', '0');
      expect(Object.keys(running.line)).toEqual([
        'baseUrl',
        'caFile',
        'vendor',
        'apiKey',
        'secretKey',
      ]);
      expect((await requestAccount(running, Date.now())).status).toBe(200);
      running.process.kill(signal);
      expect(await running.exited).toBe(0);
      expect(running.stdout().trimEnd().split('\n')).toHaveLength(1);
      expect(existsSync(dirname(running.line.caFile))).toBe(false);
    },
  );

  it('accepts keys and a fixed time, with a certificate that is valid today', async () => {
    const now = '2017-01-20T18:11:04Z';
    const running = await startCli(
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
    const answer = await requestAccount(running, Date.parse(now));
    expect(answer).toEqual({ status: 200, date: 'Fri, 20 Jan 2017 18:11:04 GMT' });
    expect((await requestAccount(running, Date.now())).status).toBe(401);
    running.process.kill('SIGTERM');
    expect(await running.exited).toBe(0);
  });

  it('prints the invalid flag to stderr and exits with 2', async () => {
    const child = spawn(process.execPath, [CLI, '--prot', '1'], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    let errorOutput = '';
    child.stdout.on('data', (chunk) => {
      output += String(chunk);
    });
    child.stderr.on('data', (chunk) => {
      errorOutput += String(chunk);
    });
    const code = await new Promise((resolve) => child.once('close', resolve));
    expect([code, output]).toEqual([2, '']);
    expect(errorOutput).toContain('--prot');
    expect(errorOutput).toContain('Usage');
  });

  it('reports a port that is in use and exits with 1', async () => {
    const firstServer = await startCli('--port', '0');
    const child = spawn(process.execPath, [CLI, '--port', new URL(firstServer.line.baseUrl).port], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let errorOutput = '';
    child.stderr.on('data', (chunk) => {
      errorOutput += String(chunk);
    });
    expect(await new Promise((resolve) => child.once('close', resolve))).toBe(1);
    expect(errorOutput).toContain('EADDRINUSE');
    firstServer.process.kill('SIGTERM');
    await firstServer.exited;
  });
});

describe('parseCliOptions', () => {
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
    [['--webhook-ca', 'ca.pem'], '--webhook-ca can only be used with --webhook'],
    [['--webhook', 'https://x/', '--webhook-ca', '/nowhere.pem'], '--webhook-ca'],
    [
      ['--lists-without-external-id', '20'],
      '--lists-without-external-id can only be used with --strict',
    ],
    [['--strict', '--lists-without-external-id', '101'], '--lists-without-external-id'],
    [['extra'], 'extra'],
  ])('rejects %j with a message that contains the flag', (flags, expected) => {
    const parsed = parseTrainingCliOptions(flags);
    expect(parsed.kind).toBe('wrong');
    expect(parsed.kind === 'wrong' && parsed.message).toContain(expected);
  });

  it('parses the target of webhooks and its certificate authority', () => {
    expect(
      parseTrainingCliOptions(['--webhook', 'https://x/hooks/y', '--webhook-ca', CLI]),
    ).toMatchObject({
      options: { webhook: { url: 'https://x/hooks/y', caPem: readFileSync(CLI, 'utf8') } },
    });
    expect(parseTrainingCliOptions([])).toMatchObject({ options: { webhook: undefined } });
  });

  it('parses the strict mode and its share of lists without external_id', () => {
    const parseStrict = (...flags: string[]) => {
      const parsed = parseTrainingCliOptions(flags);
      return parsed.kind === 'start' ? parsed.options.strict : parsed;
    };
    expect(parseStrict()).toBeUndefined();
    expect(parseStrict('--strict')).toBe(true);
    expect(parseStrict('--strict', '--lists-without-external-id', '100')).toEqual({
      listsWithoutExternalId: 100,
    });
  });

  it('parses all flags', () => {
    const parsed = parseTrainingCliOptions([
      '--seed',
      '7',
      '--now',
      '2026-01-15',
      '--r24-seconds',
      '1',
      '--balance',
      '10',
    ]);
    expect(parsed).toMatchObject({
      kind: 'start',
      options: { port: 0, seed: 7, r24Milliseconds: 1000, balance: '10.00' },
    });
    expect(parsed.kind === 'start' && parsed.options.clock?.now()).toBe(Date.UTC(2026, 0, 15));
  });
});
