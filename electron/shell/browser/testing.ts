import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket } from 'ws';

/** Starts a main program on the browser shell for a test, and sends raw HTTP requests to it. */
export interface RunningTestTill {
  readonly child: ChildProcess;
  /** The line on standard output. */
  readonly address: string;
  readonly origin: string;
  readonly exited: Promise<number | null>;
  output(): { readonly stdout: string; readonly stderr: string };
}

const REGISTER = join(import.meta.dirname, 'register.ts');
export const FIXTURE_MAIN_FILE = join(import.meta.dirname, 'fixture', 'main.ts');

export function createTestProfile(): { readonly folder: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'till-shell-'));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

export function startTestMain(
  main: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): {
  readonly child: ChildProcess;
  readonly exited: Promise<number | null>;
  output(): { readonly stdout: string; readonly stderr: string };
} {
  const noOpenOption = 'DISPLAY' in environment ? [] : ['--no-open'];
  const child = spawn(process.execPath, ['--import', REGISTER, main, ...noOpenOption, ...args], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout?.on('data', (data) => {
    stdout += String(data);
  });
  child.stderr?.on('data', (data) => {
    stderr += String(data);
  });
  // Not `close`, which is not emitted if the channel was closed from this side.
  const exited = new Promise<number | null>((resolve) => {
    const streamEnds = [child.stdout, child.stderr].map((stream) => stream && once(stream, 'end'));
    child.once('exit', (code) => void Promise.all(streamEnds).then(() => resolve(code)));
  });
  return { child, exited, output: () => ({ stdout, stderr }) };
}

export async function startTestTill(
  profile: string,
  args: readonly string[] = [],
  environment: Readonly<Record<string, string>> = {},
): Promise<RunningTestTill> {
  const running = startTestMain(FIXTURE_MAIN_FILE, ['--profile', profile, ...args], environment);
  const firstLine = new Promise<void>((resolve) => {
    running.child.stdout?.on('data', () => {
      if (running.output().stdout.includes('\n')) resolve();
    });
  });
  await Promise.race([firstLine, running.exited]);
  const address = running.output().stdout.trim();
  if (address === '') throw new Error(`the till did not start: ${running.output().stderr}`);
  return { ...running, address, origin: new URL(address).origin };
}

export interface TestHttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/** Sends one request with exactly this path and these headers, without normalization. */
export function sendTestRequest(
  origin: string,
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<TestHttpAnswer> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const clientRequest = request({ hostname, port, path, method, headers }, (response) => {
      let body = '';
      response.on('data', (data) => {
        body += String(data);
      });
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
      );
    });
    clientRequest.on('error', reject);
    clientRequest.end();
  });
}

/** Returns the session secret that a page receives in exchange for the address's token. */
export async function openTestSession(address: string): Promise<string> {
  const socket = openSocket(address, [new URL(address).searchParams.get('token') ?? '']);
  const firstMessage = once(socket, 'message').then(([message]) => String(message));
  const refusal = once(socket, 'unexpected-response').then(() => null);
  const message = await Promise.race([firstMessage, refusal]);
  socket.terminate();
  if (message === null) throw new Error('not let in');
  return String(Reflect.get(Object(JSON.parse(message)), 'session'));
}

/** The page's connection, or the HTTP status of its refusal. */
export function connectTestSocket(
  address: string,
  secrets: readonly string[],
  headers?: Record<string, string>,
): Promise<WebSocket | number> {
  const socket = openSocket(address, secrets, headers);
  return new Promise((resolve) => {
    socket.once('open', () => resolve(socket));
    socket.once('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
  });
}

function openSocket(
  address: string,
  secrets: readonly string[],
  headers: Record<string, string> = { origin: new URL(address).origin },
): WebSocket {
  const path = `${new URL(address).origin.replace('http', 'ws')}/__shell/ipc`;
  const protocols = ['mostrador', ...secrets.filter((secret) => secret !== '')];
  const socket = new WebSocket(path, protocols, { headers });
  socket.on('error', () => {});
  return socket;
}
