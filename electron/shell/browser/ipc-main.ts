import { EventEmitter } from 'node:events';
import type Electron from 'electron';

type Handler = (event: unknown, ...args: unknown[]) => unknown;

interface IpcMainPart extends Pick<Electron.IpcMain, 'removeHandler'> {
  /** Of the event, the shell reads only what `window.ts` puts into it. */
  handle(channel: Parameters<Electron.IpcMain['handle']>[0], handler: Handler): void;
}

const handlers = new Map<string, Handler>();

export const ipcMain = Object.assign(new EventEmitter(), {
  handle: (channel: string, handler: Handler) => {
    if (handlers.has(channel)) {
      throw new Error(`Attempted to register a second handler for '${channel}'`);
    }
    handlers.set(channel, handler);
  },
  removeHandler: (channel: string) => void handlers.delete(channel),
} satisfies IpcMainPart);

/** Handles `ipcRenderer.invoke`. Rejects as Electron does, without a stack. */
export async function invokeIpcHandler(
  channel: string,
  event: unknown,
  args: readonly unknown[],
): Promise<unknown> {
  const handler = handlers.get(channel);
  if (handler === undefined) {
    throw new Error(`Error invoking remote method '${channel}': no handler is registered`);
  }
  try {
    return await handler(event, ...args);
  } catch (error) {
    throw new Error(`Error invoking remote method '${channel}': ${String(error)}`);
  }
}
