import type Electron from 'electron';
import type { BeforeRequestListener } from '../electron-events.ts';
import { readiness } from './readiness.ts';

type Handler = (request: Request) => Promise<Response> | Response;

const handlers = new Map<string, Handler>();
const registeredSchemes = new Set<string>();
let beforeRequest: BeforeRequestListener | null = null;

export const protocol = {
  registerSchemesAsPrivileged: (schemes: readonly { scheme: string }[]) => {
    readiness.assertNotReady('protocol.registerSchemesAsPrivileged');
    for (const { scheme } of schemes) registeredSchemes.add(scheme);
  },
  handle: (scheme: string, handler: Handler) => {
    readiness.assertReady('protocol.handle');
    if (!registeredSchemes.has(scheme)) throw new Error(`the scheme ${scheme} was not registered`);
    handlers.set(scheme, handler);
  },
} satisfies Pick<Electron.Protocol, 'registerSchemesAsPrivileged' | 'handle'>;

export function setBeforeRequest(listener: BeforeRequestListener | null): void {
  beforeRequest = listener;
}

/** Handles a request of the page the way Electron's network stack does. */
export async function requestFromProtocolHandler(
  url: string,
  method: string,
  resourceType: Parameters<BeforeRequestListener>[0]['resourceType'],
): Promise<Response> {
  const isCancelled = await new Promise<boolean>((resolve) => {
    if (beforeRequest === null) resolve(false);
    else beforeRequest({ url, resourceType }, ({ cancel }) => resolve(cancel === true));
  });
  const handler = handlers.get(new URL(url).protocol.slice(0, -1));
  if (isCancelled || handler === undefined) return new Response('refused', { status: 403 });
  return await handler(new Request(url, { method }));
}
